"""What only Down Under's table shows: paths that grow, their lengths, the field, the end, what is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pygame
import pytest

from client.boards.contract import Frame
from client.boards.down_under.art import DEFAULT_CARDS, Gain, Length
from client.boards.down_under.board import CARD_TURNS, DownUnderBoard, free_part
from client.boards.down_under.camera import is_settled, needed_cells
from client.boards.down_under.layout import BILLABONG_KIND, RING_KIND, Slot
from client.boards.down_under.pieces import tags
from client.boards.down_under.ribbons import CellRect, Ribbon
from client.boards.down_under.supplies import cards_left, field_ways
from client.boards.kit.gestures import rotation
from client.screens.table.layout import TableLayout
from client.ui.animation import Motion
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Cycle, Press
from core.game import Seat
from core.games.down_under.board import field_of as rules_field
from core.games.down_under.board import length
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.scoring import score
from core.games.down_under.state import CARDS, OWN_SIDES, SHAPES, Lay, Options, State
from tests.client.boards.down_under.fixtures import (
    ANIMALS,
    BASIC,
    MANY,
    frame,
    games,
    made_board,
    over,
    played,
    set_up,
    step_event,
)
from tests.client.boards.down_under.test_step_schedule import (
    Step,
    closing,
    crossing,
    every,
    opened,
    steps,
    without_curves,
)
from tests.client.boards.fixtures import FIELD, SIDE, replace, texts
from tests.client.boards.laws import Highlight, picture

SIZE = (960, 540)
WINDOW = Rect(0, 0, 1920, 1080)
TABLE = TableLayout.of(WINDOW, 2, 4, 0)


@pytest.fixture(autouse=True)
def _display() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    yield
    pygame.display.quit()


def board_of(state: State) -> DownUnderBoard:
    return made_board(state.options, state.seats)


def moving(made: Step, t: float, motion: Motion = Motion()) -> Frame:  # noqa: B008 - frozen
    """A moment of a step."""
    shown = step_event(*made)
    return Frame(shown.before, -1, None, 5.0 + t, texts("en").translate, motion, shown, t)


def draw(board: DownUnderBoard, shown: Frame) -> np.ndarray:
    """All pixels of a frame, [x, y, colour]."""
    return picture(Highlight(board, shown), SIZE).astype(int)


# --- paths that grow ------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_length_counts_up_at_the_end_of_a_path_that_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every moment; where plates say it, it is there only meanwhile."""
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(Length, "paint", lambda self, ctx, rect: told.append((self.style, self.length)))
    for made in (crossing(), closing(), without_curves(), opened(), *every()[5::60]):
        if made[0].options.two_paths or made[0].options.animals or made[3].stage == "over":
            continue
        for plated in (False, True):
            board = board_of(made[0])
            if plated:
                board.arrange(FIELD, SIDE, plates=[Rect(0, 0, 300, 100)] * made[0].seats)
            end = steps(made).grown
            for n in range(1, 20):
                told.clear()
                draw(board, moving(made, end * n / 20))
                for seat in range(made[0].seats):
                    told_of = {count for style, count in told if style == seat}
                    assert told_of <= {steps(made).length(seat, end * n / 20) or length(made[0].paths[seat])}
            told.clear()
            draw(board, frame(made[3]))
            assert bool(told) != plated


def test_plates_count_when_points_have_arrived() -> None:
    """The length before it until then, in the end the length after it, for each of two paths, too."""
    for made in (crossing(), closing(), opened(), *every()[5::40]):
        before, _, _, after = made
        board = board_of(before)
        board.arrange(FIELD, SIDE, plates=[Rect(0, 0, 300, 100)] * before.seats)
        timeline = board.timeline(step_event(*made), -1)
        for seat in map(Seat, range(before.seats)):
            for t, state in ((0.0, before), (timeline.counted, before), (timeline.seconds, after)):
                told = board.standing(moving(made, t), seat).points
                assert sum(told) == score(state, seat)
                assert len(told) == (2 if before.options.two_paths and not before.options.animals else 1)


def test_cards_turn_on_their_way_from_how_they_lie_in_the_supply() -> None:
    """Turned back by so many quarters a card is as it lay there."""
    for card in CARDS:
        cards = CARD_TURNS[SHAPES[card]]
        quarters = rotation(cards.index(card), 0, len(cards))
        turned = {(side + quarters) % 4 for side in OWN_SIDES[card]}
        assert turned == set(OWN_SIDES[DEFAULT_CARDS[SHAPES[card]]]) and abs(quarters) <= 2


@pytest.mark.parametrize(
    ("cards", "seats", "action", "event"),
    [
        ("0:SE@0,0 0:SW@1,0 0:NW@1,1 1:EW@4,0", 2, "NE@0,1", "ring"),
        ("0:EW@0,0 1:NS@2,1 2:NS@2,-1", 3, "EW@1,0", "billabong"),
        ("0:endE@-1,0 0:EW@0,0 0:EW@1,0 0:EW@2,0 0:EW@3,0 1:NS@2,2", 2, "endW@4,0", "longest"),
        ("0:endE@-1,0 0:EW@0,0 0:EW@1,0 1:NS@2,2", 2, "endW@2,0", None),
        ("0:EW@0,0 1:NS@2,2", 2, "EW@1,0", None),
    ],
)
def test_great_moments(cards: str, seats: int, action: str, event: str | None) -> None:
    """By hand. A path of four is no event, though it is the longest."""
    before = set_up(cards, seats=seats)
    seat, made = before.turn, DOWN_UNDER.parse(action)
    shown = step_event(before, seat, made, DOWN_UNDER.apply(before, seat, made))
    board = board_of(before)
    moments = board.timeline(shown, -1).highlights
    assert [moment.words.key for moment in moments if moment.words] == (
        [] if event is None else [f"down_under.moment.{event}"]
    )
    assert all(moment.seconds >= 1.2 for moment in moments)


def test_what_lives_on_the_land_keeps_to_where_nobody_plays() -> None:
    """It is seen to move, never over a cell that is played on, and not at all in reduced motion."""
    state = set_up("0:EW@0,0 1:EW@6,4")
    board = board_of(state)
    board.arrange(TABLE.field, TABLE.side, WINDOW, TABLE.plates)
    played = board.layout(state).grid.box(needed_cells(state, rules_field(state)))
    for motion in (Motion(), Motion(reduced=True)):
        shown = [replace(frame(state, now=now), motion=motion) for now in (4.0, 9.0, 13.0)]
        pictures = [draw(board, each) for each in shown]
        moved = np.abs(np.array(pictures) - pictures[0]).max(axis=(0, 3)) > 20
        scale = SIZE[0] / WINDOW.w
        left, top, right, bottom = (int(v * scale) for v in (played.x, played.y, played.right, played.bottom))
        assert not moved[left + 1 : right - 1, top + 1 : bottom - 1].any()
        assert moved.any() != motion.reduced


# --- the field and what stands beside it ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("0:EW@0,0", (False, False)),
        ("0:EW@0,0 1:EW@6,0", (True, False)),
        ("0:EW@0,0 1:EW@0,6", (False, True)),
        ("0:EW@0,0 1:EW@5,4", (False, True)),
        ("0:EW@0,0 1:EW@4,4", (False, False)),
        ("0:EW@0,0 1:EW@4,6", (True, True)),
        ("0:EW@0,0 1:endN@6,0", (False, False)),
    ],
)
def test_fences_stand_where_the_field_certainly_ends(cards: str, expected: tuple[bool, bool]) -> None:
    """By hand for 5 × 7: across, and down."""
    state = set_up(cards)
    board = board_of(state)
    fences = {piece.id[1] for piece in board.pieces(state, board.layout(state)) if piece.id[0] == "fence"}
    assert is_settled(rules_field(state)) == expected
    assert ("west" in fences and "east" in fences, "north" in fences and "south" in fences) == expected


def test_lengths_do_not_cover_each_other() -> None:
    """Unless there is no other place."""
    covered = total = 0
    for _, _, _, state in every()[::4]:
        spots = list(tags(state, state.paths, state.cards, board_of(state).layout(state)).values())
        for index, (x, y) in enumerate(spots):
            total += 1
            covered += any(abs(x - a) < 70 and abs(y - b) < 40 for a, b in spots[:index])
    assert covered < 0.03 * total


def test_what_is_left() -> None:
    """By hand: seat 0 has laid a straight, a curve and an end, with an emu on its own path."""
    state = set_up("0:endE@0,0 0:NW@1,0=dingo 0:NS@1,-1=emu 1:NS@1,-3=kangaroo", ANIMALS)
    left = {(slot.shape, slot.animal): n for slot, n in cards_left(state).items()}
    assert (left["curve", "dingo"], left["straight", "emu"], left["end", None]) == (0, 1, 1)
    assert left["straight", "kangaroo"] == 2, "that is another set"


def test_the_ways_the_field_may_still_lie() -> None:
    for cards, ways in (
        ("0:EW@0,0", (True, True)),
        ("0:EW@0,0 1:EW@5,0", (True, False)),
        ("0:EW@0,0 1:EW@0,5", (False, True)),
    ):
        assert field_ways(rules_field(set_up(cards))) == ways
    river = DOWN_UNDER.start(Options(frame="river"), 2)
    assert sorted(field_ways(rules_field(river))) == [False, True]


def test_a_card_on_its_way_is_gone_from_the_supply() -> None:
    """Of whoever lays it; only when all has grown the next seat's cards are shown."""
    made = next(games(BASIC, 2, 1))
    board, shown = board_of(made[0]), step_event(*made)
    timeline = board.timeline(shown, -1)
    flying, done = (board.beside(shown, timeline, moving(made, t)) for t in (0.1, steps(made).grown))
    assert sum(cards_left(made[0]).values()) == sum(cards_left(flying).values()) + 1
    assert (flying.turn, done.turn) == (0, 1)


# --- what the hand means --------------------------------------------------------------------------------


def test_only_the_free_half_of_a_cell_breathes() -> None:
    """Seat 0 can lay only its other end into 2,0, behind that of seat 1."""
    state = set_up("0:EW@0,0 0:EW@1,0 1:endE@2,0 1:EW@3,0")
    rect = Rect(0, 0, 100, 100)
    assert free_part(state, (2, 0), rect) == Rect(0, 0, 35, 100)
    assert free_part(state, (5, 5), rect) == rect


def test_own_lengths_give_way_while_one_chooses() -> None:
    state = played("EW@0,0 NS@1,1")
    board = board_of(state)
    shown = board.still(frame(state, 0)).field_key[1]  # type: ignore[index]
    assert [piece.id for piece in shown if piece.id[0] == "length"] == [("length", 1)]


def test_gains_stand_clear_of_the_card_in_hand() -> None:
    state = played("EW@0,0 NS@1,1")
    board = board_of(state)
    layout = board.layout(state)
    for action in DOWN_UNDER.legal(state, Seat(0)):
        coming = board.preview(state, Seat(0), action, layout)
        middle = layout.grid.cell(action.x, action.y).scaled(0.5)
        spots = [piece.rect.centre for piece in coming.comes if isinstance(piece.art, Gain)]
        assert spots and not any(middle.contains(*spot) for spot in spots)


def test_paths_that_would_meet_light_up(monkeypatch: pytest.MonkeyPatch) -> None:
    lit: list[int] = []
    state = set_up("0:EW@0,0 1:EW@2,0")
    board, shown = board_of(state), frame(state, 0, turn=3, now=2.0)
    hand = over(board, shown, (1, 0))
    while hand.refusal(hand.choices(state, Seat(0))) is None:
        board.handle(Cycle(step=1), shown)
    assert hand.kind == Slot("straight"), "it would join them"

    def note(self: Ribbon, canvas: Canvas, cell: CellRect, *share: float) -> None:
        if self.glow > 0:
            lit.append(self.style)

    monkeypatch.setattr(Ribbon, "draw", note)
    draw(board, shown)
    assert lit == [0, 1]


def test_the_card_in_hand_is_one_that_can_lie_there() -> None:
    """Outside the field that is an end, whichever was laid last."""
    state = set_up("0:SE@0,0 0:EW@1,0 0:EW@2,0 0:EW@3,0 0:EW@4,0 0:EW@5,0 0:EW@6,0 1:NS@3,2")
    board, shown = board_of(state), frame(state, 0, turn=3)
    hand = over(board, shown, (7, 0))
    assert hand.action(hand.choices(state, Seat(0))) == Lay("endW", 7, 0)
    hand.kind = Slot("curve")
    assert hand.action(hand.choices(state, Seat(0))) == Lay("endW", 7, 0)
    for _ in board.kinds(state):
        board.handle(Cycle(step=1), shown)
    refusal = hand.refusal(hand.choices(state, Seat(0)))
    assert hand.kind == Slot("curve") and refusal is not None
    assert refusal.code == "down_under.refusal.outside"


def test_what_cannot_be_taken_says_why() -> None:
    """A press on cards of which none is left, or that cannot be laid now; on others they are meant."""
    state = played("EW@0,0")
    board, shown = board_of(state), frame(state, 1, turn=3)
    boxes = board.layout(state).boxes

    def press(rect: Rect) -> Any:
        return board.handle(Press(x=rect.cx, y=rect.cy, device=MOUSE), shown)

    assert press(boxes[str(Slot("end"))]).why.code == "down_under.refusal.no_end_first"
    press(boxes[str(Slot("curve"))])
    assert board.pickers[1].kind == Slot("curve")
    assert press(boxes[BILLABONG_KIND]).why.code == "down_under.refusal.curves_left"


def test_only_what_can_be_done_is_meant() -> None:
    assert board_of(opened()[0]).kinds(opened()[0]) == [RING_KIND]
    assert BILLABONG_KIND in board_of(without_curves()[0]).kinds(without_curves()[0])
    begin = DOWN_UNDER.start(Options(single_start=True), 2)
    assert board_of(begin).kinds(begin) == [Slot("end")]


@pytest.mark.parametrize(("options", "seats"), MANY)
def test_everything_one_can_point_at_says_what_it_is(options: Options, seats: int) -> None:
    board, steps_ = made_board(options, seats), list(games(options, seats, 2))
    last = steps_[-1][3]
    for number, (state, seat, *_) in enumerate(steps_):
        if number % 9 == 5:
            assert all(board.tip(state, -1, spot.target) for spot in board.every_spot(frame(state, seat)))
    assert all(board.tip(last, -1, spot.target) for spot in board.every_spot(frame(last)))


# --- the end --------------------------------------------------------------------------------------------
