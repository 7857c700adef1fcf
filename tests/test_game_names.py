"""Only a game's own folders know its name, its title and the name of its seats."""

import re

import pytest

from resonance_env.agents.seat_view import WIDTH
from resonance_env.games import game_names, load_game, load_options
from tests.places import ROOT

GENERIC = ("agents", "eval", "train", *(f"resonance_env/{name}" for name in ("adapters", "commands", "core", "play")))
NAME_OF_THE_COMMAND = "resonance"  # the package and the game have the same name


@pytest.mark.parametrize("game", game_names())
def test_generic_code_does_not_know_a_game(game: str) -> None:
    spec = load_game(game)
    words = {spec.title, spec.seat_prefix, *({spec.name} - {NAME_OF_THE_COMMAND})}
    pattern = re.compile(rf"(?<![a-zA-Z])(?:{'|'.join(map(re.escape, words))})(?![a-zA-Z])")
    sources = [path for folder in GENERIC for path in sorted((ROOT / folder).rglob("*.py")) if game not in path.parts[:-1]]
    assert len(sources) > 100
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sources
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", game_names())
def test_command_lines_list_the_options_of_the_game(game: str) -> None:
    assert load_options(game) == tuple(load_game(game).options)


@pytest.mark.parametrize("game", game_names())
def test_a_game_tells_people_its_goal_in_lines_that_fit_the_terminal(game: str) -> None:
    primer = load_game(game).primer
    assert primer.startswith("Goal: ")
    assert max(map(len, primer.splitlines())) <= WIDTH
    assert len(primer.splitlines()) < 24
