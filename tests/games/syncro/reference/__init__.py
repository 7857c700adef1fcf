"""A second implementation of the rules in plain Python, written from the rules and never from the kernel it checks.

All figures of the rules that can be counted on it came out as stated: the worked examples, the set-ups, scripted games and
campaigns, the trees of `mini`, the win rates of random play. Where the rules leave a detail open, it reads them so:

- A Reward lies in its discard from the moment it is shown, so also while estimates follow from it (SY-REWARD-3): a third place
  is not listed. A Fog that is no permanent curse likewise (SY-FOG-2).
- When mages estimate or speak, one without Spells no longer has an estimate or sum that stands (SY-EST-2, SY-EST-5); what
  remains of the last sum she spoke stays in `sum_left` (SY-MEM-8). Her `earlier_estimates` are then the last two she gave.
- `spent` begins anew whenever mages estimate or speak, and otherwise at a set-up only: under `mute`, with `estimates = off`,
  and if nobody holds a Spell it goes on.
- `sum` stays with the mage who spoke it, `sum_left` goes on with the hand (SY-MEM-8, SY-REPLAY-3). After `pool` it is 0 for
  each mage who had Spells before or has some now.
- `in_sum` marks every face-down Spell that is counted, the observer's own included.
- Nothing is remembered of a new pile when there was no discard to make one of (SY-DRAW-4, SY-MEM-5). A Spell that comes from
  the new pile is new, also in the same draw.
- The order in which mages lose Spells to a Fog is that of the turn; nothing depends on it.
- A Boss that no Cerberus covers is revealed as soon as it is uncovered, alone (SY-BOSS-1, SY-FINAL-1).
- The rows 5 to 9 of `act`, and the last turn in the block since, are empty in the first turn of a try.
- `to_pay` is 0 outside PAY, `resolving` outside PAY and ESTIMATE, also at the end of a try that was lost unpaid.
- In KEEP and at the end `best` and `levels_left` are those of the try that ended, and `target` numbers the foes as they lie.

At the stops of `explicit_chance` in the middle of something:

- A set-up first clears the table (SY-FLOW-1): turn 1, its acts, hands that were kept. The Horde is laid after the deal, card by
  card; until then all entries of a place are 0, and cards that were known to lie there are in no place.
- A card whose event is pending is still face down where it lies. A Fog leaves when it is known which it is.
- A draw counts for `age` from its first Spell on. While `pool` deals, hands grow; marks and sums left change when all is
  dealt, and ages are set when the draws after it have ended.

Positions as text are read as far as tests need them (`notation.py`): SY-NOTE-2 leaves the form of lines on memory open.
"""
