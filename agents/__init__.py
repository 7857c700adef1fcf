"""Agents: policies that play seats of any game, from what those seats see."""
