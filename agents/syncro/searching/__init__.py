"""The compiled search of SYNCRO."""
