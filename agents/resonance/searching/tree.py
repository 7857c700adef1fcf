"""Statistics of a search: one node per decision, identified by a summary of what the deciding seat knows.

A node belongs to a seat and a key: the path of its own decisions so far, and the kind of question. Other hands, other choices
and chance are not part of it, so all worlds share the nodes (an information set tree, Cowling, Powley and Whitehouse 2012, with
the open loop of Perez Liebana et al., "Open Loop Search for General Video Game Playing", GECCO 2015). If seats choose at once,
each has its own node and chooses without knowing the others: decoupled UCT (Finnsson and Björnsson, "Simulation-Based Approach
to General Game Playing", AAAI 2008; Tak, Lanctot and Winands, "Monte Carlo Tree Search Variants for Simultaneous Move Games",
CIG 2014).
"""

import math

import numpy as np

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import actions as act

MAX_NODES = 512
NUM_SLOTS = 1024  # of the hash table; a power of two
NO_NODE = -1
HASH_FACTOR = 1_000_003
HASH_MASK = 0x3FFFFFFFFFFF

TREE = np.dtype(
    (
        np.record,
        [
            ("num_nodes", "i4"),
            ("slot", "i4", (NUM_SLOTS,)),  # [slot] node + 1, or 0
            ("key", "i8", (MAX_NODES,)),  # [node]
            ("visits", "i4", (MAX_NODES,)),  # [node]
            ("prior", "i2", (MAX_NODES,)),  # [node] the model's action
            ("tries", "i4", (MAX_NODES, act.NUM_ACTIONS)),  # [node, action]
            ("total", "f8", (MAX_NODES, act.NUM_ACTIONS)),  # [node, action] sum of values
        ],
    )
)


@inlined
def clear_tree(tree):
    """Removes all nodes."""
    for node in range(tree["num_nodes"]):
        tree["visits"][node] = 0
        for action in range(act.NUM_ACTIONS):
            tree["tries"][node, action] = 0
            tree["total"][node, action] = 0.0
    for slot in range(NUM_SLOTS):
        tree["slot"][slot] = 0
    tree["num_nodes"] = 0


@compiled
def extend_key(key, code):
    """Returns the key of a path extended by a code (0 or more)."""
    return ((key * HASH_FACTOR + code + 1) ^ (key >> 21)) & HASH_MASK


@compiled
def find_node(tree, key, prior):
    """Returns the node of a key, a new one with `prior` as the model's action if needed, or NO_NODE if there is no room."""
    slot = (key ^ (key >> 13)) & (NUM_SLOTS - 1)
    while tree["slot"][slot]:
        node = int(tree["slot"][slot]) - 1
        if tree["key"][node] == key:
            return node
        slot = (slot + 1) & (NUM_SLOTS - 1)
    if tree["num_nodes"] == MAX_NODES:
        return NO_NODE
    node = int(tree["num_nodes"])
    tree["num_nodes"] += 1
    tree["slot"][slot] = node + 1
    tree["key"][node] = key
    tree["prior"][node] = prior
    return node


@compiled
def select(tree, node, legal, trust, explore):
    """Returns the legal action with the highest upper bound (PUCT: Silver et al., Nature 550, 2017, equation of the methods).

    The model's action has the prior `trust`, the others share the rest; an untried action counts as the node's mean.
    The model's action is tried first.
    """
    visits = int(tree["visits"][node])
    prior = int(tree["prior"][node])
    if visits == 0 and legal[prior]:
        return prior
    options, total = 0, 0.0
    for action in range(act.NUM_ACTIONS):
        options += legal[action] != 0
        total += tree["total"][node, action]
    mean = total / max(visits, 1)
    share = (1.0 - trust) / max(options - 1, 1)
    root = explore * math.sqrt(float(visits))
    best, best_score = -1, 0.0
    for action in range(act.NUM_ACTIONS):
        if not legal[action]:
            continue
        tries = int(tree["tries"][node, action])
        value = tree["total"][node, action] / tries if tries else mean
        score = value + root * (trust if action == prior else share) / (1 + tries)
        if best < 0 or score > best_score:
            best, best_score = action, score
    return best


@inlined
def update(tree, node, action, value):
    """Adds the value of a playout for the node's seat."""
    tree["visits"][node] += 1
    tree["tries"][node, action] += 1
    tree["total"][node, action] += value
