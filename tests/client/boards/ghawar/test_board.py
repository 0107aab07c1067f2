"""What only Ghawar's hand does: trucks that load what is best, platforms that mean their cube, derricks."""

from __future__ import annotations

import pytest

from client.boards.contract import Chosen, Denied, Handled
from client.boards.ghawar.words import DERRICK_THING
from client.boards.kit.pieces import Target
from client.boards.kit.preview import PILL_HEIGHT
from client.screens.table.layout import TableLayout
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Accept, Back, Cycle, PointAt, Press, Scroll
from core.game import Seat
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Drive, place_of, place_of_platform
from tests.client.boards.ghawar.fixtures import MANY, Player, games
from tests.core.games.ghawar.diagrams import CHOICE, INSTEAD, RING, RING_TWO, TWO, position

WHEEL = Scroll(dy=-1.0, step=1, device=MOUSE)
BACK_WHEEL = Scroll(dy=1.0, step=-1, device=MOUSE)

BETWEEN = """
    +   -   +   -   +
    |   rS  |   vN  |
    +   -   S   -   +
    |   g   |   yS  |
    +   -   +   -   +
"""
"""The truck of the south may come between its own red and the violet of the north."""
PAIR = """
    +   -   +   -   +   -   +
    |   rS  |   g   |   bS  |
    +   -   S1  -   +   -   S2
"""
FAR = "+ - + - + - +\n| rS | g | bN |\n+ - + - + - S"
"""With a one no derrick of the south can be loaded from."""


def ada(drawing: str = BETWEEN, roll: int = 1, **more: object) -> Player:
    """The south, whose turn it is."""
    return Player(position(drawing, roll=roll, **more).state)  # type: ignore[arg-type]


# --- what is loaded ------------------------------------------------------------------------------


def test_by_keys_it_appears_where_most_is_to_be_had() -> None:
    """The free yellow one first of all."""
    south = ada()
    assert south.said == "" and south.does(Accept()) == Handled("move")
    assert south.said == "drive 3,2 load 3,3"


def test_with_a_load_it_appears_at_the_depot() -> None:
    south = ada("+ - Sg - +", at=(0, 12), roll=2, options=RING)
    south.does(Accept())
    assert south.said == "drive depot"


def test_what_is_free_is_preferred_and_the_wheel_goes_through_the_rest() -> None:
    """Own red, for six barrels the violet of the north, nothing."""
    south = ada(money=(6, 0))
    south.does(south.over(2, 1))
    seen = [south.said]
    for _ in range(3):
        assert south.does(WHEEL) == Handled("wood")
        seen.append(south.said)
    assert seen[0] == seen[3] == "drive 2,1 load 1,1"
    assert set(seen) == {"drive 2,1 load 1,1", "drive 2,1 load 3,1", "drive 2,1"}
    south.does(BACK_WHEEL)
    assert south.said == seen[2]


def test_elsewhere_the_best_is_meant_again() -> None:
    south = ada()
    south.does(south.over(2, 1), WHEEL)
    assert south.said == "drive 2,1"
    for place, said in (((3, 2), "drive 3,2 load 3,3"), ((2, 1), "drive 2,1 load 1,1")):
        south.does(south.over(*place))
        assert south.said == said


def test_a_platform_means_its_cube() -> None:
    south = ada(money=(6, 0))
    south.does(south.over(3, 1))
    assert south.said == "drive 2,1 load 3,1"
    assert isinstance(south.does(south.on(3, 1)), Chosen)


# --- several trucks ------------------------------------------------------------------------------


def test_the_truck_drives_that_gets_there() -> None:
    south = ada(PAIR, roll=1, options=TWO)
    for place, said in (((2, 1), "1: drive 2,1 load 1,1"), ((6, 1), "2: drive 6,1 load 5,1")):
        south.does(south.over(*place))
        assert south.said == said


def test_a_truck_is_chosen_by_cycling_and_by_a_click() -> None:
    """Both get to 4,1 with three; the one that was chosen goes there."""
    south = ada(PAIR, roll=3, options=TWO)
    assert south.does(south.on(6, 2)) == Handled("paper_slide") and south.kind == 2
    south.does(south.over(4, 1))
    assert south.said.startswith("2: drive 4,1")
    south.does(Cycle(), Cycle(), south.over(4, 1))
    assert south.said.startswith("1: drive 4,1")


def test_only_a_truck_is_meant_that_can_drive() -> None:
    """The first stands in a corner, with others on both sides."""
    south = ada("S1 W1 +\nN1 rS |\n+ - S2", seats=3, roll=3, options=RING_TWO)
    south.does(Accept())
    assert south.kind == 2 and south.said.startswith("2: drive")


# --- derricks ------------------------------------------------------------------------------------


def test_a_derrick_is_picked_up_by_a_click_where_nothing_can_be_loaded() -> None:
    south = ada(FAR)
    assert south.does(south.over(1, 1), south.on(1, 1)) == Handled("paper_slide")
    south.does(south.over(3, 1))
    assert south.said == "derrick 1,1>3,1" and isinstance(south.does(south.on(3, 1)), Chosen)
    assert south.kind != DERRICK_THING, "the next decision begins with trucks"


def test_one_that_can_be_loaded_from_is_picked_up_with_the_second_button() -> None:
    south = ada()
    assert south.does(south.beside(1, 1)) == Handled("wood")
    south.does(south.over(1, 3))
    assert south.said == "derrick 1,1>1,3"


def test_back_puts_a_derrick_back_and_leads_to_trucks() -> None:
    south = ada()
    south.does(south.beside(1, 1))
    for kind in (DERRICK_THING, 0):
        assert south.does(Back()) == Handled("back") and south.kind == kind
    assert south.does(Back()) is None, "the table opens its menu"


def test_where_no_truck_can_drive_derricks_are_moved() -> None:
    south = ada("S W +\nN rS |", seats=3, roll=3, options=RING)
    assert south.kind == DERRICK_THING and south.choices.targets() == (("platform", 0),)
    assert south.does(Back()) is None


def test_before_the_roll_there_are_the_die_and_derricks() -> None:
    south = ada(roll=0, stage="choose", options=INSTEAD)
    south.does(Accept())
    assert south.said == "roll"
    assert set(south.choices.targets()) == {("die",), ("platform", 0), ("platform", 7)}
    south.does(south.over(2, 1))
    assert south.refused == "now_choose"


def test_whoever_rolls_chooses_among_two() -> None:
    south = ada("+ - +", roll=0, dice=(2, 5), stage="build", options=CHOICE)
    south.does(Accept(), Cycle())
    first = south.said
    south.does(Cycle())
    assert {first, south.said} == {"place 9,3", "place 3,9"}
    for place, code in (((1, 1), "not_rolled"), ((2, 1), "no_platform")):
        south.does(south.over(*place))
        assert south.refused == code


# --- what cannot be done -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ((4, 4), "not_in_reach"),
        ((5, 5), "not_in_reach"),
        ((), "home_too_far"),
        ((1, 3), "no_derrick"),
        ((3, 1), "too_dear"),
        ((5, 1), "not_in_reach"),
    ],
)
def test_what_cannot_be_done_says_why(place: tuple[int, ...], code: str) -> None:
    """Also what cannot be loaded because it is too far away, and the depot."""
    south = ada()
    south.does(south.over(*place))
    assert south.refused == code
    refused = south.does(south.on(*place))
    assert isinstance(refused, Denied) and refused.why.code.rpartition(".")[2] == code


@pytest.mark.parametrize(
    ("place", "code"), [((3, 1), "not_your_derrick"), ((5, 1), "no_derrick_there"), ((2, 1), "no_platform")]
)
def test_derricks_that_are_not_to_be_moved_say_why(place: tuple[int, int], code: str) -> None:
    south = ada()
    south.board.toggle("ghawar.offer.derrick", south.frame)
    south.does(south.over(*place))
    assert south.refused == code


def test_a_derrick_goes_where_none_is() -> None:
    south = ada()
    south.does(south.beside(1, 1))
    for place, code in (((3, 1), "derrick_there"), ((3, 2), "no_platform")):
        south.does(south.over(*place))
        assert south.refused == code


@pytest.mark.long
def test_every_place_under_the_pointer_can_be_asked() -> None:
    """At many positions: each place either can be had, or leads on, or says why."""
    for options, seats in MANY:
        for state, _, _, _ in list(games(options, seats, seed=4))[60::40]:
            if not GHAWAR.legal(state, state.turn):
                continue
            player = Player(state)
            spaces = player.board.layout(state).roads.spaces
            for place in [*map(place_of_platform, range(36)), *map(place_of, spaces)]:
                player.does(player.over(*place))
                if not player.said and player.hand.cursor is not None:
                    key = player.hand.key(player.choices)
                    assert key is not None
                    assert player.refused or player.choices.leads_on(key.path, key.kind), place


# --- how it is shown -----------------------------------------------------------------------------


def test_a_preview_shows_the_truck_with_its_load_and_what_it_costs() -> None:
    south = ada(money=(6, 0))
    action = Drive(2, 1, (3, 1))
    shown = south.board.preview(south.state, south.seat, action, south.board.layout(south.state))
    assert [piece.id for piece in shown.comes] == [("truck", 0, 0)]
    assert [piece.id for piece in shown.goes] == [("cube", 1)]
    assert shown.gains == (-6.0, 6.0)


# --- what is only looked at ----------------------------------------------------------------------


@pytest.mark.parametrize("target", [("yard", 1), ("value", 3)])
def test_beside_the_field_there_are_only_tips(target: Target) -> None:
    south = ada()
    x, y = next(spot.rect for spot in south.board.every_spot(south.frame) if spot.target == target).centre
    assert south.does(PointAt(x=x, y=y, device=MOUSE), Press(x=x, y=y, device=MOUSE)) is None
    assert south.said == south.refused == ""
    assert south.board.hints(south.frame)[0][1] == "ghawar.hint.space"
    assert south.board.tip(south.state, -1, target) is not None


@pytest.mark.parametrize("window", [Rect(0, 0, 720, 960), Rect(0, 0, 720, 1280), Rect(0, 0, 1920, 1080)])
def test_what_a_drive_home_brings_is_told_inside_the_field_and_over_no_number(window: Rect) -> None:
    south = ada()
    lay = TableLayout.of(window, 2, 4, 0)
    south.board.arrange(lay.field, lay.side, window, lay.plates)
    layout = south.board.layout(south.state)
    for seat in (Seat(0), Seat(1)):
        beside = south.board.gains_beside(layout, layout.depot(seat))
        pill = Rect(beside.right + 12, beside.y, 2.4 * PILL_HEIGHT, PILL_HEIGHT)
        assert lay.field.x <= pill.x and pill.right <= lay.field.right
        assert not any(pill.overlaps(number.rect) for number in layout.numbers())
