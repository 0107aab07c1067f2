"""A booth: a small table of its own for one person, with curtain, board and hand, played by their own pad."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pygame

from client.boards import board as board_for
from client.boards.contract import Chosen, Denied, Frame, Handled, Offer
from client.screens.shared.clock import draw_clock
from client.screens.shared.panes import Pane, board_panes
from client.screens.shared.plates import CLOCK_SIZE
from client.screens.table.curtain import GUARD_SECONDS, PARTING_SECONDS, draw_parting, pace_of, paint_cloth
from client.session.playback import Playback
from client.ui.animation import ease_in_out, progress
from client.ui.canvas import LANDSCAPE_HEIGHT, Canvas
from client.ui.focus import Focus, Widget
from client.ui.geometry import Rect
from client.ui.intents import Accept, Intent, Skip, Undo
from client.ui.overlays import Hint, draw_hints
from client.ui.symbols import seat_badge
from client.ui.widgets import Button
from core.game import Refusal, Seat

if TYPE_CHECKING:
    from client.screens.table.screen import TableScreen

LOW_BOOTH_HEIGHT: Final = 760.0
"""A booth lower than this part of the window's height has fewer units, so that its words can be read."""
HEAD_HEIGHT: Final = 72.0
FOOT_HEIGHT: Final = 44.0
OFFER_HEIGHT: Final = 66.0
SIDE_WIDTHS: Final = (300.0, 420.0)
"""The least and the most width of what stands beside a board."""


class _Area(Widget):
    """The board of a booth as something that can have the focus."""

    def __init__(self, booth: Booth) -> None:
        super().__init__()
        self.booth = booth

    def set_focus(self, focused: bool, at: float) -> None:
        super().set_focus(focused, at)
        if not focused:
            self.booth.board.leave()

    def pointer_left(self) -> None:
        self.booth.board.pointed = None

    def handle(self, intent: Intent) -> bool:
        return self.booth.play(intent)


class Booth:
    """One seat's. `place` is where it lies in the window, in units; inside it has units of its own."""

    def __init__(self, table: TableScreen, seat: Seat) -> None:
        self.table, self.seat = table, seat
        mirror = table.mirror
        self.board = board_for(mirror.game, mirror.options, mirror.seats)
        eyes = mirror.through(seat)
        self.stage = Playback(eyes, self.board, table.app.motion, table.app.say, table.app.audio.play)
        self.stage.viewer = seat
        self.pending = 0
        self.lifted = False
        self._fell_at = table.app.now
        self._lifted_at = -1e9
        self._offered: tuple[Offer, ...] = ()
        self._area = _Area(self)
        self.offers: list[Button] = []
        self.focus = Focus((self._area,), table.app.sound)
        self.focus.focus(self._area)
        self._canvas: Canvas | None = None
        self.place = Rect(0, 0, 0, 0)

    # --- whether ------------------------------------------------------------------------------

    @property
    def owes(self) -> bool:
        """Whether this seat has still to decide."""
        return self.seat in self.table.mirror.own_seats_to_act()

    @property
    def closed(self) -> bool:
        """Whether its curtain hides it."""
        return not self.lifted

    @property
    def chooser(self) -> Seat | None:
        """This seat while it can decide."""
        waiting = self.table.mirror.through(self.seat).waiting
        free = self.lifted and not (self.stage.busy or self.pending or waiting)
        return self.seat if free and self.owes else None

    def frame(self) -> Frame:
        """What the board shall draw now."""
        return self.stage.frame(self.table.app.now, self.chooser, self.seat)

    # --- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> None:
        """What the person does with their pad."""
        if isinstance(intent, Undo):
            self.take_back()
        elif self.closed:
            if isinstance(intent, Accept):
                self._lift()
        elif self.stage.busy:
            if isinstance(intent, Accept | Skip) and self.table.app.now - self._lifted_at >= GUARD_SECONDS:
                self._skip()
        else:
            self.focus.handle(intent)

    def _lift(self) -> None:
        now = self.table.app.now
        if now - self._fell_at < GUARD_SECONDS or not self.owes:
            return
        self.lifted, self._lifted_at = True, now
        self.stage.rate = pace_of(self.board, self.table.mirror.through(self.seat), self.stage.motion)
        self.table.app.audio.play("paper_slide")

    def _skip(self) -> None:
        self.stage.skip()
        while self.stage.source.next() is not None:
            pass

    def take_back(self) -> None:
        """Take this seat's last sealed decision back; who is ready is no longer."""
        if self.table.mirror.line(self.seat):
            self.table.session.undo(self.seat)

    def play(self, intent: Intent) -> bool:
        """Let the board say what is meant, and do it."""
        if self.board.explain(intent, self.frame()):
            return True
        if self.chooser is None:
            return False
        match self.board.handle(intent, self.frame()):
            case Chosen(action):
                self.decide(action)
            case Denied(why):
                self.deny(why)
            case Handled(sound):
                if sound:
                    self.table.app.audio.play(sound)
            case _:
                return False
        return True

    def decide(self, action: Any) -> None:
        """Do it for this seat."""
        if self.chooser is not None:
            self.pending = self.table.session.act(self.seat, action)

    def deny(self, why: Refusal) -> None:
        """Say why something cannot be done."""
        self.stage.deny(why, self.table.app.now)
        self.table.app.sound("refuse")

    # --- time ---------------------------------------------------------------------------------

    def update(self, now: float, opened: bool) -> None:
        """Show what is to be shown; once this seat is ready the curtain falls.

        What was `opened` is not shown here, but to all together.
        """
        self.stage.motion = self.table.app.motion
        waiting = self.table.mirror.through(self.seat).waiting
        theirs = bool(waiting) and opened and not waiting[0].sealed
        self.stage.update(now, hold=self.closed or theirs)
        if not (waiting or self.stage.busy):
            self.stage.rate = 1.0
            if self.lifted and not self.owes and not self.pending:
                self.lifted, self._fell_at = False, now
        self._refresh()

    def taken_back(self) -> None:
        """The last sealed decision of this seat is no more: its person goes on."""
        self.lifted = True
        self.stage.reset()

    def _refresh(self) -> None:
        offers = self.board.offers(self.frame()) if self.chooser is not None else ()
        if offers != self._offered:
            self._offered = offers
            self.offers = [self._button(offer) for offer in offers]
            self.focus.set((self._area, *self.offers), self._area, self.table.app.now)
            self._arrange()

    def _button(self, offer: Offer) -> Button:
        label = self.table.app.say(offer.key)
        if offer.on is not None:
            sign = "check" if offer.on else "empty"
            return Button(label, lambda: self.board.toggle(offer.key, self.frame()), icon=sign)
        return Button(label, lambda: self.decide(offer.action), kind="primary")

    # --- looks --------------------------------------------------------------------------------

    def layout(self, place: Rect) -> None:
        """Lie here, in units of the window."""
        self.place, self._canvas = place, None

    def _own_canvas(self, canvas: Canvas) -> Canvas:
        area = canvas.pixels(self.place)
        if self._canvas is None or self._canvas.surface.get_size() != area.size:
            surface = pygame.Surface(area.size, 0, canvas.surface)
            self._canvas = Canvas(surface, canvas.theme, canvas.cache)
            high = LANDSCAPE_HEIGHT if self.place.h > LOW_BOOTH_HEIGHT else LOW_BOOTH_HEIGHT
            self._canvas.scale = area.h / high
            self._canvas.width = area.w / self._canvas.scale
            self._canvas.area = Rect(0, 0, self._canvas.width, high)
            self._arrange()
        return self._canvas

    def _arrange(self) -> None:
        """Its head, its board, what is beside it, and buttons."""
        if self._canvas is None:
            return
        inside = self._canvas.area.inset(16, 12)
        self._head, below = inside.cut_top(HEAD_HEIGHT, 8)
        self._foot, middle = below.cut_bottom(FOOT_HEIGHT, 6)
        wide = min(SIDE_WIDTHS[1], max(SIDE_WIDTHS[0], middle.w * 0.28))
        right, self._field = middle.cut_right(wide, 16)
        room = len(self.offers) * (OFFER_HEIGHT + 10)
        stack, self._side = right.cut_bottom(room, 10) if room else (right, right)
        for button, place in zip(self.offers, stack.stack(len(self.offers), OFFER_HEIGHT, 10), strict=True):
            button.layout(place)
        self._area.layout(self._field.union(self._side))
        self.board.arrange(self._field, self._side, self._canvas.area)

    def draw(self, canvas: Canvas, now: float) -> None:
        """On a surface of its own, which then lies on the window."""
        own = self._own_canvas(canvas)
        if self.closed:
            self._draw_closed(own)
        else:
            self._draw_open(own, now)
        canvas.surface.blit(own.surface, canvas.pixels(self.place))
        canvas.touch(canvas.pixels(self.place))

    def _draw_open(self, own: Canvas, now: float) -> None:
        table, frame = self.table, self.frame()
        still = self.board.still(frame)
        whole, low = own.area, self._foot.y - 4
        split = self._side.x - 8
        hints = tuple(Hint((intent,), table.app.say(key)) for intent, key in self.board.hints(frame))
        device = table.widget.gamepad_of(self.seat) or table.app.device
        papers = (
            Pane(Rect(split, 0, whole.w - split, low), still.side_key, still.paint_side),
            Pane(
                Rect(0, low, whole.w, whole.h - low),
                (hints, table.app.settings.language),
                lambda c: draw_hints(c, hints, device, table.app.say, self._foot),
            ),
        )
        for pane in board_panes(still, Rect(0, 0, split, low), papers):
            pane.draw(own, f"booth {self.seat}")
        self.board.draw(own, frame)
        self._draw_head(own, self._words(frame))
        self.focus.draw(own, now)
        self.board.draw_tip(own, frame, self.table.line)
        parted = ease_in_out(progress(now, self._lifted_at, table.app.motion.seconds(PARTING_SECONDS)))
        draw_parting(own, own.area, parted, table.app.motion.reduced)

    def _words(self, frame: Frame) -> str:
        running = self.stage.happening
        line = self.board.prompt(frame) if running is None else self.board.caption(running, self.seat)
        return self.table.line(line)

    def _draw_head(self, own: Canvas, words: str) -> None:
        own.panel(self._head, "float")
        badge, rest = self._head.inset(6, 0).cut_left(HEAD_HEIGHT, 16)
        seat_badge(own, self.seat, badge.inset(4, 4))
        face = self.table.clocks.face(self.seat)
        if face is not None:
            place, rest = rest.cut_right(CLOCK_SIZE[0], 16)
            draw_clock(own, place.place(*CLOCK_SIZE), face)
        own.text(words, rest, "body", "ink", fit="wrap", size=30)

    def _draw_closed(self, own: Canvas) -> None:
        """Cloth with a name, and what there is to do."""
        say, area = self.table.app.say, own.area
        own.layer(
            ("booth", self.seat), area, lambda inner: paint_cloth(inner, area), slot=("booth", self.seat)
        )
        side = min(150.0, area.h * 0.22)
        seat_badge(own, self.seat, Rect.around(area.cx, area.h * 0.3, side))
        name = Rect.around(area.cx, area.h * 0.54, area.w - 80, 110)
        own.text(self.table.seat_name(self.seat), name, "title", "ink", align="centre")
        below = Rect.around(area.cx, area.h * 0.74, area.w - 80, 70)
        if self.owes:
            device = self.table.widget.gamepad_of(self.seat) or self.table.app.device
            draw_hints(own, (Hint((Accept(),), say("table.curtain.lift")),), device, say, below)
        else:
            own.text(say("table.ready"), below, "heading", "ink", align="centre")
