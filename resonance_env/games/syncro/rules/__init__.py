"""The rules, compiled: one game is one record, and every function changes one record in place."""
