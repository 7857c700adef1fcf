"""Reads from a position what one mage may see of it, or a spectator without hidden information (SY-INFO).

It contains no rules: everything comes from the record and the functions of the rules.
"""

from resonance_env.core.position_text import Record
from resonance_env.games.syncro.cardsets.card_text import describe_effect
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.horde import fogs_in_pile, force_of, has_cerberus, is_uncovered, num_laid, rules_of
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.rules.seating import seat_after
from resonance_env.games.syncro.rules.turn import num_opportunities
from resonance_env.games.syncro.text.horde_text import foe_name
from resonance_env.games.syncro.text.position_lines import SEAT_NAMES
from resonance_env.games.syncro.text.values import list_values
from resonance_env.games.syncro.view.prompt import prompt
from resonance_env.games.syncro.view.table_view import Act, Down, Held, HordeCard, Mage, TableView


def read_table(game: Record, card_set: CardSet, viewer: int | None) -> TableView:
    """Returns the table as a mage sees it, or for None a spectator; see `ShownVariant.read_table`."""
    return _Reader(game, card_set, viewer).table()


class _Reader:
    """Reads one game for one viewer."""

    def __init__(self, game: Record, card_set: CardSet, viewer: int | None) -> None:
        self.game, self.card_set, self.viewer = game, card_set, viewer
        self.box = card_set.cards[0]
        self.plan = int(game["plan"])

    def table(self) -> TableView:
        game, box = self.game, self.box
        horde = self._horde()
        hidden = sum(card.back == "monster" and card.is_here and not card.is_up for card in horde)
        return TableView(
            level=int(game["level"]),
            cleared=int(game["cleared"]),
            levels=int(game["last_level"]) - int(game["first_level"]) + 1,
            try_number=int(game["tries"]) + 1,
            retries_left=int(game["retries"]) - int(game["tries"]),
            turn=int(game["turn"]),
            players=int(game["seats"]),
            cards=self.card_set.name,
            viewer=self.viewer,
            foes_left=int(box["foes"][self.plan]) - int(game["beaten"]),
            horde=horde,
            pile=int(game["pile_size"]),
            discard=int(game["discard"].sum()),
            monster_pile=int(game["monsters_left"].sum()) - hidden,
            fog_pile=int(fogs_in_pile(game, box)),
            reward_pile=int(game["reward_pile"].sum()),
            reward_discard=int(game["reward_discard"].sum()),
            curses=[
                describe_effect(self.card_set, "fog", fog) for fog in range(v.MAX_FOGS) for _ in range(game["curses"][fog])
            ],
            in_force=[word for word in ("calm", "hold") if game[word]],
            acts=[self._act(0, opportunity) for opportunity in range(num_opportunities(game))],
            last_acts=[self._act(1, opportunity) for opportunity in range(num_opportunities(game)) if game["acts"][1].any()],
            mages=[self._mage(seat) for seat in range(int(game["seats"]))],
            asked=prompt(game, self.card_set),
        )

    def _horde(self) -> list[HordeCard]:
        targets = self._targets()
        return [self._card(place, targets) for place in range(int(num_laid(self.game, self.box)))]

    def _targets(self) -> list[int]:
        """Returns the places that can be attacked as the Horde lies now, in the order of resolution (SY-ASK-5)."""
        game, box, guarded = self.game, self.box, bool(has_cerberus(self.game, self.box))
        order = box["order"][self.plan, : box["places"][self.plan]].tolist()
        return [
            place
            for place in order
            if int(game["face_up"]) >> place & 1
            and is_uncovered(game, box, place)
            and not (guarded and box["back"][self.plan, place] == v.BACK_BOSS)
        ]

    def _card(self, place: int, targets: list[int]) -> HordeCard:
        game, box, plan = self.game, self.box, self.plan
        foe, level, lieutenant = int(game["foe"][place]), int(game["level"]), int(game["lieutenant"][place])
        is_here, is_up = bool(int(game["in_horde"]) >> place & 1), bool(int(game["face_up"]) >> place & 1)
        name = foe_name(self.card_set, level, foe) if foe != v.NOTHING else None
        if name is None and lieutenant != v.NOTHING:
            name = self.card_set.lieutenant_names[lieutenant]
        asks = game["phase"] in (v.PHASE_PAY, v.PHASE_ESTIMATE)
        return HordeCard(
            place=place,
            row=int(box["row"][plan, place]),
            column=int(box["column"][plan, place]),
            back=v.BACK_NAMES[box["back"][plan, place]],
            is_here=is_here,
            is_up=is_up,
            is_covered=is_here and not is_uncovered(game, box, place),
            name=name,
            target=targets.index(place) + 1 if place in targets else None,
            force=int(force_of(game, box, place)) if is_up else None,
            printed=int(box["force"][level - 1, foe]) if is_up else None,
            rules=self._rules(place) if is_up else [],
            spells=list_values(game["spells"][place]),
            absorbed=list_values(game["absorbed"][place]),
            down=self._down(place),
            is_resolving=bool(asks and game["resolving"] == place),
        )

    def _rules(self, place: int) -> list[str]:
        game, box, level = self.game, self.box, int(self.game["level"]) - 1
        foe, rules = int(game["foe"][place]), int(rules_of(game, box, place))
        words = [name for bit, name in enumerate(v.MONSTER_KINDS[1:]) if rules >> bit & 1]
        grows = int(box["grows"][level, foe])
        words += [f"+{grows} for each other card"] if grows else []
        return words + ([f"{game['weakened'][place]} less this turn"] if game["weakened"][place] else [])

    def _down(self, place: int) -> list[Down]:
        game = self.game
        downs = []
        for opportunity in range(game["opportunity"]):
            if is_down(game, opportunity) and game["act_place"][0, opportunity] == place:
                seat = int(seat_after(game, opportunity))
                downs.append(Down(seat, int(game["act_value"][0, opportunity]) if seat == self.viewer else None))
        return downs

    def _act(self, when: int, opportunity: int) -> Act:
        game, seats = self.game, int(self.game["seats"])
        seat = int(seat_after(game, opportunity + seats - when))  # the Leader card has moved on since the last turn
        did, reward = int(game["acts"][when, opportunity]), int(game["act_reward"][when, opportunity])
        attacks = did == v.DID_ATTACK
        sees = attacks and (game["act_is_up"][when, opportunity] or seat == self.viewer)
        return Act(
            seat=seat,
            did=("", "pass", "attack")[did],
            reward=self.card_set.reward_names[reward - 1] if reward else None,
            position=int(game["act_position"][when, opportunity]) if attacks else None,
            place=int(game["act_place"][when, opportunity]) if attacks else None,
            value=int(game["act_value"][when, opportunity]) if sees else None,
        )

    def _mage(self, seat: int) -> Mage:
        game, sees = self.game, seat == self.viewer
        opens = [bool(int(game["marks"][seat, position]) & v.MARK_OPEN) for position in range(game["held"][seat])]
        reward, estimate = int(game["reward"][seat]), int(game["estimate"][seat])
        return Mage(
            seat=seat,
            seat_name=SEAT_NAMES[seat],
            hand=[
                Held(int(game["hand"][seat, position]) if sees or is_open else None, is_open)
                for position, is_open in enumerate(opens)
            ],
            has_reward=reward != v.NOTHING,
            reward=describe_effect(self.card_set, "reward", reward) if sees and reward != v.NOTHING else None,
            estimate=None if estimate == v.NO_ESTIMATE else v.ESTIMATE_NAMES[estimate - 1],
            sum=int(game["sum"][seat]) or None,
            is_leader=bool(game["leader"] == seat),
            is_asked=bool(game["asked"][seat]),
            is_viewer=sees,
        )
