"""Statistics of the cards of Let's Summon Demons from its games."""

from resonance_env.eval.summon_demons.card_facts import FACTS

__all__ = ["FACTS"]
