"""A real server in a process of its own, that can be stopped and started again, and guests who call it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from client.session.connection import ServerConnection
from client.session.seat_keys import SeatKeys
from client.session.session import Session
from core.protocol import messages as m

PATIENCE = 30.0
"""Seconds of real time after which something that should happen has not."""


class Serving:
    """`tilewright serve` with its data in a folder; always at the same port once it has one."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.host, self.port = "127.0.0.1", 0
        self._process: subprocess.Popen[str] | None = None
        self._callers: list[Caller] = []
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for caller in self._callers:
            caller.session.close()
        self.kill()

    def call(self, keys: SeatKeys | None = None) -> Caller:
        """Somebody who calls."""
        self._callers.append(Caller(self.port, keys))
        return self._callers[-1]

    def start(self) -> None:
        """Until it listens."""
        where = ("--host", self.host, "--hidden", "--port", str(self.port), "--data", str(self.data))
        command = [sys.executable, "-m", "server", *where]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"port (\d+)", line)
        assert found is not None, line
        self.port = int(found[1])

    def kill(self) -> None:
        """Without a word, as a crash would."""
        self._end(lambda process: process.kill())

    def stop(self) -> None:
        """As somebody does who presses Ctrl+C."""
        self._end(lambda process: process.terminate())

    def _end(self, how: Callable[[subprocess.Popen[str]], None]) -> None:
        if self._process is not None:
            how(self._process)
            self._process.communicate(timeout=PATIENCE)
            self._process = None


class Caller:
    """A guest without a window. `heard` is all the news."""

    def __init__(self, port: int, keys: SeatKeys | None = None) -> None:
        self.port = port
        self.session = Session.to("127.0.0.1", port, keys)
        self.heard: list[Any] = []

    def turn(self) -> None:
        """Wait a moment for something to come, and hear it."""
        self.session.wait(0.01)
        self.heard += self.session.poll(time.monotonic())

    def until(self, true: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            self.turn()
            assert time.monotonic() < end, (self.session.status, self.session.trouble)

    def do(self, kind: type[m.Command], **fields: Any) -> None:
        """Ask for something and hear that it is done."""
        number = self.session.ask(kind, **fields)
        self.until(lambda: any(isinstance(a, m.Done | m.Failed) and a.id == number for a in self.heard))
        answer = next(a for a in self.heard if isinstance(a, m.Done | m.Failed) and a.id == number)
        assert isinstance(answer, m.Done), answer

    def act(self, choice: int = 0) -> int:
        """The seat that is to act decides; the number of the command, which is not awaited."""
        client_table = self.session.client_table
        assert client_table is not None
        seat = next(seat for seat in client_table.latest.to_act if seat in client_table.yours)
        action = client_table.game.legal(client_table.latest.view(seat), seat)[choice]
        return self.session.act(seat, action)

    def played(self, steps: int) -> None:
        """Until so many steps are known."""
        self.until(
            lambda: self.session.client_table is not None and len(self.session.client_table.log) == steps
        )

    def cut(self) -> None:
        """The line breaks; what had come and was not read is lost."""
        assert isinstance(self.session.line, ServerConnection)
        self.session.line.close()
        self.heard += self.session.poll(time.monotonic())
        assert self.session.status == "lost"

    def lose(self) -> None:
        """Until it is noticed that the server has gone."""
        self.until(lambda: self.session.status == "lost")

    def return_(self) -> None:
        """Call until the server is there and we are where we were."""
        end = time.monotonic() + PATIENCE
        while not self.session.returned:
            if self.session.status == "lost":
                assert self.session.call_again(), self.session.trouble
            self.turn()
            assert time.monotonic() < end, (self.session.status, self.session.trouble)
