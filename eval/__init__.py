"""Evaluation: matches between agents on the same deals, and what may be concluded from them."""
