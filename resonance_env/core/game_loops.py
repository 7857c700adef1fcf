"""Templates of thin loops over arrays of games: the compiled boundary between NumPy and the rules.

`games` is an array of GAME records `[game]`, `cards` an array of one CARDS record. Outputs are written in place. Games are
independent, so the parallel twins give the same bytes for any batch size, order and number of threads.
"""

import numba
import numpy as np

from resonance_env.core.bitset import count_bits, nth_bit
from resonance_env.core.chance import threefry2x32
from resonance_env.core.compiled import compiled, compiled_parallel, inlined
from resonance_env.core.game_kernels import (
    PHASE_OVER,
    advance,
    random_action,
    step_one,
    why_illegal,
    write_asked_masks,
    write_masks,
    write_payoffs,
    write_progress,
    write_rows,
    write_state,
)
from resonance_env.core.templates import template


@template(inlined)
def _start(games, index, cards, blank, low, high):
    """Starts game `index` from the two words of its seed."""
    games[index] = blank[0]
    game = games[index]
    game["seed"][0] = low
    game["seed"][1] = high
    advance(game, cards[0])


@template(inlined)
def _write_all_rows(game, cards, recall, out):
    """Writes what every seat sees into `out[seat, size]` (int8)."""
    write_rows(game, cards, recall, (1 << int(game["seats"])) - 1, out, 0)


@template(inlined)
def _look_one(game, cards, recall, observation, legal, acting):
    _write_all_rows(game, cards, recall, observation)
    write_masks(game, cards, legal)
    for seat in range(game["seats"]):
        acting[seat] = game["asked"][seat] != 0


@template(inlined)
def _play_one(games, index, cards, blank, actions, number, length, max_length, reward, done, truncated):
    """Steps game `index` and writes what the step paid and how it ended."""
    game = games[index]
    step_one(game, cards[0], actions[index])
    length[index] += 1
    is_over = game["phase"] == PHASE_OVER
    is_cut = (not is_over) & (length[index] >= max_length)
    truncated[index] = is_cut
    done[index] = is_over | is_cut
    if is_over:
        write_payoffs(game, cards[0], reward[index])
    else:
        reward[index, :] = 0.0


@template(inlined)
def _start_next(games, index, cards, blank, seed, number, length):
    """Starts the next episode of game `index`."""
    length[index] = 0
    number[index] += 1
    low, high = threefry2x32(seed[0], seed[1], index, number[index])  # core.chance.episode_seed
    _start(games, index, cards, blank, low, high)


@template(compiled)
def reset(games, cards, blank, seeds):
    """Starts every game from `blank[0]` with its seed (int64 `[game, 2]`: low and high word)."""
    for index in range(len(games)):
        _start(games, index, cards, blank, seeds[index, 0], seeds[index, 1])


@template(compiled)
def step(games, cards, actions):
    """Plays one joint action (int16 `[game, seat]`) in every game."""
    for index in range(len(games)):
        step_one(games[index], cards[0], actions[index])


@template(compiled)
def legal(games, cards, out):
    """Writes int8 `[game, seat, action]`: 1 where legal."""
    for index in range(len(games)):
        write_masks(games[index], cards[0], out[index])


@template(compiled)
def observe(games, cards, recall, out):
    """Writes int8 `[game, seat, size]`: the observation of each seat, with `recall` what it remembers too."""
    for index in range(len(games)):
        _write_all_rows(games[index], cards[0], recall, out[index])


@template(compiled_parallel)
def reset_parallel(games, cards, blank, seeds):
    """`reset` on several threads."""
    for index in numba.prange(len(games)):
        _start(games, index, cards, blank, seeds[index, 0], seeds[index, 1])


@template(compiled_parallel)
def step_parallel(games, cards, actions):
    """`step` on several threads."""
    for index in numba.prange(len(games)):
        step_one(games[index], cards[0], actions[index])


@template(compiled_parallel)
def legal_parallel(games, cards, out):
    """`legal` on several threads."""
    for index in numba.prange(len(games)):
        write_masks(games[index], cards[0], out[index])


@template(compiled_parallel)
def observe_parallel(games, cards, recall, out):
    """`observe` on several threads."""
    for index in numba.prange(len(games)):
        _write_all_rows(games[index], cards[0], recall, out[index])


@template(compiled)
def step_and_look(games, cards, actions, recall, observation, legal, acting, done):
    """Plays one joint action in every game and writes the position that follows; finished games stay as they are.

    Args:
        games: records `[game]`.
        cards: array of one CARDS record.
        actions: int16 `[game, seat]`.
        recall: whether observations have what a perfect memory adds.
        observation: int8 `[game, seat, size]`.
        legal: int8 `[game, seat, action]`.
        acting: bool `[game, seat]`.
        done: bool `[game]`.
    """
    for index in range(len(games)):
        game = games[index]
        step_one(game, cards[0], actions[index])
        done[index] = game["phase"] == PHASE_OVER
        _look_one(game, cards[0], recall, observation[index], legal[index], acting[index])


@template(inlined)
def _play_and_look(
    games, index, cards, blank, actions, seed, number, length, max_length,
    recall, observation, legal, acting, reward, done, truncated, final_games, final_observation,
):  # fmt: skip
    _play_one(games, index, cards, blank, actions, number, length, max_length, reward, done, truncated)
    if done[index]:
        final_games[index] = games[index]
        _write_all_rows(games[index], cards[0], recall, final_observation[index])
        _start_next(games, index, cards, blank, seed, number, length)
    _look_one(games[index], cards[0], recall, observation[index], legal[index], acting[index])


@template(compiled)
def play(
    games, cards, blank, actions, seed, number, length, max_length,
    recall, observation, legal, acting, reward, done, truncated, final_games, final_observation,
):  # fmt: skip
    """Plays one joint action in every game, starts the next episode where one ends, and writes what follows in place.

    Args:
        games: records `[game]`.
        cards: array of one CARDS record.
        blank: array of one record, from which every episode starts.
        actions: int16 `[game, seat]`.
        seed: int64 `[2]`: words of the batch's seed; episode e of game i has the seed `episode_seed(seed, i, e)`.
        number: int64 `[game]`: number of the current episode; incremented when an episode ends.
        length: int64 `[game]`: steps of the current episode; updated in place.
        max_length: steps after which an episode is truncated.
        recall: whether observations have what a perfect memory adds.
        observation: int8 `[game, seat, size]`: of the current position, the first of the next episode if one ended.
        legal: int8 `[game, seat, action]`: of the same position.
        acting: bool `[game, seat]`: of the same position.
        reward: float32 `[game, seat]`: payoffs if the game is over, else 0.
        done: bool `[game]`: the episode terminated or was truncated.
        truncated: bool `[game]`: the episode was truncated.
        final_games: records `[game]`: the last position of the episode that ended; untouched elsewhere.
        final_observation: int8 `[game, seat, size]`: its last observation; untouched elsewhere.
    """
    for index in range(len(games)):
        _play_and_look(
            games, index, cards, blank, actions, seed, number, length, max_length,
            recall, observation, legal, acting, reward, done, truncated, final_games, final_observation,
        )  # fmt: skip


@template(compiled_parallel)
def play_parallel(
    games, cards, blank, actions, seed, number, length, max_length,
    recall, observation, legal, acting, reward, done, truncated, final_games, final_observation,
):  # fmt: skip
    """`play` on several threads."""
    for index in numba.prange(len(games)):
        _play_and_look(
            games, index, cards, blank, actions, seed, number, length, max_length,
            recall, observation, legal, acting, reward, done, truncated, final_games, final_observation,
        )  # fmt: skip


@template(inlined)
def _count_rows(game, shown, acting):
    """Writes which seats are asked and returns the bit set of those that are also shown."""
    observers = 0
    for seat in range(game["seats"]):
        is_asked = game["asked"][seat] != 0
        acting[seat] = is_asked
        observers |= (is_asked & shown[seat]) << seat
    return observers


@template(inlined)
def _write_asked(games, index, cards, recall, observers, start, observation, legal, game_of, seat_of):
    """Writes the rows of some seats of game `index` from row `start` on; returns the row after them."""
    if observers == 0:
        return start
    game = games[index]
    write_rows(game, cards[0], recall, observers, observation, start)
    write_asked_masks(game, cards[0], observers, legal, start)
    row, rest = start, observers
    while rest:
        seat = nth_bit(rest, 0)
        rest &= rest - 1
        game_of[row] = index
        seat_of[row] = seat
        row += 1
    return row


@template(inlined)
def _play_and_restart(
    games, index, cards, blank, actions, seed, number, length, max_length, reward, done, truncated, final_games
):
    _play_one(games, index, cards, blank, actions, number, length, max_length, reward, done, truncated)
    if done[index]:
        final_games[index] = games[index]
        _start_next(games, index, cards, blank, seed, number, length)


@template(compiled)
def look_asked(games, cards, recall, shown, observation, legal, game_of, seat_of, acting):
    """Writes a row for each seat that is asked and shown, in order of game and seat, and returns the number of rows.

    Args:
        games: records `[game]`.
        cards: array of one CARDS record.
        recall: whether observations have what a perfect memory adds.
        shown: bool `[game, seat]`: seats that get rows.
        observation: int8 `[row, size]`.
        legal: int8 `[row, action]`.
        game_of: int64 `[row]`: index of the game.
        seat_of: int64 `[row]`: the seat.
        acting: bool `[game, seat]`: whether the seat is asked, shown or not.
    """
    row = 0
    for index in range(len(games)):
        observers = _count_rows(games[index], shown[index], acting[index])
        row = _write_asked(games, index, cards, recall, observers, row, observation, legal, game_of, seat_of)
    return row


@template(compiled_parallel)
def look_asked_parallel(games, cards, recall, shown, observation, legal, game_of, seat_of, acting):
    """`look_asked` on several threads."""
    observers = np.empty(len(games), dtype=np.int64)
    for index in numba.prange(len(games)):
        observers[index] = _count_rows(games[index], shown[index], acting[index])
    starts = np.empty(len(games) + 1, dtype=np.int64)
    starts[0] = 0
    for index in range(len(games)):
        starts[index + 1] = starts[index] + count_bits(observers[index])
    for index in numba.prange(len(games)):
        _write_asked(games, index, cards, recall, observers[index], starts[index], observation, legal, game_of, seat_of)
    return starts[len(games)]


@template(compiled)
def play_asked(
    games, cards, blank, actions, seed, number, length, max_length,
    recall, shown, observation, legal, game_of, seat_of, acting, reward, done, truncated, final_games,
):  # fmt: skip
    """Plays like `play`, then writes and returns rows like `look_asked`; the arguments are those of both."""
    row = 0
    for index in range(len(games)):
        _play_and_restart(
            games, index, cards, blank, actions, seed, number, length, max_length, reward, done, truncated, final_games
        )
        observers = _count_rows(games[index], shown[index], acting[index])
        row = _write_asked(games, index, cards, recall, observers, row, observation, legal, game_of, seat_of)
    return row


@template(compiled_parallel)
def play_and_restart_parallel(
    games, cards, blank, actions, seed, number, length, max_length, reward, done, truncated, final_games
):
    """The first half of `play_asked` on several threads; `look_asked_parallel` is the second half."""
    for index in numba.prange(len(games)):
        _play_and_restart(
            games, index, cards, blank, actions, seed, number, length, max_length, reward, done, truncated, final_games
        )


@template(inlined)
def _rollout_one(games, index, cards, seeds, actions):
    game = games[index]
    low, high = seeds[index, 0], seeds[index, 1]
    game["seed"][0] = low
    game["seed"][1] = high
    decisions = 0
    while game["phase"] != PHASE_OVER:
        for seat in range(game["seats"]):
            if game["asked"][seat]:
                actions[seat] = random_action(game, cards[0], seat, low, high, decisions)
                decisions += 1
        step_one(game, cards[0], actions)
    return decisions


@template(compiled)
def rollout(games, cards, seeds, actions):
    """Plays every game to its end with uniform legal actions; returns the number of decisions.

    Args:
        games: records `[game]`, changed in place.
        cards: array of one CARDS record.
        seeds: int64 `[game, 2]`: words of the seeds that determine all future chance and all choices.
        actions: int16 `[game, seat]`: scratch, overwritten.
    """
    decisions = 0
    for index in range(len(games)):
        decisions += _rollout_one(games, index, cards, seeds, actions[index])
    return decisions


@template(compiled_parallel)
def rollout_parallel(games, cards, seeds, actions):
    """`rollout` on several threads."""
    decisions = 0
    for index in numba.prange(len(games)):
        decisions += _rollout_one(games, index, cards, seeds, actions[index])
    return decisions


@template(compiled)
def state(games, cards, out):
    """Writes int8 `[game, size]`: the full position."""
    for index in range(len(games)):
        write_state(games[index], cards[0], out[index])


@template(compiled)
def payoff(games, cards, out):
    """Writes float32 `[game, seat]`: the payoffs of finished games."""
    for index in range(len(games)):
        write_payoffs(games[index], cards[0], out[index])


@template(compiled)
def progress(games, cards, out):
    """Writes float32 `[game, seat]`: how far each seat is, from 0 to 1."""
    for index in range(len(games)):
        write_progress(games[index], cards[0], out[index])


@template(compiled)
def reason(games, index, cards, seat, action):
    """Returns 0, or the number of the reason why the seat may not take the action in game `index`."""
    return why_illegal(games[index], cards[0], seat, action)


@template(compiled)
def resume(games, index, cards):
    """Runs game `index` to its next decision after its record was edited."""
    advance(games[index], cards[0])
