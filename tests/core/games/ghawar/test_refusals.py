"""Every reason for which something cannot be done, the places it blames and the values it names."""

from __future__ import annotations

import pytest

from assets.texts import LANGUAGES, Texts
from core.game import Place
from tests.core.games.ghawar.diagrams import (
    CHOICE,
    INSTEAD,
    RING,
    RING_TWO,
    TWO,
    Position,
    building,
    built,
    position,
    start,
)

OVER = position("Sr", at=(0, 12), roll=1, options=RING).play("drive depot")
SETUP = start()
DICE = building(options=CHOICE)
PLACE = DICE.play("dice 3 5")
ONE_TAKEN = DICE.play("dice 3 5", "place 5,9", "dice 3 5")
DIE = built()
HOME = DIE.play("die 3")
ROAD = position(
    """
    +   -   +   N   +   -   +
    |   rS  |   vN  |   g   |
    +   -   S   -   +   -   +
    |   N   |   ·   |   ·   |
    """,
    roll=1,
    options=RING,
)
THREE_AWAY = ROAD.changed(dice=(3,))
LOADED = position("|   rS  |\n+   -   Sb", at=(2, 11), roll=1, options=RING)
INSIDE = position("+   -   S", at=(2, 2), roll=2)
FLEET = position("S1  r", at=(6, 5), roll=1, options=TWO)
JAM = position(
    """
    +   -   +   N2  +
    |   ·   N1  ·   |
    S1  -   +   -   S2
    |   r   |   ·   |
    """,
    roll=6,
    options=RING_TWO,
)
"""To 4,0 the first truck of the south has three ways with six, each over another truck, one its own."""
WEST_EDGE = position("S", at=(0, 8), roll=4, options=RING)
SHUT_IN = position("S   -\nN   ·", at=(0, 10), roll=3, options=RING)
FOREIGN_MOUTH = position("S", at=(1, 8), roll=1)
TO_CHOOSE = built(options=INSTEAD)
ROLLED = TO_CHOOSE.play("roll", "die 3")
IN_VAIN = position("rS  S\n-   N", at=(3, 1), roll=2, options=INSTEAD)
"""The south cannot drive with a 2, and it has rolled."""
DEAR_AND_FREE = position("|   vN  |   rS  |\n+   -   S   -   +", at=(2, 3), roll=1)

CASES: list[tuple[Position, str, str, tuple[Place, ...], dict[str, int]]] = [
    (OVER, "drive 0,12", "over", (), {}),
    (OVER, "die 3", "over", (), {}),
    (SETUP, "cube red", "chance_only", (), {}),
    (SETUP, "die 3", "chance_only", (), {}),
    (PLACE, "dice 3 5", "chance_only", (), {}),
    (HOME, "value red", "chance_only", (), {}),
    (SETUP, "pass", "not_your_turn", (), {}),
    (DICE, "place 5,9", "not_your_turn", (), {}),
    (DIE, "drive 0,12", "not_your_turn", (), {}),
    (PLACE, "drive 0,12", "now_build", (), {}),
    (PLACE, "drive depot", "now_build", (), {}),
    (PLACE, "derrick 1,1>3,3", "now_build", (), {}),
    (PLACE, "pass", "now_build", (), {}),
    (HOME, "place 5,9", "now_move", (), {}),
    (HOME, "roll", "die_lies", (), {}),
    (PLACE, "roll", "now_build", (), {}),
    (TO_CHOOSE, "drive 6,11", "now_choose", (), {}),
    (TO_CHOOSE, "drive depot", "now_choose", (), {}),
    (TO_CHOOSE, "place 5,9", "now_choose", (), {}),
    (TO_CHOOSE, "pass", "now_choose", (), {}),
    (TO_CHOOSE, "die 3", "chance_only", (), {}),
    (TO_CHOOSE, "derrick 1,1>3,1", "derrick_there", ((3, 1),), {}),
    (TO_CHOOSE, "derrick 1,1>4,1", "no_platform", ((4, 1),), {}),
    (TO_CHOOSE, "derrick 3,1>11,11", "not_your_derrick", ((3, 1),), {}),
    (ROLLED, "derrick 1,1>11,11", "now_drive", (), {}),
    (ROLLED, "place 5,9", "now_drive", (), {}),
    (ROLLED, "roll", "die_lies", (), {}),
    (ROLLED, "pass", "can_drive", (), {}),
    (IN_VAIN, "derrick 3,1>5,9", "now_drive", (), {}),
    (IN_VAIN, "drive 4,3", "in_the_way", ((4, 2),), {}),
    (PLACE, "place 5,8", "no_platform", ((5, 8),), {}),
    (PLACE, "place 4,9", "no_platform", ((4, 9),), {}),
    (PLACE, "place 5,11", "not_rolled", ((5, 11),), {}),
    (ONE_TAKEN, "place 5,9", "derrick_there", ((5, 9),), {}),
    (ROAD, "derrick 2,2>5,5", "no_platform", ((2, 2),), {}),
    (ROAD, "derrick 1,1>4,4", "no_platform", ((4, 4),), {}),
    (ROAD, "derrick 1,1>3,1", "derrick_there", ((3, 1),), {}),
    (ROAD, "derrick 5,1>5,5", "no_derrick_there", ((5, 1),), {}),
    (ROAD, "derrick 1,3>5,5", "not_your_derrick", ((1, 3),), {}),
    (ROAD, "pass", "can_move", (), {}),
    (ROAD, "1: drive 2,1", "one_truck", (), {}),
    (FLEET, "drive 6,4", "which_truck", (), {}),
    (FLEET, "3: drive 6,4", "no_such_truck", (), {"trucks": 2}),
    (ROAD, "drive 3,3", "no_road", ((3, 3),), {}),
    (INSIDE, "drive 2,0", "no_road", ((2, 0),), {}),
    (THREE_AWAY, "drive 3,0", "truck_there", ((3, 0),), {}),
    (JAM, "1: drive 2,1", "truck_there", ((2, 1),), {}),
    (JAM, "2: drive 3,0", "truck_there", ((3, 0),), {}),
    (JAM, "2: drive 0,2", "truck_there", ((0, 2),), {}),
    (ROAD, "drive 4,2", "not_in_reach", ((4, 2),), {"pips": 1}),
    (ROAD, "drive 2,2", "not_in_reach", ((2, 2),), {"pips": 1}),
    (THREE_AWAY, "drive 12,12", "not_in_reach", ((12, 12),), {"pips": 3}),
    (ROAD, "drive 2,12 load 1,11", "not_in_reach", ((2, 12),), {"pips": 1}),
    (JAM, "1: drive 4,0", "in_the_way", ((3, 0), (2, 1), (4, 2)), {}),
    (HOME, "drive depot", "in_depot", (), {}),
    (THREE_AWAY, "drive depot", "home_too_far", (), {"pips": 3}),
    (WEST_EDGE, "drive depot", "other_side", ((0, 8),), {}),
    (FOREIGN_MOUTH, "drive depot", "other_side", ((1, 8),), {}),
    (SHUT_IN, "drive depot", "in_the_way", ((0, 11),), {}),
    (ROAD, "drive 2,1 load 2,2", "no_platform", ((2, 2),), {}),
    (ROAD.changed(dice=(2,)), "drive 4,2 load 3,1", "loads_in_gaps", ((4, 2),), {}),
    (ROAD, "drive 2,1 load 5,1", "not_beside", ((2, 1), (5, 1)), {}),
    (LOADED, "drive 3,12 load 3,11", "has_load", ((3, 12),), {}),
    (ROAD, "drive 2,3 load 1,3", "no_cube", ((1, 3),), {}),
    (THREE_AWAY, "drive 5,2 load 5,1", "no_derrick", ((5, 1),), {}),
    (ROAD, "drive 2,1 load 3,1", "too_dear", ((3, 1),), {"price": 6, "money": 3}),
    (DEAR_AND_FREE, "drive 4,3 load 3,3", "too_dear", ((3, 3),), {"price": 6, "money": 3}),
]


@pytest.mark.parametrize(("s", "text", "reason", "places", "values"), CASES)
def test_why_not(
    s: Position, text: str, reason: str, places: tuple[Place, ...], values: dict[str, int]
) -> None:
    assert s.refuses(text) == (reason, places)
    refusal = s.why_not(text)
    assert refusal is not None and refusal.values == values


def test_the_other_seats_have_to_wait() -> None:
    for seat in (1, 2, 7, -1):
        assert ROAD.refuses("drive 2,1", seat) == ("not_your_turn", ())
        assert PLACE.refuses("place 5,9", seat) == ("not_your_turn", ())


def test_chance_is_nobodys() -> None:
    """Whoever asks, and also while chance is to act."""
    for s in (SETUP, DICE, DIE, PLACE, HOME):
        for text in ("cube red", "value red", "dice 3 5", "die 3"):
            for seat in (0, 1, -1):
                assert s.refuses(text, seat) == ("chance_only", ())


def test_over_comes_before_everything_else() -> None:
    for text in ("cube red", "place 5,9", "drive 3,3", "derrick 2,2>5,5", "pass"):
        for seat in (0, 1, -1):
            assert OVER.refuses(text, seat) == ("over", ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_and_a_case(language: str) -> None:
    begin = "ghawar.refusal."
    keys = Texts(language).keys()
    written = {key.removeprefix(begin) for key in keys if key.startswith(begin)}
    assert written == {reason for _, _, reason, _, _ in CASES}
