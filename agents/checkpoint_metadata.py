"""What a checkpoint says of itself: the game and variant, the network, its training and its measured strength."""

from typing import Annotated, Any, Literal

import msgspec

from resonance_env.core.layout import ObservationKind

MAX_WIDTH = 2**16  # of a layer
_Width = Annotated[int, msgspec.Meta(ge=1, le=MAX_WIDTH)]
_Size = Annotated[int, msgspec.Meta(ge=1, le=2**31)]  # of what a network reads or writes
_Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class RepeatedBlock(msgspec.Struct, frozen=True, array_like=True):
    """The place of the rows about seats in an observation: `repeat` rows of `size` entries, from entry `start` on."""

    start: _Count
    repeat: _Size
    size: _Size


class NetworkSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The architecture of a network.

    Attributes:
        hidden: widths of the hidden layers of the trunk that policy and value share.
        activation: after each hidden layer.
        kind: "mlp" reads the observation as one row; "set" reads all seats with one encoder (`policy_network`).
        seat_width: width of that encoder.
        blocks: the blocks about each seat that it reads; only with kind "set".
        guide: the named agent whose choice is an input with every observation and is followed at first; or None.
        foresight: number of other seats for which the guide's prediction is an input.
        memory: width of the recurrent core (GRU) over the earlier decisions of a seat in a game; 0: none.
    """

    hidden: tuple[_Width, ...]
    activation: Literal["tanh", "relu"]
    kind: Literal["mlp", "set"] = "mlp"
    seat_width: _Width = 64
    blocks: tuple[RepeatedBlock, ...] = ()
    guide: str | None = None
    memory: Annotated[int, msgspec.Meta(ge=0, le=MAX_WIDTH)] = 0
    foresight: _Count = 0

    def __post_init__(self) -> None:
        """Rejects a network that cannot be built.

        Raises:
            ValueError: a set network has no blocks or no hidden layer.
        """
        if self.kind == "set" and not (self.blocks and self.hidden):
            raise ValueError('expected blocks and at least one hidden layer with kind "set"')


SELF_PLAY = "self-play"  # stands for the name of an agent where a score is that of self-play


class MeasuredScore(msgspec.Struct, frozen=True, kw_only=True):
    """The score of a checkpoint against copies of an agent in all other seats; in a cooperative game, with them as partners.

    Attributes:
        score, low, high: wins and shares of draws per game, or the mean score of a cooperative game, with the ends of the 95 %
            interval.
        fair: the score of equal players; None in a cooperative game.
        games, deals, seed: of the measurement; each deal is played from all seats, in self-play once.
        rules_version: of the rules under which it was measured.
    """

    score: float
    low: float
    high: float
    fair: float | None
    games: int
    deals: int
    seed: int
    rules_version: int = 1


class MeasuredGain(msgspec.Struct, frozen=True, kw_only=True):
    """The gain of the best response found against a checkpoint: a lower bound of its exploitability.

    Attributes:
        gain, low, high: score above the fair share against copies in all other seats, with the ends of the 95 % interval.
        by: name of the best responder, as in docs/best-response.md.
        games: number of games of the measurement, on other deals than those of the selection.
        options: options of the search for responders.
        beside: gains of the same search against other agents, by name.
        rules_version: of the rules under which it was measured.
    """

    gain: float
    low: float
    high: float
    by: str
    games: int
    options: dict[str, Any]
    beside: dict[str, float]
    rules_version: int = 1


class TrainingRun(msgspec.Struct, frozen=True, kw_only=True):
    """A training run; `training`, `steps` and `seconds` are as in `CheckpointMetadata`."""

    training: dict[str, Any]
    steps: int
    seconds: float


class CheckpointMetadata(msgspec.Struct, frozen=True, kw_only=True):
    """The metadata of a checkpoint.

    Attributes:
        format: version of this file format.
        name: of the agent, for tables.
        game, players, options, fingerprint: of the variant that it was trained on.
        rules_version: of the rules under which it was trained.
        observation: kind of observation that the network reads.
        observation_size, num_actions: its inputs and outputs.
        layout, actions: digests of the observation layout and of the action table; it plays wherever they are the same.
        network: the network.
        temperature: the temperature at which the agent plays, see `PolicyAgent`.
        weights_sha256: of the weights file.
        seed: of the training run.
        steps: decisions that the run had learned from.
        seconds: wall-clock time of training until then.
        created: when the checkpoint was written, UTC.
        training: the configuration of the run.
        earlier: the runs whose weights it started from, in order.
        versions: of the libraries.
        commit: commit of the code that trained it; empty if unknown.
        scores: measured scores, by the name of the agent in the other seats, or by `SELF_PLAY`.
        best_response: the best gain found against it; None if not measured.
    """

    format: Literal[1] = 1
    name: str
    game: str
    players: int
    options: dict[str, bool | int | float | str | None]
    fingerprint: str
    rules_version: int = 1
    observation: ObservationKind
    observation_size: _Size
    num_actions: _Size
    layout: str
    actions: str
    network: NetworkSpec
    temperature: Annotated[float, msgspec.Meta(ge=0)] = 1.0
    weights_sha256: str = ""
    seed: int
    steps: int
    seconds: float
    created: str
    training: dict[str, Any]
    earlier: tuple[TrainingRun, ...] = ()
    versions: dict[str, str]
    commit: str = ""
    scores: dict[str, MeasuredScore] = {}
    best_response: MeasuredGain | None = None

    def __post_init__(self) -> None:
        """Rejects options that are none of a game.

        Raises:
            ValueError: an option is called as an argument of `GameSpec.variant` is.
        """
        if taken := {"players", "self"} & self.options.keys():
            raise ValueError(f"expected options of the game, got {taken.pop()!r} among them")

    @property
    def runs(self) -> tuple[TrainingRun, ...]:
        """All runs that trained it, in order."""
        return *self.earlier, TrainingRun(training=self.training, steps=self.steps, seconds=self.seconds)
