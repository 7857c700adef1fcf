"""A running game: who sits where, who is asked, what is checked, one game or a batch; it knows no framework."""
