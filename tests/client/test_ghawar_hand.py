"""The hand at Ghawar's table: where intents lead, whatever device they come from."""

from __future__ import annotations

from collections import deque
from statistics import mean

import pytest

from client.boards.base import Chosen, Denied, Handled
from client.boards.ghawar.hand import Hand, beyond
from client.boards.ghawar.places import DIE, Spot
from client.ui.intents import MOUSE, Accept, Back, Cycle, Intent, Move, Scroll, Secondary, Turn
from core.games.ghawar.rules import GHAWAR, reachable
from core.games.ghawar.state import (
    DEPOT,
    Action,
    Drive,
    Leave,
    Options,
    State,
    place_of,
    place_of_platform,
    space_at,
)
from tests.client.ghawar_kit import MANY, Player, games
from tests.core.ghawar.diagrams import CHOICE, CROSSINGS, INSTEAD, RING, RING_TWO, THREE, TWO, position

WHEEL, BACK_WHEEL = Scroll(dy=-1.0, device=MOUSE), Scroll(dy=1.0, device=MOUSE)
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))

BETWEEN = """
    +   -   +   -   +
    |   rS  |   vN  |
    +   -   S   -   +
    |   g   |   yS  |
    +   -   +   -   +
"""
"""The truck of the south may come between its own red and the violet of the north."""


def ada(drawing: str = BETWEEN, roll: int = 1, **more: object) -> Player:
    """The south, whose turn it is."""
    return Player(position(drawing, roll=roll, **more).state)  # type: ignore[arg-type]


def keys() -> list[Intent]:
    """All that can be pressed."""
    return [*(Move(dx=dx, dy=dy) for dx, dy in WAYS), Turn(), Turn(step=-1), Cycle(), Back(), Accept()]


# --- where it goes -------------------------------------------------------------------------------


def test_by_keys_it_appears_where_most_is_to_be_had() -> None:
    """The free yellow one first of all; with violet and money for it, what is free is still better."""
    south = ada()
    assert south.hand.rests(south.frame) and south.meant is None
    assert south.does(Accept()) == Handled("move")
    assert south.said == "drive 3,2 load 3,3"
    assert isinstance(south.does(Accept()), Chosen)


def test_with_a_load_it_appears_at_the_depot() -> None:
    south = ada("+ - Sg - +", at=(0, 12), roll=2, options=RING)
    south.does(Move(dx=1))
    assert south.said == "drive depot" and south.hand.target == Spot("depot", 0)


def test_directions_lead_to_the_next_space() -> None:
    south = ada()
    south.does(Accept(), Move(dx=-1))
    assert south.hand.target == south.spot(1, 2), "straight ahead"
    assert south.does(Move(dx=-1)) is None, "the focus goes on"
    assert south.does(Move(dy=-1)) == Handled("move") and south.hand.target == south.spot(2, 1)


def test_the_depot_lies_beyond_its_side() -> None:
    south = ada("+ - S - +", at=(0, 12), roll=1, options=RING)
    south.does(Accept(), Move(dx=-1), Move(dy=1))
    assert south.hand.target == Spot("depot", 0)
    south.does(Move(dy=-1))
    assert south.hand.target is not None and south.hand.target.kind == "space"


def test_the_nearest_place_in_a_direction_is_the_next() -> None:
    def at(x: int, y: int) -> Spot:
        return Spot("space", space_at(x, y))

    spots = (at(4, 0), at(4, 3), at(6, 4), at(0, 4))
    assert beyond(at(4, 4), (0, -1), spots) == at(4, 3)
    assert beyond(at(4, 3), (0, -1), spots) == at(4, 0)
    assert beyond(at(4, 4), (1, 0), spots) == at(6, 4)
    assert beyond(at(4, 4), (0, 1), spots) is None
    assert beyond(Spot("depot", 1), (0, 1), spots) == at(4, 0)
    home = Spot("depot", 0)
    assert beyond(at(4, 11), (0, 1), (home, at(5, 12))) == at(5, 12), "the depot comes last"
    assert beyond(at(5, 12), (0, 1), (home, at(4, 11))) == home


@pytest.mark.parametrize(("options", "seats"), MANY)
def test_everything_legal_can_be_had_by_keys_and_in_few_presses(options: Options, seats: int) -> None:
    """From where the hand appears: every end, load, truck and derrick."""
    counts: list[int] = []
    positions = [step[0] for step in games(options, seats, seed=2) if GHAWAR.legal(step[0], step[0].turn)]
    for state in positions[:: max(1, len(positions) // 8)]:
        reached = presses_to(state)
        legal = set(GHAWAR.legal(state, state.turn))
        assert legal <= reached.keys()
        counts += [count for action, count in reached.items() if isinstance(action, Drive | Leave)]
    assert mean(counts) < 7 and max(counts) <= 16


def presses_to(state: State) -> dict[Action, int]:
    """How many presses lead to each action that can be meant."""
    found: dict[Action, int] = {}
    known = set()
    player = Player(state)
    player.does(Accept())
    queue = deque([(dict(player.hand.__dict__), 1)])
    while queue:
        held, count = queue.popleft()
        player.hand.__dict__.update(held)
        key = tuple(held[name] for name in ("mode", "_truck", "target", "load", "derrick"))
        if key in known:
            continue
        known.add(key)
        if player.meant is not None:
            found.setdefault(player.meant, count + 1)
        for intent in keys():
            player.hand.__dict__.update(held)
            player.does(intent)
            queue.append((dict(player.hand.__dict__), count + 1))
    return found


# --- what is loaded -------------------------------------------------------------------------------


def test_what_is_free_is_preferred() -> None:
    south = ada()
    south.does(south.over(2, 1))
    assert south.said == "drive 2,1 load 1,1"
    assert south.hand.load is not None and south.hand.load.price == 0


def test_the_wheel_goes_through_what_can_be_loaded() -> None:
    """Own red, for six barrels the violet of the north, nothing."""
    south = ada(money=(6, 0))
    south.does(south.over(2, 1))
    seen = [south.said]
    for _ in range(3):
        assert south.does(WHEEL) == Handled("wood")
        seen.append(south.said)
    assert seen == ["drive 2,1 load 1,1", "drive 2,1 load 3,1", "drive 2,1", "drive 2,1 load 1,1"]
    south.does(BACK_WHEEL)
    assert south.said == "drive 2,1"


def test_what_is_too_dear_is_not_among_the_choices() -> None:
    south = ada()
    south.does(south.over(2, 1))
    assert [
        choice.load and choice.load.platform for choice in south.hand.choices(south.state, south.seat)
    ] == [
        0,
        None,
    ]
    bring = south.hand.brings(south.state, south.seat)[south.spot(2, 1)]
    assert [load.platform for load in bring.loads] == [0] and [load.platform for load in bring.dear] == [1]


def test_a_click_on_a_platform_loads_from_it() -> None:
    south = ada(money=(6, 0))
    south.does(south.over(3, 1))
    assert south.said == "drive 2,1 load 3,1"
    assert isinstance(south.does(south.on(3, 1)), Chosen)


def test_over_a_platform_the_truck_stays_where_the_hand_was() -> None:
    """Yellow can be loaded from the west and from the north."""
    south = ada()
    for end in ((2, 3), (3, 2)):
        south.does(south.over(*end), south.over(3, 3))
        assert south.said == f"drive {end[0]},{end[1]} load 3,3"


def test_over_the_depot_the_load_is_brought_home() -> None:
    south = ada("+ - Sg - +", at=(0, 12), roll=2, options=RING)
    south.does(south.over())
    assert south.said == "drive depot"
    bring = south.hand.brings(south.state, south.seat)[Spot("depot", 0)]
    assert bring.stored == 3


def test_the_depots_of_others_ask_nothing() -> None:
    south = ada()
    x, y = south.places.depot(1).centre  # type: ignore[arg-type]  # a seat
    south.does(south.over(3, 2))
    south.hand._point((x, y), south.state, south.seat, south.places)
    assert south.hand.target is None and south.meant is None


def test_crossings_offer_up_to_four() -> None:
    drawing = "+ - + - +\n| rS | oS |\n+ - + - +\n| yS | gS |\n+ - S - +"
    south = ada(drawing, roll=2, options=CROSSINGS)
    south.does(south.over(2, 2))
    assert len(south.hand.choices(south.state, south.seat)) == 5
    assert south.said == "drive 2,2 load 3,3", "green pays most"


def test_a_route_leads_to_where_the_hand_is() -> None:
    for state, _, _, _ in games(MANY[2][0], 4, seed=5):
        if state.stage != "move":
            continue
        player = Player(state)
        for end, route in reachable(state, 0).items():
            spot = Spot("depot", player.seat) if end == DEPOT else Spot("space", end)
            player.does(player.over(*(() if end == DEPOT else place_of(end))))
            assert player.hand.target == spot
            assert player.hand.route(state, player.seat) == route


# --- several trucks -------------------------------------------------------------------------------

PAIR = """
    +   -   +   -   +   -   +
    |   rS  |   g   |   bS  |
    +   -   S1  -   +   -   S2
"""


def test_the_hand_takes_the_truck_that_gets_there() -> None:
    south = ada(PAIR, roll=1, options=TWO)
    south.does(south.over(2, 1))
    assert south.said == "1: drive 2,1 load 1,1"
    south.does(south.over(6, 1))
    assert south.said == "2: drive 6,1 load 5,1"


def test_a_truck_is_chosen_by_cycling_and_by_a_click() -> None:
    """Both get to 4,1 with three; the one that was chosen goes there."""
    south = ada(PAIR, roll=3, options=TWO)
    south.does(south.on(6, 2))
    assert south.hand.truck == 1
    south.does(south.over(4, 1))
    assert south.said.startswith("2: drive 4,1")
    south.does(Cycle(), Cycle())
    assert (south.hand.mode, south.hand.truck) == ("drive", 0)
    south.does(south.over(4, 1))
    assert south.said.startswith("1: drive 4,1")


def test_turning_goes_through_the_trucks_that_get_there() -> None:
    south = ada(PAIR, roll=3, options=TWO)
    south.does(south.over(4, 1))
    said = set()
    for _ in range(4):
        said.add(south.said)
        south.does(WHEEL)
    assert said == {"1: drive 4,1", "1: drive 4,1 load 5,1", "2: drive 4,1", "2: drive 4,1 load 5,1"}


def test_a_truck_in_its_bay_is_taken_by_a_click() -> None:
    south = ada("+ - + - +", roll=2, options=THREE)
    x, y = south.places.truck_in_depot(south.seat, 2).centre
    assert south.hand._press((x, y), south.state, south.seat, south.places) == Handled("move")
    assert south.hand.truck == 2
    south.does(Move(dx=1))
    assert south.said.startswith("3: drive")


# --- derricks -------------------------------------------------------------------------------------


def test_a_derrick_that_cannot_be_loaded_from_is_picked_up_by_a_click_and_put_down() -> None:
    south = ada(
        "+ - + - + - +\n| rS | g | bN |\n+ - + - + - +\n+ - + - + - S".replace(
            "bN |\n+ - + - + - +\n+", "bN |\n+"
        )
    )
    south = ada("+ - + - + - +\n| rS | g | bN |\n+ - + - + - S", roll=1)
    south.does(south.over(1, 1))
    assert south.meant is None and south.hand.picks_up(south.state, south.seat)
    assert south.does(south.on(1, 1)) == Handled("wood")
    assert (south.hand.mode, south.hand.derrick) == ("derrick", 0)
    assert south.hand.wanted(south.state, south.seat)[0] == south.spot(3, 1)
    south.does(south.over(3, 1))
    assert south.said == "derrick 1,1>3,1" and isinstance(south.does(south.on(3, 1)), Chosen)


def test_one_that_can_be_loaded_from_is_picked_up_with_the_second_button() -> None:
    south = ada()
    south.does(south.over(1, 1))
    assert south.said.endswith("load 1,1")
    assert south.does(south.beside(1, 1)) == Handled("wood")
    assert south.hand.derrick == 0


def test_back_puts_a_derrick_back_and_leads_to_trucks() -> None:
    south = ada()
    south.does(south.beside(1, 1))
    assert south.does(Back()) == Handled("back")
    assert (south.hand.mode, south.hand.derrick) == ("derrick", None)
    south.does(south.over(3, 3), south.on(3, 3), Back(), Accept())
    assert south.hand.target == south.spot(3, 3), "by keys it goes on where the derrick was put back"
    assert south.does(Back()) == Handled("back") and south.hand.mode == "drive"
    assert south.does(Back()) is None, "the table opens its menu"


def test_by_keys_a_derrick_is_chosen_then_a_platform() -> None:
    south = ada()
    south.does(Accept(), Cycle())
    assert south.hand.mode == "derrick"
    assert south.hand.wanted(south.state, south.seat) == (south.spot(1, 1), south.spot(3, 3))
    south.does(Turn(), Turn())
    assert south.hand.target == south.spot(3, 3)
    assert south.does(Accept()) == Handled("wood")
    south.does(Accept())
    assert south.said == "derrick 3,3>1,3", "as near as possible"
    assert isinstance(south.does(Accept()), Chosen)


def test_the_button_goes_from_trucks_to_derricks_and_back() -> None:
    south = ada()
    for mode in ("derrick", "drive"):
        south.hand.toggle(south.state, south.seat)
        assert south.hand.doing(south.state, south.seat) == mode
        south.hand.leave()


def test_where_no_truck_can_drive_derricks_are_moved() -> None:
    """In the corner, with others on both sides."""
    south = ada("S W +\nN rS |", seats=3, roll=3, options=RING)
    assert not reachable(south.state, 0)
    assert south.hand.doing(south.state, south.seat) == "derrick"
    assert south.hand.wanted(south.state, south.seat) == (south.spot(1, 1),)
    assert south.does(Back()) is None and south.does(Cycle()) is None


# --- the die, or a derrick instead ----------------------------------------------------------------


def choosing(drawing: str = BETWEEN) -> Player:
    return ada(drawing, roll=0, stage="choose", options=INSTEAD)


def test_die_and_derricks_are_offered_at_once() -> None:
    south = choosing()
    assert south.hand.doing(south.state, south.seat) == "choose"
    assert south.hand.wanted(south.state, south.seat) == (DIE, south.spot(1, 1), south.spot(3, 3))


def test_by_keys_it_appears_on_the_die_and_rolls_it() -> None:
    """Wherever the hand was before."""
    south = choosing()
    south.hand._last = south.spot(1, 1)
    assert south.does(Accept()) == Handled("move") and south.said == "roll"
    assert south.does(Accept()) == Chosen(GHAWAR.parse("roll"))


def test_the_die_is_rolled_by_pressing_it() -> None:
    """A finger sees first what would be."""
    south = choosing()
    assert south.does(south.on_die()) == Handled("move") and south.said == "roll"
    assert isinstance(south.does(south.on_die()), Chosen)


def test_a_derrick_is_picked_up_instead_and_put_down() -> None:
    south = choosing()
    south.does(south.over(3, 3))
    assert south.meant is None and south.hand.picks_up(south.state, south.seat)
    assert south.does(south.on(3, 3)) == Handled("wood")
    south.does(south.over(1, 3))
    assert south.said == "derrick 3,3>1,3" and isinstance(south.does(south.on(1, 3)), Chosen)


def test_tab_goes_from_the_die_to_derricks_and_back() -> None:
    south = choosing()
    told = []
    for intent in (Cycle(), Cycle(), Cycle(), Accept(), Cycle()):
        south.does(intent)
        told.append((south.hand.target, south.hand.derrick))
    derrick = south.spot(1, 1)
    assert told == [(derrick, None), (DIE, None), (derrick, None), (None, 0), (DIE, None)]


def test_directions_lead_from_the_die_to_derricks_and_back() -> None:
    """The die lies in the east."""
    south = choosing()
    south.does(Accept(), Move(dx=-1))
    assert south.hand.target == south.spot(3, 3)
    south.does(Move(dx=1))
    assert south.hand.target == DIE


def test_back_puts_the_derrick_back_and_the_die_can_be_rolled() -> None:
    south = choosing()
    south.does(south.over(1, 1), south.on(1, 1))
    assert south.does(Back()) == Handled("back") and south.hand.mode == "choose"
    assert south.does(Back()) is None, "the table opens its menu"
    south.does(south.over_die())
    assert isinstance(south.does(Accept()), Chosen)


def test_before_the_roll_no_truck_drives() -> None:
    south = choosing()
    for place, code in (((2, 1), "now_choose"), ((3, 1), "not_your_derrick"), ((5, 1), "no_derrick_there")):
        south.does(south.over(*place))
        assert south.refused == code and isinstance(south.does(south.on(*place)), Denied)


def test_after_the_roll_neither_die_nor_derricks_can_be_taken() -> None:
    south = ada(options=INSTEAD)
    south.does(south.over_die())
    assert south.hand.target is None
    assert south.does(south.beside(3, 3)) is None and south.hand.mode == "drive"
    assert south.does(Cycle()) is None


def test_without_a_derrick_there_is_only_the_die() -> None:
    south = choosing("+ - + - +\n| r | oN |\n+ - S - +")
    assert south.hand.wanted(south.state, south.seat) == (DIE,)
    assert south.does(Cycle()) is None
    assert isinstance(south.does(Accept(), Accept()), Chosen)


# --- platforms by dice ----------------------------------------------------------------------------


def test_whoever_rolls_chooses_among_two() -> None:
    south = ada("+ - +", roll=0, dice=(2, 5), stage="build", options=CHOICE)
    assert south.hand.doing(south.state, south.seat) == "build"
    assert south.hand.wanted(south.state, south.seat) == (south.spot(9, 3), south.spot(3, 9))
    south.does(Accept())
    assert south.said == "place 9,3"
    south.does(Cycle())
    assert south.said == "place 3,9"
    south.does(Move(dx=1, dy=0))
    assert south.said == "place 9,3"
    south.does(south.over(3, 9))
    assert isinstance(south.does(south.on(3, 9)), Chosen)
    south.does(south.over(1, 1))
    assert south.refused == "not_rolled"
    south.does(south.over(2, 1))
    assert south.refused == "no_platform"


def test_no_derrick_is_picked_up_while_one_is_put_up() -> None:
    south = ada("+ - +\n| rS |", roll=0, dice=(2, 5), stage="build", options=CHOICE)
    assert south.does(south.beside(1, 1)) is None and south.hand.mode == "build"
    south.does(south.over(1, 1))
    assert not south.hand.picks_up(south.state, south.seat)
    assert isinstance(south.does(south.on(1, 1)), Denied)


# --- pointer ---------------------------------------------------------------------------------------


def test_a_finger_sees_first_what_would_be() -> None:
    south = ada()
    assert south.does(south.on(2, 1)) == Handled("move")
    assert isinstance(south.does(south.on(2, 1)), Chosen)


def test_a_new_decision_forgets_what_was_in_hand() -> None:
    south = ada()
    south.does(south.beside(1, 1), south.over(3, 1))
    later = position(BETWEEN, roll=1).state
    assert south.hand.rests(south.frame) is False
    south.state = later
    assert south.hand.rests(south.frame) and south.meant is None
    assert south.hand.doing(later, south.seat) == "drive"
    south.does(south.over(2, 1))
    assert south.hand.derrick is None and south.said == "drive 2,1 load 1,1"


def test_a_hand_does_nothing_while_nobody_decides() -> None:
    state = position("+ - +", options=RING).state
    player = Player(state)
    assert player.does(Accept()) is None and player.does(player.over(2, 0)) is None
    assert isinstance(player.hand, Hand) and player.hand.target is None


# --- what cannot be done ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ((4, 4), "not_in_reach"),
        ((2, 2), "not_in_reach"),
        ((5, 5), "not_in_reach"),
        ((), "home_too_far"),
    ],
)
def test_what_cannot_be_done_says_why(place: tuple[int, ...], code: str) -> None:
    """Also what cannot be loaded because it is too far away, and the depot."""
    south = ada()
    south.does(south.over(*place))
    assert south.refused == code
    refused = south.does(south.on(*place))
    assert isinstance(refused, Denied) and refused.why.code.rpartition(".")[2] == code
    assert south.hand.route(south.state, south.seat) is None


@pytest.mark.parametrize(
    ("place", "code"), [((1, 3), "no_derrick"), ((3, 1), "too_dear"), ((5, 1), "not_in_reach")]
)
def test_a_platform_from_which_nothing_is_loaded_says_why(place: tuple[int, int], code: str) -> None:
    south = ada()
    south.does(south.over(*place))
    assert south.refused == code


def test_a_truck_in_the_way_is_named() -> None:
    south = ada("S W + - +", seats=3, roll=2, options=RING)
    south.does(south.over(2, 0))
    refusal = south.hand.refusal(south.state, south.seat)
    assert south.refused == "in_the_way" and refusal is not None and refusal.places == ((1, 0),)


@pytest.mark.parametrize(
    ("place", "code"), [((3, 1), "not_your_derrick"), ((5, 1), "no_derrick_there"), ((2, 1), "no_platform")]
)
def test_derricks_that_are_not_to_be_moved_say_why(place: tuple[int, int], code: str) -> None:
    south = ada()
    south.hand.toggle(south.state, south.seat)
    south.does(south.over(*place))
    assert south.refused == code
    assert isinstance(south.does(south.on(*place)), Denied)


def test_a_derrick_goes_where_none_is() -> None:
    south = ada()
    south.does(south.beside(1, 1), south.over(3, 1))
    assert south.refused == "derrick_there"
    south.does(south.over(3, 2))
    assert south.refused == "no_platform"


def test_every_place_under_the_pointer_can_be_asked() -> None:
    """At many positions, in every mode: each place either can be had or says why."""
    for options, seats in MANY:
        for state, _, _, _ in list(games(options, seats, seed=4))[60::40]:
            if not GHAWAR.legal(state, state.turn):
                continue
            player = Player(state)
            for mode in range(3):
                for place in [*map(place_of_platform, range(36)), *map(place_of, player.places.roads.spaces)]:
                    player.does(player.over(*place))
                    if player.meant is None:
                        continue
                    reply = player.does(Accept())
                    assert isinstance(reply, Chosen if not player.refused else Denied), (place, reply)
                player.does(Cycle(), *([Accept()] if mode else []))


def test_the_second_button_elsewhere_asks_for_another_load() -> None:
    south = ada(money=(6, 0))
    south.does(south.over(2, 1))
    assert south.does(south.beside(2, 1)) == Handled("wood") and south.said == "drive 2,1 load 3,1"
    assert isinstance(south.beside(2, 1), Secondary)


def test_the_truck_that_is_meant_can_drive() -> None:
    """The first stands in a corner, with others on both sides; also before the hand is moved."""
    south = ada("S1 W1 +\nN1 rS |\n+ - S2", seats=3, roll=3, options=RING_TWO)
    assert not reachable(south.state, 0) and reachable(south.state, 1)
    south.hand.outlook(south.state, south.seat)
    assert south.hand.truck == 1
    south.does(Accept())
    assert south.said.startswith("2: drive")
    assert south.does(Cycle()) == Handled("move") and south.hand.mode == "derrick"
    assert south.does(Cycle()) == Handled("move") and (south.hand.mode, south.hand.truck) == ("drive", 1)
