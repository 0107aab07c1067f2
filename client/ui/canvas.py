"""Canvas: everything is drawn in units and lands on pixels, crisp at every window size.

A picture is 1080 units high, and on a phone that lies 720. Costly parts (pictures, text, panels, glows,
layers) are made once for a size and kept in one cache bounded in bytes. Drawing never changes what is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import pygame

from client.ui import pictures, sprites
from client.ui.cache import SurfaceCache
from client.ui.compositor import Compositor
from client.ui.geometry import Point, Rect
from client.ui.text import LINE_HEIGHT, Style, balance, caret, line_surface, shorten, shrink, width, wrap
from client.ui.theme import Colour, Face, Ink, Role, Theme

LANDSCAPE_HEIGHT = 1080.0
"""Units from the top to the bottom of a picture that is wider than high."""
PHONE_HEIGHT = 720.0
"""The same on a phone, where the type of a window would be too small."""
PORTRAIT_WIDTH = 720.0
"""Units from the left to the right of a picture that is higher than wide."""

LEAST_TEXT_SIZE = 24.0
"""Units: the smallest type on a screen, 2.2 % of its height."""

Align = Literal["left", "centre", "right"]
VAlign = Literal["top", "centre", "bottom"]
Fit = Literal["shrink", "ellipsis", "wrap", "free"]
Painter = Callable[["Canvas"], None]
ChangedParts = Callable[[Any], Sequence[Rect] | None]
"""Function from the key of an earlier picture to the parts in which the new one differs; None: anywhere."""


def whole(before: object) -> None:
    """Changed parts of a picture that may differ anywhere."""


_PIECE_CORNERS = 8
"""Corners of a line that are cached as one picture."""
_SMALL_GLOW_PIXELS, _GLOW_STRENGTHS = 60_000, 20
"""Pixels below which a glow is cached, and the number of strengths in which it is."""
_SHADOW_BLUR = 1.5
"""Reach of a shadow, in lifts above the table."""
_SHADOW_FALL = 0.6
"""Distance by which a shadow falls downwards, in lifts."""


class Canvas:
    """Surface to draw on in units. `area` is all of it; `scale` is pixels per unit.

    A picture that is wider than high is `landscape_height` units high.
    """

    def __init__(
        self,
        surface: pygame.Surface,
        theme: Theme,
        cache: SurfaceCache | None = None,
        landscape_height: float = LANDSCAPE_HEIGHT,
    ) -> None:
        self.surface = surface
        self.theme = theme
        self.cache = cache if cache is not None else SurfaceCache()
        wide, high = surface.get_size()
        self.scale = high / landscape_height if wide >= high else wide / PORTRAIT_WIDTH
        self.width = wide / self.scale
        self.area = Rect(0, 0, self.width, high / self.scale)
        self._origin = (0.0, 0.0)
        self._alpha = 255
        self._coarse = False
        self._compositor: Compositor | None = Compositor(surface)

    # --- places -------------------------------------------------------------------------------

    def to_pixels(self, length: float) -> int:
        """Length in pixels, at least 1 for anything above 0."""
        return max(1, round(length * self.scale)) if length > 0 else 0

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Point in pixels of the surface."""
        ox, oy = self._origin
        return round((x - ox) * self.scale), round((y - oy) * self.scale)

    def units(self, px: float, py: float) -> Point:
        """Pixel of the surface in units."""
        return px / self.scale + self._origin[0], py / self.scale + self._origin[1]

    def pixels(self, rect: Rect) -> pygame.Rect:
        """Rectangle in pixels; neighbours in units stay neighbours in pixels."""
        left, top = self.pixel(rect.x, rect.y)
        right, bottom = self.pixel(rect.right, rect.bottom)
        return pygame.Rect(left, top, right - left, bottom - top)

    @contextmanager
    def clip(self, rect: Rect) -> Iterator[None]:
        """Draw nothing outside the rectangle (and what was already clipped)."""
        before = self.surface.get_clip()
        self.surface.set_clip(self.pixels(rect).clip(before))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    @contextmanager
    def shifted(self, dx: float, dy: float) -> Iterator[None]:
        """Draw everything dx, dy units further right and down."""
        before = self._origin
        self._origin = (before[0] - dx, before[1] - dy)
        try:
            yield
        finally:
            self._origin = before

    @contextmanager
    def onto(self, world: Rect, corner: Point) -> Iterator[None]:
        """Draw on a world larger than the window: `area` is all of it, and the window shows it from `corner`
        on.
        """
        before = self.area, self.width
        self.area, self.width = world, world.w
        try:
            with self.shifted(-corner[0], -corner[1]):
                yield
        finally:
            self.area, self.width = before

    @contextmanager
    def zoomed(self, rect: Rect, target_rect: Rect) -> Iterator[None]:
        """Draw everything magnified so that `rect` fills a `target_rect` of the same shape."""
        before, zoom = (self.scale, self._origin), target_rect.w / rect.w
        self._origin = (
            rect.x - (target_rect.x - before[1][0]) / zoom,
            rect.y - (target_rect.y - before[1][1]) / zoom,
        )
        self.scale *= zoom
        try:
            yield
        finally:
            self.scale, self._origin = before

    @contextmanager
    def faded(self, alpha: float) -> Iterator[None]:
        """Draw everything with this opacity, 0 … 1."""
        before = self._alpha
        self._alpha = round(before * min(1.0, max(0.0, alpha)))
        try:
            yield
        finally:
            self._alpha = before

    def touch(self, area: pygame.Rect | None = None) -> None:
        """Report that pixels were changed without the canvas: in a rectangle, or anywhere."""
        if self._compositor is None:
            return
        if area is None:
            self._compositor.touch_all()
        else:
            self._compositor.touch(area)

    # --- colours and plain shapes -------------------------------------------------------------

    def colour(self, ink: Ink) -> Colour:
        return self.theme.colour(ink)

    def fill(self, ink: Ink) -> None:
        """Fill the canvas with one colour."""
        self.surface.fill(self.colour(ink))
        self.touch()

    def rect(self, rect: Rect, ink: Ink) -> None:
        """Draw a plain rectangle with sharp corners; alpha counts."""
        colour, area = self._ink(ink), self.pixels(rect)
        if colour[3] >= 255:
            self.surface.fill(colour, area)
            self.touch(area)
        elif colour[3] > 0 and area.w > 0 and area.h > 0:
            key = ("rect", area.size, colour)
            self._put(self.cache.get(key, lambda: sprites.plain(area.size, colour)), area.topleft, whole=True)

    def rounded(
        self, rect: Rect, radius: float, ink: Ink, border: Ink | None = None, edge: float = 0.0
    ) -> None:
        """Draw a rectangle with round corners and, inside its edge, a border `edge` units wide."""
        area = self.pixels(rect)
        if area.w < 1 or area.h < 1:
            return
        fill = self.colour(ink)
        rim = self.colour(border) if border is not None else fill
        edge_px = edge * self.scale if border is not None else 0.0
        key = ("rounded", area.size, round(radius * self.scale, 1), fill, rim, round(edge_px, 1))
        self._put(
            self.cache.get(
                key, lambda: sprites.rounded(area.w, area.h, radius * self.scale, fill, rim, edge_px)
            ),
            area.topleft,
        )

    def ring(self, rect: Rect, radius: float, ink: Ink, width: float = 4.0, soft: float = 0.0) -> None:
        """Draw a hollow rounded frame just inside the rectangle; `soft` units of light around the line."""
        area = self.pixels(rect)
        if area.w < 1 or area.h < 1:
            return
        colour, line, halo = self.colour(ink), max(1.0, width * self.scale), soft * self.scale
        key = ("ring", area.size, round(radius * self.scale, 1), colour, round(line, 1), round(halo, 1))
        sprite = self.cache.get(
            key, lambda: sprites.ring(area.w, area.h, radius * self.scale, line, halo, colour)
        )
        pad = math.ceil(halo)
        self._put(sprite, (area.x - pad, area.y - pad))

    def circle(
        self, centre: Point, radius: float, ink: Ink, border: Ink | None = None, edge: float = 0.0
    ) -> None:
        """Draw a disc with a clean edge."""
        fill = self.colour(ink)
        rim = self.colour(border) if border is not None else fill
        size, edge_px = round(radius * self.scale * 4) / 4, edge * self.scale if border is not None else 0.0
        key = ("disc", size, fill, rim, round(edge_px, 1))
        sprite = self.cache.get(key, lambda: sprites.disc(size, fill, rim, edge_px))
        x, y = self._exact(centre)
        self._put(sprite, (round(x - sprite.get_width() / 2), round(y - sprite.get_height() / 2)))

    def polygon(self, points: Sequence[Point], ink: Ink) -> None:
        """Draw a filled shape with a smooth edge; cached, so an unchanged one costs only its blit."""
        self._shape("polygon", points, 0.0, self._ink(ink))

    def line(self, a: Point, b: Point, width: float, ink: Ink) -> None:
        """Draw a straight stroke with round ends."""
        self.polyline((a, b), width, ink)

    def polyline(self, points: Sequence[Point], width: float, ink: Ink, closed: bool = False) -> None:
        """Draw a stroke with round ends and corners.

        With alpha it is drawn as one piece; a solid one in pieces of a few corners, so that a line that
        grows costs only its tip.
        """
        if len(points) < 2:
            return
        colour = self._ink(ink)
        path = [*points, points[0]] if closed else list(points)
        step = _PIECE_CORNERS if colour[3] >= 255 else len(path)
        for start in range(0, len(path) - 1, step):
            self._shape("stroke", path[start : start + step + 1], width, colour)

    def arc(self, centre: Point, radius: float, start: float, end: float, width: float, ink: Ink) -> None:
        """Draw part of a circle as a stroke: degrees clockwise, 0 points right."""
        steps = max(2, math.ceil(abs(end - start) / 360 * max(24, radius * self.scale * 0.8)))
        turn = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
        self.polyline(
            [(centre[0] + radius * math.cos(t), centre[1] + radius * math.sin(t)) for t in turn], width, ink
        )

    # --- paper and light ----------------------------------------------------------------------

    def panel(self, rect: Rect, panel_name: str = "sheet") -> None:
        """Draw a piece of cut paper on the table with its short soft shadow."""
        paper, area = self.theme.panel(panel_name), self.pixels(rect)
        if area.w < 2 or area.h < 2:
            return
        key = ("panel", panel_name, area.size, self.theme.name, self.scale)
        sprite = self.cache.get(key, lambda: self._make_panel(panel_name, area.size))
        pad = math.ceil(paper.lift * _SHADOW_BLUR * self.scale)
        self._put(sprite, (area.x - pad, area.y - pad))

    def shadow(self, rect: Rect, radius: float, lift: float) -> None:
        """Draw the shadow of something `lift` units above the table."""
        area, blur = self.pixels(rect), lift * _SHADOW_BLUR * self.scale
        colour = self._shade()
        key = ("shadow", area.size, round(radius * self.scale), round(blur, 1), colour)
        sprite = self.cache.get(
            key, lambda: sprites.shadow(area.w, area.h, radius * self.scale, blur, colour)
        )
        pad = math.ceil(blur)
        self._put(sprite, (area.x - pad, area.y - pad + round(lift * _SHADOW_FALL * self.scale)))

    def glow(self, rect: Rect, ink: Ink, strength: float = 1.0) -> None:
        """Draw soft light in an ellipse; strength 0 … 1 may change every frame.

        Small ones are cached in a few strengths, which are blitted several times as fast as faded ones.
        """
        area, share = self.pixels(rect), min(1.0, max(0.0, strength)) * self._alpha / 255
        if area.w < 2 or area.h < 2 or share <= 0:
            return
        r, g, b, a = self.colour(ink)
        small = area.w * area.h < _SMALL_GLOW_PIXELS
        colour = (r, g, b, a * round(share * _GLOW_STRENGTHS) // _GLOW_STRENGTHS if small else a)
        sprite = self.cache.get(("glow", area.size, colour), lambda: sprites.glow(area.w, area.h, colour))
        if small:
            self._put(sprite, area.topleft, whole=True)
        else:
            with self.faded(strength):
                self._put(sprite, area.topleft)

    def light(self, rect: Rect, ink: Ink, edge_name: sprites.FadeSide, strength: float = 1.0) -> None:
        """Draw light that falls into the rectangle from one of its sides."""
        area, colour = self.pixels(rect), self.colour(ink)
        if area.w < 1 or area.h < 1:
            return
        key = ("light", area.size, edge_name, colour)
        sprite = self.cache.get(key, lambda: sprites.fade(area.w, area.h, edge_name, colour))
        with self.faded(strength):
            self._put(sprite, area.topleft)

    def backdrop(self, light: Ink = "table", rim: Ink = "night", warmth: float = 0.13) -> None:
        """Draw the table under the lamp: covers everything, with a vignette and a little grain."""
        size = (round(self.width * self.scale), round(self.area.h * self.scale))
        colours = (self.colour(rim), self.colour(light), self.colour("lamp"))
        sprite = self.cache.get(
            ("backdrop", size, colours, warmth),
            lambda: sprites.backdrop(*size, *colours, warmth).convert(self.surface),
        )
        self._lay(sprite, self.pixel(0, 0))

    # --- pictures and layers ------------------------------------------------------------------

    def picture(
        self,
        name: str,
        rect: Rect,
        *,
        angle: float = 0.0,
        alpha: float = 1.0,
        zoom: float | tuple[float, float] = 1.0,
        tint: Ink | None = None,
    ) -> None:
        """Draw an SVG of `assets` fitted into the rectangle, turned clockwise about its middle.

        Turns other than multiples of 90° snap to 3°. For a picture whose size is animated keep `rect` and
        animate `zoom` (one factor or across and down), so that it is rasterised only once.
        """
        area = self.pixels(rect)
        stretch = zoom if isinstance(zoom, tuple) else (zoom, zoom)
        colour = self.colour(tint) if tint is not None else None
        sprite = pictures.turned_picture(self.cache, name, area.size, angle, stretch, colour)
        x, y = area.x + area.w / 2, area.y + area.h / 2
        with self.faded(alpha):
            self._put(sprite, (round(x - sprite.get_width() / 2), round(y - sprite.get_height() / 2)))

    def ahead(self, picture_rects: Mapping[str, Rect]) -> None:
        """Begin to rasterise these pictures on another core, as large as their rectangles."""
        pictures.rasterise_ahead(
            self.cache, ((name, self.pixels(rect).size) for name, rect in picture_rects.items())
        )

    def moving(self, name: str, rect: Rect, *, angle: float, zoom: float) -> None:
        """Draw a picture in motion: any angle and size about its middle, cheap enough for every frame."""
        area = self.pixels(rect)
        sprite = pictures.posed_picture(self.cache, name, area.size, angle, zoom)
        place = sprite.get_rect(center=(area.x + area.w / 2, area.y + area.h / 2))
        self.touch(self.surface.blit(sprite, place, special_flags=pygame.BLEND_PREMULTIPLIED))

    def sprite(
        self,
        key: Hashable,
        rect: Rect,
        painter: Painter,
        *,
        angle: float = 0.0,
        zoom: float | tuple[float, float] = 1.0,
        opaque: bool = False,
    ) -> None:
        """Draw what `painter` draws into a rectangle of this size at 0, 0, in any pose, cheaply in every
        frame.

        It is turned clockwise about its middle, and stretched by `zoom` (one factor, or across and down).
        The painter's picture is cached, as in a `layer`; `opaque` if it covers all of the rectangle.
        """
        area = self.pixels(rect)
        if area.w < 1 or area.h < 1 or self._alpha <= 0:
            return
        room = Rect(0.0, 0.0, rect.w, rect.h)
        source = self.cache.get(
            ("sprite", key, area.size, self.theme.name),
            lambda: self._paint(room, area.size, painter, 1, opaque).convert_alpha().premul_alpha(),
        )
        sprite = pictures.rotate_premultiplied(source, angle, zoom, self._alpha)
        wide, high = sprite.get_size()
        place = (round(area.x + (area.w - wide) / 2), round(area.y + (area.h - high) / 2))
        self.touch(self.surface.blit(sprite, place, special_flags=pygame.BLEND_PREMULTIPLIED))

    def layer(
        self,
        key: Hashable,
        rect: Rect,
        painter: Painter,
        *,
        smooth: int = 1,
        opaque: bool = False,
        slot: Hashable = None,
        kept_only: bool = False,
    ) -> None:
        """Draw what `painter` draws inside the rectangle, painted once and cached until the key or size
        changes.

        The painter gets a canvas with the same units and places. `smooth` 2 … 4 draws that much larger and
        scales down: the finest edges for shapes. `opaque` for layers that cover all of their rectangle:
        faster. The key must name everything the picture depends on. Of the pictures of a `slot` only the
        last two are kept: for large ones that seldom come back. `kept_only`: it is not drawn, but stays in
        the cache, or comes into it.
        """
        area = self.pixels(rect)
        if area.w < 1 or area.h < 1:
            return
        full = ("layer", key, area.size, smooth, opaque, self.theme.name)

        sprite = self.cache.get(full, lambda: self._paint(rect, area.size, painter, smooth, opaque), slot)
        if kept_only:
            return
        if opaque and self._alpha >= 255:
            self._lay(sprite, area.topleft)
        else:
            self._put(sprite, area.topleft)

    def pane(
        self, slot: Hashable, key: Hashable, rect: Rect, painter: Painter, changed: ChangedParts = whole
    ) -> None:
        """Draw a picture that covers all of the rectangle, one for each `slot`.

        With a new `key` it is painted again: in the parts that `changed`, given the key before, names,
        with everything else clipped away; all of it if that returns None.
        """
        area = self.pixels(rect)
        if area.w < 1 or area.h < 1:
            return
        full = ("pane", slot, area.size, self.theme.name)
        surface, before = self.cache.pane(full, key, lambda: pygame.Surface(area.size, 0, self.surface))
        if before != key:
            parts = None if before is None else changed(before)
            inner = self._within(surface, rect)
            # Whole pixels, so that panes together show one land; the inner canvas is also a Canvas.
            inner._origin = self.units(*area.topleft)  # noqa: SLF001
            for part in (rect,) if parts is None else parts:
                with inner.clip(part):
                    painter(inner)
                self.touch(self.pixels(part).clip(area))
        self._lay(surface, area.topleft)

    def magnify(self, rect: Rect, about: Point, zoom: float, aside: float = 0.0) -> None:
        """Magnify what is in the rectangle by `zoom` ≥ 1 about a point, and shift it `aside` units."""
        area = self.pixels(rect).clip(self.surface.get_clip())
        if area.w < 2 or area.h < 2 or (zoom <= 1 and not aside):
            return
        x, y = self.pixel(*about)
        part = pygame.Rect(0, 0, round(area.w / zoom), round(area.h / zoom))
        part.x = round(x - (x - area.x) / zoom - aside * self.scale)
        part.y = round(y - (y - area.y) / zoom)
        part.clamp_ip(area)
        self.surface.blit(pygame.transform.scale(self.surface.subsurface(part), area.size), area)
        self.touch(area)

    def sees(self, rect: Rect) -> bool:
        """Whether anything in the rectangle would be visible through the clip."""
        return bool(self.surface.get_clip().colliderect(self.pixels(rect)))

    # --- text ---------------------------------------------------------------------------------

    def text(
        self,
        value: str,
        rect: Rect,
        role: Role = "body",
        ink: Ink = "ink",
        *,
        align: Align = "left",
        valign: VAlign = "centre",
        fit: Fit = "shrink",
        size: float | None = None,
        face: Face | None = None,
        tabular: bool = False,
    ) -> Rect:
        """Draw text inside the rectangle; returns the rectangle it covers.

        `fit`: shrink (one line, smaller down to 24 units, then an ellipsis), ellipsis, wrap (lines; if
        they are too many smaller, then an ellipsis; centred ones are of about the same length) or free
        (one line, may stick out).
        """
        style = self._style(role, size, face, tabular)
        lines, style = self._lines(value, rect, style, fit, align)
        colour, step = self.colour(ink), style.px * LINE_HEIGHT / self.scale
        total = step * len(lines)
        top = {"top": rect.y, "centre": rect.cy - total / 2, "bottom": rect.bottom - total}[valign]
        left, right = rect.right, rect.left
        for index, line in enumerate(lines):
            if not line:
                continue
            wide = width(line, style) / self.scale
            x = {"left": rect.x, "centre": rect.cx - wide / 2, "right": rect.right - wide}[align]
            self._put(line_surface(self.cache, line, style, colour), self.pixel(x, top + index * step))
            left, right = min(left, x), max(right, x + wide)
        return Rect(left, top, max(0.0, right - left), total)

    def measure(
        self,
        value: str,
        role: Role = "body",
        *,
        size: float | None = None,
        face: Face | None = None,
        tabular: bool = False,
        wrap_at: float | None = None,
        even: bool = False,
    ) -> tuple[float, float]:
        """Width and height in units of one line, or of lines wrapped at a width (`even`: as centred ones)."""
        style = self._style(role, size, face, tabular)
        limit = round(wrap_at * self.scale) if wrap_at is not None else 1 << 30
        lines = (balance if even else wrap)(value, style, limit)
        wide = max(width(line, style) for line in lines)
        return math.ceil(wide / self.scale * 4) / 4, len(lines) * style.px * LINE_HEIGHT / self.scale

    def caret(self, value: str, index: int, role: Role = "body") -> float:
        """Units from the left of a line to the caret behind its first `index` characters."""
        return caret(value, index, self._style(role, None, None, False)) / self.scale

    def fits(
        self,
        value: str,
        rect: Rect,
        role: Role = "body",
        *,
        fit: Fit = "shrink",
        size: float | None = None,
        face: Face | None = None,
    ) -> bool:
        """Whether `text` would show all of it inside the rectangle."""
        lines, _ = self._lines(value, rect, self._style(role, size, face, False), fit, "left")
        return value.endswith("…") or not lines[-1].endswith("…")

    # --- inside -------------------------------------------------------------------------------

    def _style(self, role: Role, size: float | None, face: Face | None, tabular: bool) -> Style:
        kind = self.theme.type(role)
        return Style(
            max(8, round((size or kind.size) * self.scale)), face if face is not None else kind.face, tabular
        )

    def _lines(
        self, value: str, rect: Rect, style: Style, fit: Fit, align: Align
    ) -> tuple[tuple[str, ...], Style]:
        limit = max(1, math.floor(rect.w * self.scale + 0.5))
        least = max(8, min(style.px, round(LEAST_TEXT_SIZE * self.scale)))
        if fit == "wrap":
            lines, style = self._wrapped(value, rect, style, limit, least)
            even = balance(value, style, limit) if align == "centre" else lines
            return (even if len(even) == len(lines) else lines), style
        line = wrap(value.replace("\n", " "), style, 1 << 30)[0]
        if fit == "shrink":
            style = shrink(line, style, limit, least)
        return (line if fit == "free" else shorten(line, style, limit),), style

    def _wrapped(
        self, value: str, rect: Rect, style: Style, limit: int, least: int
    ) -> tuple[tuple[str, ...], Style]:
        height = rect.h * self.scale + 1
        lines = wrap(value, style, limit)
        while len(lines) * style.px * LINE_HEIGHT > height and style.px > least:
            style = Style(style.px - 1, style.face, style.tabular)
            lines = wrap(value, style, limit)
        room = max(1, int(height / (style.px * LINE_HEIGHT)))
        if len(lines) <= room:
            return lines, style
        return (*lines[: room - 1], shorten(lines[room - 1] + "…", style, limit)), style

    def _ink(self, ink: Ink) -> Colour:
        colour = self.colour(ink)
        return colour if self._alpha >= 255 else (*colour[:3], colour[3] * self._alpha // 255)

    def _exact(self, point: Point) -> Point:
        return (point[0] - self._origin[0]) * self.scale, (point[1] - self._origin[1]) * self.scale

    def _put(self, sprite: pygame.Surface, corner: tuple[int, int], whole: bool = False) -> None:
        """Blit with the canvas's opacity; `whole` if the sprite already carries it."""
        if self._alpha >= 255 or whole:
            self.touch(self.surface.blit(sprite, corner))
        elif self._alpha > 0:
            sprite.set_alpha(self._alpha)
            self.touch(self.surface.blit(sprite, corner))
            sprite.set_alpha(255)

    def _lay(self, sprite: pygame.Surface, corner: tuple[int, int]) -> None:
        """Draw an opaque sprite of the surface's own format; only where it does not lie already."""
        if self._compositor is not None:
            self._compositor.lay(sprite, corner)
        else:
            sprites.copy(sprite, self.surface, corner)

    def _shape(self, kind: sprites.ShapeKind, points: Sequence[Point], width: float, colour: Colour) -> None:
        """Draw a polygon or stroke: painted large, scaled down and cached; directly on a canvas that is
        painted large.
        """
        if self._coarse and colour[3] >= 255:
            sprites.draw_shape(
                self.surface, kind, [self._exact(p) for p in points], width * self.scale, colour
            )
            return
        box = Rect.bounding(points).grown(width / 2 + 2 / self.scale)
        area = self.pixels(box)
        placed = tuple(
            (round((x - box.x) * self.scale, 1), round((y - box.y) * self.scale, 1)) for x, y in points
        )
        key = (kind, placed, round(width * self.scale, 1), colour[:3])
        sprite = self.cache.get(
            key, lambda: sprites.shape(area.size, kind, placed, width * self.scale, colour[:3])
        )
        before, self._alpha = self._alpha, colour[3]
        self._put(sprite, area.topleft)
        self._alpha = before

    def _paint(
        self, rect: Rect, size: tuple[int, int], painter: Painter, smooth: int, opaque: bool
    ) -> pygame.Surface:
        large = (size[0] * smooth, size[1] * smooth)
        surface = pygame.Surface(large, 0, self.surface) if opaque else pygame.Surface(large, pygame.SRCALPHA)
        painter(self._within(surface, rect, smooth))
        if smooth > 1:
            surface = (
                pygame.transform.smoothscale(surface, size) if opaque else pictures.scale_down(surface, size)
            )
        return surface

    def _within(self, surface: pygame.Surface, rect: Rect, smooth: int = 1) -> Canvas:
        """Canvas for a surface that covers the rectangle, with the same units and places."""
        inner = Canvas.__new__(Canvas)
        inner.surface, inner.theme, inner.cache = surface, self.theme, self.cache
        inner.scale, inner.width, inner.area = self.scale * smooth, self.width, self.area
        inner._origin, inner._alpha, inner._coarse = (rect.x, rect.y), 255, smooth > 1  # noqa: SLF001
        inner._compositor = None  # noqa: SLF001
        return inner

    def _make_panel(self, panel_name: str, size: tuple[int, int]) -> pygame.Surface:
        """Paper with its shadow in one surface; the shadow reaches as far on all sides."""
        paper, scale = self.theme.panel(panel_name), self.scale
        fill, border = self.colour(paper.fill), self.colour(paper.border)
        sheet = sprites.rounded(*size, paper.radius * scale, fill, border, max(1.0, paper.edge * scale))
        sprites.add_grain(sheet, round(6 * paper.grain))
        if paper.lift <= 0:
            return sheet
        blur, fall = paper.lift * _SHADOW_BLUR * scale, round(paper.lift * _SHADOW_FALL * scale)
        pad = math.ceil(blur)
        sprite = pygame.Surface((size[0] + 2 * pad, size[1] + 2 * pad + fall), pygame.SRCALPHA)
        sprite.blit(sprites.shadow(*size, paper.radius * scale, blur, self._shade()), (0, fall))
        sprite.blit(sheet, (pad, pad))
        return sprite

    def _shade(self) -> Colour:
        return (*self.colour("shadow")[:3], 150)
