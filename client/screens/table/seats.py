"""Seats of a table: which of them a person here may take or give away, and the one that is being taken."""

from __future__ import annotations

from client.screens.table.state import TableState
from client.ui.portraits import portraits_of
from core.game import Seat
from core.protocol import messages as m


class TableSeats:
    """Seats of one table for the person at this screen."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._sitting: tuple[int, int] | None = None
        """Number of the command that takes a seat, and the seat, until it is answered."""
        self._device = state.app.device
        """The device that has asked for the seat taken last."""
        self._next: int | None = None
        """The seat to be taken as soon as sealed decisions are revealed."""

    def gives(self, seat: int) -> bool:
        """Whether the person here may give the seat away: their own; as host any without a person."""
        client_table = self.state.client_table
        kind = client_table.holders[seat].kind
        mine = seat in client_table.yours and kind == "person"
        return mine or (client_table.host == self.state.session.guest and kind != "person")

    def takeable(self, seat: int) -> bool:
        """Whether a person here may take a seat: an open one, a free AI's, or their own back."""
        holder = self.state.client_table.holders[seat]
        if holder.kind == "bot":
            return not holder.owner or holder.guest == self.state.session.guest
        return holder.kind == "open"

    @property
    def seated(self) -> bool:
        """Whether somebody here has a seat, even if an AI plays it."""
        return any(holder.guest == self.state.session.guest for holder in self.state.client_table.holders)

    @property
    def may_join(self) -> bool:
        """Whether somebody here only looks on while a seat is free."""
        client_table = self.state.client_table
        free = any(holder.kind == "open" for holder in client_table.holders)
        return free and not self.seated and client_table.phase == "playing"

    @property
    def timed_out(self) -> tuple[int, ...]:
        """The seats of people here that an AI holds, in a game with clocks, as when time is up."""
        me, client_table = self.state.session.guest, self.state.client_table
        if client_table.clock is None:
            return ()
        return tuple(
            seat for seat, holder in enumerate(client_table.holders) if holder.owner and holder.guest == me
        )

    def take_back(self) -> None:
        """Take these seats back from AIs."""
        for seat in self.timed_out:
            self.state.session.ask(m.TakeBack, seat=seat)

    def take(self, seat: int) -> None:
        """Sit down in a game in progress."""
        state, client_table, settings = self.state, self.state.client_table, self.state.app.settings
        person = len(client_table.yours)
        who = {
            "name": settings.name(person) or state.app.translate("table.guest_name", number=seat + 1),
            "portrait": settings.portrait(person, portraits_of(client_table.holders)),
        }
        if client_table.holders[seat].kind == "open":
            number = state.session.ask(m.Sit, table=client_table.table, seat=seat, **who)
        else:
            number = state.session.ask(m.TakeBack, seat=seat, **who)
        self._sitting = number, seat
        if self._next is None:
            self._device = state.app.device

    def follow(self) -> None:
        """Note whose gamepad it is that somebody has just sat down with."""
        if self._sitting is not None and self._sitting[1] in self.state.client_table.yours:
            (_, seat), self._sitting = self._sitting, None
            self.state.pads.seated(self._device, Seat(seat))

    def refused(self, news: m.Failed, demo: bool) -> bool:
        """Whether a demo's seat was refused only while a decision there is sealed: it is taken later."""
        if self._sitting is None or self._sitting[0] != news.id:
            return False
        (_, seat), self._sitting = self._sitting, None
        if not demo or news.why.code != "net.refusal.sealed_seat":
            return False
        if self._next is None:
            translate = self.state.app.translate
            self.state.app.notice(translate("table.notice.join_soon", name=self.state.seat_name(seat)))
        self._next = seat
        return True

    def take_later(self, demo: bool) -> None:
        """Take the seat of a demo that was asked for, now that all is revealed."""
        if self._next is not None and self._sitting is None and demo and self.takeable(self._next):
            self.take(self._next)
