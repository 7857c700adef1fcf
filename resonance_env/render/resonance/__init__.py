"""Resonance drawn: the table as text."""
