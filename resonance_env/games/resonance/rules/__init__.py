"""The rules of Resonance as compiled code over one record a game."""
