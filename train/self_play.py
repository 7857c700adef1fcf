"""Self-play training with sb3-contrib's MaskablePPO: one policy plays all seats of a batch of games."""

from __future__ import annotations

import platform
import time
from importlib.metadata import version
from pathlib import Path

import torch
from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure

from resonance_env import __version__
from resonance_env.adapters.sb3 import DecisionRolloutBuffer, SelfPlayVecEnv
from resonance_env.agents.checkpoint import (
    CHECKPOINTS_OF_RUN,
    CheckpointCard,
    NetworkCard,
    write_checkpoint,
)
from resonance_env.agents.network import ACTIVATIONS
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.digest import action_digest, layout_digest
from resonance_env.core.spec import Variant
from resonance_env.eval.report import evaluate_agent
from resonance_env.train.budget import Budget
from resonance_env.train.config import TrainConfig
from resonance_env.train.monitor import Monitor
from resonance_env.train.run_folder import TENSORBOARD, config_as_json, start_run_folder

LIBRARIES = ("numpy", "numba", "torch", "stable-baselines3", "sb3-contrib", "safetensors")


def train_variant(config: TrainConfig, variant: Variant, console: Console | None = None) -> Path:
    """Trains a policy for a variant and returns the folder of its last checkpoint.

    Args:
        config: `game`, `players` and the game's options in it are taken from the variant instead.
        variant: what to play.
        console: where to print; the terminal by default.

    Raises:
        OptionError: `config.out` holds something else.
        KeyboardInterrupt: the user stopped it; a checkpoint has been written.
    """
    console = Console() if console is None else console
    start_run_folder(config.out, config)
    threads_before = torch.get_num_threads()
    torch.set_num_threads(config.threads)
    try:
        evaluate_agent(variant, RandomAgent(), RandomAgent(), 1, 0)  # so that no minute of training goes to the compiler
        budget = Budget(config.steps, 60.0 * config.minutes)
        model = make_model(config, variant, budget)
        return _learn(config, variant, model, budget, console)
    finally:
        torch.set_num_threads(threads_before)


def make_model(config: TrainConfig, variant: Variant, budget: Budget) -> MaskablePPO:
    """Returns the learner with its environment; its step size follows the budget."""
    env = SelfPlayVecEnv(
        variant,
        config.num_games,
        seed=config.seed,
        observation=config.observation,
        reward=config.reward,
        shaping=config.shaping,
        shaping_gamma=config.gamma,
    )
    return MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda _: config.learning_rate * budget.left,
        n_steps=config.rollout,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip,
        ent_coef=config.entropy,
        rollout_buffer_class=DecisionRolloutBuffer,
        policy_kwargs={
            "net_arch": {"pi": list(config.hidden), "vf": list(config.hidden)},
            "activation_fn": ACTIVATIONS[config.activation],
        },
        seed=config.seed,
        device="cpu",
    )


def _learn(config: TrainConfig, variant: Variant, model: MaskablePPO, budget: Budget, console: Console) -> Path:
    """Runs the learner until the budget is spent or the user stops it; the checkpoint at the end is written in any case."""
    model.set_logger(configure(str(config.out / TENSORBOARD), ["tensorboard"]))
    monitor = Monitor(config, variant, budget, lambda: save(config, variant, model, budget), console)
    try:
        budget.start()
        with monitor.progress:
            model.learn(budget.steps_to_learn, callback=monitor)
            monitor.finish()
    except KeyboardInterrupt:
        console.print(f"Stopped; the agent so far is {save(config, variant, model, budget)}", soft_wrap=True)
        raise
    finally:
        model.logger.close()
    seconds = budget.seconds
    folder = save(config, variant, model, budget)
    console.print(
        f"Trained {model.num_timesteps:,} seat steps in {seconds / 60:.1f} minutes; the agent is {folder}", soft_wrap=True
    )
    return folder


def save(config: TrainConfig, variant: Variant, model: MaskablePPO, budget: Budget) -> Path:
    """Writes a checkpoint of the run, unless one of this very step is there, and returns its folder."""
    folder = config.out / CHECKPOINTS_OF_RUN / f"step-{model.num_timesteps:012}"
    if folder.exists():
        return folder
    layout = variant.layout(config.observation)
    card = CheckpointCard(
        name=config.out.resolve().name,
        game=variant.spec.name,
        players=variant.players,
        options=dict(variant.options),
        fingerprint=variant.fingerprint,
        observation=config.observation,
        observation_size=layout.size,
        num_actions=variant.num_actions,
        layout=layout_digest(layout),
        actions=action_digest(variant.actions),
        network=NetworkCard(hidden=config.hidden, activation=config.activation),
        seed=config.seed,
        steps=model.num_timesteps,
        seconds=round(budget.seconds, 1),
        created=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        training=config_as_json(config),
        versions={"resonance-env": __version__, "python": platform.python_version()}
        | {library: version(library) for library in LIBRARIES},
    )
    write_checkpoint(folder, card, {name: tensor.numpy() for name, tensor in model.policy.state_dict().items()})
    return folder
