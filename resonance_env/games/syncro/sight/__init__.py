"""Observations: the table of pieces, and the code that writes them."""
