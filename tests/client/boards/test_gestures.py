"""Gestures: from an action its key, from the key the action, and how far things are turned."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from client.boards import board
from client.boards.down_under.layout import Slot
from client.boards.kit.action_picker import ActionKey
from client.boards.kit.gestures import Gesture, rotation
from client.ui.intents import MOUSE, Turn
from core.games import GAMES
from core.games.down_under.state import Options
from tests.client.boards.down_under.fixtures import BASIC, frame, made_board, over, played
from tests.core.laws import Shape, playout
from tests.core.shapes import enough_of, shapes_of
from tests.covering import spread

GESTURED = [game for game in GAMES if game.info.key != "ghawar"]
"""Games whose boards declare gestures; in Ghawar a load lies beside the space that is pointed at."""
SHAPES = [shape for game in GESTURED for shape in spread(enough_of(shapes_of(game)), 4)]


class Put(msgspec.Struct, frozen=True):
    """Put a card that looks one of two ways on a place, at once or by and by."""

    card: str
    x: int
    y: int
    quick: bool = False


PUT = Gesture(Put, (("cell", "x", "y"),), "pile", "card", ("-", "|"), extra="quick")


def test_a_gesture_reads_in_both_directions() -> None:
    key = ActionKey((("cell", 3, 4),), "pile", 1)
    assert PUT.key(Put("|", 3, 4)) == key
    assert PUT.made(key) == Put("|", 3, 4)
    hurried = msgspec.structs.replace(key, extra=True)
    assert PUT.key(Put("|", 3, 4, quick=True)) == hurried
    assert PUT.made(hurried) == Put("|", 3, 4, quick=True)


@pytest.mark.parametrize(
    "key",
    [
        ActionKey((("edge", 3, 4),), "pile"),
        ActionKey((("cell", 3),), "pile"),
        ActionKey((("cell", 3, "far"),), "pile"),
        ActionKey((("cell", 3, 4), ("cell", 3, 5)), "pile"),
        ActionKey((("cell", 3, 4),), "other pile"),
    ],
)
def test_of_any_other_key_a_gesture_makes_nothing(key: ActionKey) -> None:
    assert PUT.made(key) is None


def test_a_gesture_has_no_key_for_what_is_made_in_another_way() -> None:
    assert PUT.key(Put("+", 3, 4)) is None
    assert PUT.key(Options()) is None
    assert msgspec.structs.replace(PUT, fixed=(("quick", True),)).key(Put("-", 3, 4)) is None


def test_things_turn_the_shorter_way_round() -> None:
    assert [rotation(0, turn, 4) for turn in range(4)] == [0, 1, 2, -1]
    assert [rotation(0, turn, 6) for turn in range(6)] == [0, 1, 2, 3, -2, -1]
    assert [rotation(turn, 0, 3) for turn in range(3)] == [0, -1, 1]
    assert [rotation(turn, 0, 2) for turn in range(2)] == [0, -1]


@pytest.mark.covering(most=16)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_key_leads_back_to_its_action(shape: Shape) -> None:
    made = board(*shape)
    assert made.gestures
    game, games = shape.game, [playout(shape, np.random.default_rng(seed)) for seed in range(5)]
    for state in (state for one in games for state in one.states):
        for seat in (seat for seat in game.to_act(state) if seat >= 0):
            view = game.view(state, seat)
            for action in made.actions(view, seat):
                for key in made.keys(action):
                    back = made.action(view, key)
                    assert back is None or type(back) is type(action), (key, action, back)
                    assert back in (None, action) or len(made.keys(action)) > 1, (key, action, back)


def test_turning_a_card_where_another_kind_fits_upsets_no_other_place() -> None:
    """A straight is chosen; where only an end fits the end is turned, further than a straight can be."""
    state = played(
        "EW@0,0 SW@-1,0 SW@1,0 SE@-2,0 endS@-1,-1 NW@-1,1 NS@1,1 EW@-2,1 NS@1,2 NW@-2,2 NW@1,3 EW@-3,1 "
        "NE@0,3 NE@-3,2 SW@0,2 SE@-4,1 EW@-1,2 NS@-3,0 NE@-2,3 NS@-4,2 NW@-1,3 NS@-3,-1 SW@0,1"
    )
    made, shown = made_board(BASIC, 2), frame(state, state.turn)
    hand, straight = made.pickers[state.turn], Slot("straight")
    hand.mean(straight)
    over(made, shown, (-3, -2))
    for _ in range(2):
        made.handle(Turn(step=1, device=MOUSE), shown)
    assert hand.turn(straight) == 2
    over(made, shown, (0, 0))
    assert made.prompt(shown).key == "down_under.refusal.taken"
