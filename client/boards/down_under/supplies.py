"""Supplies beside the ground of Down Under: cards left, rows of paths, billabongs, the field's size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from client.boards.down_under import tips
from client.boards.down_under.art import DEFAULT_CARDS, Animal, Billabong, CardArt
from client.boards.down_under.layout import (
    BILLABONG_KIND,
    HEADING_HEIGHT,
    LEAST_LINE_HEIGHT,
    PANEL_PADDING,
    SEAT_BAND_WIDTH,
    Layout,
    Slot,
    count_rect,
    has_head,
)
from client.boards.down_under.roads import style_of
from client.boards.kit.action_picker import thing_target
from client.boards.kit.pieces import PaintContext
from client.boards.kit.side import SHEET, SideItem, painted
from client.ui.geometry import Rect
from client.ui.symbols import seat_badge, seat_swatch
from client.ui.theme import Ink
from core.game import Seat
from core.games.down_under.board import PlayingField, field_of
from core.games.down_under.scoring import (
    SET_OF_ANIMALS,
    animals_on,
    lacks_dingo,
    rabbits_that_count,
    sets_of_animals,
)
from core.games.down_under.state import (
    SET_ANIMALS,
    SET_CARDS,
    Shape,
    State,
    billabongs_left,
    colour,
    owner,
    paths_of,
    supply,
)
from core.games.down_under.state import Animal as Creature

ANIMAL_SIZE: Final = 0.8
"""Diameter of the animal on a card beside the ground, in sides of the card."""
LINE_HEIGHT: Final = 34.0
"""Height in units of a line of chips, for which the other sizes of chips are given."""
LARGEST_LINE_HEIGHT: Final = 46.0
"""Most units that a line of chips is high."""
CHIP_GAP: Final = 7.0
"""Units between two chips in a line that is `LINE_HEIGHT` high."""
ANIMAL_SPACING: Final = 0.6
"""Distance between the animals of a set, in their diameters."""
DIGIT_WIDTH: Final = 17.0
"""Width in units of a digit beside its picture, in a line that is `LINE_HEIGHT` high."""


@lru_cache(maxsize=16)
def cards_left(view: State) -> Mapping[Slot, int]:
    """Number of cards of each kind that the seat to act has left; with two paths, of each path."""
    found: dict[Slot, int] = {}
    for path in paths_of(view.options, view.seats, view.turn):
        left = supply(view, path)
        for shape in SET_CARDS:
            herd = SET_ANIMALS.get(shape) if view.options.animals else None
            for animal in herd or (None,):
                found[Slot(shape, animal, colour(view, path))] = left.get((shape, animal), 0)
    return found


def row_paths(view: State) -> Sequence[int]:
    """Paths that have a row, in the order of the rows: those of the other seats, with animals of all."""
    seats = [Seat(n) for n in range(view.seats) if view.options.animals or n != view.turn]
    return [path for seat in seats for path in paths_of(view.options, view.seats, seat)]


def field_ways(field: PlayingField) -> tuple[bool, bool]:
    """Whether the long side of the field may still lie across, and down."""
    taken = field.fixed or field.taken
    if field.size is None or taken is None:
        return True, True
    if field.fixed is not None:
        return taken.width > taken.height, taken.height > taken.width
    return taken.height <= field.size[0], taken.width <= field.size[0]


def field_sizes(field: PlayingField) -> list[str]:
    """Sizes that the field may still come to have, width first: `7×5`; none without bounds."""
    if field.size is None:
        return []
    (short, long), (across, down) = field.size, field_ways(field)
    sizes = [f"{long}×{short}"] * across + [f"{short}×{long}"] * down
    return list(dict.fromkeys(sizes)) or [f"{long}×{short}"]


# --- where small things lie ---------------------------------------------------------------------


class Chip(NamedTuple):
    """Small picture in a row: its width in units in a line `LINE_HEIGHT` high, and what draws it."""

    wide: float
    draw: Callable[[Rect], None]


def chip_rects(chips: Sequence[Chip], room: Rect) -> list[Rect] | None:
    """Rectangles of chips in lines as high as fit, in the middle of the room; None if unreadably low."""
    high = LARGEST_LINE_HEIGHT
    while high >= LEAST_LINE_HEIGHT:
        rects = _lines(chips, room, high / LINE_HEIGHT)
        if rects[-1].bottom <= room.bottom + 1:
            down = (room.bottom - rects[-1].bottom) / 2
            return [rect.moved(0, down) for rect in rects]
        high -= 1
    return None


def _lines(chips: Sequence[Chip], room: Rect, scale: float) -> list[Rect]:
    """Rectangles of chips, with a new line wherever the next chip does not fit."""
    found, x, y, high = list[Rect](), room.x, room.y, LINE_HEIGHT * scale
    for chip in chips:
        wide = min(chip.wide * scale, room.w)
        if x > room.x and x + wide > room.right + 1:
            x, y = room.x, y + high
        found.append(Rect(x, y, wide, high))
        x += wide + CHIP_GAP * scale
    return found


# --- drawing ------------------------------------------------------------------------------------


def slot_card(slot: Rect, kind: Slot) -> Rect:
    """Rectangle of a card in its slot; that of an end is lower, so that its half lies in the middle."""
    return slot.moved(0, 0.175 * slot.h) if kind.shape == "end" else slot


def side_items(view: State, layout: Layout) -> Iterator[SideItem]:
    """Everything beside the ground."""
    boxes, options, own = layout.boxes, view.options, paths_of(view.options, view.seats, view.turn)
    for index in range(len(own)):
        paper = painted(_draw_panel, view.turn, has_head(layout.side, options))
        yield SideItem(boxes[f"panel {index}"], paper)
    for slot, count in cards_left(view).items():
        rect, style = boxes[str(slot)], style_of(options, view.seats, own[slot.colour == "b"])
        art, tip = painted(_draw_pile, slot, count, style), tips.card(slot, count)
        area = rect.union(count_rect(rect)).grown(2)
        yield SideItem(rect, art, thing_target(slot), tip, acts=True, area=area)
    yield SideItem(boxes["standing"], SHEET)
    for index, path in enumerate(row_paths(view)):
        rect, tip = boxes[f"row {index}"], tips.row(view, path)
        yield SideItem(rect, painted(_draw_row, view, path), ("row", index), tip)
    pool, left = boxes[BILLABONG_KIND], billabongs_left(view)
    foot = painted(_draw_foot, left, tuple(field_sizes(field_of(view))), pool)
    yield SideItem(boxes["foot"], foot, ("size",), tips.named("size", name="tip.field"))
    tip = tips.of_kind("billabong", "billabong", left)
    yield SideItem(pool, None, thing_target(BILLABONG_KIND), tip, acts=True)


# --- cards that are left ------------------------------------------------------------------------


def _draw_panel(ctx: PaintContext, rect: Rect, seat: Seat, named: bool) -> None:
    """Draw the paper under the cards of a path that are left, with the colour of its seat and a heading."""
    ctx.canvas.panel(rect, "float")
    band, paper = rect.cut_left(SEAT_BAND_WIDTH)
    seat_swatch(ctx.canvas, seat, band.inset(0, 10).moved(4, 0), 6)
    if named:
        head = paper.inset(PANEL_PADDING, 6).cut_top(HEADING_HEIGHT)[0]
        ctx.canvas.text(ctx.translate("down_under.side.cards"), head, "small", "quiet")


def _draw_pile(ctx: PaintContext, slot: Rect, kind: Slot, count: int, style: int) -> None:
    """Draw a kind of card on a pile, the more cards the thicker, and the number below it."""
    canvas, piled = ctx.canvas, 0 if kind.shape == "end" else min(3, count // 3)
    for level in range(piled, 0, -1):
        shade = slot.moved(2.5 * level, 2.5 * level)
        canvas.rounded(shade.inset(slot.w * 0.02), 6, "down_under.bone_deep", "down_under.dark", 1)
    with canvas.faded(1.0 if count else 0.3):
        CardArt(DEFAULT_CARDS[kind.shape], style).paint(ctx, slot_card(slot, kind))
        if kind.animal is not None:
            Animal(kind.animal).paint(ctx, slot.scaled(ANIMAL_SIZE))
    ink = "ink" if count else "quiet"
    canvas.text(str(count), count_rect(slot), "body", ink, align="centre", tabular=True, fit="free")


# --- the other seats' paths ---------------------------------------------------------------------


def _draw_row(ctx: PaintContext, row: Rect, view: State, path_number: int) -> None:
    for chip, rect in row_chips(ctx, row, view, path_number):
        chip.draw(rect)


def row_chips(ctx: PaintContext, row: Rect, view: State, path_number: int) -> list[tuple[Chip, Rect]]:
    """Chips in a path's row: its badge, the cards of each shape left, and what its animals are worth.

    Without the cards where there is no room for all; none where there is not even room for that.
    """
    style = style_of(view.options, view.seats, path_number)
    badge, herd = _badge(ctx, view, path_number, style), list(_herd(ctx, view, path_number))
    for chips in ([badge, *_cards(ctx, view, path_number, style), *herd], [badge, *herd]):
        places = chip_rects(chips, row)
        if places is not None:
            return list(zip(chips, places, strict=True))
    return []


def _badge(ctx: PaintContext, view: State, path_number: int, style: int) -> Chip:
    """Badge of a path's seat; where a seat has two paths, a card in the style of this one."""
    seat = owner(view.options, view.seats, path_number)
    assert seat is not None
    if not view.options.two_paths:
        return Chip(LINE_HEIGHT, lambda rect: seat_badge(ctx.canvas, seat, rect.inset(1)))
    return Chip(LINE_HEIGHT, lambda rect: CardArt("EW", style).paint(ctx, rect.fit(1.0).inset(1)))


def _cards(ctx: PaintContext, view: State, path_number: int, style: int) -> Iterator[Chip]:
    """Chips of the cards of each shape; none for the seat whose cards lie on a paper of their own."""
    left = {} if path_number in paths_of(view.options, view.seats, view.turn) else supply(view, path_number)
    for shape in SET_CARDS if left else ():
        count = sum(n for (kind, _), n in left.items() if kind == shape)
        yield _counted(ctx, partial(_draw_card, ctx, shape, style), count, "ink")


def _draw_card(ctx: PaintContext, shape: Shape, style: int, rect: Rect) -> None:
    CardArt(DEFAULT_CARDS[shape], style).paint(ctx, slot_card(rect.inset(2), Slot(shape)))


def _herd(ctx: PaintContext, view: State, path_number: int) -> Iterator[Chip]:
    """Chips of a path's animals: complete sets, rabbits that cost points, whether it has the dingo."""
    if not view.options.animals:
        return
    animals, lies = animals_on(view, path_number), not lacks_dingo(view, path_number)
    sets, rabbits = sets_of_animals(animals), rabbits_that_count(animals)
    more = 2 * ANIMAL_SPACING * LINE_HEIGHT
    yield _counted(ctx, lambda rect: _draw_set(ctx, rect, sets > 0), sets, "ink", more)
    yield _counted(ctx, lambda rect: _draw_animal(ctx, rect, "rabbit", rabbits > 0), rabbits, "bad")
    yield Chip(LINE_HEIGHT, lambda rect: _draw_animal(ctx, rect, "dingo", lies))


def _draw_set(ctx: PaintContext, rect: Rect, counted: bool) -> None:
    """Draw the animals of a set, each partly over the one before."""
    for index, animal in enumerate(SET_OF_ANIMALS):
        _draw_animal(ctx, rect.moved(index * ANIMAL_SPACING * rect.h, 0), animal, counted)


def _draw_animal(ctx: PaintContext, rect: Rect, animal: Creature, counted: bool) -> None:
    with ctx.canvas.faded(1.0 if counted else 0.6):
        Animal(animal).paint(ctx, Rect(rect.x, rect.y, rect.h, rect.h).inset(1))


def _counted(
    ctx: PaintContext, draw: Callable[[Rect], None], count: int, ink: Ink, more: float = 0.0
) -> Chip:
    """Chip of a picture with a number, which is quiet if 0; `more` units are added to its width."""
    wide = DIGIT_WIDTH * len(str(count))

    def paint(rect: Rect) -> None:
        figure, picture = rect.cut_right(wide * rect.h / LINE_HEIGHT)
        draw(Rect(picture.x, picture.y, rect.h, rect.h))
        colour = ink if count else "quiet"
        ctx.canvas.text(str(count), figure, "small", colour, tabular=True, fit="free")

    return Chip(LINE_HEIGHT + more + 5 + wide, paint)


# --- billabongs and the field -------------------------------------------------------------------


def _draw_foot(ctx: PaintContext, foot: Rect, left: int, sizes: Sequence[str], pool: Rect) -> None:
    """Draw the billabongs left with their number, and the sizes that the field may come to have."""
    canvas, translate = ctx.canvas, ctx.translate
    canvas.panel(foot, "float")
    with canvas.faded(1.0 if left else 0.3):
        Billabong().paint(ctx, pool)
    x = pool.right + CHIP_GAP
    beside = Rect(x, pool.y, foot.right - PANEL_PADDING - x, pool.h)
    below = foot.inset(PANEL_PADDING, 8).cut_top(pool.h, 4)[1]
    canvas.text(f"{left}", beside, "body", "ink", fit="free")
    name = translate("down_under.side.billabongs")
    after = beside.cut_left(DIGIT_WIDTH + CHIP_GAP + 8)[1]
    field = translate("down_under.side.field", size=translate("down_under.side.or").join(sizes))
    told = field if sizes else translate("down_under.side.unlimited")
    high = canvas.measure(told, "small", wrap_at=below.w)[1]
    if canvas.measure(name, "small")[0] <= after.w:
        canvas.text(name, after, "small", "ink", fit="free")
    elif below.h >= LINE_HEIGHT + high:
        line, below = below.cut_top(LINE_HEIGHT)
        canvas.text(name, line, "small", "ink", fit="free")
    if below.h >= LINE_HEIGHT - 4:
        canvas.text(told, below, "small", "ink", fit="wrap")
