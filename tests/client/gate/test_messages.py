"""What a page may say: everything else is refused, whole."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from client.gate import messages
from core.game import Refused

GOOD: list[dict[str, Any]] = [
    {
        "is": "Begin",
        "word": "ABCDEF",
        "width": 390,
        "height": 844,
        "density": 3,
        "language": "en-GB",
        "keys": "",
    },
    {"is": "Resize", "width": 844, "height": 390, "density": 2.625},
    {"is": "Mouse", "do": "down", "x": 1.5, "y": 2, "button": 1},
    {"is": "Wheel", "dy": -1.25},
    {"is": "Touch", "do": "lost", "finger": 0, "x": 0, "y": 0},
    {"is": "Key", "key": "й", "code": "KeyQ", "down": True, "shift": False, "ctrl": False},
    {"is": "Text", "text": "ねこ", "open": True, "field": 2},
    {"is": "Pad", "pad": 0, "part": "axis", "number": 3, "value": -0.35},
    {"is": "Shown", "picture": 17},
    {"is": "Seen", "seen": False},
    {"is": "Blurred"},
]
NUMBERS = [10**400, -(10**9), 1e300, "1", None, True, [1], {"x": 1}]
WRONG = {int: [*NUMBERS, 1.5], float: NUMBERS, str: [1, None, ["a"], "x" * 9000], bool: [0, 1, "true", None]}


def bad() -> list[Any]:
    """Messages with one field each that is wrong, unknown or missing."""
    cases = []
    for message in GOOD:
        kind = next(one for one in get_args(messages.PageMessage) if one.__name__ == message["is"])
        cases.append({**message, "more": 1})
        for field, value in message.items():
            if field == "is":
                continue
            if field in kind.__struct_fields__[: len(kind.__struct_fields__) - len(kind.__struct_defaults__)]:
                cases.append({key: kept for key, kept in message.items() if key != field})
            held = float if field in ("x", "y", "dy", "density", "value") else type(value)
            cases += [{**message, field: wrong} for wrong in WRONG[held]]
    return cases


def refused(text: str | bytes) -> None:
    with pytest.raises(Refused) as raised:
        messages.read(text)
    assert raised.value.refusal.code == "gate.refusal.malformed", text[:80]


def test_what_pages_say_is_understood() -> None:
    assert {message["is"] for message in GOOD} == {kind.__name__ for kind in get_args(messages.PageMessage)}
    for message in GOOD:
        assert type(messages.read(json.dumps(message))).__name__ == message["is"]


def test_a_wrong_field_is_refused() -> None:
    cases = bad()
    assert len(cases) > 100
    for message in cases:
        refused(json.dumps(message))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e5", "0x10", "١"])
def test_no_number_is_none(number: str) -> None:
    refused(f'{{"is":"Wheel","dy":{number}}}')
    refused(f'{{"is":"Shown","picture":{number}}}')


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\x00\xff\xfe",
        b'{"is":"Text","text":"\xff"}',
        b'{"is":"Text","text":"\\ud83d"}',
        "null",
        "[]",
        "7",
        '"Seen"',
        "{}",
        '{"is":"Nothing"}',
        '{"is":7}',
        '{"is":["Seen"],"seen":true}',
        '{"seen":true}',
        '{"is":"Seen","seen":true}{"is":"Seen","seen":true}',
        "[" * 100_000,
        '{"is":' * 100_000,
        '{"is":"Seen","seen":' + "[" * 5000 + "]" * 5000 + "}",
    ],
)
def test_garbage_is_refused(text: str | bytes) -> None:
    refused(text)


@pytest.mark.parametrize(
    ("message", "field", "longest"),
    [
        (GOOD[0], "word", 64),
        (GOOD[0], "language", 64),
        (GOOD[0], "keys", 8000),
        (GOOD[5], "key", 20),
        (GOOD[6], "text", messages.LONGEST_TEXT),
    ],
)
def test_texts_have_a_longest_length(message: dict[str, Any], field: str, longest: int) -> None:
    messages.read(json.dumps({**message, field: "é" * longest}))
    refused(json.dumps({**message, field: "é" * (longest + 1)}))
