"""People who play on a server that is killed again and again, and who remember what they were told."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import msgspec

from core import codec
from core.games import game as game_of
from core.protocol import messages as m
from tests.server.faults.store_recovery import need
from tests.server.helpers import Talker, new_client, new_token

TOO_FAST: Final = "net.refusal.too_fast"


class Couch:
    """Both seats of a table, played over whatever connection there is.

    `log` are the steps of the game as they were told, `asked` is what was said and not answered.
    """

    def __init__(self, game: str, luck: random.Random) -> None:
        self._game, self._luck = game_of(game), luck
        for kind in (m.ServerMessage, self._game.info.state):
            msgspec.msgpack.Decoder(kind)  # msgspec 0.22 crashes where several threads meet a type at once
        self._client = new_client()
        self._last = 0
        self._tokens = [new_token(), new_token()]
        self._returns: dict[int, m.Return] = {}
        self._asked: m.Command | None = None
        self._table = 0
        self._scene: m.TableView | None = None
        self._commitment = ""
        self.log: list[Any] = []
        self.acknowledged = 0

    def play(self, port: int) -> None:
        """Until the connection ends. Raises `Wrong` where something that was told is not so any more."""
        try:
            with socket.create_connection(("127.0.0.1", port)) as sock:
                talker = Talker(sock, client=self._client)
                self._arrive(talker)
                while True:
                    self._decide(talker)
        except (EOFError, OSError):
            return

    def _number(self) -> int:
        self._last += 1
        return self._last

    def _say(self, talker: Talker, command: m.Command) -> m.Done:
        """Say it, hear everything, and have its answer."""
        while True:
            talker.send(command)
            while not isinstance(message := talker.next(), m.Done | m.Failed):
                if message is None:
                    raise EOFError
                self._hear(message)
            if isinstance(message, m.Done):
                self.acknowledged += 1
                return message
            need(message.why.code == TOO_FAST, command, message)
            time.sleep(0.2)

    def _hear(self, message: Any) -> None:
        match message:
            case m.TableView():
                self._look(message)
            case m.StepsMade():
                for seen in message.views[0][1]:
                    self.log.append((seen.seat, seen.action))
                self._turn, self._to_act = message.now, message.to_act
                self._view = message.views[0][1][-1].view

    def _look(self, table_view: m.TableView) -> None:
        """The same game goes on where it was, or one decision further: the one that was not answered."""
        log = list(table_view.views[0].log)
        if table_view.commitment == self._commitment:
            need(log[: len(self.log)] == self.log, "other steps than told")
            more = [seat for seat, _ in log[len(self.log) :] if seat >= 0]
            mine = [self._asked.seat] if isinstance(self._asked, m.Act) else []
            need(more in ([], mine), "steps that nobody made", more, self._asked)
        else:
            need(not self._commitment or isinstance(self._asked, m.Rematch), "another game")
            need(not [seat for seat, _ in log if seat >= 0], "a new game with steps")
        self._commitment, self.log = table_view.commitment, log
        self._turn, self._to_act, self._view = table_view.turn, table_view.to_act, table_view.views[0].view

    def _arrive(self, talker: Talker) -> None:
        """Open the table or take its seats again; then what was not answered is said once more."""
        if not self._table:
            plans = tuple(
                m.SeatPlan("me", f"Seat {seat}", token=token) for seat, token in enumerate(self._tokens)
            )
            opening = m.Open(self._number(), self._game.info.key, {}, plans)
            self._asked = self._asked or opening
            self._table = self._say(talker, self._asked).table
            self._asked = None
        for seat, token in enumerate(self._tokens):
            again = self._returns.setdefault(
                seat, m.Return(self._number(), table=self._table, token=token, fresh=new_token())
            )
            self._say(talker, again)
            self._tokens[seat] = self._returns.pop(seat).fresh
        if self._asked is not None:
            self._ask(talker, self._asked)

    def _decide(self, talker: Talker) -> None:
        if not self._to_act:
            self._ask(talker, m.Rematch(self._number()))
            return
        seat = self._to_act[0]
        legal = self._game.legal(codec.typed(self._view, self._game.info.state), seat)
        action = self._game.notation(legal[self._luck.randrange(len(legal))])
        self._ask(talker, m.Act(self._number(), seat=seat, action=action, turn=self._turn))

    def _ask(self, talker: Talker, command: m.Command) -> None:
        """Once it is answered it has happened, once."""
        self._asked = command
        self._say(talker, command)
        if isinstance(command, m.Act):
            decisions = [step for step in self.log if step[0] >= 0]
            need(decisions[-1][0] == command.seat and self._turn > command.turn, "not done", command)
        else:
            need(self._to_act, "no next game")
        self._asked = None


class Nursery:
    """Makes server processes on a folder, one after the other, see `store_nursery`."""

    def __init__(self, folder: Path) -> None:
        self._command = ["--host", "127.0.0.1", "--port", "0", "--hidden", "--quiet", "--data", str(folder)]
        module = "tests.server.faults.store_nursery"
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        self._child = 0

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        if self._child:
            self.kill()
        self._process.communicate()

    def start(self) -> None:
        """Begin to start a server."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(self._command) + "\n")
        self._process.stdin.flush()
        self._child = int(self._line())

    def port(self) -> int:
        """Where it listens, once it does."""
        line = self._line()
        found = re.search(r"port (\d+)", line)
        need(found is not None, "the server did not start:", line)
        assert found is not None
        return int(found[1])

    def kill(self) -> None:
        """As by `kill -9`."""
        os.kill(self._child, signal.SIGKILL)
        self._child = 0
        while self._line() != "gone\n":
            pass

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        need(line, "the nursery is gone")
        return line
