"""Evaluation: matches between agents on the same deals, and the conclusions they allow."""
