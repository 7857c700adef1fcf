"""A training run: its configuration, folder, budget, measurements and what it needs to go on."""
