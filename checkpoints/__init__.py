"""Trained agents that come with the package: weights beside a JSON card that says what they are and how strong they were."""
