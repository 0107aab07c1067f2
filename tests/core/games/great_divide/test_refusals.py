"""Every reason for which something cannot be done, and the places it blames; what is no notation."""

from __future__ import annotations

import pytest

from assets.texts import LANGUAGES, Texts
from core.game import CHANCE, Place, Refused, Seat
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Options, Stage
from tests.core.games.great_divide.diagrams import (
    EACH_DRAW,
    EVENTFUL,
    LIMITED,
    QUAKES,
    SPECIAL,
    WEST,
    Position,
    position,
)
from tests.core.games.great_divide.test_events import RIVER, WATERSHED, WILD, event
from tests.core.games.great_divide.test_maps import BAD
from tests.core.games.great_divide.test_rules import FULL, RING, SLIM
from tests.core.games.great_divide.test_special import ARROWS, BOTTLENECK

CHOOSING = position(SLIM, stage="cards")
HALF = CHOOSING.play("cards W", seat=WEST)
TURN = position(SLIM)
AGAIN = position(SLIM, cards=("-", "-")).play("draw", "tile W", "SW@0,1")
LAYING = position(RING, "1")
BASIN = position(ARROWS, "basin", options=SPECIAL)
PASS = position(BOTTLENECK, "pass", options=SPECIAL)
JOINED = position(
    """
             ·       ·
         ·       ·       ·
             ·       ↓
         ·       ⤢       ·
             ·       ·
         ·       ↗       ·
             ·       ·
    """,
    "1",
    options=SPECIAL,
)
SHUT = position(SLIM.replace("·       ·", "↗       ↖", 1), "basin", options=SPECIAL)
WALLED = position(WATERSHED, "1", options=WILD)
FIVE = position(SLIM).play("draw", "tile five")
QUAKE = position(RIVER, options=QUAKES).play("draw", "tile quake")
FLOOD = event(position(WATERSHED, options=WILD), "flood")
VOLCANO = event(position(RIVER, options=EVENTFUL), "volcanoes")
SECOND = VOLCANO.play("turn@2,1:S")
CREST = event(position(WATERSHED, options=WILD), "volcanoes")
OVER = position(FULL, bag="five").play("draw", "tile five", "keep")

CASES: list[tuple[Position, str, str, tuple[Place, ...]]] = [
    (OVER, "draw", "over", ()),
    (OVER, "tile W", "over", ()),
    (TURN, "tile W", "chance_only", ()),
    (TURN, "event flood", "chance_only", ()),
    (position(SLIM).play("draw"), "draw", "not_your_turn", ()),
    (HALF, "cards W", "cards_chosen", ()),
    (CHOOSING, "cards S", "no_such_cards", ()),
    (CHOOSING, "cards 1W", "no_such_cards", ()),
    (CHOOSING, "cards ?", "no_such_cards", ()),
    (CHOOSING, "cards WW", "no_such_cards", ()),
    (CHOOSING, "draw", "now_cards", ()),
    (TURN, "cards W", "now_turn", ()),
    (TURN, "SW@0,0", "now_turn", ()),
    (AGAIN, "keep", "now_turn", ()),
    (LAYING, "draw", "now_lay", ()),
    (FIVE, "draw", "now_five", ()),
    (QUAKE, "flood@2,1", "now_quake", ()),
    (FLOOD, "remove@0,1", "now_flood", ()),
    (VOLCANO, "S@0,0", "now_volcanoes", ()),
    (TURN, "flip S", "no_such_card", ()),
    (TURN, "flip 9", "no_such_card", ()),
    (TURN.play("flip W"), "flip W", "flipped_already", ()),
    (AGAIN, "flip W", "flip_too_late", ()),
    (position(SLIM, options=EACH_DRAW).play("flip W"), "flip W", "flipped_before_draw", ()),
    (position(SLIM, options=LIMITED).play("flip W"), "flip E", "one_card", ()),
    (LAYING, "basin@0,0", "other_tile", ()),
    (BASIN, "N@0,0", "other_tile", ()),
    (BASIN, "N-S@0,0", "other_tile", ()),
    (LAYING, "N@9,9", "off_the_land", ()),
    (LAYING, "N@-1,0", "off_the_land", ()),
    (QUAKE, "remove@0,99", "off_the_land", ()),
    (LAYING, "N@2,0", "space_taken", ((2, 0),)),
    (LAYING, "NW@0,0", "other_area", ((0, 0),)),
    (LAYING, "N@1,0", "no_sea_there", ((1, 0),)),
    (WALLED, "S@2,0", "onto_special", ((2, 0), (2, 1))),
    (LAYING, "N@2,1", "facing", ((2, 1), (2, 0))),
    (LAYING, "SE@1,2", "trapped", ((1, 2), (2, 2), (2, 1), (2, 0), (3, 1), (3, 2), (1, 1))),
    (JOINED, "SE@1,2", "cuts_pass", ((2, 1), (1, 2))),
    (BASIN, "basin@2,1", "arrow_points_here", ((2, 1), (3, 1))),
    (SHUT, "basin@1,1", "would_block", ((1, 1), (0, 0), (2, 0))),
    (PASS, "NE-SW@2,1", "no_two_oceans", ((2, 1),)),
    (QUAKE, "remove@0,0", "no_tile_there", ((0, 0),)),
    (FLOOD, "pass", "must_flood", ()),
    (FLOOD, "flood@2,1", "which_side", ((2, 1),)),
    (FLOOD, "flood@2,1:S", "no_stream_there", ((2, 1),)),
    (FLOOD, "flood@3,3", "basin_holds_its_water", ((3, 3),)),
    (VOLCANO, "pass", "must_turn", ()),
    (SECOND, "turn@2,1:SE", "turned_already", ((2, 1),)),
    (CREST, "turn@2,1:SW", "pass_has_two_arrows", ((2, 1),)),
    (CREST, "turn@1,2:NE-SW", "river_has_one_arrow", ((1, 2),)),
    (CREST, "turn@3,3:N", "basin_has_no_arrow", ((3, 3),)),
    (CREST, "turn@3,3:N-S", "basin_has_no_arrow", ((3, 3),)),
    (CREST.play("turn@2,1:NE-SW"), "turn@2,1:NE-SW", "turned_already", ((2, 1),)),
    (CREST, "turn@0,0:N-S", "no_tile_there", ((0, 0),)),
    (CREST, "turn@9,9:N-S", "off_the_land", ()),
    (QUAKE, "turn@2,1:N-S", "now_quake", ()),
]


@pytest.mark.parametrize(("s", "text", "reason", "places"), CASES)
def test_why_not(s: Position, text: str, reason: str, places: tuple[Place, ...]) -> None:
    seat = WEST if s is HALF else s.state.actor
    assert s.refuses(text, seat) == (reason, places)


def test_the_other_seat_has_to_wait() -> None:
    for seat in (Seat(1), Seat(7), Seat(-1)):
        assert TURN.refuses("draw", seat) == ("not_your_turn", ())
    assert SECOND.refuses("turn@1,2:S", WEST) == ("not_your_turn", ())


@pytest.mark.parametrize("stage", ["bag", "deck"])
def test_nobody_decides_for_bag_and_deck(stage: Stage) -> None:
    s = position(WATERSHED, options=WILD, stage=stage)
    for seat in (WEST, Seat(1), CHANCE):
        assert not s.game.legal(s.state, seat)
        for text in ("draw", "turn@2,1:N-S", "turn@1,2:S", "pass"):
            assert s.refuses(text, seat) == ("not_your_turn", ())


NOT_IN_PLAY = [
    (Options(fourth_event="second volcanoes"), "no_event_cards"),
    (Options(inland_pass="one each"), "no_inland_pass"),
    (Options(inland_pass="one each", events=2), "no_inland_pass"),
    (Options(inland_pass="one each", two_ocean_pass=True), "no_inland_pass"),
]


@pytest.mark.parametrize(("options", "reason"), NOT_IN_PLAY)
def test_options_about_what_is_not_in_play(options: Options, reason: str) -> None:
    with pytest.raises(Refused) as caught:
        GREAT_DIVIDE.start(options, 2)
    assert caught.value.refusal.code == f"great_divide.refusal.{reason}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_and_a_case(language: str) -> None:
    start = "great_divide.refusal."
    keys = Texts(language).keys()
    written = {key.removeprefix(start) for key in keys if key.startswith(start)}
    met = {reason for _, _, reason, _ in CASES} | {f"map_{code}" for _, _, code, _ in BAD}
    met |= {reason for _, reason in NOT_IN_PLAY}
    assert written == met
