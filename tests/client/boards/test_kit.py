"""The kit by itself: sentences above the board, the camera over a grid, times of changes."""

from __future__ import annotations

from client.boards.contract import Frame, Sentence
from client.boards.kit.action_picker import ActionKey, Choices
from client.boards.kit.board import KitBoard
from client.boards.kit.grid_camera import GridCamera, nearest_middle
from client.boards.kit.pieces import Piece
from client.boards.kit.timeline import Change, Span, Timeline, retimed
from client.boards.kit.tips import tip_of
from client.ui.geometry import Rect
from core.game import Outcome, Refusal, Seat
from tests.client.boards.fixtures import FIELD, SIDE, frame, replace
from tests.client.boards.toy import Card, ToyBoard
from tests.core.toy import IN_TURN, Deal, ToyOptions, ToyState

# --- the sentence ------------------------------------------------------------------------------------------


class SayingBoard(ToyBoard):
    """A board on which every action has a preview, and cards of others are refused."""

    prompt = KitBoard.prompt

    def would(self, choices: Choices, key: ActionKey) -> Sentence | None:
        return Sentence("would") if key in choices.actions else None

    def waiting(self, frame: Frame) -> Sentence:
        return Sentence("waiting")

    def task(self, frame: Frame) -> Sentence:
        return Sentence("task")


def dealt() -> ToyState:
    state = IN_TURN.start(ToyOptions(face_up=True), 2)
    card = 0
    while IN_TURN.to_act(state)[0] < 0:
        card += 1
        state = IN_TURN.apply(state, IN_TURN.to_act(state)[0], Deal(card))
    return state


def point_at(board: SayingBoard, shown: Frame, target: tuple[str, int]) -> None:
    hand = board.pickers[shown.chooser or 0]
    hand.wake(shown)
    hand.cursor = target


def test_the_sentence_is_the_first_that_there_is() -> None:
    state = dealt()
    seat = IN_TURN.to_act(state)[0]
    board, asked = SayingBoard(IN_TURN, ToyOptions(), 2), frame(IN_TURN, state, seat)
    board.arrange(FIELD, SIDE)
    assert board.prompt(replace(asked, chooser=None)).key == "waiting"
    assert board.prompt(asked).key == "task", "the hand is unused"
    own, other = (int(state.hands[whose][0]) for whose in (seat, 1 - seat))
    point_at(board, asked, ("card", own))
    assert board.prompt(asked).key == "would"
    point_at(board, asked, ("card", other))
    refusal = IN_TURN.why_not(state, seat, board.action(state, ActionKey((("card", other),))))
    assert isinstance(refusal, Refusal)
    assert board.prompt(asked) == Sentence(refusal.code, refusal.values)
    won = Outcome((Seat(1),), (0.0, 1.0), "toy.reason.won")
    over = replace(asked, position=replace(asked.position, outcome=won))
    assert board.prompt(over) == Sentence("toy.reason.won", seats={"winner": Seat(1)})
    nobody = replace(over, position=replace(asked.position, outcome=replace(won, winners=())))
    assert board.prompt(nobody) == Sentence("toy.reason.won")


def test_a_tip_has_its_words_by_convention() -> None:
    tip = tip_of("toy", "bag", values={"count": 3})
    assert [line.key for line in tip.lines] == ["toy.tip.bag", "toy.tip.bag_does"]
    assert all(line.values == {"count": 3} for line in tip.lines)
    assert tip_of("toy", "bag", name="pile.bag").name == Sentence("toy.pile.bag")


# --- the camera --------------------------------------------------------------------------------------------


def test_the_cells_of_a_room_are_those_in_sight() -> None:
    camera = GridCamera(Rect(100, 50, 300, 200), 1.5, 1.0, 100.0)
    assert list(camera.cells()) == [(x, y) for y in (0, 1) for x in (0, 1, 2)]
    assert camera.cell(0, 0) == Rect(100, 50, 100, 100)
    assert camera.cell_at((399, 249)) == (2, 1) and camera.cell_at((401, 249)) is None
    assert camera.box(Rect(0, 0, 3, 2)) == camera.room
    shifted = camera._replace(x=1.25)
    assert next(iter(shifted.cells())) == (-1, 0), "a part of it"


def test_a_camera_moves_no_further_than_it_must() -> None:
    assert nearest_middle(0, 3, 7, near=1.5) == 1.5
    assert nearest_middle(0, 6, 7, near=0.5) == 2.5
    assert nearest_middle(-4, 0, 7, near=5.5) == -0.5


# --- times -------------------------------------------------------------------------------------------------


def card(name: str, number: int = 1) -> Piece:
    return Piece((name, 1), Card(number), Rect(0, 0, 10, 10))


def changes(span: Span, change: Change) -> list[tuple[str, float, float]]:
    return [(one.kind, one.start, one.seconds) for one in span(change)]


def test_a_span_moves_a_change_or_replaces_a_piece_at_once() -> None:
    turns = Change("flip", card("card"), card("card", 2), 0.0, 0.3)
    assert changes(Span(0.5, 0.2), turns) == [("flip", 0.5, 0.2)]
    assert changes(Span(0.5), turns) == [("vanish", 0.5, 0.0), ("appear", 0.5, 0.0)]
    assert changes(Span(0.5, gone=0.2), turns) == [("vanish", 0.2, 0.0), ("appear", 0.5, 0.0)]
    assert changes(Span(0.5, gone=0.0), turns) == [("appear", 0.5, 0.0)], "it is not seen at all"


def test_kinds_of_pieces_have_times_of_their_own() -> None:
    plain = [Change("appear", None, card(name), 0.0, 0.1) for name in ("card", "money", "path")]
    timeline = Timeline((), tuple(plain), 0.1, 0.2, 9.0, 0.2)
    shown = retimed(timeline, {"money": Span(1.0, 2.0), "path": lambda change: ()}, Span(0.4), 0.6)
    assert [(one.piece.id[0], one.start, one.end) for one in shown.changes] == [
        ("card", 0.4, 0.4),
        ("money", 1.0, 3.0),
    ]
    assert (shown.landing, shown.landed, shown.seconds) == (0.6, 0.6, 3.0)
