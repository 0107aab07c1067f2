"""A server in a process of its own on one core, the load on the others, and what both use."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from core import codec
from core.game import AnyGame, Refused
from core.games import game as game_of
from server.storage.database import DATABASE_FILE
from tests.benchmarks.server_load import Job, Window
from tests.benchmarks.server_load_table import Plan

GAMES: Final = (
    "great_split", "ghawar", "down_under", "great_split", "sturt",
    "ghawar", "down_under", "great_split", "great_divide", "great_split",
)  # fmt: skip
"""The games of ten tables: more of those for many, since a table has four seats in the mean."""
COUCHES: Final = 10
"""At every so many-th table two seats belong to one guest."""
PATIENCE: Final = 60.0


class Usage(msgspec.Struct, frozen=True):
    """What a server has used: seconds of processor, bytes in memory, open descriptors; `at` what time.

    `lines` of tables were stored in `commits`.
    """

    at: float
    commits: int
    lines: int
    cpu: float = 0.0
    memory: int = 0
    descriptors: int = 0


class Server:
    """A running server: `python -m server` on a port of its own, with its tables in the folder `data`."""

    def __init__(self, process: subprocess.Popen[str], port: int, data: Path) -> None:
        self.process, self.port, self.data = process, port, data

    def usage(self) -> Usage:
        """Processor, memory and descriptors as Linux tells them; zeros elsewhere."""
        now = time.monotonic()
        commits, lines = self._stored()
        proc = Path(f"/proc/{self.process.pid}")
        if not proc.exists():
            return Usage(now, commits, lines)
        times = (proc / "stat").read_text().rpartition(")")[2].split()
        cpu = (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
        memory = int((proc / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return Usage(now, commits, lines, cpu, memory, len(list((proc / "fd").iterdir())))

    def _stored(self) -> tuple[int, int]:
        """How many commits and lines the database has."""
        file = (self.data / DATABASE_FILE).resolve().as_uri()
        with closing(sqlite3.connect(f"{file}?mode=ro", uri=True)) as database:
            ((commits,),) = database.execute("SELECT value FROM counters WHERE name = 'commits'")
            ((lines,),) = database.execute("SELECT coalesce(sum(last), 0) FROM tables")
        return commits, lines


def cores() -> tuple[int | None, list[int | None]]:
    """A core for the server, and those for the load and this process; None where none can be bound."""
    if not hasattr(os, "sched_setaffinity"):
        return None, [None]
    first, *others = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, others or {first})  # who only measures does not disturb the server
    return first, [*others] or [first]


def end_tidily() -> None:
    """Whoever ends a measurement from outside ends its processes too."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


@contextmanager
def server(data: Path, core: int | None) -> Iterator[Server]:
    """A server that listens, with its tables in the folder `data`; killed at the end."""
    running = launch(data, core)
    try:
        connected(running).close()
        yield running
    finally:
        running.process.kill()
        running.process.wait()


def launch(data: Path, core: int | None) -> Server:
    """The same without waiting for it and without an end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "server", "--host", "127.0.0.1", "--port", str(port), "--hidden"]
    command += ["--quiet", "--max-tables", "200", "--max-guests", "1200", "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, encoding="utf-8")
    if core is not None:
        os.sched_setaffinity(process.pid, {core})
    return Server(process, port, data)


def connected(running: Server) -> socket.socket:
    """A connection, as soon as the server accepts one. Raises RuntimeError if it ends or never does."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and running.process.poll() is None:
        try:
            return socket.create_connection(("127.0.0.1", running.port), PATIENCE)
        except ConnectionRefusedError:
            time.sleep(0.002)
    raise RuntimeError("the server did not begin")


def plans(tables: int, seats: int, spectators: int) -> tuple[Plan, ...]:
    """So many tables with so many seats in all, as far as the games allow; all games in many ways."""
    keys = [GAMES[number % len(GAMES)] for number in range(tables)]
    counts = _counts(keys, seats)
    ways = {shape: cycle(_ways(*shape)) for shape in {*zip(keys, counts, strict=True)}}
    return tuple(
        Plan(
            game=key,
            options=next(ways[key, count]),
            seats=count,
            own=2 if number % COUCHES == COUCHES - 1 and count > 2 else 1,
            spectators=spectators * (number + 1) // tables - spectators * number // tables,
            address=f"127.0.{1 + number // 250}.{1 + number % 250}",
        )
        for number, (key, count) in enumerate(zip(keys, counts, strict=True))
    )


def _counts(keys: list[str], seats: int) -> list[int]:
    """Seats of each table: as different as the games allow, then one more here and there."""
    allowed = [game_of(key).info.seats for key in keys]
    counts = [numbers[number // len(GAMES) % len(numbers)] for number, numbers in enumerate(allowed)]
    while sum(counts) != seats:
        step = 1 if sum(counts) < seats else -1
        movable = [n for n, count in enumerate(counts) if count + step in allowed[n]]
        if not movable:
            return counts
        for number in movable[: abs(seats - sum(counts))]:
            counts[number] += step
    return counts


def _ways(key: str, seats: int) -> list[dict[str, Any]]:
    """All ways for so many to play a game, the usual one first, the others in an order without a pattern."""
    game = game_of(key)
    first, *others = [options for options in codec.every_options(game) if _goes(game, options, seats)]
    order = np.random.default_rng(7).permutation(len(others))
    return [codec.plain(options) for options in (first, *(others[n] for n in order))]


def _goes(game: AnyGame, options: Any, seats: int) -> bool:
    try:
        game.start(options, seats)
    except Refused:
        return False
    return True


class Load:
    """Generators, each a process on a core of its own, that play at all tables together."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        command = [sys.executable, "-m", "tests.benchmarks.server_load"]
        pipe = subprocess.PIPE
        self._processes = [subprocess.Popen(command, stdin=pipe, stdout=pipe) for _ in jobs]
        for process, job in zip(self._processes, jobs, strict=True):
            self._write(process, msgspec.json.encode(job))
        for process in self._processes:
            if self._read(process) != b"Ready\n":
                raise RuntimeError("a generator could not begin")

    @classmethod
    def of(
        cls,
        port: int,
        tables: Sequence[Plan],
        on: Sequence[int | None],
        rate: float,
        seconds: float,
        window: float,
        browsers: int = 0,
    ) -> Load:
        """The tables shared out among one generator for each core of `on`."""
        shares = [tables[n :: len(on)] for n in range(len(on))]
        return cls(
            [
                Job(
                    port,
                    tuple(share),
                    rate * len(share) / len(tables),
                    seconds,
                    window,
                    n * 1000,
                    core,
                    browsers,
                )
                for n, (share, core) in enumerate(zip(shares, on, strict=True))
            ]
        )

    def windows(self) -> Iterator[list[Window]]:
        """Begin; then, as time goes by, what all generators have seen in each window."""
        for process in self._processes:
            self._write(process, b"go")
        while all(lines := [self._read(process) for process in self._processes]):
            yield [msgspec.json.decode(line, type=Window) for line in lines]

    def end(self) -> None:
        """Stop all generators, if they have not ended."""
        for process in self._processes:
            process.kill()
            process.wait()

    @staticmethod
    def _write(process: subprocess.Popen[bytes], line: bytes) -> None:
        assert process.stdin is not None
        process.stdin.write(line + b"\n")
        process.stdin.flush()

    @staticmethod
    def _read(process: subprocess.Popen[bytes]) -> bytes:
        assert process.stdout is not None
        return process.stdout.readline()
