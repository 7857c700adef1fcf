"""What is asked now, as sentences that are open to all, and what an action means on this table."""

from resonance_env.core.position_text import Record
from resonance_env.games.syncro.cardsets.card_text import describe_effect
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from resonance_env.games.syncro.rules.turn import num_opportunities
from resonance_env.games.syncro.text.events import ending_text
from resonance_env.games.syncro.text.horde_text import foe_name
from resonance_env.games.syncro.text.position_lines import SEAT_NAMES


def prompt(game: Record, card_set: CardSet) -> list[str]:
    """Returns what is asked of whom, or how the game ended."""
    phase = int(game["phase"])
    asked = [SEAT_NAMES[seat] for seat in range(game["seats"]) if game["asked"][seat]]
    who = f"{', '.join(asked[:-1])} and {asked[-1]}" if len(asked) > 1 else "".join(asked)
    if phase == v.PHASE_OVER:
        return [ending_text(game)]
    if phase == v.PHASE_CHANCE:
        return [f"A chance event comes next: {v.EVENT_NAMES[game['event']]}."]
    if phase == v.PHASE_ESTIMATE:
        return [f"{who}: show an estimate of the hand, all at once."]
    if phase == v.PHASE_KEEP:
        return [f"Level {game['level']} is won. {who}: keep or discard the whole hand, all at once."]
    if phase == v.PHASE_PAY:
        dragon = foe_name(card_set, int(game["level"]), int(game["foe"][game["resolving"]]))
        return [f"{who} pays for {dragon}: {game['to_pay']} still due. Discard a Spell, or pay no more."]
    return [*_opportunity(game, who), _opportunities_left(game)]


def _opportunity(game: Record, who: str) -> list[str]:
    """Returns what a mage may do at its opportunity; hand sizes and who holds a Reward are open."""
    seat = int(game["asked"].argmax())
    may = ["lay a Spell on a target"] if game["legal_targets"] else []
    may += ["pass"] if game["may_pass"] else []
    may += ["play its Reward"] if game["reward"][seat] != v.NOTHING else []
    words = f"{', '.join(may[:-1])} or {may[-1]}" if len(may) > 1 else may[0]
    return [f"{who} may {words}." if len(may) > 1 else f"{who} must {words}."]


def _opportunities_left(game: Record) -> str:
    left = int(num_opportunities(game)) - 1 - int(game["opportunity"])
    if left > 1:
        return f"{left} opportunities follow."
    return "One opportunity follows." if left else "It is the last opportunity of the turn."


def explain_action(game: Record, card_set: CardSet, seat: int, action: int) -> str:
    """Returns what a legal action does, in a few words for the seat that is asked."""
    if act.ATTACK <= action < act.REWARD:
        position, target = divmod(action - act.ATTACK, v.MAX_TARGETS)
        return f"Lay Spell {game['hand'][seat, position]} face down on {_target(game, card_set, target)}."
    if act.REWARD <= action < act.ESTIMATE:
        reward = describe_effect(card_set, "reward", int(game["reward"][seat]))
        return f"Play {reward}{'' if action == act.REWARD else ' on ' + _target(game, card_set, action - act.REWARD_ON)}."
    if act.PAY <= action < act.PAY_NO_MORE:
        return f"Discard Spell {game['hand'][seat, action - act.PAY]} for the Dragon."
    return act.ACTIONS[action].meaning


def _target(game: Record, card_set: CardSet, target: int) -> str:
    place = int(game["targets"][target])
    return f"{foe_name(card_set, int(game['level']), int(game['foe'][place]))} (target {target + 1})"
