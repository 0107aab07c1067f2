"""The show of a shelf that nobody touches: AIs play a game, until somebody does something."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from client.screens import land
from client.screens.result import headline
from client.screens.shelf import BOX_RATIO, draw_seats
from client.screens.table import TableActions, TableScreen
from client.screens.table_picture import TablePicture
from client.session import Session
from client.ui.anim import breath, ease_in_out, ease_out, progress
from client.ui.canvas import Canvas, Painter
from client.ui.geometry import Rect
from client.ui.intents import Intent, Left, Point
from client.ui.overlays import Hint
from core.game import CHANCE

CARD: Final = 3.4
"""Seconds the title card of a game is seen before its first move; the last FADE of them it goes."""
FADE: Final = 0.5
VERDICT: Final = 5.0
"""Seconds in which one sees who has won."""
LONGEST: Final = 90.0
"""Seconds after which a game has shown enough: no move begins then."""
BUMP: Final = 6.0
"""Units: a pointer that moves less was not moved by a person, but by a knock at the table."""
SIGN: Final = 84.0
"""Height in units of the sign that leads back."""
BAND: Final = 330.0
"""Height in units of the dark band across the title card, on which its words can be read."""
POSTER: Final = 300.0
"""Room in units that the box of the game needs below the players."""


class AttractScreen(TableScreen):
    """A table of AIs without tools: the title card, the game, who has won. Any button leads back."""

    name = "attract"

    def __init__(self, session: Session, actions: TableActions, over: Callable[[], None]) -> None:
        super().__init__(session, actions, demo=True)
        self.picture = AttractPicture(self)
        self._over = over
        self._pointer: Point | None = None
        self.won_at: float | None = None
        """When the game was over and had been shown to its end."""

    def enter(self) -> None:
        super().enter()
        self.since = self.app.now

    # --- what a table has and this one has not ------------------------------------------------

    @property
    def tools(self) -> tuple[()]:
        return ()

    def handle(self, intent: Intent) -> bool:
        """Whatever somebody does leads back to the shelf."""
        if isinstance(intent, Left) or (isinstance(intent, Point) and not self._moved(intent)):
            return True
        self.actions.leave()
        return True

    def _moved(self, pointer: Point) -> bool:
        """Whether the pointer is elsewhere than where it was found."""
        if self._pointer is None:
            self._pointer = pointer
        return abs(pointer.x - self._pointer.x) + abs(pointer.y - self._pointer.y) > BUMP

    # --- time ---------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        super().update(now)
        if self.app.top is self and self._seen_enough(now):
            self._over()

    def _finish(self, now: float) -> None:
        over = self.mirror.latest.outcome is not None and not (self.stage.busy or self.mirror.waiting)
        if over and self.won_at is None:
            self.won_at = now

    def _seen_enough(self, now: float) -> bool:
        if self.won_at is not None:
            return now - self.won_at > VERDICT
        between = self.stage.happening is None or self.stage.happening.seat == CHANCE
        return now - self.since > LONGEST and between

    def lively(self, now: float) -> bool:
        return super().lively(now) or now - self.since < CARD


class AttractPicture(TablePicture):
    """The table, and over it what makes it a show."""

    table: AttractScreen

    def draw(self, canvas: Canvas, now: float) -> None:
        super().draw(canvas, now)
        table = self.table
        self._draw_sign(canvas, now)
        if table.won_at is not None:
            self._draw_verdict(canvas, ease_out(progress(now, table.won_at, FADE)))
        left = 1 - ease_in_out(progress(now, table.since + CARD - FADE, FADE))
        if left > 0:
            with canvas.faded(left):
                self._draw_card(canvas)

    def _hints(self, frame: object) -> tuple[Hint, ...]:
        return ()

    def _beside(self) -> tuple[Hashable, Painter]:
        return self._game, self._draw_poster

    def _draw_poster(self, canvas: Canvas) -> None:
        """The box of the game, where a table tells what happened."""
        place = self.table.lay.journal
        high = min(place.h, 420.0)
        if high >= POSTER:
            self._draw_box(canvas, Rect.around(place.cx, place.bottom - high / 2, high * BOX_RATIO, high))

    def _draw_box(self, canvas: Canvas, place: Rect) -> None:
        """The box of the game in lamplight."""
        info = self.table.mirror.game.info
        canvas.glow(Rect.around(place.cx, place.cy, place.w * 1.9, place.h * 1.3), "lamp", 0.35)
        canvas.picture(f"shelf/{info.key}.svg", place)
        draw_seats(canvas, info, place)

    def _draw_sign(self, canvas: Canvas, now: float) -> None:
        """What leads back: a lit sign, where a table has its tools."""
        side = self.table.lay.side
        place = Rect(side.x, side.bottom - SIGN, side.w, SIGN)
        life = 0.5 if self.table.app.motion.reduced else breath(now, period=1.8)
        canvas.glow(place.inset(-50, -36), "lamp", 0.25 + 0.35 * life)
        canvas.rounded(place, SIGN / 2, "night", "lamp", 3)
        words = self.table.app.say("table.attract.press")
        canvas.text(words, place.inset(26, 10), "body", "lamp", align="centre", face="display")

    def _draw_verdict(self, canvas: Canvas, shown: float) -> None:
        """The winner's name, across the board."""
        table = self.table
        outcome = table.mirror.latest.outcome
        if outcome is None:
            return
        names = tuple(table.seat_name(seat) for seat in range(table.mirror.seats))
        field = table.lay.field
        place = Rect.around(field.cx, field.cy, field.w, 150)
        with canvas.faded(shown):
            canvas.panel(place, "paper")
            words = headline(outcome, names, table.app.say)
            canvas.text(words, place.inset(30, 16), "title", "paper_ink", align="centre", fit="wrap")

    def _draw_card(self, canvas: Canvas) -> None:
        """The title card: the land of the game, its box, its name and what it is about."""
        area, say = canvas.area, self.table.app.say
        land.draw_veiled(canvas, self._game)
        high = 560.0
        box = Rect(area.w * 0.1, (area.h - high) / 2 - 30, high * BOX_RATIO, high)
        dark = canvas.colour("night")[:3]
        canvas.rect(Rect(0, box.cy - BAND / 2, area.w, BAND), (*dark, 205))
        for edge in (box.cy - BAND / 2, box.cy + BAND / 2 - 3):
            canvas.rect(Rect(0, edge, area.w, 3), (*canvas.colour("lamp")[:3], 120))
        self._draw_box(canvas, box)
        words = Rect(box.right + 70, box.y, area.w * 0.94 - box.right - 70, box.h)
        title = Rect(words.x, words.cy - BAND / 2, words.w, BAND / 2 - 10)
        canvas.text(self.table.mirror.game.info.title, title, "title", "ink", size=92, valign="bottom")
        line = Rect(words.x, words.cy + 10, words.w, BAND / 2 - 20)
        canvas.text(
            say(f"screen.shelf.{self._game}.line"), line, "body", "ink", size=40, valign="top", fit="wrap"
        )

    @property
    def _game(self) -> str:
        return self.table.mirror.game.info.key
