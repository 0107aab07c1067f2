"""What lies beside the ground of Down Under: cards that are left, all paths, billabongs, the field's size."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from client.boards.down_under.art import USUAL, Animal, Billabong, Card
from client.boards.down_under.layout import HEAD, NUMBER, Layout, Slot, count_of
from client.boards.down_under.roads import KERB, Road, draw_road, style_of
from client.boards.kit.pieces import Look
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.games.down_under.field import Field
from core.games.down_under.paths import is_closed, is_ring
from core.games.down_under.queries import billabongs_left, colour, field_of, supply
from core.games.down_under.scoring import (
    SET_OF_ANIMALS,
    animals_on,
    lacks_dingo,
    rabbits_that_count,
    sets_of_animals,
)
from core.games.down_under.state import BILLABONGS, HERDS, SET, E, State, W, paths_of

NARROW: Final = 170.0
"""Units: with less room only one way is named in which the field may lie."""


@lru_cache(maxsize=16)
def cards_left(view: State) -> Mapping[Slot, int]:
    """How many cards of each kind the seat to act has left, in their order; with two paths for each."""
    found: dict[Slot, int] = {}
    for path in paths_of(view.options, view.seats, view.turn):
        left = supply(view, path)
        for shape in SET:
            herd = HERDS.get(shape) if view.options.animals else None
            for animal in herd or (None,):
                found[Slot(shape, animal, colour(view, path))] = left.get((shape, animal), 0)
    return found


def sign_of(view: State, number: int) -> str | None:
    """The icon that says how a path stands: closed, stuck, a ring; None while it is open."""
    path = view.paths[number]
    if is_closed(path) and not is_ring(path):
        return "check"
    if view.stuck[number]:
        return "cross"
    return "rematch" if is_ring(path) else None


def ways_of(field: Field) -> tuple[bool, bool]:
    """Whether the long side of the field may still lie across, and down."""
    taken = field.fixed or field.taken
    if field.size is None or taken is None:
        return True, True
    if field.fixed is not None:
        return taken.width > taken.height, taken.height > taken.width
    return taken.height <= field.size[0], taken.width <= field.size[0]


# --- drawing ------------------------------------------------------------------------------------


def draw_strip(canvas: Canvas, rect: Rect, style: int) -> None:
    """A piece of a ribbon across a rectangle."""
    size = rect.h / (2 * KERB)
    road = Road.of((E, W), "own", style)
    with canvas.clip(rect):
        for index in range(math.ceil(rect.w / size)):
            draw_road(canvas, Rect(rect.x + index * size, rect.cy - size / 2, size, size), road)


def draw_side(look: Look, layout: Layout, view: State) -> None:
    """All of it but the lengths of paths, which are pieces."""
    _Side(look, layout, view).draw()


def foot_parts(foot: Rect) -> tuple[Rect, Rect]:
    """Where the billabongs that are left lie, and where the size of the field stands."""
    pools, field = foot.inset(14, 8).columns(9, 11, gap=12)
    return pools, field


def pools(foot: Rect) -> list[Rect]:
    """Where each of the billabongs lies."""
    return [part.fit(1.0) for part in foot_parts(foot)[0].columns(*[1] * BILLABONGS, gap=6)]


class _Side:
    """Paints the strip beside the ground for one position."""

    def __init__(self, look: Look, layout: Layout, view: State) -> None:
        self.look, self.canvas, self.view, self.places = look, look.canvas, view, layout.beside
        self.paths = paths_of(view.options, view.seats, view.turn)
        """The paths of the seat whose cards are shown."""

    def draw(self) -> None:
        for path, panel in zip(self.paths, self.places.panels, strict=True):
            self._head(path, panel)
        for slot, count in cards_left(self.view).items():
            self._kind(slot, count)
        self.canvas.panel(self.places.standing, "sheet")
        for path in range(len(self.view.stuck)):
            self._row(path)
        self._foot()

    def _style(self, path: int) -> int:
        return style_of(self.view.options, self.view.seats, path)

    # --- cards that are left ------------------------------------------------------------------

    def _head(self, path: int, panel: Rect) -> None:
        """Whose cards they are, and of which path."""
        self.canvas.panel(panel, "sheet")
        badge, strip = panel.inset(14, 8).cut_top(min(HEAD - 10, panel.h * 0.13))[0].cut_left(36, 8)
        draw_strip(self.canvas, strip.inset(0, 3), self._style(path))
        seat_badge(self.canvas, self.view.turn, badge)

    def _kind(self, kind: Slot, count: int) -> None:
        canvas, slot, style = (
            self.canvas,
            self.places.slots[kind],
            self._style(self.paths[kind.colour == "b"]),
        )
        if not count:
            canvas.rounded(slot.inset(2), 8, "well", "line", 2)
        piled = 0 if kind.shape == "end" else min(3, (count + 1) // 3)
        for level in range(piled, 0, -1):
            shade = slot.moved(2.5 * level, 2.5 * level)
            canvas.rounded(shade.inset(slot.w * 0.02), 6, "down_under.bone_deep", "down_under.dark", 1)
        if count:
            Card(USUAL[kind.shape], style).paint(self.look, slot)
        if kind.animal is not None:
            with canvas.faded(1.0 if count else 0.3):
                Animal(kind.animal).paint(self.look, slot.scaled(0.62))
        over = self.view.options.animals
        where = count_of(slot, over)
        if over:
            canvas.rounded(where, where.h / 2, "night", "line", 1.5)
        ink = "ink" if count else "quiet"
        canvas.text(str(count), where, "body", ink, align="centre", tabular=True, fit="free")

    # --- all paths ----------------------------------------------------------------------------

    def _row(self, path: int) -> None:
        """A piece of its ribbon, how many cards of each shape are left for it, how it stands."""
        view, canvas, number = self.view, self.canvas, self.places.number(path)
        draw_strip(canvas, Rect(number.x, number.cy - 13, number.w - 40, 26), self._style(path))
        rest = self.places.rows[path].inset(0, 5)
        rest = rest.cut_left(rest.w * NUMBER, 12)[1]
        if view.options.animals:
            rest, herd = rest.rows(1, 1)
            self._herd(herd, path)
        place, cards = rest.cut_right(30, 6)
        sign, left = sign_of(view, path), supply(view, path)
        if sign is not None:
            icon(canvas, sign, place.fit(1.0), "quiet")
        builds = view.paths[path].run and sign in (None, "rematch")
        with canvas.faded(1.0 if builds else 0.45):
            for shape, part in zip(SET, cards.columns(1, 1, 1, gap=4), strict=True):
                picture, figure = part.columns(1, 1, gap=4)
                Card(USUAL[shape], self._style(path)).paint(self.look, picture.fit(1.0))
                count = sum(n for (kind, _), n in left.items() if kind == shape)
                canvas.text(str(count), figure, "small", "quiet", tabular=True)

    def _herd(self, rect: Rect, path: int) -> None:
        """Sets of three animals, rabbits that cost points, and whether the dingo lies."""
        canvas, size, animals = self.canvas, min(rect.h, rect.w / 6.4), animals_on(self.view, path)
        sets, rabbits = sets_of_animals(animals), rabbits_that_count(animals)
        left, middle, right = rect.columns(32, 21, 11)
        with canvas.faded(1.0 if sets else 0.4):
            for index, animal in enumerate(SET_OF_ANIMALS):
                spot = Rect(left.x + index * size * 0.55, left.cy - size / 2, size, size)
                Animal(animal).paint(self.look, spot)
            figure = left.cut_left(size * 2.1, 3)[1]
            canvas.text(str(sets), figure, "small", "ink", tabular=True, fit="free")
        with canvas.faded(1.0 if rabbits else 0.4):
            disc, figure = middle.cut_left(size, 3)
            Animal("rabbit").paint(self.look, disc.fit(1.0))
            ink = "bad" if rabbits else "quiet"
            canvas.text(str(rabbits), figure, "small", ink, tabular=True, fit="free")
        with canvas.faded(0.3 if lacks_dingo(self.view, path) else 1.0):
            Animal("dingo").paint(self.look, right.cut_right(size)[0].fit(1.0))

    # --- billabongs and the field -------------------------------------------------------------

    def _foot(self) -> None:
        canvas, left = self.canvas, billabongs_left(self.view)
        canvas.panel(self.places.foot, "sheet")
        for index, rect in enumerate(pools(self.places.foot)):
            with canvas.faded(1.0 if index < left else 0.22):
                Billabong().paint(self.look, rect)
        self._size(foot_parts(self.places.foot)[1])

    def _size(self, rect: Rect) -> None:
        """The field both ways round, if there is room; the way in which it cannot lie any more is faint."""
        canvas, field = self.canvas, field_of(self.view)
        if field.size is None:
            canvas.text("∞", rect, "heading", "ink", align="centre")
            return
        (short, long), (across, down) = field.size, ways_of(field)
        ways = [(long, short, across)]
        if short != long:
            ways.append((short, long, down))
        if rect.w < NARROW:
            ways = [way for way in ways if way[2]][:1]
        for (wide, high, can), part in zip(ways, rect.columns(*[1] * len(ways), gap=10), strict=True):
            unit = min(part.w * 0.36, part.h) / long
            form, label = part.cut_left(unit * long, 6)
            ink = "ink" if can else "quiet"
            with canvas.faded(1.0 if can else 0.3):
                box = Rect.around(form.cx, form.cy, wide * unit, high * unit)
                canvas.rounded(box, 3, "down_under.earth", ink, 2)
                canvas.text(f"{wide}×{high}", label, "small", ink, fit="free")
