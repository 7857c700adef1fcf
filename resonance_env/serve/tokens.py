"""Secret keys of seats: 128 random bits, of which the server keeps only digests."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping

KEY_BYTES = 16
SPECTATOR = -1  # the place of a spectator among the seats


def new_key() -> str:
    """Returns a new key as text for links."""
    return secrets.token_urlsafe(KEY_BYTES)


def digest(key: str) -> str:
    """Returns what is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def place_of(key: str, digests: Mapping[int, str]) -> int | None:
    """Returns the seat, or SPECTATOR, whose key this is; None if it is nobody's. All are compared, in constant time."""
    own = digest(key)
    found = [place for place, other in digests.items() if hmac.compare_digest(own, other)]
    return found[0] if found else None
