"""The tables of a card-set file as typed structures: what `cards.md` calls the file."""

from typing import Annotated, Literal

import msgspec

from resonance_env.core.card_tables import TomlTable
from resonance_env.games.syncro.rules import vocabulary as v

FORMAT = 1
MAX_CHAPTERS = 2
MAX_COPIES_OF_SPELL = 30

MonsterKind = Literal["plain", "mushroom", "golem", "dragon"]
LieutenantPower = Literal["growing", "fog", "reward"]
BossPower = Literal["dragon", "golem"]
RewardEffect = Literal["draw", "show", "weaken", "calm", "hold", "pool"]
FogEffect = Literal["draw", "reward", "lift", "lose", "pass_left", "force", "costly", "mute"]
# The greatest `n` of the effects that have one.
MOST_OF_REWARD = {"draw": 8, "weaken": 9}
MOST_OF_FOG = {"draw": 8, "lose": 8, "reward": 3, "force": 5, "costly": 5}

Force = Annotated[int, msgspec.Meta(ge=1, le=v.MAX_FORCE)]
Copies = Annotated[int, msgspec.Meta(ge=0, le=v.MAX_COPIES)]
More = Annotated[int, msgspec.Meta(ge=-v.MAX_COPIES, le=v.MAX_COPIES)]
LevelNumber = Annotated[int, msgspec.Meta(ge=1, le=v.MAX_LEVELS)]


class Table(TomlTable, omit_defaults=True):
    """A table of the file."""


class Spell(Table):
    """Spells of a value (SY-BOX-2)."""

    value: Annotated[int, msgspec.Meta(ge=1, le=v.MAX_VALUE)]
    copies: Annotated[int, msgspec.Meta(ge=1, le=MAX_COPIES_OF_SPELL)]
    level: LevelNumber = 1


class Monster(Table):
    """A kind of Monsters (SY-BOX-3)."""

    name: str
    kind: MonsterKind
    force: Force
    copies: Copies
    level: LevelNumber = 1
    replay: More = 0


class Lieutenant(Table):
    """One Lieutenant (SY-LIEU)."""

    name: str
    force: Force
    powers: list[LieutenantPower] = msgspec.field(default_factory=list)


class Reward(Table):
    """A kind of Rewards (SY-REWARD)."""

    name: str
    effect: RewardEffect
    copies: Copies
    n: int | None = None
    replay: More = 0


class Fog(Table):
    """A kind of Fog (SY-FOG)."""

    name: str
    effect: FogEffect
    copies: Copies
    n: int | None = None
    replay: More = 0


class Boss(Table):
    """The Boss of a level (SY-BOSS-1, SY-FINAL-3)."""

    name: str
    force: Force
    powers: list[BossPower] = msgspec.field(default_factory=list)
    grow: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


class Cerberus(Table):
    """Both Cerberi of a level (SY-FINAL-2)."""

    force: Force


class Horde(Table):
    """The plan of a level for some numbers of mages (SY-SET-5)."""

    players: list[int]
    rows: list[str]


class Level(Table):
    """A level (SY-BOX-5)."""

    number: LevelNumber
    horde: list[Horde]
    boss: Boss | None = None
    cerberus: Cerberus | None = None


class Document(Table):
    """A whole file, checked."""

    format: Annotated[int, msgspec.Meta(ge=FORMAT, le=FORMAT)]
    name: str
    chapters: list[int]
    hand: dict[str, int]
    reward_level: int
    sum_level: int
    spell: list[Spell]
    monster: list[Monster]
    level: list[Level]
    lieutenant: list[Lieutenant] = msgspec.field(default_factory=list)
    reward: list[Reward] = msgspec.field(default_factory=list)
    fog: list[Fog] = msgspec.field(default_factory=list)
