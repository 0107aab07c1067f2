"""How the seats of The Great Divide stand while a game goes on, and in the pictures of its rules."""

from __future__ import annotations

import re

import pytest

from assets.texts import LANGUAGES
from client.boards.great_divide.rivers import Fate, Rivers, rivers
from client.boards.great_divide.score import expected_points, sure_points
from client.screens.rules.pages import load
from core import position
from core.game import Place
from core.games.great_divide.land import Heading
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.scoring import SEATS
from core.games.great_divide.state import FIVE, INLAND_SEA, LayAction, Options
from tests.client.boards.fixtures import replace
from tests.client.boards.great_divide.fixtures import BASIC, MANY, games, stage
from tests.client.pages_kit import words

LAND = GREAT_DIVIDE.land
GREAT_BASIN = Options(great_basin=True)


def of(tiles: dict[Place, int], inland: bool) -> Rivers:
    return rivers(LAND, stage("turn", tiles=tiles, events=(INLAND_SEA,) if inland else ()))


@pytest.mark.parametrize("sea", [False, True], ids=["", "inland sea"])
@pytest.mark.parametrize("options", MANY, ids=str)
def test_no_lay_makes_what_is_sure_less(options: Options, sea: bool) -> None:
    """With the inland sea, here from the first turn on, just as without."""
    start, lays = GREAT_DIVIDE.start(options, 2), 0
    start = replace(start, events=(INLAND_SEA,)) if sea else start
    for before, _, action, after in games(options, 4, eager=True, start=start):
        if isinstance(action, LayAction):
            old, new = rivers(LAND, before), rivers(LAND, after)
            assert all(set(old.won[seat]) <= set(new.won[seat]) for seat in SEATS), action
            lays += 1
    assert lays > 60


def test_with_the_inland_sea_only_what_has_reached_an_ocean_is_sure() -> None:
    """From (0, 0), between arrows that point at it, water can only come to the Pacific, or run in a ring."""
    tiles: dict[Place, int] = {(0, 1): Heading.N, (1, 0): Heading.SW, (1, 1): Heading.NW}
    for inland in (False, True):
        found = of(tiles, inland)
        assert found.fate(LAND.space[0, 1], Heading.N) is (Fate.OPEN if inland else Fate.PACIFIC)
        assert len(found.won[0]) == (0 if inland else 3)
        reached = of(tiles | {(0, 0): Heading.NW}, inland)
        assert len(reached.won[0]) == 4 and not reached.won[1]
    ring = of(tiles | {(0, 0): Heading.SE, (1, 1): Heading.SW}, True)
    assert ring.fates[LAND.space[0, 0]] is Fate.LOST


@pytest.mark.parametrize("options", [BASIC, GREAT_BASIN], ids=["basic", "basin"])
def test_what_one_may_not_expect_the_other_may(options: Options) -> None:
    """All water comes to one of them: 66 tiles and the "5", less what is lost to the Basin and set aside."""
    expected = [sum(expected_points(GREAT_DIVIDE, after)) for _, _, _, after in games(options, 3, eager=True)]
    if options is BASIC:
        assert expected == pytest.approx([71] * len(expected))
    assert max(expected) == pytest.approx(71) and min(expected) > 69


# --- in the rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 8])
@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_tell_the_points_of_their_picture(language: str, number: int) -> None:
    field = load("great_divide")[number - 1].picture.fields[0]
    view = position.read(field.position, GREAT_DIVIDE).state
    told = {int(n) for n in re.findall(r"\d+", words("great_divide", language, number, "caption"))}
    assert set(sure_points(view, LAND)) <= told


@pytest.mark.parametrize("number", [4, 5, 9])
def test_a_tile_goes_to_whom_the_picture_says(number: int) -> None:
    """What was drawn, by which card, and to which seat: `3 then active 0 3 then seat 0`."""
    for field in load("great_divide")[number - 1].picture.fields:
        if not field.show:
            continue
        kind, *cards, goal = [word for word in field.show if word != "then"]
        for side, seat, letter in (card.split() for card in cards):
            assert letter == GREAT_DIVIDE.card_for(kind)
            assert goal == f"seat {seat if side == 'active' else 1 - int(seat)}"
        assert cards or kind == FIVE
