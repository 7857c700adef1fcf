"""Publishes trained checkpoints with the package."""
