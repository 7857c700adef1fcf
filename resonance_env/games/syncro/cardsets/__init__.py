"""Card sets: the record that the rules read, and the files that it is read from."""
