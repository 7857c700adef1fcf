"""Invariants of every position of every game, checked in many games at once.

A check yields findings: what is wrong, and in which games (bool `[game]`). The checks are written from the rules, not from
the engine, and share nothing with it but the names of codes and the layout of the record.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.state import GAME
from resonance_env.games.resonance.spec import ResonanceVariant
from tests.games.invariants import (
    Finding,
    changed,
    changed_after_the_end,
    foreign_actions,
    in_any,
    out_of_range,
    wrong_masks,
    wrong_payoffs,
)

SEAT_FIELDS = tuple(
    name
    for name in GAME.names or ()
    if GAME[name].shape[:1] == (v.MAX_SEATS,) and name not in ("moon", "moon_origin")  # these have eight moons
)
FIXED = ("seed", "seats", "players", "teams", "team_talk", "solo_team", "edition", "explicit_chance")
PLACED_STATES = (v.INCANTATION_UNRESOLVED, v.INCANTATION_AS_ARTIFACT, v.INCANTATION_AS_OBJECT, v.INCANTATION_WAITING)
# Per round and witch: her choice, a trade, a spell, and for each of its effects a target, a change and a few cards, moved or
# discarded; a sweep.
MAX_STEPS_PER_WITCH = 4 + v.MAX_EFFECTS * (2 + v.MAX_PER_EFFECT)


def max_steps(variant: ResonanceVariant) -> int:
    """Returns a number of decision points that no game can exceed."""
    rounds = int(variant.card_set.cards[0]["transients"].sum())
    return 2 * variant.num_seats + rounds * variant.num_seats * MAX_STEPS_PER_WITCH


# ---- every card is in exactly one place (rules.md, "Where a card can be") ----


def _bit(values: np.ndarray) -> np.ndarray:
    """Returns the bit of each card of value 1 or more; 0 for no card."""
    return np.where(values > 0, np.int64(1) << np.maximum(values.astype(np.int64) - 1, 0), 0)


def _is_not_once(zones: Sequence[np.ndarray], num_cards: int) -> np.ndarray:
    """Returns where the bit sets `[game]` do not hold each card of the box exactly once.

    Sum and union are the same number only if no card is there twice.
    """
    full = (1 << num_cards) - 1
    stacked = np.stack([zone.astype(np.int64) for zone in zones])
    wrong: np.ndarray = (stacked.sum(axis=0) != full) | (np.bitwise_or.reduce(stacked) != full)
    return wrong


def _columns(array: np.ndarray) -> list[np.ndarray]:
    return list(np.moveaxis(array, 1, 0))


def misplaced_cards(games: np.ndarray, card_set: CardSet) -> Iterator[Finding]:
    """Cards that are missing, or in two places."""
    cards = card_set.cards[0]
    seats = int(games["seats"][0])
    origin, played, state = games["moon_origin"], games["played_incantation"][:, :seats], games["incantation_state"][:, :seats]
    artifact = games["artifact"][:, :seats].astype(np.int64)
    is_transformed = state == v.INCANTATION_AS_ARTIFACT
    for kind in v.OBJECTS:
        lies = games["moon"] == kind
        objects = games["object_pile"][:, kind].astype(np.int64) + games["gone_objects"][:, kind]
        objects += games["hand_objects"][:, :, kind].sum(axis=1) + games["centre"][:, kind].sum(axis=1)
        objects += (lies & (origin == v.ORIGIN_OBJECT)).sum(axis=1)
        yield "objects of a type", objects != cards["objects"][kind]
        transients = games["transient_pile"][:, kind].astype(np.int64) + games["gone_transients"][:, kind]
        transients += (games["transient"] == kind) + (lies & (origin == v.ORIGIN_TRANSIENT)).sum(axis=1)
        yield "transients of a type", transients != cards["transients"][kind]
    printed = np.where(is_transformed, 0, artifact)
    zones = [games["artifact_pile"], games["gone_artifacts"], _bit(games["artifact_top"])]
    zones += [*_columns(games["hand_artifacts"]), *_columns(_bit(printed))]
    yield "artifacts", _is_not_once(zones, int(cards["artifacts"]))
    zones = [games["incantation_pile"], games["gone_incantations"], _bit(games["incantation_top"])]
    zones += [*_columns(games["hand_incantations"]), *_columns(_bit(games["sigil"]))]
    zones += _columns(_bit(np.where(np.isin(state, PLACED_STATES), played, 0)))
    zones += _columns(_bit(np.maximum(origin.astype(np.int64) - v.ORIGIN_INCANTATION, 0)))
    yield "incantations", _is_not_once(zones, int(cards["incantations"]))
    first = slice(0, seats, 2) if games["teams"][0] else slice(0, seats)
    zones = [games["demon_reserve"], *_columns(_bit(games["demon"][:, first] + 1))]
    yield "demons", _is_not_once(zones, int(cards["demons"]))
    zones = [games["spell_deck"], games["spell_rejects"], games["spell_reserve"]]
    if not games["teams"][0]:  # in teams the offered pair lies before its seats
        zones += _columns(_bit(games["offered"] + 1))
    zones += _columns(_bit(games["spells"][:, :seats] + 1))
    yield "spell cards", _is_not_once(zones, int(cards["spell_cards"]))
    yield "an artifact of value 0 that is no incantation", in_any((artifact == 0) & ~is_transformed)
    yield "an incantation that became an artifact without being one", in_any(is_transformed & (artifact < 0))
    yield (
        "a future Sigil that waits for nothing",
        in_any((state == v.INCANTATION_WAITING) & (games["waiting"][:, :seats] == 0)),
    )
    for name in ("object_pile", "transient_pile", "gone_objects", "gone_transients", "hand_objects", "centre"):
        yield f"a negative number in {name}", in_any(games[name] < 0)


def misplaced_secrets(games: np.ndarray) -> Iterator[Finding]:
    """Cards face down and cards picked for a discard still belong to a hand (R-INFO-2)."""
    committed = games["committed"].astype(np.int64)
    for kind in v.OBJECTS:
        is_played = committed == act.PLAY_OBJECT + kind
        yield "an object face down that she does not hold", in_any(is_played & (games["hand_objects"][:, :, kind] < 1))
    for name, first, last in (
        ("artifacts", act.PLAY_ARTIFACT, act.PLAY_INCANTATION),
        ("incantations", act.PLAY_INCANTATION, act.DRAW_PAIR),
    ):
        card = _bit(np.where((committed >= first) & (committed < last), committed - first + 1, 0))
        yield f"{name} face down that she does not hold", in_any(card & ~games[f"hand_{name}"].astype(np.int64))
        yield f"{name} picked that she does not hold", in_any(games[f"picked_{name}"] & ~games[f"hand_{name}"])
    wrong = (games["picked_objects"] > games["hand_objects"]) | (games["picked_objects"] < 0)
    yield "objects picked that she does not hold", in_any(wrong)
    is_discard = (games["phase"] == v.PHASE_CHOOSE) & (games["choice"] == v.CHOICE_DISCARD)
    picks = games["picks_left"].any(axis=1) | games["picked_objects"].any(axis=(1, 2))
    picks |= games["picked_artifacts"].any(axis=1) | games["picked_incantations"].any(axis=1)
    yield "picks outside a discard (R-CAST-10)", picks & ~is_discard


# ---- which seats are asked, and what they may do ----


def _codes_by_phase() -> np.ndarray:
    """Returns bool `[phase, action]`: what can be asked for, by the table of decisions."""
    allowed = np.zeros((v.NUM_PHASES, act.NUM_ACTIONS), dtype=np.bool_)
    allowed[v.PHASE_DRAFT, [act.HIGH_SELF, act.HIGH_PARTNER]] = True
    allowed[v.PHASE_DRAFT, act.TAKE_SPELLS :] = True
    allowed[v.PHASE_ACT, act.FIRST_ACT : act.LAST_ACT + 1] = True
    allowed[v.PHASE_ACT, [act.PASS, act.STOP]] = False  # a seat that can only pass is not asked
    allowed[v.PHASE_TAKE_DEMON, act.TAKE_DEMON : act.TAKE_SPELLS] = True
    allowed[v.PHASE_TAKE_SPELLS, act.TAKE_SPELLS :] = True
    allowed[v.PHASE_CAST, act.CAST_SPELL : act.AIM] = True
    allowed[v.PHASE_AIM, act.AIM : act.HIGH_SELF] = True
    allowed[v.PHASE_CHOOSE, act.CHOOSE_TYPE : act.DISCARD_INCANTATION + v.MAX_INCANTATION] = True
    allowed[[v.PHASE_CHOOSE, v.PHASE_TAKE_DEMON, v.PHASE_TAKE_SPELLS], act.STOP] = True
    return allowed


CODES_BY_PHASE = _codes_by_phase()


def wrong_questions(games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
    """A seat must act unless the game is over; a mask is never all zero; a seat asked has a choice (R-ROUND-4, R-INFO-4)."""
    seats = legal.shape[1]
    phase, is_over = games["phase"], games["phase"] == v.PHASE_OVER
    asked = games["asked"][:, :seats] != 0
    yield from wrong_masks(is_over, asked, legal)
    yield from foreign_actions(asked, legal, CODES_BY_PHASE[phase])
    options = legal.sum(axis=2, dtype=np.int16)
    yield "an empty chair is asked", in_any(games["asked"][:, seats:] != 0)
    yield "passing is offered beside other actions", in_any((legal[:, :, act.PASS] != 0) & (options > 1))
    is_at_once = (phase == v.PHASE_ACT) | ((phase == v.PHASE_CHOOSE) & (games["choice"] == v.CHOICE_DISCARD))
    yield "several are asked at once", ~is_at_once & (asked.sum(axis=1) > 1)
    yield "who has chosen is asked again", in_any(asked & (games["committed"][:, :seats] != v.NO_ACTION))


# ---- rounds, moons, teams, the end ----


def wrong_table(games: np.ndarray, card_set: CardSet) -> Iterator[Finding]:
    """Rounds and transients (R-END-5), moons in order (R-LOCK-4), one rank, demon and level a team (R-TEAM-2, 3)."""
    cards = card_set.cards[0]
    seats, transients, moons = int(games["seats"][0]), int(cards["transients"].sum()), int(cards["moons"])
    rounds = games["round_number"].astype(np.int64)
    yield "more rounds than transients", rounds > transients
    yield "a round without its transient", rounds != transients - games["transient_pile"].sum(axis=1)
    lies, moon = games["moon"] != v.NO_OBJECT, np.arange(v.MAX_MOONS)
    next_moon = games["next_moon"][:, None]
    month_over = games["month_over"][:, None] != 0
    yield "an object on a moon without origin", in_any(lies != (games["moon_origin"] != v.NO_ORIGIN))
    yield "a moon that is not in the box", lies[:, moons:].any(axis=1) | (games["next_moon"] >= moons)
    expected = np.where(month_over, (moon < moons) & (moon != next_moon), moon < next_moon)
    wrong = (lies != expected) & ~(month_over & (moon == next_moon))
    yield "moons that are not locked in order", in_any(wrong)
    for name in SEAT_FIELDS:
        yield f"{name} of an empty chair", in_any(games[name][:, seats:] != 0)
    high = games["high_witch"][:, :seats]
    if games["teams"][0]:
        for name in ("demon", "level"):
            yield f"another {name} than her partner's", in_any(games[name][:, :seats:2] != games[name][:, 1:seats:2])
        is_wrong_rank = (high[:, ::2] + high[:, 1::2]) != 1
        yield "not one High Witch a team", in_any(is_wrong_rank) & (rounds > 0)
    else:
        yield "a Lesser Witch without a team", in_any(high == 0)
    yield "a witch without a demon", in_any(games["demon"][:, :seats] == v.NO_DEMON)


def wrong_end(variant: ResonanceVariant, games: np.ndarray) -> Iterator[Finding]:
    """Checks the winner and the kind of victory (R-END-1 to 4), and that payoffs sum to zero."""
    seats = variant.num_seats
    teams = np.array(variant.teams)
    is_over, victory, winner = games["phase"] == v.PHASE_OVER, games["victory"], games["winner"]
    wins = (teams[winner][:, None] == teams) & (winner != v.NO_SEAT)[:, None]
    level, is_high = games["level"][:, :seats], games["high_witch"][:, :seats] != 0
    yield "a victory before the end, or an end without", (victory != v.NO_VICTORY) != is_over
    yield "a winner in a draw, or a victory without", is_over & ((winner == v.NO_SEAT) != (victory == v.VICTORY_DRAW))
    yield "a winner before the end", ~is_over & (winner != v.NO_SEAT)
    wrong = (level == v.NUM_LEVELS) != (wins & (victory == v.VICTORY_DEMON)[:, None])
    yield "a level III that did not win, or a demon without (R-END-1, R-END-2)", in_any(wrong)
    is_sealed = games["sigil"][:, :seats] != v.NO_INCANTATION
    last_one = ((is_high & ~is_sealed) == (is_high & wins)).all(axis=1) & (games["month_over"] != 0)
    yield "a Sigil victory of one who is not the last (R-END-3, R-TEAM-8)", (victory == v.VICTORY_SIGIL) & ~last_one
    yield "a draw before the last transient (R-END-4)", (victory == v.VICTORY_DRAW) & games["transient_pile"].any(axis=1)
    yield from wrong_payoffs(variant, games, wins)


def wrong_steps(before: np.ndarray, after: np.ndarray) -> Iterator[Finding]:
    """What no step may do: nothing returns to a pile or from where it has gone (R-ACT-8), levels stay (R-LEVEL-2)."""
    for name in ("object_pile", "transient_pile"):
        yield f"{name} grew", in_any(after[name] > before[name])
    for name in ("gone_objects", "gone_transients", "level"):
        yield f"{name} shrank", in_any(after[name] < before[name])
    for name in ("round_number", "month_over"):
        yield f"{name} went back", after[name] < before[name]
    for name in ("artifact_pile", "incantation_pile"):
        yield f"a card came to {name}", (after[name] & ~before[name]) != 0
    for name in ("gone_artifacts", "gone_incantations"):
        yield f"a card came back from {name}", (before[name] & ~after[name]) != 0
    yield from changed(
        before, after, ("seed", "seats", "players", "teams", "team_talk", "solo_team", "edition", "explicit_chance")
    )
    rounds = (after["round_number"] - before["round_number"])[:, None] + 1
    yield "more than one level a round (R-LEVEL-2)", in_any(after["level"] - before["level"] > rounds)
    yield from changed_after_the_end(before["phase"] == v.PHASE_OVER, before, after)


def all_findings(variant: ResonanceVariant, before: np.ndarray, games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
    """Everything that is looked at in every step."""
    yield from misplaced_cards(games, variant.card_set)
    yield from misplaced_secrets(games)
    yield from wrong_questions(games, legal)
    yield from wrong_table(games, variant.card_set)
    yield from wrong_end(variant, games)
    yield from wrong_steps(before, games)
    yield from out_of_range(variant, games)
