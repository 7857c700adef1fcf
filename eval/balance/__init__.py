"""How even the cards of a game are."""
