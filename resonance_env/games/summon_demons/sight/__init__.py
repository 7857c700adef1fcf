"""What each seat sees: observations, written and read back."""
