"""Positions and whole games as text, and the log of a game for people."""
