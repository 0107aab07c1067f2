"""What may be demanded of the files at a moment of a trace: everything that somebody was told by then."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from core.protocol import messages as m
from server.storage.journal import JournalEntry
from tests.server.faults.store_replay import Known, replayed
from tests.server.faults.store_script import Begun, Kept, Lost, Sent, Told, client_of

SAYS_NOTHING: Final = (m.Thinking, m.Tables, m.Welcome, m.Ping, m.Failed, m.Bye)
"""Told without anything having happened at a table."""


class Account:
    """The trace so far: `take` its entries one by one.

    `lines` are those of each table that the server wanted kept; the first `told[table]` of them are known to
    somebody, the first `kept[table]` the store has answered for. `ghosts` are those that it has not kept, as
    their clients were told: of each table one may be found all the same until something is written over it.

    Of each client: its last number, its tokens with their tables, those that are not good any more, what it
    said last without an answer, and with one, and where it was.
    """

    def __init__(self) -> None:
        self.lines: dict[int, list[JournalEntry]] = defaultdict(list)
        self.told: dict[int, int] = defaultdict(int)
        self.kept: dict[int, int] = defaultdict(int)
        self.ghosts: dict[int, list[JournalEntry]] = defaultdict(list)
        self.last: dict[str, int] = {}
        self.tokens: dict[str, dict[bytes, int]] = defaultdict(dict)
        self.worn: dict[str, dict[bytes, int]] = defaultdict(dict)
        self.asked: dict[str, m.Command | None] = {}
        self.answered: dict[str, tuple[m.Command, m.Done]] = {}
        self.where: dict[str, int] = {}

    def take(self, event: Any) -> None:
        match event:
            case Begun():
                self.lines[event.table].append(event.line)
            case Kept():
                self.kept[event.table] = len(self.lines[event.table])
                self.ghosts.clear()
            case Lost():
                self.ghosts[event.table].append(self.lines[event.table].pop())
            case Sent():
                self._sent(event.name, event.command)
            case Told():
                self._told(event)

    def _sent(self, name: str, command: m.Command) -> None:
        if self.answered.get(name, (None,))[0] == command:
            return  # it is only said again
        self.asked[name] = command
        self.last[name] = max(self.last.get(name, 0), command.id)

    def _told(self, event: Told) -> None:
        self.where[event.name] = event.table or self.where.get(event.name, 0)
        if event.table and not isinstance(event.message, SAYS_NOTHING):
            self.told[event.table] = len(self.lines[event.table])
        match event.message:
            case m.Seated():
                self._seated(event.name, event.message)
            case m.Done() | m.Failed():
                asked = self.asked.get(event.name)
                self.asked[event.name] = None
                if asked is not None and isinstance(event.message, m.Done):
                    self.answered[event.name] = (asked, event.message)

    def _seated(self, name: str, seated: m.Seated) -> None:
        asked = self.asked[name]
        if isinstance(asked, m.Return):
            self.tokens[name].pop(asked.token, None)
            self.worn[name][asked.token] = seated.table
        self.tokens[name][seated.token] = seated.table


class Truth:
    """A whole trace, to compare with: what each table is after each of its lines.

    `clocks` is what was left, by table and number of lines, when the next line began to be kept.
    """

    def __init__(self, trace: list[Any]) -> None:
        account = Account()
        self.clocks: dict[tuple[int, int], tuple[float, ...]] = {}
        for event in trace:
            if isinstance(event, Begun) and event.before is not None:
                self.clocks[event.table, len(account.lines[event.table])] = event.clocks
            account.take(event)
        self.lines = dict(account.lines)
        self.known = {table: replayed(lines) for table, lines in self.lines.items()}

    def line_of(self, name: str, command: m.Command) -> tuple[int, int] | None:
        """The table whose line, and the number of that line (from 1), was made by this command."""
        for table, lines in self.lines.items():
            for number, line in enumerate(lines, 1):
                receipt = line.receipt
                if receipt is not None and (receipt.client, receipt.id) == (client_of(name), command.id):
                    return table, number
        return None

    def finished(self, after: dict[int, int]) -> int:
        """How many games are over and not taken back, after so many lines of each table."""
        over: set[tuple[int, int]] = set()
        for table, number in after.items():
            for known in self.known[table][1 : number + 1]:
                if known is not None:
                    over = (
                        over | {(table, known.games)}
                        if known.phase == "over"
                        else over - {(table, known.games)}
                    )
        return len(over)

    def at(self, table: int, number: int) -> Known | None:
        return self.known[table][number]

    def states(self, table: int, lines: list[JournalEntry]) -> list[Known | None]:
        """The table after each of the lines it had at some moment; the last may have been lost later."""
        return self.known[table] if lines == self.lines[table][: len(lines)] else replayed(lines)
