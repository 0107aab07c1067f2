"""Real sockets: what strangers, slow, silent and hasty guests meet, and that nobody else notices."""

from __future__ import annotations

import asyncio
import socket
from time import monotonic
from typing import Any

import msgspec
import pytest

from core import codec
from core.game import Refusal
from core.protocol import messages as m
from core.protocol.messages import LOWEST_PROTOCOL, PROTOCOL
from core.protocol.wire import MAGIC, PREAMBLE, ProtocolBroken
from server.net.limits import Limits
from tests.server.helpers import Hall, Talker, greeting, planned, play_at_random

HELLO = {"is": "Hello", "client": bytes(m.CLIENT_BYTES)}
SIT = {"is": "Sit", "id": 1, "table": 1, "seat": 0, "name": "Bo", "token": bytes(16)}


def _frame(raw: bytes) -> bytes:
    return len(raw).to_bytes(4, "big") + raw


def _said(**message: object) -> bytes:
    return codec.pack(message)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "net.refusal.not_tilewright"),
        (b"\0" * 4096, "net.refusal.not_tilewright"),
        (MAGIC + bytes([LOWEST_PROTOCOL - 1]), "net.refusal.older"),
        (MAGIC + bytes([PROTOCOL + 1]) + _frame(_said(**HELLO, program="x", lowest=99)), "net.refusal.newer"),
        (MAGIC + bytes([PROTOCOL + 1]) + _frame(_said(**{"is": "Fly"})), "net.refusal.out_of_order"),
        (PREAMBLE + _frame(codec.encode(m.Pong())), "net.refusal.out_of_order"),
        (PREAMBLE + _frame(codec.encode(m.Acknowledge(0))), "net.refusal.out_of_order"),
        (PREAMBLE + (1025).to_bytes(4, "big"), "net.refusal.too_big"),
        (PREAMBLE + _frame(b"\xc1"), "codec.refusal.malformed"),
        (PREAMBLE + _frame(_said(**HELLO, program="x" * 65)), "codec.refusal.malformed"),
        (PREAMBLE + _frame(_said(**HELLO, program="x", more=1)), "codec.refusal.malformed"),
        (PREAMBLE + _frame(_said(**{"is": "Hello", "program": "x"})), "codec.refusal.malformed"),
        (PREAMBLE + _frame(_said(**{**HELLO, "client": b"x"}, program="x")), "codec.refusal.malformed"),
    ],
)
def test_a_stranger_is_told_why_and_the_others_play_on(sent: bytes, code: str) -> None:
    with Hall() as hall, hall.dial() as ada, hall.dial(hello=False) as stranger:
        ada.do(m.Open, game="sturt", options={}, plans=planned(("me", "me")))
        stranger.sock.sendall(sent)
        assert stranger.bye().code == code
        assert ada.do(m.Act, seat=0, action="5@0,0", turn=0) == m.Done(2)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"\x81\xa2is\xa3Fly", "codec.refusal.malformed"),
        (codec.pack({"is": "Browse", "id": -1}), "codec.refusal.malformed"),
        (_said(**HELLO, program="again"), "net.refusal.out_of_order"),
        (
            codec.pack({"is": "Say", "id": 1, "text": [[[[[[[[[[[[[[[]]]]]]]]]]]]]]]}),
            "codec.refusal.malformed",
        ),
        (
            codec.pack({"is": "Sit", "id": 1, "table": 1, "seat": 0, "name": b"\xff"}),
            "codec.refusal.malformed",
        ),
        *(
            (_said(**{**SIT, "portrait": portrait}), "codec.refusal.malformed")
            for portrait in ("x" * 25, "fox\n", "Fox", "../fox", "füchsin", 7, None, b"fox")
        ),
        (codec.pack({"is": "SetPace", "id": 1, "pause": float("nan")}), "codec.refusal.malformed"),
        (_said(**{"is": "Acknowledge", "turn": -1}), "codec.refusal.malformed"),
        (b"\xdd\xff\xff\xff\xff", "codec.refusal.malformed"),
    ],
)
def test_a_guest_who_talks_junk_is_sent_away_after_what_came_before(raw: bytes, code: str) -> None:
    with Hall() as hall, hall.dial() as guest:
        guest.sock.sendall(guest.wire.send(m.Browse(7)) + _frame(raw) + guest.wire.send(m.Browse(8)))
        assert guest.until(m.Done).id == 7
        assert guest.bye().code == code


def test_a_message_in_single_bytes_is_the_same_message() -> None:
    with Hall() as hall, hall.dial(hello=False) as guest:
        for byte in guest.wire.opening() + guest.wire.send(greeting()) + guest.wire.send(m.Browse(1)):
            guest.sock.sendall(bytes([byte]))
        assert guest.until(m.Done).id == 1


class Clock:
    """The time of all lines of a hall: it goes on when the test says so, and then they are looked after."""

    LIMITS = Limits(ping=5.0, gone=15.0, tick=1e9, queue_time=1e9)

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr("server.net.listener.monotonic", lambda: self.now)

    def later(self, hall: Hall, seconds: float) -> None:
        async def tick() -> None:
            self.now += seconds
            hall.door.tick(self.now)

        hall.run(tick())


def test_half_a_frame_and_then_nothing_ends_only_that_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    with Hall(Clock.LIMITS) as hall, hall.dial() as after:
        after.sock.sendall(after.wire.send(m.Browse(1))[:-1])
        hall.lobby.limits = msgspec.structs.replace(Clock.LIMITS, handshake=0.1)
        with hall.dial(hello=False) as before:
            before.sock.sendall(PREAMBLE + b"\0\0")
            assert before.bye().code == "net.refusal.no_greeting"
        hall.lobby.limits = Clock.LIMITS
        clock.later(hall, 6.0)
        clock.later(hall, 10.0)
        assert {type(message) for message in _rest(after)} == {m.Ping}
        with hall.dial() as ada:
            assert ada.do(m.Browse)


def test_a_guest_who_answers_pings_stays_and_a_silent_one_goes_with_a_word_to_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    with Hall(Clock.LIMITS) as hall, hall.dial() as ada, hall.dial() as bo:
        ada.do(m.Open, game="sturt", options={}, plans=planned(("me", "open")))
        bo.do(m.Sit, table=1, seat=1, name="Bo")
        ada.do(m.Start)
        clock.later(hall, 6.0)
        ada.until(m.Ping)
        assert ada.do(m.Browse), "the answer to the ping has been read"
        clock.later(hall, 10.0)
        people = ada.until(m.Occupants, lambda people: people.holders[1].kind != "person")
        assert people.holders[1].kind == "away"


def test_a_hundred_thousand_frames_end_the_connection_and_nobody_else_waits() -> None:
    with Hall() as hall, hall.dial() as ada, hall.dial() as flood:
        ada.do(m.Open, game="sturt", options={}, plans=planned(("me", "me")))
        frames = b"".join(flood.wire.send(m.Browse(number)) for number in range(100_000))
        flood.sock.settimeout(0)
        sent = 0
        turn = 0
        while sent < len(frames):
            try:
                sent += flood.sock.send(frames[sent : sent + 65536])
            except BlockingIOError:
                pass
            except ConnectionError:
                break
            if turn < 6:
                turn += _card(ada, turn)
        flood.sock.settimeout(30)
        answers = _rest(flood)
        codes = [answer.why.code for answer in answers if isinstance(answer, m.Failed | m.Bye)]
        assert set(codes) == {"net.refusal.too_fast"}
        assert isinstance(answers[-1], m.Bye)
        assert ada.do(m.Browse)


def _rest(talker: Talker) -> list[Any]:
    """All that still comes, pings unanswered; how the connection ends does not matter."""
    found: list[Any] = list(talker.waiting)
    try:
        while data := talker.sock.recv(65536):
            found += talker.wire.receive(data)
    except ConnectionError:
        pass
    return found


def _card(talker: Talker, turn: int) -> int:
    places = ("0,0", "1,0", "2,0", "0,1", "1,1", "2,1")
    done = talker.do(m.Act, seat=turn % 2, action=f"5@{places[turn]}", turn=turn)
    assert isinstance(done, m.Done), done
    return 1


def test_a_couch_of_four_is_never_too_fast() -> None:
    with Hall() as hall, hall.dial() as ada:
        ada.do(m.Open, game="sturt", options={}, plans=planned(("me", "me")))
        for _ in range(50):
            assert isinstance(ada.do(m.Say, text="hurry up"), m.Done)


@pytest.mark.parametrize(
    "limits",
    [
        Limits(queue=2048, queue_time=1e9, gone=1e9, rate=1e6, burst=1e6, tick=0.05),
        Limits(queue=10**9, queue_time=0.3, gone=1e9, rate=1e6, burst=1e6, tick=0.05),
    ],
    ids=["too much", "too long"],
)
def test_who_does_not_read_is_cut_and_the_others_do_not_wait(limits: Limits) -> None:
    """Chat fills the queue of a spectator who reads nothing, until there is too much, or for too long."""
    with Hall(limits) as hall, hall.dial() as ada:
        ada.do(m.Open, game="sturt", options={}, plans=planned(("me", "me")))
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.connect(("127.0.0.1", hall.port))
        with Talker(slow) as deaf:
            deaf.ask(m.Watch, table=1)
            ada.until(m.Occupants, lambda people: people.spectators == 1)
            while not _alone_after_a_word(ada):
                pass
        assert isinstance(ada.do(m.Act, seat=0, action="5@0,0", turn=0), m.Done)


def _alone_after_a_word(talker: Talker) -> bool:
    """Say something; whether the answer came with the news that nobody watches any more."""
    number = talker.ask(m.Say, text="x" * 200)
    alone = False
    while not isinstance(message := talker.next(), m.Done) or message.id != number:
        assert message is not None, "whoever reads was cut"
        alone = alone or (isinstance(message, m.Occupants) and message.spectators == 0)
    return alone


def test_who_is_told_much_but_reads_it_stays() -> None:
    """At no tick is the queue empty, but what was in it at the tick before is sent."""

    async def busy(hall: Hall) -> None:
        (guest,) = hall.lobby.guests.values()
        for second in range(20):
            guest.send(m.Ping())
            hall.door.tick(monotonic() + second)
            await asyncio.sleep(0)

    with Hall(Limits(queue_time=5.0, ping=1e9, gone=1e9)) as hall, hall.dial() as ada:
        hall.run(busy(hall))
        assert isinstance(ada.do(m.Browse), m.Done)


@pytest.mark.parametrize("limits", [Limits(connections=2), Limits(per_address=2)])
def test_a_server_that_is_full_says_so(limits: Limits) -> None:
    with Hall(limits) as hall, hall.dial() as first:
        with hall.dial(), hall.dial(hello=False) as third:
            assert third.bye().code == "net.refusal.full"
        assert first.do(m.Browse)
        # The second's end is noticed as soon as its connection is read; until then the door stays shut.
        while True:
            with hall.dial(hello=False) as again:
                again.sock.sendall(again.wire.opening() + again.wire.send(greeting()))
                if isinstance(again.next(), m.Welcome):
                    break


def test_a_long_or_dirty_name_is_refused_and_the_guest_may_try_again() -> None:
    with Hall() as hall, hall.dial() as ada:
        for name in ("x" * 10_000, "a\x07b", "\u202eevil", "   "):
            plans = (m.SeatPlan("me", name), m.SeatPlan("open"))
            assert isinstance(ada.do(m.Open, game="sturt", options={}, plans=plans), m.Failed)
        assert isinstance(ada.do(m.Open, game="sturt", options={}, plans=planned(("me", "open"))), m.Done)


def test_the_server_says_goodbye_when_it_stops() -> None:
    with Hall() as hall, hall.dial() as ada, hall.dial() as bo:
        ada.do(m.Open, game="sturt", options={}, plans=planned(("me", "open")))
        bo.do(m.Sit, table=1, seat=1, name="Bo")
        hall.loop.call_soon_threadsafe(lambda: hall.loop.create_task(hall.door.close()))
        assert ada.bye().code == bo.bye().code == "net.bye.stopping"


def test_a_connection_cut_in_the_middle_of_a_game_is_made_again() -> None:
    with Hall() as hall, hall.dial() as ada:
        ada.do(m.Open, game="sturt", options={}, plans=planned(("me", "open")))
        with hall.dial() as bo:
            bo.ask(m.Sit, table=1, seat=1, name="Bo")
            token = bo.until(m.Seated).token
            ada.do(m.Start)
            ada.do(m.Act, seat=0, action="5@0,0", turn=0)
            bo.until(m.StepsMade)
            bo.sock.sendall(bo.wire.send(m.Act(9, 1, "5@1,0", 1))[:10])
        ada.until(m.Occupants, lambda people: people.holders[1].kind == "away")
        with hall.dial() as again:
            again.ask(m.Return, table=1, token=token)
            table_view = again.until(m.TableView)
            assert (table_view.yours, table_view.turn) == ((1,), 1)
            assert isinstance(again.do(m.Act, seat=1, action="5@1,0", turn=1), m.Done)
            assert ada.until(m.StepsMade, lambda stepped: stepped.turn == 1)


def test_a_game_against_an_ai_over_a_socket() -> None:
    with Hall() as hall, hall.dial() as ada:
        ada.ask(m.Open, game="sturt", options={}, plans=planned(("me", "random")))
        last = play_at_random(ada, ada.until(m.TableView), seed=1)
        assert last.outcome is not None
        assert last.series.played == 1


def test_a_newer_guest_may_say_more_than_this_server_knows() -> None:
    """What it says is done as far as it is known; a command that is not known is refused, not the guest."""
    later = PROTOCOL + 1
    with Hall() as hall, hall.dial(hello=False) as guest:
        hello = _said(**HELLO, program="x", highest=later, mood=1)
        guest.sock.sendall(MAGIC + bytes([later]) + _frame(hello))
        assert guest.until(m.Welcome).highest == PROTOCOL
        for number, said in enumerate(({"is": "Browse", "hue": []}, {"is": "Fly"}, {"is": "Browse"}), 1):
            guest.sock.sendall(_frame(_said(**said, id=number)))
        guest.sock.sendall(_frame(_said(**{"is": "Glance"})))
        unknown = Refusal("net.refusal.unknown_command", (), {"name": "Fly"})
        answers = [guest.until(m.Done | m.Failed) for _ in range(3)]
        assert answers == [m.Done(1), m.Failed(2, unknown), m.Done(3)]


def test_a_program_that_does_not_know_an_option_is_told_to_be_updated() -> None:
    """Ghawar without stalemate came with protocol 11; protocol 10 has a sentence for the refusal."""
    with Hall() as hall, hall.dial() as ada, hall.dial() as bea, hall.dial(hello=False) as old:
        for host, options in ((ada, {"stalemate": 0}), (bea, {"stalemate": 50})):
            assert host.do(m.Open, game="ghawar", options=options, plans=planned(("me", "open"))).table
        old.sock.sendall(MAGIC + bytes([10]) + old.wire.send(greeting()))
        old.until(m.Welcome)
        newer = Refusal("net.refusal.newer", (), {"theirs": 11, "ours": 10})
        assert old.do(m.Watch, table=1).why == newer
        assert old.do(m.Sit, table=1, seat=1, name="Old").why == newer
        opened = old.do(m.Open, game="ghawar", options={"stalemate": 0}, plans=planned(("me", "me")))
        assert opened.why == newer
        old.ask(m.Sit, table=2, seat=1, name="Old")
        told = old.until(m.TableView).options
        assert told["stalemate"] == 50 and "end" not in told


def test_the_client_side_names_a_server_of_another_version() -> None:
    with Hall() as hall, hall.dial(hello=False) as guest:
        data = guest.sock.recv(8)
        assert data == PREAMBLE
        with pytest.raises(ProtocolBroken) as broken:
            guest.wire.receive(MAGIC + bytes([LOWEST_PROTOCOL - 1]))
        assert broken.value.refusal.code == "net.refusal.older"
