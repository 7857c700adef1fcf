"""Measures the speed of training: `python -m bench.training`. Prints decisions per second and ratios, in one run on one thread.

Recipe of all rows: one trunk 256-256, ReLU, 4 epochs, minibatches of 2,048, float32, 64 games; only real decisions are counted.
F is the number of decisions per second of the network alone, with observations in memory and sampled actions; U is the number
of decisions per second of one learning pass in plain PyTorch, with minibatches in memory: forward, loss, backward, Adam. No
trainer of this kind can be faster than 1 / (1 / F + 4 / U).

The rows take turns and medians are shown, since the machine may be loaded.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
import tyro
from gymnasium import spaces
from rich.console import Console
from rich.table import Table
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from resonance_env.adapters.sb3 import DecisionRolloutBuffer, SelfPlayVecEnv
from resonance_env.agents.network.policy_network import Tower
from resonance_env.agents.sampling import draw_actions
from resonance_env.core.spec import Variant
from resonance_env.games import DEFAULT_GAME, load_game
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.trainer import Trainer

EPOCHS, MINIBATCH, HIDDEN, GAMES = 4, 2048, (256, 256), 64


@dataclass(frozen=True)
class Options:
    """Measures training from end to end, its parts, and sb3-contrib's MaskablePPO on the same games.

    Attributes:
        game: The game.
        players: Number of players; the game's usual number by default.
        observation: Kind of observation.
        rollout: Steps of each game between two updates; the same for both trainers.
        repetitions: Number of measurements of every row.
        defaults: Also measure MaskablePPO with its own settings, where every seat step is a sample.
    """

    game: str = DEFAULT_GAME
    players: int | None = None
    observation: str = "table"
    rollout: int = 64
    repetitions: int = 5
    defaults: bool = False


Measure = Callable[[], tuple[int, float]]  # decisions, and seconds of processor time


def trainer_of(options: Options, variant: Variant) -> Trainer:
    config = TrainConfig(
        hidden=HIDDEN, epochs=EPOCHS, minibatch=MINIBATCH, num_games=GAMES, rollout=options.rollout,
        observation=options.observation, device="cpu",  # type: ignore[arg-type]
    )  # fmt: skip
    trainer = Trainer(config, variant)
    trainer.update(1.0)
    return trainer


def end_to_end(trainer: Trainer) -> tuple[int, float]:
    before, start = trainer.decisions_learned, time.process_time()
    trainer.update(1.0)
    return trainer.decisions_learned - before, time.process_time() - start


def bare(trainer: Trainer) -> tuple[Measure, Measure]:
    """Returns the functions that measure F and U, with the trainer's network and batches from its games."""
    trainer.rollout.collect(0, 0.0)
    made, network, rng = trainer.rollout.buffer, trainer.model.network, np.random.default_rng(0)
    rows = rng.choice(made.count, MINIBATCH)
    asked = made.count // trainer.config.rollout  # as many as are asked in one step
    batch = {name: torch.from_numpy(column[rows]) for name, column in made.columns().items()}
    legal, features = made.legal[rows], batch["observation"].float() * network.input_scale
    advantage = torch.from_numpy(rng.normal(size=MINIBATCH).astype(np.float32))
    batch |= {"features": features, "sizes": torch.tensor([MINIBATCH]), "advantage": advantage, "target": advantage}
    network.requires_grad_(True)
    optimiser = torch.optim.Adam(network.parameters(), lr=0.0, fused=True)

    def forward() -> tuple[int, float]:
        start = time.process_time()
        for _ in range(100):
            with torch.inference_mode():
                logits = network.read(features[:asked]).logits
            draw_actions(logits.numpy(), legal[:asked], rng.random(asked))
        return 100 * asked, time.process_time() - start

    def update() -> tuple[int, float]:
        start = time.process_time()
        for _ in range(10):
            now = trainer.model.evaluate(batch)
            total = [term.weight(1.0) * term.value(batch, now).loss for term in trainer.terms]
            optimiser.zero_grad(set_to_none=True)
            torch.stack(total).sum().backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()
        return 10 * MINIBATCH, time.process_time() - start

    return forward, update


class Trunk(BaseFeaturesExtractor):
    """The trunk that policy and value share; the library's own `net_arch` would give them one each."""

    def __init__(self, observation_space: spaces.Box) -> None:
        super().__init__(observation_space, HIDDEN[-1])
        self.tower = Tower(observation_space.shape[0], HIDDEN, "relu")

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        result: torch.Tensor = self.tower(features)
        return result


class Counter(BaseCallback):
    """Counts real decisions: rows of seats that are asked; the others have no legal action."""

    decisions = 0

    def _on_step(self) -> bool:
        masks = self.locals["action_masks"]
        self.decisions += int(np.count_nonzero(masks.any(axis=-1)))
        return True


def maskable_ppo_learner(options: Options, variant: Variant, *, as_it_comes: bool, seed: int = 0) -> MaskablePPO:
    env = SelfPlayVecEnv(variant, GAMES, observation=options.observation, seed=seed)  # type: ignore[arg-type]
    if as_it_comes:
        return MaskablePPO("MlpPolicy", env, n_steps=options.rollout, device="cpu")
    return MaskablePPO(
        "MlpPolicy", env, learning_rate=1e-3, n_steps=options.rollout, batch_size=MINIBATCH, n_epochs=EPOCHS, gamma=1.0,
        ent_coef=0.01, rollout_buffer_class=DecisionRolloutBuffer, device="cpu", seed=seed,
        policy_kwargs={"features_extractor_class": Trunk, "net_arch": []},
    )  # fmt: skip


def maskable_ppo(options: Options, variant: Variant, *, as_it_comes: bool) -> Measure:
    learner = maskable_ppo_learner(options, variant, as_it_comes=as_it_comes)

    def measure() -> tuple[int, float]:
        counter, start = Counter(), time.process_time()
        learner.learn(options.rollout * learner.n_envs, callback=counter, reset_num_timesteps=False)
        return counter.decisions, time.process_time() - start

    return measure


def main() -> None:
    options = tyro.cli(Options, description=__doc__)
    torch.set_num_threads(1)
    variant = load_game(options.game).variant(options.players)
    trainer = trainer_of(options, variant)
    forward, update = bare(trainer_of(options, variant))
    rows: dict[str, Measure] = {
        "end to end": lambda: end_to_end(trainer),
        "F: bare network and drawing": forward,
        "U: bare update": update,
        "MaskablePPO, same recipe": maskable_ppo(options, variant, as_it_comes=False),
    }
    if options.defaults:
        rows["MaskablePPO, its defaults"] = maskable_ppo(options, variant, as_it_comes=True)
    rates: dict[str, list[float]] = {name: [] for name in rows}
    shares: list[float] = []  # of the environment in an update
    for repetition in range(options.repetitions + 1):
        for name, measure in rows.items():
            decisions, seconds = measure()
            if repetition:  # the first is for caches
                rates[name].append(decisions / seconds)
        clock = trainer.clock
        shares.append(clock.environment / (clock.environment + clock.inference + clock.learning))
    median = {name: statistics.median(values) for name, values in rates.items()}
    ceiling = 1.0 / (1.0 / median["F: bare network and drawing"] + EPOCHS / median["U: bare update"])
    table = Table("what", "decisions/s", "end to end is", title=f"{variant.players} players, one thread")
    for name, rate in (*median.items(), ("ceiling 1/(1/F + 4/U)", ceiling)):
        ratio = median["end to end"] / rate
        table.add_row(name, f"{rate:,.0f}", f"{ratio:.0%}" if ratio <= 1 else f"{ratio:.1f} times")
    table.add_row("environment's share of an update", f"{statistics.median(shares[1:]):.1%}", "")
    Console().print(table)


if __name__ == "__main__":
    main()
