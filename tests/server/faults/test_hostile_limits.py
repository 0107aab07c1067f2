"""What one connection may do, all from one address together, and those who have not said who they are."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from time import monotonic
from typing import Any

import msgspec
import pytest

from core import codec
from core.game import Refused
from core.protocol import messages as m
from core.protocol.wire import FRAME_FROM_GUEST, PREAMBLE, Connection, ConnectionSide, ProtocolBroken
from server.net import admission
from server.net.admission import AddressQuota
from server.net.limits import Bucket, Limits, command_cost
from server.rate_limited_log import RateLimitFilter
from tests.server.faults.hostile_frames import ALMOST_BOMBS, framed
from tests.server.faults.hostile_room import GENEROUS, Call, Room, in_room
from tests.server.helpers import planned

ONCE = msgspec.structs.replace(GENEROUS, rate=1e-9, burst=5.0, crowd=2.0, forgiving=1e-9)
"""Five commands for each, ten for all from one address, and never another one."""
USUAL = msgspec.structs.replace(Limits(), tick=1e9)


async def _guest(room: Room, address: str = "10.0.0.1") -> Call:
    call = room.call(address, keep=True)
    call.hello()
    await _rest()
    return call


async def _rest() -> None:
    """Everybody has their turn a few times."""
    for _ in range(40):
        await asyncio.sleep(0)


async def _tries(call: Call, times: int) -> int:
    """How many of so many commands are done; the others are too fast."""
    answers = [await call.do(m.Browse) for _ in range(times)]
    refused = {answer.why.code for answer in answers if isinstance(answer, m.Failed)}
    assert refused <= {"net.refusal.too_fast"}
    return sum(isinstance(answer, m.Done) for answer in answers)


# --- Rates ----------------------------------------------------------------------------------------------


def test_all_from_one_address_share_what_they_may_do() -> None:
    async def test(room: Room) -> None:
        three = [await _guest(room) for _ in range(3)]
        assert [await _tries(call, 6) for call in three] == [5, 5, 0]
        assert await _tries(await _guest(room, "10.0.0.2"), 6) == 5, "elsewhere nobody knows of it"

    in_room(test, ONCE)


def test_whoever_calls_again_has_not_more() -> None:
    async def test(room: Room) -> None:
        done = 0
        for _ in range(4):
            call = await _guest(room)
            done += await _tries(call, 6)
            await call.hang_up()
            room.door.tick(monotonic())
        assert done == 10

    in_room(test, ONCE)


def test_an_address_is_forgotten_once_it_owes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[AddressQuota] = []

    class Noted(AddressQuota):
        def __init__(self, limits: Limits) -> None:
            super().__init__(limits)
            made.append(self)

    async def test(room: Room) -> None:
        call = await _guest(room)
        assert await _tries(call, 1) == 1
        room.door.tick(monotonic())
        other = await _guest(room)
        assert len(made) == 1, "it is here"
        for each in (call, other):
            await each.hang_up()
        room.door.tick(monotonic())
        await _guest(room)
        assert len(made) == 2

    monkeypatch.setattr(admission, "AddressQuota", Noted)
    in_room(test)


def test_a_class_of_sixty_behind_one_router_is_never_too_fast() -> None:
    """All arrive in one moment, look around, sit down or open a table, play, and talk."""

    async def test(room: Room) -> None:
        pupils = [await _guest(room) for _ in range(60)]
        for call in pupils:
            assert await _tries(call, 1) == 1
        for number, call in enumerate(pupils):
            if number % 2 == 0:
                opened = await call.do(m.Open, game="sturt", options={}, plans=planned(("me", "open")))
                assert isinstance(opened, m.Done), opened
            else:
                sit = {"table": opened.table, "seat": 1, "name": "Bo", "token": b"%16d" % number}
                assert isinstance(await call.do(m.Sit, **sit), m.Done)
        for call in pupils:
            assert isinstance(await call.do(m.Say, text="hello"), m.Done)

    in_room(test, USUAL)


def test_a_couch_of_four_may_do_twenty_things_in_a_moment_each() -> None:
    async def test(room: Room) -> None:
        four = [await _guest(room) for _ in range(4)]
        assert [await _tries(call, 20) for call in four] == [20] * 4

    in_room(test, USUAL)


def test_what_takes_long_counts_more() -> None:
    plain = m.Open(1, "sturt", {}, (m.SeatPlan("open"),))
    assert command_cost(m.Say(1, "x")) == 1 < command_cost(m.SearchArchive(1)) < command_cost(plain)
    assert command_cost(msgspec.structs.replace(plain, record="x" * 16_000)) > Limits().burst
    assert command_cost(m.Watch(1, 1, "guessed")) > command_cost(m.Watch(1, 1)) == 1


def test_nothing_costs_more_than_all_that_may_be_done_at_once() -> None:
    now = iter([0.0, 0.0, 0.0, 6.0])
    bucket = Bucket(1.0, 6.0, lambda: next(now))
    assert [bucket.take(100.0), bucket.take(), bucket.take(100.0)] == [True, False, True]


def test_who_is_too_fast_now_and_then_for_hours_is_not_sent_away() -> None:
    """Six at once are too many here, but not one every second."""

    async def test(room: Room, clock: Clock) -> None:
        call = await _guest(room)
        for _ in range(20):
            while await _tries(call, 1):
                pass
            clock.now += 1.0
        assert not call.over

    limits = msgspec.structs.replace(USUAL, rate=1.0, burst=2.0, excess=5)
    with pytest.MonkeyPatch.context() as patch:
        clock = Clock(patch)
        in_room(lambda room: test(room, clock), limits)


def test_who_acknowledges_without_end_is_sent_away_and_may_not_do_more_meanwhile() -> None:
    """It is no command, and nobody answers it: but it counts like one."""

    async def test(room: Room) -> None:
        call, other = await _guest(room), await _guest(room, "10.0.0.2")
        said = call.wire.send(m.Acknowledge(0))
        call.feed(said * 5)
        assert await _tries(call, 1) == 0
        call.feed(said * 4)
        await _rest()
        assert not call.over
        call.feed(said)
        await _rest()
        assert call.over and await _tries(other, 1) == 1

    in_room(test, msgspec.structs.replace(ONCE, excess=5))


# --- Turns ----------------------------------------------------------------------------------------------


def test_a_thousand_commands_at_once_are_done_in_turn_with_everybody_elses() -> None:
    async def test(room: Room) -> None:
        flood, ada, bo = [await _guest(room) for _ in range(3)]
        assert isinstance(await ada.do(m.Open, game="sturt", options={}, plans=planned(("me", "me"))), m.Done)
        flood.feed(b"".join(flood.wire.send(m.Browse(number)) for number in range(1000)))
        await asyncio.sleep(0)
        for other in (ada, bo):
            for _ in range(5):
                assert isinstance(await other.do(m.Browse), m.Done)
        done = sum(isinstance(message, m.Done) for message in flood.read())
        assert 0 < done < 300

    in_room(test)


def test_many_who_are_at_no_table_do_not_delay_those_who_are() -> None:
    """In each round of the loop one of those who play has its turn, and a few of the others."""

    async def test(room: Room) -> None:
        ada = await _guest(room)
        await ada.do(m.Open, game="sturt", options={}, plans=planned(("me", "me")))
        others = [await _guest(room) for _ in range(100)]
        for call in others:
            call.read()
            call.feed(b"".join(call.wire.send(m.Browse(number)) for number in range(20)))
        for _ in range(20):
            assert isinstance(await ada.do(m.Say, text="hello"), m.Done)
        assert sum(len(call.read()) for call in others) < 1000, "of 4,000 messages"
        await _rest()

    in_room(test)


# --- Strangers ------------------------------------------------------------------------------------------


def test_the_longest_silent_stranger_of_the_fullest_address_makes_room() -> None:
    async def test(room: Room) -> None:
        single = room.call("10.0.0.9")
        crowd = [room.call("10.0.0.1") for _ in range(4)]
        await _rest()
        assert [call.over for call in (single, *crowd)] == [False, True, False, False, False]
        ada = await _guest(room, "10.0.0.2")
        assert [call.over for call in (single, *crowd)] == [False, True, True, False, False]
        assert isinstance(await ada.do(m.Browse), m.Done)
        for call in (single, *crowd):
            await call.hang_up()

    in_room(test, msgspec.structs.replace(GENEROUS, strangers=4))


def test_strangers_take_no_guests_place() -> None:
    limits = msgspec.structs.replace(GENEROUS, connections=2, per_address=2)

    async def test(room: Room) -> None:
        silent = [room.call() for _ in range(10)]
        guests = [await _guest(room) for _ in range(3)]
        assert [call.over for call in guests] == [False, False, True]
        assert guests[2].read()[-1].why.code == "net.refusal.full"
        assert room.call(keep=True).over, "told at once, without a hello"
        await guests[0].hang_up()
        assert not (await _guest(room)).over
        for call in silent:
            await call.hang_up()

    in_room(test, limits)


# --- Who is there ---------------------------------------------------------------------------------------


class Clock:
    """The time of all lines and rates: it goes on when the test says so."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        patch.setattr("server.net.listener.monotonic", lambda: self.now)
        patch.setattr(Bucket.__init__, "__defaults__", (lambda: self.now,))

    def later(self, room: Room, seconds: float) -> None:
        """Time passes, and all lines are looked after."""
        self.now += seconds
        room.door.tick(self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    yield Clock(monkeypatch)


def test_who_talks_but_never_answers_is_not_there(clock: Clock) -> None:
    """What one says does not show that one reads. Fifteen seconds later at most it is gone."""

    async def test(room: Room) -> None:
        deaf, ada = await _guest(room), await _guest(room)
        for _ in range(15):
            deaf.feed(deaf.wire.send(m.Browse(1)))
            await _rest()
            assert not deaf.over
            clock.later(room, 1.0)
            await _rest()
            if any(isinstance(message, m.Ping) for message in ada.read()):
                ada.feed(ada.wire.send(m.Pong()))
            await _rest()
        clock.later(room, 0.5)
        assert deaf.over
        assert not ada.over

    in_room(test, USUAL)


# --- Frames ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bomb", ALMOST_BOMBS, ids=lambda bomb: bomb[:4].hex() or "empty")
def test_what_a_few_bytes_claim_to_be_is_not_believed(bomb: bytes) -> None:
    connection = Connection(ConnectionSide.SERVER)
    connection.receive(PREAMBLE + connection.send(m.Hello("x", bytes(16))))
    with pytest.raises(ProtocolBroken) as broken:
        connection.receive(framed(bomb))
    assert broken.value.refusal.code == "codec.refusal.malformed"


def test_room_for_a_list_is_made_only_when_it_may_be_so_long() -> None:
    """A list of 32,768 in each of a thousand others would be 256 MiB for three thousand bytes."""
    with pytest.raises(Refused, match="exceeds max_array_len"):
        codec.unpack(b"\xdc\x80\x00" * 1000, items=64)
    assert codec.unpack(codec.pack([0] * 64), items=64) == [0] * 64
    connection = Connection(ConnectionSide.SERVER)
    connection.receive(PREAMBLE + connection.send(m.Hello("x", bytes(16))))
    with pytest.raises(ProtocolBroken) as broken:
        connection.receive(framed(b"\xdc\x00\x41" * 1000))
    assert "exceeds max_array_len" in str(broken.value.refusal.values["detail"])


def test_the_longest_things_a_guest_may_say_get_through() -> None:
    plans = tuple(m.SeatPlan("me", "x" * 24, token=b"t" * 64) for _ in range(m.MAX_SEATS))
    longest: list[Any] = [
        m.Act(2**53, 6, "x" * 16_000, 2**53, 2**53),
        m.Open(1, "great_split", {"x" * 20: "y"}, plans, title="x" * 24, record="x" * 14_000),
    ]
    connection = Connection(ConnectionSide.SERVER)
    connection.receive(PREAMBLE + connection.send(m.Hello("x" * 64, bytes(16))))
    for message in longest:
        raw = codec.encode(message)
        assert len(raw) <= FRAME_FROM_GUEST
        assert connection.receive(framed(raw)) == [message]


# --- Tables ---------------------------------------------------------------------------------------------


def test_nobody_is_waited_for_at_a_table_that_gave_way() -> None:
    """Whoever opens tables and goes leaves nothing behind but the few that there may be."""

    async def come_and_go(room: Room) -> int:
        """How much is going on afterwards."""
        call = await _guest(room)
        opened = await call.do(m.Open, game="sturt", options={}, plans=planned(("me", "open")))
        assert isinstance(opened, m.Done)
        await call.hang_up()
        await _rest()
        return len(asyncio.all_tasks())

    async def test(room: Room) -> None:
        one, two, *more = [await come_and_go(room) for _ in range(12)]
        assert len(room.lobby.tables) == 3
        assert more == [2 * two - one] * 10

    in_room(test, msgspec.structs.replace(GENEROUS, tables=3))


# --- The log --------------------------------------------------------------------------------------------


def test_nobody_can_fill_the_log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand guests come and go; what is wrong with the server itself is told nevertheless."""
    clock = Clock(monkeypatch)
    log = logging.Logger("crowd")
    log.addFilter(RateLimitFilter())
    log.addHandler(caplog.handler)
    for number in range(10_000):
        log.info("guest %d: connected", number)
    log.error("something is wrong")
    clock.now += 1.0
    log.info("guest %d: connected", 10_000)
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 502
    assert lines[-2:] == ["(9500 lines left out) something is wrong", "guest 10000: connected"]
