"""Messages about a table for each guest.

Everything about a game leaves the server through these functions, so they are the one place where secrets
could get out; they ask `Match` and the game's `view` for all. Actions are put into messages in notation,
views as they are: they become plain data on the way to the wire.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

import msgspec

from core import codec, position
from core.game import AnyGame, Seat
from core.match import Match, Move, Snapshot
from core.protocol.messages import (
    EVERYBODY,
    DecidersLeft,
    DecisionSealed,
    Holder,
    Message,
    Occupants,
    RevealedStep,
    SeatView,
    StepsMade,
    StepView,
    TableSummary,
    TableView,
    Watcher,
)
from server.tables.contract import AnyTable, Guest

MOST_WATCHERS: Final = 32
"""Spectators listed to the host at most, to deal with them one by one."""


def viewers(table: AnyTable, guest: Guest) -> tuple[int, ...]:
    """The viewers as whom a guest sees: their seat where the game has secrets, else everybody.

    A guest with several seats also gets, first of all, what everybody may see: several people look at its
    screen. Before the start seats may still be changed, so nobody is shown what belongs to one.
    """
    if table.phase == "gathering" or not table.match.game.info.hidden:
        return (EVERYBODY,)
    yours = seats_of(table, guest)
    return yours if len(yours) == 1 else (EVERYBODY, *yours)


def seats_of(table: AnyTable, guest: Guest) -> tuple[int, ...]:
    """The seats for which this guest decides."""
    return tuple(seat for seat, chair in enumerate(table.chairs) if chair.held_by(guest.number))


def view_key(table: AnyTable, guest: Guest) -> tuple[Any, ...]:
    """Key for the `TableView` and `Occupants` of a guest: made once for all guests with the same key."""
    return seats_of(table, guest), table.is_host(guest), table.is_late(guest)


def holders(table: AnyTable) -> tuple[Holder, ...]:
    """Holders of the seats, as everybody may know them."""
    return tuple(chair.holder() for chair in table.chairs)


def spectators(table: AnyTable) -> int:
    """Number of guests without a seat."""
    return len(table.guests.keys() - table.persons())


def table_view(table: AnyTable, guest: Guest) -> TableView:
    """The table view for `guest`."""
    told = _table_view(table, viewers(table, guest))
    return with_people(table, guest, told)


def public_view(table: AnyTable) -> TableView:
    """The table view with what everybody may know."""
    return _table_view(table, (EVERYBODY,))


def with_people(table: AnyTable, guest: Guest, message: TableView) -> TableView:
    """A table view with the people that are there now, for `guest`."""
    return msgspec.structs.replace(
        message,
        host=table.host,
        holders=holders(table),
        yours=seats_of(table, guest),
        spectators=spectators(table),
        watchers=watchers(table, guest),
    )


def _table_view(table: AnyTable, who: tuple[int, ...]) -> TableView:
    match = table.match
    told = {viewer: match.snapshot(_viewer(viewer)) for viewer in who}
    views = [
        _seat_view(match.game, viewer, snapshot, not number)
        for number, (viewer, snapshot) in enumerate(told.items())
    ]
    return TableView(
        table=table.number,
        title=table.terms.title,
        game=match.game.info.key,
        options=codec.shared_options(match.game, match.options),
        seats=match.seats,
        series=table.series,
        phase=table.phase,
        host=table.host,
        holders=holders(table),
        yours=(),
        turn=match.turn,
        to_act=match.to_act(),
        views=tuple(views),
        outcome=match.outcome(),
        commitment=match.commitment.hex(),
        seed=match.published_seed().hex(),
        pause=table.pause,
        paused=table.paused,
        spectators=spectators(table),
        port=table.services.port,
        clock=table.terms.clock,
        clocks=table.time_left(),
        delay=table.terms.delay,
        locked=bool(table.terms.password),
        duplicate=table.duplicate_view(),
        coach=table.terms.coach,
    )


def occupants(table: AnyTable, guest: Guest) -> Occupants:
    """The occupants message for a guest."""
    yours = seats_of(table, guest)
    return Occupants(
        table=table.number,
        host=table.host,
        holders=holders(table),
        yours=yours,
        spectators=spectators(table),
        clocks=() if table.is_late(guest) else table.time_left(),
        watchers=watchers(table, guest),
    )


def watchers(table: AnyTable, guest: Guest) -> tuple[Watcher, ...]:
    """Guests without a seat, for the host, who may send them away."""
    if not table.is_host(guest):
        return ()
    seated = table.persons()
    watching = (each for each in table.guests.values() if each.number not in seated)
    return tuple(Watcher(each.number, table.is_muted(each)) for each in islice(watching, MOST_WATCHERS))


def table_summary(table: AnyTable) -> TableSummary:
    """The table in the lobby's list."""
    return TableSummary(
        table.number,
        table.terms.title,
        table.match.game.info.key,
        table.match.seats,
        holders(table),
        table.phase,
        spectators(table),
        bool(table.terms.password),
        table.terms.delay is not None and not table.is_secret(),
        table.terms.duplicate.first if table.terms.duplicate is not None else 0,
    )


def decision_sealed(table: AnyTable, seat: Seat, action: Any) -> DecisionSealed:
    """A sealed decision of `seat`, made or taken back (None). Only for the guest who decides for it."""
    match = table.match
    text = None if action is None else match.game.notation(action)
    view = match.view(seat)
    return DecisionSealed(table.number, seat, match.turn, match.ply(seat), text, view, match.to_act())


def deciders_left(table: AnyTable) -> DecidersLeft:
    """The seats that still owe a sealed decision."""
    return DecidersLeft(table.number, table.match.turn, table.match.to_act(), table.time_left())


class StepTelling:
    """Messages about a move that has become part of the match, made for guest after guest.

    Its steps are shown as they look after the last of them: what was revealed together was never seen
    otherwise.
    """

    def __init__(self, table: AnyTable, move: Move) -> None:
        self._table, self._move = table, move
        self._lanes: dict[int, tuple[StepView, ...]] = {}
        self._told: dict[tuple[int, ...], StepsMade] = {}

    def send_to(self, guest: Guest) -> StepsMade:
        """The steps as `guest` may see them; the same message object for all with the same viewers."""
        who = viewers(self._table, guest)
        if who not in self._told:
            self._told[who] = self._stepped(who)
        return self._told[who]

    def to_all(self) -> StepsMade:
        """The steps as everybody may see them."""
        return self._stepped((EVERYBODY,))

    def _stepped(self, who: tuple[int, ...]) -> StepsMade:
        table, match = self._table, self._table.match
        return StepsMade(
            table=table.number,
            turn=self._move.turn,
            now=match.turn,
            views=tuple((viewer, self._lane(viewer)) for viewer in who),
            to_act=match.to_act(),
            outcome=match.outcome(),
            series=table.series,
            seed=match.published_seed().hex(),
            unsealed=self._unsealed(_viewer(who[0])),
            begin=match.begin(None) if match.game.info.hidden and not match.to_act() else "",
            clocks=table.time_left(),
        )

    def _lane(self, viewer: int) -> tuple[StepView, ...]:
        if viewer not in self._lanes:
            count = len(self._move.steps)
            self._lanes[viewer] = tuple(self._seen(number, _viewer(viewer)) for number in range(count))
        return self._lanes[viewer]

    def _seen(self, number: int, viewer: Seat | None) -> StepView:
        """A step of the move with the view after it; no view while other steps happen together with it."""
        match, move = self._table.match, self._move
        step = match.seen(len(match.steps) - len(move.steps) + number, viewer)
        view = match.game.view(move.states[number], viewer) if number >= move.together - 1 else None
        return StepView(step.seat, match.game.notation(step.action), view)

    def _unsealed(self, viewer: Seat | None) -> tuple[RevealedStep, ...]:
        match = self._table.match
        return tuple(
            RevealedStep(number, match.game.notation(match.seen(number, viewer).action))
            for number in match.opened(viewer)
        )


class TextViews:
    """Messages with each view as the text of a position, for guests with the capability `TEXT_VIEWS`.

    The last one is kept: it goes to several guests.
    """

    def __init__(self) -> None:
        self._plain: Message | None = None
        self._text: Message | None = None

    def of(self, guest: Guest, message: Message) -> Message:
        """The message as this guest is sent it."""
        if not isinstance(message, TableView | StepsMade | DecisionSealed) or guest.table is None:
            return message
        if message is not self._plain or self._text is None:
            self._plain, self._text = message, _with_texts(guest.table.match, message)
        return self._text


def _with_texts(match: Match, message: TableView | StepsMade | DecisionSealed) -> Message:
    """The message with texts in place of its views."""

    def text(view: Any) -> str | None:
        return None if view is None else position.write(position.usual(match.game), match.seats, view)

    replace = msgspec.structs.replace
    match message:
        case DecisionSealed():
            return replace(message, view=text(message.view))
        case TableView():
            seen = tuple(replace(seat_view, view=text(seat_view.view)) for seat_view in message.views)
            return replace(message, views=seen)
        case StepsMade():
            lanes = (
                (viewer, tuple(replace(step, view=text(step.view)) for step in steps))
                for viewer, steps in message.views
            )
            return replace(message, views=tuple(lanes))


def _seat_view(game: AnyGame, viewer: int, match_snapshot: Snapshot, first: bool) -> SeatView:
    """The seat view of a viewer; only the first of a table view needs the log."""
    log = tuple((step.seat, game.notation(step.action)) for step in match_snapshot.log) if first else ()
    own = tuple(map(game.notation, match_snapshot.own))
    return SeatView(
        viewer, match_snapshot.view, log, match_snapshot.ply, own, match_snapshot.begin if first else ""
    )


def _viewer(number: int) -> Seat | None:
    return None if number == EVERYBODY else Seat(number)
