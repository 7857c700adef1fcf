"""The rules as one generator that reads like a round is played and stops wherever somebody has to choose.

Slow on purpose: every list of options is built afresh from the table, and nothing is remembered that the table shows.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import TypeAlias

from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from tests.games.resonance.reference.box import Effect, unpack
from tests.games.resonance.reference.record import record_fields
from tests.games.resonance.reference.spells import run_effect, sigil_targets, waits
from tests.games.resonance.reference.table import Deeds, LyingArtifact, LyingObject, Table, Team, resolves_before, stays_before

Answers: TypeAlias = dict[int, int]  # seat -> action
Options: TypeAlias = dict[int, set[int]]  # seat -> legal actions
Steps: TypeAlias = Generator[None, Answers, None]


class Reference:
    """One game, run to its first decision when it is made.

    Args:
        card_set: the cards.
        players: persons; 6 to 8 play in teams of two, 7 fill eight seats.
        edition: `"fr"` or `"en"` (R-CAST-10).
        team_talk: second seats choose after seeing their partner's choice (R-TEAM-4).
        solo_team: with 7 players the team that one person holds; the last by default.
        seed: of the whole game.
    """

    def __init__(
        self,
        card_set: CardSet,
        players: int,
        *,
        edition: str = "fr",
        team_talk: bool = True,
        solo_team: int | None = None,
        seed: int,
    ) -> None:
        seats = 8 if players == 7 else players
        self.players = players
        self.edition = v.EDITION_NAMES.index(edition)
        self.team_talk = team_talk
        self.table = Table(unpack(card_set), seats, players >= 6, seed)
        self.solo_team = (len(self.table.teams) - 1 if solo_team is None else solo_team) if players == 7 else 0
        self.phase = v.PHASE_DRAFT
        self.choice = v.NO_CHOICE
        self.caster = v.NO_SEAT
        self.taker = v.NO_SEAT
        self.winner = v.NO_SEAT
        self.victory = v.NO_VICTORY
        self.has_asked_for_action = False  # since deeds were last forgotten (R-INFO-4)
        self._options: Options = {}
        self._steps = self._play()
        self._advance(None)

    # What is asked, and the answer.

    @property
    def over(self) -> bool:
        return self.phase == v.PHASE_OVER

    def asked(self) -> set[int]:
        """Returns the seats that have a decision to make."""
        return set(self._options)

    def legal(self, seat: int) -> set[int]:
        """Returns the action codes that are legal for a seat."""
        return set(self._options.get(seat, {act.WAIT}))

    def step(self, actions: Mapping[int, int] | Sequence[int]) -> None:
        """Plays the actions of the seats that are asked and runs to the next decision or the end.

        Raises:
            ValueError: an action is not legal.
        """
        answers = {seat: int(actions[seat]) for seat in sorted(self._options)}
        for seat, action in answers.items():
            if action not in self._options[seat]:
                raise ValueError(f"expected one of {sorted(self._options[seat])} from seat {seat}, got {action}")
        self._advance(answers)

    def payoffs(self) -> list[float]:
        """Returns +1 for the winning team, an equal share of -1 for each other team's seats, 0 in a draw (R-TEAM-9)."""
        table = self.table
        if self.winner == v.NO_SEAT:
            return [0.0] * table.num_seats
        winners = table.witches[self.winner].team
        return [1.0 if witch.team is winners else -1.0 / (len(table.teams) - 1) for witch in table.witches]

    def as_record_fields(self) -> dict[str, object]:
        """Returns the fields of the kernel's record that this position stands for."""
        return record_fields(self)

    def _advance(self, answers: Answers | None) -> None:
        try:
            if answers is None:
                next(self._steps)
            else:
                self._steps.send(answers)
        except StopIteration:
            self.phase = v.PHASE_OVER
            self.choice, self.caster, self.taker = v.NO_CHOICE, v.NO_SEAT, v.NO_SEAT

    def ask(
        self, phase: int, options: Options, *, choice: int = v.NO_CHOICE, taker: int = v.NO_SEAT
    ) -> Generator[None, Answers, Answers]:
        """Asks all seats given at once; who has one option is not asked (R-INFO-4)."""
        answers = {seat: min(actions) for seat, actions in options.items() if len(actions) == 1}
        really = {seat: actions for seat, actions in options.items() if len(actions) > 1}
        if really:
            self.phase, self.choice, self.taker, self._options = phase, choice, taker, really
            self.has_asked_for_action = self.has_asked_for_action or phase == v.PHASE_ACT
            answers.update((yield))
            self.choice, self.taker, self._options = v.NO_CHOICE, v.NO_SEAT, {}
        return answers

    # The game.

    def _play(self) -> Steps:
        yield from self._set_up()
        while self.victory == v.NO_VICTORY:
            yield from self._round()

    def _set_up(self) -> Steps:
        table = self.table
        table.reveal_artifact()  # R-BOX-3
        table.reveal_incantation()  # R-BOX-4
        for number, team in enumerate(table.teams):  # R-SETUP-1, R-TEAM-2
            reserve = sorted(table.demon_reserve)
            team.demon = reserve[table.chance(v.CHANCE_DEMON, number, len(reserve))]
            table.demon_reserve.remove(team.demon)

        if table.team_mode:
            yield from self._share_pairs()
        else:
            yield from self._draft()
        table.spell_reserve = table.spell_deck | table.spell_rejects  # R-SETUP-4
        table.spell_deck, table.spell_rejects = set(), set()

        for seat in range(table.num_seats):  # R-SETUP-5
            for type_ in v.OBJECTS:
                table.draw_object(seat, type_)
            table.draw_artifact(seat)

    def _draft(self) -> Steps:
        """Each seat keeps one of two spell cards (R-SETUP-2, R-SETUP-3)."""
        table = self.table
        for seat, witch in enumerate(table.witches):
            table.offered = [table.next_spell_card(), table.next_spell_card()]
            options = {seat: {act.TAKE_SPELLS + card for card in table.offered}}
            witch.spells = (yield from self.ask(v.PHASE_DRAFT, options))[seat] - act.TAKE_SPELLS
            table.spell_rejects |= set(table.offered) - {witch.spells}
            table.offered = []

    def _share_pairs(self) -> Steps:
        """All pairs are dealt, then each team decides who takes which card, and who is High Witch (R-TEAM-3)."""
        table = self.table
        for witch in table.witches:
            witch.spells = table.next_spell_card()
        for team in table.teams:
            first, partner = (table.witches[seat] for seat in team.seats)
            seat = team.seats[0]
            table.offered = [first.spells, partner.spells]
            answers = yield from self.ask(v.PHASE_DRAFT, {seat: {act.TAKE_SPELLS + card for card in table.offered}})
            first.spells = answers[seat] - act.TAKE_SPELLS
            (partner.spells,) = set(table.offered) - {first.spells}
            table.offered = []
            answers = yield from self.ask(v.PHASE_DRAFT, {seat: {act.HIGH_SELF, act.HIGH_PARTNER}})
            (first if answers[seat] == act.HIGH_SELF else partner).high = True

    def _round(self) -> Steps:
        """Plays one round in the order of R-ROUND-6."""
        table = self.table
        table.round_number += 1
        old = table.moons[table.next_moon]
        if old is not None:  # (1) R-ROUND-1
            table.object_gone(old)
            table.moons[table.next_moon] = None
        self._reveal_transient()  # (2)
        yield from self._choose_actions()  # (3)
        self._draw_quickness()
        if self.has_asked_for_action:  # R-INFO-4
            for witch in table.witches:
                witch.deeds = Deeds()
        self.has_asked_for_action = False
        for seat in table.quickness:  # (4)
            yield from self._act(seat)
        self._reveal()  # (5)
        yield from self._cast_all()  # (6)
        yield from self._sweep_all()  # (7)
        full_moon = self._lock()  # (8)
        if full_moon:
            self._full_moon_draws()  # (9)
        summoned = self._levels()  # (10)
        if summoned is not None:  # (11)
            self._end(v.VICTORY_DEMON, summoned)
            return
        sole = self._sole_unsealed()
        if sole is not None:  # (12)
            self._end(v.VICTORY_SIGIL, sole)
            return
        if sum(table.transient_pile) == 0:  # (13) R-END-4
            self.victory = v.VICTORY_DRAW
            return
        yield from self._endings()  # (14)

    def _end(self, victory: int, team: Team) -> None:
        self.victory, self.winner = victory, team.seats[0]

    def _reveal_transient(self) -> None:
        table = self.table
        cards = [type_ for type_ in v.OBJECTS for _ in range(table.transient_pile[type_])]
        type_ = cards[table.chance(v.CHANCE_TRANSIENT, table.round_number, len(cards))]
        table.transient_pile[type_] -= 1
        table.centre.append(LyingObject(type_, transient=True))

    def _draw_quickness(self) -> None:
        """Draws the order of the seats (R-ROUND-5) as the rank of a permutation in factorial base."""
        table = self.table
        factorials = [1]
        for n in range(1, table.num_seats + 1):
            factorials.append(factorials[-1] * n)
        rank = table.chance(v.CHANCE_QUICKNESS, table.round_number, factorials[table.num_seats])
        waiting = list(range(table.num_seats))
        table.quickness = []
        while waiting:
            chosen, rank = divmod(rank, factorials[len(waiting) - 1])
            table.quickness.append(waiting.pop(chosen))

    # (3) and (4): the seven actions.

    def actions_of(self, seat: int) -> set[int]:
        """Returns the actions of R-ACT that a seat may choose now."""
        table = self.table
        witch = table.witches[seat]
        hand, pile = witch.hand, table.object_pile
        options = {act.PLAY_OBJECT + t for t in v.OBJECTS if hand.objects[t] > 0}  # R-ACT-1
        sealed = witch.sigil != v.NO_INCANTATION
        if not sealed:
            options |= {act.PLAY_ARTIFACT + value - 1 for value in hand.artifacts}  # R-ACT-2
        options |= {act.PLAY_INCANTATION + value - 1 for value in hand.incantations}  # R-ACT-3
        for index, (a, b) in enumerate(act.PAIRS):  # R-ACT-4
            if a != b:
                there = pile[a] >= 1 and pile[b] >= 1
            else:
                there = pile[a] >= 2 or (pile[a] == 1 and sum(pile) == 1)
            if there:
                options.add(act.DRAW_PAIR + index)
        if table.artifact_top is not None:
            options.add(act.DRAW_ARTIFACT)  # R-ACT-5
        if sealed and hand.objects[v.MINERAL] >= 1 and hand.objects[v.POTION] >= 1:
            options.add(act.BREAK_SIGIL)  # R-ACT-6
        if min(hand.objects) >= 1 and table.demon_reserve:
            options.add(act.TRADE_DEMON)  # R-ACT-7
        return options or {act.PASS}  # R-ROUND-4

    def _choose_actions(self) -> Steps:
        table = self.table
        if table.team_mode and self.team_talk:  # R-TEAM-4
            sittings = [[team.seats[0] for team in table.teams], [team.seats[1] for team in table.teams]]
        else:
            sittings = [list(range(table.num_seats))]
        for sitting in sittings:
            options = {seat: self.actions_of(seat) for seat in sitting}
            for seat, actions in options.items():
                if len(actions) == 1:
                    table.witches[seat].committed = min(actions)
            answers = yield from self.ask(v.PHASE_ACT, options)
            for seat, action in answers.items():
                table.witches[seat].committed = action

    def _act(self, seat: int) -> Steps:
        """What a seat does in step (4); cards played face down stay there."""
        table = self.table
        witch = table.witches[seat]
        action = witch.committed
        if act.DRAW_PAIR <= action < act.DRAW_PAIR + len(act.PAIRS):
            witch.committed = v.NO_ACTION
            witch.deeds.note(v.DID_DRAW_OBJECTS)
            for type_ in act.PAIRS[action - act.DRAW_PAIR]:
                table.draw_object(seat, type_)
        elif action == act.DRAW_ARTIFACT:
            witch.committed = v.NO_ACTION
            witch.deeds.note(v.DID_DRAW_ARTIFACT)
            table.draw_artifact(seat)
        elif action == act.BREAK_SIGIL:
            witch.committed = v.NO_ACTION
            witch.deeds.note(v.DID_BREAK_SIGIL)
            table.pay(seat, [v.MINERAL, v.POTION])
            table.gone_incantations.add(witch.sigil)
            witch.sigil = v.NO_INCANTATION
        elif action == act.TRADE_DEMON:
            witch.committed = v.NO_ACTION
            witch.deeds.note(v.DID_TRADE)
            table.pay(seat, [v.HERB, v.MINERAL, v.POTION])
            yield from self.take_demon(seat, optional=False)
        elif action == act.PASS:
            witch.committed = v.NO_ACTION
            witch.deeds.note(v.DID_PASS)

    def take_demon(self, seat: int, *, optional: bool) -> Steps:
        """The seat picks a demon for its team, then the old one joins the reserve (R-ACT-7, R-CAST-8)."""
        table = self.table
        if not table.demon_reserve:
            return
        options = {act.TAKE_DEMON + demon for demon in table.demon_reserve} | ({act.STOP} if optional else set())
        action = (yield from self.ask(v.PHASE_TAKE_DEMON, {seat: options}, taker=seat))[seat]
        if action == act.STOP:
            return
        team = table.witches[seat].team
        table.demon_reserve.remove(action - act.TAKE_DEMON)
        table.demon_reserve.add(team.demon)
        team.demon = action - act.TAKE_DEMON

    def take_spells(self, seat: int, *, optional: bool) -> Steps:
        """The seat picks a spell card, then the old one joins the reserve (R-CAST-8)."""
        table = self.table
        if not table.spell_reserve:
            return
        options = {act.TAKE_SPELLS + card for card in table.spell_reserve} | ({act.STOP} if optional else set())
        action = (yield from self.ask(v.PHASE_TAKE_SPELLS, {seat: options}, taker=seat))[seat]
        if action == act.STOP:
            return
        witch = table.witches[seat]
        table.spell_reserve.remove(action - act.TAKE_SPELLS)
        table.spell_reserve.add(witch.spells)
        witch.spells = action - act.TAKE_SPELLS

    # (5) and (6): the reveal and the incantations.

    def _reveal(self) -> None:
        table = self.table
        for seat, witch in enumerate(table.witches):
            action, deeds = witch.committed, witch.deeds
            witch.committed = v.NO_ACTION
            if act.PLAY_OBJECT <= action < act.PLAY_ARTIFACT:
                type_ = action - act.PLAY_OBJECT
                witch.hand.objects[type_] -= 1
                table.centre.append(LyingObject(type_))
                deeds.note(v.DID_OBJECT)
                deeds.played_objects[type_] += 1
            elif act.PLAY_ARTIFACT <= action < act.PLAY_INCANTATION:
                value = action - act.PLAY_ARTIFACT + 1
                witch.hand.artifacts.remove(value)
                table.centre_artifacts.append(LyingArtifact(value, seat))
                deeds.note(v.DID_ARTIFACT)
                deeds.played_artifact = deeds.played_artifact or value
            elif act.PLAY_INCANTATION <= action < act.DRAW_PAIR:
                value = action - act.PLAY_INCANTATION + 1
                witch.hand.incantations.remove(value)
                deeds.note(v.DID_INCANTATION)
                deeds.reveal_incantation(value)

    def _highest_first(self, seats: Iterable[int]) -> list[int]:
        """Returns seats by the incantation that they played last, the highest value first (R-CAST-1, R-CAST-11)."""
        witches = self.table.witches
        return sorted(seats, key=lambda seat: -witches[seat].deeds.played_incantation)

    def _cast_all(self) -> Steps:
        unresolved = [
            seat for seat, witch in enumerate(self.table.witches) if witch.deeds.incantation_state == v.INCANTATION_UNRESOLVED
        ]
        for seat in self._highest_first(unresolved):
            self.caster = seat
            yield from self._cast(seat)
        self.caster = v.NO_SEAT

    def _cast(self, seat: int) -> Steps:
        table = self.table
        witch = table.witches[seat]
        deeds = witch.deeds
        spells = table.box.spell_cards[witch.spells]
        has_target = bool(sigil_targets(table, seat))
        options = {  # R-CAST-3
            act.CAST_SPELL + k
            for k in range(v.NUM_SPELLS)
            if has_target or not any(effect.op == v.OP_SIGIL for effect in spells[k])
        }
        action = (yield from self.ask(v.PHASE_CAST, {seat: options}))[seat]
        deeds.cast_card, deeds.cast_spell = witch.spells, action - act.CAST_SPELL
        effects = spells[deeds.cast_spell]
        yield from self._aim(seat, effects)
        if self._is_void(seat, effects):
            deeds.incantation_state = v.INCANTATION_LEFT
            table.gone_incantations.add(deeds.played_incantation)
            return
        if any(effect.op == v.OP_SIGIL for effect in effects):
            deeds.incantation_state = v.INCANTATION_WAITING  # R-CAST-12: beside the centre
        deeds.waiting = any(waits(effect) for effect in effects)
        for index, effect in enumerate(effects):
            if effect.when == v.WHEN_NOW:
                yield from run_effect(self, seat, index, effect)
        if deeds.incantation_state == v.INCANTATION_UNRESOLVED:
            deeds.incantation_state = v.INCANTATION_LEFT
            table.gone_incantations.add(deeds.played_incantation)

    def _aim(self, seat: int, effects: Sequence[Effect]) -> Steps:
        """Names all targets before the first effect runs (R-CAST-2)."""
        table = self.table
        for index, effect in enumerate(effects):
            if effect.op == v.OP_SIGIL:
                targets = sigil_targets(table, seat)
            elif effect.who == v.WHO_ONE:
                targets = table.opponents(seat)
            else:
                continue
            options = {act.AIM + (target - seat) % table.num_seats - 1 for target in targets}
            action = (yield from self.ask(v.PHASE_AIM, {seat: options}))[seat]
            table.witches[seat].deeds.target[index] = (seat + action - act.AIM + 1) % table.num_seats

    def _is_void(self, seat: int, effects: Sequence[Effect]) -> bool:
        """Whether a target does not hold what the spell makes one witch discard (R-CAST-10, English edition)."""
        if self.edition != v.EDITION_EN:
            return False
        targets = self.table.witches[seat].deeds.target
        return any(
            effect.op == v.OP_DISCARD
            and effect.who == v.WHO_ONE
            and self.table.held(targets[index], effect.kind) < effect.count
            for index, effect in enumerate(effects)
        )

    def _endings(self) -> Steps:
        """Runs the effects that waited, the highest incantation first (R-CAST-11)."""
        table = self.table
        for seat in self._highest_first(seat for seat, witch in enumerate(table.witches) if witch.deeds.waiting):
            deeds = table.witches[seat].deeds
            self.caster = seat
            for index, effect in enumerate(table.box.spell_cards[deeds.cast_card][deeds.cast_spell]):
                if waits(effect):
                    yield from run_effect(self, seat, index, effect)
            deeds.waiting = False
        self.caster = v.NO_SEAT

    # (7) and (8): artifacts and the moon.

    def _sweep_all(self) -> Steps:
        table = self.table
        while table.centre_artifacts:
            artifact = min(table.centre_artifacts, key=resolves_before)
            types = {card.type for card in table.centre}
            if types:
                self.caster = artifact.owner
                options = {artifact.owner: {act.CHOOSE_TYPE + t for t in types}}
                action = (yield from self.ask(v.PHASE_CHOOSE, options, choice=v.CHOICE_SWEEP))[artifact.owner]
                for card in list(table.centre):
                    if card.type == action - act.CHOOSE_TYPE:
                        table.remove_object(card)
            table.remove_artifact(artifact)
        self.caster = v.NO_SEAT

    def _lock(self) -> bool:
        """Locks the moon, empties the centre, and says whether it was the Full Moon that was locked."""
        table = self.table
        if not table.centre:  # R-LOCK-3
            return False
        moon = table.next_moon
        type_ = max(v.OBJECTS, key=lambda t: (table.centre_count(t), t))  # R-LOCK-1
        staying = min((card for card in table.centre if card.type == type_), key=stays_before)  # R-LOCK-2
        table.leave_centre(staying)
        table.moons[moon] = staying
        for card in list(table.centre):
            table.remove_object(card)
        last = moon == table.box.moons - 1
        table.month_over = table.month_over or last
        table.next_moon = 0 if last else moon + 1  # R-LOCK-4
        return moon == table.box.full_moon

    # (9) to (12): Full Moon, levels, victory.

    def _full_moon_draws(self) -> None:
        """R-LOCK-5; in teams the Lesser Witches draw (R-TEAM-6)."""
        table = self.table
        for seat in table.quickness:
            witch = table.witches[seat]
            if witch.team.level == 0 and not (table.team_mode and witch.high):
                table.draw_incantation(seat)

    def _levels(self) -> Team | None:
        """Validates levels, draws for them, and returns the team that summons its demon."""
        table = self.table
        lying = [sum(1 for card in table.moons if card is not None and card.type == t) for t in v.OBJECTS]
        reached = []
        for team in table.teams:
            needed = table.box.demons[team.demon][team.level]
            if all(needed[t] <= lying[t] for t in v.OBJECTS):  # R-LEVEL-1, R-LEVEL-2
                reached.append(team)
        summoned = None
        for seat in table.quickness:  # R-END-2
            team = table.witches[seat].team
            if summoned is None and team in reached and team.level == v.NUM_LEVELS - 1:
                summoned = team
        reached = [team for team in reached if team.level < v.NUM_LEVELS - 1 or team is summoned]
        for seat in table.quickness:  # R-LEVEL-3, R-TEAM-5
            witch = table.witches[seat]
            if witch.high and any(team is witch.team for team in reached):
                table.draw_incantation(seat)
        for team in reached:
            team.level += 1
        return summoned

    def _sole_unsealed(self) -> Team | None:
        """Returns the team that wins by Sigils (R-END-3, R-TEAM-8)."""
        table = self.table
        if not table.month_over:
            return None
        unsealed = [witch.team for witch in table.witches if witch.high and witch.sigil == v.NO_INCANTATION]
        return unsealed[0] if len(unsealed) == 1 else None
