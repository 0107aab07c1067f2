"""Attract loop of a title that nobody touches: AIs play a game until somebody does something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from client.screens.result.screen import headline
from client.screens.shared import landscape
from client.screens.shared.panes import Pane
from client.screens.table.model import Lead, TableModel
from client.screens.table.screen import TableActions, TableScreen
from client.screens.table.snapshot import Surroundings, TableSnapshot
from client.screens.title.shelf import BOX_RATIO, draw_seats
from client.session.events import GameEvent
from client.session.session import Session
from client.stage.window import App
from client.ui.animation import Tween, breath, ease_in_out, ease_out, mix_points, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.intents import Intent, Left
from client.ui.intents import PointAt as Pointed
from core.game import CHANCE, GameInfo

TITLE_CARD_SECONDS: Final = 3.4
"""Seconds of a game's title card before the first move; it fades in the last FADE of them."""
FADE_SECONDS: Final = 0.5
VERDICT_SECONDS: Final = 5.0
"""Seconds in which the winner is shown."""
LONGEST_SHOW: Final = 60.0
"""Seconds into a game after which no further move begins."""
LEAST_POINTER_MOVE: Final = 6.0
"""Units: a pointer that moves less was moved by a knock at the table, not by a person."""
PAN_SECONDS: Final = 1.1
"""Seconds in which the camera moves from one place to the next."""
CAMERA_HEIGHTS: Final = 1.6, 1.9
"""Least and greatest height of the board, in shorter sides of the window."""
SIGN_HEIGHT: Final = 84.0
"""Units high: the sign that leads back."""
BAND_HEIGHT: Final = 330.0
"""Units high: the dark band across the title card, for its words."""
SHADE_HEIGHT: Final = 190.0
"""Units high: the shade at the upper and lower edge, for name and sign."""
LOGO_RECT: Final = Rect(28, 20, 382, 88)


class GlidingCamera:
    """Camera on a world larger than the window, which glides to where something happens."""

    def __init__(self) -> None:
        self.world, self.window = Rect(0, 0, 1, 1), Rect(0, 0, 1, 1)
        self._from: Point = (0.0, 0.0)
        self._to: Point = (0.0, 0.0)
        self._glide = Tween(-1e9, 0.0)

    def arrange(self, area: Rect, near: bool) -> None:
        """Set the world for a window of this size; as large as the window if the camera is not `near`."""
        short, long = min(area.w, area.h), max(area.w, area.h)
        high = max(CAMERA_HEIGHTS[0] * short, min(1.05 * long, CAMERA_HEIGHTS[1] * short)) if near else 0.0
        self.world, self.window = Rect(0, 0, max(high, area.w), max(high, area.h)), area
        self._from = self._to = self._corner(self.world.centre)
        self._glide = Tween(-1e9, 0.0)

    def look_at(self, point: Point, tween: Tween) -> None:
        """Glide until a point of the world is in the middle, as far as the world's edges allow."""
        self._from, self._to, self._glide = self.corner(tween.start), self._corner(point), tween

    def corner(self, now: float) -> Point:
        """Point of the world at the window's upper left corner."""
        return mix_points(self._from, self._to, self._glide.value_at(now))

    def still(self, now: float) -> bool:
        """Whether the camera is at rest."""
        return self._glide.done(now)

    def _corner(self, middle: Point) -> Point:
        x = min(max(0.0, middle[0] - self.window.w / 2), self.world.w - self.window.w)
        y = min(max(0.0, middle[1] - self.window.h / 2), self.world.h - self.window.h)
        return x, y


class AttractModel(TableModel):
    """Table of AIs that a camera follows."""

    tools = 0

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app, session, demo=True)
        self.camera = GlidingCamera()
        self.since = app.now
        self.won_at: float | None = None
        """Second at which the game was over and had been shown to its end."""
        self.followed: GameEvent | None = None
        """Event that the camera went to last."""

    def _arrange(self) -> None:
        """Lay out the board alone, larger than the window; what lies beside boards is out of sight."""
        super()._arrange()
        near = self.board.zoomable and not self.app.motion.reduced
        self.camera.arrange(self.area, near)
        world = self.camera.world
        field = (
            world
            if near
            else Rect(28, LOGO_RECT.bottom + 8, world.w - 56, world.h - LOGO_RECT.bottom - SIGN_HEIGHT - 60)
        )
        self.board.arrange(field, Rect(world.right + 24, world.y, 420, self.area.h), world)

    def update(self, now: float, on_top: bool) -> Lead | None:
        lead = super().update(now, on_top)
        event = self.playback.event
        if event is not None and event is not self.followed:
            self.followed = event
            scene = self.board.scene_of(event, self.playback.viewer)
            if scene is not None:
                self.camera.look_at(scene.centre, self.app.motion.tween(now, PAN_SECONDS, ease_in_out))
        return lead

    def _finish(self, now: float, on_top: bool) -> Lead | None:
        over = self.client_table.latest.outcome is not None and not (
            self.playback.busy or self.client_table.waiting
        )
        if over and self.won_at is None:
            self.won_at = now
        return None

    def seen_enough(self, now: float) -> bool:
        """Whether the show has lasted long enough, or its winner has been named."""
        if self.won_at is not None:
            return now - self.won_at > VERDICT_SECONDS
        between = self.playback.event is None or self.playback.event.seat == CHANCE
        return now - self.since > LONGEST_SHOW and between

    def show(self) -> AttractSnapshot:
        """Snapshot of the show for a frame."""
        outcome, translate = self.client_table.latest.outcome, self.app.translate
        verdict = ""
        if self.won_at is not None and outcome is not None:
            verdict = headline(outcome, tuple(map(self.seat_name, range(self.client_table.seats))), translate)
        world = self.camera.world
        return AttractSnapshot(
            self.client_table.game.info,
            world,
            self.camera.corner(self.app.now),
            self.since,
            self.won_at,
            verdict,
        )


class AttractSnapshot(msgspec.Struct, frozen=True):
    """Parts of a frame besides the board: the camera's place, and since when the current part is shown.

    `verdict` names the winner, "" before.
    """

    info: GameInfo
    world: Rect
    corner: Point
    since: float
    won_at: float | None
    verdict: str


class AttractScreen(TableScreen):
    """Table of AIs without tools: the title card, the game, the winner. Any button leads back."""

    name = "attract"
    attended = False
    model: AttractModel

    def __init__(self, session: Session, actions: TableActions, over: Callable[[], None]) -> None:
        super().__init__(session, actions, demo=True)
        self._over = over
        self._pointer: Pointed | None = None

    def _make_model(self) -> AttractModel:
        return AttractModel(self.app, self.session)

    @property
    def tools(self) -> tuple[()]:
        return ()

    def handle(self, intent: Intent) -> bool:
        """Go back to the shelf at any action of a person."""
        if isinstance(intent, Left) or (isinstance(intent, Pointed) and not self._moved(intent)):
            return True
        self.actions.leave()
        return True

    def _moved(self, pointer: Pointed) -> bool:
        """Whether the pointer has moved from where it was at first."""
        if self._pointer is None:
            self._pointer = pointer
        return abs(pointer.x - self._pointer.x) + abs(pointer.y - self._pointer.y) > LEAST_POINTER_MOVE

    def update(self, now: float) -> None:
        super().update(now)
        if self.app.top is self and self.model.seen_enough(now):
            self._over()

    def needs_frames(self, now: float) -> bool:
        return (
            super().needs_frames(now)
            or now - self.model.since < TITLE_CARD_SECONDS
            or not self.model.camera.still(now)
        )

    def draw(self, canvas: Canvas, now: float) -> None:
        draw_show(canvas, self.snapshot(), self.model.show(), self.name, now)


def draw_show(
    canvas: Canvas, snapshot: TableSnapshot, show: AttractSnapshot, screen: str, now: float
) -> None:
    """Draw the board from near, and over it sign, winner and title card."""
    area, around = canvas.area, snapshot.around
    still = snapshot.board.still(snapshot.frame)
    with canvas.onto(show.world, show.corner):
        Pane(show.world, still.field_key, still.paint_field, still.changed).draw(canvas, screen)
        snapshot.board.draw(canvas, snapshot.frame)
    canvas.light(area.cut_top(SHADE_HEIGHT)[0], "night", "top", 0.85)
    canvas.light(area.cut_bottom(SHADE_HEIGHT)[0], "night", "bottom", 0.85)
    canvas.picture("icons/name.svg", LOGO_RECT)
    _draw_sign(canvas, around, now)
    if show.won_at is not None:
        _draw_verdict(canvas, show.verdict, ease_out(progress(now, show.won_at, FADE_SECONDS)))
    left = 1 - ease_in_out(progress(now, show.since + TITLE_CARD_SECONDS - FADE_SECONDS, FADE_SECONDS))
    if left > 0:
        with canvas.faded(left):
            _draw_card(canvas, show.info, around)


def _draw_sign(canvas: Canvas, around: Surroundings, now: float) -> None:
    """Draw a lit sign at the lower edge: how to go back."""
    area, words = canvas.area, around.translate("table.attract.press")
    wide = canvas.measure(words, "body", face="display")[0] + 96
    place = Rect.around(area.cx, area.bottom - 40 - SIGN_HEIGHT / 2, wide, SIGN_HEIGHT)
    life = 0.5 if around.motion.reduced else breath(now, period=1.8)
    canvas.glow(place.inset(-50, -36), "lamp", 0.25 + 0.35 * life)
    canvas.rounded(place, SIGN_HEIGHT / 2, "night", "lamp", 3)
    canvas.text(words, place.inset(26, 10), "body", "lamp", align="centre", face="display")


def _draw_verdict(canvas: Canvas, words: str, share: float) -> None:
    """Draw the winner's name across the board."""
    area = canvas.area
    if not words:
        return
    place = Rect.around(area.cx, area.cy, min(area.w - 56, 1060), 170)
    with canvas.faded(share):
        canvas.panel(place, "paper")
        canvas.text(words, place.inset(30, 16), "title", "paper_ink", align="centre", fit="wrap")


def _draw_card(canvas: Canvas, info: GameInfo, around: Surroundings) -> None:
    """Draw the title card: the game's land, box and name, and a sentence about it."""
    area = canvas.area
    landscape.draw_veiled(canvas, info.key)
    if area.w < area.h:
        high = min(560.0, area.h * 0.46)
        box = Rect.around(area.cx, area.h * 0.36, high * BOX_RATIO, high)
        band = Rect(0, box.bottom + 40, area.w, BAND_HEIGHT - 30)
        words = band.inset(36, 14)
    else:
        box = Rect(area.w * 0.1, area.cy - 310, 560 * BOX_RATIO, 560)
        band = Rect(0, box.cy - BAND_HEIGHT / 2, area.w, BAND_HEIGHT)
        words = Rect(box.right + 70, band.y, area.w * 0.94 - box.right - 70, band.h)
    dark, lamp = canvas.colour("night")[:3], canvas.colour("lamp")[:3]
    canvas.rect(band, (*dark, 205))
    for edge in (band.y, band.bottom - 3):
        canvas.rect(Rect(0, edge, area.w, 3), (*lamp, 120))
    _draw_box(canvas, info, box)
    _draw_title(canvas, info, around, words)
    canvas.picture("icons/name.svg", LOGO_RECT)


def _draw_box(canvas: Canvas, info: GameInfo, rect: Rect) -> None:
    """Draw the game's box in lamplight."""
    canvas.glow(Rect.around(rect.cx, rect.cy, rect.w * 1.9, rect.h * 1.3), "lamp", 0.35)
    canvas.picture(f"shelf/{info.key}.svg", rect)
    draw_seats(canvas, info, rect)


def _draw_title(canvas: Canvas, info: GameInfo, around: Surroundings, room: Rect) -> None:
    """Draw the game's name, and below it the sentence about it."""
    title, line = room.rows(1, 1, gap=20)
    canvas.text(info.title, title, "title", "ink", size=92, valign="bottom")
    words = around.translate(f"screen.shelf.{info.key}.line")
    canvas.text(words, line, "body", "ink", size=40, valign="top", fit="wrap")
