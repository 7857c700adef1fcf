"""Checks of the arrays that compiled code writes to; compiled code trusts their shape and type."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from resonance_env.core.errors import UsageError


def output(out: np.ndarray | None, shape: tuple[int, ...], dtype: type[np.generic]) -> np.ndarray:
    """Returns an array to write to: a new one, or the given one.

    Raises:
        UsageError: it has another shape or type, is not contiguous or cannot be written to.
    """
    if out is None:
        return np.empty(shape, dtype=dtype)
    if not has_form(out, shape, dtype) or not out.flags.c_contiguous or not out.flags.writeable:
        expected = f"a contiguous writable {np.dtype(dtype)} array of shape {shape}"
        raise UsageError(f"expected out to be {expected}, got {form_of(out)}")
    return out


def has_form(array: Any, shape: tuple[int, ...], dtype: type[np.generic]) -> bool:
    """Returns whether a value is an array of this shape and type."""
    return isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype


def saved_array(
    saved: Mapping[str, np.ndarray],
    name: str,
    shape: tuple[int, ...],
    dtype: np.dtype,
    low: int | None = None,
    high: int | None = None,
) -> np.ndarray:
    """Returns an array that was read from a file, after checking what code relies on that takes it for an index or a count.

    Args:
        saved: arrays by name.
        name: of the array.
        shape: that it must have.
        dtype: that it must have.
        low: the lowest allowed entry; None: any.
        high: the highest allowed entry; None: any.

    Raises:
        KeyError: there is none of this name.
        ValueError: it has another shape or type, or an entry is out of range.
    """
    array = saved[name]
    if array.shape != shape or array.dtype != dtype:
        raise ValueError(f"expected {name} as {dtype} {shape}, got {form_of(array)}")
    if array.size and ((low is not None and array.min() < low) or (high is not None and array.max() > high)):
        raise ValueError(f"expected {name} in {low} .. {high}, got {array.min()} .. {array.max()}")
    return array


def form_of(array: Any) -> str:
    """Returns dtype and shape of an array, or the type of any other value."""
    return f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
