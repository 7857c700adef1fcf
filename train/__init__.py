"""Training: agents that learn by self-play."""
