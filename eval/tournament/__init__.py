"""Tournaments: the games on disk, ratings, and the report."""
