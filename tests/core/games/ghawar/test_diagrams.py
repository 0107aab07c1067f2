"""Drawings of tests mean what they say, also parts of one."""

from __future__ import annotations

import pytest

from core.game import Refused
from core.games.ghawar.position import drawing
from core.games.ghawar.state import Options
from tests.core.games.ghawar.diagrams import CUT, RING, RING_TWO, field, marked, position
from tests.core.games.ghawar.playing import loader, steps


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_positions_of_games_and_back(seats: int) -> None:
    options = Options(trucks=3)
    for before, *_ in list(steps(options, seats, loader, 5))[::20]:
        again = position("\n".join(drawing(before)), seats=seats, options=options).state
        for name in ("cubes", "derricks", "trucks", "loads"):
            assert (getattr(again, name) == getattr(before, name)).all()


def test_places_of_a_drawing() -> None:
    s = position("rS\n-   W2g", at=(11, 5), seats=3, options=RING_TWO).state
    assert s.cubes[2, 5] == 0 and s.derricks[2, 5] == 0
    assert s.trucks.tolist() == [[-1, -1], [-1, -1], [-1, 6 * 13 + 12]] and s.loads[2, 1] == 3


def test_rows_that_are_left_out() -> None:
    s = position(f"N\n{CUT}\n+   -   S", options=RING).state
    assert s.trucks.tolist() == [[12 * 13 + 2], [0]]


def test_marks_are_places_and_nothing_else() -> None:
    diagram = "*   r   *\nS   *"
    assert marked(diagram, (2, 3)) == {"2,3", "4,3", "3,4"}
    assert (position(diagram, at=(2, 3)).state.derricks == -1).all()


def test_a_field_of_platforms() -> None:
    s = position(field("r S ·\n· · vN")).state
    assert s.cubes[0, 0] == 0 and s.derricks[0, 1] == 0 and s.cubes[1, 2] == 5 and s.derricks[1, 2] == 1


@pytest.mark.parametrize(
    "diagram", ["r", "+   z", "+   -\n|   rr", "+   -\nr", "S4", "+   S", f"{'+   -   ' * 7}S"]
)
def test_what_is_no_drawing(diagram: str) -> None:
    with pytest.raises((AssertionError, Refused)):
        position(diagram)
