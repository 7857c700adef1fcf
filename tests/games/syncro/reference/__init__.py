"""A second implementation of the rules in plain Python, written from the rules and never from the kernel it checks."""
