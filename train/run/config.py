"""The options of `resonance train`: one dataclass is configuration and command line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from resonance_env.games import DEFAULT_GAME
from resonance_env.play.game_choice import GameChoice

EXTENDABLE = ("minutes", "decisions", "threads", "measurements", "checkpoint_minutes")  # may change when a run is resumed


@dataclass(frozen=True)
class TrainConfig(GameChoice):
    """Trains one policy that plays all seats against itself (PPO), and writes checkpoints."""

    out: Path = Path("runs/latest")
    """Folder of the run: checkpoints, TensorBoard logs, this configuration, and what --resume needs. A run that is there
    already is kept as OUT.previous, and an older OUT.previous is deleted; a folder with anything else in it is refused."""

    resume: bool = False
    """Go on with the run at --out where its last checkpoint was written. Its options are kept; only --minutes, --decisions,
    --threads, --measurements and --checkpoint-minutes may be given anew. --minutes alone replaces a budget of decisions too."""

    minutes: float = 2.0
    """How long to train, in wall time without compiling; measuring counts."""

    decisions: Annotated[int | None, tyro.conf.arg(metavar="INT")] = None
    """Stop after so many decisions of the learner instead, rounded up to whole rollouts. With it the same seed gives the same
    weights."""

    seed: int = 0
    """Seed of deals, network and actions."""

    game: str = DEFAULT_GAME
    """The game."""

    observation: Literal["table", "recall"] = "table"
    """What the agent sees: what lies on the table, or also what a perfect memory would know."""

    start_from: Annotated[str | None, tyro.conf.arg(metavar="AGENT")] = None
    """A checkpoint whose weights training begins with, instead of random ones; made for this game, these cards and players, the
    same observation and the same network; only the guide may be another one, and with --network mlp --foresight new. If it was
    trained with --central-critic, its estimates of values begin untrained."""

    network: Literal["mlp", "set"] = "mlp"
    """"mlp" reads the observation as one row; "set" reads all seats with one shared encoder first."""

    hidden: tuple[int, ...] = (256, 256)
    """Widths of the hidden layers of the trunk that policy and value share."""

    seat_width: int = 64
    """Width of the encoder of seats; with --network set."""

    memory: Annotated[int, tyro.conf.arg(metavar="WIDTH")] = 0
    """Width of a recurrent core (GRU) beside the trunk, with which every seat remembers its own decisions of a game and what it
    saw at them; 0: no memory."""

    activation: Literal["tanh", "relu"] = "relu"
    """What follows each hidden layer."""

    central_critic: bool = False
    """Estimate values by a second network that sees the full position; it is needed for training only. The checkpoint's own
    estimates are not trained then."""

    num_games: int = 128
    """Games played at a time."""

    rollout: int = 32
    """Steps of each game between two updates."""

    minibatch: int = 2048
    """Decisions in one gradient step."""

    epochs: int = 2
    """How often each decision is learned from."""

    learning_rate: float = 1e-3
    """Step size of Adam at the beginning; falls in a straight line to nothing at the end."""

    entropy: float = 0.03
    """Weight of the policy's entropy in the loss at the beginning: more keeps it trying things for longer."""

    entropy_end: float = 0.01
    """The same at the end; it changes in a straight line."""

    gamma: float = 1.0
    """Discount from one decision of a seat to its next; a game is short, so 1 is no danger."""

    gae_lambda: float = 0.95
    """Weight of longer returns in the advantages."""

    clip: float = 0.2
    """How far the probability of an action may move in one update, as a ratio."""

    value_weight: float = 0.5
    """Weight of the value's error in the loss."""

    max_gradient: float = 0.5
    """Longer gradients are shortened to this norm."""

    reward: Literal["zero_sum", "win"] = "zero_sum"
    """At the end: payoffs that sum to zero, or 1 for winners and 0 for all others."""

    shaping: float = 0.0
    """Reward for progress towards winning, discounted by gamma and taken back at the end (potential-based, so what is
    optimal stays the same). Falls in a straight line to nothing at the end of the run."""

    pool_share: float = 0.0
    """Share of the games in which past selves hold some of the seats."""

    pool_every: int = 10
    """Updates between two past selves that join the pool; the first is the untrained network."""

    pool_size: int = 20
    """Past selves in the pool; the oldest leave."""

    pool_sampling: Literal["uniform", "recent"] = "uniform"
    """Each rollout, one past self is drawn for all these games: any, or a newer one more likely (in proportion to its rank)."""

    opponents: tuple[str, ...] = ()
    """Fixed opponents: names of agents or folders of checkpoints, as in `resonance eval`. The folder of a run means its newest
    checkpoint when training begins, here and wherever an agent is given."""

    opponent_share: float = 0.25
    """Share of the games in which fixed opponents hold some of the seats, if there are any."""

    learner_seats: Literal["any", "one"] = "any"
    """Where past selves or fixed opponents play: how many seats (in teams, sides) the learner holds, "any" number, drawn anew
    for every game, or always "one", as when a best response is looked for; with --opponents or --pool-share."""

    magnet: float = 0.0
    """Weight of the divergence from the policy to a magnet, an older copy of itself (MMD, arXiv 2206.05825)."""

    magnet_every: int = 20
    """Updates after which the magnet becomes the policy as it is."""

    teacher: Annotated[str | None, tyro.conf.arg(metavar="AGENT")] = None
    """An agent that says what it would do in the learner's place; the learner is drawn towards that at the beginning."""

    guide: Annotated[str | None, tyro.conf.arg(metavar="AGENT")] = None
    """An agent with a name, not a checkpoint in a folder, whose choice the network is told with every observation and follows
    at first: training begins at its strength and looks for where to leave it. It must not draw at random and must see the same
    kind of observation."""

    foresight: bool = False
    """Also tell the network what the guide would do in the seats that choose at the same time, as far as what the learner sees
    lets her know; with --observation recall, in games that can sample worlds."""

    teacher_weight: float = 1.0
    """Weight of the cross-entropy with the teacher's choices in the loss at the beginning."""

    teacher_share: float = 0.5
    """Share of the run after which the teacher has left; its weight falls to nothing in a straight line until then."""

    demonstrations: Annotated[tuple[str, ...], tyro.conf.arg(metavar="FOLDER [FOLDER ...]")] = ()
    """Folders of tournaments played with `resonance tournament --record AGENT`: the learner is drawn towards what that agent
    did in them."""

    demonstration_weight: float = 1.0
    """Weight of the cross-entropy with the demonstrations in the loss at the beginning; falls in a straight line to nothing at
    the end of the run."""

    demonstration_batch: int = 256
    """Demonstrations in one gradient step, beside the minibatch of own decisions."""

    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Where the networks are computed; "auto" takes a GPU if there is one."""

    precision: Literal["float32", "bfloat16"] = "float32"
    """How matrix products are computed: "bfloat16" is about three times faster on processors with AMX, and slower on others."""

    threads: int = 1
    """Threads of PyTorch. With such small networks more gain little, and where other programs want the cores too they
    can be many times slower, since threads wait for each other."""

    measurements: int = 6
    """How often the score is measured, evenly over the run, the last time at its end."""

    measure_games: int = 400
    """Games of each such measurement against each agent."""

    measure_against: tuple[str, ...] = ()
    """Against whom; by default, the game's yardsticks (`resonance agents` marks them). Where several have one name, the later
    ones are numbered."""

    checkpoint_minutes: float = 5.0
    """Minutes between checkpoints; there is always one at the end. What a killed run loses is what came after the last."""
