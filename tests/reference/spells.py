"""What the effects of spells do (R-CAST)."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from resonance_env.games.resonance.rules.actions import (
    CHOOSE_TYPE,
    DISCARD_ARTIFACT,
    DISCARD_INCANTATION,
    REMOVE_ARTIFACT,
    REMOVE_COUNTING,
    STOP,
)
from resonance_env.games.resonance.rules.vocabulary import (
    CHOICE_DISCARD,
    CHOICE_DRAW,
    CHOICE_PLAY,
    CHOICE_REMOVE,
    EDITION_EN,
    INCANTATION_AS_ARTIFACT,
    INCANTATION_AS_OBJECT,
    INCANTATION_LEFT,
    INCANTATION_WAITING,
    KIND_ANY,
    KIND_ARTIFACT,
    KIND_HERB,
    KIND_INCANTATION,
    KIND_MINERAL,
    KIND_OBJECT,
    KIND_POTION,
    NO_INCANTATION,
    NUM_OBJECTS,
    OP_BECOME_ARTIFACT,
    OP_BECOME_OBJECT,
    OP_CHANGE_DEMON,
    OP_CHANGE_SPELLS,
    OP_DISCARD,
    OP_DRAW,
    OP_PLAY,
    OP_REMOVE,
    OP_SIGIL,
    PHASE_CHOOSE,
    WHO_ALL,
    WHO_SELF,
)
from tests.reference.box import Effect
from tests.reference.table import LyingArtifact, LyingObject, Table, resolves_before, stays_before, types_of

if TYPE_CHECKING:
    from tests.reference.game import Reference

Steps = Generator[None, dict[int, int], None]


def sigil_targets(table: Table, seat: int) -> list[int]:
    """Returns the opposing witches who carry no Sigil and for whom none is announced (R-CAST-12)."""
    announced = set()
    for witch in table.witches:
        if witch.deeds.incantation_state == INCANTATION_WAITING:
            spell = table.box.spell_cards[witch.deeds.cast_card][witch.deeds.cast_spell]
            announced |= {witch.deeds.target[e] for e, effect in enumerate(spell) if effect.op == OP_SIGIL}
    return [s for s in table.opponents(seat) if table.witches[s].sigil == NO_INCANTATION and s not in announced]


def removable(table: Table, kind: int) -> dict[int, LyingObject | LyingArtifact]:
    """Returns what an effect may remove from the centre, by action; of cards alike the one of R-LOCK-2 or R-SWEEP-3."""
    found: dict[int, LyingObject | LyingArtifact] = {}
    for card in sorted(table.centre, key=stays_before):
        if card.type in types_of(kind):
            first = CHOOSE_TYPE if card.counts == 1 else REMOVE_COUNTING + (card.counts - 2) * NUM_OBJECTS
            found.setdefault(first + card.type, card)
    if kind in (KIND_ARTIFACT, KIND_ANY):
        for artifact in sorted(table.centre_artifacts, key=resolves_before):
            found.setdefault(REMOVE_ARTIFACT + artifact.value, artifact)
    return found


def can_do_something(table: Table, edition: int, seat: int, effect: Effect) -> bool:
    """Whether an effect can do something now (R-CAST-3)."""
    if effect.op == OP_SIGIL:
        return bool(sigil_targets(table, seat))
    if effect.op in (OP_BECOME_ARTIFACT, OP_BECOME_OBJECT):
        return True
    if effect.op == OP_PLAY:
        return table.held(seat, effect.kind) > 0
    if effect.op == OP_REMOVE:
        return bool(removable(table, effect.kind))
    if effect.op == OP_CHANGE_DEMON:
        return bool(table.demon_reserve)
    if effect.op == OP_CHANGE_SPELLS:
        return bool(table.spell_reserve)
    if effect.op == OP_DRAW:
        if effect.kind == KIND_ARTIFACT:
            return table.artifact_top is not None
        if effect.kind == KIND_INCANTATION:
            return table.incantation_top is not None
        return any(table.object_pile[t] > 0 for t in types_of(effect.kind))
    if effect.op == OP_DISCARD:
        open_class = KIND_OBJECT if effect.kind in (KIND_HERB, KIND_MINERAL, KIND_POTION) else effect.kind
        enough = effect.count if edition == EDITION_EN else 1
        return any(table.held(s, open_class) >= enough for s in table.opponents(seat))
    raise ValueError(f"unknown effect {effect}")


def run_effect(game: Reference, seat: int, index: int, effect: Effect) -> Steps:
    """Runs one effect of the spell that the seat announced."""
    table = game.table
    deeds = table.witches[seat].deeds
    target = deeds.target[index]
    if effect.op == OP_SIGIL:
        table.witches[target].sigil = deeds.played_incantation
        deeds.incantation_state = INCANTATION_LEFT
    elif effect.op == OP_BECOME_ARTIFACT:  # R-CAST-4
        table.centre_artifacts.append(LyingArtifact(effect.value, seat, deeds.played_incantation))
        deeds.incantation_state = INCANTATION_AS_ARTIFACT
    elif effect.op == OP_BECOME_OBJECT:  # R-CAST-5
        card = LyingObject(effect.kind, effect.value, incantation=deeds.played_incantation, owner=seat)
        table.centre.append(card)
        deeds.incantation_state = INCANTATION_AS_OBJECT
    elif effect.op == OP_PLAY:
        yield from _play(game, seat, effect)
    elif effect.op == OP_REMOVE:
        yield from _remove(game, seat, effect)
    elif effect.op == OP_CHANGE_DEMON:
        yield from game.take_demon(seat if effect.who == WHO_SELF else target, optional=effect.optional)
    elif effect.op == OP_CHANGE_SPELLS:
        yield from game.take_spells(seat if effect.who == WHO_SELF else target, optional=effect.optional)
    elif effect.op == OP_DRAW:
        yield from _draw(game, seat, effect)
    elif effect.op == OP_DISCARD:
        yield from _discard(game, effect, table.opponents(seat) if effect.who == WHO_ALL else [target])
    else:
        raise ValueError(f"unknown effect {effect}")


def _or_stop(options: set[int], effect: Effect, done: int) -> set[int]:
    """Adds the choice to stop where an "up to" effect has moved its first card (R-CAST-6)."""
    return options | {STOP} if effect.optional and done > 0 else options


def _play(game: Reference, seat: int, effect: Effect) -> Steps:
    table = game.table
    witch = table.witches[seat]
    for done in range(effect.count):
        options = {CHOOSE_TYPE + t for t in types_of(effect.kind) if witch.hand.objects[t] > 0}
        if not options:
            return
        asking = game.ask(PHASE_CHOOSE, {seat: _or_stop(options, effect, done)}, choice=CHOICE_PLAY)
        action = (yield from asking)[seat]
        if action == STOP:
            return
        type_ = action - CHOOSE_TYPE
        witch.hand.objects[type_] -= 1
        witch.deeds.played_objects[type_] += 1
        table.centre.append(LyingObject(type_, effect.value))


def _remove(game: Reference, seat: int, effect: Effect) -> Steps:
    table = game.table
    for done in range(effect.count):
        cards = removable(table, effect.kind)
        if not cards:
            return
        asking = game.ask(PHASE_CHOOSE, {seat: _or_stop(set(cards), effect, done)}, choice=CHOICE_REMOVE)
        action = (yield from asking)[seat]
        if action == STOP:
            return
        card = cards[action]
        if isinstance(card, LyingArtifact):
            table.remove_artifact(card)
        else:
            table.remove_object(card)


def _draw(game: Reference, seat: int, effect: Effect) -> Steps:
    table = game.table
    for done in range(effect.count):
        if effect.kind == KIND_ARTIFACT:
            table.draw_artifact(seat)
            continue
        if effect.kind == KIND_INCANTATION:
            table.draw_incantation(seat)
            continue
        options = {CHOOSE_TYPE + t for t in types_of(effect.kind) if table.object_pile[t] > 0}
        if not options:
            return
        asking = game.ask(PHASE_CHOOSE, {seat: _or_stop(options, effect, done)}, choice=CHOICE_DRAW)
        action = (yield from asking)[seat]
        if action == STOP:
            return
        table.draw_object(seat, action - CHOOSE_TYPE)


def _discard(game: Reference, effect: Effect, victims: list[int]) -> Steps:
    """Every victim picks in secret; the cards go when the last has chosen (R-CAST-10)."""
    table = game.table
    missing = {}
    for victim in victims:
        held = table.held(victim, effect.kind)
        too_few = held < effect.count
        missing[victim] = 0 if too_few and game.edition == EDITION_EN else min(held, effect.count)
    while any(missing.values()):
        options = {victim: _discardable(table, victim, effect.kind) for victim in victims if missing[victim] > 0}
        forced = {victim: actions for victim, actions in options.items() if len(actions) == 1}
        asking = game.ask(PHASE_CHOOSE, forced or options, choice=CHOICE_DISCARD)
        for victim, action in (yield from asking).items():
            _pick(table, victim, action)
            missing[victim] -= 1
    for victim in victims:
        table.discard_picked(victim)


def _discardable(table: Table, victim: int, kind: int) -> set[int]:
    hand, picked = table.witches[victim].hand, table.witches[victim].picked
    if kind == KIND_ARTIFACT:
        return {DISCARD_ARTIFACT + value - 1 for value in hand.artifacts - picked.artifacts}
    if kind == KIND_INCANTATION:
        return {DISCARD_INCANTATION + value - 1 for value in hand.incantations - picked.incantations}
    return {CHOOSE_TYPE + t for t in types_of(kind) if hand.objects[t] > picked.objects[t]}


def _pick(table: Table, victim: int, action: int) -> None:
    picked = table.witches[victim].picked
    if action >= DISCARD_INCANTATION:
        picked.incantations.add(action - DISCARD_INCANTATION + 1)
    elif action >= DISCARD_ARTIFACT:
        picked.artifacts.add(action - DISCARD_ARTIFACT + 1)
    else:
        picked.objects[action - CHOOSE_TYPE] += 1
