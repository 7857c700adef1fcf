"""Errors that a client of the server is told."""

from resonance_env.core.errors import ResonanceEnvError


class ClientError(ResonanceEnvError, ValueError):
    """A request or a message that cannot be fulfilled; nothing has changed.

    Attributes:
        status: status code of the answer over HTTP.
    """

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status
