"""Supplies beside the ground of Down Under: cards left, rows of paths, billabongs, the field's size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from client.boards.down_under.art import DEFAULT_CARDS, Animal, Billabong, CardArt
from client.boards.down_under.layout import (
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
from client.boards.kit.pieces import PaintContext
from client.ui.geometry import Rect
from client.ui.symbols import seat_badge, seat_swatch
from client.ui.theme import Ink, Role
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
BILLABONG_SIZE: Final = 46.0
"""Most units across the billabong that stands for all that are left."""
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


def draw_side(look: PaintContext, layout: Layout, view: State) -> None:
    """Draw everything beside the ground."""
    SidePainter(look, layout, view).draw()


def billabong_rect(foot: Rect) -> Rect:
    """Rectangle of the billabong that stands for those that are left."""
    size = min(BILLABONG_SIZE, foot.h - 16)
    return foot.inset(PANEL_PADDING, 8).place(size, size, "topleft")


class SidePainter:
    """Painter of the strip beside the ground, for one position."""

    def __init__(self, look: PaintContext, layout: Layout, view: State) -> None:
        self.look, self.canvas, self.view = look, look.canvas, view
        self.side, self.places = layout.side, layout.beside
        self.paths = paths_of(view.options, view.seats, view.turn)
        """Numbers of the paths of the seat whose cards are shown."""

    def draw(self) -> None:
        named = has_head(self.side, self.view.options)
        for panel in self.places.panels:
            self.canvas.panel(panel, "float")
            seat_swatch(
                self.canvas, self.view.turn, panel.cut_left(SEAT_BAND_WIDTH)[0].inset(0, 10).moved(4, 0), 6
            )
            if named:
                head = panel.cut_left(SEAT_BAND_WIDTH)[1].inset(PANEL_PADDING, 6).cut_top(HEADING_HEIGHT)[0]
                self.canvas.text(self.look.say("down_under.side.cards"), head, "small", "quiet")
        for slot, count in cards_left(self.view).items():
            self._kind(slot, count)
        self.canvas.panel(self.places.standing, "float")
        for path, row in zip(row_paths(self.view), self.places.rows, strict=True):
            for chip, rect in self.row(path, row):
                chip.draw(rect)
        self._foot()

    def _style(self, path: int) -> int:
        return style_of(self.view.options, self.view.seats, path)

    # --- cards that are left ------------------------------------------------------------------

    def _kind(self, kind: Slot, count: int) -> None:
        """Draw a kind of card on a pile, the more cards the thicker, and the number below it."""
        canvas, slot = self.canvas, self.places.slots[kind]
        style = self._style(self.paths[kind.colour == "b"])
        piled = 0 if kind.shape == "end" else min(3, count // 3)
        for level in range(piled, 0, -1):
            shade = slot.moved(2.5 * level, 2.5 * level)
            canvas.rounded(shade.inset(slot.w * 0.02), 6, "down_under.bone_deep", "down_under.dark", 1)
        with canvas.faded(1.0 if count else 0.3):
            CardArt(DEFAULT_CARDS[kind.shape], style).paint(self.look, slot_card(slot, kind))
            if kind.animal is not None:
                Animal(kind.animal).paint(self.look, slot.scaled(ANIMAL_SIZE))
        ink = "ink" if count else "quiet"
        canvas.text(str(count), count_rect(slot), "body", ink, align="centre", tabular=True, fit="free")

    # --- the other seats' paths ---------------------------------------------------------------

    def row(self, path: int, row: Rect) -> list[tuple[Chip, Rect]]:
        """Chips in a path's row: its badge, the cards of each shape left, and what its animals are worth.

        Without the cards where there is no room for all; none where there is not even room for that.
        """
        badge, cards, herd = self._badge(path), list(self._cards(path)), list(self._herd(path))
        for chips in ([badge, *cards, *herd], [badge, *herd]):
            places = chip_rects(chips, row)
            if places is not None:
                return list(zip(chips, places, strict=True))
        return []

    def _badge(self, path: int) -> Chip:
        """Badge of a path's seat; where a seat has two paths, a card in the style of this one."""
        seat = owner(self.view.options, self.view.seats, path)
        assert seat is not None
        if not self.view.options.two_paths:
            return Chip(LINE_HEIGHT, lambda rect: seat_badge(self.canvas, seat, rect.inset(1)))
        card = CardArt("EW", self._style(path))
        return Chip(LINE_HEIGHT, lambda rect: card.paint(self.look, rect.fit(1.0).inset(1)))

    def _cards(self, path: int) -> Iterator[Chip]:
        left = supply(self.view, path) if path not in self.paths else {}
        for shape in SET_CARDS if left else ():
            count = sum(n for (kind, _), n in left.items() if kind == shape)
            yield self._counted(partial(self._card, shape, path), count, "ink")

    def _card(self, shape: Shape, path: int, rect: Rect) -> None:
        place = slot_card(rect.inset(2), Slot(shape))
        CardArt(DEFAULT_CARDS[shape], self._style(path)).paint(self.look, place)

    def _herd(self, path: int) -> Iterator[Chip]:
        """Chips of a path's animals: complete sets, rabbits that cost points, whether it has the dingo."""
        if not self.view.options.animals:
            return
        animals = animals_on(self.view, path)
        sets, rabbits = sets_of_animals(animals), rabbits_that_count(animals)
        more = 2 * ANIMAL_SPACING * LINE_HEIGHT
        yield self._counted(lambda rect: self._set(rect, sets > 0), sets, "ink", more)
        yield self._counted(lambda rect: self._animal(rect, "rabbit", rabbits > 0), rabbits, "bad")
        lies = not lacks_dingo(self.view, path)
        yield Chip(LINE_HEIGHT, lambda rect: self._animal(rect, "dingo", lies))

    def _set(self, rect: Rect, counts: bool) -> None:
        """Draw the animals of a set, each partly over the one before."""
        for index, animal in enumerate(SET_OF_ANIMALS):
            self._animal(rect.moved(index * ANIMAL_SPACING * rect.h, 0), animal, counts)

    def _animal(self, rect: Rect, animal: Creature, counts: bool) -> None:
        with self.canvas.faded(1.0 if counts else 0.6):
            Animal(animal).paint(self.look, Rect(rect.x, rect.y, rect.h, rect.h).inset(1))

    def _counted(self, draw: Callable[[Rect], None], count: int, ink: Ink, more: float = 0.0) -> Chip:
        """Chip of a picture with a number, which is quiet if 0; `more` units are added to its width."""
        wide = DIGIT_WIDTH * len(str(count))

        def paint(rect: Rect) -> None:
            figure, picture = rect.cut_right(wide * rect.h / LINE_HEIGHT)
            draw(Rect(picture.x, picture.y, rect.h, rect.h))
            colour = ink if count else "quiet"
            self.canvas.text(str(count), figure, "small", colour, tabular=True, fit="free")

        return Chip(LINE_HEIGHT + more + 5 + wide, paint)

    # --- billabongs and the field -------------------------------------------------------------

    def _foot(self) -> None:
        """Draw the number of billabongs left, and the sizes that the field may come to have."""
        foot, say = self.places.foot, self.look.say
        self.canvas.panel(foot, "float")
        pool = billabong_rect(foot)
        left = billabongs_left(self.view)
        with self.canvas.faded(1.0 if left else 0.3):
            Billabong().paint(self.look, pool)
        beside = Rect(
            pool.right + CHIP_GAP, pool.y, foot.right - PANEL_PADDING - pool.right - CHIP_GAP, pool.h
        )
        below = foot.inset(PANEL_PADDING, 8).cut_top(pool.h, 4)[1]
        self._say(f"{left}", beside, "body")
        name = say("down_under.side.billabongs")
        after = beside.cut_left(DIGIT_WIDTH + CHIP_GAP + 8)[1]
        sizes = field_sizes(field_of(self.view))
        field = say("down_under.side.field", size=say("down_under.side.or").join(sizes))
        told = field if sizes else say("down_under.side.unlimited")
        high = self.canvas.measure(told, "small", wrap_at=below.w)[1]
        if self.canvas.measure(name, "small")[0] <= after.w:
            self._say(name, after, "small")
        elif below.h >= LINE_HEIGHT + high or below.h < high:
            line, below = below.cut_top(LINE_HEIGHT)
            self._say(name, line, "small")
        if below.h >= LINE_HEIGHT - 4:
            self.canvas.text(told, below, "small", "ink", fit="wrap")

    def _say(self, text: str, rect: Rect, role: Role) -> None:
        self.canvas.text(text, rect, role, "ink", fit="free")
