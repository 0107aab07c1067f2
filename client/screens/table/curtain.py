"""The curtain of a table: where several people share a screen, it falls before a decision that only one of
them may see, and shows nothing of the position until that person lifts it. Then it shows what has happened
since they last looked, and stays away as long as nobody else here is asked.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from client.boards.contract import Board
from client.session.events import GameEvent, PositionView
from client.session.table import ViewerEvents
from client.ui.animation import Motion, ease_in_out, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept
from client.ui.overlays import Hint, draw_hints
from client.ui.symbols import seat_badge
from core.game import CHANCE, AnyGame, Seat
from core.protocol.messages import EVERYBODY

if TYPE_CHECKING:
    from client.screens.table.screen import TableScreen

GUARD_SECONDS: Final = 0.6
"""Seconds before it can be lifted: a key pressed in haste shows nobody anything."""
PARTING_SECONDS: Final = 0.5
"""Seconds in which it parts."""
LOW_HEIGHT: Final = 560.0
"""Units of height below which its words stand closer."""
FOLD_WIDTH: Final = 74.0
"""Units from fold to fold."""
RECAP_SECONDS: Final = 8.0
"""Seconds of what was missed that are shown at the usual speed; more goes faster, up to `FASTEST_RECAP`."""
FASTEST_RECAP: Final = 4.0
"""So many times."""
OPENING_SECONDS: Final = 5.0
"""Seconds in which it is shown how a game began, before anybody could decide, however much it was."""


def has_private_view(game: AnyGame, view: Any, seat: Seat) -> bool:
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
    """Knows who has the screen, whether the position is hidden, and through whose eyes it is shown.

    Who has lifted it is first of all shown what has happened since they last looked. They keep the screen as
    long as they have to decide, and until they have seen their own steps.
    """

    def __init__(self, table: TableScreen) -> None:
        self.table = table
        self._lifted: Seat | None = None
        self._next: Seat | None = None
        self._recap = False
        self._fell_at: float | None = None
        self._lifted_at = -1e9
        self._judged: dict[Seat, tuple[PositionView, bool]] = {}

    # --- whether ------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether it hides the position now."""
        if self._lifted is not None or self.table.booths.wanted or self.table.opening:
            return False
        return self.person is not None and self._free and self._must_hide_from(self.person)

    @property
    def _free(self) -> bool:
        """Whether nothing is on its way, to the server or on the screen."""
        return not self.table.stage.busy and not self.table.pending

    @property
    def viewer(self) -> int:
        """Whose eyes we look through: those of the only person here, or of whoever has lifted it."""
        yours = self.table.mirror.yours
        if len(yours) == 1:
            return yours[0]
        return EVERYBODY if self._lifted is None else self._lifted

    @property
    def recap(self) -> bool:
        """Whether somebody is being shown what has happened since they last looked."""
        waiting = self.table.stage.busy or bool(self.table.mirror.through(self.viewer).waiting)
        return self._recap and waiting

    @property
    def person(self) -> Seat | None:
        """Who has to decide at this screen next: whoever has it, else whoever is meant, else the first."""
        owing = self.table.mirror.own_seats_to_act()
        return next((seat for seat in (self._lifted, self._next) if seat in owing), next(iter(owing), None))

    @property
    def asked(self) -> Seat | None:
        """That person, once everything has been shown that comes before."""
        seat = self.person
        if seat is None or not self._free or self.table.booths.wanted:
            return None
        if self.closed:
            return seat
        kept = self._lifted is not None and self._lifted != seat
        return None if kept or self.table.mirror.through(self.viewer).waiting else seat

    @property
    def owing(self) -> tuple[Seat, ...]:
        """All here for whom it may be lifted, the next one first."""
        seat = self.person
        others = (other for other in self.table.mirror.own_seats_to_act() if other != seat)
        return () if seat is None else (seat, *(other for other in others if self._must_hide_from(other)))

    def _must_hide_from(self, seat: Seat) -> bool:
        mirror = self.table.mirror
        if len(mirror.yours) < 2:
            return False
        known = self._judged.get(seat)
        if known is None or known[0] is not mirror.latest:
            known = (mirror.latest, has_private_view(mirror.game, mirror.latest.view(seat), seat))
            self._judged[seat] = known
        return known[1]

    def _stays(self, seat: Seat) -> bool:
        """Whether `seat`, who has lifted it, keeps the screen."""
        mirror = self.table.mirror
        if seat in mirror.own_seats_to_act() and self._must_hide_from(seat):
            return True
        waiting = mirror.through(seat).waiting
        if not waiting or waiting[0].sealed:
            return bool(waiting)
        return (
            self._is_own(waiting[0], seat) and self.person is not None and self._must_hide_from(self.person)
        )

    def _is_own(self, happening: GameEvent, seat: Seat) -> bool:
        """Whether it is an open step of `seat`, or what chance makes of one just shown."""
        if len(happening.steps) > 1 or happening.seat != CHANCE:
            return len(happening.steps) == 1 and happening.seat == seat
        last = self.table.stage.ended
        return last is not None and last.after is happening.before and last.seat in (seat, CHANCE)

    # --- falling and lifting ------------------------------------------------------------------

    def update(self, now: float) -> None:
        """Once a frame, before anything new is shown: who has the screen now?"""
        table, stage = self.table, self.table.stage
        if not self._free:
            return
        if self._lifted is not None and not self._stays(self._lifted):
            self._lifted = None
        stage.viewer, stage.source = self.viewer, table.mirror.through(self.viewer)
        if not table.mirror.through(self.viewer).waiting:
            self._recap, stage.rate = False, 1.0
        if not self.closed:
            self._fell_at = None
        elif self._fell_at is None:
            self._fell_at = now
            if table.focus.modal is None:
                table.focus.focus(table.widget, now)

    def lift(self, seat: Seat | None = None) -> None:
        """A person who is asked, without `seat` the one named first, is alone with the screen."""
        now, table = self.table.app.now, self.table
        who = self.person if seat is None else seat
        if self._fell_at is None or now - self._fell_at < GUARD_SECONDS or who not in self.owing:
            return
        self._lifted, self._next, self._lifted_at, self._fell_at = who, None, now, None
        table.app.audio.play("paper_slide")
        missed = table.mirror.through(who)
        self._recap = bool(missed.waiting)
        table.stage.rate = pace_of(table.board, missed, table.stage.motion)

    def begin(self) -> None:
        """Another game is on the table: how it began is shown to all, and takes no longer than it should."""
        stage = self.table.stage
        if self.table.opening:
            eyes = self.table.mirror.through(self.viewer)
            stage.rate = pace_of(self.table.board, eyes, stage.motion, OPENING_SECONDS, fastest=math.inf)

    def begin_slowly(self) -> None:
        """How the game began is shown at the speed that the person likes."""
        self.table.stage.rate = 1.0

    def may_skip(self) -> bool:
        """Whether what is shown may be cut short by now: the key that lifts it does not skip at once."""
        return not self._recap or self.table.app.now - self._lifted_at >= GUARD_SECONDS

    def fall(self, next_one: Seat | None = None) -> None:
        """The position is another one: whoever is asked now, `next_one` first, lifts it anew."""
        self._lifted, self._next, self._recap = None, next_one, False

    @property
    def lifted(self) -> Seat | None:
        """Who has the screen to themselves."""
        return self._lifted

    # --- looks --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        """The cloth over the board; once lifted it parts."""
        seat = self.person
        if self.closed and seat is not None:
            self._draw_closed(canvas, seat)
            return
        motion = self.table.app.motion
        parted = ease_in_out(progress(now, self._lifted_at, motion.seconds(PARTING_SECONDS)))
        if self._lifted is not None:
            draw_parting(canvas, self.table.lay.field, parted, motion.reduced)

    def _draw_closed(self, canvas: Canvas, seat: Seat) -> None:
        app, room = self.table.app, self.table.lay.field
        if room.h < LOW_HEIGHT:
            head, away, hint, others = room.place(room.w - 80, min(room.h - 8, 300)).rows(1.1, 1.2, 0.9, 0.8)
            self._draw_named(canvas, seat, head, 64, 52)
        else:
            side = min(150.0, room.h * 0.2)
            seat_badge(canvas, seat, Rect.around(room.cx, room.y + room.h * 0.3, side))
            words = Rect.around(room.cx, room.y + room.h * 0.55, room.w - 120, 170)
            name, away = words.rows(1.2, 1, gap=6)
            canvas.text(self.table.seat_name(seat), name, "title", "ink", align="centre")
            hint = Rect.around(room.cx, room.y + room.h * 0.76, room.w - 120, 60)
            others = Rect(room.x + 60, room.bottom - 110, room.w - 120, 64)
        canvas.text(app.say("table.curtain.away"), away, "heading", "ink", align="centre", fit="wrap")
        draw_hints(canvas, (Hint((Accept(),), app.say("table.curtain.lift")),), app.device, app.say, hint)
        if self.table.widget.pads:
            self._draw_others(canvas, self.owing[1:], others)

    def _draw_named(self, canvas: Canvas, seat: Seat, line: Rect, side: float, size: float) -> None:
        """A seat's symbol and beside it its name, in the middle of a line."""
        name = self.table.seat_name(seat)
        wide = min(canvas.measure(name, "title", size=size)[0] + 2, line.w - side - 20)
        middle = line.place(side + 20 + wide, line.h)
        seat_badge(canvas, seat, middle.place(side, side, "left"))
        canvas.text(name, middle.cut_left(side + 20)[1], "title", "ink", size=size)

    def _draw_others(self, canvas: Canvas, others: tuple[Seat, ...], line: Rect) -> None:
        """The others who may lift it, each with a pad of their own; names only where these have room."""
        names = [(seat, self.table.seat_name(seat)) for seat in others]
        wide = [54 + canvas.measure(name, "body")[0] + 30 for _, name in names]
        if sum(wide) > line.w:
            names, wide = [(seat, "") for seat in others], [58.0] * len(others)
        x = line.cx - sum(wide) / 2
        for (seat, name), high in zip(names, wide, strict=True):
            seat_badge(canvas, seat, Rect(x, line.cy - 22, 44, 44))
            if name:
                canvas.text(name, Rect(x + 54, line.y, high - 84 + 4, line.h), "body", "ink")
            x += high


def pace_of(
    board: Board,
    missed: ViewerEvents,
    motion: Motion,
    longest: float = RECAP_SECONDS,
    fastest: float = FASTEST_RECAP,
) -> float:
    """How many times faster somebody is shown what they missed: much of it does not take so long."""
    shown = (board.animation(happening, motion, missed.viewer) for happening in missed.waiting)
    return min(fastest, max(1.0, sum(animation.seconds for animation in shown) / longest))


def draw_parting(canvas: Canvas, room: Rect, parted: float, reduced: bool) -> None:
    """The cloth on its way to both sides: 0 closed … 1 gone."""
    if parted >= 1:
        return
    if reduced:
        with canvas.faded(1 - parted):
            _cloth(canvas, room)
        return
    for half, way in zip(room.columns(1, 1), (-1, 1), strict=True):
        with canvas.clip(half), canvas.shifted(way * parted * half.w, 0):
            _cloth(canvas, room)


def _cloth(canvas: Canvas, room: Rect) -> None:
    canvas.layer(("curtain", room), room, lambda inner: paint_cloth(inner, room))


def paint_cloth(canvas: Canvas, room: Rect) -> None:
    """Cloth in folds, with a hem at the bottom."""
    canvas.rounded(room, 4, "sheet", "line", 2)
    folds = max(2, round(room.w / FOLD_WIDTH))
    for fold in room.inset(3).columns(*[1] * folds):
        dark, bright = fold.columns(1, 1)
        canvas.light(dark, "shadow", "left", 0.42)
        canvas.light(bright, "sheet_raised", "right", 0.9)
    hem = room.inset(3).cut_bottom(26)[0]
    canvas.light(hem, "shadow", "bottom", 0.5)
    canvas.rect(Rect(hem.x, hem.y, hem.w, 2), "line")
