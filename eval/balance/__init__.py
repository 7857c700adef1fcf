"""The balance of the cards of a game."""
