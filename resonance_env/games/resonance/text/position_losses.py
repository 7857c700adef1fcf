"""What must hold so that no card is lost or doubled when the engine runs a position on, and that no count leaves its range.

The engine overwrites where it knows that nothing lies: the next moon, the transient in the centre, the card of a witch who
drafts. A position that is written by hand may have something there; it is refused here.
"""

import numpy as np

from resonance_env.core.position_text import expect
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.piles import TO_BE_REVEALED
from resonance_env.games.resonance.rules.state import Record

_FREE = (v.INCANTATION_NONE, v.INCANTATION_LEFT)
_DRAWN_BY_ACTION, _PLAYED_BY_ACTION = 2, 1  # objects
_BY_SPELL = v.MAX_EFFECTS * v.MAX_PER_EFFECT


def check_losses(game: Record, cards: Record) -> None:
    """Checks one position whose cards are all in one place.

    Raises:
        PositionError: "expected ..., got ...".
    """
    if game["stage"] == v.STAGE_OVER:
        return
    _check_piles(game)
    _check_draft(game)
    _check_moon(game)
    for seat in range(int(game["seats"])):
        _check_centre_of(game, seat)
        _check_committed(game, seat)
        _check_cast(game, cards, seat)
        _check_moved(game, cards, seat)
    _check_pending_sigils(game, cards)
    _check_picks(game, cards)
    gone = game["gone_objects"] - game["discarded_objects"].sum(axis=0)
    expect((gone >= 0).all(), "discarded: no more objects than are gone", "more")


def _stage(game: Record) -> str:
    return f"stage {v.STAGE_NAMES[game['stage']]}"


def _check_piles(game: Record) -> None:
    for what in ("artifact", "incantation"):
        reveals = game[f"{what}_top"] == TO_BE_REVEALED
        expect(not reveals or game[f"{what}_pile"] != 0, f"{what}s: a pile whose top is to be revealed", "an empty one")
    if game["stage"] <= v.STAGE_DEAL_HANDS:
        hands = int(game["seats"]) - (int(game["turn"]) if game["stage"] == v.STAGE_DEAL_HANDS else 0)
        expect((game["object_pile"] >= hands).all(), f"{hands} objects of each type to deal (R-SETUP-5)", "fewer")


def _check_draft(game: Record) -> None:
    """R-SETUP-1 to 4: what the draft will write is empty."""
    seats, stage, turn = int(game["seats"]), int(game["stage"]), int(game["turn"])
    step = 2 if game["teams"] else 1
    expect(game["teams"] or game["high_witch"][:seats].all(), "rank: high for every witch without a team", "lesser")
    if stage == v.STAGE_DEAL_DEMONS:
        dealt = (game["demon"][:seats] != v.NO_DEMON).tolist()
        expect(
            dealt == [seat // step < turn for seat in range(seats)], f"demons before the first {turn * step} witches", "others"
        )
    if stage != v.STAGE_OFFER:
        expect((game["offered"] == v.NO_SPELL_CARD).all(), f"offered: none in {_stage(game)}", "spell cards")
    if stage > v.STAGE_HIGH_WITCH:
        return
    expect(game["spell_reserve"] == 0, "spell reserve: none before the draft is over (R-SETUP-4)", "spell cards")
    if game["teams"]:
        named = game["high_witch"][:seats:2] + game["high_witch"][1:seats:2]
        chosen = 0 if stage <= v.STAGE_DEAL_PAIRS else turn
        expect(
            named.tolist() == [int(team < chosen) for team in range(seats // 2)],
            "rank: high in teams that have drafted",
            "others",
        )
    if stage <= v.STAGE_DEAL_PAIRS or not game["teams"]:
        taken = (game["spells"][:seats] != v.NO_SPELL_CARD).tolist()
        drafted = 0 if stage == v.STAGE_DEAL_DEMONS else turn
        expect(
            taken == [seat < drafted for seat in range(seats)], f"spell cards before the first {drafted} witches", sum(taken)
        )


def _check_moon(game: Record) -> None:
    """R-LOCK-4, R-ROUND-1, R-ROUND-2: the moon to be locked is free, and so is the place of the next transient."""
    stage, moon = int(game["stage"]), int(game["next_moon"])
    if v.STAGE_CLEAR < stage <= v.STAGE_LOCK:
        expect(game["moon"][moon] == v.NO_OBJECT, f"a free moon {v.MOON_NAMES[moon]}, the next to be locked", "an occupied one")
    if stage <= v.STAGE_TRANSIENT or stage > v.STAGE_LOCK:
        expect(game["transient"] == v.NO_OBJECT, f"transient: none in {_stage(game)}", "one")


def _check_centre_of(game: Record, seat: int) -> None:
    """R-CAST, R-SWEEP: cards in the centre belong to a stage that moves them away again."""
    name, stage, state = v.SEAT_NAMES[seat], int(game["stage"]), int(game["incantation_state"][seat])
    artifact = int(game["artifact"][seat])
    printed = artifact != v.NO_ARTIFACT and state != v.INCANTATION_AS_ARTIFACT
    within = v.STAGE_CASTS <= stage <= v.STAGE_SWEEPS
    expect(artifact == v.NO_ARTIFACT or within, f"{name}: no artifact in the centre in {_stage(game)}", artifact)
    expect(not printed or state in _FREE, f"{name}: an artifact or an incantation in the centre", "both")
    last = {
        v.INCANTATION_UNRESOLVED: v.STAGE_EFFECTS,
        v.INCANTATION_AS_ARTIFACT: v.STAGE_SWEEPS,
        v.INCANTATION_AS_OBJECT: v.STAGE_LOCK,
        v.INCANTATION_WAITING: v.STAGE_END_EFFECTS,
    }.get(state, stage)
    within = state in _FREE or v.STAGE_CASTS <= stage <= last
    expect(within, f"{name}: no incantation as {v.INCANTATION_STATE_NAMES[state]!r} in {_stage(game)}", "one")


def _check_committed(game: Record, seat: int) -> None:
    """R-ROUND-6: a choice other than a card is carried out in the seat's turn, and not later."""
    stage, code = int(game["stage"]), int(game["committed"][seat])
    plays = act.PLAY_OBJECT <= code < act.DRAW_PAIR
    if code == v.NO_ACTION or plays or stage < v.STAGE_SEATS:
        return
    later = game["quickness"][int(game["turn"]) : int(game["seats"])].tolist() if stage == v.STAGE_SEATS else []
    expect(seat in later, f"{v.SEAT_NAMES[seat]}: a choice of which her turn is to come", act.ACTIONS.name(code))


def _check_cast(game: Record, cards: Record, seat: int) -> None:
    """R-CAST: the spell that runs or waits has its incantation and its targets."""
    name, stage, card, spell = (
        v.SEAT_NAMES[seat],
        int(game["stage"]),
        int(game["cast_card"][seat]),
        int(game["cast_spell"][seat]),
    )
    state, waits, casts = int(game["incantation_state"][seat]), bool(game["waiting"][seat]), game["caster"] == seat
    aims, runs, ends = (casts and stage == at for at in (v.STAGE_AIM, v.STAGE_EFFECTS, v.STAGE_END_EFFECTS))
    expect(not waits or v.STAGE_CASTS <= stage <= v.STAGE_END_EFFECTS, f"{name}: no spell that waits in {_stage(game)}", "one")
    expect(state != v.INCANTATION_WAITING or waits or ends, f"{name}: a spell that waits with her incantation", "none")
    expect(not aims or state == v.INCANTATION_UNRESOLVED, f"{name}: an unresolved incantation to cast with", "none")
    expect(not aims or not waits, f"{name}: no spell that waits before its targets are named", "one")
    if not (aims or runs or ends or waits):
        return
    effect = int(game["effect"])
    for index in range(int(cards["num_effects"][card, spell])):
        op, at_end = int(cards["effect_op"][card, spell, index]), cards["effect_when"][card, spell, index] == v.WHEN_END
        to_come = at_end and (not ends or index >= effect)
        if cards["effect_who"][card, spell, index] == v.WHO_ONE and (index < effect if aims else at_end or runs):
            expect(game["target"][seat, index] != v.NO_SEAT, f"{name}: a target for effect {index + 1}", "none")
        if aims:
            continue
        expect(not to_come or waits or ends, f"{name}: waiting: yes for effects at the end of the round", "no")
        if op == v.OP_SIGIL:
            expect((state == v.INCANTATION_WAITING) == to_come, f"{name}: an incantation that waits for its Sigil", "another")
        elif op in (v.OP_BECOME_ARTIFACT, v.OP_BECOME_OBJECT) and runs and index >= effect:
            expect(state == v.INCANTATION_UNRESOLVED, f"{name}: an unresolved incantation to transform", "none")


def _check_pending_sigils(game: Record, cards: Record) -> None:
    """R-CAST-12: a Sigil is announced for an opposing witch without one, and for each only once."""
    targets: list[int] = []
    for seat in np.flatnonzero(game["incantation_state"][: game["seats"]] == v.INCANTATION_WAITING).tolist():
        card, spell = int(game["cast_card"][seat]), int(game["cast_spell"][seat])
        ops = cards["effect_op"][card, spell][: cards["num_effects"][card, spell]].tolist()
        expect(v.OP_SIGIL in ops, f"{v.SEAT_NAMES[seat]}: a spell with a Sigil for the incantation that waits", "another")
        targets += [int(game["target"][seat, effect]) for effect, op in enumerate(ops) if op == v.OP_SIGIL]
    expect(len(set(targets)) == len(targets), "one Sigil for each witch", "two for one")
    for target in targets:
        free = game["sigil"][target] == v.NO_INCANTATION
        expect(free, f"a Sigil for a witch without one, not {v.SEAT_NAMES[target]}", "one")


def _check_picks(game: Record, cards: Record) -> None:
    """R-CAST-10: cards are picked while the victims are asked, and no more than the effect says."""
    seats = int(game["seats"])
    in_effects = game["stage"] in (v.STAGE_EFFECTS, v.STAGE_END_EFFECTS) and game["effect"] < v.MAX_EFFECTS
    asks = in_effects and game["phase"] == v.PHASE_CHOOSE and game["choice"] == v.CHOICE_DISCARD and game["asked"].any()
    picked = game["picked_objects"].sum(axis=1)
    for seat in range(seats):
        taken = int(picked[seat]) + sum(int(game[f"picked_{what}"][seat]).bit_count() for what in ("artifacts", "incantations"))
        left, name = int(game["picks_left"][seat]), v.SEAT_NAMES[seat]
        if not asks:
            expect(taken == left == 0, f"{name}: picks while victims are asked to discard", "some")
            continue
        caster, effect = int(game["caster"]), int(game["effect"])
        most = int(cards["effect_count"][game["cast_card"][caster], game["cast_spell"][caster], effect])
        expect(taken + left <= most, f"{name}: at most {most} cards to discard", taken + left)
        expect((left > 0) == bool(game["asked"][seat]), f"{name}: asked as long as cards are left to pick", "another")
    expect(game["asked"].any() or game["choice"] == v.NO_CHOICE, "choice: none where nobody is asked", "one")


def _check_moved(game: Record, cards: Record, seat: int) -> None:
    """R-INFO-4: what she has drawn and played leaves room for what her choice and her spell can still move."""
    name, stage, code = v.SEAT_NAMES[seat], int(game["stage"]), int(game["committed"][seat])
    drew, played = int(game["drew_objects"][seat].sum()), int(game["played_objects"][seat].sum())
    is_kept = stage >= v.STAGE_SEATS or not game["shown"]  # what a seat has seen is forgotten when the next order is drawn
    casts = game["caster"] == seat and stage in (v.STAGE_AIM, v.STAGE_EFFECTS, v.STAGE_END_EFFECTS)
    will_cast = game["incantation_state"][seat] == v.INCANTATION_UNRESOLVED or act.PLAY_INCANTATION <= code < act.DRAW_PAIR
    most_drawn, most_played = _DRAWN_BY_ACTION + _BY_SPELL, _PLAYED_BY_ACTION + _BY_SPELL
    if casts or game["waiting"][seat]:
        draws, plays = _to_come(game, cards, seat)
        most_drawn, most_played = most_drawn - draws, most_played - plays
    elif is_kept and will_cast:
        most_drawn -= _most_of_a_spell(cards, int(game["spells"][seat]), v.OP_DRAW)
        most_played -= _most_of_a_spell(cards, int(game["spells"][seat]), v.OP_PLAY)
    elif is_kept and code != v.NO_ACTION:
        most_drawn, most_played = _BY_SPELL, _BY_SPELL
    expect(drew <= most_drawn, f"{name}: drew: at most {most_drawn} objects", drew)
    expect(played <= most_played, f"{name}: played: at most {most_played} objects", played)


def _most_of_a_spell(cards: Record, card: int, op: int) -> int:
    """Returns how many cards the effects of a kind move in one spell of a card, at most."""
    counts = np.where(cards["effect_op"][card] == op, cards["effect_count"][card], 0)
    is_effect = np.arange(v.MAX_EFFECTS) < cards["num_effects"][card][:, None]
    return int((counts * is_effect).sum(axis=1).max())


def _to_come(game: Record, cards: Record, seat: int) -> tuple[int, int]:
    """Returns how many cards the spell of a seat can still draw and play."""
    card, spell = int(game["cast_card"][seat]), int(game["cast_spell"][seat])
    stage, effect, left = int(game["stage"]), int(game["effect"]), int(game["left"])
    casts = game["caster"] == seat
    moves = {v.OP_DRAW: 0, v.OP_PLAY: 0}
    for index in range(int(cards["num_effects"][card, spell])):
        op, count = int(cards["effect_op"][card, spell, index]), int(cards["effect_count"][card, spell, index])
        at_end = cards["effect_when"][card, spell, index] == v.WHEN_END
        if op not in moves:
            continue
        if casts and stage == (v.STAGE_END_EFFECTS if at_end else v.STAGE_EFFECTS):
            moves[op] += 0 if index < effect else left if index == effect and left >= 0 else count
        elif at_end or (casts and stage == v.STAGE_AIM):
            moves[op] += count
    return moves[v.OP_DRAW], moves[v.OP_PLAY]
