"""Exact evaluation of small games: the whole tree, best responses, NashConv and a reference equilibrium."""
