"""The server: the page, what the lobby needs, uploaded games, and a socket for each seat at a table."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import FastAPI, Query, Request, Response, WebSocket
from starlette.responses import FileResponse, JSONResponse
from starlette.staticfiles import StaticFiles

from resonance_env.core.errors import ResonanceEnvError
from resonance_env.core.rules_page import parse_rules
from resonance_env.serve.errors import ClientError
from resonance_env.serve.guard import Guard
from resonance_env.serve.messages import GameText, NewTable, Retry, read
from resonance_env.serve.offers import Offers
from resonance_env.serve.replays import Replays
from resonance_env.serve.reviewing import Reviews
from resonance_env.serve.seat_socket import Socket
from resonance_env.serve.settings import Settings
from resonance_env.serve.store import Store
from resonance_env.serve.tables import Tables, warm_up
from resonance_env.serve.thinking import Answers, Thinkers

PAGE = Path(__file__).with_name("page")
DRAWING = ("table.css", "table.js")  # of a game, in the folder `view` beside its rules
NO_CACHE = {"Cache-Control": "no-cache"}  # ask whether it has changed

T = TypeVar("T")


class Server:
    """What all requests share."""

    def __init__(self, settings: Settings, thinkers: Answers) -> None:
        """Opens the store.

        Raises:
            OptionError: the store cannot be opened.
        """
        self.settings = settings
        self.store = Store(settings.data)
        self.thinkers = thinkers
        self._is_ready = asyncio.Event()

    @cached_property
    def offers(self) -> Offers:
        return Offers(self.settings)

    @cached_property
    def tables(self) -> Tables:
        return Tables(self.settings, self.offers, self.store, self.thinkers)

    @cached_property
    def replays(self) -> Replays:
        return Replays(self.offers, self.settings.limits)

    @cached_property
    def reviews(self) -> Reviews:
        return Reviews(self.offers, self.thinkers, self.settings.workers, self.settings.limits.reviews)

    def check_offers(self) -> None:
        """Loads what the operator listed now, so that a fault in it stops the start; else games are loaded in the background.

        Raises:
            OptionError: an agent cannot be loaded, or a file is no card set.
            CheckpointError: a checkpoint is damaged.
        """
        assert self.offers.games

    async def get_ready(self) -> None:
        """Loads the games in another thread; requests about games wait for it."""
        await asyncio.to_thread(lambda: self.offers)
        self._is_ready.set()
        for spec in self.offers.games.values():
            await asyncio.to_thread(warm_up, spec.variant())

    async def wait(self) -> None:
        """Waits until the games are loaded."""
        await self._is_ready.wait()

    async def close(self) -> None:
        self.thinkers.close()
        if self._is_ready.is_set():
            await self.tables.close()
        self.store.close()


def make_app(settings: Settings, thinkers: Answers | None = None) -> FastAPI:
    """Returns the server as an ASGI application.

    Args:
        settings: what the operator decides.
        thinkers: who answers for agents; None for worker processes.

    Raises:
        OptionError: the store cannot be opened, or what the operator listed cannot be loaded.
        CheckpointError: a checkpoint that the operator listed is damaged.
    """
    server = Server(settings, thinkers or Thinkers(settings.workers, settings.seconds))
    if settings.agents or settings.cards:
        server.check_offers()

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        loading = asyncio.get_running_loop().create_task(server.get_ready())
        yield
        loading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await loading
        await server.close()

    app = FastAPI(lifespan=lifespan, openapi_url=None)
    app.add_middleware(Guard, hosts=settings.hosts, limits=settings.limits)
    app.add_exception_handler(ResonanceEnvError, _as_json)
    _add_page(app, server)
    _add_games(app, server)
    _add_tables(app, server)
    _add_replays(app, server)
    return app


async def _as_json(_: Request, error: Exception) -> Response:
    """Returns an error of the package as one line of text; never as markup."""
    return JSONResponse({"error": str(error)}, error.status if isinstance(error, ClientError) else 400)


async def _body(request: Request, kind: type[T]) -> T:
    return read(await request.body(), kind)


def _json(told: Any) -> Response:
    return Response(msgspec.json.encode(told), media_type="application/json", headers={"Cache-Control": "no-store"})


def _add_page(app: FastAPI, server: Server) -> None:
    app.mount("/page", StaticFiles(directory=PAGE), name="page")

    @app.get("/")
    @app.get("/table/{table_id}")
    @app.get("/watch")
    async def page() -> Response:
        return FileResponse(PAGE / "index.html", headers=NO_CACHE)

    @app.get("/games/{game}/{file}")
    async def drawing(game: str, file: str) -> Response:
        await server.wait()
        path = server.offers.spec(game).rules_file().with_name("view") / file
        if file == "table.js" and not path.is_file():
            path = PAGE / "text_table.js"
        if file not in DRAWING or not path.is_file():
            raise ClientError("expected the drawing of a game", 404)
        return FileResponse(path, headers=NO_CACHE)


def _add_games(app: FastAPI, server: Server) -> None:
    @app.get("/api/games")
    async def games() -> Response:
        await server.wait()
        return _json(server.offers.described())

    @app.get("/api/games/{game}/rules")
    async def rules(game: str) -> Response:
        await server.wait()
        page = parse_rules(server.offers.spec(game).rules_file().read_text(encoding="utf-8"))
        return _json([{"title": section.title, "rules": section.rules} for section in page.sections])


def _add_tables(app: FastAPI, server: Server) -> None:
    @app.post("/api/tables")
    async def create(request: Request) -> Response:
        await server.wait()
        return _json(await server.tables.create(await _body(request, NewTable)))

    @app.get("/api/tables/{table_id}/text")
    async def text(table_id: str, request: Request) -> Response:
        await server.wait()
        table = await server.tables.table(table_id)
        table.place(request.headers.get("x-key", ""))
        return Response(table.text(), media_type="text/plain; charset=utf-8")

    @app.websocket("/api/tables/{table_id}")
    async def seat(socket: WebSocket, table_id: str) -> None:
        await server.wait()
        await socket.accept()
        try:
            table = await server.tables.table(table_id)
        except ResonanceEnvError as error:
            await socket.send_json({"type": "error", "error": str(error), "fatal": True})
            await socket.close()
            return
        await Socket(socket, table, server.settings.limits).serve()


def _add_replays(app: FastAPI, server: Server) -> None:
    @app.post("/api/replays")
    async def upload(request: Request) -> Response:
        await server.wait()
        uploaded = await _body(request, GameText)
        replay = await asyncio.to_thread(server.replays.read, uploaded.text)
        return _json({"replay": server.replays.add(replay)} | replay.described())

    @app.get("/api/replays/{replay_id}/{position}/review")
    async def review(replay_id: str, position: int, by: Annotated[str, Query(max_length=300)]) -> Response:
        return _json(await server.reviews.position(server.replays.replay(replay_id), position, by))

    @app.post("/api/replays/{replay_id}/retry")
    async def retry(replay_id: str, request: Request) -> Response:
        replay = server.replays.replay(replay_id)
        return _json(await server.tables.retry(replay, await _body(request, Retry)))

    @app.get("/api/replays/{replay_id}/{position}")
    async def look(replay_id: str, position: int, viewer: int | None = None) -> Response:
        return _json(server.replays.replay(replay_id).frame(position, viewer))
