"""The parameters of a search; no compiled code."""

from resonance_env.agents.registry import Parameter

# The models of seats in playouts; `searching/kernel.py` has the codes in this order.
MODEL_NAMES = ("random", "greedy", "planner")

PARAMETERS = (
    Parameter("sims", int, 200, "Simulations per decision.", low=1, high=1_000_000),
    Parameter("opponent", str, "greedy", "Model of the other seats.", MODEL_NAMES),
    Parameter("own", str, "greedy", "Model of its own later decisions.", MODEL_NAMES),
    Parameter("turns", int, 4, "Turns after the current one to simulate; 0: to the end.", low=0, high=10_000),
    Parameter("arms", int, 4, "Answers to try: those that a planner values most.", low=2, high=109),
    Parameter("trust", int, 8, "Simulations that the planner's value of an answer counts as.", low=0, high=1_000_000),
    Parameter("noise", float, 0.05, "Probability that an answer in a simulation is random.", low=0, high=1),
)
