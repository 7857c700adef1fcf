"""The parameters of a search; no compiled code."""

from resonance_env.agents.registry import Parameter
from resonance_env.agents.syncro.style_names import AGENT_WEIGHTS, STYLES

# The models of seats in playouts: agents of `style_names.py`.
MODEL_NAMES = tuple(AGENT_WEIGHTS)

PARAMETERS = (
    Parameter("sims", int, 200, "Simulations per decision.", low=1, high=1_000_000),
    Parameter("opponent", str, "signaller", "Model of the other mages.", MODEL_NAMES),
    Parameter("own", str, "signaller", "Model of its own later decisions.", MODEL_NAMES),
    Parameter("style", str, "balanced", "Style that it believes all mages to have.", tuple(STYLES)),
    Parameter("arms", int, 6, "Answers to try: those that the model of itself values most.", low=2, high=89),
    Parameter("trust", float, 0.03, "How much better than the model's answer another one must score.", low=0.0, high=1.0),
    Parameter("noise", float, 0.0, "Probability of a random answer.", low=0.0, high=1.0),
)
