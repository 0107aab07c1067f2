"""The curtain of a table: where several people share a screen, it falls before a decision that only one of
them may see, and shows nothing of the position until that person lifts it. It stays away as long as nobody
else here is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from client.mirror import Position
from client.ui.anim import ease_in_out, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept
from client.ui.overlays import Hint, draw_hints
from client.ui.symbols import seat_badge
from core.game import CHANCE, AnyGame, Seat
from core.messages import EVERYBODY

if TYPE_CHECKING:
    from client.screens.table import TableScreen

GUARD: Final = 0.6
"""Seconds before it can be lifted: a key pressed in haste shows nobody anything."""
PARTING: Final = 0.5
"""Seconds in which it parts."""
FOLD: Final = 74.0
"""Units from fold to fold."""


def private(game: AnyGame, view: Any, seat: Seat) -> bool:
    """Whether a decision of `seat`, who sees `view`, is nothing for the eyes of others.

    So it is where there are secrets, and where something that the seat may do will be sealed.
    """
    if not game.info.hidden:
        return False
    return game.secrets(view) or any(
        game.seen(view, seat, action, None, game.apply(view, seat, action)) != action
        for action in game.legal(view, seat)
    )


class Curtain:
    """Knows whether the position is hidden, and through whose eyes it is shown."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table
        self._lifted: Seat | None = None
        self._fell_at: float | None = None
        self._lifted_at = -1e9
        self._judged: tuple[Position, Seat, bool] | None = None

    # --- whether ------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether it hides the position now."""
        seat = self.table.asked
        return seat is not None and seat != self._lifted and self._falls_for(seat)

    @property
    def viewer(self) -> int:
        """Whose eyes we look through: those of the only person here, or of whoever has lifted it."""
        yours = self.table.mirror.yours
        if len(yours) == 1:
            return yours[0]
        if self._lifted is not None and self._alone(self._lifted):
            return self._lifted
        return EVERYBODY

    def _alone(self, seat: Seat) -> bool:
        """Whether `seat`, who has lifted it, has the screen to itself.

        It has when it is asked, while its decision is on the way, and while that is shown if the next one is
        its own again.
        """
        table, mirror = self.table, self.table.mirror
        shown = [*mirror.waiting, *([table.stage.happening] if table.stage.happening else [])]
        if not shown:
            return bool(table.pending) or table.asked == seat
        own = all(happening.seat in (seat, CHANCE) for happening in shown)
        return own and seat == next((one for one in mirror.latest.to_act if one in mirror.yours), None)

    def _falls_for(self, seat: Seat) -> bool:
        mirror = self.table.mirror
        if len(mirror.yours) < 2:
            return False
        if self._judged is None or self._judged[0] is not mirror.latest or self._judged[1] != seat:
            secret = private(mirror.game, mirror.latest.view(seat), seat)
            self._judged = (mirror.latest, seat, secret)
        return self._judged[2]

    # --- falling and lifting ------------------------------------------------------------------

    def update(self, now: float) -> None:
        """Notice that it has fallen, and forget who had lifted it once somebody else is asked."""
        table = self.table
        if table.asked is not None and table.asked != self._lifted:
            self._lifted = None
        if not self.closed:
            self._fell_at = None
        elif self._fell_at is None:
            self._fell_at = now
            if table.focus.modal is None:
                table.focus.focus(table.widget, now)

    def lift(self) -> None:
        """The person who is asked is alone with the screen."""
        now = self.table.app.now
        if self._fell_at is None or now - self._fell_at < GUARD:
            return
        self._lifted, self._lifted_at, self._fell_at = self.table.asked, now, None
        self.table.app.audio.play("paper_slide")

    def fall(self) -> None:
        """The position is another one: whoever is asked now lifts it anew."""
        self._lifted = None

    # --- looks --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        """The cloth over the board; once lifted it parts."""
        if self.closed:
            self._draw_closed(canvas)
            return
        motion = self.table.app.motion
        parted = ease_in_out(progress(now, self._lifted_at, motion.seconds(PARTING)))
        if self._lifted is not None and parted < 1:
            self._draw_parting(canvas, parted, motion.reduced)

    def _draw_closed(self, canvas: Canvas) -> None:
        app, seat, room = self.table.app, self.table.asked, self.table.lay.field
        assert seat is not None
        self._cloth(canvas, room)
        side = min(150.0, room.h * 0.2)
        seat_badge(canvas, seat, Rect.around(room.cx, room.y + room.h * 0.3, side))
        words = Rect.around(room.cx, room.y + room.h * 0.55, room.w - 120, 170)
        name, away = words.rows(1.2, 1, gap=6)
        canvas.text(self.table.seat_name(seat), name, "title", "ink", align="centre")
        canvas.text(app.say("table.curtain.away"), away, "heading", "ink", align="centre", fit="wrap")
        hint = Rect.around(room.cx, room.y + room.h * 0.76, room.w - 120, 60)
        draw_hints(canvas, (Hint((Accept(),), app.say("table.curtain.lift")),), app.device, app.say, hint)

    def _draw_parting(self, canvas: Canvas, parted: float, reduced: bool) -> None:
        room = self.table.lay.field
        if reduced:
            with canvas.faded(1 - parted):
                self._cloth(canvas, room)
            return
        left, right = room.columns(1, 1)
        for half, way in ((left, -1), (right, 1)):
            with canvas.clip(half), canvas.shifted(way * parted * half.w, 0):
                self._cloth(canvas, room)

    def _cloth(self, canvas: Canvas, room: Rect) -> None:
        canvas.layer(("curtain", room), room, lambda inner: _paint_cloth(inner, room))


def _paint_cloth(canvas: Canvas, room: Rect) -> None:
    """Cloth in folds, with a hem at the bottom."""
    canvas.rounded(room, 4, "sheet", "line", 2)
    folds = max(2, round(room.w / FOLD))
    for fold in room.inset(3).columns(*[1] * folds):
        dark, bright = fold.columns(1, 1)
        canvas.light(dark, "shadow", "left", 0.42)
        canvas.light(bright, "sheet_raised", "right", 0.9)
    hem = room.inset(3).cut_bottom(26)[0]
    canvas.light(hem, "shadow", "bottom", 0.5)
    canvas.rect(Rect(hem.x, hem.y, hem.w, 2), "line")
