"""`join --bot LEVEL`: AIs of this machine hold seats at somebody's table, without a window.

A guest like any other: it sees what its seats see and decides by the same protocol. It waits for a free seat
and plays every game of the series. When the server is gone it calls again for a while, and takes the seats
again; it leaves when the server stays away, or on Ctrl+C.
"""

from __future__ import annotations

import secrets
import sys
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from assets.texts import Texts
from client.session.connection import ConnectionAttempt
from client.session.session import Session
from client.ui.portraits import BOT_PORTRAITS
from core.bots import Budget, bot
from core.game import Outcome, Refusal, Refused, Seat
from core.protocol import messages as m

if TYPE_CHECKING:
    from client.app.launch import Launch
    from client.session.table import ClientTable

SEARCH_SECONDS: Final = 2.0
LEAST_DECISION_DELAY: Final = 0.1
"""Least seconds between two decisions: half the rate that a server allows."""
RETRY_DELAY: Final = 1.0
"""Seconds to wait after being too fast, or after a decision was not stored."""
GIVE_UP_DELAY: Final = 60.0
"""Seconds after which a server that is gone is given up."""
REDIAL_DELAY: Final = 1.0
"""Seconds between two calls."""
LISTEN_TIMEOUT: Final = 0.5
"""Most seconds to wait for messages before doing everything else."""
RETRY_REFUSALS: Final = ("net.refusal.too_fast", "net.refusal.not_stored")
LOST_SEAT_REFUSALS: Final = ("net.refusal.seat_taken", "net.refusal.no_such_table")


class ServerGone(Exception):
    """Raised when the server is gone; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def hold_seats(launch: Launch, texts: Texts) -> int:
    """Hold a seat for each of `launch.bots` until the server is gone; the exit code. Raises `Refused`."""
    host, port = (launch.host, launch.port) if launch.host else _nearest()
    session = Session(ConnectionAttempt(host, port), lambda: ConnectionAttempt(host, port))
    try:
        return _Holder(session, launch, texts).keep_seats()
    finally:
        session.close()


def _nearest() -> tuple[str, int]:
    from server.net.discovery import find

    for server in find(SEARCH_SECONDS):
        if server.fits:
            return server.host, server.port
    raise Refused("cli.refusal.no_server")


class _Holder:
    """Guest with the seats of its AIs. `_asked`: command for a seat without an answer, and the seat."""

    def __init__(self, session: Session, launch: Launch, texts: Texts) -> None:
        self._session, self._launch, self._texts = session, launch, texts
        self._rng = np.random.default_rng(secrets.randbits(64) if launch.seed is None else launch.seed)
        self._wanted = list(launch.bots)
        self._asked: tuple[int, int, int] | None = None
        self._levels: dict[int, str] = {}
        self._decided: dict[Seat, tuple[int, int]] = {}
        self._acted_at = 0.0
        self._told_waiting = ""
        self._over = False
        self._welcome = False
        self._gone: tuple[float, Refusal] | None = None

    def keep_seats(self) -> int:
        """Sit and play until the server is gone for good. Raises `Refused` if it never let us in."""
        self._session.ask(m.Browse)
        try:
            while True:
                self._session.wait(LISTEN_TIMEOUT)
                for news in self._session.poll(time.monotonic()):
                    self._hear(news)
                if self._session.status == "lost":
                    self._call_again()
                elif self._session.returned:
                    self._welcome, self._gone = True, None
                    self._go_on()
        except ServerGone as gone:
            if not self._levels:
                raise Refused.of(gone.refusal) from None
            print(self._explain(gone.refusal), file=sys.stderr)
            return 0 if gone.refusal.code.startswith("net.bye.") else 1

    def _call_again(self) -> None:
        """Call the server again, if that still makes sense. Raises `ServerGone` with the first reason."""
        now = time.monotonic()
        why = self._session.trouble or Refusal("net.refusal.lost")
        if not self._welcome or not self._session.may_return:
            raise ServerGone(why)
        if self._gone is None:
            self._gone = now, why
            self._say("back.seat", why=self._explain(why), seconds=round(GIVE_UP_DELAY))
        since, first = self._gone
        if now - since > GIVE_UP_DELAY:
            raise ServerGone(first)
        time.sleep(REDIAL_DELAY)
        self._session.call_again()

    def _hear(self, news: Any) -> None:
        match news:
            case m.UndoAsked():
                self._session.ask(m.AnswerUndo, yes=True)
            case m.Seated():
                self._seated(news)
            case m.Failed():
                self._failed(news)
            case m.StepsMade():
                self._tell_end(news.outcome)
            case m.TableView():
                self._decided.clear()
                self._over = self._over and news.outcome is not None
                self._tell_end(news.outcome)

    def _go_on(self) -> None:
        """Do what there is to do in the present place."""
        client_table = self._session.client_table
        if client_table is not None:
            client_table.event_queue.clear()
            self._sit_down_again(client_table)
            self._decide(client_table)
        elif not self._levels and self._asked is None and self._session.tables is not None:
            self._choose_seat(self._session.tables)

    def _choose_seat(self, tables: tuple[m.TableSummary, ...]) -> None:
        """Ask for the first seat that is free and the one wanted; without one wait."""
        for line in tables:
            free = [seat for seat, holder in enumerate(line.holders) if holder.kind == "open"]
            for seat in free:
                if self._launch.seat in (None, seat):
                    self._sit(line.table, seat)
                    return
        why = "cli.seat.waiting" if tables else "cli.seat.no_table"
        if self._told_waiting != why:
            self._told_waiting = why
            self._say(why)

    def _sit(self, table: int, seat: int) -> None:
        place = {"table": table, "seat": seat, "password": self._launch.password}
        who = {"name": self._name(), "program": True, "portrait": BOT_PORTRAITS[self._level()]}
        self._asked = self._session.ask(m.Sit, **place, **who), table, seat

    def _seated(self, seated: m.Seated) -> None:
        if self._asked is not None and self._asked[1:] == (seated.table, seated.seat):
            level = self._wanted.pop(0)
            self._levels[seated.seat] = level
            self._asked = None
            self._say("cli.seat.taken", level=level, seat=seated.seat + 1, name=self._name())

    def _failed(self, failed: m.Failed) -> None:
        """Handle a refusal: look for another seat, or decide anew after the next step."""
        if failed.why.code in RETRY_REFUSALS:
            self._decided.clear()
            self._acted_at = time.monotonic() + RETRY_DELAY
        if self._asked is None or self._asked[0] != failed.id:
            return
        self._asked = None
        if failed.why.code not in (*LOST_SEAT_REFUSALS, *RETRY_REFUSALS):
            raise Refused.of(failed.why)
        if not self._levels:
            self._session.tables = None
            self._session.ask(m.Browse)

    def _sit_down_again(self, client_table: ClientTable) -> None:
        """Ask for seats for further AIs, at the same table."""
        free = [seat for seat, holder in enumerate(client_table.holders) if holder.kind == "open"]
        if self._wanted and free and self._levels and self._asked is None:
            self._sit(client_table.table, free[0])

    def _decide(self, client_table: ClientTable) -> None:
        """Decide for our seats, once in each position."""
        for seat in client_table.own_seats_to_act():
            here = client_table.latest.turn, client_table.latest.ply(seat)
            if self._decided.get(seat) == here:
                continue
            self._decided[seat] = here
            time.sleep(max(0.0, self._acted_at + LEAST_DECISION_DELAY - time.monotonic()))
            self._acted_at = time.monotonic()
            level = self._levels.get(seat, self._launch.bots[0])
            view = client_table.latest.view(seat)
            self._session.act(
                seat, bot(client_table.game, level).choose(client_table.game, view, seat, self._rng, Budget())
            )

    def _tell_end(self, outcome: Outcome | None) -> None:
        if outcome is not None and not self._over:
            self._over = True
            self._say("cli.seat.over", scores=" : ".join(f"{score:g}" for score in outcome.scores))

    def _level(self) -> str:
        """Level of the AI that sits down next."""
        return self._wanted[0] if self._wanted else self._launch.bots[-1]

    def _name(self) -> str:
        return self._launch.name or self._texts.say("cli.seat.name", level=self._level())

    def _explain(self, why: Refusal) -> str:
        return self._texts.say(why.code, **why.values)

    def _say(self, key: str, **values: object) -> None:
        print(self._texts.say(key, **values), flush=True)
