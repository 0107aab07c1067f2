"""What lies on the table of The Great Divide: tiles, water, cards, signs, as values that paint themselves."""

from __future__ import annotations

import math
from typing import ClassVar, Final

import numpy as np

from client.boards.great_divide.cards import draw_card, draw_event_card, draw_event_sign
from client.boards.great_divide.current import draw_current
from client.boards.great_divide.layout import Spaces
from client.boards.great_divide.lights import draw_tint
from client.boards.great_divide.rivers import Rivers, rivers_of
from client.boards.great_divide.tiles import draw_arrow, draw_code, draw_kind
from client.boards.great_divide.water import draw_divide, draw_rivers
from client.boards.kit.pieces import Art, Look
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Seat
from core.games.great_divide.drainage import arrows
from core.games.great_divide.land import Land
from core.games.great_divide.state import INLAND_SEA

RAISED: Final = 8.0
"""Units by which the drawn tile lies above the table."""


class Tile(Art, frozen=True):
    """A tile on the land by its code (see `drainage.Tiles`), of an area.

    The water on it and the heads of its arrows are `Waters`, unless it is shown by itself: `arrowed`.
    """

    casts: ClassVar[bool] = False

    area: str
    code: int
    arrowed: bool = False

    def paint(self, look: Look, rect: Rect) -> None:
        draw_code(look.canvas, rect.centre, rect.w / 2, self.area, self.code)
        for way in arrows(self.code) if self.arrowed else ():
            draw_arrow(look.canvas, rect.centre, rect.w / 2, way)


class Kind(Art, frozen=True):
    """A tile as it comes out of the bag."""

    casts: ClassVar[bool] = False

    kind: str
    lifted: bool = False

    def paint(self, look: Look, rect: Rect) -> None:
        draw_kind(look.canvas, rect.centre, rect.w / 2, self.kind, RAISED if self.lifted else 0.0)


class WaterArt(Art, frozen=True):
    """Art made of the water of a position: `tiles` are the bytes of `State.tiles`."""

    land: Land
    tiles: bytes
    inland: bool

    @property
    def rivers(self) -> Rivers:
        """How it runs."""
        return rivers_of(self.land, self.tiles, self.inland)


class Waters(WaterArt, frozen=True):
    """The rivers with their mouths, the arrows over them, and the watershed."""

    def paint(self, look: Look, rect: Rect) -> None:
        """In parts (in a picture of the rules) directly: what is seen of it is kept there."""
        slot, canvas = "great_divide.waters", look.canvas
        if canvas.surface.get_rect().contains(canvas.pixels(rect)):
            canvas.layer((slot, self), rect, lambda c: self._paint(c, rect), slot=slot)
        else:
            self._paint(canvas, rect)

    def _paint(self, canvas: Canvas, rect: Rect) -> None:
        spaces = Spaces.inside(self.land, rect)
        draw_rivers(canvas, spaces, self.rivers)
        for space, code in enumerate(np.frombuffer(self.tiles, dtype=np.int8).tolist()):
            for way in arrows(code):
                draw_arrow(canvas, spaces.centre(space), spaces.radius, way)
        draw_divide(canvas, spaces, self.rivers.divide)


class Current(WaterArt, frozen=True):
    """The light that moves with the water towards the seas."""

    live: ClassVar[bool] = True

    def paint(self, look: Look, rect: Rect) -> None:
        if not look.reduced:
            draw_current(look.canvas, Spaces.inside(self.land, rect), self.rivers, look.now)


class Tint(Art, frozen=True):
    """Where a tile drains in the end."""

    seats: tuple[Seat, ...]

    def paint(self, look: Look, rect: Rect) -> None:
        draw_tint(look.canvas, rect.centre, rect.w / 2, self.seats)


class SelectionCard(Art, frozen=True):
    """A selection card of a seat by its letter, and which side lies up (see `State.cards`)."""

    casts: ClassVar[bool] = False

    letter: str
    side: int
    seat: Seat

    def paint(self, look: Look, rect: Rect) -> None:
        draw_card(look.canvas, rect, self.letter, self.side, self.seat)


class EventCard(Art, frozen=True):
    """An event card; its back for an event of ""."""

    casts: ClassVar[bool] = False

    event: str

    def paint(self, look: Look, rect: Rect) -> None:
        draw_event_card(look.canvas, rect, self.event)


class EventSign(Art, frozen=True):
    """The sign of an event that has been turned up; that of one still in force is lit."""

    event: str

    def paint(self, look: Look, rect: Rect) -> None:
        if self.event == INLAND_SEA:
            look.canvas.ring(rect.grown(5), rect.w, "great_divide.glow", width=3, soft=6)
        draw_event_sign(look.canvas, rect, self.event)


class Governing(Art, frozen=True):
    """Light round the card that has said who lays the drawn tile."""

    live: ClassVar[bool] = True

    def paint(self, look: Look, rect: Rect) -> None:
        with look.canvas.faded(0.55 + 0.25 * math.sin(look.now * 2.4)):
            look.canvas.ring(rect, 12, "great_divide.glow", width=4, soft=10)
