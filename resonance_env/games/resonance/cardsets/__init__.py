"""Card sets as data: files, checks, and the table that the rules read."""
