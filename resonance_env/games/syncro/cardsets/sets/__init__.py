"""The shipped card sets, as TOML files."""
