"""What clients send, checked by type when it is read."""

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from resonance_env.serve.errors import ClientError

Word = Annotated[str, Meta(max_length=64)]
AgentText = Annotated[str, Meta(max_length=300)]
OptionValue = bool | int | Annotated[str, Meta(max_length=300)] | None

T = TypeVar("T")


class Join(Struct, tag="join", tag_field="type", forbid_unknown_fields=True):
    """The first message over a socket: the key of a seat or of a spectator."""

    key: Word


class Choose(Struct, tag="choose", tag_field="type", forbid_unknown_fields=True):
    """An action, by name, of the client's seat in a step of the game."""

    step: Annotated[int, Meta(ge=0)]
    action: Word


class Why(Struct, tag="why", tag_field="type", forbid_unknown_fields=True):
    """The question why an action, by name, is not legal now."""

    action: Word


Message = Join | Choose | Why


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to set up.

    Attributes:
        game: its name.
        players: number of persons.
        options: values of options of the game.
        holders: who plays, for each person: PERSON or the text of an agent.
        shuffle: whether they sit down at random.
        seed: of the game; None for a secret one.
    """

    game: Word
    players: int
    options: Annotated[dict[Word, OptionValue], Meta(max_length=50)]
    holders: Annotated[list[AgentText], Meta(max_length=16)]
    shuffle: bool = False
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None  # what JavaScript can represent


class GameText(Struct, forbid_unknown_fields=True):
    """A saved game to watch."""

    text: str


class Retry(Struct, forbid_unknown_fields=True):
    """A table that goes on from a position of a saved game.

    Attributes:
        position: number of steps before it.
        seat: the seat that a person plays, with all others of the same holder.
        opponents: the agent that plays all other seats.
    """

    position: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0, lt=16)]
    opponents: AgentText


PERSON = "person"


def read(data: bytes | str, kind: type[T] | object) -> T:
    """Returns a message or the body of a request.

    Raises:
        ClientError: it is not JSON of this type.
    """
    try:
        message: T = msgspec.json.decode(data, type=kind)
        return message
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ClientError(f"expected another message: {' '.join(str(error).split())}") from None
