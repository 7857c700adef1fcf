"""Each compiled game has loops of its own, which depend on its own sources."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from resonance_env.core import game_loops
from resonance_env.core.bound_loops import KERNELS, bind_loops
from resonance_env.core.compiled import PACKAGE, file_of, source_hash
from resonance_env.games.resonance import batch as resonance
from resonance_env.games.summon_demons import batch as summon_demons


def test_a_game_must_have_each_function() -> None:
    given = ModuleType("rules")
    vars(given).update(dict.fromkeys(KERNELS - {"advance"}))
    with pytest.raises(TypeError, match=r"got none for advance$"):
        bind_loops(__name__, given)


def test_the_first_module_that_has_a_function_gives_it() -> None:
    first, second = ModuleType("first"), ModuleType("second")
    vars(first)["advance"] = "first"
    vars(second).update(dict.fromkeys(KERNELS, "second"))
    loops = bind_loops(__name__, first, second)
    assert (loops.advance, loops.step_one) == ("first", "second")


@pytest.mark.compiled
def test_loops_are_kept_under_the_name_of_their_game() -> None:
    folders = set()
    for batch in (resonance, summon_demons):
        loop = batch.loops.play_asked.py_func
        assert loop.__code__ is game_loops.play_asked.__code__
        assert loop.__doc__ == game_loops.play_asked.__doc__
        assert loop.__globals__["step_one"] is batch.loops.step_one is batch.engine.step_one
        assert Path(file_of(loop)) == Path(str(batch.__file__))
        folders.add(source_hash(file_of(loop)))
    assert len(folders) == 2
    assert Path(file_of(game_loops.play_asked)) == PACKAGE / "core" / "game_loops.py"
