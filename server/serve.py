"""`tilewright serve`: a server without a screen, until it is told to stop, and its inspection."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from assets.texts import LANGUAGES, Texts
from core.game import Refused
from server import configuration, garbage_collection, inspection, logs, status
from server.bots.pool import WorkerPool
from server.configuration import Configuration
from server.net.discovery import DiscoveryResponder
from server.net.listener import Listener
from server.storage.database import Database
from server.tables.lobby import Lobby

START_FAILED_EXIT: Final = 2
OTHER_FILES: Final = 64
"""Open files besides connections: the database, the log, AIs, Python's own."""


log = logging.getLogger("tilewright.serve")


def add_arguments(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Add the options of `serve` to a parser (the program has one for all its commands)."""
    configuration.add_arguments(parser, texts)
    parser.add_argument("--accept-loss", action="store_true", help=texts.translate("serve.help_accept_loss"))
    for flag in ("check", "status", "json", "metrics"):
        parser.add_argument(f"--{flag}", action="store_true", help=texts.translate(f"serve.help_{flag}"))


Beside = Callable[[str, int, Path], Callable[[], None]]
"""Begins something beside a server at this host ("" for all of the machine) and port, whose data are in this
folder; what ends it again.
"""


def serve(args: argparse.Namespace, texts: Texts, beside: Beside | None = None) -> int:
    """Serve until SIGINT or SIGTERM; the exit code: 0, or 2 if it could not begin.

    With `--status` and `--check` it is 1 if not all is well. `beside` is begun once the server is open.
    """
    try:
        configured = configuration.read_configuration(args)
        if args.check and args.status:
            raise Refused("serve.refusal.one_of_two")
        if (args.json or args.metrics) and (not args.status or (args.json and args.metrics)):
            raise Refused("serve.refusal.json")
        if args.status:
            form: inspection.StatusForm = "json" if args.json else "metrics" if args.metrics else "sentences"
            return inspection.tell_status(configured, texts, form)
        if args.check:
            return inspection.check(configured, texts)
        return asyncio.run(_serve(configured, texts, args.accept_loss, beside))
    except Refused as refused:
        print(texts.translate(refused.refusal.code, **refused.refusal.values), file=sys.stderr)
        return START_FAILED_EXIT


async def _serve(configured: Configuration, texts: Texts, accept_loss: bool, beside: Beside | None) -> int:
    garbage_collection.freeze_startup_objects()
    started = time.time()
    stop = asyncio.Event()
    _on_signal(stop.set)
    folder, limits = configured.folder, configured.limits()
    database = _open_data(folder, configured.quiet, accept_loss)
    _raise_file_limit(configured)
    lobby = Lobby(configured.name, database, WorkerPool(limits.bot_seconds), limits)
    lobby.recover()
    door = Listener(lobby)
    try:
        lobby.services.port = await door.listen(configured.host or None, configured.port)
    except OSError as error:
        await door.close()
        raise Refused(
            inspection.address_error_key(error), port=configured.port, host=configured.host or "*"
        ) from None
    beacon = (
        None if configured.hidden else await DiscoveryResponder.light(lobby, lobby.services.port, door.hosts)
    )
    print(texts.translate("serve.listening", name=configured.name, port=lobby.services.port), flush=True)
    print(texts.translate("serve.data", folder=folder, tables=len(lobby.tables)), flush=True)
    if lobby.services.aside:
        print(texts.translate("serve.aside", tables=len(lobby.services.aside)), flush=True)
    if database.damaged:
        print(inspection.damage_sentence(texts, database.damaged), flush=True)
    log.info("open at port %d; tables from before: %d", lobby.services.port, len(lobby.tables))
    end_beside = None if beside is None else beside(configured.host, lobby.services.port, folder)
    tending = asyncio.create_task(garbage_collection.collect_periodically(lambda: lobby.departures))
    await _write_status(lobby, folder, started, stop)
    tending.cancel()
    if end_beside is not None:
        end_beside()
    if beacon is not None:
        beacon.close()
    await door.close()
    log.info("closed")
    print(texts.translate("serve.stopped"), flush=True)
    return 0


def _open_data(folder: Path, quiet: bool, accept_loss: bool) -> Database:
    """Open the data, then the log, for one program only. Raises `Refused("net.refusal.data_…")`."""
    with logs.hold_log():
        database = Database.open(folder, accept_loss=accept_loss)
        try:
            logs.write(folder, quiet)
            status.forget(folder)
        except Refused:
            database.close_now()
            raise
    return database


def _raise_file_limit(configured: Configuration) -> None:
    """Raise the system's limit of open files, one for each connection chosen, as far as it lets us."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = configured.max_guests + configured.limits().strangers + OTHER_FILES
    room = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if limit != resource.RLIM_INFINITY and limit < room:
        resource.setrlimit(resource.RLIMIT_NOFILE, (room, most))


async def _write_status(lobby: Lobby, folder: Path, started: float, stop: asyncio.Event) -> None:
    """Write the status again and again, until the server is to stop."""
    while not stop.is_set():
        # In a thread: while others keep the disk busy, replacing a file takes long.
        await asyncio.to_thread(status.write, folder, status.server_status(lobby, started))
        try:
            async with asyncio.timeout(status.WRITE_INTERVAL):
                await stop.wait()
        except TimeoutError:
            continue


def _on_signal(stop: Callable[[], None]) -> None:
    """Call `stop` on Ctrl+C and on a request to end; Windows sends other signals."""
    loop = asyncio.get_running_loop()
    names = ("SIGINT", "SIGTERM", "SIGBREAK")
    for number in [getattr(signal, name) for name in names if hasattr(signal, name)]:
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


def main(argv: Sequence[str]) -> int:
    """Entry point of `python -m server …`."""
    first = argparse.ArgumentParser(add_help=False)
    first.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0])
    known, _ = first.parse_known_args(argv)
    texts = Texts(known.lang)
    parser = argparse.ArgumentParser(
        prog="python -m server", description=texts.translate("serve.help"), parents=[first]
    )
    add_arguments(parser, texts)
    return serve(parser.parse_args(argv), texts)
