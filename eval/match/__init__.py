"""Many games between agents on given deals, and the score of one agent."""
