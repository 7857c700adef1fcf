"""Trained agents that come with the package: weights beside JSON metadata that says what they are and how strong they were."""
