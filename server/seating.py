"""The commands about who sits where: watch, sit, return, hand over, take back, free, leave.

As in `server.play`, the table's lock is held and everything is told before `Done`. On arrival that is
`Seated` for each seat, then a `Scene`; everybody else hears `People`.
"""

from __future__ import annotations

from core import messages as m
from core.game import Refused, Seat
from server import chairs, play
from server.chairs import Chair
from server.guest import Guest
from server.table import Table


async def watch(table: Table, guest: Guest, command: m.Watch) -> m.Done:
    """Be a spectator."""
    _arrive(table, guest)
    return m.Done(command.id, table.match.turn)


async def sit(table: Table, guest: Guest, command: m.Sit) -> m.Done:
    """Take an open seat."""
    name = m.clean_name(command.name)
    seat = table.seat_of(guest, command.seat)
    if table.chairs[seat].kind != "open":
        raise Refused("net.refusal.seat_taken")
    _need_open(table, guest, seat)
    await _take(table, guest, seat, name)
    return m.Done(command.id, table.match.turn)


async def come_back(table: Table, guest: Guest, command: m.Return) -> m.Done:
    """Take a seat again with its token, which is renewed; the newer connection wins."""
    seat = chairs.find(table.chairs, command.token)
    before = table.guests.get(table.chairs[seat].guest)
    table.shown.returns(guest.number, seat)
    await _seat(table, guest, seat, table.chairs[seat].name)
    if before is not None and before is not guest:
        if table.is_host(before):
            table.host = guest.number
        before.send(m.Notice("net.notice.taken_over"))
        table.show()
    return m.Done(command.id, table.match.turn)


async def take_back(table: Table, guest: Guest, command: m.TakeBack) -> m.Done:
    """Take a seat from its AI: one of mine, or one that nobody owns."""
    seat = table.seat_of(guest, command.seat)
    chair = table.chairs[seat]
    if chair.kind != "bot":
        raise Refused("net.refusal.no_bot_there")
    if chair.owned_by(guest.number):
        await table.reseat(chairs.changed(table.chairs, seat, chair.taken_back()))
        table.show(guest)
        table.introduce(guest)
    elif chair.token:
        raise Refused("net.refusal.not_your_seat")
    else:
        _need_open(table, guest, seat)
        await _take(table, guest, seat, m.clean_name(command.name))
    return m.Done(command.id, table.match.turn)


async def hand_over(table: Table, guest: Guest, command: m.HandOver) -> m.Done:
    """Let an AI hold one of my seats, or as host any that no present person decides for."""
    seat = table.seat_of(guest, command.seat)
    chair = table.chairs[seat]
    _need_say(table, guest, chair)
    after = chairs.bot(command.level) if chair.kind == "open" else chair.handed_over(command.level)
    await _give(table, guest, seat, after)
    return m.Done(command.id, table.match.turn)


async def free(table: Table, guest: Guest, command: m.Free) -> m.Done:
    """Open one of my seats for anybody, or as host an AI's or an away person's."""
    seat = table.seat_of(guest, command.seat)
    _need_say(table, guest, table.chairs[seat])
    await _give(table, guest, seat, Chair())
    return m.Done(command.id, table.match.turn)


async def leave(table: Table, guest: Guest, command: m.Leave) -> m.Done:
    """Go. Before the start the seats become open, later they wait for their people."""
    await depart(table, guest)
    return m.Done(command.id)


async def depart(table: Table, guest: Guest) -> None:
    """The guest is not at the table any more, however that came. The table's lock is held."""
    mine = [seat for seat, chair in enumerate(table.chairs) if chair.guest == guest.number]
    seats = table.chairs
    for seat in mine:
        after = Chair() if table.phase == "gathering" else seats[seat].without_guest()
        seats = chairs.changed(seats, seat, after)
    try:
        await table.reseat(seats) if mine else None
    except Refused:
        table.sit(tuple(c.without_guest() if c.guest == guest.number else c for c in table.chairs))
    table.guests.pop(guest.number, None)
    guest.table = None
    _succeed(table, guest)
    await _withdraw(table, guest)
    table.introduce()
    table.house.changed()


async def _withdraw(table: Table, guest: Guest) -> None:
    """A question by or to somebody who is gone is settled without them."""
    if table.question is None:
        return
    if table.question.asker == guest.number:
        table.question = None
        return
    try:
        await play.agree(table, guest.number)
    except Refused:
        table.question = None  # it could not be stored: nothing is taken back


def _need_open(table: Table, guest: Guest, seat: Seat) -> None:
    """Nobody sees secrets by sitting down: they could give the seat back, and go on knowing them.

    So nobody new sits down at a seat that is ready while others still decide; nor, while somebody else plays
    and there are secrets, at a second one. Raises `Refused`, for a reason that everybody can see.
    """
    match, shown = table.match, table.shown
    if table.phase == "gathering" or shown.held_last(guest.number, seat):
        return
    if match.own(seat) and seat not in match.to_act():
        raise Refused("net.refusal.sealed_seat")
    others = any(chair.token and chair.guest != guest.number for chair in table.chairs)
    if others and match.game.secrets(match.state) and shown.knows_another(guest.number, seat):
        raise Refused("net.refusal.second_hand")


async def _take(table: Table, guest: Guest, seat: Seat, name: str) -> None:
    """Sit down. Where somebody else sat, what they sealed is theirs, and is decided anew."""
    theirs = seat in table.match.lines and not table.shown.held_last(guest.number, seat)
    await _seat(table, guest, seat, name, seat if theirs else None)


async def _seat(table: Table, guest: Guest, seat: int, name: str, anew: Seat | None = None) -> None:
    chair, token = chairs.taken(name, guest.number)
    await table.reseat(chairs.changed(table.chairs, seat, chair), anew)
    guest.send(m.Seated(table.number, seat, token))
    _arrive(table, guest)


def _arrive(table: Table, guest: Guest) -> None:
    table.join(guest)
    if table.host == 0:
        table.host = _heir(table)
    table.show(guest)
    table.introduce(guest)


async def _give(table: Table, guest: Guest, seat: int, chair: Chair) -> None:
    """Somebody else holds the seat now; where that changes what the guest may see, show it."""
    await table.reseat(chairs.changed(table.chairs, seat, chair))
    table.show(guest)
    table.introduce(guest)


def _need_say(table: Table, guest: Guest, chair: Chair) -> None:
    """Whether the guest may decide about this seat. Raises `Refused`."""
    if chair.guest == guest.number and chair.kind != "open":
        return
    table.need_host(guest)
    if chair.guest:
        raise Refused("net.refusal.not_your_seat")


def _succeed(table: Table, guest: Guest) -> None:
    """A host who is gone is followed by somebody else."""
    if table.is_host(guest):
        table.host = _heir(table)


def _heir(table: Table) -> int:
    """The next host: a person with a seat; whoever watches, unless people may come back; else nobody."""
    sitting = [chair.guest for chair in table.chairs if chair.guest]
    watching = [] if table.awaited() else [*table.guests]
    return next(iter([*sitting, *watching]), 0)
