"""Arrays that compiled code writes to, which trusts their shape and type."""

from __future__ import annotations

from typing import Any

import numpy as np

from resonance_env.core.errors import UsageError


def output(out: np.ndarray | None, shape: tuple[int, ...], dtype: type[np.generic]) -> np.ndarray:
    """Returns an array to be written to: a new one, or the one that was given.

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
    """Returns whether something is an array of a shape and type."""
    return isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype


def form_of(array: Any) -> str:
    """Returns type and shape of an array, or what it is instead."""
    return f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
