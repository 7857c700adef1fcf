"""Parses numbers on the command line, with clear errors."""

import contextlib
import math
from typing import Any

from tyro.constructors import ConstructorRegistry, PrimitiveConstructorSpec, PrimitiveTypeInfo

from resonance_env.core.options import plain_number

NUMBERS = ConstructorRegistry()  # for `tyro.cli`


@NUMBERS.primitive_rule
def read_number(info: PrimitiveTypeInfo) -> PrimitiveConstructorSpec[Any] | None:
    """Returns how to read an option that is a number or None, where None can only be the default; no rule for other types."""
    if info.type in (int, int | None):
        return _reader(int, "an integer")
    if info.type in (float, float | None):
        return _reader(float, "a number")
    return None


def _reader(kind: type[int] | type[float], meaning: str) -> PrimitiveConstructorSpec[Any]:
    def read(words: list[str]) -> int | float:
        with contextlib.suppress(ValueError):
            number = plain_number(words[0], kind)
            if not math.isnan(number):
                return number
        raise ValueError(f"expected {meaning}, got {words[0]!r}")

    return PrimitiveConstructorSpec(
        nargs=1,
        metavar=kind.__name__.upper(),
        instance_from_str=read,
        is_instance=lambda value: value is None or isinstance(value, (int, kind)),
        str_from_instance=lambda value: [str(value)],
    )
