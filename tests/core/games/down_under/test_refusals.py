"""Every reason for which something cannot be done, and the places it blames; what is no notation."""

from __future__ import annotations

import pytest

from assets.texts import LANGUAGES, Texts
from core.game import Place, Refused
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import Laid, Options
from tests.core.games.down_under.diagrams import WILD, Position, position, start
from tests.core.games.down_under.test_billabongs import CROSSING, SHORT, WINDING
from tests.core.games.down_under.test_rings import CIRCLE, LOOPED
from tests.core.games.down_under.test_variants import SINGLE, TWO_CARDS, two

FIRST = start(2, Options())
SECOND = FIRST.play("EW@0,0")
FACING = position("─0   ·    ─1")
DUE = position(CROSSING, seats=3).play("EW@1,2")
RING = position(CIRCLE)
POOLS = "\n·    ·    ·    ·    ·    ·\n○    ○    ○    ○    ·    ·"
STRAIGHT = position("─0   ─0   ─0   ─0   ─0   ─0   ─0   ·")
ANIMALS = position("─0k  ─0k  ·    ─1e", options=WILD)
INSIDE = start(2, Options(frame="border", single_start=True))
FIELD = position("─0   ─0   ─0   ─0   ·    ·    ·    ─1", options=Options(size="4x8"))
ENDLESS = FACING.changed(played=(*FACING.state.played, Laid("endN", 9, 9, 0), Laid("endS", 9, 9, 0)))
"""Whoever has an open end has an end left; here two lie apart from the path."""
ENDED = position("╶0   ─0   ·").play("endW@2,0")
DUE_FIRST = start(3).play("EW@0,0", "NS@1,1", "EW@2,0")
OUT = position(
    """
    ·    ·    ·    ·    ·    ·    ·    ╷1
    ─0   ─0   ─0   ─0   ─0   ─0   ─0   ·
    ·    ·    ·    ·    ·    ·    ·    ╵2
    """,
    seats=3,
    options=Options(size="5x7"),
)
LONG_RING = position("┌0   ─0   ┐0   ·\n└0   ─0   ┘0   ·")
CROSSED = position(
    """
    ─1   ┌0   ┐0   ·
    ·    └0   ┘0   ·
    """
)

CASES: list[tuple[Position, str, str, tuple[Place, ...]]] = [
    (ENDED, "EW@3,0", "over", ()),
    (RING, "EW@0,1", "open_the_ring", ()),
    (RING, "billabong@0,1", "open_the_ring", ()),
    (FACING, "turn SE@0,0", "no_ring", ()),
    (DUE, "turn SE@0,0", "no_ring", ()),
    (RING, "turn NE@0,0", "not_your_curve", ((0, 0),)),
    (LONG_RING, "turn NE@1,0", "not_your_curve", ((1, 0),)),
    (RING, "turn NW@1,1", "by_90", ((1, 1),)),
    (CROSSED, "turn NE@1,0", "neutral_in_use", ((1, 0),)),
    (position(LOOPED), "turn NE@2,2", "two_open_ends", ((2, 2),)),
    (position(WINDING + POOLS), "billabong@4,4", "no_billabong", ()),
    (position(SHORT), "billabong@4,4", "curves_left", ()),
    (position(WINDING), "billabong@5,3", "no_case_for_billabong", ((5, 3),)),
    (two(), "EW@2,1", "which_path", ()),
    (FACING, "a:EW@1,0", "one_path", ()),
    (start(2, TWO_CARDS), "b:endN@0,0", "other_path", ()),
    (two().play("b:EW@2,1", "b:endE@0,1"), "b:EW@-1,1", "path_finished", ()),
    (two().play("b:EW@2,1", "b:SE@0,1"), "b:NS@0,2", "path_has_its_card", ()),
    (start(2, SINGLE), "EW@0,0", "end_first", ()),
    (FIRST, "endN@0,0", "no_end_first", ()),
    (two(), "a:endS@0,-1", "no_end_first", ()),
    (FACING, "NE@-1,0=emu", "no_animals", ()),
    (ANIMALS, "NE@-1,0", "which_animal", ()),
    (ANIMALS, "EW@-1,0=kangaroo", "animal_laid", ()),
    (STRAIGHT, "EW@7,0", "no_straight_left", ()),
    (position(WINDING), "NW@4,4", "no_curve_left", ()),
    (ENDLESS, "endW@1,0", "no_end_left", ()),
    (FACING.play("endW@1,0"), "EW@1,0", "half", ((1, 0),)),
    (SECOND, "NS@0,0", "taken", ((0, 0),)),
    (FACING, "EW@2,0", "taken", ((2, 0),)),
    (start(2, SINGLE).play("endN@0,0"), "endS@0,1", "against_the_back", ((0, 0),)),
    (INSIDE, "endN@-2,0", "inside", ((-2, 0),)),
    (SECOND, "EW@0,2", "next_to_a_card", ((0, 2),)),
    (FIRST, "EW@1,0", "at_the_origin", ((0, 0),)),
    (FACING, "NS@1,0", "own_part", ((1, 0),)),
    (DUE, "EW@-1,2", "at_the_billabong", ((3, 2),)),
    (FACING, "NS@5,5", "at_your_end", ((1, 0), (-1, 0))),
    (ANIMALS, "endN@5,5", "at_your_end", ((2, 0), (-1, 0))),
    (position("─0   ╴0   ·    ─1", turn=1), "endE@1,0", "at_your_end", ((4, 0), (2, 0))),
    (DUE_FIRST, "endN@5,5", "at_the_billabong", ((1, -1),)),
    (DUE_FIRST, "NS@5,5", "at_the_billabong", ((1, -1),)),
    (OUT, "endW@7,1", "joins", ((7, 1), (7, 0), (7, 0), (7, 2), (7, 2))),
    (FIELD, "EW@-1,0", "outside", ((-1, 0),)),
    (FACING, "EW@1,0", "joins", ((1, 0), (0, 0), (0, 0), (2, 0), (2, 0))),
    (
        position("╴1╶0 ·    ╴2╶3", options=TWO_CARDS),
        "a:EW@1,0",
        "joins_own",
        ((1, 0), (0, 0), (0, 0), (2, 0), (2, 0)),
    ),
    (start(4, SINGLE).play("endN@0,0", "endS@0,0"), "endS@0,1", "no_room_for_partner", ((0, 1),)),
]

START: list[tuple[Options, int, str]] = [
    (Options(two_paths="two cards"), 3, "two_paths_for_two"),
    (Options(two_paths="one card", single_start=True), 2, "two_paths_start"),
    (Options(two_paths="one card", frame="border"), 2, "two_paths_frame"),
    (Options(dingo="loses"), 2, "no_dingo_here"),
    (Options(paths_scored="longest"), 2, "one_path_each"),
    (Options(frame="river"), 4, "river_seats"),
    (Options(frame="border"), 3, "border_seats"),
    (Options(frame="river", size="unlimited"), 3, "frame_unlimited"),
    (Options(frame="border", size="8x8"), 2, "no_drawing"),
]


@pytest.mark.parametrize(("s", "text", "reason", "places"), CASES)
def test_why_not(s: Position, text: str, reason: str, places: tuple[Place, ...]) -> None:
    assert s.refuses(text, s.state.turn) == (reason, places)


@pytest.mark.parametrize("text", ["NS@0,-1=dingo", "EW@0,0=dingo", "endN@0,0=emu"])
def test_no_card_of_this_shape_has_this_animal(text: str) -> None:
    with pytest.raises(Refused) as caught:
        DOWN_UNDER.parse(text)
    assert caught.value.refusal.code == "down_under.refusal.no_such_animal"


def test_the_other_seats_have_to_wait() -> None:
    for seat in (1, 2, 7, -1):
        assert DUE.refuses("EW@3,2", seat) == ("not_your_turn", ())


@pytest.mark.parametrize(("options", "seats", "code"), START)
def test_what_does_not_go_together(options: Options, seats: int, code: str) -> None:
    with pytest.raises(Refused) as caught:
        DOWN_UNDER.start(options, seats)
    assert caught.value.refusal.code == f"down_under.refusal.{code}"


def test_which_drawing_is_missing_is_said() -> None:
    with pytest.raises(Refused) as caught:
        DOWN_UNDER.start(Options(frame="river", size="5x11"), 3)
    assert caught.value.refusal.values == {"size": "5 × 11"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_and_a_case(language: str) -> None:
    start = "down_under.refusal."
    keys = Texts(language).keys()
    written = {key.removeprefix(start) for key in keys if key.startswith(start)}
    met = {reason for _, _, reason, _ in CASES} | {code for _, _, code in START}
    assert written == met | {"not_your_turn", "no_such_animal", "data"}, (
        "data is for broken drawings, see test_frames"
    )
