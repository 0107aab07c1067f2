"""The load generator: a process of its own that plays at many tables, each command at its fixed time.

    python -m tests.benchmarks.server_load < Job      prints Ready, waits for a line, prints Windows

Latency counts from when a command was to be sent until its answer has been read: what comes late does not
hold back other tables, and what it holds back at its own table is counted (no coordinated omission).
"""

from __future__ import annotations

import gc
import os
import selectors
import sys
import time
from typing import Final

import msgspec
import numpy as np

from core.protocol import messages as m
from tests.benchmarks.server_load_table import Ear, Gone, Plan, Table

LAST: Final = 10.0
"""Seconds after the last command in which answers are still waited for."""


class Job(msgspec.Struct, frozen=True):
    """What one generator does: `rate` commands a second at its tables for `seconds`, told every `window`."""

    port: int
    plans: tuple[Plan, ...]
    rate: float
    seconds: float
    window: float
    seed: int
    core: int | None = None
    browsers: int = 0


class Window(msgspec.Struct):
    """What was seen in some seconds. Times in milliseconds; `lag`: how late the generator itself was.

    `done[kind]` are the latencies of each game or other kind of command; `idle` is the part of the time in
    which the generator had nothing to do.
    """

    done: dict[str, list[float]] = msgspec.field(default_factory=dict)
    lag: list[float] = msgspec.field(default_factory=list)
    errors: list[str] = msgspec.field(default_factory=list)
    messages: int = 0
    bytes: int = 0
    games: int = 0
    held: int = 0
    idle: float = 0.0


class Generator:
    """The tables of one process and the loop that plays at them."""

    def __init__(self, job: Job) -> None:
        """Opens all tables. Raises `Gone`, OSError."""
        self._job = job
        self._ready = selectors.DefaultSelector()
        self.tables = [Table(plan, job.port, job.seed + n) for n, plan in enumerate(job.plans)]
        for table in self.tables:
            for ear in table.ears:
                self._ready.register(ear.sock, selectors.EVENT_READ, (ear, table))
        for number in range(job.browsers):
            ear = Ear(job.port, f"127.0.250.{1 + number % 250}")
            ear.do(m.Browse)
            self._ready.register(ear.sock, selectors.EVENT_READ, (ear, None))
        self._order = np.random.default_rng(job.seed)
        self._round: list[Table] = []
        self._window = Window()
        self._idle = 0.0
        self._games = 0

    def run(self) -> None:
        """Play; print a window now and then."""
        job = self._job
        begun = time.monotonic()
        slots, told = 0, begun
        while (now := time.monotonic()) < begun + job.seconds:
            slots = self._plan(begun, slots, now)
            self._listen(begun + slots / job.rate)
            if now - told >= job.window:
                self._tell(now - told)
                told = now
        self._finish()
        self._tell(time.monotonic() - told)

    def _plan(self, begun: float, slots: int, now: float) -> int:
        """Give every slot that is due to a table; how many there have been."""
        while begun + slots / self._job.rate <= now:
            due = begun + slots / self._job.rate
            if not self._round:
                self._round = [self.tables[n] for n in self._order.permutation(len(self.tables))]
            table = self._round.pop()
            table.late.append(due)
            self._window.lag.append((now - due) * 1000)
            self._pump(table)
            slots += 1
        return slots

    def _listen(self, until: float) -> None:
        """Hear what has come, or wait until the next command is due."""
        before = time.monotonic()
        found = self._ready.select(max(0.0, until - before))
        self._idle += time.monotonic() - before
        touched: dict[Table, None] = {}
        for key, _ in found:
            ear, table = key.data
            try:
                self._window.messages += ear.hear()
            except (Gone, OSError) as gone:
                self._lost(ear, str(gone))
                continue
            if table is not None:
                touched[table] = None
            else:
                ear.answers.clear()
        for table in touched:
            self._note(table)
            self._pump(table)

    def _note(self, table: Table) -> None:
        answered = table.answered()
        if answered is None:
            return
        sent, wrong = answered
        kind = table.plan.game if sent.kind == "Act" else sent.kind
        self._window.done.setdefault(kind, []).append(round((time.monotonic() - sent.due) * 1000, 3))
        if wrong:
            self._window.errors.append(wrong)

    def _pump(self, table: Table) -> None:
        try:
            table.send_next(time.monotonic())
        except (Gone, OSError) as gone:
            table.sent = None
            self._window.errors.append(f"table {table.number}: {gone}")

    def _lost(self, ear: Ear, why: str) -> None:
        self._window.errors.append(f"a connection was lost: {why}")
        self._ready.unregister(ear.sock)
        ear.sock.close()

    def _finish(self) -> None:
        """No more commands; the last answers come in."""
        for table in self.tables:
            self._window.held += len(table.late)
            table.late.clear()
        until = time.monotonic() + LAST
        while any(table.sent is not None for table in self.tables) and time.monotonic() < until:
            self._listen(time.monotonic() + 0.1)
        unanswered = sum(table.sent is not None for table in self.tables)
        if unanswered:
            self._window.errors.append(f"{unanswered} commands were not answered")

    def _tell(self, seconds: float) -> None:
        window = self._window
        window.games = sum(table.games for table in self.tables) - self._games
        self._games += window.games
        window.idle = self._idle / seconds
        window.bytes = sum(ear.bytes for table in self.tables for ear in table.ears)
        sys.stdout.buffer.write(msgspec.json.encode(window) + b"\n")
        sys.stdout.buffer.flush()
        self._window, self._idle = Window(), 0.0


def main() -> None:
    """Read the job from the first line of stdin."""
    job = msgspec.json.decode(sys.stdin.buffer.readline(), type=Job)
    if job.core is not None:
        os.sched_setaffinity(0, {job.core})
    generator = Generator(job)
    gc.disable()  # a search through everything would be late by many commands
    print("Ready", flush=True)
    if sys.stdin.buffer.readline():
        generator.run()


if __name__ == "__main__":
    main()
