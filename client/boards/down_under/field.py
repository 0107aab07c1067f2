"""What lies on the ground of Down Under: the floating field, cards, ribbons, animals, lengths of paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Final

import msgspec

from client.boards.down_under.camera import Sight, settled
from client.boards.down_under.looks import look_of
from client.boards.down_under.pieces import (
    animal_rect,
    draw_animal,
    draw_billabong,
    draw_card,
    draw_cell,
    draw_earth,
)
from client.boards.down_under.places import Places
from client.boards.down_under.ribbons import draw_length, draw_ribbon, parts_of, point_at
from client.boards.down_under.signs import draw_barrier
from client.boards.down_under.ways import Part
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from core.games.down_under.field import Field
from core.games.down_under.paths import length
from core.games.down_under.queries import field_with
from core.games.down_under.state import BILLABONG, ENDS, Cell, Laid, Options, Path

EDGE: Final = 10.0
"""Units around the field that belong to its picture."""
FENCE: Final = 5.0
"""Units wide: the border of the field where it is certain."""
RIM: Final = 26.0
"""Units: how far the shadow of the rim falls on the earth."""
TAG_SIZE: Final = (74.0, 42.0)
"""Units: how large the length of a path stands there."""
BARRIER: Final = 0.24
"""How much farther a barrier pushes it."""
TAG, BEHIND = 0.46, 0.36
"""How far beyond an open end its path's length stands, and behind a closed one, in sides of a cell."""


class Lying(msgspec.Struct, frozen=True):
    """What lies on the ground: these cards and paths, but for what moves.

    `lifted` are cards that are drawn where they move, `growing` paths whose ribbons are. The length of an
    `untold` path is not shown.
    """

    options: Options
    seats: int
    cards: tuple[Laid, ...]
    paths: tuple[Path, ...]
    stuck: tuple[bool, ...]
    lifted: frozenset[Cell] = frozenset()
    growing: frozenset[int] = frozenset()
    untold: tuple[int, ...] = ()

    def look(self, path: int) -> int:
        """How a path looks."""
        return look_of(self.options, self.seats, path)

    @property
    def field(self) -> Field:
        """Where a card could lie inside the field."""
        return field_with(self.options, self.seats, self.cards)


@lru_cache(maxsize=64)
def parts(path: Path, cards: tuple[Laid, ...]) -> tuple[Part, ...]:
    """Which part of its card each stretch of a path is."""
    return parts_of(path.run, cards)


def draw_field(canvas: Canvas, places: Places, sight: Sight, lying: Lying) -> None:
    """All of it."""
    draw_ground_with_cards(canvas, places, sight, lying)
    with canvas.clip(places.field.grown(EDGE)):
        draw_paths(canvas, sight, lying)


def draw_ground_with_cards(canvas: Canvas, places: Places, sight: Sight, lying: Lying) -> None:
    """The ground with all cards as one picture: paths change more often than these."""
    area = places.field.grown(EDGE)
    key = ("down_under.cards", lying.options, lying.cards, lying.lifted, sight)
    paint = partial(_paint_cards, places=places, sight=sight, lying=lying)
    canvas.layer(key, area, paint, opaque=True, slot="down_under.cards")


def _paint_cards(canvas: Canvas, places: Places, sight: Sight, lying: Lying) -> None:
    draw_ground(canvas, places)
    draw_marks(canvas, sight, lying)
    draw_cards(canvas, sight, lying)


def draw_ground(canvas: Canvas, places: Places) -> None:
    """The bare earth."""
    area = places.field.grown(EDGE)
    canvas.layer(("down_under.ground", area), area, lambda c: _paint_ground(c, area), opaque=True)


def _paint_ground(canvas: Canvas, area: Rect) -> None:
    draw_earth(canvas, area)
    canvas.ring(area, 0, "down_under.dark", width=6, soft=RIM)


def keep_ground(canvas: Canvas, places: Places) -> None:
    """Have the earth at hand: to make it takes longer than a frame, so it must not be thrown away."""
    with canvas.faded(0.0):
        draw_ground(canvas, places)


def draw_marks(canvas: Canvas, sight: Sight, lying: Lying) -> None:
    """Which cells are of the field, and which may become so; a fence where it is certain that it ends."""
    field = lying.field
    if field.size is None:
        return
    full = {(laid.x, laid.y) for laid in lying.cards if laid.card not in ENDS}
    sure = field.fixed or field.taken
    if sure is None:
        return
    for cell in sight.cells():
        if cell not in full and field.has(cell):
            draw_cell(canvas, sight.cell(*cell), "field" if sure.holds(cell) else "grow")
    for a, b in fences(sight, field):
        canvas.line(a, b, FENCE, (*canvas.colour("down_under.bone")[:3], 200))


def fences(sight: Sight, field: Field) -> Iterator[tuple[Point, Point]]:
    """The sides at which the field certainly ends."""
    sure = field.fixed or field.taken
    if sure is None or field.size is None:
        return
    box = sight.box_of(sure)
    across, down = settled(field)
    if across:
        yield (box.x, box.y), (box.x, box.bottom)
        yield (box.right, box.y), (box.right, box.bottom)
    if down:
        yield (box.x, box.y), (box.right, box.y)
        yield (box.x, box.bottom), (box.right, box.bottom)


def draw_cards(canvas: Canvas, sight: Sight, lying: Lying) -> None:
    """The cards without their animals."""
    for laid in lying.cards:
        if (laid.x, laid.y) not in lying.lifted:
            draw_laid(canvas, sight.cell(laid.x, laid.y), laid, lying.look(laid.path))


def draw_laid(
    canvas: Canvas, rect: Rect, laid: Laid, look: int, *, lift: float = 0.0, turn: float = 0.0
) -> None:
    """A card or a billabong, without its animal."""
    if laid.card == BILLABONG:
        draw_billabong(canvas, rect, laid.through, lift=lift)
    else:
        draw_card(canvas, rect, laid.card, look, lift=lift, turn=turn)


def draw_paths(canvas: Canvas, sight: Sight, lying: Lying) -> None:
    """All ribbons and the animals beside them."""
    shown = [number for number in range(len(lying.paths)) if number not in lying.growing]
    for number in shown:
        path = lying.paths[number]
        if path.run:
            look = lying.look(number)
            draw_ribbon(canvas, path.run, path.tips, look, sight.cell, parts=parts(path, lying.cards))
    draw_animals(canvas, sight, lying.cards, lying.lifted)
    for number in shown:
        draw_barriers(canvas, sight, lying, number)


def draw_lengths(canvas: Canvas, sight: Sight, lying: Lying) -> None:
    """How long the paths of seats are."""
    for number, spot in tags(lying, sight).items():
        if number not in lying.growing and number not in lying.untold:
            draw_length(canvas, spot, lying.look(number), length(lying.paths[number]))


def draw_barriers(canvas: Canvas, sight: Sight, lying: Lying, number: int) -> None:
    """Where a path leads on but nobody will build: its open ends."""
    path = lying.paths[number]
    if number >= len(lying.stuck) or not lying.stuck[number] or not path.run:
        return
    for at, tip in ((0, path.tips[0]), (len(path.run), path.tips[1])):
        if tip == "open":
            here = point_at(path.run, at, sight.cell, parts(path, lying.cards))
            draw_barrier(canvas, (here.x, here.y), sight.size, lying.look(number))


def draw_animals(
    canvas: Canvas, sight: Sight, cards: Sequence[Laid], lifted: frozenset[Cell] = frozenset()
) -> None:
    """The animals on their cards."""
    for laid in cards:
        if laid.animal is not None and laid.card != BILLABONG and (laid.x, laid.y) not in lifted:
            draw_animal(canvas, animal_rect(sight.cell(laid.x, laid.y), laid.card), laid.animal)


def tags(lying: Lying, sight: Sight) -> dict[int, Point]:
    """Where the lengths of paths stand: beyond an open end if there is one, where none stands yet."""
    found: dict[int, Point] = {}
    for number, stuck in enumerate(lying.stuck):
        if lying.paths[number].run:
            places = _beyond(lying, number, stuck, sight)
            free = [spot for spot in places if not any(_meet(spot, other, sight) for other in found.values())]
            found[number] = (free or places)[0]
    return found


def _beyond(lying: Lying, number: int, stuck: bool, sight: Sight) -> list[Point]:
    """Beyond its ends, open ones first; behind the barriers of a path that is stuck."""
    path = lying.paths[number]
    far = TAG + BARRIER if stuck else TAG
    ends = sorted((tip != "open", first) for tip, first in zip(path.tips, (True, False), strict=True))
    return [
        ahead(path, parts(path, lying.cards), sight, first, BEHIND if closed else far)
        for closed, first in ends
    ]


def _meet(one: Point, other: Point, sight: Sight) -> bool:
    """Whether two lengths would overlap."""
    return abs(one[0] - other[0]) < TAG_SIZE[0] and abs(one[1] - other[1]) < TAG_SIZE[1]


def ahead(path: Path, parts: Sequence[Part], sight: Sight, first: bool, far: float) -> Point:
    """A place beyond the first or the last end of a path, so many sides of a cell from it."""
    here = point_at(path.run, 0 if first else len(path.run), sight.cell, parts)
    off = (-far if first else far) * sight.size
    return here.x + here.dx * off, here.y + here.dy * off
