"""The saved state of a run: one file, written completely or not at all, without pickles."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save as format_arrays

from resonance_env.agents.checkpoint_metadata import TrainingRun
from resonance_env.core.errors import CheckpointError
from resonance_env.core.files import write_atomically
from resonance_env.core.reading import MAX_WEIGHTS, check_regular
from resonance_env.play.checks import check_records
from resonance_env.train.ppo.trainer import Trainer

RESUME_FILE = "resume.safetensors"
_Count = Annotated[int, msgspec.Meta(ge=0)]


@dataclass
class Progress:
    """The progress of a run, apart from its weights.

    Attributes:
        seconds: wall-clock time spent.
        measurements: measurements taken so far.
    """

    seconds: float = 0.0
    measurements: int = 0


def save_run(path: Path, trainer: Trainer, progress: Progress) -> None:
    """Writes the state of a run that is between two updates.

    Raises:
        OSError: the file cannot be written; names it. An existing file is unchanged.
    """
    arrays: dict[str, np.ndarray] = {}
    for group, tensors in _tensors(trainer).items():
        arrays |= {f"{group}/{name}": tensor.detach().cpu().numpy() for name, tensor in tensors.items()}
    arrays |= {f"rollout/{name}": array for name, array in trainer.rollout.save().items()}
    saved = trainer.rollout.env.save()
    arrays["games"] = np.frombuffer(saved.pop("games").tobytes(), dtype=np.uint8)
    arrays |= {f"env/{name}": saved.pop(name) for name in list(saved) if isinstance(saved[name], np.ndarray)}
    scalars = {
        "env": saved,
        "rng": trainer.rng.bit_generator.state,
        "decisions_learned": trainer.decisions_learned,
        "updates": trainer.updates,
        "earlier": msgspec.to_builtins(trainer.model.earlier),
        "progress": asdict(progress),
    }
    contiguous = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    write_atomically(path, format_arrays(contiguous, metadata={"scalars": json.dumps(scalars)}))


def restore_run(path: Path, trainer: Trainer) -> Progress:
    """Restores the state of `save_run` in a trainer of the same configuration.

    Raises:
        CheckpointError: the file is missing, damaged, or of a run with another configuration, game or card set.
    """
    try:
        check_regular(path, MAX_WEIGHTS)
        with safe_open(path, framework="np") as file:
            scalars = json.loads(file.metadata()["scalars"])
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118, it is no mapping
    except FileNotFoundError:
        raise CheckpointError(f"expected a run to resume at {path.parent}, but it has no {path.name}") from None
    except (OSError, SafetensorError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise CheckpointError(f"expected the state of a run at {path}, got something else: {error}") from None
    try:
        made_for, progress = scalars["env"]["fingerprint"], Progress(**scalars["progress"])
    except (KeyError, TypeError) as error:
        raise CheckpointError(f"expected the state of a run at {path}, got something else: {error!r}") from None
    if made_for != trainer.variant.fingerprint:
        raise CheckpointError(
            f"the run at {path.parent} was trained with other rules, cards or observations: "
            f"fingerprint {made_for!r}, here {trainer.variant.fingerprint!r}"
        )
    try:
        _fill(trainer, arrays, scalars)
    except (KeyError, TypeError, ValueError, RuntimeError, msgspec.ValidationError) as error:
        raise CheckpointError(f"expected the state of a run of this configuration at {path}: {error}") from None
    return progress


def _fill(trainer: Trainer, arrays: Mapping[str, np.ndarray], scalars: Mapping[str, Any]) -> None:
    with torch.no_grad():
        for group, tensors in _tensors(trainer).items():
            for name, tensor in tensors.items():
                tensor.copy_(torch.from_numpy(arrays[f"{group}/{name}"].copy()))
    trainer.rollout.restore(_of_group(arrays, "rollout/"))
    games = np.frombuffer(arrays["games"].tobytes(), dtype=trainer.rollout.env.games.dtype)
    check_records(trainer.variant, games)
    trainer.rollout.env.restore({**scalars["env"], "games": games, **_of_group(arrays, "env/")})
    trainer.rng.bit_generator.state = scalars["rng"]
    trainer.decisions_learned = msgspec.convert(scalars["decisions_learned"], _Count)
    trainer.updates = msgspec.convert(scalars["updates"], _Count)
    trainer.model.earlier = msgspec.convert(scalars.get("earlier", ()), tuple[TrainingRun, ...])


def _tensors(trainer: Trainer) -> dict[str, dict[str, torch.Tensor]]:
    """Returns all PyTorch tensors, to read or to write in place."""
    modules: dict[str, torch.nn.Module] = {"network": trainer.model.network}
    if trainer.model.critic is not None:
        modules["critic"] = trainer.model.critic
    for term in trainer.terms:
        modules |= term.modules()
    groups = {name: dict(module.state_dict()) for name, module in modules.items()}
    for number, parameter in enumerate(trainer.parameters):
        state = trainer.optimiser.state[parameter]
        if not state:  # the state that Adam makes before its first step
            state["step"] = torch.zeros((), dtype=torch.float32, device=parameter.device)
            state["exp_avg"] = torch.zeros_like(parameter)
            state["exp_avg_sq"] = torch.zeros_like(parameter)
        groups[f"optimiser/{number}"] = dict(state)
    return groups


def _of_group(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """Returns the arrays whose names begin with a prefix, without it."""
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
