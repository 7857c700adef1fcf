"""Card sets as data: files, checks, and the record that the rules read."""
