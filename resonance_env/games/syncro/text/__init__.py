"""Positions and whole games of SYNCRO as text, and a log for people."""
