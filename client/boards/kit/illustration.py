"""Illustrations: pictures of the rules as data, drawn by the game's board: positions as text, with marks.

A picture has one to six fields. A field shows a position or loose things:

| key | meaning |
| --- | --- |
| `position` | a position as text (`core.position`) |
| `window` | places that are shown with their surroundings; without it the whole board |
| `zoom` | magnification, compared with the other fields |
| `viewer` | the seat whose secrets are shown; without it everything is open |
| `room` | units across and down for the board, which may look different in other shapes |
| `show`, `columns` | loose things, and how many to a row; `then` is an arrow, `seat 1` a badge |
| `marks` | signs: `right 1,2`, `wrong 1,2`, `light 1,2`, `arrow 0,0 1,2 …`, and the game's own |
| `says`, `mark`, `label` | what a seat says above it; a tick or a cross and a few words below |

A place is one of the game's notation, `1,2`, or a name that its board knows. A field's claims are checked
against the rules by one test for all games (`test_illustrations.py`):

| key | claim, and its picture |
| --- | --- |
| `do`, `preview` | this action is legal: its preview, or only its place and seat |
| `open` | these are all places where something may be done: highlighted |
| `refused` | illegal actions, each with the end of its refusal's code: crossed out, places to blame |
| `over` | the reason for which the game has ended |
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from client.boards.kit.action_picker import ActionPicker, Choices
from client.boards.kit.board import KitBoard
from client.boards.kit.illustration_layout import (
    Extent,
)
from client.boards.kit.pieces import Badge, IconArt, Piece, Target
from client.ui.geometry import Rect
from core import position
from core.game import AnyGame, Seat
from core.position import Position
from core.protocol.commands import MAX_SEATS

AnswerMark = Literal["", "right", "wrong"]
BASE_SIZE: Final = (1000.0, 1000.0)
"""Units across and down of the field in which a board is laid out to measure its parts."""
BASE_SIDE_RECT: Final = Rect(2_000.0, 0.0, 400.0, 1000.0)
"""Rectangle for what lies beside that field."""
LOOSE_GAP: Final = 0.24
"""Gap between loose things, in sizes."""
ARROW_WORD, ARROW_SIZE, SEAT_BADGE_SIZE = "then", 0.3, 0.75
"""Word for an arrow between loose things; width in sizes of such an arrow, and of the badge of a seat."""


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of a seat: the key of a text below `<game>.rules.label`."""

    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
    words: str


class IllustrationField(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Field of a picture, as data; see the head of this module.

    Above it a seat `says` something; below it stand a `mark` and a `label`, the key of a text below
    `<game>.rules.label`.
    """

    position: str = ""
    window: str = ""
    zoom: Annotated[float, Meta(gt=0.0)] = 1.0
    show: tuple[str, ...] = ()
    columns: int = 0
    do: str = ""
    preview: bool = True
    open: bool = False
    refused: tuple[tuple[str, str], ...] = ()
    over: str = ""
    marks: tuple[str, ...] = ()
    viewer: int = -1
    room: tuple[float, float] = BASE_SIZE
    says: Saying | None = None
    mark: AnswerMark = ""
    label: str = ""

    def __post_init__(self) -> None:
        if bool(self.position) == bool(self.show):
            raise ValueError("a field has either a position or things to show")

    @property
    def words(self) -> tuple[str, ...]:
        """Keys of all texts in the field."""
        return tuple(key for key in (self.says.words if self.says else "", self.label) if key)


class Illustration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Picture of a rules page, as data: fields side by side or in rows; `then` puts arrows between them."""

    fields: Annotated[tuple[IllustrationField, ...], Meta(min_length=1, max_length=6)]
    then: bool = False


class ReadyField(NamedTuple):
    """Field ready to be drawn: its board, position and visible part, or its loose things."""

    field: IllustrationField
    board: KitBoard
    begin: Position | None
    view: Any
    """State as the viewer sees it; None with loose things."""
    loose: tuple[Piece, ...]
    part: Rect
    """Visible part, in the units of a board laid out in the field's room."""
    size: float
    """Units of one size there."""

    def extent(self, label_height: float = 0.0) -> Extent:
        """Room that the field needs; `label_height` is the width in units of its label in one line."""
        across, down = self.part.w / self.size, self.part.h / self.size
        return Extent(across, down, self.field.says is not None, label_height)


BoardMaker = Callable[[AnyGame, Any, int], KitBoard]


def ready_field(field: IllustrationField, game: AnyGame, make_board: BoardMaker) -> ReadyField:
    """Field with its own board. Raises `Refused` for an impossible position."""
    if field.show:
        board = make_board(game, game.info.options(), game.info.seats[0])
        loose, room = _rows([_loose(board, word) for word in field.show], field.columns)
        return ReadyField(field, board, None, None, loose, room, 1.0 / field.zoom)
    begin = position.read(field.position, game)
    board = make_board(game, begin.options, begin.seats)
    board.arrange(Rect(0.0, 0.0, *field.room), BASE_SIDE_RECT)
    view = begin.state if field.viewer < 0 else game.view(begin.state, Seat(field.viewer))
    layout = board.layout_for(view, field.viewer)
    part, size = board.bounds(layout), board.unit(view, layout)
    if field.window:
        rects = (board.rect_of(word, view, layout) for word in field.window.split())
        part = reduce(Rect.union, rects).grown(board.picture_margin * size)
    return ReadyField(field, board, begin, view, (), part, size / field.zoom)


def _loose(kit_board: KitBoard, word: str) -> Piece:
    """Loose thing: an arrow, a seat, or one of the game's."""
    if word == ARROW_WORD:
        return Piece(("loose", word), IconArt("right"), Rect(0, 0, ARROW_SIZE, ARROW_SIZE))
    if word.startswith("seat "):
        return Piece(
            ("loose", word), Badge(Seat(int(word[5:]))), Rect(0, 0, SEAT_BADGE_SIZE, SEAT_BADGE_SIZE)
        )
    return kit_board.loose(word)


def _rows(things: Sequence[Piece], columns: int) -> tuple[tuple[Piece, ...], Rect]:
    """Loose things in rows of `columns` (0: about as many as rows), and the room of all, in sizes."""
    columns = columns or math.ceil(math.sqrt(len(things)))
    wide = max(thing.rect.w for thing in things) if len(things) > columns else 0.0
    placed: list[Piece] = []
    y = 0.0
    for row in (things[start : start + columns] for start in range(0, len(things), columns)):
        x, high = 0.0, max(thing.rect.h for thing in row)
        for thing in row:
            place = Rect(x, y, max(wide, thing.rect.w), high)
            placed.append(msgspec.structs.replace(thing, rect=place.place(thing.rect.w, thing.rect.h)))
            x = place.right + LOOSE_GAP
        y += high + LOOSE_GAP
    across = max(piece.rect.cx + max(wide, piece.rect.w) / 2 for piece in placed)
    return tuple(placed), Rect(0.0, 0.0, across, max(piece.rect.bottom for piece in placed))


def targets_of(ready_field: ReadyField) -> Sequence[Target]:
    """Targets that can be chosen in a field with an unused picker."""
    picker, choices = picker_of(ready_field)
    return choices.targets((), picker.meant(choices))


def picker_of(ready_field: ReadyField) -> tuple[ActionPicker, Choices]:
    """Hand of the seat that acts in a field, and its legal actions."""
    seat = acting_seat(ready_field)
    picker = ready_field.board.pickers[seat]
    return picker, picker.choices(ready_field.view, seat)


def acting_seat(ready_field: ReadyField) -> Seat:
    """Seat that acts in a field: the viewer if it can, else the first that can."""
    seats = ready_field.board.game.to_act(ready_field.view)
    return Seat(ready_field.field.viewer) if ready_field.field.viewer in seats else seats[0]
