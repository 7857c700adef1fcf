"""Agents that are trained networks, and the checkpoints that keep them."""
