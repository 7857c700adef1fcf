"""The options of the game beside the number of players (SY-MODE); importing them compiles nothing."""

from resonance_env.core.options import Option
from resonance_env.games.syncro.rules import vocabulary as v

OPTIONS = (
    Option("cards", "house", "Card set: a shipped name, or the path of a card-set file.", is_in_fingerprint=True),
    Option("mode", "level", "One level, or the levels of `chapters` in order.", v.MODES),
    Option("level", 1, "Which level, in mode level.", integers=(1, v.MAX_LEVELS)),
    Option("chapters", "both", "Which chapters, in mode campaign.", v.CHAPTERS),
    Option("retries", 0, "Further tries of each level.", integers=(0, v.MAX_RETRIES)),
    Option("saves", False, "A campaign is saved after every level: new hands, new Rewards.", (False, True)),
    Option("replay", False, "The three cards that the end of the story unlocks are in the box.", (False, True)),
    Option("estimates", "free", "`off`: neither estimates nor sums, to measure what they are worth.", ("free", "off")),
    Option("payoff", "cleared", "Share of levels won, or with the share of foes beaten in the last one.", v.PAYOFFS),
    Option("explicit_chance", False, "Stop at chance events, for exact enumeration.", (False, True), False),
)
