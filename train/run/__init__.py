"""A training run: its configuration, folder, budget, measurements and saved state."""
