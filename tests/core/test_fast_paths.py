"""The short ways through codec, wire and match lead to what the long ways lead to."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import chance, codec
from core.game import AnyGame, Refused
from core.games import GAMES
from core.match import Match
from core.protocol import messages as m
from core.protocol.wire import LENGTH_BYTES, Connection, ConnectionSide, ProtocolBroken
from core.simultaneous import seats_owing

scalars = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary()
plain = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)
said = {
    "is": st.sampled_from(["Act", "Say", "Open", "Hello", "Nothing", "Done"]) | scalars,
    "id": st.integers(-1, 3) | scalars,
    "seat": st.integers(0, 3),
    "action": st.text(max_size=5) | plain,
    "turn": st.integers(0, 3),
    "text": st.text(max_size=5),
    "more": plain,
}
"""What a guest may say, and what it may not."""


def played(game: AnyGame, steps: int) -> Match:
    """A match in the middle, the same every time."""
    match = Match(game, game.info.options(), game.info.seats[-1], chance.seed_from(5))
    rng = np.random.default_rng(5)
    while match.to_act() and match.turn < steps:
        seat = match.to_act()[int(rng.integers(len(match.to_act())))]
        legal = match.game.legal(match.tip(seat), seat)
        match.submit(seat, legal[int(rng.integers(len(legal)))], match.turn, match.ply(seat))
        assert match.to_act() == (seats_owing(game, match.branches) or game.to_act(match.state))
    return match


@given(plain)
def test_plain_data_has_the_bytes_that_msgpack_gives_it(data: Any) -> None:
    assert codec.encode(data) == codec.pack(codec.plain(data))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_values_of_every_game_have_the_bytes_of_their_plain_data(game: AnyGame) -> None:
    match = played(game, 40)
    values = [match.options, match.all_steps(), *match.states[-5:]]
    values += [match.snapshot(viewer) for viewer in (None, *range(match.seats))]
    for value in values:
        assert codec.encode(value) == codec.pack(codec.plain(value))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_the_collector_of_garbage_has_nothing_to_do_with_a_match(game: AnyGame) -> None:
    match = played(game, 40)
    gc.collect()
    for value in (*match.states, *match.all_steps(), *(step.action for step in match.all_steps())):
        assert not gc.is_tracked(value), type(value)


def test_numbers_of_arrays_are_numbers() -> None:
    values = [np.int8(-3), np.int64(2**40), np.bool_(True), np.float64(0.25), np.arange(6).reshape(2, 3)]
    assert codec.encode(values) == codec.pack(codec.plain(values))


@given(st.fixed_dictionaries({}, optional=said) | plain, st.sampled_from(ConnectionSide))
def test_a_message_is_read_as_if_every_kind_had_been_tried(data: Any, side: ConnectionSide) -> None:
    every = m.ClientMessage if side is ConnectionSide.SERVER else m.ServerMessage
    try:
        want: Any = codec.typed(codec.unpack(codec.pack(data)), every)
    except Refused as refused:
        want = refused.refusal
    assert heard(codec.pack(data), side) == want


def heard(raw: bytes, side: ConnectionSide) -> Any:
    """The message or the refusal that these bytes are to an end that has been greeted."""
    end = Connection(side)
    first = (
        m.Hello("test", bytes(m.CLIENT_BYTES)) if side is ConnectionSide.SERVER else m.Welcome(1, "test", "1")
    )
    end.receive(end.opening() + framed(codec.encode(first)))
    try:
        return end.receive(framed(raw))[0]
    except ProtocolBroken as broken:
        return broken.refusal


def framed(raw: bytes) -> bytes:
    return len(raw).to_bytes(LENGTH_BYTES, "big") + raw
