"""Publishes checkpoints: `python -m resonance_env.train.publish {checkpoint,score,response} …`.

checkpoint: measures the newest checkpoint of a run and writes it, in half precision, where published checkpoints lie.
score: adds a score against one more agent to the metadata of a published checkpoint.
response: adds to it what `resonance best-response` found.
"""

import sys
from collections.abc import Sequence
from typing import Annotated

import tyro

from resonance_env.core.errors import ResonanceEnvError
from resonance_env.core.terminal import complain
from resonance_env.train.publish.checkpoint import PublishConfig, publish_checkpoint
from resonance_env.train.publish.response import ResponseConfig, publish_response
from resonance_env.train.publish.score import ScoreConfig, publish_score

Options = (
    Annotated[PublishConfig, tyro.conf.subcommand("checkpoint")]
    | Annotated[ScoreConfig, tyro.conf.subcommand("score")]
    | Annotated[ResponseConfig, tyro.conf.subcommand("response")]
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one of the commands, prints what it returns, and returns the exit status: 2 for usage errors, in one line."""
    try:
        options: PublishConfig | ScoreConfig | ResponseConfig = tyro.cli(
            Options,
            prog="python -m resonance_env.train.publish",
            description=__doc__,
            args=arguments,
        )
        match options:
            case PublishConfig():
                print(publish_checkpoint(options))
            case ScoreConfig():
                print(publish_score(options))
            case ResponseConfig():
                print(publish_response(options))
    except (ResonanceEnvError, OSError) as error:
        complain(error)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
