"""How much a single opponent who knows an agent gains against copies of it."""
