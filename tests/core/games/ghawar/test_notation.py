"""How actions are written: everything there is and back, and what is no notation."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import (
    COLOURS,
    LATTICE_SIZE,
    Action,
    Build,
    Cube,
    Dice,
    Die,
    Drive,
    Leave,
    Pass,
    Roll,
    Shift,
    Value,
)

PLACES = [(x, y) for x in range(LATTICE_SIZE) for y in range(LATTICE_SIZE)]
PIPS = range(1, 7)


def every_action() -> Iterator[Action]:
    """Every well-formed action: all places of the lattice, roads or not."""
    yield from (Pass(), Roll())
    for colour in COLOURS:
        yield from (Cube(colour), Value(colour))
    for pips in PIPS:
        yield Die(pips)
        yield from (Dice(pips, row) for row in PIPS)
    yield from map(Leave, range(4))
    for x, y in PLACES:
        yield Build(x, y)
        for truck in range(4):
            yield Drive(x, y, None, truck)
        for there in PLACES:
            yield from (Shift(x, y, there), Drive(x, y, there), Drive(x, y, there, 3))


def test_everything_is_written_and_read_back() -> None:
    """Each in a way of its own."""
    written = set[str]()
    for count, action in enumerate(every_action(), start=1):
        text = GHAWAR.notation(action)
        assert GHAWAR.parse(text) == action, text
        written.add(text)
        assert len(written) == count, f"{text} is written twice"
    assert len(written) > 85_000


# fmt: off
WRITTEN: dict[str, Action] = {
    "cube red": Cube("red"), "cube violet": Cube("violet"), "value green": Value("green"),
    "dice 3 5": Dice(3, 5), "die 4": Die(4), "pass": Pass(), "roll": Roll(), "place 3,5": Build(3, 5),
    "drive 4,7": Drive(4, 7), "drive 12,0": Drive(12, 0), "drive 4,7 load 3,7": Drive(4, 7, (3, 7)),
    "drive depot": Leave(), "2: drive depot": Leave(2), "1: drive 4,7": Drive(4, 7, None, 1),
    "3: drive 10,11 load 11,11": Drive(10, 11, (11, 11), 3), "derrick 3,5>7,1": Shift(3, 5, (7, 1)),
}

# fmt: on


@pytest.mark.parametrize("text", WRITTEN)
def test_how_it_is_written(text: str) -> None:
    assert GHAWAR.parse(text) == WRITTEN[text] and GHAWAR.notation(WRITTEN[text]) == text
