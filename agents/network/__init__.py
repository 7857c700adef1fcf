"""Trained networks as agents, and checkpoints."""
