"""Table: one match, its series, who holds the seats, and the guests around it.

Commands come one after the other (`lock`). What they change goes the same way every time:

    check ─▶ record ─▶ apply ─▶ send

so nobody is ever shown anything that the store does not have. The commands themselves are in
`server.tables.seating` (who sits where) and `server.tables.play` (the game).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec

from core import codec, duplicate, position
from core.game import Refused, Seat
from core.match import Match, Move
from core.protocol.messages import (
    Act,
    Command,
    Done,
    DuplicateResult,
    DuplicateView,
    HandOver,
    Kick,
    Leave,
    Message,
    Notice,
    Open,
    Rematch,
    Return,
    Said,
    Sit,
    Start,
    TakeBack,
    Thinking,
)
from core.series import Series
from server.storage.journal import (
    AnyFact,
    Banned,
    Began,
    Cleared,
    Finished,
    JournalEntry,
    Moved,
    Opened,
    Receipt,
    Seating,
    Started,
    StoreFailed,
    Undone,
    Withdrawn,
)
from server.tables import archive, views
from server.tables.absence import Absences
from server.tables.bot_turns import BotTurns
from server.tables.chairs import Chair, find
from server.tables.clocks import Clocks
from server.tables.contract import AnyTable, Guest, Phase, Results, TableServices, UndoQuestion
from server.tables.deciders import Deciders
from server.tables.disclosure import Disclosure
from server.tables.duplicate import Duplicate
from server.tables.opening import Opening
from server.tables.receipts import Receipts, receipt_of
from server.tables.spectators import SpectatorDelay

log = logging.getLogger("tilewright.table")

CommandHandler = Callable[["Table", Guest, Any], Awaitable[None]]
"""Function that does a command at a table for a guest."""
ESSENTIAL_COMMANDS: Final = (Act, Start, Sit, Return, TakeBack, HandOver, Kick)
"""Commands that a game may need to go on."""


class Table(AnyTable):
    """See the module. Make one with `Table.open`, or from a journal with `server.storage.restore`.

    While the person of the seat `patron` is here, that person is the host. Guests with one of the marks
    `banned` may not come; chat of the clients `muted` is sent to nobody. `lines` counts the journal entries
    written since the last game was set up. `duplicate` are the tables with the same draws. All else:
    `AnyTable`.
    """

    def __init__(self, number: int, services: TableServices, opening: Opening, guest_number: int = 0) -> None:
        self.number = number
        self.services = services
        self.terms = opening.terms
        self.script = opening.script
        self.match: Match = opening.match
        self.series: Series = opening.series
        self.chairs: tuple[Chair, ...] = opening.chairs
        self.deciders = Deciders(opening.match.seats)
        self.phase: Phase = "gathering"
        self.host = guest_number
        self.address = ""
        self.patron: Seat | None = None
        self.guests: dict[int, Guest] = {}
        self.games = 0
        self.question: UndoQuestion | None = None
        self.set_aside = False
        self.closed = False
        self.entry_count = 0
        self.lock = asyncio.Lock()
        self.banned: tuple[str, ...] = ()
        self.muted: set[bytes] = set()
        self.receipts = Receipts()
        self._receipt: Receipt | None = None
        self.duplicate: Duplicate[Table] | None = None
        self.results: Results = ()
        self.shown = Disclosure()
        self.pause, self.paused = opening.terms.pause, False
        self.bot_turns = BotTurns(self)
        self.waiting = Absences(self)
        self.clocks = Clocks(self)
        self.spectator_delay = SpectatorDelay(self)

    @classmethod
    async def open(
        cls,
        number: int,
        services: TableServices,
        guest: Guest,
        opening: Opening,
        command: Open | None,
        begins: bool,
    ) -> Table:
        """Open a new table and record it; the game `begins` at once where no seat is open. Raises `Refused`.

        A further table of a duplicate has no `command`: that is answered with the first one.
        """
        table = cls(number, services, opening, guest.number if command is not None else 0)
        table.address = guest.address
        match = opening.match
        table.patron = table._patron(table.chairs)
        entries: list[AnyFact] = [
            table.opened(),
            table.seating(table.chairs),
            table.began(match, opening.match_seed, table.series),
        ]
        if command is not None:
            table._receipt = receipt_of(guest, command, Done(command.id, number))
        await table.record(*entries, *([Started()] if begins else []))
        if begins:
            table.phase = "playing" if match.to_act() else "over"
            table.shown.note(table.chairs)
        table.spectator_delay.open()
        return table

    def opened(self) -> Opened:
        """Fact with everything that was chosen when the table was opened."""
        terms = msgspec.structs.asdict(self.terms) | {"pause": self.pause}
        info = self.match.game.info
        return Opened(info.key, self.match.seats, self.series.goal, info.rules, **terms)

    def began(self, match: Match, seed: bytes, series: Series) -> Began:
        """Fact that a game is set up."""
        steps = tuple((int(step.seat), match.game.notation(step.action)) for step in match.all_steps())
        proven = bool(match.commitment)
        options = codec.shared_options(match.game, match.options)
        begin = position.beginning(match.game)
        return Began(self.games, options, seed, series.played, series.points, steps, proven, begin)

    def seating(self, chairs: tuple[Chair, ...]) -> Seating:
        """Fact with the holders of these chairs."""
        kept = (chair.kept_seat(self.shown.known(seat)) for seat, chair in enumerate(chairs))
        return Seating(tuple(kept), self._patron(chairs))

    def _patron(self, chairs: tuple[Chair, ...]) -> Seat | None:
        """The permanent host's seat: as before while it is somebody's, else one of the present host."""
        if self.patron is not None and chairs[self.patron].token:
            return self.patron
        mine = (Seat(seat) for seat, chair in enumerate(chairs) if chair.guest and chair.guest == self.host)
        return next(mine, None)

    # --- commands -------------------------------------------------------------------------------

    async def handle(self, guest: Guest, command: Command, handler: CommandHandler) -> Done:
        """Do one command for a guest, or repeat its answer if it was done before. Raises `Refused`.

        An unexpected error stops the table.
        """
        async with self.lock:
            if self.closed:
                raise Refused("net.refusal.no_such_table", table=self.number)
            if self.set_aside:
                raise Refused("net.refusal.set_aside")
            self._need_welcome(guest, command)
            reply = self.receipts.find(guest.client, command)
            if reply is not None and self._needs_nothing(guest, command):
                return reply
            reply = reply or Done(command.id)
            self._need_room(command)
            self._receipt = receipt_of(guest, command, reply)
            try:
                await handler(self, guest, command)
                if self._receipt is not None:
                    self.receipts.keep(self._receipt)  # nothing of it has to be stored
            except Refused:
                raise
            except Exception as error:
                self.put_aside(error)
                raise Refused("net.refusal.set_aside") from None
            finally:
                self._receipt = None
            return reply

    def _need_welcome(self, guest: Guest, command: Command) -> None:
        """Check that the guest is not banned; who is may only leave. Raises `Refused("net.refusal.banned")`.

        Others from their address who are here already, or have a seat to come back to, may stay.
        """
        if not self.banned:
            return
        known = guest.table is self or isinstance(command, Return)
        marks = {guest.client.hex()} if known else {guest.client.hex(), guest.address}
        if marks & {*self.banned} and not isinstance(command, Leave):
            raise Refused("net.refusal.banned")

    def _need_room(self, command: Command) -> None:
        """Check that the journal has room on the disk. Raises `Refused("net.refusal.table_full")`."""
        limits = self.services.limits
        most = limits.journal_entries if isinstance(command, ESSENTIAL_COMMANDS) else limits.said
        if self.entry_count >= most and not isinstance(command, Rematch | Leave):
            raise Refused("net.refusal.table_full")

    def _needs_nothing(self, guest: Guest, command: Command) -> bool:
        """Whether a command that was done needs only its answer again, and the guest nothing else."""
        if isinstance(command, Return) and find(self.chairs, command.token, command.fresh) is None:
            return True  # somebody has come back to the seat since
        return guest.table is self and not self._lacks(guest, command)

    def _lacks(self, guest: Guest, command: Command) -> bool:
        """Whether this command brought a seat that its guest, at another connection now, does not hold."""
        token = command.fresh if isinstance(command, Return) else getattr(command, "token", None)
        seat = None if token is None else find(self.chairs, token)
        return seat is not None and self.chairs[seat].guest != guest.number

    def put_aside(self, error: Exception) -> None:
        """Stop this table after an unexpected error; all others go on."""
        log.error("table %d is set aside after an unexpected error", self.number, exc_info=error)
        self.set_aside = True
        self.stop()
        self.send_all(Notice("net.notice.set_aside"))
        self.services.changed()
        self.services.aside[self.number] = repr(error)
        self.services.ended(self)

    # --- record, apply, send --------------------------------------------------------------------

    async def record(
        self, *entries: AnyFact, finished: Finished | None = None, unheard: bool = False
    ) -> None:
        """Record facts before they take effect, with the command that causes them, which then counts as done.

        An `unheard` change is recorded without clocks: after a restart they would show when it was made.
        Raises `Refused("net.refusal.not_stored")`.
        """
        receipt = self._receipt
        line = JournalEntry(entries, receipt, () if unheard else self.clocks.remaining_seconds())
        if line.is_complete or line.closes:
            line = msgspec.structs.replace(line, earlier=self.receipts.all())
        try:
            await self.services.store.record(self.number, line, finished)
        except StoreFailed as failed:
            log.error("table %d: nothing was stored: %s", self.number, failed)
            raise Refused("net.refusal.not_stored") from None
        self.entry_count = 1 if line.is_complete else self.entry_count + 1
        if receipt is not None:
            self._receipt = None
            self.receipts.keep(receipt)

    async def move(self, move: Move) -> None:
        """Record and make a legal move. A sealed decision is sent only to the guest who made it."""
        match, step = self.match, move.step
        drawn = tuple(match.game.notation(chance.action) for chance in move.drawn)
        action = match.game.notation(step.action)
        moved = Moved(move.turn, move.ply, step.seat, action, drawn)
        await self.record(moved, finished=archive.finished(self, move), unheard=match.is_unheard(move))
        owed = match.to_act()
        self.accept(move)
        if move.branch is not None:
            self._tell_sealed(step.seat, step.action, owed)
        else:
            self._tell_open(move)
        self.update_timers()

    def accept(self, move: Move) -> None:
        """Make a recorded move in the match; with the last one of a game the series goes on."""
        self.deciders.note(self.match, move.step.seat, self.chairs[move.step.seat])
        self.match.accept(move)
        self.clocks.reward(move)
        outcome = self.match.outcome()
        if move.branch is None and outcome is not None:
            self.series = self.series.scored(self.match.game, outcome)
            self.phase = "over"
            self.services.ended(self)

    def conclude(self, results: Results) -> None:
        """Take the recorded results of the duplicate: nothing of this game has to stay secret any more."""
        self.results = results
        self.match.release_seed()

    async def withdraw(self, seat: Seat) -> None:
        """Take back the last sealed decision of a seat."""
        match = self.match
        owed = match.to_act()
        await self.record(Withdrawn(match.turn, match.ply(seat), seat), unheard=seat in owed)
        match.withdraw(seat)
        self._tell_sealed(seat, None, owed)
        self.update_timers()

    def _tell_sealed(self, seat: Seat, action: Any, owed: tuple[Seat, ...]) -> None:
        """Send a sealed decision to its guest, and to the others who is ready, if that has changed."""
        ready = views.deciders_left(self)
        if ready.to_act != owed:
            self.spectator_delay.add(ready)
        for guest in self.guests.values():
            if self.chairs[seat].held_by(guest.number):
                guest.send(views.decision_sealed(self, seat, action))
            elif ready.to_act != owed and not self.is_late(guest):
                guest.send(ready)

    def _tell_open(self, move: Move) -> None:
        self.question = None
        if self.phase == "over":
            self.services.changed()
        telling = views.StepTelling(self, move)
        if self.terms.delay:
            self.spectator_delay.add(telling.to_all())
        for guest in self.guests.values():
            if not self.is_late(guest):
                guest.send(telling.send_to(guest))

    async def undo(self, index: int) -> None:
        """Take back step `index` and all later ones (see `Match.undo`), also the end of a game."""
        await self.record(Undone(self.match.turn, index, self.games))
        self.undo_step(index)
        self.question = None
        self.services.changed()
        self.show()

    def undo_step(self, index: int) -> None:
        """Take back a step that is recorded as undone."""
        outcome = self.match.outcome()
        self.match.undo(index)
        if outcome is not None:
            self.series = self._unscored(outcome)
            self.phase = "playing"

    def _unscored(self, outcome: Any) -> Series:
        brought = self.match.game.points(outcome)
        points = tuple(a - b for a, b in zip(self.series.points, brought, strict=True))
        return msgspec.structs.replace(self.series, points=points, played=self.series.played - 1)

    async def reseat(self, chairs: tuple[Chair, ...], anew: Seat | None = None) -> None:
        """Record and set other holders of the seats. The caller sends messages.

        Sealed decisions at the seat `anew` are dropped: somebody else decides there.
        """
        seating = self.seating(chairs)
        if anew is None:
            await self.record(seating)
        else:
            await self.record(Cleared(self.match.turn, anew), seating)
            self.match.clear(anew)
        self.patron = self._patron(chairs)
        self.sit(chairs)

    async def ban(self, marks: tuple[str, ...], chairs: tuple[Chair, ...]) -> None:
        """Record and set banned marks, and the holders of the seats without the banned."""
        await self.record(Banned(marks), self.seating(chairs))
        self.banned = marks
        self.patron = self._patron(chairs)
        self.sit(chairs)
        self.introduce()

    def sit(self, chairs: tuple[Chair, ...]) -> None:
        """Set the holders without a record: only connections have changed, not to whom a seat belongs."""
        self.chairs = chairs
        if self.phase != "gathering":
            self.shown.note(chairs)
        self.services.changed()

    # --- sending --------------------------------------------------------------------------------

    def send_all(self, message: Message) -> None:
        """Send the same to everybody; spectators get late what people at the table say."""
        of_players = isinstance(message, Said) and message.seat >= 0
        if of_players:
            self.spectator_delay.add(message)
        for guest in self.guests.values():
            if not ((of_players or isinstance(message, Thinking)) and self.is_late(guest)):
                guest.send(message)

    def show(self, *guests: Guest) -> None:
        """Send the whole table view to these guests, or to all; then the AIs may go on."""
        if not guests and self.terms.delay:
            self.spectator_delay.add(views.public_view(self))
        told: dict[Any, Message] = {}
        for guest in guests or tuple(self.guests.values()):
            if not self.is_late(guest):
                same = views.view_key(self, guest)
                guest.send(told.get(same) or told.setdefault(same, views.table_view(self, guest)))
            elif guests:
                guest.send(self.spectator_delay.table_view(guest))
        self.update_timers()

    def introduce(self, *but: Guest) -> None:
        """Send the occupants to everybody but these guests; then the AIs may go on."""
        told: dict[Any, Message] = {}
        for guest in self.guests.values():
            if guest not in but:
                same = views.view_key(self, guest)
                guest.send(told.get(same) or told.setdefault(same, views.occupants(self, guest)))
        self.update_timers()

    def update_timers(self) -> None:
        """Update AIs, clocks and absences after every change."""
        self.bot_turns.wake()
        self.waiting.update_deadlines()
        self.clocks.update_clocks()
        if self.duplicate is not None:
            for other in self.duplicate.others(self):
                other.bot_turns.wake()  # those of a table of AIs play as long as somebody is here

    def stop(self) -> None:
        """Stop AIs, clocks, absences and spectator delay."""
        self.bot_turns.stop()
        self.waiting.stop()
        self.clocks.stop()
        self.spectator_delay.stop()

    def time_left(self) -> tuple[float, ...]:
        """The seconds that each seat has now; empty without a `clock`."""
        return self.clocks.remaining_seconds()

    # --- who is here ----------------------------------------------------------------------------

    def join(self, guest: Guest) -> None:
        """Add a guest to this table."""
        self.guests[guest.number] = guest
        guest.table = self
        guest.browsing = False
        self.services.changed()

    def seat_of(self, guest: Guest, number: int) -> Seat:
        """A seat that exists. Raises `Refused("match.refusal.no_such_seat")`."""
        if not 0 <= number < len(self.chairs):
            raise Refused("match.refusal.no_such_seat", seat=number, seats=len(self.chairs))
        return Seat(number)

    def need_host(self, guest: Guest) -> None:
        """Check that the guest is the host. Raises `Refused("net.refusal.host_only")`."""
        if not self.is_host(guest):
            raise Refused("net.refusal.host_only")

    def is_muted(self, guest: Guest) -> bool:
        """Whether this guest's chat is sent to nobody."""
        muted = any(chair.muted for chair in self.chairs if chair.guest == guest.number)
        return muted or guest.client in self.muted

    def acknowledge(self, guest: Guest, turn: int) -> None:
        """Note the position on a guest's screen; only a host's, and an actual position, counts."""
        if self.is_host(guest) and turn <= self.match.turn:
            self.bot_turns.acknowledge(turn)

    def is_attended(self) -> bool:
        """See `AnyTable`."""
        if self.guests:
            return True
        if self.duplicate is None or self.results or any(chair.token for chair in self.chairs):
            return False
        return any(other.guests for other in self.duplicate.others(self))

    def is_secret(self) -> bool:
        """See `AnyTable`."""
        return self.terms.duplicate is not None and not self.results

    def duplicate_view(self) -> DuplicateView | None:
        """See `AnyTable`."""
        return None if self.duplicate is None else self.duplicate.view(self)

    def result(self) -> DuplicateResult:
        """See `AnyTable`."""
        outcome = self.match.outcome()
        assert outcome is not None
        return DuplicateResult(views.holders(self), duplicate.points(self.match.game, outcome))

    def is_awaited(self) -> bool:
        """See `AnyTable`."""
        return any(chair.token and not chair.guest for chair in self.chairs)
