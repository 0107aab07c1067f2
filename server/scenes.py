"""What a guest is told of a table. Everything about a game leaves the server through these functions,
so they are the one place where secrets could get out; they ask `Match` and the game's `view` for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import codec
from core.game import Seat
from core.match import Match, Move
from core.messages import (
    EVERYBODY,
    Holder,
    People,
    Scene,
    SeenStep,
    Sight,
    Stepped,
    TableLine,
    Unsealed,
)
from server.guest import Guest

if TYPE_CHECKING:
    from server.table import Table


def viewers(table: Table, guest: Guest) -> tuple[int, ...]:
    """As whom a guest sees: their seat where the game has secrets, else everybody.

    Where several people look at one screen it also needs what all of them may see, first of all.
    """
    yours = seats_of(table, guest)
    if not table.match.game.info.hidden:
        return (EVERYBODY,)
    return yours if len(yours) == 1 else (EVERYBODY, *yours)


def seats_of(table: Table, guest: Guest) -> tuple[int, ...]:
    """The seats for which this guest decides."""
    return tuple(seat for seat, chair in enumerate(table.chairs) if chair.held_by(guest.number))


def holders(table: Table) -> tuple[Holder, ...]:
    """Who holds the seats, as everybody may know it."""
    return tuple(chair.holder() for chair in table.chairs)


def spectators(table: Table) -> int:
    """How many guests hold no seat."""
    return sum(not seats_of(table, guest) for guest in table.guests.values())


def scene(table: Table, guest: Guest) -> Scene:
    """Everything about the table as `guest` may know it."""
    match = table.match
    first, *others = viewers(table, guest)
    told = match.snapshot(_viewer(first))
    log = tuple((step.seat, codec.plain(step.action)) for step in told.log)
    views = ((viewer, match.view(len(match.steps), _viewer(viewer))) for viewer in others)
    return Scene(
        table=table.number,
        title=table.title,
        game=match.game.info.key,
        options=match.options,
        seats=match.seats,
        series=table.series,
        phase=table.phase,
        host=table.host,
        holders=holders(table),
        yours=seats_of(table, guest),
        turn=match.turn,
        to_act=match.to_act(),
        sights=(
            Sight(first, codec.plain(told.view), log),
            *(Sight(viewer, codec.plain(view)) for viewer, view in views),
        ),
        outcome=match.outcome(),
        commitment=match.commitment.hex(),
        seed=told.seed.hex(),
        pause=table.robots.pause,
        paused=table.robots.paused,
        spectators=spectators(table),
        port=table.house.port,
    )


def people(table: Table, guest: Guest) -> People:
    """Who is at the table."""
    yours = seats_of(table, guest)
    return People(table.number, table.host, holders(table), yours, spectators(table))


def line(table: Table) -> TableLine:
    """The table in the lobby's list."""
    return TableLine(
        table.number,
        table.title,
        table.match.game.info.key,
        table.match.seats,
        holders(table),
        table.phase,
        spectators(table),
    )


class Telling:
    """A move that was accepted, told to guest after guest."""

    def __init__(self, table: Table, move: Move) -> None:
        self._table, self._move = table, move
        self._first = len(table.match.steps) - len(move.steps)
        self._lanes: dict[int, tuple[SeenStep, ...]] = {}
        self._late: dict[int, tuple[Unsealed, ...]] = {}
        self._told: dict[tuple[int, ...], Stepped] = {}
        self._seed = table.match.snapshot(None).seed.hex() if not table.match.to_act() else ""

    def to(self, guest: Guest) -> Stepped:
        """The steps as `guest` may see them; the very same message for all who see as the same."""
        who = viewers(self._table, guest)
        if who not in self._told:
            self._told[who] = self._stepped(who)
        return self._told[who]

    def _stepped(self, who: tuple[int, ...]) -> Stepped:
        table, match, move = self._table, self._table.match, self._move
        return Stepped(
            table=table.number,
            turn=move.turn,
            now=match.turn,
            sights=tuple((viewer, self._lane(viewer)) for viewer in who),
            to_act=match.to_act(),
            outcome=match.outcome(),
            series=table.series,
            seed=self._seed,
            unsealed=self._unsealed(who[0]),
        )

    def _lane(self, viewer: int) -> tuple[SeenStep, ...]:
        if viewer not in self._lanes:
            match = self._table.match
            numbers = range(self._first, len(match.steps))
            self._lanes[viewer] = tuple(_seen(match, number, viewer) for number in numbers)
        return self._lanes[viewer]

    def _unsealed(self, viewer: int) -> tuple[Unsealed, ...]:
        if viewer not in self._late:
            match, who = self._table.match, _viewer(viewer)
            self._late[viewer] = tuple(
                Unsealed(number, codec.plain(match.seen(number, who, len(match.steps)).action))
                for number in match.opened(self._first, who)
            )
        return self._late[viewer]


def _seen(match: Match, number: int, viewer: int) -> SeenStep:
    """Step `number` and the view after it, as they look just then: what follows may open more."""
    who, after = _viewer(viewer), number + 1
    step = match.seen(number, who, after)
    return SeenStep(step.seat, codec.plain(step.action), codec.plain(match.view(after, who)))


def _viewer(number: int) -> Seat | None:
    return None if number == EVERYBODY else Seat(number)
