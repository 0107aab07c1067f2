"""Sturt's Stony Desert on the screen."""

from __future__ import annotations

from typing import Any

from client.boards.base import Animation, Chosen, Frame, Line, Offer, Reply, Report, Still
from client.boards.sturt import motion as motion_of
from client.boards.sturt import scene
from client.boards.sturt.hand import Hand, left, piles
from client.boards.sturt.places import Camera, Places, choices
from client.boards.sturt.routes import standing
from client.mirror import Happening
from client.ui.anim import Motion
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept, Cycle, Intent, Turn
from core.game import AnyGame, Seat
from core.games.sturt.board import NORTH_SOUTH, WEST_EAST
from core.games.sturt.bot import distance
from core.games.sturt.rules import STURT, announcing
from core.games.sturt.state import Declare, Lay, Pass, State, Stop

ANNOUNCE = "sturt.offer.announce"


class SturtBoard:
    """Draws a view of Sturt, holds the hand of whoever is choosing."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        self.hand = Hand()
        self._field = Rect(0, 0, 1000, 1000)
        self._side = Rect(1000, 0, 300, 1000)
        self._cameras: dict[bytes, Camera] = {}
        """Where the camera is before and after the last happening, by the cards of the view."""

    def arrange(self, field: Rect, side: Rect) -> None:
        self._field, self._side = field, side

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        reply = self.hand.handle(intent, frame, self.places(frame.view))
        released = frame.happening is None and self._release(frame.view)
        if released and reply is None:  # it was about what was in sight
            reply = self.hand.handle(intent, frame, self.places(frame.view))
        if isinstance(reply, Chosen):
            self.hand.announcing = False
        return reply

    def leave(self) -> None:
        self.hand.cell = None

    def toggle(self, key: str, frame: Frame) -> None:
        if key == ANNOUNCE:
            self.hand.announcing = not self.hand.announcing

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        view: State = frame.view
        if frame.chooser is None or view.result is not None:
            return ()
        legal = STURT.legal(view, view.turn)
        spoken = [Offer(_SPOKEN[type(a)], a) for a in legal if not isinstance(a, Lay)]
        if announcing(view):
            spoken.append(Offer(ANNOUNCE, on=self.hand.announcing))
        return tuple(spoken)

    def prompt(self, frame: Frame) -> Line:
        view: State = frame.view
        if view.result is not None:
            return Line(view.result.reason, seats={"winner": view.result.winners[0]})
        if frame.chooser is None:
            return Line("sturt.prompt.waiting", seats={"name": view.turn})
        if frame.happening is None:
            refusal = None if self.hand.rests(frame) else self.hand.refusal(view)
            if refusal is not None:
                return Line(refusal.code, refusal.values)
        return Line(f"sturt.prompt.{_prompt(view)}", seats={"name": view.turn})

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        view: State = frame.view
        if view.result is not None or not _can_lay(view):
            return ()
        hints: list[tuple[Intent, str]] = [(Accept(), "sturt.hint.lay"), (Turn(step=1), "sturt.hint.turn")]
        if sum(left(view, pile) > 0 for pile in piles(view)) > 1:
            hints.append((Cycle(step=1), "sturt.hint.pile"))
        return tuple(hints)

    def caption(self, happening: Happening, viewer: int) -> Line:
        action, seat = happening.action(viewer), {"name": happening.seat}
        if not isinstance(action, Lay):
            return Line(_CAPTIONS[type(action)], seats=seat)
        before: State = happening.before.view(viewer)
        after: State = happening.after.view(viewer)
        kind = "lay" if before.phase == 1 else "cover"
        for whose in (happening.seat, Seat(1 - happening.seat)):
            if standing(after).connected(whose) and not standing(before).connected(whose):
                if whose == happening.seat:
                    return Line(f"sturt.caption.{kind}_connects", seats=seat)
                return Line(f"sturt.caption.{kind}_connects_other", seats={**seat, "whose": whose})
        for whose in (Seat(0), Seat(1)):
            if standing(before).connected(whose) and not standing(after).connected(whose):
                return Line("sturt.caption.breaks", seats={**seat, "whose": whose})
        return Line(f"sturt.caption.{kind}", seats=seat)

    def tally(self, frame: Frame, seat: Seat) -> Line:
        return Line(f"sturt.seat.{seat}")

    def measure(self, view: State, seat: Seat) -> float | None:
        return -float(distance(view, seat))

    def report(self, view: State) -> Report | None:
        return None

    def animation(self, happening: Happening, motion: Motion, viewer: int) -> Animation:
        self._follow(happening.before.view(viewer), happening.after.view(viewer))
        return motion_of.animation(happening, motion)

    def still(self, frame: Frame) -> Still:
        return scene.still(frame, self.hand, self.places)

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        scene.Scene(canvas, frame, self.hand, self.places).draw()

    def places(self, view: State) -> Places:
        """The layout of a view."""
        return Places(self._field, self._side, self._camera(view), piles(view))

    def _camera(self, view: State) -> Camera:
        return self._cameras.get(view.corners.tobytes()) or Camera.on(view)

    def _follow(self, before: State, after: State) -> None:
        """The camera moves no further than it must, and not at all below a pointer at a place to choose."""
        now = self._camera(before)
        then = now if self._points_at_choice(after) else Camera.on(after, now)
        self._cameras = {before.corners.tobytes(): now, after.corners.tobytes(): then}

    def _release(self, view: State) -> bool:
        """Whether the camera moves now that the pointer has left the places to choose."""
        now = self._camera(view)
        then = now if self._points_at_choice(view) else Camera.on(view, now)
        self._cameras[view.corners.tobytes()] = then
        return now != then

    def _points_at_choice(self, view: State) -> bool:
        """Whether the pointer is over a place where a card may be laid."""
        cell = self.hand.pointed
        return cell is not None and view.result is None and cell in choices(view)


_SPOKEN = {Pass: "sturt.offer.pass", Declare: "sturt.offer.declare", Stop: "sturt.offer.stop"}
_CAPTIONS = {Pass: "sturt.caption.pass", Declare: "sturt.caption.declare", Stop: "sturt.caption.stop"}


def _can_lay(view: State) -> bool:
    return any(left(view, pile) for pile in piles(view))


def _prompt(view: State) -> str:
    """Which sentence says what there is to do."""
    if view.last is None:
        return "first"
    if view.phase == 1:
        return "lay"
    if not _can_lay(view):
        return "nothing_to_lay"
    if view.alone is not None:
        return "alone"
    if standing(view).connected(NORTH_SOUTH if view.turn == WEST_EAST else WEST_EAST):
        return "break"
    return "cover"
