"""What agents were trained for and what they play now: lines that tell the difference, and warnings of zero-shot play."""

from collections.abc import Sequence

from resonance_env.agents.interface import Agent
from resonance_env.core.spec import Variant
from resonance_env.play.checks import warn_caller

ZERO_SHOT = "Zero-shot"


def differences(variant: Variant, agents: Sequence[Agent]) -> list[str]:
    """Returns a line for each agent that was trained with other players, options, cards or rules than it plays with now.

    This is allowed, since it may be what the user wants to measure, but the score is not that of its training. With other cards
    it is zero-shot play, and the line says so.
    """
    lines = []
    for agent in agents:
        metadata = agent.metadata
        if metadata is None or metadata.game != variant.spec.name:
            continue
        is_zero_shot = metadata.fingerprint not in (variant.fingerprint, *variant.earlier_fingerprints)
        by_content = [option.name for option in variant.spec.options if option.is_in_fingerprint]
        differ = [
            f"{name} {metadata.options.get(name)!r}, here {now!r}"
            for name, now in variant.options.items()
            if metadata.options.get(name) != now and (is_zero_shot or name not in by_content)
        ]
        if metadata.players != variant.players:
            differ.insert(0, f"{metadata.players} players, here {variant.players} in {variant.num_seats} seats")
        if is_zero_shot and not differ:
            differ.append(" or ".join(["other rules", *(f"another content of {name}" for name in by_content)]))
        if metadata.rules_version != variant.rules_version:
            differ.append(f"rules version {metadata.rules_version}, here {variant.rules_version}")
        if differ:
            lines.append(f"{ZERO_SHOT if is_zero_shot else 'Note'}: {agent.name} was trained with {'; '.join(differ)}")
    return lines


def warn_of_zero_shot(variant: Variant, agents: Sequence[Agent]) -> None:
    """Warns at the line that called the environment of each agent that plays zero-shot there."""
    for line in differences(variant, agents):
        if line.startswith(ZERO_SHOT):
            warn_caller(line)
