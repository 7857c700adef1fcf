"""One folder a game; nothing outside a game's own folders may know its name."""
