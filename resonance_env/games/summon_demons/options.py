"""The options of the game beside the number of players (LD-SPEC-2); importing them compiles nothing."""

from resonance_env.core.options import Option

OPTIONS = (
    Option("cards", "standard", "Card set: a shipped name, or the path of a card-set file.", is_in_fingerprint=True),
    Option("teams", False, "With 4 players: seats 0 and 2 against seats 1 and 3.", (False, True)),
    Option("start_souls", None, "Souls of each seat at the start; None for the card set's number.", integers=(0, 30)),
    Option("hand", None, "Demons dealt to each seat; None for the card set's number.", integers=(0, 6)),
    Option(
        "need_demons",
        None,
        "Demons in play that win, of both seats in teams; None for the card set's number.",
        integers=(1, 12),
    ),
    Option("need_souls", None, "Souls that win, of both seats in teams; None for the card set's number.", integers=(1, 60)),
    Option("candles", None, "Candles of each seat; 2 with 2 players only. None for the card set's number.", (None, 0, 1, 2)),
    Option("candle_deal", "deal", "Candles are dealt at random, or chosen in turn.", ("deal", "choose")),
    Option("beginner_candle", True, "Whether the beginner's candle is in the game.", (True, False)),
    Option(
        "starting_demon", False, "Each seat may put a demon into play for nothing when its first turn begins.", (False, True)
    ),
    Option("first", None, "Who begins; None for what the card set says.", (None, "random", "seat 0")),
    Option("clockwork", "turn", "What `again` brings: an extra turn, or another roll in the same turn.", ("turn", "roll")),
    Option("turn_limit", None, "Rolls after which the game is a draw; None for the card set's number.", integers=(1, 10_000)),
    Option("explicit_chance", False, "Stop at chance events, for exact enumeration.", (False, True), False),
)
