"""Other-Play: seats of the learner see and act under relabellings of their own, and learn no convention of labels."""

from pathlib import Path

import numpy as np
import pytest

from resonance_env.agents.loading import load
from resonance_env.core.errors import OptionError
from resonance_env.eval.match.self_play import evaluate_self_play
from resonance_env.train.config_checks import check_config
from resonance_env.train.ppo import trainer as trainer_module
from resonance_env.train.ppo.other_play import OtherPlay
from resonance_env.train.run.main import train_variant
from tests.small_games import silent_signals
from tests.small_games.silent_signals import GUESS, NUM_DIGITS, SHOW, ConventionAgent
from tests.train.training_runs import quiet, tiny, trainer_of

SIGNALS = silent_signals.SPEC.variant(2, rounds=1)


def test_the_learner_sees_and_acts_under_the_relabelling_of_its_seat() -> None:
    trainer = trainer_of(
        SIGNALS,
        num_games=200,
        rollout=3,
        other_play=True,
        teacher="tests.small_games.silent_signals:ConventionAgent",
        teacher_share=1.0,
    )
    part = trainer.rollout.parts["other_play"]
    assert isinstance(part, OtherPlay)
    symmetry, code = part.symmetry.copy(), SIGNALS.symmetries().code
    assert np.bincount(symmetry).min() > 30  # all six occur
    trainer.rollout.collect(0, 1.0)
    made, final = trainer.rollout.buffer.columns(), trainer.rollout.env.final_games

    first = made["slot"][:400]  # all have shown a colour at once
    game, seat = np.divmod(first, 2)
    shown = code[symmetry[first], made["action"][:400]] - SHOW
    np.testing.assert_array_equal(final["colour"][game, seat], shown)
    assert made["legal"][:400, SHOW : SHOW + NUM_DIGITS].all()
    taught = code[symmetry[first], made["teacher"][:400]] - SHOW
    np.testing.assert_array_equal(final["digit"][game, seat], taught)  # the convention, in the game's own labels

    guess = made["slot"][400:600]  # of seat 0, which has seen both colours
    np.testing.assert_array_equal(guess, 2 * np.arange(200))
    seen = SIGNALS.layout().view(made["observation"][400:600], "colour").argmax(axis=-1)
    as_shown = code[symmetry[guess][:, None], SHOW + seen] - SHOW
    np.testing.assert_array_equal(final["colour"][:, :2], as_shown)


def test_a_guide_reads_and_chooses_under_the_relabelling_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer_module, "load_guide", lambda name: ConventionAgent())
    trainer = trainer_of(SIGNALS, num_games=200, rollout=3, other_play=True, guide="convention")
    trainer.rollout.collect(0, 1.0)
    made, final = trainer.rollout.buffer.columns(), trainer.rollout.env.final_games

    game, seat = np.divmod(made["slot"][:400], 2)  # all have shown a colour at once
    np.testing.assert_array_equal(made["advice"][:400, 0] - SHOW, final["digit"][game, seat])
    seen = SIGNALS.layout().view(made["observation"][400:600], "colour")[:, 1].argmax(axis=-1)
    np.testing.assert_array_equal(made["advice"][400:600, 0] - GUESS, seen)


def test_what_cannot_be_relabelled_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"for --other-play, a game with symmetries\(\); 'toy' has none"):
        trainer_of(other_play=True)
    with pytest.raises(OptionError, match="expected --other-play or --demonstrations"):
        check_config(tiny(tmp_path / "run", other_play=True, demonstrations=(tmp_path,)))


@pytest.mark.slow
def test_labels_get_no_meaning(tmp_path: Path) -> None:
    def score(**changes: object) -> float:
        config = tiny(
            tmp_path / str(len(changes)), decisions=60_000, hidden=(64,), activation="tanh", num_games=64, rollout=12,
            minibatch=512, epochs=4, learning_rate=1e-2, gamma=0.0, gae_lambda=0.0, entropy=0.05, entropy_end=0.0,
            measurements=0, measure_against=("random",),
            **changes,
        )  # fmt: skip
        train_variant(config, SIGNALS, quiet())
        return evaluate_self_play(SIGNALS, load(config.out), 1000, 7, baselines=[ConventionAgent()]).score.mean

    assert score() > 0.6
    assert score(other_play=True) < 0.45  # a guess is right in a third of the cases
