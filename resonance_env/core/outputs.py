"""Checks of the arrays that compiled code writes to; compiled code trusts their shape and type."""

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


def form_of(array: Any) -> str:
    """Returns dtype and shape of an array, or the type of any other value."""
    return f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
