"""Parameters and keys of searching agents; no compiled code."""

from collections.abc import Mapping, Sequence

import numpy as np

from resonance_env.agents.registry import Parameter, ParameterValue
from resonance_env.core.errors import OptionError
from resonance_env.core.suggest import nearest

RANDOM_BITS, WORD_BITS = 53, 32  # of a uniform number, and of each half of a key


def search_values(parameters: Sequence[Parameter], given: Mapping[str, ParameterValue]) -> dict[str, ParameterValue]:
    """Returns a value for each parameter of an agent `search`: the given values, else the defaults.

    Raises:
        OptionError: an unknown parameter, or a value that is not allowed.
    """
    values: dict[str, ParameterValue] = {parameter.name: parameter.default for parameter in parameters}
    for name in given:
        if name not in values:
            raise OptionError(
                f"expected a parameter of 'search', one of {', '.join(values)}; got {name!r}{nearest(name, values)}"
            )
    for parameter in parameters:
        if parameter.name in given:
            try:
                values[parameter.name] = parameter.parse(str(given[parameter.name]))
            except ValueError as error:
                raise OptionError(f"agent 'search', parameter {parameter.name!r}: {error}") from None
    return values


def key_words(uniform: np.ndarray) -> np.ndarray:
    """Returns int64 `[row, 2]`: 32-bit words that seed the search of each row, from float64 `[row]` in [0, 1)."""
    high, low = np.divmod(uniform * 2.0**RANDOM_BITS, 2.0**WORD_BITS)
    return np.stack([low, high], axis=1).astype(np.int64)
