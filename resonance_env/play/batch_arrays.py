"""The arrays of a batch of games, new or given and checked, with rows of all seats or of the seats that are asked."""

import itertools
from collections.abc import Mapping
from typing import Literal

import numpy as np

from resonance_env.core.errors import OptionError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.outputs import form_of, has_form
from resonance_env.core.spec import Variant
from resonance_env.core.stepping import AskedArrays, SeatArrays
from resonance_env.play import checks

RowKind = Literal["all", "asked"]

Form = tuple[tuple[int, ...], type[np.generic]]

# Arrays with a row per seat that is asked.
ROW_ARRAYS = ("observation", "legal", "game", "seat")


def most_rows(variant: Variant, num_games: int) -> int:
    """Returns how many seats can be asked at once in that many games."""
    return num_games * variant.num_seats if variant.spec.simultaneous else num_games


def forms(variant: Variant, num_games: int, rows: RowKind, observation: ObservationKind) -> dict[str, Form]:
    """Returns shape and type of each array that may be given from outside, by name."""
    seats = (num_games, variant.num_seats)
    size, num_actions = variant.layout(observation).size, variant.num_actions
    of_games: dict[str, Form] = {
        "acting": (seats, np.bool_),
        "reward": (seats, np.float32),
        "done": ((num_games,), np.bool_),
        "truncated": ((num_games,), np.bool_),
    }
    if rows == "all":
        return {
            "observation": ((*seats, size), np.int8),
            "legal": ((*seats, num_actions), np.int8),
            **of_games,
            "final_observation": ((*seats, size), np.int8),
        }
    most = most_rows(variant, num_games)
    return {
        "observation": ((most, size), np.int8),
        "legal": ((most, num_actions), np.int8),
        "game": ((most,), np.int64),
        "seat": ((most,), np.int64),
        **of_games,
    }


def make_arrays(
    variant: Variant, num_games: int, rows: RowKind, observation: ObservationKind, buffers: Mapping[str, np.ndarray]
) -> SeatArrays | AskedArrays:
    """Returns the arrays of a batch: those given, by name, and new ones.

    Raises:
        OptionError: a given array has an unknown name, does not pass `check_buffer`, or shares memory with another.
    """
    wanted = forms(variant, num_games, rows, observation)
    checks.check_names(buffers, list(wanted))
    for name, buffer in buffers.items():
        check_buffer(name, buffer, wanted[name], may_be_longer=rows == "asked" and name in ROW_ARRAYS)
    for one, other in itertools.combinations(buffers, 2):
        if np.may_share_memory(buffers[one], buffers[other]):
            raise OptionError(f"expected buffers apart from each other, got {one!r} and {other!r} in the same memory")
    arrays = {name: buffers[name] if name in buffers else np.zeros(*form) for name, form in wanted.items()}
    final_games = variant.new_games(num_games)
    if rows == "all":
        return SeatArrays(final_games=final_games, **arrays)
    shown = np.ones((num_games, variant.num_seats), dtype=np.bool_)
    return AskedArrays(final_games=final_games, shown=shown, **arrays)


def check_buffer(name: str, buffer: np.ndarray, form: Form, *, may_be_longer: bool) -> None:
    """Checks an array that compiled code will write to.

    Raises:
        OptionError: it has another type or shape (with `may_be_longer`, fewer rows), is not C-contiguous or not writable.
    """
    shape, dtype = form
    if may_be_longer and isinstance(buffer, np.ndarray) and buffer.ndim == len(shape) and len(buffer) > shape[0]:
        shape = (len(buffer), *shape[1:])
    if not has_form(buffer, shape, dtype):
        at_least = "at least " if may_be_longer else ""
        raise OptionError(
            f"expected buffer {name!r} to be an array {np.dtype(dtype)} {at_least}{form[0]}, got {form_of(buffer)}"
        )
    if not buffer.flags.c_contiguous or not buffer.flags.writeable:
        raise OptionError(f"expected buffer {name!r} to be C-contiguous and writable, got one that is not")
