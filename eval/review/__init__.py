"""Reviews of played games: what an agent would have done, and what each choice cost."""
