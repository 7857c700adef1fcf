"""What stands before every request: host names, origins, sizes, rates, and the headers that bind the page to this server."""

import time
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from resonance_env.serve.settings import Limits

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
POLICY_VIOLATION = 1008  # close code of a socket


class Allowance:
    """A rate: so many a second on average, and a burst of some times as many."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second, self._most = per_second, per_second * burst
        self._left, self._seen = self._most, time.monotonic()

    def take(self) -> bool:
        """Uses one up, and returns whether there was one."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._seen) * self._per_second)
        self._seen = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Guard:
    """ASGI middleware around the whole server."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], limits: Limits) -> None:
        self._app, self._hosts, self._limits = app, hosts, limits
        self._requests = Allowance(limits.requests_per_second, 10.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": refusal[1]})
        else:
            await JSONResponse({"error": refusal[1]}, refusal[0])(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Returns status and reason if a request must not reach the server."""
        host = headers.get("host", "")
        if host_name(host) not in self._hosts:
            return 421, "expected a host name of this server; the operator adds one with --allow-host"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and origin is not None and origin.partition("://")[2] != host:
            return 403, "expected a request from a page of this server"
        if scope["type"] == "websocket" or not changes:
            return None
        length = headers.get("content-length", "")
        if not length.isdecimal() or int(length) > self._limits.body:
            return 413, f"expected a body of at most {self._limits.body:,} bytes and its length"
        if not self._requests.take():
            return 429, "expected fewer requests; wait a moment"
        return None


def host_name(host: str) -> str:
    """Returns a Host header without its port and the brackets of an IPv6 address.

    >>> host_name("127.0.0.1:8000"), host_name("[::1]:8000"), host_name("localhost")
    ('127.0.0.1', '::1', 'localhost')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if ":" in host else host.lower()


def _with_headers(send: Send) -> Send:
    async def sends(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: Any = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return sends
