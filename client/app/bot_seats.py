"""`join --bot`: AIs of this machine, or programs from outside, hold seats at a table, without a window.

A guest like any other: it sees what its seats see and decides by the same protocol. It waits for a free seat
and plays every game of the series; with `--open` it opens a table first, which begins when all seats are
taken. When the server is gone it calls again for a while, looks for it at other addresses, and takes the
seats again where the server proves to be the same; it leaves when the server stays away, or on Ctrl+C.
"""

from __future__ import annotations

import secrets
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from assets.texts import Texts
from client.app.seat_players import SeatPlayer, player
from client.session.relocation import Relocation
from client.session.session import Session
from core import codec
from core.game import Outcome, Refusal, Refused, Seat
from core.games import game as game_of
from core.protocol import messages as m
from core.refusal import printable
from server.bots.outside import TimeLimits

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
THINKING_TIMEOUT: Final = 0.02
"""The same while a player thinks in another thread."""
HAND_OVER_TIMEOUT: Final = 2.0
CLOCK_RESERVE: Final = 1.0
"""Seconds of a clock that are left to the way to the server."""
RETRY_REFUSALS: Final = ("net.refusal.too_fast", "net.refusal.not_stored")
LOST_SEAT_REFUSALS: Final = ("net.refusal.seat_taken", "net.refusal.no_such_table")

Where = tuple[tuple[int, str], int, int]
"""A position that a seat decides in: the game, see `ClientTable.playing`, the turn and the ply."""


class ServerGone(Exception):
    """Raised when the server is gone; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def hold_seats(launch: Launch, texts: Texts) -> int:
    """Hold a seat for each of `launch.bots` until the server is gone; the exit code. Raises `Refused`."""
    seed = secrets.randbits(64) if launch.seed is None else launch.seed
    limits = TimeLimits(move=launch.seconds or TimeLimits().move)
    with ExitStack() as stack:
        players = []
        for number, word in enumerate(launch.bots):
            players.append(player(word, np.random.default_rng((seed, number)), limits, texts))
            stack.callback(players[-1].close)
        host, port = (launch.host, launch.port) if launch.host else _nearest()
        session = Session.to(host, port)
        stack.callback(session.close)
        opens = _table_to_open(launch) if launch.game else None
        place = Place(seat=launch.seat, name=launch.name, password=launch.password, opens=opens)
        return SeatHolder(session, players, texts, place).keep_seats()


def _nearest() -> tuple[str, int]:
    from server.net.discovery import find

    for server in find(SEARCH_SECONDS):
        if server.fits:
            return server.host, server.port
    raise Refused("cli.refusal.no_server")


def _table_to_open(launch: Launch) -> dict[str, Any]:
    """Fields of `Open` for a table of which all seats are free."""
    game = game_of(launch.game)
    options = game.info.options() if launch.options is None else launch.options
    seats = launch.seats or game.info.seats[0]
    return {
        "game": launch.game,
        "options": codec.shared_options(game, options),
        "plans": (m.SeatPlan("open"),) * seats,
        "password": launch.password,
    }


class Place(msgspec.Struct, frozen=True):
    """Place that players want: a table, a seat (None: any), a name (empty: their own).

    `opens`: fields of `Open` for a table of their own; None: they look for one.
    """

    table: int | None = None
    seat: int | None = None
    name: str = ""
    password: str = ""
    opens: dict[str, Any] | None = None


class SeatHolder:
    """Guest with the seats of its players, until `leave` is called from another thread.

    `_standing` are the players still without a seat, `_asked` is the command for a seat without an answer,
    and the seat; `_opening` is the number of the command for a table. `_began`: the start has been asked for.
    `_thinking` has for each seat the position that its player thinks about. `_said` are the sentences about
    troubles that everybody at the table has been told: each once.
    """

    def __init__(self, session: Session, players: Sequence[SeatPlayer], texts: Texts, place: Place) -> None:
        self._session, self._place, self._texts = session, place, texts
        self._left = threading.Event()
        self._players, self._standing = players, list(players)
        self._asked: tuple[int, int, int] | None = None
        self._opening = 0
        self._began = False
        self._seated_players: dict[int, SeatPlayer] = {}
        self._thinking: dict[Seat, tuple[Where, Future[Any]]] = {}
        self._decided: dict[Seat, Where] = {}
        self._acted_at = 0.0
        self._told_waiting = ""
        self._said = set[str]()
        self._over = False
        self._welcome = False
        self._gone: tuple[float, Refusal] | None = None
        self._relocation: Relocation | None = None

    def keep_seats(self) -> int:
        """Sit and play until the server is gone for good. Raises `Refused` if it never let us in."""
        self._session.ask(m.Browse)
        try:
            while not self._left.is_set():
                self._session.wait(THINKING_TIMEOUT if self._thinking else LISTEN_TIMEOUT)
                self._tell_troubles()
                for news in self._session.poll(time.monotonic()):
                    self._hear(news)
                if self._gone is not None and self._session.status != "open":
                    self._look_around(time.monotonic())
                if self._session.status == "lost":
                    self._call_again()
                elif self._session.returned:
                    self._welcome, self._gone = True, None
                    self._end_search()
                    self._go_on()
            self._hand_over()
        except ServerGone as gone:
            if not self._seated_players:
                raise Refused.of(gone.refusal) from None
            print(self._explain(gone.refusal), file=sys.stderr)
            return 0 if gone.refusal.code.startswith("net.bye.") else 1
        finally:
            self._end_search()
        return 0

    def leave(self) -> None:
        """Leave the table to AIs of this program soon."""
        self._left.set()

    def _hand_over(self) -> None:
        """Let AIs play on, so that nobody waits for those who do not come back."""
        for seat in self._seated_players:
            self._session.ask(m.HandOver, seat=seat, level="normal")
        begun = time.monotonic()
        while not self._session.answered and time.monotonic() - begun < HAND_OVER_TIMEOUT:
            self._session.wait(THINKING_TIMEOUT)
            self._session.poll(time.monotonic())

    def _call_again(self) -> None:
        """Call the server again, if that still makes sense. Raises `ServerGone` with the first reason."""
        now = time.monotonic()
        why = self._session.trouble or Refusal("net.refusal.lost")
        if not self._welcome or not self._session.may_return:
            raise ServerGone(why)
        if self._gone is None:
            self._gone = now, why
            self._print("back.seat", why=self._explain(why), seconds=round(GIVE_UP_DELAY))
        since, first = self._gone
        if now - since > GIVE_UP_DELAY:
            raise ServerGone(first)
        time.sleep(REDIAL_DELAY)
        self._session.call_again()

    def _look_around(self, now: float) -> None:
        """Look for our server at other addresses, and go on where it has proven itself."""
        key = self._session.keys.proof
        if self._relocation is None and key is not None:
            self._relocation = Relocation(key)
        found = self._relocation.poll(now) if self._relocation is not None else None
        if found is not None:
            self._end_search()
            address = f"{found.host}:{found.port}"
            self._session.follow(found, address)
            self._print("back.moved", server=self._session.server, address=address)

    def _end_search(self) -> None:
        if self._relocation is not None:
            self._relocation.close()
            self._relocation = None

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
            self._check(client_table)
            self._sit_down_again(client_table)
            self._begin(client_table)
            self._decide(client_table)
        elif not self._seated_players and self._asked is None and self._session.tables is not None:
            self._choose_seat(self._session.tables)

    def _choose_seat(self, summaries: tuple[m.TableSummary, ...]) -> None:
        """Ask for the first seat that is free and the one wanted, or for a table; without one wait."""
        standing = self._standing[0]
        if self._place.opens is not None:
            if not self._opening:
                self._opening = self._session.ask(m.Open, **self._place.opens)
            return
        for line in summaries:
            if self._place.table not in (None, line.table):
                continue
            game = game_of(line.game)
            free = [seat for seat, holder in enumerate(line.holders) if holder.kind == "open"]
            for seat in free:
                if self._place.seat in (None, seat) and standing.plays(game):
                    if standing.is_ready(game) and standing.plays(game):
                        self._sit(line.table, seat, standing)
                    return
        self._tell_waiting("cli.seat.waiting" if summaries else "cli.seat.no_table")

    def _tell_waiting(self, why: str) -> None:
        """Say what is waited for, once."""
        if self._told_waiting != why:
            self._told_waiting = why
            self._print(why)

    def _sit(self, table_number: int, seat: int, player: SeatPlayer) -> None:
        place = {"table": table_number, "seat": seat, "password": self._place.password}
        who = {"name": self._place.name or player.name, "program": True, "portrait": player.portrait}
        self._asked = self._session.ask(m.Sit, **place, **who), table_number, seat

    def _seated(self, seated: m.Seated) -> None:
        if self._asked is not None and self._asked[1:] == (seated.table, seated.seat):
            sitting = self._standing.pop(0)
            self._seated_players[seated.seat] = sitting
            self._asked = None
            name = self._place.name or sitting.name
            self._print("cli.seat.taken", level=sitting.label, seat=seated.seat + 1, name=name)

    def _failed(self, failed: m.Failed) -> None:
        """Handle a refusal: look for another seat, or decide anew after the next step."""
        if failed.why.code in RETRY_REFUSALS:
            self._decided.clear()
            self._acted_at = time.monotonic() + RETRY_DELAY
        if failed.id == self._opening:
            raise Refused.of(failed.why)
        if self._asked is None or self._asked[0] != failed.id:
            return
        self._asked = None
        if failed.why.code not in (*LOST_SEAT_REFUSALS, *RETRY_REFUSALS):
            raise Refused.of(failed.why)
        if not self._seated_players:
            self._session.tables = None
            self._session.ask(m.Browse)

    def _sit_down_again(self, client_table: ClientTable) -> None:
        """Ask for seats for further AIs, at the same table."""
        free = [seat for seat, holder in enumerate(client_table.holders) if holder.kind == "open"]
        if not self._seated_players and self._place.seat in free:
            free = [self._place.seat]
        if self._standing and free and (self._seated_players or self._opening) and self._asked is None:
            standing = self._standing[0]
            if standing.plays(client_table.game) and standing.is_ready(client_table.game):
                self._sit(client_table.table, free[0], standing)

    def _begin(self, client_table: ClientTable) -> None:
        """Start the game as the host once no seat is free; say what the start waits for."""
        if client_table.phase != "gathering" or not self._seated_players or self._standing:
            self._began = False
            return
        hosting = client_table.host == self._session.guest
        full = all(holder.kind != "open" for holder in client_table.holders)
        if hosting and full and not self._began:
            self._session.ask(m.Start)
        self._began = hosting and full
        if not self._began:
            self._tell_waiting("cli.seat.gathering" if hosting else "cli.seat.start")

    def _check(self, client_table: ClientTable) -> None:
        """Leave a table whose game somebody here does not play. Raises `Refused`."""
        for each in self._seated_players.values():
            each.check(client_table.game, client_table.options, client_table.seats)

    def _decide(self, client_table: ClientTable) -> None:
        """Decide for our seats, once in each position."""
        for seat in client_table.own_seats_to_act():
            here = client_table.playing, client_table.latest.turn, client_table.latest.ply(seat)
            if seat in self._thinking:
                self._act_when_decided(seat, here)
            elif self._decided.get(seat) != here:
                self._thinking[seat] = here, self._think(client_table, seat)

    def _act_when_decided(self, seat: Seat, situation: Where) -> None:
        """Do what a player has decided, unless the game has gone elsewhere meanwhile."""
        there, decision = self._thinking[seat]
        if not decision.done():
            return
        del self._thinking[seat]
        if there == situation:
            time.sleep(max(0.0, self._acted_at + LEAST_DECISION_DELAY - time.monotonic()))
            self._acted_at = time.monotonic()
            self._decided[seat] = situation
            self._session.act(seat, decision.result())

    def _think(self, client_table: ClientTable, seat: Seat) -> Future[Any]:
        asked = self._seated_players.get(seat, self._players[0])
        latest, clocks = client_table.latest, client_table.clocks
        seconds = clocks[seat] - CLOCK_RESERVE if clocks else float("inf")
        return asked.think(
            client_table.game, client_table.seats, latest.view(seat), seat, latest.turn, seconds
        )

    def _tell_end(self, outcome: Outcome | None) -> None:
        if outcome is not None and not self._over:
            self._over = True
            for each in self._seated_players.values():
                each.end(outcome)
            self._print("cli.seat.over", scores=" : ".join(f"{score:g}" for score in outcome.scores))

    def _tell_troubles(self) -> None:
        for each in self._players:
            for sentence in each.remarks():
                print(sentence, file=sys.stderr, flush=True)
            for sentence in each.troubles():
                print(sentence, file=sys.stderr, flush=True)
                if self._session.client_table is not None and sentence not in self._said:
                    self._said.add(sentence)
                    self._session.ask(m.Say, text=printable(sentence, m.CHAT_LENGTH))

    def _explain(self, why: Refusal) -> str:
        return self._texts.translate(why.code, **why.values)

    def _print(self, key: str, **values: object) -> None:
        print(self._texts.translate(key, **values), flush=True)
