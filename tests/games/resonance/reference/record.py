"""Writes a position of the reference in the fields of the kernel's record, to be compared one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from resonance_env.games.resonance.rules import vocabulary as v
from tests.games.resonance.reference.table import LyingObject, Table, Witch

if TYPE_CHECKING:
    from tests.games.resonance.reference.game import Reference

# Where the kernel's engine stands: its own bookkeeping, which a second implementation does not share.
NOT_COMPARED = frozenset({"stage", "turn", "effect", "left", "caster", "picks_left"})


def _cards(indices: Iterable[int]) -> int:
    """Bit set of demons or spell cards."""
    return sum(1 << index for index in indices)


def _values(values: Iterable[int]) -> int:
    """Bit set of artifacts or incantations."""
    return sum(1 << (value - 1) for value in values)


def _origin(card: LyingObject | None) -> int:
    if card is None:
        return v.NO_ORIGIN
    if card.transient:
        return v.ORIGIN_TRANSIENT
    return v.ORIGIN_OBJECT if card.incantation == v.NO_INCANTATION else v.ORIGIN_INCANTATION + card.incantation


def record_fields(game: Reference) -> dict[str, object]:
    """Returns every field of the record, as integers and nested lists."""
    fields: dict[str, object] = {}
    fields.update(_game_fields(game))
    fields.update(_pile_fields(game.table))
    fields.update(_witch_fields(game.table))
    fields.update(_round_fields(game.table))
    return fields


def _game_fields(game: Reference) -> dict[str, object]:
    table = game.table
    return {
        "shown": int(game.has_asked_for_action),
        "seed": list(table.seed),
        "seats": table.num_seats,
        "players": game.players,
        "teams": int(table.team_mode),
        "team_talk": int(game.team_talk),
        "solo_team": game.solo_team,
        "edition": game.edition,
        "explicit_chance": 0,
        "phase": game.phase,
        "choice": game.choice,
        "asked": [int(seat in game.asked()) for seat in range(v.MAX_SEATS)],
        "caster": game.caster,
        "taker": game.taker,
        "winner": game.winner,
        "victory": game.victory,
    }


def _pile_fields(table: Table) -> dict[str, object]:
    return {
        "object_pile": list(table.object_pile),
        "transient_pile": list(table.transient_pile),
        "artifact_top": table.artifact_top or 0,
        "artifact_pile": _values(table.artifacts_hidden),
        "incantation_top": table.incantation_top or 0,
        "incantation_pile": _values(table.incantations_hidden),
        "demon_reserve": _cards(table.demon_reserve),
        "spell_reserve": _cards(table.spell_reserve),
        "spell_deck": _cards(table.spell_deck),
        "spell_rejects": _cards(table.spell_rejects),
        "offered": list(table.offered) or [v.NO_SPELL_CARD, v.NO_SPELL_CARD],
        "gone_objects": list(table.gone_objects),
        "gone_transients": list(table.gone_transients),
        "gone_artifacts": _values(table.gone_artifacts),
        "gone_incantations": _values(table.gone_incantations),
    }


def _witch_fields(table: Table) -> dict[str, object]:
    none = [0] * v.NUM_OBJECTS

    def seats(value: Callable[[Witch], int]) -> list[int]:
        return [value(witch) for witch in table.witches] + [0] * (v.MAX_SEATS - table.num_seats)

    def rows(value: Callable[[Witch], list[int]], blank: list[int]) -> list[list[int]]:
        return [list(value(witch)) for witch in table.witches] + [list(blank)] * (v.MAX_SEATS - table.num_seats)

    return {
        "picked_objects": rows(lambda w: w.picked.objects, none),
        "picked_artifacts": seats(lambda w: _values(w.picked.artifacts)),
        "picked_incantations": seats(lambda w: _values(w.picked.incantations)),
        "demon": seats(lambda w: w.team.demon),
        "spells": seats(lambda w: w.spells),
        "high_witch": seats(lambda w: int(w.high)),
        "level": seats(lambda w: w.team.level),
        "sigil": seats(lambda w: w.sigil),
        "hand_objects": rows(lambda w: w.hand.objects, none),
        "hand_artifacts": seats(lambda w: _values(w.hand.artifacts)),
        "hand_incantations": seats(lambda w: _values(w.hand.incantations)),
        "committed": seats(lambda w: w.committed),
        "incantation_state": seats(lambda w: w.deeds.incantation_state),
        "waiting": seats(lambda w: int(w.deeds.waiting)),
        "did": seats(lambda w: w.deeds.did),
        "drew_objects": rows(lambda w: w.deeds.drew_objects, none),
        "drew_artifacts": seats(lambda w: _values(w.deeds.drew_artifacts)),
        "drew_incantations": seats(lambda w: _values(w.deeds.drew_incantations)),
        "played_objects": rows(lambda w: w.deeds.played_objects, none),
        "played_artifact": seats(lambda w: w.deeds.played_artifact),
        "played_incantation": seats(lambda w: w.deeds.played_incantation),
        "cast_card": seats(lambda w: w.deeds.cast_card),
        "cast_spell": seats(lambda w: w.deeds.cast_spell),
        "target": rows(lambda w: w.deeds.target, [0] * v.MAX_EFFECTS),
        "discarded_objects": rows(lambda w: w.deeds.discarded_objects, none),
        "discarded_artifacts": seats(lambda w: _values(w.deeds.discarded_artifacts)),
        "discarded_incantations": seats(lambda w: _values(w.deeds.discarded_incantations)),
    }


def _round_fields(table: Table) -> dict[str, object]:
    moons = table.moons + [None] * (v.MAX_MOONS - len(table.moons))
    blank = [0] * (v.MAX_SEATS - table.num_seats)
    artifact = [v.NO_ARTIFACT] * table.num_seats + blank
    for lying in table.centre_artifacts:
        artifact[lying.owner] = lying.value
    incantation_type, incantation_count = [0] * v.MAX_SEATS, [0] * v.MAX_SEATS
    centre = [[0] * v.MAX_COUNT for _ in v.OBJECTS]
    transient = v.NO_OBJECT
    for card in table.centre:
        if card.transient:
            transient = card.type
        elif card.printed:
            centre[card.type][card.counts - 1] += 1
        else:
            incantation_type[card.owner], incantation_count[card.owner] = card.type, card.counts
    return {
        "moon": [v.NO_OBJECT if card is None else card.type for card in moons],
        "moon_origin": [_origin(card) for card in moons],
        "next_moon": table.next_moon,
        "month_over": int(table.month_over),
        "round_number": table.round_number,
        "quickness": (list(table.quickness) or [0] * table.num_seats) + blank,
        "transient": transient,
        "centre": centre,
        "artifact": artifact,
        "incantation_type": incantation_type,
        "incantation_count": incantation_count,
    }
