"""The agent `planner`: takes the answer after which its side's expected chance to win is best.

It tries its answers on copies of the position that it sees, with the rules themselves, and lets the roll in progress be
resolved: later questions of the same roll are answered as `greedy` does, and what is drawn on the way is sampled, the same for
every answer. The positions that it reaches are judged by `outlook.py`.

Before its roll it weighs all throws: for each it takes the best of doing no more, buying or summoning afterwards. So it
compares buying or summoning before the roll with waiting for it, and knows when a roll may win or lose the game. After its
roll it weighs all throws of the next seat, which plays like `greedy`. Which cards it sacrifices is a question like the others.

The weights are the style (`styles.py`). `choose(bench, cards, noise, uniform)` answers the question of a record, for other
compiled code: it reads nothing that the asked seat does not see, but for hands, which it must not be given or which must be
dealt at random. `choose_rows` is the loop over a batch of observations.
"""

from typing import NamedTuple

import numpy as np

from resonance_env.agents.summon_demons.planning import greedy
from resonance_env.agents.summon_demons.planning.gains import side_of
from resonance_env.agents.summon_demons.planning.outlook import NUM_FEATURES, write_chances
from resonance_env.agents.summon_demons.planning.reading import read_world
from resonance_env.agents.summon_demons.planning.styles import style_weights
from resonance_env.agents.summon_demons.row_agent import RowAgent
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import NUM_WORDS, STREAM_SIZE, draw_word, start_stream
from resonance_env.core.spec import Variant
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.answers import answer
from resonance_env.games.summon_demons.rules.chance_events import apply_outcome, outcome_weight, sampled_outcome
from resonance_env.games.summon_demons.rules.engine import advance
from resonance_env.games.summon_demons.rules.questions import is_answer, nth_answer, num_answers
from resonance_env.games.summon_demons.rules.state import new_games

choose_greedy = greedy.choose

POSITION, ANSWERED, THROWN, AFTERWARDS, NUM_WORLDS = range(5)  # places in `worlds`
SAMPLES = 12  # of what is drawn after an answer
MAX_ANSWERS = 100  # greedy ones in one roll; more than any roll asks for
LATER = 1e-9  # between answers that win, the one that wins at once is taken
MAX_THROWS = 2 * v.MAX_TOTAL + 2
KIND_TAKE, KIND_DEMON, KIND_OTHER, NUM_KINDS = range(4)  # of answers in TURN


class Bench(NamedTuple):
    """Working arrays of a planner, made once.

    Attributes:
        worlds: records `[NUM_WORLDS]`: the position, and copies of it that are played on.
        weights: float64 `[feature]`: of the outlook.
        features: float64 `[side, feature]`.
        incomes: float64 `[4]`.
        chances: float64 `[side]`.
        stream: int64 `[STREAM_SIZE]`.
        best: int64 `[NUM_KINDS]`: the best answer of each kind at first sight, or NOTHING.
        values: float64 `[action]`: of the answers.
    """

    worlds: np.ndarray
    weights: np.ndarray
    features: np.ndarray
    incomes: np.ndarray
    chances: np.ndarray
    stream: np.ndarray
    best: np.ndarray
    values: np.ndarray


def new_bench(sides: int, weights: np.ndarray) -> Bench:
    """Returns arrays for a number of sides and weights of the outlook."""
    return Bench(
        worlds=new_games(NUM_WORLDS),
        weights=weights,
        features=np.zeros((sides, NUM_FEATURES)),
        incomes=np.zeros(4),
        chances=np.zeros(sides),
        stream=np.zeros(STREAM_SIZE, dtype=np.int64),
        best=np.zeros(NUM_KINDS, dtype=np.int64),
        values=np.zeros(act.NUM_ACTIONS),
    )


@compiled
def choose(bench, cards, noise, uniform):
    """Returns the answer to the question of `bench.worlds[POSITION]`, which is changed.

    Args:
        bench: working arrays.
        cards: a CARDS record.
        noise: size of random noise on the value of an answer.
        uniform: float in [0, 1), from which the noise follows.
    """
    game = bench.worlds[POSITION]
    game["explicit_chance"] = 1
    seat = int(game["decider"])
    if game["phase"] == v.PHASE_CANDLE:
        for place in range(num_answers(game)):
            bench.values[nth_answer(game, place)] = 0.0
        bench.values[choose_greedy(game, cards)] = 1.0
    elif game["phase"] == v.PHASE_TURN and not game["rolled"]:
        _judge_before_roll(bench, cards, seat)
    elif game["phase"] == v.PHASE_REROLL:
        _judge_throw(bench, cards, seat)
    else:
        _forget_best(bench)
        for place in range(num_answers(game)):
            action = nth_answer(game, place)
            bench.values[action] = _value_of(bench, cards, seat, action, game["phase"] == v.PHASE_TURN)
    if noise > 0.0:
        start_stream(bench.stream, int(uniform * NUM_WORDS), 0, v.PURPOSE_ROLLOUT)
    best, best_value = 0, -1e9
    for place in range(num_answers(game)):
        action = nth_answer(game, place)
        value = bench.values[action]
        if noise > 0.0:
            value += noise * draw_word(bench.stream) / NUM_WORDS
        if value > best_value:
            best, best_value = action, value
    return best


@compiled
def _chance(bench, cards, world, seat):
    """Returns the chance to win of the seat's side in one of the worlds."""
    write_chances(bench.worlds[world], cards, bench.weights, bench.features, bench.incomes, bench.chances)
    return bench.chances[side_of(bench.worlds[world], seat)]


@compiled
def play_answer(game, cards, action):
    """Plays an answer and lets the roll be resolved; returns whether anything was drawn."""
    game["asked"][game["decider"]] = 0
    answer(game, cards, action)
    advance(game, cards)
    return resolve(game, cards)


@compiled
def resolve(game, cards):
    """Lets greedy answers resolve the roll, up to the next question of a turn, throw or refill.

    The game must stop at chance events. Returns whether something was drawn.
    """
    was_drawn = False
    for _ in range(MAX_ANSWERS):
        phase = int(game["phase"])
        if phase == v.PHASE_CHANCE:
            if game["event"] == v.EVENT_ROLL or game["stage"] == v.STAGE_REFILL:
                break
            apply_outcome(game, cards, sampled_outcome(game, cards))
            was_drawn = True
        elif phase == v.PHASE_OVER or phase == v.PHASE_TURN or phase == v.PHASE_FREE:
            break
        else:
            game["asked"][game["decider"]] = 0
            answer(game, cards, choose_greedy(game, cards))
        advance(game, cards)
    return was_drawn


@compiled
def _go_to_throw(game, cards):
    """Ends the turn, if it may end, and lets greedy answers go on to the next throw or to the end of the game."""
    if game["phase"] == v.PHASE_TURN and is_answer(game, act.PASS):
        game["asked"][game["decider"]] = 0
        answer(game, cards, act.PASS)
        advance(game, cards)
    for _ in range(MAX_ANSWERS):
        if game["phase"] == v.PHASE_OVER or (game["phase"] == v.PHASE_CHANCE and game["event"] == v.EVENT_ROLL):
            break
        if game["phase"] == v.PHASE_CHANCE:
            apply_outcome(game, cards, sampled_outcome(game, cards))
        else:
            game["asked"][game["decider"]] = 0
            answer(game, cards, choose_greedy(game, cards))
        advance(game, cards)


@inlined
def _forget_best(bench):
    for kind in range(NUM_KINDS):
        bench.best[kind] = v.NOTHING


@compiled
def _value_of(bench, cards, seat, action, looks_ahead):
    """Returns the chance to win after an answer, on average over what is drawn when the roll is resolved.

    `looks_ahead` says whether the next seat's throw is weighed too.
    """
    total = 0.0
    for sample in range(SAMPLES):
        bench.worlds[ANSWERED] = bench.worlds[POSITION]
        game = bench.worlds[ANSWERED]
        start_stream(bench.stream, sample, 0, v.PURPOSE_WORLD)
        game["seed"][0] = draw_word(bench.stream)
        game["seed"][1] = draw_word(bench.stream)
        was_drawn = play_answer(game, cards, action)
        if looks_ahead:
            _go_to_throw(game, cards)
            total += _value_of_roll(bench, cards, seat)
        else:
            total += _chance(bench, cards, ANSWERED, seat)
        if not was_drawn:
            return total / (sample + 1)
    return total / SAMPLES


@inlined
def _kind_of(action):
    if act.TAKE <= action < act.CARD:
        return KIND_TAKE
    return KIND_DEMON if act.DEMON <= action < act.CANDLE else KIND_OTHER


@compiled
def _judge_before_roll(bench, cards, seat):
    """Writes the values of the answers in TURN before the roll: all throws are weighed after the best ones at first sight."""
    game = bench.worlds[POSITION]
    _forget_best(bench)
    for place in range(num_answers(game)):
        action = nth_answer(game, place)
        if action == act.ROLL:
            continue
        bench.values[action] = _value_of(bench, cards, seat, action, False)
        kind = _kind_of(action)
        if bench.best[kind] == v.NOTHING or bench.values[action] > bench.values[bench.best[kind]]:
            bench.best[kind] = action
    for place in range(num_answers(game)):
        action = nth_answer(game, place)
        bench.worlds[ANSWERED] = game
        if action == act.ROLL:
            bench.values[action] = _value_of_roll(bench, cards, seat)
        elif bench.best[_kind_of(action)] != action:
            bench.values[action] -= 1.0
        else:
            play_answer(bench.worlds[ANSWERED], cards, action)
            bench.values[action] = _value_of_roll(bench, cards, seat)


@inlined
def _judge_throw(bench, cards, seat):
    """Writes the values of the answers in REROLL: all second throws are weighed."""
    _forget_best(bench)
    bench.values[act.PASS] = _value_of(bench, cards, seat, act.PASS, False)
    bench.worlds[ANSWERED] = bench.worlds[POSITION]
    game = bench.worlds[ANSWERED]
    game["asked"][seat] = 0
    answer(game, cards, act.ROLL)
    advance(game, cards)
    bench.values[act.ROLL] = _value_of_roll(bench, cards, seat)


@compiled
def _value_of_roll(bench, cards, seat):
    """Returns the chance to win if the seat that has the turn in `worlds[ANSWERED]` throws next, on average over all throws."""
    start = bench.worlds[ANSWERED]
    if start["phase"] == v.PHASE_OVER or (start["phase"] == v.PHASE_TURN and start["rolled"]):
        return _chance(bench, cards, ANSWERED, seat)
    if start["phase"] == v.PHASE_TURN:
        start["asked"][start["decider"]] = 0
        answer(start, cards, act.ROLL)
        advance(start, cards)
    total, weight = 0.0, 0
    for throw in range(MAX_THROWS):
        each = outcome_weight(start, cards, throw)
        if each > 0:
            bench.worlds[THROWN] = start
            game = bench.worlds[THROWN]
            apply_outcome(game, cards, throw)
            advance(game, cards)
            resolve(game, cards)
            total += each * _best_afterwards(bench, cards, seat)
            weight += each
    return total / weight - LATER


@inlined
def _best_afterwards(bench, cards, seat):
    """Returns the seat's chance to win after a roll, with the best of no further answer and the two best at first sight."""
    game = bench.worlds[THROWN]
    best = _chance(bench, cards, THROWN, seat)
    if game["phase"] == v.PHASE_TURN and game["decider"] == seat:
        for kind in range(KIND_OTHER):
            action = int(bench.best[kind])
            if action != v.NOTHING and is_answer(game, action):
                bench.worlds[AFTERWARDS] = game
                play_answer(bench.worlds[AFTERWARDS], cards, action)
                best = max(best, _chance(bench, cards, AFTERWARDS, seat))
    return best


@compiled
def choose_rows(rows, legal, cards, blank, worlds, bench, noise, uniform, out):
    """Answers the rows up to the first that fits no position, into `out`; returns that row's number, or the number of rows."""
    for index in range(len(rows)):
        if not read_world(rows[index], legal[index], cards[0], blank, worlds, bench.stream):
            return index
        bench.worlds[POSITION] = worlds[0]
        out[index] = choose(bench, cards[0], noise, uniform[index])
    return len(rows)


class PlannerAgent(RowAgent):
    """Takes the answer with the best expected chance to win; see the docstring of the module."""

    name = "planner"

    def __init__(self, style: str = "balanced", **changes: float) -> None:
        self.weights, self.noise = style_weights(style, changes)
        self.identity = self.name, self.weights.tobytes(), self.noise
        self.deterministic = not self.noise

    def bind(self, variant: Variant) -> None:
        super().bind(variant)
        self._bench = new_bench(variant.num_teams, self.weights)

    def _answer(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> int:
        return int(choose_rows(rows, legal, self.cards, self.blank, self.worlds, self._bench, self.noise, uniform, out))
