"""Statistics of the cards of Resonance from its games."""

from resonance_env.eval.resonance.card_facts import FACTS

__all__ = ["FACTS"]
