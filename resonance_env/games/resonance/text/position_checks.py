"""What must hold between the lines of a position, so that the engine can take it up: the kernels trust their input."""

import numpy as np

from resonance_env.core.position_text import expect
from resonance_env.games.resonance.batch import loops
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.chance_events import pending_chance
from resonance_env.games.resonance.rules.legality import LEGAL, why_not_act
from resonance_env.games.resonance.rules.state import Record
from resonance_env.games.resonance.text.position_losses import check_losses

# Where the engine stands when it asks for each kind of decision.
_STAGES_OF_PHASE = {
    v.PHASE_DRAFT: (v.STAGE_OFFER, v.STAGE_HIGH_WITCH),
    v.PHASE_ACT: (v.STAGE_ACT, v.STAGE_ACT_SECOND),
    v.PHASE_TAKE_DEMON: (v.STAGE_SEATS, v.STAGE_EFFECTS, v.STAGE_END_EFFECTS),
    v.PHASE_CAST: (v.STAGE_CASTS,),
    v.PHASE_AIM: (v.STAGE_AIM,),
    v.PHASE_CHOOSE: (v.STAGE_EFFECTS, v.STAGE_END_EFFECTS, v.STAGE_SWEEPS),
    v.PHASE_TAKE_SPELLS: (v.STAGE_EFFECTS, v.STAGE_END_EFFECTS),
}
_SPELL_STAGES = (v.STAGE_AIM, v.STAGE_EFFECTS, v.STAGE_END_EFFECTS)
_OPS_OF_CHOICE = {
    v.CHOICE_PLAY: v.OP_PLAY,
    v.CHOICE_REMOVE: v.OP_REMOVE,
    v.CHOICE_DRAW: v.OP_DRAW,
    v.CHOICE_DISCARD: v.OP_DISCARD,
}


def check_position(games: np.ndarray, card_set: CardSet) -> None:
    """Checks that the engine can run the position on.

    Args:
        games: array of one game, whose cards are where they should be.
        card_set: the cards.

    Raises:
        PositionError: "expected ..., got ...", naming the lines that do not go together.
    """
    game, cards = games[0], card_set.cards[0]
    _check_order(game)
    _check_end(game)
    _check_setup(game)
    _check_round(game, cards)
    _check_seats(game)
    if game["stage"] in _SPELL_STAGES:
        _check_spell(game, cards)
    elif game["caster"] != v.NO_SEAT and not (game["asked"].any() and game["phase"] in (v.PHASE_CAST, v.PHASE_CHOOSE)):
        expect(False, "caster: none in this stage", v.SEAT_NAMES[game["caster"]])
    check_losses(game, cards)
    if game["asked"].any():
        _check_asked(games, card_set)
    else:
        waits = bool(game["explicit_chance"]) and pending_chance(game) != v.NO_CHANCE
        expect(game["phase"] != v.PHASE_CHANCE or waits, "explicit chance and a chance event that is due", "phase: CHANCE")
        expect(game["taker"] == v.NO_SEAT, "taker: none where nobody is asked", "one")


def _check_order(game: Record) -> None:
    """The bounds of the engine's counters."""
    seats, stage, turn = int(game["seats"]), int(game["stage"]), int(game["turn"])
    sides = seats // 2 if game["teams"] else seats
    by_seat = stage in (v.STAGE_DEAL_PAIRS, v.STAGE_DEAL_HANDS)
    last = seats - 1 if by_seat else sides - 1 if stage <= v.STAGE_HIGH_WITCH else seats
    expect(turn <= last, f"turn: 0 .. {last} in stage {v.STAGE_NAMES[stage]}", turn)
    if v.STAGE_SEATS <= stage <= v.STAGE_END_EFFECTS:
        order = sorted(game["quickness"][:seats].tolist())
        expect(order == list(range(seats)), "quickness: every witch once, since the order has been drawn", "none")


def _check_end(game: Record) -> None:
    """R-END: a winner only where there can be one."""
    stage, phase, victory, winner = (int(game[name]) for name in ("stage", "phase", "victory", "winner"))
    is_over = stage == v.STAGE_OVER
    expect(is_over or phase != v.PHASE_OVER, "stage: OVER with phase: OVER", v.STAGE_NAMES[stage])
    expect(not is_over or phase in (v.PHASE_OVER, v.PHASE_CHANCE), "phase: OVER with stage: OVER", v.PHASE_NAMES[phase])
    expect(is_over == (victory != v.NO_VICTORY), "a victory in stage OVER and in no other", f"stage: {v.STAGE_NAMES[stage]}")
    if is_over:
        expect((winner == v.NO_SEAT) == (victory == v.VICTORY_DRAW), "a winner, or victory: draw", "both or neither")
    else:
        expect(
            winner == v.NO_SEAT or stage in (v.STAGE_LEVELS, v.STAGE_VICTORY),
            "no winner before the levels of the last round",
            v.SEAT_NAMES[winner],
        )


def _check_setup(game: Record) -> None:
    """R-SETUP, R-TEAM-3: what has been dealt by now, and that enough is left to deal."""
    seats, stage, turn = int(game["seats"]), int(game["stage"]), int(game["turn"])
    if stage == v.STAGE_DEAL_DEMONS:
        sides = seats // 2 if game["teams"] else seats
        left = int(game["demon_reserve"]).bit_count()
        expect(left >= sides - turn, f"{sides - turn} demons to deal", left)
    else:
        expect((game["demon"][:seats] >= 0).all(), "a demon for every witch after the deal", "none")
    offered = game["offered"].tolist()
    left = int(game["spell_deck"]).bit_count() + int(game["spell_rejects"]).bit_count()
    if stage == v.STAGE_DEAL_PAIRS:
        expect(bool(game["teams"]), "stage: DEAL_PAIRS in teams alone", "no teams")
        is_dealt = (game["spells"][:seats] != v.NO_SPELL_CARD).tolist()
        expect(is_dealt == [seat < turn for seat in range(seats)], f"spell cards before {turn} seats", sum(is_dealt))
        expect(left >= seats - turn, f"{seats - turn} spell cards to deal", left)
    elif stage == v.STAGE_OFFER and game["teams"]:
        pair = game["spells"][2 * turn : 2 * turn + 2].tolist()
        expect(offered == pair, "offered: the pair that lies before the team whose turn it is", "others")
    elif stage == v.STAGE_OFFER:
        given = sum(card != v.NO_SPELL_CARD for card in offered)
        expect(left >= 2 - given, f"{2 - given} spell cards to offer", left)
    if game["teams"] and stage > v.STAGE_DEAL_PAIRS:
        expect((game["spells"][:seats] >= 0).all(), "a spell card before every witch once the pairs are dealt", "none")
    if stage >= v.STAGE_DEAL_HANDS:
        expect((game["spells"][:seats] >= 0).all(), "a spell card for every witch after the draft", "none")
        high = game["high_witch"][:seats]
        if game["teams"]:
            expect((high[::2] + high[1::2] == 1).all(), "one High Witch in every team", high.tolist())
    if stage == v.STAGE_DEAL_HANDS:
        expect((game["object_pile"] >= seats - turn).all(), f"{seats - turn} objects of each type to deal", "fewer")


def _check_round(game: Record, cards: Record) -> None:
    """R-END-4: every round has a transient; that of this round may be left out or not be drawn yet."""
    drawn, number = int(cards["transients"].sum() - game["transient_pile"].sum()), int(game["round_number"])
    expect(number <= drawn + 1, f"round: at most {drawn + 1}, since {drawn} transients were drawn", number)
    ahead = game["stage"] < v.STAGE_ACT or v.STAGE_ENDINGS <= game["stage"] < v.STAGE_OVER
    expect(not ahead or game["transient_pile"].sum() > 0, "a transient for the round to come", "transients: none")


def _check_seats(game: Record) -> None:
    """What each seat has chosen, played and cast."""
    for seat in range(int(game["seats"])):
        name, action = v.SEAT_NAMES[seat], int(game["committed"][seat])
        if action != v.NO_ACTION:
            is_hidden = v.STAGE_ACT <= game["stage"] <= v.STAGE_REVEAL
            expect(is_hidden, f"{name}: a choice from ACT to REVEAL alone", f"stage: {v.STAGE_NAMES[game['stage']]}")
            expect(act.PASS <= action <= act.LAST_ACT, f"{name}: a choice among the actions of ACT", act.ACTIONS.name(action))
            _check_choice(game, seat, action)
        state, value = int(game["incantation_state"][seat]), int(game["played_incantation"][seat])
        expect(state == v.INCANTATION_NONE or value > 0, f"{name}: the played incantation that is spoken of", "none")
        expect(not game["waiting"][seat] or game["cast_spell"][seat] != v.NO_SPELL, f"{name}: the spell that waits", "none")
        expect(
            (game["cast_spell"][seat] == v.NO_SPELL) == (game["cast_card"][seat] == v.NO_SPELL_CARD),
            f"{name}: card and spell cast",
            "one",
        )
        artifact = int(game["artifact"][seat])
        if state == v.INCANTATION_AS_ARTIFACT:
            expect(artifact != v.NO_ARTIFACT, f"{name}: the artifact that her incantation is", "none")
        elif artifact != v.NO_ARTIFACT:
            is_first = artifact == game["played_artifact"][seat] or not game["shown"]  # R-INFO-4: an earlier one may be kept
            is_played = artifact > 0 and game["played_artifact"][seat] > 0 and is_first
            expect(is_played, f"{name}: the artifact in the centre as played", artifact)
        if state == v.INCANTATION_AS_OBJECT:
            expect(game["incantation_count"][seat] > 0, f"{name}: what her incantation counts", 0)
        _check_picks(game, seat)


def _check_choice(game: Record, seat: int, action: int) -> None:
    """A choice that has not acted yet can still be carried out; of a pair she takes what is there (R-ACT-4)."""
    is_free = action == act.PASS or act.DRAW_PAIR <= action <= act.DRAW_ARTIFACT
    expect(
        is_free or why_not_act(game, seat, action) == LEGAL,
        f"{v.SEAT_NAMES[seat]}: a choice that she can carry out",
        act.ACTIONS.name(action),
    )


def _check_picks(game: Record, seat: int) -> None:
    """R-CAST-10: picked cards are in her hand, and enough are left to pick."""
    name = v.SEAT_NAMES[seat]
    picked, hand = game["picked_objects"][seat], game["hand_objects"][seat]
    rest = 0
    expect((picked <= hand).all(), f"{name}: picked cards that she holds", "others")
    for what in ("artifacts", "incantations"):
        held, taken = int(game[f"hand_{what}"][seat]), int(game[f"picked_{what}"][seat])
        expect(taken & ~held == 0, f"{name}: picked cards that she holds", "others")
        rest += (held & ~taken).bit_count()
    rest += int(hand[: v.NUM_OBJECTS].sum()) - int(picked.sum())
    expect(0 <= game["picks_left"][seat] <= rest, f"{name}: 0 .. {rest} cards left to pick", int(game["picks_left"][seat]))
    fields = ("picks_left", "picked_objects", "picked_artifacts", "picked_incantations")
    picks = any(np.any(game[field][seat]) for field in fields)
    during = game["stage"] in (v.STAGE_EFFECTS, v.STAGE_END_EFFECTS)
    expect(not picks or during, f"{name}: picks during a discard alone", f"stage: {v.STAGE_NAMES[game['stage']]}")


def _check_spell(game: Record, cards: Record) -> None:
    """R-CAST: a spell is being aimed or runs."""
    caster, effect = int(game["caster"]), int(game["effect"])
    stage = v.STAGE_NAMES[game["stage"]]
    expect(caster != v.NO_SEAT, f"a caster in stage {stage}", "none")
    card, spell = int(game["cast_card"][caster]), int(game["cast_spell"][caster])
    expect(spell != v.NO_SPELL, f"{v.SEAT_NAMES[caster]}: the spell that she casts in stage {stage}", "none")
    count = int(cards["num_effects"][card, spell])
    expect(effect <= count, f"effect: 0 .. {count}", effect)
    if effect < count:
        most = int(cards["effect_count"][card, spell, effect])
        expect(game["left"] <= most, f"left: at most {most}", int(game["left"]))
    if game["stage"] != v.STAGE_AIM:
        for index in range(effect, count):
            needs = cards["effect_who"][card, spell, index] == v.WHO_ONE
            expect(not needs or game["target"][caster, index] != v.NO_SEAT, "a target for every effect that needs one", "none")


def _check_asked(games: np.ndarray, card_set: CardSet) -> None:
    """The decision to make: which seats make it, in which stage, and that there is something to choose."""
    game, cards = games[0], card_set.cards[0]
    phase, stage, choice = int(game["phase"]), int(game["stage"]), int(game["choice"])
    stages = _STAGES_OF_PHASE.get(phase, ())
    expected = f"stage: {' or '.join(v.STAGE_NAMES[s] for s in stages) or 'none, since nobody can be asked'}"
    expect(stage in stages, f"{expected} with phase: {v.PHASE_NAMES[phase]}", v.STAGE_NAMES[stage])
    expect(
        (choice != v.NO_CHOICE) == (phase == v.PHASE_CHOOSE),
        "a choice with phase: CHOOSE and with no other",
        v.CHOICE_NAMES[choice],
    )
    if phase == v.PHASE_CHOOSE:
        expect((choice == v.CHOICE_SWEEP) == (stage == v.STAGE_SWEEPS), "choice: sweep in stage SWEEPS", v.CHOICE_NAMES[choice])
    _check_effect_asked(game, cards)
    _check_who_is_asked(game)
    legal = np.zeros((1, int(game["seats"]), act.NUM_ACTIONS), dtype=np.int8)
    loops.legal(games, card_set.cards, legal)
    for seat in np.flatnonzero(game["asked"]):
        expect(legal[0, seat].any(), f"{v.SEAT_NAMES[seat]}: at least one legal action", "none")


def _check_effect_asked(game: Record, cards: Record) -> None:
    """In the middle of a spell, the effect that runs is of the kind that is asked about."""
    phase, choice, caster, effect = int(game["phase"]), int(game["choice"]), int(game["caster"]), int(game["effect"])
    if game["stage"] not in (v.STAGE_AIM, v.STAGE_EFFECTS, v.STAGE_END_EFFECTS):
        return
    card, spell = int(game["cast_card"][caster]), int(game["cast_spell"][caster])
    expect(effect < cards["num_effects"][card, spell], "an effect of the spell", effect)
    op = int(cards["effect_op"][card, spell, effect])
    if phase == v.PHASE_CHOOSE:
        expect(op == _OPS_OF_CHOICE[choice], f"an effect for choice: {v.CHOICE_NAMES[choice]}", "another")
        expect(
            game["left"] >= (0 if choice == v.CHOICE_DISCARD else 1),
            "left: cards that the effect may still move",
            int(game["left"]),
        )
    elif phase == v.PHASE_TAKE_DEMON:
        expect(op == v.OP_CHANGE_DEMON, "an effect that changes a demon", "another")
    elif phase == v.PHASE_TAKE_SPELLS:
        expect(op == v.OP_CHANGE_SPELLS, "an effect that changes a spell card", "another")


def _check_who_is_asked(game: Record) -> None:
    phase, asked = int(game["phase"]), np.flatnonzero(game["asked"]).tolist()
    if phase == v.PHASE_ACT:
        expect(game["taker"] == v.NO_SEAT, "taker: none in phase ACT", "one")
        expect(game["shown"] != 0, "shown: yes where seats are asked for their action", "no")
        return
    if phase == v.PHASE_CHOOSE and game["choice"] == v.CHOICE_DISCARD:
        expect((game["picks_left"][asked] > 0).all(), "cards left to pick of who is asked to discard", "none")
        return
    if phase == v.PHASE_DRAFT:
        only = int(game["turn"]) * (2 if game["teams"] else 1)
        is_offered = (game["offered"] != v.NO_SPELL_CARD).all() or game["stage"] == v.STAGE_HIGH_WITCH
        expect(is_offered, "two spell cards that are offered", "fewer")
    elif phase in (v.PHASE_TAKE_DEMON, v.PHASE_TAKE_SPELLS):
        only = int(game["taker"])
        expect(only != v.NO_SEAT, "a taker", "none")
    else:
        only = int(game["caster"])
        expect(only != v.NO_SEAT, f"a caster with phase: {v.PHASE_NAMES[phase]}", "none")
        if phase == v.PHASE_CAST:
            state = game["incantation_state"][only]
            expect(state == v.INCANTATION_UNRESOLVED, f"{v.SEAT_NAMES[only]}: an unresolved incantation to cast with", "none")
        elif game["stage"] == v.STAGE_SWEEPS:
            expect(game["artifact"][only] != v.NO_ARTIFACT, f"{v.SEAT_NAMES[only]}: an artifact to sweep with", "none")
    expect(asked == [only], f"asked: {v.SEAT_NAMES[only]} alone", ", ".join(v.SEAT_NAMES[seat] for seat in asked))
