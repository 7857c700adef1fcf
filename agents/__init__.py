"""Agents: policies that play seats of any game from the observations of those seats."""
