"""Pieces on the ground of Down Under: marks of the field, cards, ribbons, animals, lengths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from client.boards.down_under.art import (
    FENCE_WIDTH,
    Animal,
    Barrier,
    CellMark,
    Fence,
    Length,
    animal_rect,
    art_of,
)
from client.boards.down_under.camera import cells_rect, field_reach, is_settled
from client.boards.down_under.layout import Layout
from client.boards.down_under.ribbons import Ribbon, block_of, parts_of, point_at
from client.boards.down_under.roads import RoadPart, style_of
from client.boards.kit.grid_camera import GridCamera
from client.boards.kit.pieces import Piece, PieceId
from client.ui.geometry import Point, Rect
from core.games.down_under.board import CellRect as Cells
from core.games.down_under.board import PlayingField, field_of, length
from core.games.down_under.state import BILLABONG, ENDS, Cell, Laid, Path, State

MARK_LAYER, CARD_LAYER, RIBBON_LAYER, ANIMAL_LAYER, BARRIER_LAYER, LENGTH_LAYER = range(6)
"""Layers of the pieces, from the lowest to the highest."""
TAG_SIZE: Final = (74.0, 42.0)
"""Units across and down the tag with a path's length."""
GAIN_SIZE: Final = (94.0, 44.0)
"""Units across and down the label with what a path would gain."""
FULL_SIZE_CELL: Final = 76.0
"""Units across a cell from which on tags have their full size; with smaller cells they shrink."""
SIGHT_MARGIN: Final = 6.0
"""Least units between a tag and the edge of the visible part."""
LEAST_TAG_SCALE: Final = 0.86
"""Least share of their full size that tags have at a table: their figures, 24 units high, are readable."""
BARRIER_PUSH: Final = 0.24
"""Sides of a cell by which a barrier pushes the length of a path farther."""
OPEN_TAG_OFFSET, CLOSED_TAG_OFFSET = 0.46, 0.5
"""Distance from an open and from a closed end of a path to the middle of its length, in sides of a cell."""


def all_pieces(view: State, layout: Layout) -> list[Piece]:
    """All pieces of a view."""
    return [
        *field_pieces(view, layout.grid),
        *(card_piece(view, laid, layout) for laid in view.cards),
        *ribbon_pieces(view, layout),
        *animal_pieces(view.cards, layout.grid),
        *barrier_pieces(view, layout),
        *length_pieces(view, layout),
    ]


def card_id(laid: Laid) -> PieceId:
    """Id of a card: two ends can share a cell."""
    return ("card", laid.x, laid.y, laid.card if laid.card in ENDS else "")


def style(view: State, path_number: int) -> int:
    """Number of the style of a path's ribbon and cards."""
    return style_of(view.options, view.seats, path_number)


# --- the field ------------------------------------------------------------------------------------------


def field_pieces(view: State, viewport: GridCamera) -> Iterator[Piece]:
    """Marks on visible cells that are in the field or may become so, and fences where it certainly ends."""
    field = field_of(view)
    full = {(laid.x, laid.y) for laid in view.cards if laid.card not in ENDS}
    sure = field.fixed or field.taken
    if sure is None:
        return
    seen = viewport.room.grown(SIGHT_MARGIN)
    for cell in field_cells(field):
        rect = viewport.cell(*cell)
        if cell not in full and seen.contains(rect.x, rect.y) and seen.contains(rect.right, rect.bottom):
            mark = CellMark("field" if sure.holds(cell) else "grow")
            yield Piece(("mark", *cell), mark, rect, MARK_LAYER, follows=True)
    for side, rect in fences(field, viewport):
        yield Piece(("fence", side), Fence(), rect, MARK_LAYER, follows=True)


@lru_cache(maxsize=8)
def field_cells(field: PlayingField) -> tuple[Cell, ...]:
    """Cells of the field, and those over which it may still grow; none without bounds or cards."""
    box = field.fixed
    if box is None:
        can = field_reach(field)
        if can is None:
            return ()
        box = Cells(int(can.left), int(can.top), int(can.right) - 1, int(can.bottom) - 1)
    rows, columns = range(box.top, box.bottom + 1), range(box.left, box.right + 1)
    return tuple((x, y) for y, x in product(rows, columns) if field.has((x, y)))


def fences(field: PlayingField, viewport: GridCamera) -> Iterator[tuple[str, Rect]]:
    """Sides at which the field certainly ends, each with a narrow rectangle along it."""
    sure = field.fixed or field.taken
    if sure is None or field.size is None:
        return
    box, (across, down), half = viewport.box(cells_rect(sure)), is_settled(field), FENCE_WIDTH / 2
    if across:
        yield "west", Rect(box.x - half, box.y, FENCE_WIDTH, box.h)
        yield "east", Rect(box.right - half, box.y, FENCE_WIDTH, box.h)
    if down:
        yield "north", Rect(box.x, box.y - half, box.w, FENCE_WIDTH)
        yield "south", Rect(box.x, box.bottom - half, box.w, FENCE_WIDTH)


# --- cards ----------------------------------------------------------------------------------------------


def card_piece(view: State, laid: Laid, layout: Layout) -> Piece:
    """Piece of a laid card, without its animal."""
    return Piece(
        card_id(laid),
        art_of(laid, style(view, laid.path)),
        layout.grid.cell(laid.x, laid.y),
        CARD_LAYER,
    )


def animal_pieces(cards: Iterable[Laid], viewport: GridCamera) -> Iterator[Piece]:
    """Pieces of the animals on some cards."""
    for laid in cards:
        if laid.animal is not None and laid.card != BILLABONG:
            rect = animal_rect(viewport.cell(laid.x, laid.y), laid.card)
            yield Piece(("animal", laid.x, laid.y), Animal(laid.animal), rect, ANIMAL_LAYER)


# --- paths ----------------------------------------------------------------------------------------------


def path_ribbon(view: State, number: int) -> Ribbon:
    """Ribbon of a path that has been begun."""
    path = view.paths[number]
    return Ribbon(path.run, path.tips, parts_of(path.run, view.cards), style(view, number))


def ribbon_pieces(view: State, layout: Layout) -> Iterator[Piece]:
    """Ribbons of all paths that have been begun."""
    for number, path in enumerate(view.paths):
        if path.run:
            rect = layout.grid.box(block_of(path.run))
            yield Piece(("path", number), path_ribbon(view, number), rect, RIBBON_LAYER, follows=True)


def barrier_pieces(view: State, layout: Layout) -> Iterator[Piece]:
    """Signs at the open ends of paths at which nobody will build."""
    for number, stuck in enumerate(view.stuck):
        path = view.paths[number]
        if not stuck or not path.run:
            continue
        for first, tip in zip((True, False), path.tips, strict=True):
            if tip == "open":
                x, y = point_beyond_end(path, parts_of(path.run, view.cards), layout.grid, first, 0.0)
                rect = Rect.around(x, y, layout.grid.size)
                art = Barrier(style(view, number))
                yield Piece(("barrier", number, first), art, rect, BARRIER_LAYER, follows=True)


def length_pieces(view: State, layout: Layout) -> Iterator[Piece]:
    """Lengths of the seats' paths, at their ends."""
    if hides_lengths(view, layout):
        return
    for number, spot in tags(view, view.paths, view.cards, layout).items():
        yield tag_piece(view, layout, number, length(view.paths[number]), spot)


def hides_lengths(view: State, layout: Layout) -> bool:
    """Whether lengths are left out at a table: where plates show them all, or cells are too small."""
    small = layout.grid.size < LEAST_TAG_SCALE * FULL_SIZE_CELL
    return layout.plated and (small or not (view.options.animals or view.options.two_paths))


def tag_piece(view: State, layout: Layout, number: int, count: int, point: Point) -> Piece:
    """Tag with the length of a path, its middle at `point`."""
    rect = Rect.around(*point, *tag_size(TAG_SIZE, layout))
    return Piece(("length", number), Length(style(view, number), count), rect, LENGTH_LAYER, follows=True)


def tag_size(size: tuple[float, float], layout: Layout) -> tuple[float, float]:
    """Units across and down a tag: smaller with small cells, but always readable at a table."""
    share = min(1.0, max(LEAST_TAG_SCALE if layout.plated else 0.0, layout.grid.size / FULL_SIZE_CELL))
    return size[0] * share, size[1] * share


def tags(view: State, paths: Sequence[Path], cards: tuple[Laid, ...], layout: Layout) -> dict[int, Point]:
    """Middles of the lengths of paths: beyond an open end if there is one, and not over another length."""
    found: dict[int, Point] = {}
    for number, stuck in enumerate(view.stuck):
        path = paths[number]
        if path.run:
            places = _beyond_ends(path, parts_of(path.run, cards), stuck, layout.grid)
            size = tag_size(TAG_SIZE, layout)
            places = [tag_centre(spot, size, layout.grid.room) for spot in places]
            free = [spot for spot in places if not any(_meet(spot, other, size) for other in found.values())]
            found[number] = (free or places)[0]
    return found


def _beyond_ends(path: Path, its: Sequence[RoadPart], stuck: bool, viewport: GridCamera) -> list[Point]:
    """Points beyond the ends of a path, open ends first; of a stuck path, behind its barriers."""
    far = OPEN_TAG_OFFSET + BARRIER_PUSH if stuck else OPEN_TAG_OFFSET
    ends = sorted((tip != "open", first) for tip, first in zip(path.tips, (True, False), strict=True))
    return [
        point_beyond_end(path, its, viewport, first, CLOSED_TAG_OFFSET if closed else far)
        for closed, first in ends
    ]


def tag_centre(point: Point, size: tuple[float, float], room: Rect) -> Point:
    """Middle of a tag, moved from `point` until the tag lies wholly inside the room."""
    across, down = size[0] / 2 + SIGHT_MARGIN, size[1] / 2 + SIGHT_MARGIN
    x = min(max(point[0], room.x + across), room.right - across)
    return x, min(max(point[1], room.y + down), room.bottom - down)


def _meet(point: Point, other: Point, size: tuple[float, float]) -> bool:
    """Whether two tags of this size would overlap."""
    return abs(point[0] - other[0]) < size[0] and abs(point[1] - other[1]) < size[1]


def point_beyond_end(
    path: Path, its: Sequence[RoadPart], viewport: GridCamera, first: bool, far: float
) -> Point:
    """Point beyond the first or the last end of a path, at a distance `far` in sides of a cell."""
    here = point_at(path.run, 0 if first else len(path.run), viewport.cell, its)
    off = (-far if first else far) * viewport.size
    return here.x + here.dx * off, here.y + here.dy * off
