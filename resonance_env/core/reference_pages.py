"""Documentation pages generated from the tables, so that they agree with the code."""

from resonance_env.core.actions import ActionTable
from resonance_env.core.layout import Block


def actions_page(title: str, introduction: str, actions: ActionTable) -> str:
    """Returns the action table as Markdown."""
    lines = [
        f"# {title}",
        "",
        *introduction.splitlines(),
        "",
        "| code | name | meaning | rules |",
        "| ---: | --- | --- | --- |",
    ]
    lines += [
        f"| {action.code} | `{action.name}` | {action.meaning} | {action.rules.replace(' ', ', ')} |" for action in actions
    ]
    return "\n".join(lines) + "\n"


def observation_page(title: str, introduction: str, sections: list[tuple[str, str, Block]]) -> str:
    """Returns the table of pieces as Markdown: a section for each (heading, text, block)."""
    lines = [f"# {title}", "", *introduction.splitlines(), ""]
    for heading, text, block in sections:
        lines += [f"## {heading}", "", *text.splitlines(), ""]
        lines += ["| at | piece | shape | range | meaning | rules |", "| ---: | --- | --- | --- | --- | --- |"]
        for piece in block:
            shape = " x ".join(map(str, piece.shape))
            rules = piece.rules.replace(" ", ", ")
            lines.append(
                f"| {block.offset(piece.name)} | `{piece.name}` | {shape} | 0..{piece.high} | {piece.meaning} | {rules} |"
            )
        lines.append("")
    return "\n".join(lines)
