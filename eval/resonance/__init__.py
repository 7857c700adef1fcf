"""What the games of Resonance tell about its cards."""

from resonance_env.eval.resonance.card_facts import FACTS

__all__ = ["FACTS"]
