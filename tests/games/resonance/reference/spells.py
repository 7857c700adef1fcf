"""What the effects of spells do (R-CAST)."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from tests.games.resonance.reference.box import Effect
from tests.games.resonance.reference.table import LyingArtifact, LyingObject, Table, resolves_before, stays_before, types_of

if TYPE_CHECKING:
    from tests.games.resonance.reference.game import Reference

Steps = Generator[None, dict[int, int], None]


def sigil_targets(table: Table, seat: int) -> list[int]:
    """Returns the opposing witches who carry no Sigil and for whom none is announced (R-CAST-12)."""
    announced = set()
    for witch in table.witches:
        if witch.deeds.incantation_state == v.INCANTATION_WAITING:
            spell = table.box.spell_cards[witch.deeds.cast_card][witch.deeds.cast_spell]
            announced |= {witch.deeds.target[e] for e, effect in enumerate(spell) if effect.op == v.OP_SIGIL}
    return [s for s in table.opponents(seat) if table.witches[s].sigil == v.NO_INCANTATION and s not in announced]


def removable(table: Table, kind: int) -> dict[int, LyingObject | LyingArtifact]:
    """Returns what an effect may remove from the centre, by action; of cards alike the one of R-LOCK-2 or R-SWEEP-3."""
    found: dict[int, LyingObject | LyingArtifact] = {}
    for card in sorted(table.centre, key=stays_before):
        if card.type in types_of(kind):
            first = act.CHOOSE_TYPE if card.counts == 1 else act.REMOVE_COUNTING + (card.counts - 2) * v.NUM_OBJECTS
            found.setdefault(first + card.type, card)
    if kind in (v.KIND_ARTIFACT, v.KIND_ANY):
        for artifact in sorted(table.centre_artifacts, key=resolves_before):
            found.setdefault(act.REMOVE_ARTIFACT + artifact.value, artifact)
    return found


def waits(effect: Effect) -> bool:
    """Whether an announced effect runs at the end of the round."""
    return effect.op == v.OP_SIGIL or effect.when == v.WHEN_END


def run_effect(game: Reference, seat: int, index: int, effect: Effect) -> Steps:
    """Runs one effect of the spell that the seat announced."""
    table = game.table
    deeds = table.witches[seat].deeds
    target = deeds.target[index]
    if effect.op == v.OP_SIGIL:
        table.witches[target].sigil = deeds.played_incantation
        deeds.incantation_state = v.INCANTATION_LEFT
    elif effect.op == v.OP_BECOME_ARTIFACT:  # R-CAST-4
        table.centre_artifacts.append(LyingArtifact(effect.value, seat, deeds.played_incantation))
        deeds.incantation_state = v.INCANTATION_AS_ARTIFACT
    elif effect.op == v.OP_BECOME_OBJECT:  # R-CAST-5
        card = LyingObject(effect.kind, effect.value, incantation=deeds.played_incantation, owner=seat)
        table.centre.append(card)
        deeds.incantation_state = v.INCANTATION_AS_OBJECT
    elif effect.op == v.OP_PLAY:
        yield from _play(game, seat, effect)
    elif effect.op == v.OP_REMOVE:
        yield from _remove(game, seat, effect)
    elif effect.op == v.OP_CHANGE_DEMON:
        yield from game.take_demon(seat if effect.who == v.WHO_SELF else target, optional=effect.optional)
    elif effect.op == v.OP_CHANGE_SPELLS:
        yield from game.take_spells(seat if effect.who == v.WHO_SELF else target, optional=effect.optional)
    elif effect.op == v.OP_DRAW:
        yield from _draw(game, seat, effect)
    elif effect.op == v.OP_DISCARD:
        yield from _discard(game, effect, table.opponents(seat) if effect.who == v.WHO_ALL else [target])
    else:
        raise ValueError(f"unknown effect {effect}")


def _or_stop(options: set[int], effect: Effect, done: int) -> set[int]:
    """Adds the choice to stop where an "up to" effect has moved its first card (R-CAST-6)."""
    return options | {act.STOP} if effect.optional and done > 0 else options


def _play(game: Reference, seat: int, effect: Effect) -> Steps:
    table = game.table
    witch = table.witches[seat]
    for done in range(effect.count):
        options = {act.CHOOSE_TYPE + t for t in types_of(effect.kind) if witch.hand.objects[t] > 0}
        if not options:
            return
        asking = game.ask(v.PHASE_CHOOSE, {seat: _or_stop(options, effect, done)}, choice=v.CHOICE_PLAY)
        action = (yield from asking)[seat]
        if action == act.STOP:
            return
        type_ = action - act.CHOOSE_TYPE
        witch.hand.objects[type_] -= 1
        witch.deeds.played_objects[type_] += 1
        table.centre.append(LyingObject(type_, effect.value))


def _remove(game: Reference, seat: int, effect: Effect) -> Steps:
    table = game.table
    for done in range(effect.count):
        cards = removable(table, effect.kind)
        if not cards:
            return
        asking = game.ask(v.PHASE_CHOOSE, {seat: _or_stop(set(cards), effect, done)}, choice=v.CHOICE_REMOVE)
        action = (yield from asking)[seat]
        if action == act.STOP:
            return
        card = cards[action]
        if isinstance(card, LyingArtifact):
            table.remove_artifact(card)
        else:
            table.remove_object(card)


def _draw(game: Reference, seat: int, effect: Effect) -> Steps:
    table = game.table
    for done in range(effect.count):
        if effect.kind == v.KIND_ARTIFACT:
            table.draw_artifact(seat)
            continue
        if effect.kind == v.KIND_INCANTATION:
            table.draw_incantation(seat)
            continue
        options = {act.CHOOSE_TYPE + t for t in types_of(effect.kind) if table.object_pile[t] > 0}
        if not options:
            return
        asking = game.ask(v.PHASE_CHOOSE, {seat: _or_stop(options, effect, done)}, choice=v.CHOICE_DRAW)
        action = (yield from asking)[seat]
        if action == act.STOP:
            return
        table.draw_object(seat, action - act.CHOOSE_TYPE)


def _discard(game: Reference, effect: Effect, victims: list[int]) -> Steps:
    """Every victim picks in secret; the cards go when the last has chosen (R-CAST-10)."""
    table = game.table
    missing = {}
    for victim in victims:
        held = table.held(victim, effect.kind)
        too_few = held < effect.count
        missing[victim] = 0 if too_few and game.edition == v.EDITION_EN else min(held, effect.count)
    while any(missing.values()):
        options = {victim: _discardable(table, victim, effect.kind) for victim in victims if missing[victim] > 0}
        forced = {victim: actions for victim, actions in options.items() if len(actions) == 1}
        asking = game.ask(v.PHASE_CHOOSE, forced or options, choice=v.CHOICE_DISCARD)
        for victim, action in (yield from asking).items():
            _pick(table, victim, action)
            missing[victim] -= 1
    for victim in victims:
        table.discard_picked(victim)


def _discardable(table: Table, victim: int, kind: int) -> set[int]:
    hand, picked = table.witches[victim].hand, table.witches[victim].picked
    if kind == v.KIND_ARTIFACT:
        return {act.DISCARD_ARTIFACT + value - 1 for value in hand.artifacts - picked.artifacts}
    if kind == v.KIND_INCANTATION:
        return {act.DISCARD_INCANTATION + value - 1 for value in hand.incantations - picked.incantations}
    return {act.CHOOSE_TYPE + t for t in types_of(kind) if hand.objects[t] > picked.objects[t]}


def _pick(table: Table, victim: int, action: int) -> None:
    picked = table.witches[victim].picked
    if action >= act.DISCARD_INCANTATION:
        picked.incantations.add(action - act.DISCARD_INCANTATION + 1)
    elif action >= act.DISCARD_ARTIFACT:
        picked.artifacts.add(action - act.DISCARD_ARTIFACT + 1)
    else:
        picked.objects[action - act.CHOOSE_TYPE] += 1
