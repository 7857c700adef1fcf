"""The options of `resonance train`: one dataclass for configuration and command line."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from resonance_env.core.rewards import RewardKind
from resonance_env.games import DEFAULT_GAME
from resonance_env.play.arguments import OptionalAgent, OptionalInt
from resonance_env.play.game_choice import GameChoice

EXTENDABLE = ("minutes", "decisions", "threads", "measurements", "checkpoint_minutes")  # may change when a run is resumed


@dataclass(frozen=True)
class TrainConfig(GameChoice):
    """Trains one policy that plays all seats against itself (PPO), and writes checkpoints."""

    out: Path = Path("runs/latest")
    """Folder of the run: checkpoints, TensorBoard logs, this configuration, and the state for --resume. A folder with
    anything else is rejected, and so is an earlier run with a checkpoint unless --resume or --overwrite is given."""

    resume: bool = False
    """Continue the run at --out from its last checkpoint. Its options are kept; only --minutes, --decisions, --threads,
    --measurements and --checkpoint-minutes may change. --minutes alone also replaces a budget of decisions."""

    overwrite: bool = False
    """Delete an earlier run at --out and begin a new one there."""

    minutes: float = 2.0
    """Minutes of training, in wall-clock time without compilation; measurements count."""

    decisions: OptionalInt = None
    """Stop after that many decisions of the learner instead, rounded up to whole rollouts. Then the same seed gives the same
    weights."""

    seed: int = 0
    """Seed of deals, network and actions."""

    game: str = DEFAULT_GAME
    """The game."""

    observation: Literal["table", "recall"] = "table"
    """The observation: what lies on the table, or also what a perfect memory would know."""

    start_from: OptionalAgent = None
    """A checkpoint from whose weights training starts, instead of random weights; for the same game, options, players,
    observation and network. Only the guide may differ, and with --network mlp --foresight may be added. If it was trained with
    --central-critic, its value head starts untrained."""

    network: Literal["mlp", "set"] = "mlp"
    """"mlp" reads the observation as one row; "set" reads all seats with one shared encoder first."""

    hidden: tuple[int, ...] = (256, 256)
    """Widths of the hidden layers of the trunk that policy and value share."""

    seat_width: int = 64
    """Width of the encoder of seats; with --network set."""

    memory: Annotated[int, tyro.conf.arg(metavar="WIDTH")] = 0
    """Width of a recurrent core (GRU) beside the trunk, over each seat's own decisions in a game and its observations there;
    0: no memory."""

    activation: Literal["tanh", "relu"] = "relu"
    """Activation after each hidden layer."""

    central_critic: bool = False
    """Estimate values with a second network that sees the full position; it is used in training only. The checkpoint's own
    value head is not trained then."""

    num_games: int = 128
    """Games played at a time."""

    rollout: int = 32
    """Steps of each game between two updates."""

    minibatch: int = 2048
    """Decisions in one gradient step."""

    epochs: int = 2
    """Number of passes over the decisions of an update."""

    learning_rate: float = 1e-3
    """Initial learning rate of Adam; decays linearly to 0 at the end."""

    entropy: float = 0.03
    """Initial entropy weight in the loss: a higher weight keeps the policy exploring for longer."""

    entropy_end: float = 0.01
    """Entropy weight at the end; it changes linearly."""

    gamma: float = 1.0
    """Discount from one decision of a seat to its next; 1 is safe where games are short."""

    gae_lambda: float = 0.95
    """Lambda of generalised advantage estimation: weight of longer returns."""

    clip: float = 0.2
    """Clip range of the probability ratio."""

    value_weight: float = 0.5
    """Weight of the value loss."""

    max_gradient: float = 0.5
    """Norm to which gradients are clipped."""

    reward: RewardKind | None = None
    """What the learner is paid: the game's own rewards by default; "win" pays 1 to winners and 0 to all others at the end
    instead, where sides win or lose."""

    max_cycles: OptionalInt = None
    """Steps after which a game is truncated, and learned from with the estimated value of its last position; by default the
    game's own bound, if it has one."""

    shaping: float = 0.0
    """Weight of a potential-based reward for progress towards winning, discounted by gamma, which does not change the optimal
    policy. Decays linearly to 0 at the end of the run."""

    pool_share: float = 0.0
    """Share of the games in which past selves hold some of the seats."""

    pool_every: int = 10
    """Updates between two past selves that join the pool; the first one is the untrained network."""

    pool_size: int = 20
    """Size of the pool; the oldest past selves leave."""

    pool_sampling: Literal["uniform", "recent"] = "uniform"
    """How the past self of a rollout is drawn for all these games: uniformly, or in proportion to its rank (newer ones are
    likelier)."""

    opponents: tuple[str, ...] = ()
    """Fixed opponents: names of agents or folders of checkpoints, as in `resonance eval`. The folder of a run means its newest
    checkpoint when training begins, here and wherever an agent is given."""

    opponent_share: float = 0.25
    """Share of the games in which fixed opponents, if given, hold some of the seats."""

    learner_seats: Literal["any", "one"] = "any"
    """Number of seats (in teams, sides) that the learner holds in games with past selves or fixed opponents: "any", drawn for
    every game, or always "one", as in a best response; with --opponents or --pool-share."""

    other_play: bool = False
    """Let every seat of the learner see and act under a relabelling of its own that leaves the game as it is, drawn for each
    episode, so that partners cannot agree on labels without a meaning (Other-Play, arXiv 2003.02979). A guide, as a part of the
    policy, is relabelled too; a teacher labels under the game's own labels."""

    magnet: float = 0.0
    """Weight of the KL divergence from the policy to a magnet, an older copy of itself (MMD, arXiv 2206.05825)."""

    magnet_every: int = 20
    """Updates after which the magnet is replaced by the current policy."""

    teacher: OptionalAgent = None
    """An agent that labels the learner's decisions; the loss draws the learner towards its labels early in the run."""

    guide: OptionalAgent = None
    """A named agent, not a checkpoint in a folder, whose choice is an input of the network with every observation. The network
    follows it at first, so training starts at its strength and learns when to deviate. It must be deterministic and see the
    same kind of observation."""

    foresight: bool = False
    """Add the guide's choices in the seats that choose at the same time as inputs, as far as the learner's observation
    determines them; with --observation recall, in games that can sample worlds."""

    teacher_weight: float = 1.0
    """Initial weight of the cross-entropy with the teacher's choices in the loss."""

    teacher_share: float = 0.5
    """Share of the run after which the teacher's weight is 0; it decays linearly until then."""

    demonstrations: Annotated[tuple[str, ...], tyro.conf.arg(metavar="FOLDER [FOLDER ...]")] = ()
    """Folders of tournaments played with `resonance tournament --record AGENT`: the loss draws the learner towards that
    agent's actions (behaviour cloning)."""

    demonstration_weight: float = 1.0
    """Initial weight of the cross-entropy with the demonstrations in the loss; decays linearly to 0 at the end of the run."""

    demonstration_batch: int = 256
    """Demonstrations in one gradient step, beside the minibatch of own decisions."""

    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Device of the networks; "auto" takes a GPU if there is one."""

    precision: Literal["float32", "bfloat16"] = "float32"
    """Precision of matrix products: "bfloat16" is about three times faster on processors with AMX, and slower on others."""

    threads: int = 1
    """Threads of PyTorch. More threads gain little with such small networks, and on a loaded machine they can be many times
    slower, since threads wait for each other."""

    measurements: int = 6
    """Number of measurements of the score, spread evenly over the run, the last at its end."""

    measure_games: int = 400
    """Games of each measurement against each agent."""

    measure_against: tuple[str, ...] = ()
    """Agents to measure against; default: the game's baselines (`resonance agents` marks them). Several agents of one name are
    numbered."""

    checkpoint_minutes: float = 5.0
    """Minutes between checkpoints; there is always one at the end. A killed run loses the work after the last."""
