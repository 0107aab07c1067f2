"""Illustrations: positions as text, drawn by the board itself, with marks. The data of the rules' pictures.

A picture has one to six fields. A field shows a position or loose things:

| key | what it says |
| --- | --- |
| `position` | a position as text (`core.position`) |
| `window` | the places around which it is seen; without it the whole board |
| `zoom` | how many times as large as in the other fields |
| `viewer` | the seat that looks, and knows only its own secrets; without it everything is open |
| `room` | units across and down for the board, which may look different in other shapes |
| `show`, `columns` | loose things in rows of so many; `then` is an arrow, `seat 1` a badge |
| `marks` | signs: `right 1,2`, `wrong 1,2`, `light 1,2`, `arrow 0,0 1,2 …`, and the game's own |
| `says`, `mark`, `label` | what a seat says above it; a tick or a cross and a few words below |

A place is one of the game's notation, `1,2`, or a name that its board knows. What a field claims is held
against the rules by one test for all games (`test_illustrations.py`):

| key | what it claims, and how it is shown |
| --- | --- |
| `do`, `preview` | this action may be done: its preview, or only where and by whom |
| `open` | these are all places where something may be done: lit |
| `refused` | actions, each with the last part of its refusal's code: crossed out, with what is to blame |
| `over` | the reason for which the game has ended |
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from client.boards.kit.arrangement import (
    Extent,
)
from client.boards.kit.board import KitBoard
from client.boards.kit.hand import Choices, Hand
from client.boards.kit.pieces import Badge, IconArt, Piece, Target
from client.ui.geometry import Rect
from core import position
from core.game import AnyGame, Seat
from core.position import Position

MOST_SEATS: Final = 7
AnswerMark = Literal["", "right", "wrong"]
BASE_SIZE: Final = (1000.0, 1000.0)
"""Units across and down the field in which a board is laid out to see how large its parts are."""
BASE_SIDE_RECT: Final = Rect(2_000.0, 0.0, 400.0, 1000.0)
"""The place for what lies beside it."""
LOOSE_GAP: Final = 0.24
"""Sizes from a loose thing to the next."""
ARROW_WORD, ARROW_SIZE, SEAT_BADGE_SIZE = "then", 0.3, 0.75
"""The word for an arrow between loose things; sizes across such an arrow, and across the badge of a seat."""


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat says: the key of a text below `<game>.rules.label`."""

    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
    words: str


class IllustrationField(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One field of a picture, as data; see the head of this module.

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
        """The keys of the texts in it."""
        return tuple(key for key in (self.says.words if self.says else "", self.label) if key)


class Illustration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture of a page, as data: fields side by side or in rows; `then` puts arrows between them."""

    fields: Annotated[tuple[IllustrationField, ...], Meta(min_length=1, max_length=6)]
    then: bool = False


class ReadyField(NamedTuple):
    """A field ready to be drawn: its board and position, and which part of it; or its loose things."""

    field: IllustrationField
    board: KitBoard
    begin: Position | None
    view: Any
    """The position as the viewer sees it."""
    loose: tuple[Piece, ...]
    part: Rect
    """What is seen, in the units of a board laid out in the field's room."""
    size: float
    """Units of one size there."""

    @property
    def extent(self) -> Extent:
        """How much room it needs."""
        across, down = self.part.w / self.size, self.part.h / self.size
        return Extent(across, down, self.field.says is not None, bool(self.field.label or self.field.mark))


BoardMaker = Callable[[AnyGame, Any, int], KitBoard]


def ready_field(field: IllustrationField, game: AnyGame, make: BoardMaker) -> ReadyField:
    """A field with its board. Raises `Refused` where its position cannot be."""
    if field.show:
        board = make(game, game.info.options(), game.info.seats[0])
        loose, room = _rows([_loose(board, word) for word in field.show], field.columns)
        return ReadyField(field, board, None, None, loose, room, 1.0)
    begin = position.read(field.position, game)
    board = make(game, begin.options, begin.seats)
    board.arrange(Rect(0.0, 0.0, *field.room), BASE_SIDE_RECT)
    view = begin.state if field.viewer < 0 else game.view(begin.state, Seat(field.viewer))
    layout = board.layout_for(view, field.viewer)
    part, size = board.bounds(layout), board.unit(view, layout)
    if field.window:
        rects = (board.rect_of(word, view, layout) for word in field.window.split())
        part = reduce(Rect.union, rects).grown(board.around * size)
    return ReadyField(field, board, begin, view, (), part, size / field.zoom)


def _loose(board: KitBoard, word: str) -> Piece:
    """A loose thing: an arrow, a seat, or one of the game's."""
    if word == ARROW_WORD:
        return Piece(("loose", word), IconArt("right"), Rect(0, 0, ARROW_SIZE, ARROW_SIZE))
    if word.startswith("seat "):
        return Piece(
            ("loose", word), Badge(Seat(int(word[5:]))), Rect(0, 0, SEAT_BADGE_SIZE, SEAT_BADGE_SIZE)
        )
    return board.loose(word)


def _rows(things: Sequence[Piece], columns: int) -> tuple[tuple[Piece, ...], Rect]:
    """Loose things in rows, and the room of all: about as many rows as columns if none are given."""
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


def targets_of(one: ReadyField) -> Sequence[Target]:
    """Where something may be done in a field with what is meant first."""
    hand, choices = hand_of(one)
    return choices.targets((), hand.meant(choices))


def hand_of(one: ReadyField) -> tuple[Hand, Choices]:
    """The hand of whoever is to act in a field, and what can be done."""
    seat = acting_frame(one)
    hand = one.board.hands[seat]
    return hand, hand.choices(one.view, seat)


def acting_frame(one: ReadyField) -> Seat:
    """Who does what is done in a field: the viewer if it can, else the first who is to act."""
    seats = one.board.game.to_act(one.view)
    return Seat(one.field.viewer) if one.field.viewer in seats else seats[0]
