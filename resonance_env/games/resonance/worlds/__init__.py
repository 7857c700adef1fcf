"""Sampling of full positions that are consistent with a seat's observation."""
