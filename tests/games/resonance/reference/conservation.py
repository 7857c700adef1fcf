"""Every card is in exactly one of the places that the end of the rules lists."""

from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from tests.games.resonance.reference.table import Table


def misplaced(table: Table) -> list[str]:
    """Returns what is missing or there twice, one line for each kind of card; nothing in a sound position."""
    lying = table.centre + [card for card in table.moons if card is not None]
    printed = [
        table.object_pile[t]
        + table.gone_objects[t]
        + sum(witch.hand.objects[t] for witch in table.witches)
        + sum(1 for card in lying if card.type == t and card.printed)
        for t in v.OBJECTS
    ]
    transients = [
        table.transient_pile[t] + table.gone_transients[t] + sum(1 for card in lying if card.type == t and card.transient)
        for t in v.OBJECTS
    ]
    artifacts = [*table.artifacts_hidden, *table.gone_artifacts]
    artifacts += [] if table.artifact_top is None else [table.artifact_top]
    artifacts += [card.value for card in table.centre_artifacts if card.incantation == v.NO_INCANTATION]
    incantations = [*table.incantations_hidden, *table.gone_incantations]
    incantations += [] if table.incantation_top is None else [table.incantation_top]
    incantations += [card.incantation for card in lying if card.incantation != v.NO_INCANTATION]
    incantations += [card.incantation for card in table.centre_artifacts if card.incantation != v.NO_INCANTATION]
    for witch in table.witches:
        artifacts += witch.hand.artifacts
        incantations += witch.hand.incantations
        if witch.sigil != v.NO_INCANTATION:
            incantations.append(witch.sigil)
        if witch.deeds.incantation_state in (v.INCANTATION_UNRESOLVED, v.INCANTATION_WAITING):
            incantations.append(witch.deeds.played_incantation)
        if act.PLAY_INCANTATION <= witch.committed < act.DRAW_PAIR:
            assert witch.committed - act.PLAY_INCANTATION + 1 in witch.hand.incantations
    demons = [*table.demon_reserve, *(team.demon for team in table.teams)]
    spells = [*table.spell_deck, *table.spell_rejects, *table.spell_reserve]
    spells += [] if table.team_mode else table.offered  # offered pairs of teams lie before their seats (R-TEAM-3)
    spells += [witch.spells for witch in table.witches if witch.spells != v.NO_SPELL_CARD]
    box = table.box
    found = {
        "objects": (printed, box.objects),
        "transients": (transients, box.transients),
        "artifacts": (sorted(artifacts), box.artifacts),
        "incantations": (sorted(incantations), box.incantations),
        "demons": (sorted(demons), list(range(len(box.demons)))),
        "spell cards": (sorted(spells), list(range(len(box.spell_cards)))),
    }
    return [f"{what}: expected {expected}, found {there}" for what, (there, expected) in found.items() if there != expected]
