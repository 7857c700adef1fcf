"""The goal and a turn in short, for people who play for the first time."""

PRIMER = """\
Goal: beat every foe of the level together, before all hands are empty. All mages win or lose as
one, and nobody may say anything but an estimate: is my hand good, middling or bad?

You see your own Spells only. In a turn the mages act one after the other, the Leader first; with
two or three mages some act twice.
  attack   Lay one Spell face down on a foe that no card covers. All Spells on a foe add up.
  pass     Keep your Spells. If nobody has attacked, the last mage of the turn must.
  reward   Play your Reward before you attack or pass (from level 5 on).

Then foes with Spells are resolved, from the bottom row up. With a total of at least its force a
foe is beaten and its Spells are discarded; else the lowest Spell on it is discarded.
  Mushroom  What the total is above its force is how many Spells the mages draw. Your only supply.
  Golem     On a failure it absorbs the lowest Spell, which adds to its force; all others are lost.
  Dragon    The mages pay from their hands what the total is above or below its force, or they lose.

What lies uncovered after that is turned up. Fog helps or harms and leaves; from level 5 on
Lieutenants, Rewards and permanent curses come in. After every draw all mages estimate again."""
