"""The parameters of a search; no compiled code."""

from resonance_env.agents.registry import Parameter

# The models of seats in playouts; `models.py` has the codes in this order.
MODEL_NAMES = ("random", "greedy", "planner", "mixed")
MAX_DEPTH = 16

PARAMETERS = (
    Parameter("sims", int, 200, "Simulations per decision.", low=1, high=1_000_000),
    Parameter("opponent", str, "mixed", "Model of the other seats; mixed: planners, one in four greedy.", MODEL_NAMES),
    Parameter("own", str, "planner", "Model of its own later decisions.", MODEL_NAMES),
    Parameter("rounds", int, 2, "Rounds after the current one to simulate; 0: to the end.", low=0, high=99),
    Parameter("noise", float, 0.1, "Probability that an action in a simulation is random.", low=0, high=1),
    Parameter(
        "adapt", float, 0.25, "Probability that simultaneous choosers adapt instead of following their models.", low=0, high=1
    ),
    Parameter("depth", int, 6, "Own decisions after the first that the tree covers.", low=0, high=MAX_DEPTH),
    Parameter("trust", float, 0.6, "Prior probability of the model's action in the tree.", low=0, high=1),
    Parameter("explore", float, 0.15, "Weight of exploration in the tree.", low=0, high=100),
)
