"""What lies beside the ground of Down Under: cards that are left, all paths, billabongs, the field's size."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, Literal

import msgspec

from client.boards.down_under.art import USUAL, Animal, Billabong, Card
from client.boards.down_under.layout import HEAD, NUMBER, Layout, Slot, count_of
from client.boards.down_under.ribbons import draw_ribbon
from client.boards.down_under.roads import KERB, style_of
from client.boards.kit.pieces import Look
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.game import Seat
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
from core.games.down_under.state import (
    BILLABONGS,
    HERDS,
    SET,
    E,
    State,
    Stretch,
    W,
    paths_of,
)

NARROW: Final = 170.0
"""Units: with less room only one way is named in which the field may lie."""
Fate = Literal["none", "open", "closed", "ring", "stuck"]


class Herd(msgspec.Struct, frozen=True):
    """The animals on a path as far as they count: sets of three, rabbits without a dingo; if that lies."""

    sets: int
    rabbits: int
    dingo: bool


class Row(msgspec.Struct, frozen=True):
    """A path as it stands: how many cards of each shape are left for it, how it ends."""

    path: int
    left: tuple[int, ...]
    fate: Fate
    herd: Herd | None


class Beside(msgspec.Struct, frozen=True):
    """What lies beside the ground.

    `seat` is whose cards are shown, `supplies` how many of which kinds there are for each of its paths.
    `size` is that of the field; `ways` says whether it may still lie with its long side across, and down.
    """

    seat: Seat
    supplies: tuple[tuple[tuple[Slot, int], ...], ...]
    rows: tuple[Row, ...]
    billabongs: int
    size: tuple[int, int] | None
    ways: tuple[bool, bool]


@lru_cache(maxsize=16)
def beside(view: State) -> Beside:
    """What a position says about it; the cards of the seat to act are shown. Asked for in every frame."""
    field = field_of(view)
    return Beside(
        view.turn,
        tuple(_supply(view, path) for path in paths_of(view.options, view.seats, view.turn)),
        tuple(_row(view, path) for path in range(len(view.stuck))),
        billabongs_left(view),
        field.size,
        _ways(field),
    )


def _supply(view: State, path: int) -> tuple[tuple[Slot, int], ...]:
    left, found = supply(view, path), list[tuple[Slot, int]]()
    for shape in SET:
        herd = HERDS.get(shape) if view.options.animals else None
        for animal in herd or (None,):
            found.append((Slot(shape, animal, colour(view, path)), left.get((shape, animal), 0)))
    return tuple(found)


def _row(view: State, path: int) -> Row:
    left = supply(view, path)
    counts = tuple(sum(n for (shape, _), n in left.items() if shape == wanted) for wanted in SET)
    herd = None
    if view.options.animals:
        animals = animals_on(view, path)
        herd = Herd(sets_of_animals(animals), rabbits_that_count(animals), not lacks_dingo(view, path))
    return Row(path, counts, _fate(view, path), herd)


def _fate(view: State, number: int) -> Fate:
    path = view.paths[number]
    if not path.run:
        return "stuck" if view.stuck[number] else "none"
    if is_ring(path):
        return "stuck" if view.stuck[number] else "ring"
    if is_closed(path):
        return "closed"
    return "stuck" if view.stuck[number] else "open"


def _ways(field: Field) -> tuple[bool, bool]:
    """Whether the long side of the field may still lie across, and down."""
    if field.size is None:
        return True, True
    taken, (short, _) = field.fixed or field.taken, field.size
    if taken is None:
        return True, True
    if field.fixed is not None:
        return taken.width > taken.height, taken.height > taken.width
    return taken.height <= short, taken.width <= short


# --- drawing ------------------------------------------------------------------------------------


def draw_strip(canvas: Canvas, rect: Rect, look: int) -> None:
    """A piece of a ribbon across a rectangle."""
    size = rect.h / (2 * KERB)
    run = [Stretch(index, 0, W, E) for index in range(math.ceil(rect.w / size))]

    def cell(x: int, y: int) -> Rect:
        return Rect(rect.x + x * size, rect.cy + (y - 0.5) * size, size, size)

    with canvas.clip(rect):
        draw_ribbon(canvas, run, ("closed", "closed"), look, cell)


def draw_side(look: Look, layout: Layout, now: Beside) -> None:
    """All of it."""
    _Side(look, layout, now).draw()


def foot_parts(foot: Rect) -> tuple[Rect, Rect]:
    """Where the billabongs that are left lie, and where the size of the field stands."""
    pools, field = foot.inset(14, 8).columns(9, 11, gap=12)
    return pools, field


class _Side:
    """Paints the strip beside the ground for one position."""

    def __init__(self, look: Look, layout: Layout, now: Beside) -> None:
        self.look, self.canvas, self.layout, self.now = look, look.canvas, layout, now
        self.places = layout.beside

    def draw(self) -> None:
        """All of it but the lengths of paths, which are pieces."""
        own = paths_of(self.layout.options, self.layout.seats, self.now.seat)
        for path, panel, kinds in zip(own, self.places.panels, self.now.supplies, strict=True):
            self._supply(path, panel, kinds)
        self.canvas.panel(self.places.standing, "sheet")
        for row in self.now.rows:
            self._row(row)
        self._foot()

    def _style(self, path: int) -> int:
        return style_of(self.layout.options, self.layout.seats, path)

    # --- cards that are left ------------------------------------------------------------------

    def _supply(self, path: int, panel: Rect, kinds: tuple[tuple[Slot, int], ...]) -> None:
        self.canvas.panel(panel, "sheet")
        badge, strip = panel.inset(14, 8).cut_top(min(HEAD - 10, panel.h * 0.13))[0].cut_left(36, 8)
        draw_strip(self.canvas, strip.inset(0, 3), self._style(path))
        seat_badge(self.canvas, self.now.seat, badge)
        for slot, count in kinds:
            self._kind(self._style(path), slot, count)

    def _kind(self, style: int, kind: Slot, count: int) -> None:
        canvas, slot = self.canvas, self.places.slots[kind]
        if not count:
            canvas.rounded(slot.inset(2), 8, "well", "line", 2)
        piled = 0 if kind.shape == "end" else min(3, (count + 1) // 3)
        for level in range(piled, 0, -1):
            shade = slot.moved(2.5 * level, 2.5 * level)
            canvas.rounded(shade.inset(slot.w * 0.02), 6, "down_under.bone_deep", "down_under.dark", 1)
        if count:
            Card(USUAL[kind.shape], style).paint(self.look, slot)
        if kind.animal is not None:
            mark = Rect.around(slot.cx, slot.cy, slot.w * 0.62)
            with canvas.faded(1.0 if count else 0.3):
                Animal(kind.animal).paint(self.look, mark)
        ink, over = "ink" if count else "quiet", self.layout.options.animals
        where = count_of(slot, over)
        if over:
            canvas.rounded(where, where.h / 2, "night", "line", 1.5)
        canvas.text(str(count), where, "body", ink, align="centre", tabular=True, fit="free")

    # --- all paths ----------------------------------------------------------------------------

    def _row(self, row: Row) -> None:
        canvas, rect, number = (
            self.canvas,
            self.places.rows[row.path].inset(0, 5),
            self.places.number(row.path),
        )
        rest = rect.cut_left(rect.w * NUMBER, 12)[1]
        faded = row.fate in ("closed", "stuck", "none")
        draw_strip(canvas, Rect(number.x, number.cy - 13, number.w - 40, 26), self._style(row.path))
        upper, lower = (rest, None) if row.herd is None else tuple(rest.rows(1, 1))
        sign, cards = upper.cut_right(30, 6)
        self._fate(sign, row.fate)
        with canvas.faded(0.45 if faded else 1.0):
            for shape, count, part in zip(SET, row.left, cards.columns(1, 1, 1, gap=4), strict=True):
                picture, figure = part.columns(1, 1, gap=4)
                Card(USUAL[shape], self._style(row.path)).paint(self.look, picture.fit(1.0))
                canvas.text(str(count), figure, "small", "quiet", tabular=True)
        if row.herd is not None and lower is not None:
            self._herd(lower, row.herd)

    def _fate(self, rect: Rect, fate: Fate) -> None:
        sign = {"closed": "check", "stuck": "cross", "ring": "rematch"}.get(fate)
        if sign is not None:
            icon(self.canvas, sign, rect.fit(1.0), "quiet")

    def _herd(self, rect: Rect, herd: Herd) -> None:
        """Sets of three animals, rabbits that cost points, and whether the dingo lies."""
        canvas, size = self.canvas, min(rect.h, rect.w / 6.4)
        sets, rabbits, dingo = rect.columns(32, 21, 11)
        with canvas.faded(1.0 if herd.sets else 0.4):
            for index, animal in enumerate(SET_OF_ANIMALS):
                spot = Rect(sets.x + index * size * 0.55, sets.cy - size / 2, size, size)
                Animal(animal).paint(self.look, spot)
            figure = sets.cut_left(size * 2.1, 3)[1]
            canvas.text(str(herd.sets), figure, "small", "ink", tabular=True, fit="free")
        with canvas.faded(1.0 if herd.rabbits else 0.4):
            disc, figure = rabbits.cut_left(size, 3)
            Animal("rabbit").paint(self.look, disc.fit(1.0))
            ink = "bad" if herd.rabbits else "quiet"
            canvas.text(str(herd.rabbits), figure, "small", ink, tabular=True, fit="free")
        with canvas.faded(1.0 if herd.dingo else 0.3):
            Animal("dingo").paint(self.look, dingo.cut_right(size)[0].fit(1.0))

    # --- billabongs and the field -------------------------------------------------------------

    def _foot(self) -> None:
        canvas = self.canvas
        canvas.panel(self.places.foot, "sheet")
        pools, field = foot_parts(self.places.foot)
        for index, part in enumerate(pools.columns(*[1] * BILLABONGS, gap=6)):
            with canvas.faded(1.0 if index < self.now.billabongs else 0.22):
                Billabong().paint(self.look, part.fit(1.0))
        self._size(field)

    def _size(self, rect: Rect) -> None:
        """The field both ways round, if there is room; the way in which it cannot lie any more is faint."""
        canvas, size = self.canvas, self.now.size
        if size is None:
            canvas.text("∞", rect, "heading", "ink", align="centre")
            return
        short, long = size
        ways = [(long, short, self.now.ways[0])]
        if short != long:
            ways.append((short, long, self.now.ways[1]))
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
