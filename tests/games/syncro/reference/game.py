"""The order of play as generators that read like the rules and stop wherever mages or chance decide (SY-FLOW).

Slow on purpose: every list of options is built afresh from the table, and nothing is remembered that the table shows.
"""

from collections.abc import Generator
from typing import Any

from tests.games.stepping import Steps
from tests.games.syncro.reference import codes, drawing, memory
from tests.games.syncro.reference.effects import lift_curses, play_reward, reveal_fog
from tests.games.syncro.reference.running_game import RunningGame, TryEnd
from tests.games.syncro.reference.sets import CardSet
from tests.games.syncro.reference.table import HordeCard, Laid, Table, no_values
from tests.games.syncro.reference.terms import terms_of


class Reference(RunningGame):
    """One game, run to its first stop when it is made.

    Args:
        table: where it stands: at an opportunity; or, with `begins`, before the first set-up.
        seed: of the whole game.
        begins: whether the first try is still to be set up.
    """

    def __init__(self, table: Table, seed: int = 0, *, begins: bool = False) -> None:
        super().__init__(table, seed)
        self._steps = self._play(begins=begins)
        self._advance(None)

    def _advance(self, answer: Any) -> None:
        try:
            super()._advance(answer)
        except StopIteration:
            assert self.over

    # The episode (SY-MODE-2, SY-NEXT, SY-RETRY, SY-SAVE).

    def _play(self, *, begins: bool) -> Steps:
        table = self.table
        if begins:
            yield from self._set_up(rewards=table.has_rewards)
        while True:
            ending = yield from self._try()
            if ending == "won":
                table.cleared += 1
                table.try_won = True
                if not table.levels_left:
                    break
                yield from self._next_level()
            elif table.try_number < table.terms.retries:
                yield from self._retry()
            else:
                break
        self.ending = ending

    def _next_level(self) -> Steps:
        table = self.table
        if table.terms.saves:
            kept = set[int]()
            self._put_everything_back()
        else:
            kept = yield from self._ask_what_to_keep()
        self._discard_hands(kept)
        table.level = table.card_set.levels[table.level.number]
        table.try_number, table.best = 0, 0
        table.horde = []  # other places than before: no Lieutenant is known
        is_story = table.level.number == table.card_set.reward_level
        table.leader = (table.leader + 1) % table.terms.num_seats  # SY-SET-7
        yield from self._set_up(rewards=table.has_rewards and (is_story or table.terms.saves))

    def _retry(self) -> Steps:
        table = self.table
        self._discard_hands(set())
        table.best = max(table.best, table.foes_beaten())
        table.try_number += 1
        table.leader = (table.leader + 1) % table.terms.num_seats
        yield from self._set_up(rewards=table.has_rewards)

    def _ask_what_to_keep(self) -> Generator[None, Any, set[int]]:
        """SY-NEXT-1: returns the seats that keep their hands."""
        asked = self.table.with_spells()
        if not asked:
            return set()
        answers = yield from self.ask("KEEP", dict.fromkeys(asked, (codes.KEEP_HAND, codes.DISCARD_HAND)))
        return {seat for seat, answer in answers.items() if answer == codes.KEEP_HAND}

    def _discard_hands(self, kept: set[int]) -> None:
        for seat, mage in enumerate(self.table.mages):
            if seat not in kept:
                mage.hand = []

    def _put_everything_back(self) -> None:
        """SY-SAVE-2."""
        table = self.table
        fresh = Table(table.card_set, table.terms)
        table.rewards, table.reward_discard = fresh.rewards, fresh.reward_discard
        table.fogs, table.fog_discard, table.curses = fresh.fogs, fresh.fog_discard, []
        table.lieutenants, table.lieutenant_box = fresh.lieutenants, set()
        for mage in table.mages:
            mage.reward = None

    # Setting up a try (SY-SET-1).

    def _set_up(self, *, rewards: bool) -> Steps:
        table = self.table
        lieutenants = [card.lieutenant for card in table.horde]  # SY-LIEU-5
        table.horde = []
        lift_curses(self)  # SY-NEXT-3
        if sum(table.fogs) < table.plan.count("F"):  # SY-FOG-3: before anything is dealt
            table.fogs = [there + out for there, out in zip(table.fogs, table.fog_discard, strict=True)]
            table.fog_discard = [0] * len(table.fogs)
        table.calm = table.hold = False
        memory.forget(table)
        table.events = [0] * len(table.events)
        table.turn_number, table.turns = 1, table.turns + 1
        table.opportunity, table.turn, table.last_turn = 0, table.new_turn(), None
        table.try_won = False
        table.monsters = table.monsters_of_level()
        table.pile, table.discard = table.spells_of_level(), no_values()
        for mage in table.mages:
            for spell in mage.hand:  # SY-NEXT-2
                table.pile[spell.value] -= 1
        yield from drawing.deal(self)
        yield from self._lay_horde(lieutenants)
        if rewards:
            yield from drawing.draw_first_rewards(self)
        yield from drawing.tell_hands(self)

    def _lay_horde(self, lieutenants: list[int | None]) -> Steps:
        """SY-SET-5."""
        table = self.table
        if not table.try_number and len(table.lieutenants) < table.plan.count("L"):  # SY-LIEU-4
            table.lieutenants |= table.lieutenant_box
            table.lieutenant_box = set()
        for place in table.plan.places:
            card = HordeCard(place, lieutenant=lieutenants[place.number] if lieutenants else None)
            if card.lieutenant is not None:
                table.lieutenant_box.discard(card.lieutenant)
            table.horde.append(card)
            if place.letter == "M":
                yield from self._turn_up_monster(card)

    def _turn_up_monster(self, card: HordeCard) -> Steps:
        table = self.table
        card.monster = yield from self.event_outcome(codes.MONSTER, table.monsters)
        table.monsters[card.monster] -= 1
        card.face_up = True

    # The turn (SY-TURN-9).

    def _try(self) -> Generator[None, Any, str]:
        """Goes on from the opportunity at which the table stands, and returns how the try ends."""
        try:
            while True:
                yield from self._turn()
        except TryEnd as end:
            return end.ending

    def _turn(self) -> Steps:
        table = self.table
        while table.opportunity < len(table.turn.acts):
            yield from self._opportunity()
            table.opportunity += 1
        bearing_spells = [card for card in table.in_resolution_order() if card.spells or card.down]
        for card in bearing_spells:
            yield from self._resolve(card)
        yield from self._reveal_all()
        if not table.with_spells():  # SY-END-2
            raise TryEnd("exhausted")
        table.calm = table.hold = False
        for card in table.horde:
            card.weakened = 0
        table.leader = (table.leader + 1) % table.terms.num_seats
        table.turn_number, table.turns = table.turn_number + 1, table.turns + 1
        table.opportunity, table.turn, table.last_turn = 0, table.new_turn(), table.turn

    def _opportunity(self) -> Steps:
        """One mage plays perhaps her Reward, then attacks or passes (SY-TURN-8, SY-ASK-3)."""
        table = self.table
        act = table.turn.acts[table.opportunity]
        while True:
            targets = table.attackable()
            action = yield from self.ask_one("TURN", act.seat, self.turn_options(act.seat))
            if action == codes.PASS:
                act.passed = True
                return
            if action < codes.PLAY_REWARD:
                self._attack(action, targets)
                return
            target = None if action == codes.PLAY_REWARD else targets[action - codes.reward_on(0)]
            yield from play_reward(self, act.seat, target)

    def turn_options(self, seat: int) -> list[int]:
        """Returns what the mage whose opportunity it is may do (SY-TURN-3 to 8)."""
        table = self.table
        mage, acts = table.mages[seat], table.turn.acts
        targets = table.attackable()
        is_last = table.opportunity == len(acts) - 1
        attacks = [
            codes.attack(position, t)
            for t, card in enumerate(targets)
            for position in range(len(mage.hand))
            if not self._laid_last(seat, card)
        ]
        if is_last and table.terms.num_seats == 5 and not any(act.passed for act in acts):  # SY-TURN-6
            attacks = []
        must_attack = is_last and all(act.passed for act in acts[:-1]) and attacks  # SY-TURN-4, SY-TURN-5
        return sorted(([] if must_attack else [codes.PASS]) + attacks + self._reward_options(seat, len(targets)))

    def _laid_last(self, seat: int, card: HordeCard) -> bool:
        """SY-TURN-7."""
        return self.table.terms.num_seats <= 3 and bool(card.down) and card.down[-1].seat == seat

    def _reward_options(self, seat: int, targets: int) -> list[int]:
        kind = self.table.mages[seat].reward
        if kind is None:
            return []
        if self.table.card_set.rewards[kind].effect == "weaken":
            return [codes.reward_on(t) for t in range(targets)]
        return [codes.PLAY_REWARD]

    def _attack(self, action: int, targets: list[HordeCard]) -> None:
        table = self.table
        position, target = divmod(action - codes.attack(0, 0), 8)
        act, card = table.turn.acts[table.opportunity], targets[target]
        spell = table.mages[act.seat].hand.pop(position)
        act.position, act.place = position + 1, card.place.number
        spell.is_open = False
        card.down.append(Laid(spell, act.seat, table.opportunity))

    # Resolution (SY-RES).

    def _resolve(self, card: HordeCard) -> Steps:
        table = self.table
        for laid in card.down:
            memory.seen(table, laid.seat, laid.spell)
            table.turn.acts[laid.opportunity].value = laid.spell.value
            card.spells.append(laid.spell.value)
        card.down = []
        total, force = sum(card.spells), table.force(card)
        if table.follows(card, "dragon") and not table.calm and total != force:
            yield from self._collect_payment(card, abs(total - force))
        if total >= force:
            self._beat(card)
            if table.follows(card, "mushroom") and total > force:
                drawn = yield from drawing.draw_in_turn(self, total - force)
                if drawn:
                    yield from drawing.tell_hands(self, mushroom=card)
        elif not table.hold:
            self._fail(card)

    def _beat(self, card: HordeCard) -> None:
        """SY-RES-4."""
        table = self.table
        for value in card.spells + card.absorbed:
            table.discard[value] += 1
        card.spells, card.absorbed = [], []
        card.there = card.face_up = False
        if card.lieutenant is not None:
            table.lieutenant_box.add(card.lieutenant)
        if table.foes_beaten() == sum(place.is_foe for place in table.plan.places):  # SY-END-1
            raise TryEnd("won")

    def _fail(self, card: HordeCard) -> None:
        """SY-RES-5, SY-GOLEM-1."""
        table = self.table
        rest = sorted(card.spells)
        is_golem = table.follows(card, "golem")
        if is_golem:
            card.absorbed.append(rest.pop(0))
        number = len(rest) if is_golem else min(len(rest), 1 + table.cursed("costly"))
        for value in rest[:number]:
            table.discard[value] += 1
        card.spells = rest[number:]

    def _collect_payment(self, card: HordeCard, due: int) -> Steps:
        """SY-DRAGON-2, SY-DRAGON-3."""
        table = self.table
        table.resolving, table.to_pay = card, due
        for seat in table.clockwise():
            yield from self._pay(seat)
        table.resolving = None
        if table.to_pay > 0:
            raise TryEnd("unpaid")
        table.to_pay = 0

    def _pay(self, seat: int) -> Steps:
        table = self.table
        hand = table.mages[seat].hand
        while hand and table.to_pay > 0:
            options = [*(codes.pay(position) for position in range(len(hand))), codes.PAY_NO_MORE]
            action = yield from self.ask_one("PAY", seat, options)
            if action == codes.PAY_NO_MORE:
                return
            spell = hand.pop(action - codes.pay(0))
            memory.seen(table, seat, spell)
            table.to_pay -= spell.value
            table.turn.paid[seat][spell.value] += 1
            table.discard[spell.value] += 1

    # Revealing (SY-REVEAL).

    def _reveal_all(self) -> Steps:
        while True:
            card = self._next_to_reveal()
            if card is None:
                return
            yield from self._reveal(card)

    def _next_to_reveal(self) -> HordeCard | None:
        table = self.table
        for card in table.in_resolution_order():
            if card.face_up or table.lying_on(card):
                continue
            if card.place.letter == "C" and any(table.lying_on(other) for other in table.face_down("C")):  # SY-FINAL-1
                continue
            return card
        return None

    def _reveal(self, card: HordeCard) -> Steps:
        table = self.table
        letter = card.place.letter
        if letter == "m":
            yield from self._turn_up_monster(card)
        elif letter == "F":
            yield from reveal_fog(self, card)
        elif letter == "L":
            yield from self._reveal_lieutenant(card)
        elif letter == "B":
            card.face_up = True
        else:
            for other in table.face_down("CB"):
                other.face_up = True

    def _reveal_lieutenant(self, card: HordeCard) -> Steps:
        """SY-LIEU-2."""
        table = self.table
        if card.lieutenant is None:
            unseen = [int(number in table.lieutenants) for number in range(len(table.card_set.lieutenants))]
            card.lieutenant = yield from self.event_outcome(codes.LIEUTENANT, unseen)
            table.lieutenants.remove(card.lieutenant)
        card.face_up = True
        powers = table.card_set.lieutenants[card.lieutenant].powers
        if "reward" in powers:
            yield from drawing.draw_reward(self)
        if "fog" in powers and table.fog_pile():  # SY-FOG-4
            yield from reveal_fog(self, None)


def new_game(card_set: CardSet, players: int, *, seed: int = 0, **options: Any) -> Reference:
    """Returns a game at its first stop; options as in `terms_of`."""
    return Reference(Table(card_set, terms_of(card_set, players, **options)), seed, begins=True)
