"""Commands about who sits where: watch, sit, return, hand over, take back, free, kick, mute, leave.

As in `server.tables.play`, the table's lock is held and all messages are sent before `Done`. On arrival these
are `Seated` for each seat, then a `TableView`; everybody else is sent `Occupants`.
"""

from __future__ import annotations

from typing import Final

from core.game import Refusal, Refused, Seat
from core.protocol import messages as m
from server.tables import chairs, play, views
from server.tables.chairs import Chair
from server.tables.contract import Guest
from server.tables.duplicate import Duplicate
from server.tables.table import Table

MOST_BANS: Final = 256
"""Marks of banned guests kept per table; the oldest are forgotten."""


async def watch(table: Table, guest: Guest, command: m.Watch) -> None:
    """Become a spectator, where there may be any; a guest who holds a seat here keeps it."""
    if table.is_secret() and guest.table is not table:
        raise Refused("net.refusal.duplicate_watch")
    if table.terms.delay is None and guest.table is not table:
        raise Refused("net.refusal.no_spectators")
    _arrive(table, guest)


async def sit(table: Table, guest: Guest, command: m.Sit) -> None:
    """Take an open seat. Sent again, the command brings its guest back there."""
    name = m.clean_name(command.name)
    seat = table.seat_of(guest, command.seat)
    if chairs.find(table.chairs, command.token) == seat:
        await _come_back(table, guest, seat, command.token)
        return
    if table.chairs[seat].kind != "open":
        raise Refused("net.refusal.seat_taken")
    _need_open(table, guest, seat)
    chair = chairs.person_chair(
        name, guest.number, command.token, command.portrait, command.program, guest.fingerprint
    )
    await _take(table, guest, seat, chair, command.token)


async def come_back(table: Table, guest: Guest, command: m.Return) -> None:
    """Take a seat again with its token, which is renewed."""
    seat = chairs.find(table.chairs, command.token, command.fresh)
    if seat is None:
        raise Refused("net.refusal.token")
    chairs.need_new_token(chairs.with_chair(table.chairs, seat, Chair()), command.fresh)
    await _come_back(table, guest, Seat(seat), command.fresh)


async def reopen(table: Table, guest: Guest, command: m.Open) -> None:
    """Bring the opener of the table, who never got the answer to `Open`, to its seats again."""
    _arrive(table, guest)
    for plan in command.plans:
        seat = None if plan.token is None else chairs.find(table.chairs, plan.token)
        if plan.token is not None and seat is not None:
            await _come_back(table, guest, Seat(seat), plan.token)


async def _come_back(table: Table, guest: Guest, seat: Seat, token: bytes) -> None:
    """Seat a guest again; the newer connection wins. The host's own seat makes its guest the host."""
    chair = table.chairs[seat]
    before = table.guests.get(chair.guest)
    table.shown.returns(guest.number, seat)
    if seat == table.patron or (before is not None and table.is_host(before)):
        table.host = guest.number
    back = chairs.person_chair(
        chair.name, guest.number, token, chair.portrait, chair.program, chair.fingerprint
    )
    back = back.with_mute(chair.muted)
    if chair.kind == "bot" and chair.level is not None and table.clocks.is_up(seat):
        back = back.handed_over(chair.level)
    await _seat(table, guest, seat, back, token)
    if before is not None and before is not guest:
        before.send(m.Notice("net.notice.taken_over"))
        if not views.seats_of(table, before):
            await _withdraw(table, before)
        table.show()


async def take_back(table: Table, guest: Guest, command: m.TakeBack) -> None:
    """Take the guest's own seat, or one that nobody owns, from its AI; also brings the guest back."""
    seat = table.seat_of(guest, command.seat)
    chair = table.chairs[seat]
    if command.token is not None and chairs.find(table.chairs, command.token) == seat:
        await _come_back(table, guest, seat, command.token)
        return
    if chair.kind != "bot":
        raise Refused("net.refusal.no_bot_there")
    if chair.owned_by(guest.number):
        if table.clocks.is_up(seat):
            raise Refused("net.refusal.time_up")
        await table.reseat(chairs.with_chair(table.chairs, seat, chair.taken_back()))
        table.show(guest)
        table.introduce(guest)
    elif chair.token:
        raise Refused("net.refusal.not_your_seat")
    else:
        _need_open(table, guest, seat)
        if command.token is None:
            raise Refused("net.refusal.no_token")
        name = m.clean_name(command.name)
        mine = guest.fingerprint
        sitting = chairs.person_chair(name, guest.number, command.token, command.portrait, fingerprint=mine)
        await _take(table, guest, seat, sitting, command.token)


async def hand_over(table: Table, guest: Guest, command: m.HandOver) -> None:
    """Let an AI hold one of the guest's seats, or as host any that no present person decides for."""
    seat = table.seat_of(guest, command.seat)
    chair = table.chairs[seat]
    _need_authority(table, guest, chair)
    after = chairs.bot_chair(command.level) if chair.kind == "open" else chair.handed_over(command.level)
    await _give(table, guest, seat, after)


async def free(table: Table, guest: Guest, command: m.FreeSeat) -> None:
    """Open one of the guest's seats for anybody, or as host an AI's or an away person's."""
    seat = table.seat_of(guest, command.seat)
    chair = table.chairs[seat]
    _need_authority(table, guest, chair)
    mine = sum(each.guest == guest.number for each in table.chairs)
    if table.is_secret() and chair.guest == guest.number and mine == 1:
        raise Refused("net.refusal.duplicate_seat")  # without a seat nobody may look on
    await _give(table, guest, seat, Chair())


async def kick(table: Table, guest: Guest, command: m.Kick) -> None:
    """Send a guest away for good; their seats are open."""
    other = _other(table, guest, command.guest)
    seats = tuple(Chair() if chair.guest == other.number else chair for chair in table.chairs)
    await table.ban((*table.banned, *_ban_marks(table, other))[-MOST_BANS:], seats)
    other.dismiss(Refusal("net.bye.kicked"))


def _ban_marks(table: Table, other: Guest) -> tuple[str, ...]:
    """Marks that identify a banned guest later. Its address is none if the host has the same."""
    host = table.guests.get(table.host)
    shared = host is not None and host.address == other.address
    return (other.client.hex(),) if shared or not other.address else (other.client.hex(), other.address)


async def mute(table: Table, guest: Guest, command: m.Mute) -> None:
    """Send this guest's chat to nobody, or to everybody again."""
    other = _other(table, guest, command.guest)
    mute = table.muted.add if command.muted else table.muted.discard
    await table.reseat(
        tuple(
            chair.with_mute(command.muted) if chair.guest == other.number else chair for chair in table.chairs
        )
    )
    mute(other.client)
    table.introduce()


def _other(table: Table, guest: Guest, number: int) -> Guest:
    """A guest at the table, for its host to deal with. Raises `Refused`."""
    table.need_host(guest)
    other = table.guests.get(number)
    if other is None:
        raise Refused("net.refusal.no_such_guest")
    if other is guest:
        raise Refused("net.refusal.yourself")
    return other


async def leave(table: Table, guest: Guest, command: m.Leave) -> None:
    """Leave the table. Before the start the seats become open, later they wait for their people."""
    await depart(table, guest)


async def depart(table: Table, guest: Guest, lost: bool = False) -> None:
    """Remove a guest from the table, for whatever reason. The table's lock is held.

    A guest whose connection was `lost` may be on the way back: their seats wait for them, before the start,
    too.
    """
    mine = [seat for seat, chair in enumerate(table.chairs) if chair.guest == guest.number]
    seats = table.chairs
    for seat in mine:
        after = Chair() if table.phase == "gathering" and not lost else seats[seat].without_guest()
        seats = chairs.with_chair(seats, seat, after)
    try:
        await table.reseat(seats) if mine else None
    except Refused:
        table.sit(tuple(c.without_guest() if c.guest == guest.number else c for c in table.chairs))
    table.guests.pop(guest.number, None)
    guest.table = None
    _replace_host(table, guest)
    await _withdraw(table, guest)
    table.introduce()
    table.services.changed()


async def _withdraw(table: Table, guest: Guest) -> None:
    """Settle a question by or to somebody who is gone without them."""
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
    """Check that sitting down shows nobody secrets: they could give the seat back and still know them.

    So nobody new may take a seat that is ready while others still decide; nor, in a game with secrets, a
    second seat while somebody else plays; nor, in a duplicate, any seat once draws are known. Raises
    `Refused`, for a reason that everybody can see.
    """
    match, shown = table.match, table.shown
    if table.phase != "gathering" and shown.held_last(guest.number, seat):
        return
    if table.duplicate is not None and not table.results:
        _need_first_table(table, table.duplicate, guest)
    if table.phase == "gathering":
        return
    if match.own(seat) and seat not in match.to_act():
        raise Refused("net.refusal.sealed_seat")
    others = any(chair.token and chair.guest != guest.number for chair in table.chairs)
    if others and match.game.secrets(match.state) and shown.knows_another(guest.number, seat):
        raise Refused("net.refusal.second_hand")


def _need_first_table(table: Table, together: Duplicate[Table], guest: Guest) -> None:
    """Check that somebody new at a table of a duplicate cannot know its draws from another one."""
    if together.has_begun():
        raise Refused("net.refusal.duplicate_begun")
    others = (each for other in together.others(table) for each in other.guests.values())
    if any(each.client == guest.client for each in others):
        raise Refused("net.refusal.duplicate_two")


async def _take(table: Table, guest: Guest, seat: Seat, chair: Chair, token: bytes) -> None:
    """Sit down. Sealed decisions of another person who sat there are dropped and made anew."""
    chairs.need_new_token(table.chairs, token)
    theirs = seat in table.match.branches and not table.shown.held_last(guest.number, seat)
    chair = chair.with_mute(guest.client in table.muted)
    table.clocks.grant(seat)
    await _seat(table, guest, seat, chair, token, seat if theirs else None)


async def _seat(
    table: Table, guest: Guest, seat: Seat, chair: Chair, token: bytes, anew: Seat | None = None
) -> None:
    await table.reseat(chairs.with_chair(table.chairs, seat, chair), anew)
    guest.send(m.Seated(table.number, seat, token))
    _arrive(table, guest)


def _arrive(table: Table, guest: Guest) -> None:
    table.join(guest)
    if table.host == 0:
        table.host = _next_host(table)
    table.show(guest)
    table.introduce(guest)


async def _give(table: Table, guest: Guest, seat: int, chair: Chair) -> None:
    """Change the holder of a seat, and show the table again where this changes what the guest may see."""
    await table.reseat(chairs.with_chair(table.chairs, seat, chair))
    table.show(guest)
    table.introduce(guest)


def _need_authority(table: Table, guest: Guest, chair: Chair) -> None:
    """Check that the guest may decide about this seat. Raises `Refused`."""
    if chair.guest == guest.number and chair.kind != "open":
        return
    table.need_host(guest)
    if chair.guest:
        raise Refused("net.refusal.not_your_seat")


def _replace_host(table: Table, guest: Guest) -> None:
    """Make somebody else the host when the host is gone."""
    if table.is_host(guest):
        table.host = _next_host(table)


def _next_host(table: Table) -> int:
    """The next host: a person with a seat; a spectator, unless people may come back; else nobody."""
    sitting = [chair.guest for chair in table.chairs if chair.guest]
    watching = [] if table.is_awaited() else [*table.guests]
    return next(iter([*sitting, *watching]), 0)
