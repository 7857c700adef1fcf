"""One module per sub-command of `resonance`: `Options`, a dataclass that tyro fills, and `run`, which does the work."""
