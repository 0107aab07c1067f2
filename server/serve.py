"""`tilewright serve`: a server without a screen, until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import errno
import logging
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Final

from assets.texts import LANGUAGES, Texts
from core.game import Refused
from core.messages import clean_name
from server.bots import Workers
from server.discovery import Beacon
from server.limits import Limits
from server.lobby import Lobby
from server.net import DEFAULT_PORT, Door
from server.store import MemoryStore

CANNOT_START: Final = 2
MOST_TABLES: Final = 200


def add_arguments(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """What `serve` understands, added to a parser (the program has one for all its commands)."""
    usual = Limits()
    parser.add_argument("--host", default=None, help=texts.say("net.serve.help_host"))
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=texts.say("net.serve.help_port"))
    parser.add_argument("--name", default="Tilewright", help=texts.say("net.serve.help_name"))
    parser.add_argument(
        "--max-tables", type=int, default=usual.tables, help=texts.say("net.serve.help_max_tables")
    )
    parser.add_argument(
        "--max-guests", type=int, default=usual.connections, help=texts.say("net.serve.help_max_guests")
    )
    parser.add_argument("--quiet", action="store_true", help=texts.say("net.serve.help_quiet"))
    parser.add_argument("--hidden", action="store_true", help=texts.say("net.serve.help_hidden"))


def serve(args: argparse.Namespace, texts: Texts) -> int:
    """Serve until SIGINT or SIGTERM; the exit code: 0, or 2 if it could not begin."""
    try:
        name = clean_name(args.name)
    except Refused as refused:
        print(texts.say(refused.refusal.code, **refused.refusal.values), file=sys.stderr)
        return CANNOT_START
    if not (0 <= args.port < 65536 and 1 <= args.max_tables <= MOST_TABLES and args.max_guests >= 1):
        print(texts.say("net.serve.bad_number", most=MOST_TABLES), file=sys.stderr)
        return CANNOT_START
    level = logging.WARNING if args.quiet else logging.INFO
    logging.basicConfig(level=level, format="%(asctime)s %(name)s %(levelname)s: %(message)s")
    return asyncio.run(_serve(args, name, texts))


async def _serve(args: argparse.Namespace, name: str, texts: Texts) -> int:
    stop = asyncio.Event()
    _on_signal(stop.set)
    limits = Limits(tables=args.max_tables, connections=args.max_guests)
    lobby = Lobby(name, MemoryStore(), Workers(limits.thinking), limits)
    door = Door(lobby)
    try:
        lobby.house.port = await door.listen(args.host, args.port)
    except OSError as error:
        await door.close()
        taken = error.errno == errno.EADDRINUSE
        code = "net.serve.port_in_use" if taken else "net.serve.cannot_listen"
        print(texts.say(code, port=args.port, host=args.host or "*"), file=sys.stderr)
        return CANNOT_START
    beacon = None if args.hidden else await Beacon.light(lobby, lobby.house.port, args.host)
    print(texts.say("net.serve.listening", name=name, port=lobby.house.port), flush=True)
    await stop.wait()
    if beacon is not None:
        beacon.close()
    await door.close()
    print(texts.say("net.serve.stopped"), flush=True)
    return 0


def _on_signal(stop: Callable[[], None]) -> None:
    """Call `stop` on Ctrl+C and on being asked to end; Windows knows it by other means."""
    loop = asyncio.get_running_loop()
    names = ("SIGINT", "SIGTERM", "SIGBREAK")
    for number in [getattr(signal, name) for name in names if hasattr(signal, name)]:
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


def main(argv: Sequence[str]) -> int:
    """`python -m server …`."""
    first = argparse.ArgumentParser(add_help=False)
    first.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0])
    known, _ = first.parse_known_args(argv)
    texts = Texts(known.lang)
    parser = argparse.ArgumentParser(
        prog="python -m server", description=texts.say("net.serve.help"), parents=[first]
    )
    add_arguments(parser, texts)
    return serve(parser.parse_args(argv), texts)
