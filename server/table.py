"""A table: one match, its series, who holds the seats, and the guests around it.

Commands come one after the other (`lock`). What they change goes the same way every time:

    check ─▶ record ─▶ make it so ─▶ tell

so nobody ever hears of something that the store does not have. The commands themselves are in
`server.seating` (who sits where) and `server.play` (the game).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from core import codec
from core.game import Refused, Seat
from core.match import Match, Move
from core.messages import Command, Done, Level, Message, Notice
from core.series import Series
from server import scenes
from server.bots import Brains
from server.chairs import Chair
from server.guest import Guest
from server.limits import Limits
from server.opening import Opening
from server.robots import Robots
from server.shown import Shown
from server.store import (
    AnyEntry,
    Began,
    Cleared,
    Moved,
    Opened,
    Seating,
    Started,
    Store,
    StoreFailed,
    Undone,
    Withdrawn,
)
from server.waiting import Waiting

log = logging.getLogger("tilewright.table")

Phase = Literal["gathering", "playing", "over"]


class House:
    """What all tables of a server share. `changed` is called when the lobby's list has changed."""

    def __init__(self, store: Store, brains: Brains, limits: Limits) -> None:
        self.store, self.brains, self.limits = store, brains, limits
        self.port = 0
        self.changed: Callable[[], None] = lambda: None


class Question(msgspec.Struct, frozen=True):
    """Somebody wants a decision back: step `index`; the guests in `waiting` have to agree."""

    seat: Seat
    asker: int
    index: int
    waiting: frozenset[int]


class Table:
    """See the module. Make one with `Table.open`.

    `host` is a guest's number or 0; `games` counts the games played here before this one; `stand_in` is how
    good an AI decides for whoever is away too long, None if all wait.
    """

    def __init__(self, number: int, house: House, host: Guest, opening: Opening) -> None:
        self.number = number
        self.house = house
        self.title = opening.title
        self.seed = opening.seed
        self.match: Match = opening.match
        self.series: Series = opening.series
        self.chairs: tuple[Chair, ...] = opening.chairs
        self.phase: Phase = "gathering"
        self.host = host.number
        self.guests: dict[int, Guest] = {}
        self.games = 0
        self.question: Question | None = None
        self.set_aside = False
        self.closed = False
        self.lock = asyncio.Lock()
        self.stand_in: Level | None = opening.stand_in
        self.shown = Shown()
        self.robots = Robots(self, opening.pause)
        self.waiting = Waiting(self)

    @classmethod
    async def open(cls, number: int, house: House, host: Guest, opening: Opening) -> Table:
        """A new table, recorded; where no seat is open the game begins at once. Raises `Refused`."""
        table = cls(number, house, host, opening)
        match = opening.match
        entries: list[AnyEntry] = [
            Opened(table.title, match.game.info.key, match.seats, table.series.goal),
            Seating(tuple(chair.kept() for chair in table.chairs)),
            table.began(match, opening.match_seed, table.series),
        ]
        begins = all(chair.kind != "open" for chair in table.chairs)
        await table.record(*entries, *([Started()] if begins else []))
        if begins:
            table.phase = "playing" if match.to_act() else "over"
            table.shown.note(table.chairs)
        return table

    def began(self, match: Match, seed: bytes, series: Series) -> Began:
        """The entry for a game that is set up."""
        steps = tuple((int(step.seat), match.game.notation(step.action)) for step in match.all_steps())
        return Began(self.games, codec.plain(match.options), seed, series.played, series.points, steps)

    # --- the one way in -------------------------------------------------------------------------

    async def handle(self, guest: Guest, command: Command, run: Callable[[Table, Guest, Any], Any]) -> Done:
        """Do one command for a guest. Raises `Refused`; a bug sets the table aside."""
        async with self.lock:
            if self.closed:
                raise Refused("net.refusal.no_such_table", table=self.number)
            if self.set_aside:
                raise Refused("net.refusal.set_aside")
            try:
                done: Done = await run(self, guest, command)
            except Refused:
                raise
            except Exception:
                self.put_aside()
                raise Refused("net.refusal.set_aside") from None
            return done

    def put_aside(self) -> None:
        """Call while an unexpected error is handled: the table stops, all others go on."""
        log.exception("table %d is set aside after an unexpected error", self.number)
        self.set_aside = True
        self.stop()
        self.tell(Notice("net.notice.set_aside"))
        self.house.changed()

    # --- record, make it so, tell ---------------------------------------------------------------

    async def record(self, *entries: AnyEntry) -> None:
        """Write down what is about to happen. Raises `Refused("net.refusal.not_stored")`."""
        try:
            await self.house.store.record(self.number, entries)
        except StoreFailed:
            log.exception("table %d: nothing was stored", self.number)
            raise Refused("net.refusal.not_stored") from None

    async def move(self, move: Move) -> None:
        """Make a move that was found legal. A sealed decision is told only to whoever made it."""
        match, step = self.match, move.step
        drawn = tuple(match.game.notation(chance.action) for chance in move.drawn)
        action = match.game.notation(step.action)
        await self.record(Moved(move.turn, move.ply, move.key, step.seat, action, drawn))
        owed = match.to_act()
        match.accept(move)
        if move.line is not None:
            self._tell_sealed(step.seat, step.action, owed)
        else:
            self._tell_open(move)
        self.stir()

    async def withdraw(self, seat: Seat) -> None:
        """Take back the last sealed decision of a seat."""
        match = self.match
        await self.record(Withdrawn(match.turn, match.ply(seat), seat))
        owed = match.to_act()
        match.withdraw(seat)
        self._tell_sealed(seat, None, owed)
        self.stir()

    def _tell_sealed(self, seat: Seat, action: Any, owed: tuple[Seat, ...]) -> None:
        """The seat's own guest hears of it; the others that it is ready, if it was not (or the reverse)."""
        ready = scenes.ready(self)
        for guest in self.guests.values():
            if self.chairs[seat].held_by(guest.number):
                guest.send(scenes.decided(self, seat, action))
            elif ready.to_act != owed:
                guest.send(ready)

    def _tell_open(self, move: Move) -> None:
        self.question = None
        outcome = self.match.outcome()
        if outcome is not None:
            self.series = self.series.scored(self.match.game, outcome)
            self.phase = "over"
            self.house.changed()
        telling = scenes.Telling(self, move)
        for guest in self.guests.values():
            guest.send(telling.to(guest))

    async def undo(self, index: int) -> None:
        """Take step `index` back (see `Match.undo`), also the end of a game and what it brought."""
        await self.record(Undone(self.match.turn, index))
        outcome = self.match.outcome()
        self.match.undo(index)
        self.question = None
        if outcome is not None:
            self.series = self._unscored(outcome)
            self.phase = "playing"
            self.house.changed()
        self.show()

    def _unscored(self, outcome: Any) -> Series:
        brought = self.match.game.points(outcome)
        points = tuple(a - b for a, b in zip(self.series.points, brought, strict=True))
        return msgspec.structs.replace(self.series, points=points, played=self.series.played - 1)

    async def reseat(self, chairs: tuple[Chair, ...], anew: Seat | None = None) -> None:
        """Other people hold the seats from now on. Telling is left to the caller.

        What was sealed at the seat `anew` is dropped: somebody else decides there.
        """
        seating = Seating(tuple(chair.kept() for chair in chairs))
        if anew is None:
            await self.record(seating)
        else:
            await self.record(Cleared(self.match.turn, anew), seating)
            self.match.clear(anew)
        self.sit(chairs)

    def sit(self, chairs: tuple[Chair, ...]) -> None:
        """The same without a record: only connections have changed, not to whom a seat belongs."""
        self.chairs = chairs
        if self.phase != "gathering":
            self.shown.note(chairs)
        self.house.changed()

    # --- telling --------------------------------------------------------------------------------

    def tell(self, message: Message) -> None:
        """Say the same to everybody at the table."""
        for guest in self.guests.values():
            guest.send(message)

    def show(self, *guests: Guest) -> None:
        """Show the whole table to these guests, or to all; then the AIs may go on."""
        for guest in guests or tuple(self.guests.values()):
            guest.send(scenes.scene(self, guest))
        self.stir()

    def introduce(self, *but: Guest) -> None:
        """Tell everybody but these who is at the table; then the AIs may go on."""
        for guest in self.guests.values():
            if guest not in but:
                guest.send(scenes.people(self, guest))
        self.stir()

    def stir(self) -> None:
        """After every change: AIs begin, go on or stop; whoever is away is waited for."""
        self.robots.stir()
        self.waiting.stir()

    def stop(self) -> None:
        """Nothing goes on by itself any more."""
        self.robots.stop()
        self.waiting.stop()

    # --- who is here ----------------------------------------------------------------------------

    def join(self, guest: Guest) -> None:
        """The guest is at this table from now on."""
        self.guests[guest.number] = guest
        guest.table = self
        guest.browsing = False
        self.house.changed()

    def seat_of(self, guest: Guest, number: int) -> Seat:
        """A seat that exists. Raises `Refused("match.refusal.no_such_seat")`."""
        if not 0 <= number < len(self.chairs):
            raise Refused("match.refusal.no_such_seat", seat=number, seats=len(self.chairs))
        return Seat(number)

    def is_host(self, guest: Guest) -> bool:
        return guest.number == self.host

    def need_host(self, guest: Guest) -> None:
        """Raises `Refused("net.refusal.host_only")`."""
        if not self.is_host(guest):
            raise Refused("net.refusal.host_only")

    def persons(self) -> frozenset[int]:
        """The guests that hold a seat."""
        return frozenset(chair.guest for chair in self.chairs if chair.kind == "person" and chair.guest)

    def awaited(self) -> bool:
        """Whether somebody who is not here could still come back to a seat."""
        return any(chair.token and not chair.guest for chair in self.chairs)
