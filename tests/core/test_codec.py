"""Values to plain data to bytes and back, and everything that must not come through."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgpack
import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import codec
from core.game import Goal, Refused
from core.games import game as game_of
from core.protocol import messages as m
from tests.core import toy
from tests.core.toy import ToyOptions, ToyState


class Boxed(msgspec.Struct, frozen=True, eq=False):
    array: np.ndarray


def malformed() -> Any:
    return pytest.raises(Refused, match=r"^codec\.refusal\.malformed")


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.text(max_size=8)
    | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


# --- Bytes --------------------------------------------------------------------------------------------


@given(plain)
def test_plain_data_survives_unless_it_is_too_deep(data: Any) -> None:
    try:
        assert codec.unpack(codec.pack(data)) == data
    except Refused as refused:
        assert "nested deeper" in str(refused.refusal.values["detail"])


@given(st.binary(max_size=200))
def test_any_bytes_are_data_or_refused(raw: bytes) -> None:
    try:
        codec.unpack(raw)
    except Refused as refused:
        assert refused.refusal.code == "codec.refusal.malformed"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xc1",
        b"\x01\x01",
        b"\xa1\xff",
        b"\xa5abc",
        b"\xc7\x00\x01",
        b"\xd6\xff\x00\x00\x00\x00",
        b"\x81\x90\x01",
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\x91" * 13 + b"\x90",
        b"\x91" * 100_000 + b"\x90",
        b"\x81\xa1a" * 13 + b"\x01",
        b"\x82\xa1a\x01\xa1a\x01",
        b"\x91\x82\x01\xc0\xc3\xc0",
    ],
    ids=lambda raw: raw[:6].hex() or "nothing",
)
def test_bytes_that_are_refused(raw: bytes) -> None:
    with malformed():
        codec.unpack(raw)


def test_the_limits_are_where_they_are_said_to_be() -> None:
    for fits in (["x" * codec.MAX_TEXT], [b"x" * codec.MAX_TEXT], [0] * codec.MAX_ITEMS):
        assert codec.unpack(msgpack.packb(fits)) == fits
    too_many = dict.fromkeys(range(codec.MAX_ITEMS + 1), 0)
    for over in (
        ["x" * (codec.MAX_TEXT + 1)],
        [b"x" * (codec.MAX_TEXT + 1)],
        [0] * (codec.MAX_ITEMS + 1),
        too_many,
    ):
        with malformed():
            codec.unpack(msgpack.packb(over))


def test_depth_is_counted_through_lists_and_tables_alike() -> None:
    data: Any = 1
    for _ in range(codec.MAX_DEPTH - 1):
        data = [data] if isinstance(data, dict) else {"a": data}
    assert codec.unpack(codec.pack(data)) == data
    with malformed():
        codec.unpack(codec.pack([data]))


def test_equal_values_have_equal_bytes_and_one_name() -> None:
    start = toy.GAME.start(ToyOptions(), 2)
    again = toy.GAME.start(ToyOptions(), 2)
    assert codec.encode(start) == codec.encode(again)
    assert codec.digest(start) == codec.digest(again)
    assert codec.digest(start) != codec.digest(toy.GAME.start(ToyOptions(rounds=1), 2))
    assert len(codec.digest(start)) == 16


def test_an_array_that_does_not_lie_in_one_piece_is_written_in_its_own_order() -> None:
    whole = np.arange(12, dtype=np.int8).reshape(3, 4)
    back: Boxed = codec.typed(codec.plain(Boxed(whole[:, ::2])), Boxed)
    assert back.array.tolist() == whole[:, ::2].tolist()


@pytest.mark.parametrize("dtype", sorted(codec.DTYPES))
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3), (1, 2, 1, 2)], ids=str)
def test_arrays_survive_sealed(dtype: str, shape: tuple[int, ...]) -> None:
    array = (np.arange(int(np.prod(shape))) % 2).reshape(shape).astype(dtype)
    back: Boxed = codec.typed(codec.unpack(codec.encode(Boxed(array))), Boxed)
    assert back.array.dtype == array.dtype and back.array.shape == array.shape
    assert np.array_equal(back.array, array) and not back.array.flags.writeable


@pytest.mark.parametrize(
    "data",
    [
        None,
        5,
        "abc",
        [],
        ["|i1", [1]],
        ["|i1", [1], b"\x01", 0],
        {"a": 1, "b": 2, "c": 3},
        ["|i1", [2], b"\x01"],
        ["|i1", [1], b"\x01\x02"],
        ["<i2", [1], b"\x01"],
        ["|i1", [1], "x"],
        ["|i1", "1", b"\x01"],
        ["|i1", [1.0], b"\x01"],
        ["|i1", [True], b"\x01"],
        ["|i1", [-1], b"\x01"],
        ["|i1", [-1, -1], b"\x01"],
        ["|i1", [0, 2**63], b""],
        ["|i1", {1: 1}, b"\x01"],
        ["|i1", [1] * 5, b"\x01"],
        ["|i1", [codec.MAX_CELLS + 1], b"\x01" * (codec.MAX_CELLS + 1)],
        ["|b1", [1], b"\x02"],
        ["<f8", [1], b"\0" * 8],
        ["|O", [1], b"\0" * 8],
        ["|V8", [1], b"\0" * 8],
        [["|i1"], [1], b"\x01"],
        [b"|i1", [1], b"\x01"],
    ],
    ids=repr,
)
def test_what_is_no_array(data: Any) -> None:
    with malformed():
        codec.typed({"array": data}, Boxed)


# --- Typed values -------------------------------------------------------------------------------------


@given(plain)
def test_any_data_is_a_message_or_refused(data: Any) -> None:
    for wrapped in (data, {"is": "Act", "id": 1, "seat": data, "action": data, "turn": 0}, {"is": data}):
        for kind in (m.ClientMessage, m.ServerMessage, ToyState, toy.ToyAction):
            try:
                codec.typed(wrapped, kind)
            except Refused as refused:
                assert refused.refusal.code == "codec.refusal.malformed"


@pytest.mark.parametrize(
    "data",
    [
        {"is": "Act", "id": 1, "seat": 0, "action": "5@0,0"},
        {"is": "Act", "id": 1, "seat": 0, "action": "5@0,0", "turn": 0, "more": 1},
        {"is": "Act", "id": -1, "seat": 0, "action": "", "turn": 0},
        {"is": "Act", "id": 2**53 + 1, "seat": 0, "action": "", "turn": 0},
        {"is": "Act", "id": True, "seat": 0, "action": "", "turn": 0},
        {"is": "Act", "id": "1", "seat": 0, "action": "", "turn": 0},
        {"is": "Act", "id": 1, "seat": 0, "action": b"5@0,0", "turn": 0},
        {"is": "Act", "id": 1, "seat": 0, "action": "x" * 16_001, "turn": 0},
        {"is": "SetPace", "id": 1, "pause": float("nan")},
        {"is": "SetPace", "id": 1, "pause": -0.1},
        {"is": "SetPace", "id": 1, "pause": 60.1},
        {"is": "Acknowledge"},
        {"is": "Acknowledge", "turn": -1},
        {"is": "Acknowledge", "turn": 2**53 + 1},
        {"is": "Acknowledge", "turn": True},
        {"is": "Acknowledge", "turn": 1.5},
        {"is": "Acknowledge", "turn": None},
        {"is": "Acknowledge", "turn": 1, "id": 1},
        {"is": "Start", "id": 1, "level": "godlike"},
        {"is": "Open", "id": 1, "game": "sturt", "options": {}, "plans": []},
        {"is": "Open", "id": 1, "game": "sturt", "options": {}, "plans": [{"kind": "me"}] * 8},
        {"is": "Open", "id": 1, "game": "sturt", "options": [], "plans": [{"kind": "me"}]},
        {"is": "Welcome", "guest": 1, "server": "x", "version": "1"},
        {"is": "Nothing", "id": 1},
        {"id": 1},
    ],
    ids=lambda data: f"{data.get('is')}-{len(str(data))}",
)
def test_commands_that_are_refused(data: Any) -> None:
    with malformed():
        codec.typed(data, m.ClientMessage)


def test_the_detail_of_a_refusal_is_short_and_can_be_printed() -> None:
    with malformed() as caught:
        codec.typed({"is": "\x1b[31m" + "y" * 10_000}, m.ClientMessage)
    detail = str(caught.value.refusal.values["detail"])
    assert detail.isprintable() and len(detail) <= 120


# --- Options ------------------------------------------------------------------------------------------


def test_options_that_are_not_named_keep_their_default() -> None:
    assert codec.options_of(toy.GAME, {}) == ToyOptions()
    assert codec.options_of(toy.GAME, {"wins": "low"}) == ToyOptions(wins="low")
    assert codec.options_of(toy.GAME, {"rounds": 1}) == ToyOptions(rounds=1)


@pytest.mark.parametrize("data", [None, [], "wins", 5, [["wins", "low"]]])
def test_options_that_are_no_table(data: Any) -> None:
    with pytest.raises(Refused, match=r"^codec\.refusal\.options_not_a_table"):
        codec.options_of(toy.GAME, data)


@pytest.mark.parametrize("name", ["Wins", "", "x" * 5000, 5, None, b"wins", "\x1b[0m"])
def test_an_unknown_option_is_named_with_those_there_are(name: Any) -> None:
    with pytest.raises(Refused, match=r"^codec\.refusal\.unknown_option") as caught:
        codec.options_of(toy.GAME, {name: 1})
    values = caught.value.refusal.values
    assert values["known"] == "wins, rounds, face_up"
    assert len(str(values["option"])) <= 120 and str(values["option"]).isprintable()


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("wins", "middle", "high, low"),
        ("wins", None, "high, low"),
        ("wins", ["high"], "high, low"),
        ("rounds", 0, "1–3"),
        ("rounds", 4, "1–3"),
        ("rounds", 2.5, "1–3"),
        ("rounds", True, "1–3"),
        ("rounds", "2", "1–3"),
        ("rounds", 10**40, "1–3"),
        ("rounds", float("nan"), "1–3"),
        ("wins", "x" * 10_000, "high, low"),
    ],
    ids=lambda value: str(value)[:8],
)
def test_a_bad_value_is_refused_with_those_allowed(name: str, value: Any, allowed: str) -> None:
    with pytest.raises(Refused, match=r"^codec\.refusal\.bad_option") as caught:
        codec.options_of(toy.GAME, {name: value})
    values = caught.value.refusal.values
    assert values["option"] == name and values["allowed"] == allowed
    assert len(str(values["value"])) <= 120


def test_whether_an_option_is_true_or_false_is_written_as_people_write_it() -> None:
    with pytest.raises(Refused) as caught:
        codec.options_of(game_of("sturt"), {"no_draws": "yes"})
    assert caught.value.refusal.values["allowed"] == "false, true"


def test_every_combination_of_options_the_usual_first() -> None:
    every = codec.every_options(toy.GAME)
    assert every[0] == ToyOptions()
    assert len(every) == len(set(every)) == 9
    combined = set(product(("high", "low"), (1, 3), (False, True)))
    assert {(o.wins, o.rounds, o.face_up) for o in every[1:]} == combined


def test_an_option_without_choices_is_a_mistake_of_the_game() -> None:
    class Odd(msgspec.Struct, frozen=True):
        anything: str = ""

    with pytest.raises(TypeError, match="no list of choices"):
        codec.choices(Odd)


# --- Views and seats ----------------------------------------------------------------------------------


def test_a_view_must_have_the_shape_of_the_game_being_played() -> None:
    three = codec.plain(toy.GAME.start(ToyOptions(), 3))
    assert codec.view_of(toy.GAME, three, ToyOptions(), 3).hands.shape == (3, 3)
    for options, seats in [(ToyOptions(), 2), (ToyOptions(rounds=1), 3)]:
        with malformed():
            codec.view_of(toy.GAME, three, options, seats)
    with malformed():
        codec.view_of(toy.GAME, three | {"hands": ["<i2", [3, 3], bytes(18)]}, ToyOptions(), 3)


def test_seats_from_numbers() -> None:
    assert [codec.seat_of(number, 2) for number in (0, 1)] == [0, 1]
    for number in (-1, 2, 10**9):
        with pytest.raises(Refused, match=r"^match\.refusal\.no_such_seat"):
            codec.seat_of(number, 2)


@pytest.mark.parametrize("goal", [Goal(games=3), Goal(points=90), Goal(games=3, most=float("inf"))])
def test_goals_travel(goal: Goal) -> None:
    assert codec.typed(codec.unpack(codec.encode(goal)), Goal) == goal
