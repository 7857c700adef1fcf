"""`resonance serve`: games at a table in the browser."""

import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from resonance_env.core.errors import OptionError
from resonance_env.core.options import check_number

PORTS = 65_535
MAX_WORKERS = 64


@dataclass(frozen=True)
class Options:
    """Where the server listens, and what it offers.

    Attributes:
        host: Address to listen at; the default is reached from this computer only.
        port: Port to listen at.
        data: File of the tables, which a later start takes up again.
        agent: An agent to offer beside the named ones, such as the path of a checkpoint; may be repeated.
        cards: A card-set file to offer beside the shipped sets; may be repeated.
        allow_host: A further name by which browsers reach the server; may be repeated.
        workers: Number of processes in which agents think.
        seconds: Time limit of one decision of an agent.
        pace: Seconds between two steps in which no person acts.
        max_tables: Number of tables that the file may hold.
        max_sims: The most simulations per decision that a client may ask of an agent.
        open: Open the page in a browser.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("resonance-tables.sqlite")
    agent: Annotated[tuple[str, ...], tyro.conf.arg(metavar="AGENT"), tyro.conf.UseAppendAction] = ()
    cards: Annotated[tuple[str, ...], tyro.conf.arg(metavar="FILE"), tyro.conf.UseAppendAction] = ()
    allow_host: Annotated[tuple[str, ...], tyro.conf.arg(metavar="NAME"), tyro.conf.UseAppendAction] = ()
    workers: int = 2
    seconds: float = 20.0
    pace: float = 0.5
    max_tables: int = 1000
    max_sims: int = 400
    open: bool = False


def run(options: Options) -> None:
    """Serves until it is interrupted.

    Raises:
        OptionError: a number is too low or too high, or the file of the tables cannot be opened.
        ModuleNotFoundError: the extra `web` is not installed.
    """
    import uvicorn

    from resonance_env.serve.app import make_app
    from resonance_env.serve.settings import LOOPBACK, Settings

    check_number("--port", options.port, 1, PORTS)
    check_number("--workers", options.workers, 1, MAX_WORKERS)
    check_number("--max-tables", options.max_tables, 1, 10**6)
    check_number("--max-sims", options.max_sims, 0, 10**6)
    if not 0.0 < options.seconds <= 3600.0:
        raise OptionError(f"expected --seconds above 0 and at most 3600, got {options.seconds}")
    if not 0.0 <= options.pace <= 60.0:
        raise OptionError(f"expected --pace from 0 to 60, got {options.pace}")
    settings = Settings(
        data=options.data,
        hosts=tuple(name.lower() for name in (*LOOPBACK, options.host, *options.allow_host)),
        agents=options.agent,
        cards=options.cards,
        workers=options.workers,
        seconds=options.seconds,
        pace=options.pace,
        max_tables=options.max_tables,
        max_sims=options.max_sims,
    )
    app = make_app(settings)
    address = f"http://{f'[{options.host}]' if ':' in options.host else options.host}:{options.port}"
    print(f"The table is at {address} (Ctrl-C stops it; games are kept in {options.data}).", flush=True)
    if options.host not in LOOPBACK:
        print(
            f"It listens at {options.host}: everybody who reaches this computer there can set up tables and let agents think, "
            "and connections are not encrypted.",
            flush=True,
        )
    if options.open:
        webbrowser.open(address)
    uvicorn.run(
        app,
        host=options.host,
        port=options.port,
        log_level="warning",
        access_log=False,
        ws_max_size=settings.limits.message * 4,
        server_header=False,
    )
