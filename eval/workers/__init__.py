"""Units of work on local processes."""
