"""The wire, without sockets: bytes in any portion, limits, and everything a peer can do wrong."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import codec
from core.game import Refusal, Refused
from core.protocol.messages import (
    LOWEST_PROTOCOL,
    PROTOCOL,
    RECORD_LENGTH,
    Act,
    Bye,
    Hello,
    Open,
    Ping,
    Pong,
    SeatPlan,
    Welcome,
    clean_chat,
    clean_name,
)
from core.protocol.wire import (
    FRAME_AT_HOME,
    FRAME_BEFORE_HELLO,
    FRAME_FROM_GUEST,
    FRAME_FROM_SERVER,
    MAGIC,
    PREAMBLE,
    Connection,
    ConnectionSide,
    ProtocolBroken,
    Unknown,
)

HELLO = Hello("test 1", bytes(16))
WELCOME = Welcome(1, "Ada's", "0.1.0")
ACT = Act(7, 0, "5@0,0", 3)


def frame(raw: bytes) -> bytes:
    return len(raw).to_bytes(4, "big") + raw


def said(message: Any) -> bytes:
    return frame(codec.encode(message))


def server() -> Connection:
    return Connection(ConnectionSide.SERVER)


def greeted() -> Connection:
    connection = server()
    assert connection.receive(PREAMBLE + said(HELLO)) == [HELLO]
    return connection


def broken(connection: Connection, data: bytes) -> tuple[str, list[Any]]:
    with pytest.raises(ProtocolBroken) as caught:
        connection.receive(data)
    return caught.value.refusal.code.removeprefix("net.refusal."), caught.value.before


# --- A conversation -----------------------------------------------------------------------------------


def test_both_ends_understand_each_other() -> None:
    guest, host = Connection(ConnectionSide.GUEST), server()
    assert host.receive(guest.opening() + guest.send(HELLO)) == [HELLO]
    assert guest.receive(host.opening() + host.send(WELCOME)) == [WELCOME]
    assert host.receive(guest.send(ACT) + guest.send(Pong())) == [ACT, Pong()]
    assert guest.receive(host.send(Ping())) == [Ping()]
    assert guest.has_introduced and host.has_introduced


def test_the_first_eight_bytes_stay_what_they_are_in_every_version() -> None:
    assert b"TWRIGHT" + bytes([PROTOCOL]) == PREAMBLE
    assert server().opening() == Connection(ConnectionSide.GUEST).opening() == PREAMBLE


def test_byte_by_byte_every_message_arrives_with_its_last_byte() -> None:
    whole = [HELLO, ACT, Pong(), ACT]
    connection, arrived, ends = server(), [], []
    data = PREAMBLE + b"".join(map(said, whole))
    for place in range(len(data)):
        messages = connection.receive(data[place : place + 1])
        arrived += messages
        ends += [place + 1] * len(messages)
    sizes = [len(said(message)) for message in whole]
    assert arrived == whole
    assert ends == [len(PREAMBLE) + sum(sizes[: n + 1]) for n in range(4)]


@given(st.lists(st.integers(1, 40), max_size=20))
def test_portions_do_not_matter(portions: list[int]) -> None:
    data, connection, arrived = PREAMBLE + said(HELLO) + said(ACT) * 3, server(), []
    for portion in portions:
        arrived += connection.receive(data[:portion])
        data = data[portion:]
    assert arrived + connection.receive(data) == [HELLO, ACT, ACT, ACT]


def test_nothing_is_no_news() -> None:
    assert server().receive(b"") == [] == greeted().receive(b"")


# --- Not one of us, or of another time ----------------------------------------------------------------


@pytest.mark.parametrize(
    "data", [b"GET / HTTP/1.1\r\n", b"\x16\x03\x01", b"\0", b"TWRIGHX", b"twright", b"T_"]
)
@pytest.mark.parametrize("side", ConnectionSide)
def test_a_stranger_is_recognised_by_the_first_wrong_byte(side: ConnectionSide, data: bytes) -> None:
    assert broken(Connection(side), data) == ("not_tilewright", [])


@pytest.mark.parametrize("version", [0, LOWEST_PROTOCOL - 1])
def test_a_version_that_is_spoken_no_more_is_recognised_whatever_follows(version: int) -> None:
    for rest in (b"", b"\xff" * 100, said(HELLO)):
        with pytest.raises(ProtocolBroken) as caught:
            server().receive(MAGIC + bytes([version]) + rest)
        assert caught.value.refusal.code == "net.refusal.older"
        assert caught.value.refusal.values == {"theirs": version, "ours": PROTOCOL}


@pytest.mark.parametrize("version", [PROTOCOL + 1, 255])
def test_a_newer_peer_is_understood_as_far_as_possible(version: int) -> None:
    """Fields and messages that are unknown do no harm; a value of the wrong type does, as ever."""
    opening = MAGIC + bytes([version])
    more = frame(codec.pack(codec.plain(ACT) | {"mood": 3}))
    unknown = frame(codec.pack({"is": "Fly", "id": 7, "how": "high"})), frame(codec.pack({"is": "Ring"}))
    host = server()
    assert host.receive(opening + said(HELLO) + more) == [HELLO, ACT]
    assert host.receive(b"".join(unknown)) == [Unknown("Fly", 7), Unknown("Ring")]
    wrong = frame(codec.pack(codec.plain(ACT) | {"turn": "soon"}))
    assert broken(host, wrong)[0] == "codec.refusal.malformed"
    for bytes_of_it in (more, *unknown):
        assert broken(greeted(), bytes_of_it)[0] == "codec.refusal.malformed"


def test_a_newer_peer_that_speaks_this_version_no_more_is_refused() -> None:
    hello = msgspec.structs.replace(HELLO, lowest=PROTOCOL + 1, highest=PROTOCOL + 2)
    with pytest.raises(ProtocolBroken) as caught:
        server().receive(MAGIC + bytes([PROTOCOL + 2]) + said(hello))
    assert caught.value.refusal.code == "net.refusal.newer"
    assert caught.value.refusal.values == {"theirs": PROTOCOL + 1, "ours": PROTOCOL}


def test_who_has_sent_too_little_is_waited_for() -> None:
    for length in range(len(PREAMBLE) + 1):
        connection = server()
        assert connection.receive(PREAMBLE[:length]) == []
        assert connection.receive(PREAMBLE[length:] + said(HELLO)) == [HELLO]


@pytest.mark.parametrize("first", [ACT, Pong()])
def test_a_guest_says_hello_first(first: Any) -> None:
    assert broken(server(), PREAMBLE + said(first)) == ("out_of_order", [])


def test_hello_is_said_once() -> None:
    assert broken(greeted(), said(ACT) + said(HELLO)) == ("out_of_order", [ACT])


def test_a_server_says_welcome_or_goodbye_first() -> None:
    bye = Bye(Refusal("net.refusal.full"))
    assert Connection(ConnectionSide.GUEST).receive(PREAMBLE + said(bye)) == [bye]
    assert broken(Connection(ConnectionSide.GUEST), PREAMBLE + said(Ping())) == ("out_of_order", [])
    again = Connection(ConnectionSide.GUEST)
    again.receive(PREAMBLE + said(WELCOME))
    assert broken(again, said(WELCOME)) == ("out_of_order", [])


def test_nobody_speaks_the_others_part() -> None:
    assert broken(greeted(), said(Ping()))[0] == "codec.refusal.malformed"
    assert broken(Connection(ConnectionSide.GUEST), PREAMBLE + said(HELLO))[0] == "codec.refusal.malformed"


# --- Limits -------------------------------------------------------------------------------------------


def head(size: int) -> bytes:
    return size.to_bytes(4, "big")


@pytest.mark.parametrize("size", [FRAME_BEFORE_HELLO + 1, 2**31, 2**32 - 1])
def test_a_stranger_cannot_make_us_wait_for_more_than_a_little(size: int) -> None:
    assert broken(server(), PREAMBLE + head(size)) == ("too_big", [])


def test_the_head_alone_tells_that_a_frame_is_too_big() -> None:
    connection = greeted()
    assert connection.receive(head(FRAME_FROM_GUEST)) == []
    assert broken(greeted(), head(FRAME_FROM_GUEST + 1)) == ("too_big", [])
    guest = Connection(ConnectionSide.GUEST)
    guest.receive(PREAMBLE + said(WELCOME) + head(FRAME_FROM_SERVER))
    other = Connection(ConnectionSide.GUEST)
    assert broken(other, PREAMBLE + said(WELCOME) + head(FRAME_FROM_SERVER + 1)) == ("too_big", [WELCOME])


def test_within_one_program_a_guest_may_go_on_from_a_long_game() -> None:
    """From elsewhere the head alone is refused, and at home too beyond the limit."""
    plan, record = (SeatPlan("me", name="Ada"),), "x" * RECORD_LENGTH
    guest, here = Connection(ConnectionSide.GUEST, home=True), Connection(ConnectionSide.SERVER, home=True)
    here.receive(PREAMBLE + said(HELLO))
    sent = guest.send(Open(1, "sturt", {}, plan, record=record))
    assert [message.record for message in here.receive(sent)] == [record]
    with pytest.raises(Refused, match=r"^net\.refusal\.too_big"):
        guest.send(Open(1, "sturt", {}, plan, record="x" * FRAME_AT_HOME))
    assert broken(greeted(), sent) == ("too_big", [])


def test_a_server_may_tell_of_a_very_long_game() -> None:
    """The log of a scene has an entry for each step."""
    assert codec.unpack(codec.pack([(0, "pass")] * 30_000)) == [[0, "pass"]] * 30_000


def test_we_do_not_send_what_the_peer_would_not_take() -> None:
    guest = Connection(ConnectionSide.GUEST)
    with pytest.raises(Refused, match=r"^net\.refusal\.too_big"):
        guest.send(Act(1, 0, "x" * FRAME_FROM_GUEST, 0))
    assert len(server().send(Act(1, 0, "x" * FRAME_FROM_GUEST, 0))) > FRAME_FROM_GUEST


@pytest.mark.parametrize(
    "junk",
    [
        frame(b""),
        frame(b"\xc1"),
        frame(codec.pack(5)),
        frame(codec.pack({"is": "Act"})),
        frame(codec.pack(None)),
        frame(codec.encode(ACT) + b"\x00"),
        frame(codec.encode(ACT)[:-1]),
        frame(b"\x91" * 16_000 + b"\x90"),
    ],
    ids=lambda junk: junk[4:9].hex() or "empty",
)
def test_junk_ends_the_connection_but_not_what_came_before(junk: bytes) -> None:
    connection = greeted()
    assert broken(connection, said(ACT) + junk + said(ACT)) == ("codec.refusal.malformed", [ACT])
    assert connection.receive(said(ACT)) == []
    assert connection.receive(b"\xff" * 1000) == []


@given(st.binary(max_size=300))
def test_any_bytes_are_messages_or_break_the_connection(data: bytes) -> None:
    for connection, before in ((server(), b""), (server(), PREAMBLE), (greeted(), b"")):
        try:
            connection.receive(before + data)
        except ProtocolBroken as error:
            assert error.refusal.code.startswith(("net.refusal.", "codec.refusal."))


def test_ten_thousand_frames_at_once() -> None:
    connection = greeted()
    assert len(connection.receive(said(Pong()) * 10_000)) == 10_000


# --- Names and chat -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada  ", "Ada"),
        ("Ada   Lovelace", "Ada Lovelace"),
        ("山田　太郎", "山田 太郎"),
        ("Ada\tL.\n", "Ada L."),
        ("Zoë 🐫", "Zoë 🐫"),
        ("x" * 24, "x" * 24),
        (" " * 5000 + "x", "x"),
    ],
)
def test_names_are_tidied(text: str, name: str) -> None:
    assert clean_name(text) == clean_name(name) == name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n\t\u3000", "empty"),
        ("x" * 25, "long"),
        ("x" * 10_000, "long"),
        ("\x1b[31mred", "unprintable"),
        ("a\x00b", "unprintable"),
        ("a\u202eb", "unprintable"),
        ("a\u200bb", "unprintable"),
        ("\ud800", "unprintable"),
    ],
    ids=repr,
)
def test_names_that_are_refused(text: str, code: str) -> None:
    with pytest.raises(Refused, match=rf"^net\.refusal\.name_{code}"):
        clean_name(text)


def test_chat() -> None:
    assert clean_chat(" good\u3000 game \n") == "good game"
    for text, code in (("  ", "empty"), ("x" * 201, "long"), ("a\x07", "unprintable")):
        with pytest.raises(Refused, match=rf"^net\.refusal\.chat_{code}"):
            clean_chat(text)
