"""The same game with the witches on other chairs: positions, actions, masks, observations, payoffs.

Nothing in a round depends on the number of a chair: order comes from quickness and from values. So a game that goes on from
a relabelled position with relabelled actions, with chance the same but for the relabelled quickness, is the relabelled game.
Without teams the witches may sit anyhow. Teams change places as a whole; partners change chairs only where all choose at once,
because in team talk the first seats choose first (R-TEAM-4). Set-up goes in seat order and is left out.

`chairs[seat]` is the new chair of a seat.
"""

import numpy as np

from resonance_env.games.resonance.batch import loops
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.chance_events import pending_chance, sampled_outcome
from resonance_env.games.resonance.rules.state import GAME
from resonance_env.games.resonance.spec import ResonanceVariant
from tests.games.invariants import records
from tests.games.resonance.invariants import SEAT_FIELDS
from tests.games.resonance.scenario import order_rank


def random_chairs(variant: ResonanceVariant, rng: np.random.Generator) -> np.ndarray:
    """Returns chairs that relabel the game, other than the present ones where there are others."""
    seats = variant.num_seats
    while True:
        if max(variant.teams) + 1 == seats:
            chairs = rng.permutation(seats)
        else:
            flips = np.zeros(seats // 2, dtype=np.int64) if variant.options["team_talk"] else rng.integers(2, size=seats // 2)
            chairs = (2 * rng.permutation(seats // 2)[:, None] + (np.arange(2) ^ flips[:, None])).ravel()
        if (chairs != np.arange(seats)).any():
            return chairs


def relabelled_games(games: np.ndarray, chairs: np.ndarray) -> np.ndarray:
    """Returns the positions with the witches on other chairs."""
    seats, new = len(chairs), games.copy()
    to = np.append(chairs, v.NO_SEAT)  # [seat], and NO_SEAT stays NO_SEAT
    for name in SEAT_FIELDS:
        if name != "quickness":  # that is by position
            new[name][:, chairs] = games[name][:, :seats]
    is_drawn = games["quickness"][:, :1] != games["quickness"][:, 1:2]
    new["quickness"][:, :seats] = np.where(is_drawn, to[games["quickness"][:, :seats]], games["quickness"][:, :seats])
    new["target"][:, :seats] = to[new["target"][:, :seats]]
    for name in ("caster", "taker", "winner"):
        new[name] = to[games[name]]
    if games["teams"][0]:
        new["winner"] &= ~1  # the first seat of the team; NO_SEAT is -1
        new["winner"][games["winner"] == v.NO_SEAT] = v.NO_SEAT
        if games["players"][0] != seats:
            new["solo_team"] = chairs[2 * games["solo_team"].astype(np.int64)] // 2
    return new


def _distances(chairs: np.ndarray, seat: int) -> np.ndarray:
    """Returns how many chairs to her left the witch sits now who sat k chairs to her left: `[k]`."""
    seats = len(chairs)
    new: np.ndarray = (chairs[(seat + np.arange(seats)) % seats] - chairs[seat]) % seats
    return new


def relabelled_masks(legal: np.ndarray, chairs: np.ndarray) -> np.ndarray:
    """Returns masks `[game, seat, action]`; only targets are named by chair."""
    new = np.empty_like(legal)
    for seat in range(len(chairs)):
        row = legal[:, seat].copy()
        row[:, act.AIM + _distances(chairs, seat)[1:] - 1] = legal[:, seat, act.AIM : act.AIM + len(chairs) - 1]
        new[:, chairs[seat]] = row
    return new


def relabelled_actions(actions: np.ndarray, chairs: np.ndarray) -> np.ndarray:
    """Returns joint actions `[game, seat]`."""
    new = np.empty_like(actions)
    for seat in range(len(chairs)):
        codes = actions[:, seat].copy()
        is_aim = (codes >= act.AIM) & (codes < act.AIM + len(chairs) - 1)
        codes[is_aim] = act.AIM + _distances(chairs, seat)[codes[is_aim] - act.AIM + 1] - 1
        new[:, chairs[seat]] = codes
    return new


def relabelled_observations(variant: ResonanceVariant, seen: np.ndarray, chairs: np.ndarray) -> np.ndarray:
    """Returns `recall` observations `[game, seat, size]`: pieces about the other witches move to their new places."""
    layout, new = variant.layout("recall"), np.empty_like(seen)
    for seat in range(len(chairs)):
        old, row, to = seen[:, seat], seen[:, seat].copy(), _distances(chairs, seat)
        layout.block(row, "seat")[:, to] = layout.block(old, "seat")
        layout.block(row, "hands")[:, to[1:] - 1] = layout.block(old, "hands")
        layout.view(row, "caster")[:, to] = layout.view(old, "caster")
        layout.view(row, "aims")[:, to[:, None], to[None, :]] = layout.view(old, "aims")
        for name in ("artifact_drawn_by", "incantation_drawn_by"):
            layout.view(row, name)[...] = np.append(0, to + 1)[layout.view(old, name)]
        new[:, chairs[seat]] = row
    return new


def check_relabelling(variant: ResonanceVariant, games: np.ndarray, rng: np.random.Generator, steps: int) -> int:
    """Plays the games, which must be past their set-up, on both ways and compares them at every step.

    Returns how many positions were compared.

    Raises:
        AssertionError: says what differs, and holds the two positions.
    """
    chairs = random_chairs(variant, rng)
    games = games.copy()
    games["explicit_chance"] = 1
    others = relabelled_games(games, chairs)
    for step in range(steps):
        compare_relabelled(variant, games, others, chairs)
        if variant.done(games).all():
            return (step + 1) * len(games)
        legal = variant.legal(games)
        actions = (rng.random(legal.shape) * legal).argmax(axis=-1)
        variant.step(games, actions)
        variant.step(others, relabelled_actions(actions, chairs))
        for index in range(len(games)):
            _resolve_chance(variant, games, others, index, chairs, rng)
    return steps * len(games)


def _resolve_chance(
    variant: ResonanceVariant, games: np.ndarray, others: np.ndarray, index: int, chairs: np.ndarray, rng: np.random.Generator
) -> None:
    """Lets chance come out the same on both sides, but for the chairs."""
    cards = variant.card_set.cards
    while games[index]["phase"] == v.PHASE_CHANCE:
        event = int(pending_chance(games[index]))
        assert others[index]["phase"] == v.PHASE_CHANCE, "only one of the games waits for chance"
        assert event == int(pending_chance(others[index])), "the games wait for different events"
        if event == v.CHANCE_QUICKNESS:
            order = rng.permutation(len(chairs))
            outcome, other = (order_rank(one.tolist(), len(chairs)) for one in (order, chairs[order]))
        else:
            outcome = other = int(sampled_outcome(games[index], cards[0], event))
        loops.apply_chance(games, index, cards, event, outcome)
        loops.apply_chance(others, index, cards, event, other)


def compare_relabelled(variant: ResonanceVariant, games: np.ndarray, others: np.ndarray, chairs: np.ndarray) -> None:
    """Compares games with the same games on other chairs.

    Raises:
        AssertionError: says what differs, and holds the two positions.
    """
    expected = relabelled_games(games, chairs)
    wrong = (records(expected) != records(others)).any(axis=1)
    _complain(variant, games, others, chairs, wrong, "positions")
    masks = relabelled_masks(variant.legal(games), chairs) != variant.legal(others)
    _complain(variant, games, others, chairs, masks.any(axis=(1, 2)), "masks")
    seen = relabelled_observations(variant, variant.observe(games, "recall"), chairs) != variant.observe(others, "recall")
    _complain(variant, games, others, chairs, seen.any(axis=(1, 2)), "observations")
    payoffs = np.empty_like(variant.payoff(games))
    payoffs[:, chairs] = variant.payoff(games)
    _complain(variant, games, others, chairs, (payoffs != variant.payoff(others)).any(axis=1), "payoffs")


def _complain(
    variant: ResonanceVariant, games: np.ndarray, others: np.ndarray, chairs: np.ndarray, wrong: np.ndarray, what: str
) -> None:
    if not wrong.any():
        return
    index = int(wrong.argmax())
    expected = relabelled_games(games[index : index + 1], chairs)
    fields = [name for name in GAME.names or () if not np.array_equal(expected[name][0], others[name][index])]
    raise AssertionError(
        f"{what} differ after relabelling by {chairs.tolist()} (fields: {', '.join(fields) or 'none'})\n"
        f"{variant.position(games, index)}\nrelabelled:\n{variant.position(others, index)}"
    )
