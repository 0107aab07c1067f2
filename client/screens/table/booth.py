"""Booth: a small table of its own for one person, with curtain, board and hand, played by their own pad.

This is its model; `booth_view.py` draws it.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from client.boards.contract import Board, Chosen, Denied, Frame, Handled, Offer
from client.screens.shared.clock import ClockFace
from client.screens.table.curtain_timing import GUARD, pace_of
from client.screens.table.state import TableState
from client.stage.playback import Playback
from client.ui.canvas import LANDSCAPE_HEIGHT
from client.ui.geometry import Rect
from client.ui.intents import KEYBOARD, Accept, Device, Intent, Skip, Undo
from client.ui.overlays import Hint
from core.game import Refusal, Seat

LOW_BOOTH_HEIGHT: Final = 760.0
"""Units of window height below which a booth has fewer units, so that its words can be read."""
HEAD_HEIGHT: Final = 72.0
FOOT_HEIGHT: Final = 44.0
OFFER_HEIGHT: Final = 66.0
SIDE_WIDTHS: Final = (300.0, 420.0)
"""Least and most width, in units, of what stands beside a board."""


class BoothLayout(msgspec.Struct, frozen=True):
    """Layout of a booth, in units of its own; `place` is where it lies in the window's."""

    place: Rect
    area: Rect
    head: Rect
    foot: Rect
    field: Rect
    side: Rect
    offers: tuple[Rect, ...]

    @classmethod
    def of(cls, rect: Rect, area: Rect, offers: int) -> BoothLayout:
        """The layout for this number of buttons."""
        head, below = area.inset(16, 12).cut_top(HEAD_HEIGHT, 8)
        foot, middle = below.cut_bottom(FOOT_HEIGHT, 6)
        wide = min(SIDE_WIDTHS[1], max(SIDE_WIDTHS[0], middle.w * 0.28))
        right, field = middle.cut_right(wide, 16)
        room = offers * (OFFER_HEIGHT + 10)
        stack, side = right.cut_bottom(room, 10) if room else (right, right)
        return cls(rect, area, head, foot, field, side, tuple(stack.stack(offers, OFFER_HEIGHT, 10)))


class BoothSnapshot(msgspec.Struct, frozen=True):
    """Snapshot of a frame of a booth.

    `owes`: its person has still to decide; `lifted_at`: seconds; `away`: their pad, so the keyboard plays.
    """

    seat: Seat
    name: str
    closed: bool
    owes: bool
    lifted_at: float
    lay: BoothLayout
    board: Board
    frame: Frame
    words: str
    hints: tuple[Hint, ...]
    device: Device
    away: bool
    face: ClockFace | None


class Booth:
    """Booth of one seat."""

    def __init__(self, state: TableState, seat: Seat) -> None:
        self.state, self.seat = state, seat
        app, eyes = state.app, state.client_table.through(seat)
        self.playback = Playback(eyes, state.new_board(), app.motion, app.translate, app.audio.play)
        self.playback.viewer = seat
        self.pending = 0
        self.lifted = False
        self.offers: tuple[Offer, ...] = ()
        self.lay: BoothLayout
        self._fell_at = app.now
        self._lifted_at = -1e9

    @property
    def board(self) -> Board:
        """The board of this booth, with its person's hand."""
        return self.playback.board

    # --- facts ----------------------------------------------------------------------------------

    @property
    def owes(self) -> bool:
        """Whether this seat has still to decide."""
        return self.seat in self.state.client_table.own_seats_to_act()

    @property
    def closed(self) -> bool:
        """Whether its curtain hides the position."""
        return not self.lifted

    @property
    def chooser(self) -> Seat | None:
        """This seat while it can decide, else None."""
        waiting = self.state.client_table.through(self.seat).waiting
        free = self.lifted and not (self.playback.busy or self.pending or waiting)
        return self.seat if free and self.owes else None

    def frame(self) -> Frame:
        """Frame that its board draws now."""
        return self.playback.frame(self.state.app.now, self.chooser, self.seat)

    # --- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        """Answer input from the person's device; False if it is for the board or a button."""
        if isinstance(intent, Undo):
            self.take_back()
        elif self.closed:
            if isinstance(intent, Accept):
                self._lift()
        elif self.playback.busy:
            if isinstance(intent, Accept | Skip) and self.state.app.now - self._lifted_at >= GUARD:
                self._skip()
        else:
            return False
        return True

    def _lift(self) -> None:
        now = self.state.app.now
        if now - self._fell_at < GUARD or not self.owes:
            return
        self.lifted, self._lifted_at = True, now
        self.playback.rate = pace_of(
            self.board, self.state.client_table.through(self.seat), self.playback.motion
        )
        self.state.app.audio.play("paper_slide")

    def _skip(self) -> None:
        self.playback.skip()
        while self.playback.source.next() is not None:
            pass

    def take_back(self) -> None:
        """Take this seat's last sealed decision back; the seat is no longer ready."""
        if self.state.client_table.line(self.seat):
            self.state.session.undo(self.seat)

    def play(self, intent: Intent) -> bool:
        """Give the board an intent, and do what it leads to."""
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
                    self.state.app.audio.play(sound)
            case _:
                return False
        return True

    def decide(self, action: Any) -> None:
        """Make a decision for this seat."""
        if self.chooser is not None:
            self.pending = self.state.session.act(self.seat, action)

    def choose(self, offer: Offer) -> None:
        """Choose an offer, or switch it."""
        if offer.on is not None:
            self.board.toggle(offer.key, self.frame())
        else:
            self.decide(offer.action)

    def deny(self, why: Refusal) -> None:
        """Say why something cannot be done."""
        self.playback.deny(why, self.state.app.now)
        self.state.app.sound("refuse")

    # --- time ---------------------------------------------------------------------------------

    def update(self, now: float, is_open: bool) -> None:
        """Show what is to be shown; once this seat is ready the curtain falls.

        Events of what was `is_open` are not shown here, but to all together.
        """
        self.playback.motion = self.state.app.motion
        waiting = self.state.client_table.through(self.seat).waiting
        theirs = bool(waiting) and is_open and not waiting[0].sealed
        self.playback.update(now, hold=self.closed or theirs)
        if not (waiting or self.playback.busy):
            self.playback.rate = 1.0
            if self.lifted and not self.owes and not self.pending:
                self.lifted, self._fell_at = False, now
        offers = self.board.offers(self.frame()) if self.chooser is not None else ()
        if offers != self.offers:
            self.offers = offers
            self.layout(self.lay.place)

    def taken_back(self) -> None:
        """Go on after the last sealed decision of this seat was taken back."""
        self.lifted = True
        self.playback.reset()

    # --- looks --------------------------------------------------------------------------------

    def layout(self, rect: Rect) -> None:
        """Take a place in the window, in units."""
        pixels = self.state.app.canvas.pixels(rect)
        high = LANDSCAPE_HEIGHT if rect.h > LOW_BOOTH_HEIGHT else LOW_BOOTH_HEIGHT
        self.lay = BoothLayout.of(rect, Rect(0, 0, pixels.w / (pixels.h / high), high), len(self.offers))
        self.board.arrange(self.lay.field, self.lay.side, self.lay.area)

    def snapshot(self, clock: ClockFace | None) -> BoothSnapshot:
        """The snapshot of a frame, with the seat's clock. Of a closed booth the board is asked nothing."""
        state, frame = self.state, self.frame()
        return BoothSnapshot(
            seat=self.seat,
            name=state.seat_name(self.seat),
            closed=self.closed,
            owes=self.owes,
            lifted_at=self._lifted_at,
            lay=self.lay,
            board=self.board,
            frame=frame,
            words="" if self.closed else self._words(frame),
            hints=() if self.closed else self._hints(frame),
            device=state.pads.pad_of(self.seat) or KEYBOARD,
            away=state.pads.is_away(self.seat),
            face=clock,
        )

    def _words(self, frame: Frame) -> str:
        running = self.playback.event
        line = self.board.prompt(frame) if running is None else self.board.caption(running, self.seat)
        return self.state.line(line)

    def _hints(self, frame: Frame) -> tuple[Hint, ...]:
        translate = self.state.app.translate
        return tuple(Hint((intent,), translate(key)) for intent, key in self.board.hints(frame))
