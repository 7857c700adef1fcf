"""The goal and a round in short, for people who play for the first time."""

PRIMER = """\
Goal: be the first to validate levels I, II and III of your demon, in this order and at most one a
round. A level is validated when the objects that it needs lie on the moons, whoever put them there.
You also win without competition: from the round that first locks moon VIII on, if every other witch
carries a Sigil and you do not. In teams the demon is the team's, and Sigils on High Witches decide.

A round
  1. A transient object is revealed in the centre. Then everybody chooses an action, unseen.
  2. Draws, broken Sigils and trades happen. Then all played cards are revealed.
  3. Incantations resolve, the highest first; each casts one of the three spells of its witch.
  4. Artifacts resolve, the highest first; each sweeps all objects of one type from the centre.
  5. The type with the most objects in the centre locks the next moon (equal: Potion before Mineral
     before Herb). One of them lies there; all other cards of the centre leave the game.
  6. Levels are validated, and each brings an incantation. Moon V, the Full Moon, brings one to
     everybody without a level. After moon VIII the circle begins anew at I.

Actions: play an object, an artifact or an incantation; draw two objects or an artifact; break the
Sigil on you, which costs 1 Mineral and 1 Potion; trade your demon, which costs one of each type.
A Sigil on you forbids playing artifacts. When the transients are used up, the game is a draw."""
