"""The options of the game beside the number of players; importing them compiles nothing."""

from resonance_env.core.options import Option
from resonance_env.games.resonance.rules import vocabulary as v

OPTIONS = (
    Option("cards", "house", "Card set: a shipped name, or the path of a card-set file.", is_in_fingerprint=True),
    Option("edition", "fr", "Edition of the rules; decides what a discard takes from too small a hand.", v.EDITION_NAMES),
    Option("team_talk", True, "Second seats of teams choose after seeing their partner's choice.", (True, False)),
    Option("solo_team", None, "With 7 players: the team that one person holds; None for the last.", (None, 0, 1, 2, 3)),
    Option("explicit_chance", False, "Stop at chance events, for exact enumeration.", (False, True), False),
)
