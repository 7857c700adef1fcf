"""Training: agents that learn from playing against themselves."""
