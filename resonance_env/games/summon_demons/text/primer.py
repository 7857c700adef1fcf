"""The goal and a turn in short, for people who play for the first time."""

PRIMER = """\
Goal: be the first to have enough demons in play and enough souls at the same moment; the table says
how many win and what each seat still needs. In teams both partners count together.

In your turn you roll once, may buy one card and may summon one demon, in any order. After the roll
you may end the turn, and the row is filled up.
  roll    The total of both dice activates all cards and candles with that number, those of other
          seats too, and your own demons with that number. You resolve yours first. What a card does
          is compulsory, except for a cost, which may be declined. A candle brings 1 soul.
  buy     Pay the price in souls and put a card of the row into play before you.
  summon  Name a demon of your hand and sacrifice 3 of your cards in play for it. Permanent demons
          have no number; they act as their text says.

To collect is to take souls from the supply, to obtain is to put a card into play for nothing. The
table explains everything that lies open under "What they do"; a star marks what still waits to be
activated in this roll."""
