"""AIs of one table: when they think, and how long they wait before a decision is shown.

`wake` is called after every change. It compares the questions that should be thought about with those that
are: a question about a position that is no longer there is dropped, and so is its late answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from typing import Final

import msgspec

from core.game import Refused, Seat
from core.match import Move
from core.protocol.messages import Level, Notice, Thinking
from server.bots.pool import WEAKER, Thought, question, random_action
from server.bots.worker import ThinkRequest
from server.storage.journal import Paced
from server.tables.contract import AnyTable

log = logging.getLogger("tilewright.table")

MOST_TROUBLES: Final = 3
"""Failed decisions in a row after which a table's AIs wait for its host."""
DECISION_RETRY_DELAY: Final = 3.0
"""Seconds until another try, if a decision could not be stored."""


class Job(msgspec.Struct, frozen=True):
    """Decision that an AI owes: in which game and position, for which seat, at which level."""

    game: int
    turn: int
    ply: int
    seat: Seat
    level: Level


class Acknowledged(msgspec.Struct, frozen=True):
    """Position that a guest's screen has come to, as the guest said: in which game, at which turn."""

    guest: int
    game: int
    turn: int


class BotTurns:
    """AIs of one table. `pause`: seconds before an AI's decision; while `paused`, AIs wait for `step`.

    No decision that everybody sees is made before the host's screen shows the position it is made in: so at
    most one is ahead of the screen, however long animations take. `_acknowledged` is the last position the
    host's screen has reported; None if there was none, or none for too long: then nobody waits.

    Nobody may find out how many sealed decisions a seat makes. So AIs make these one after the other without
    a pause, except before those that everybody sees, and troubles with them are reported once they are
    revealed.

    `_row` counts the troubles in a row; no AI begins before `_not_before` (of the loop's clock). `_weakened`
    are the seats of experts for which a weaker level had to decide: that is told once.
    """

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._granted = False
        self._job: Job | None = None
        self._task: asyncio.Task[None] | None = None
        self._acknowledged: Acknowledged | None = None
        self._changed = asyncio.Event()
        self._troubles: list[Notice] = []
        self._weakened = set[Seat]()
        self._troubled = (0, 0)
        self._row = 0
        self._not_before = 0.0
        self._retry: asyncio.TimerHandle | None = None
        self._stuck = False

    def set_tempo(self, pause: float, paused: bool) -> None:
        """Change the pace, also of the decision that is waiting right now."""
        self._table.pause, self._table.paused = pause, paused
        self._granted = False
        self._row = 0
        self.wake()

    def acknowledge(self, turn: int) -> None:
        """Note that the host's screen has come to this turn of the game."""
        self._acknowledged = Acknowledged(self._table.host, self._table.games, turn)
        self._changed.set()

    def step(self) -> None:
        """While paused, let AIs decide until everybody sees something of it."""
        self._granted = True
        self._row = 0
        self.wake()

    def wake(self) -> None:
        """Begin, go on or stop thinking, as the table now stands."""
        self._changed.set()
        self._tell_troubles()
        self._tell_unkept()
        wanted = self._wanted()
        if wanted == self._job:
            return
        self.stop()
        if wanted is not None:
            self._job = wanted
            self._task = asyncio.get_running_loop().create_task(self._run(wanted))

    def stop(self) -> None:
        """Drop all questions."""
        if self._task is not None and self._job is not None:
            self._task.cancel()
        self._job = None

    def _is_early(self) -> bool:
        """Whether the store has failed just now, so that it is too early to try again."""
        return asyncio.get_running_loop().time() < self._not_before

    def _wanted(self) -> Job | None:
        table = self._table
        if table.question or self._is_early() or (table.paused and not self._granted):
            return None
        for seat in table.owing():
            chair = table.chairs[seat]
            if chair.kind == "bot" and chair.level is not None:
                return Job(table.games, table.match.turn, table.match.ply(seat), seat, chair.level)
        return None

    async def _run(self, job: Job) -> None:
        table = self._table
        begun = asyncio.get_running_loop().time()
        try:
            if self._row >= MOST_TROUBLES and not self._is_hidden():
                await self._give_up()
                return
            thought = await self._think(job)
            if self._is_open(job, thought.action):
                await self._wait(begun)
            async with table.lock:
                self._job = None
                await self._decide(self._chosen(job, thought))
        except Exception as error:
            self._job = None
            table.put_aside(error)

    async def _think(self, job: Job) -> Thought:
        table = self._table
        if self._row >= MOST_TROUBLES:
            return Thought(random_action(table.match, job.seat), self._troubles[-1].code)
        if not table.match.branches:
            table.send_all(Thinking(job.seat))
        scripted = self._scripted(job)
        if scripted is not None:
            return Thought(scripted, "")
        return await table.services.brains.choose(self._question(job), table.address or table.number)

    def _scripted(self, job: Job) -> object | None:
        """The decision that the table's script has for an AI now; None if there is none that is legal."""
        table, match = self._table, self._table.match
        if job.game or job.seat >= len(table.script):
            return None
        made = sum(step.seat == job.seat for step in match.steps) + len(match.own(job.seat))
        if made >= len(table.script[job.seat]):
            return None
        try:
            action: object = match.game.parse(table.script[job.seat][made])
            match.propose(job.seat, action, job.turn, job.ply)
        except Refused:
            return None
        return action

    def _is_hidden(self) -> bool:
        """Whether the last trouble was with a decision that is still sealed: nobody may know of it yet."""
        return bool(self._table.match.branches) and self._troubled == self._phase()

    async def _give_up(self) -> None:
        """Let the AIs wait: one that always hangs would hold up the table without end."""
        table = self._table
        async with table.lock:
            self._job, self._row, table.paused = None, 0, True
            with contextlib.suppress(Refused):  # if it cannot be stored, a restart tries them again
                await table.record(Paced(table.pause, True))
            table.send_all(Notice("net.notice.bots_paused"))
            table.show()

    def _question(self, job: Job) -> ThinkRequest:
        """The question for an AI. Its choice follows from the table's seed, if that is fixed."""
        table = self._table
        fixed = table.terms.seed is not None
        first = table.terms.seed + job.game if table.terms.seed is not None else secrets.randbits(53)
        numbers = (first, job.turn, job.seat, job.ply)
        return question(table.match, job.seat, job.level, numbers, by_count=fixed)

    async def _wait(self, begun: float) -> None:
        """Wait for the end of the pause since `begun`, and for the host's screen; changes count at once."""
        while (left := self._left(begun)) > 0:
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                # Not wait_for: until Python 3.12 it can swallow being cancelled.
                async with asyncio.timeout(left):
                    await self._changed.wait()

    def _left(self, begun: float) -> float:
        """Seconds that the AI which began to think then has still to wait, unless something changes."""
        passed, patience = asyncio.get_running_loop().time() - begun, self._table.services.limits.unshown
        if self._is_unshown():
            if passed < patience:
                return patience - passed
            self._acknowledged = None
        pause = self._table.pause if self._table.guests else 0.0
        return pause - passed

    def _is_unshown(self) -> bool:
        """Whether the host's screen reports what it shows, but has not come to this position yet.

        False for a host with the spectator delay: the others would wait as long for every decision.
        """
        table, told = self._table, self._acknowledged
        host = table.guests.get(table.host)
        if told is None or host is None or told.guest != host.number or table.is_late(host):
            return False
        return (told.game, told.turn) < (table.games, table.match.turn)

    def _is_open(self, job: Job, action: object) -> bool:
        """Whether everybody would see this decision: it is not sealed, or the last one to be."""
        try:
            move = self._table.match.propose(job.seat, action, job.turn, job.ply)
        except Refused:
            return False
        return move.branch is None

    def _chosen(self, job: Job, thought: Thought) -> Move:
        """The move that an AI has chosen; a random one if its choice is illegal."""
        match, trouble = self._table.match, thought.trouble
        try:
            move = match.propose(job.seat, thought.action, job.turn, job.ply)
        except Refused:
            log.exception("table %d: seat %d: an AI chose what it may not do", self._table.number, job.seat)
            trouble = "net.notice.bot_failed"
            move = match.propose(job.seat, random_action(match, job.seat), job.turn, job.ply)
        self._row = self._row + 1 if trouble not in ("", WEAKER) else 0
        if trouble and not (trouble == WEAKER and job.seat in self._weakened):
            self._trouble(trouble, job.seat)
        if trouble == WEAKER:
            self._weakened.add(job.seat)
        return move

    async def _decide(self, move: Move) -> None:
        granted = self._granted
        if not self._table.match.is_unheard(move):
            self._granted = False
        try:
            await self._table.move(move)
        except Refused:
            self._granted = granted
            self._try_again()
        else:
            self._stuck = False

    def _try_again(self) -> None:
        """Try again after a while; a full disk does not get better by constant tries."""
        loop = asyncio.get_running_loop()
        self._not_before = loop.time() + DECISION_RETRY_DELAY
        self._retry = loop.call_at(self._not_before, self.wake)
        if not self._stuck:
            self._stuck = True
            self._table.send_all(Notice("net.notice.not_stored"))

    def _trouble(self, code: str, seat: Seat) -> None:
        """Count a trouble with an AI: it is reported to everybody, of sealed decisions only afterwards."""
        notice = Notice(code, {"seat": seat + 1})
        self._troubled = self._phase()
        if not self._table.match.branches:
            self._table.send_all(notice)
        elif notice not in self._troubles:
            self._troubles.append(notice)

    def _tell_troubles(self) -> None:
        """Report troubles with sealed decisions, once these are revealed."""
        if self._troubles and self._troubled != self._phase():
            for notice in self._troubles:
                self._table.send_all(notice)
            self._troubles.clear()

    def _tell_unkept(self) -> None:
        """Tell the host on the server's own machine that compiled code cannot be kept there.

        Not while decisions are sealed: that an expert has answered would say that it has made one.
        """
        table = self._table
        host = table.guests.get(table.host)
        if host is None or not host.embedded or table.match.branches:
            return
        if (unkept := table.services.brains.take_unkept()) is not None:
            host.send(Notice("net.notice.unkept", {"why": unkept.why}))

    def _phase(self) -> tuple[int, int]:
        """Identity of the game and the position in which decisions are being sealed."""
        return self._table.games, self._table.match.turn
