"""SYNCRO: the rules (`rules.md`) as code."""
