"""Damaged streams in any portions: what comes out depends on the bytes alone, and is known."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core import codec
from core.game import Refusal
from core.protocol.commands import Act, Browse, Hello, Open, Pong, Say, SeatPlan, Sit
from core.protocol.messages import Bye, Done, Failed, Ping, Said, Seated, Tables, TableSummary, Welcome
from core.protocol.wire import PREAMBLE, Connection, ConnectionSide, ProtocolBroken

TOKEN = bytes(range(16))
SAID: dict[ConnectionSide, tuple[Any, ...]] = {
    ConnectionSide.SERVER: (
        Hello("test", TOKEN),
        Browse(1),
        Open(2, "sturt", {"x": 1}, (SeatPlan("me", "Ada", token=TOKEN), SeatPlan("open")), pause=1.5),
        Sit(3, 1, 1, "Bo", TOKEN),
        Act(4, 0, "5@0,0", 3),
        Pong(),
        Say(5, "good game"),
    ),
    ConnectionSide.GUEST: (
        Welcome(1, "Ada's", "0.1.0"),
        Tables((TableSummary(1, "Us", "sturt", 2, (), "playing", 0),)),
        Seated(1, 0, TOKEN),
        Done(1, 1),
        Failed(2, Refusal("net.refusal.no_table")),
        Said(0, "Ada", "hello", 3),
        Ping(),
        Bye(Refusal("net.bye.stopping")),
    ),
}
"""What each side hears from the other, in an order that may be."""


def _stream(side: ConnectionSide) -> bytes:
    raws = map(codec.encode, SAID[side])
    return PREAMBLE + b"".join(len(raw).to_bytes(4, "big") + raw for raw in raws)


def _damaged(rng: random.Random, data: bytes) -> bytes:
    """With flipped bits, a part missing, doubled or from elsewhere."""
    place, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    match rng.randrange(5):
        case 0:
            return data[:place] + data[end:]
        case 1:
            return data[:end] + data[place:]
        case 2:
            return data[:place] + rng.randbytes(rng.randrange(1, 12)) + data[place:]
        case 3:
            return data[:place] + data[rng.randrange(len(data)) :]
    flipped = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(flipped)


def _heard(side: ConnectionSide, portions: list[bytes]) -> tuple[list[Any], str]:
    """The messages, and why the connection ended, if it did."""
    connection, messages = Connection(side), []
    for portion in portions:
        try:
            messages += connection.receive(portion)
        except ProtocolBroken as broken:
            return messages + broken.before, broken.refusal.code
    return messages, ""


def _split(rng: random.Random, data: bytes) -> list[bytes]:
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(1, 9)))
    return [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]


@pytest.mark.parametrize("side", ConnectionSide)
def test_an_undamaged_stream_is_what_was_said(side: ConnectionSide) -> None:
    assert _heard(side, [_stream(side)]) == ([*SAID[side]], "")


@pytest.mark.parametrize("side", ConnectionSide)
def test_portions_change_nothing_about_a_damaged_stream(side: ConnectionSide) -> None:
    rng, whole = random.Random(7), _stream(side)
    broken = 0
    for _ in range(1500):
        data = _damaged(rng, whole)
        heard = _heard(side, [data])
        assert _heard(side, _split(rng, data)) == heard
        assert heard[1].startswith(("net.refusal.", "codec.refusal.")) or not heard[1]
        broken += bool(heard[1])
    assert broken > 1000, "the damage is real"


@pytest.mark.parametrize("side", ConnectionSide)
def test_byte_by_byte_it_is_the_same(side: ConnectionSide) -> None:
    rng, whole = random.Random(8), _stream(side)
    for _ in range(150):
        data = _damaged(rng, whole)
        assert _heard(side, [data[n : n + 1] for n in range(len(data))]) == _heard(side, [data])
