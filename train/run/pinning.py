"""The checkpoints that a run plays with: pinned at its start, since the folder of a run may contain a newer one later."""

import dataclasses
from pathlib import Path

from resonance_env.agents.loading import address_of, load_program, path_and_parameters, shipped_checkpoints
from resonance_env.agents.own_code import own_code
from resonance_env.core.errors import OptionError
from resonance_env.train.config import TrainConfig

PINNED = ("opponents", "teacher", "measure_against")


def pin_agents(config: TrainConfig) -> TrainConfig:
    """Returns a configuration whose opponents, teacher and agents to measure against never change.

    Raises:
        OptionError: there is no such agent, or its checkpoint would be deleted by the run.
        CheckpointError: it is damaged.
    """
    return dataclasses.replace(
        config,
        opponents=tuple(_pinned(name, "opponents", config) for name in config.opponents),
        teacher=None if config.teacher is None else _pinned(config.teacher, "teacher", config),
        measure_against=tuple(_pinned(name, "measure-against", config) for name in config.measure_against),
    )


def as_pinned(config: TrainConfig, kept: TrainConfig) -> TrainConfig:
    """Returns a configuration to resume `kept` with, in which agents that are typed again are those that were pinned."""
    again = {}
    for option in PINNED:
        typed, pinned = _names(getattr(config, option)), _names(getattr(kept, option))
        if len(typed) == len(pinned) and all(map(_is_same, typed, pinned)):
            again[option] = getattr(kept, option)
    return dataclasses.replace(config, **again)


def _pinned(name: str, option: str, config: TrainConfig) -> str:
    """Returns a permanent name of an agent: the folder of its checkpoint, or its name if shipped, with its parameters."""
    agent = load_program(name)
    if agent.folder is None:
        return address_of(name, agent)
    folder = agent.folder.resolve()
    if folder.is_relative_to(config.out.resolve()):
        raise OptionError(
            f"expected --{option} with agents that stay where they are, got {name!r} at {folder}: the run that begins at "
            f"--out {config.out} deletes what is there; choose another --out"
        )
    address, place = address_of(name, agent), str(folder)
    names = {str(path): shipped for shipped, path in shipped_checkpoints().items()}
    return names.get(place, place) + address.removeprefix(place)


def _names(value: tuple[str, ...] | str | None) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value or ()


def _is_same(typed: str, pinned: str) -> bool:
    """Returns whether a typed agent may have been pinned as this one: by its own folder, or that of its run."""
    code = own_code(typed)
    if typed == pinned or (code is not None and code.address == pinned):
        return True
    (folder, parameters), (place, kept) = path_and_parameters(typed), path_and_parameters(pinned)
    return parameters == kept and Path(place).is_absolute() and Path(place).is_relative_to(Path(folder).resolve())
