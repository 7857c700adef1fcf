"""What searching agents of several games share."""
