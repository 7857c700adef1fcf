"""The processor cores that this process may use, which can be fewer than there are."""

from __future__ import annotations

import os
from pathlib import Path

CGROUP = Path("/sys/fs/cgroup")


def usable_cores() -> int:
    """Returns the number of cores that this process may use, at least 1: by its affinity and by the limit of its container."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(allowed, _cores_of_quota(CGROUP) or allowed))


def _cores_of_quota(root: Path) -> int | None:
    """Returns the cores that the control group of the process allows, rounded up, or None without a limit."""
    try:
        quota, period = (root / "cpu.max").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        try:
            quota = (root / "cpu" / "cpu.cfs_quota_us").read_text(encoding="ascii")
            period = (root / "cpu" / "cpu.cfs_period_us").read_text(encoding="ascii")
        except (OSError, ValueError):
            return None
    try:
        share, whole = int(quota), int(period)
    except ValueError:  # "max"
        return None
    return -(-share // whole) if share > 0 and whole > 0 else None
