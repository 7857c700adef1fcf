"""How much a single opponent that knows an agent gains against copies of it."""
