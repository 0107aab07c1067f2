"""Title screen: the arcade shelf with its five boxes, and the main choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Final

from client.screens.shared import landscape
from client.screens.shared.parts import margin
from client.screens.title import last_game
from client.screens.title.last_game import LastGame
from client.screens.title.shelf import (
    CHOSEN_BOX_HEIGHT,
    SHELF_GAMES,
    BoxWidget,
    ShelfLayout,
    draw_dust,
    draw_lamplight,
    draw_name,
    draw_plank,
    seat_range,
)
from client.session import local_server, seat_keys
from client.stage.window import App, Screen
from client.ui.canvas import Canvas
from client.ui.focus import Focus, Widget, label_words
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Cycle, Help, Intent, Menu, MoveFocus, Scroll, Turn
from client.ui.overlays import Dialog, Hint, draw_hints
from client.ui.symbols import icon
from client.ui.widgets import Button
from core.game import GameInfo
from core.games import GAMES

IDLE_DELAY: Final = 30.0
"""Seconds without input after which the attract loop begins."""
SHOW_INTERVAL: Final = 8.0
"""Seconds between two shows that nobody ended."""

PREPARE_DELAY: Final = 0.6
"""Seconds without input after which the lands not seen yet are prepared, one at a time."""

LOGO_FILE: Final = "icons/name.svg"
"""Picture of the program's name."""
LOGO_RATIO: Final = 1180 / 272
"""Width to height of that picture."""
BOX_SLOT_WIDTH: Final = 340.0
"""Units wide: a box's place on a broad shelf."""
SIGNED_ROOM: Final = 84.0
"""Units around the words of a secondary choice that has a sign."""
PORTRAIT_BOX_HEIGHT: Final = 214.0
"""Units high: the chosen box in an upright window."""
BUTTON_GAP: Final = 12.0


@dataclass(frozen=True)
class TitleActions:
    """Callbacks of the choices."""

    play_here: Callable[[str], None]
    play_lan: Callable[[str], None]
    watch: Callable[[str], None]
    resume: Callable[[], None]
    settings: Callable[[], None]
    archive: Callable[[], None]
    rules: Callable[[str], None]
    quit: Callable[[], None]
    idle: Callable[[str, Callable[[], None]], None]
    """Show the game in front; calls back if nobody ended the show."""
    challenge: Callable[[], None]
    has_challenge: Callable[[], bool]
    """Whether there is a challenge today."""


class TitleScreen(Screen):
    """Shelf and choices. `game` is the box in front at first."""

    name = "title"

    def __init__(self, app: App, actions: TitleActions, game: str = GAMES[0].info.key) -> None:
        self.app = app
        self.actions = actions
        self.land = landscape.LandscapeState(game)
        self._prepared: set[str] = set()
        self._heard: float | None = None
        self._alone = False
        self._kept: LastGame | None = None

    @property
    def game(self) -> str:
        """Key of the box in front."""
        return self.land.game

    # --- layout -------------------------------------------------------------------------------

    def enter(self) -> None:
        self.boxes = tuple(self._box(game.info) for game in GAMES)
        self._build_choices()
        self.choices = (
            self.play,
            self.lan,
            self.watch,
            self.resume_,
            self.challenge,
            self.rules,
            self.archive,
        )
        self.focus = Focus((*self.choices, *self.boxes, self.settings, self.quit), self.app.sound)
        self._step_forward(self.app.now)
        self._follow()
        if not self.app.frames:  # first frame: painting the land alone takes this core long enough
            boxes = {box.picture: box.place for box in self.boxes}
            self.app.canvas.ahead({LOGO_FILE: self._logo, **boxes})

    def _box(self, info: GameInfo) -> BoxWidget:
        return BoxWidget(info, lambda: self._pick(info.key))

    def _build_choices(self) -> None:
        act = self.actions
        self._signs: dict[Widget, str] = {}
        self.play = Button(
            lambda: self._translate("play"), lambda: act.play_here(self.game), icon="play", kind="primary"
        )
        self.lan = Button(lambda: self._translate("lan"), lambda: act.play_lan(self.game), icon="lan")
        self.watch = Button(lambda: self._translate("watch"), lambda: act.watch(self.game), icon="eye")
        self.resume_ = self._smaller("screen.title.resume", "resume", act.resume)
        self.challenge = self._smaller("screen.title.challenge", "calendar", act.challenge)
        self.rules = self._smaller("screen.title.rules", "book", lambda: act.rules(self.game))
        self.archive = self._smaller("archive.title", "archive", act.archive)
        self.settings = self._smaller("screen.title.settings", "gear", act.settings)
        self.quit = self._smaller("screen.title.quit", "door", act.quit)

    def _smaller(self, key: str, sign: str, press: Callable[[], None]) -> Button:
        """Button of a secondary choice."""
        button = Button(self.app.label(key), press, icon=sign, role="small")
        self._signs[button] = sign
        return button

    def resume(self) -> None:
        self._heard = None
        if self._kept is not None:  # at once: a choice that vanished for a frame would lose the focus
            self._kept = last_game.last_game()
        self._follow()

    def layout(self, area: Rect) -> None:
        self.area = area
        self.focus.layout(area)
        above = area.w < area.h
        for button, key in ((self.settings, "settings"), (self.quit, "quit")):
            words = partial(self._translate, key)
            button.label, button.tip = ("", words) if above else (words, "")
        if above:
            self._layout_above(area)
        else:
            self._layout_beside(area)

    def _layout_beside(self, area: Rect) -> None:
        """Words and choices at the left of the land, the shelf below them."""
        side = margin(area)
        self._shelf = ShelfLayout(area, area.h - 114, CHOSEN_BOX_HEIGHT, named=True)
        self._layout_boxes(BOX_SLOT_WIDTH)
        self._logo = Rect(side - 8, 18, 110 * LOGO_RATIO, 110)
        self.quit.layout(Rect(area.w - side - 210, 28, 210, 60))
        self.settings.layout(Rect(area.w - side - 210 - BUTTON_GAP - 260, 28, 260, 60))
        self._ribbon = Rect(area.w - side - 780, 102, 780, 72)
        column = Rect(side, 0, min(1060.0, area.w * 0.64), area.h)
        self._name = Rect(column.x, 140, column.w, 116)
        self._line = Rect(column.x, 252, min(880.0, column.w - 20), 92)
        self._facts = Rect(column.x, 352, column.w, 44)
        first, rest = Rect(column.x, 412, column.w, 180).rows(96, 70, gap=14)
        for choice, place in zip(self.choices[:3], first.columns(1, 1, 1, gap=20), strict=True):
            choice.layout(place)
        self._layout_rest(rest, 20)
        self._hints = Rect(48, area.h - 48, area.w - 96, 46)

    def _layout_above(self, area: Rect) -> None:
        """Shelf in its land above, words and choices below it."""
        inside = area.inset(36, 0)
        self._shelf = ShelfLayout(area, landscape.land_height(area) - 40, PORTRAIT_BOX_HEIGHT, named=False)
        self._layout_boxes(BOX_SLOT_WIDTH)
        self._logo = Rect(inside.x - 6, 18, 94 * LOGO_RATIO, 94)
        self.quit.layout(Rect(inside.right - 68, 28, 68, 68))
        self.settings.layout(Rect(inside.right - 2 * 68 - BUTTON_GAP, 28, 68, 68))
        self._ribbon = Rect(inside.x, 114, inside.w, 68)
        self._hints, room = inside.cut_bottom(56, 8)
        rest, room = room.cut_bottom(60, BUTTON_GAP)
        second, room = room.cut_bottom(72, BUTTON_GAP)
        first, room = room.cut_bottom(80, BUTTON_GAP)
        top = (self._shelf.front.bottom + room.bottom) / 2 - 92
        self._name = Rect(inside.x, top, inside.w, 66)
        self._line = Rect(inside.x, top + 64, inside.w, 80)
        self._facts = Rect(inside.x, top + 144, inside.w, 40)
        self.play.layout(first)
        for choice, place in zip((self.lan, self.watch), second.columns(1, 1, gap=BUTTON_GAP), strict=True):
            choice.layout(place)
        self._layout_rest(rest, BUTTON_GAP)

    def _layout_boxes(self, widest: float) -> None:
        for box, place in zip(self.boxes, self._shelf.slots(widest), strict=True):
            box.layout(place)

    def _layout_rest(self, row: Rect, gap: float) -> None:
        """Secondary choices in a row; without their signs where these leave no room for the words."""
        rest = [choice for choice in self.choices[3:] if choice.visible]
        words = [self.app.canvas.measure(label_words(each.label), "small")[0] for each in rest]
        room = row.w - gap * (len(rest) - 1) - sum(words)
        signed = self._shelf.named or room >= SIGNED_ROOM * len(rest)
        shares = [1.0 if self._shelf.named else wide + room / len(rest) for wide in words]
        for choice, place in zip(rest, row.columns(*shares, gap=gap), strict=True):
            choice.icon = self._signs[choice] if signed else ""
            choice.layout(place)

    # --- choices ------------------------------------------------------------------------------

    def choose(self, key: str, now: float) -> None:
        """Bring another box forward, and unfold its land."""
        if key == self.game:
            return
        self.app.sound("paper_slide")
        box = self._box_of(key)
        self.land.unfold(key, box.slot.cx, self.app.motion, now)
        self._step_forward(now)
        self._follow()

    def _step_forward(self, now: float) -> None:
        for box in self.boxes:
            box.choose(box.box.key == self.game, self.app.motion, now)

    def _follow(self) -> None:
        """Update the choices: to go on with a game where one waits, the archive where there is one."""
        here, there = local_server.may_resume(), seat_keys.remembered_seats()
        self.resume_.visible = here or bool(there)
        self.resume_.tip = (
            "" if here or not there else lambda: self._translate("resume_there", server=there[0].server)
        )
        self.challenge.visible = self.actions.has_challenge()
        self.archive.visible = self._kept is not None and self._kept.games > 0
        self.resume_.kind = "primary" if self.resume_.visible else "plain"
        self.play.kind = "plain" if self.resume_.visible else "primary"
        self.layout(self.app.canvas.area)
        current = self.focus.current
        if current is None or not current.focusable or current in (self.play, self.resume_):
            self.focus.focus(self._likeliest, self.app.now)
        self.focus.point_again(self.app.now)

    @property
    def _likeliest(self) -> Button:
        """Likeliest choice, for the first focus."""
        return self.resume_ if self.resume_.visible else self.play

    def _pick(self, key: str) -> None:
        """Bring a box that was clicked or accepted forward; play it if it is already the chosen one."""
        if key != self.game:
            self.choose(key, self.app.now)
        else:
            self.actions.play_here(key)

    # --- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        self._heard, self._alone = intent.at, False
        if self.focus.modal is not None:
            return self.focus.handle(intent)
        if isinstance(intent, MoveFocus) and self._move(intent):
            return True
        if isinstance(intent, Turn | Scroll):
            return self._step_box(intent.step, intent.at) if intent.step else True
        if self.focus.handle(intent):
            current = self.focus.current
            if isinstance(intent, Cycle) and isinstance(current, BoxWidget):
                self.choose(current.box.key, intent.at)
            return True
        return self._handle_shortcut(intent)

    def _handle_shortcut(self, intent: Intent) -> bool:
        if isinstance(intent, Menu):
            self.app.sound("accept")
            self.actions.settings()
        elif isinstance(intent, Help):
            self.actions.rules(self.game)
        elif isinstance(intent, Back):
            self._ask_to_quit()
        else:
            return False
        return True

    def _ask_to_quit(self) -> None:
        self.app.sound("back")
        answers = (
            (self._translate("quit_yes"), self.actions.quit),
            (self._translate("quit_no"), lambda: None),
        )
        title = self._translate("quit_title")
        dialog = Dialog(title, buttons=answers, at=self.app.now, width=640, sound=self.app.sound)
        self.focus.open(dialog)

    def _move(self, move: MoveFocus) -> bool:
        """Move the focus where geometry does not do it well: among the main choices, to and from the chosen
        box.
        """
        current = self.focus.current
        if isinstance(current, BoxWidget):
            return self._move_from_box(current, move)
        target = self._beyond(current, move)
        if target is None:
            return False
        self.focus.focus(target, move.at, quiet=False)
        return True

    def _beyond(self, current: Widget | None, move: MoveFocus) -> Widget | None:
        """Widget beyond the edge of a group."""
        above = self.area.w < self.area.h
        here = self._box_of(self.game)
        if current in (self.settings, self.quit) and move.dy > 0:
            return here if above else self.watch
        if current in ((self.play,) if above else self.choices[3:]) and move.dy == (-1 if above else 1):
            return here
        ends: dict[tuple[Widget | None, int], Widget] = {
            (self.play, -1): self.watch,
            (self.watch, 1): self.play,
        }
        return None if above or move.dy else ends.get((current, move.dx))

    def _move_from_box(self, widget: BoxWidget, move: MoveFocus) -> bool:
        """Move along the shelf, each step brings a box forward; up or down leads to the choices."""
        if move.dy:
            above = self.area.w < self.area.h
            to = self._likeliest if (move.dy > 0) == above else self.settings if above else None
            if to is not None:
                self.focus.focus(to, move.at, quiet=False)
            return to is not None
        index = SHELF_GAMES.index(widget.box.key) + move.dx
        if not move.dx or not 0 <= index < len(SHELF_GAMES):
            return False
        self.focus.focus(self.boxes[index], move.at, quiet=True)
        self.choose(SHELF_GAMES[index], move.at)
        return True

    def _step_box(self, step: int, at: float) -> bool:
        """Choose the next or previous box, around the end, whatever has the focus."""
        key = SHELF_GAMES[(SHELF_GAMES.index(self.game) + step) % len(SHELF_GAMES)]
        if isinstance(self.focus.current, BoxWidget):
            self.focus.focus(self._box_of(key), at)
        self.choose(key, at)
        return True

    # --- time ---------------------------------------------------------------------------------

    @property
    def bed(self) -> str:
        return "title"

    def update(self, now: float) -> None:
        if self.app.top is not self:
            self._heard = None
            return
        if self._kept is None and self.app.frames > 2:
            self._kept = last_game.last_game()
            self._follow()
        if self._heard is None:
            self._heard = now
        rest = now - self._heard
        if rest >= (SHOW_INTERVAL if self._alone else IDLE_DELAY):
            self._heard, self._alone = now, False
            self.actions.idle(self.game, self._show_next)
        elif rest >= PREPARE_DELAY and self.app.frames > 2:
            self._prepare_one()

    def _show_next(self) -> None:
        """After a show that nobody ended, begin that of the next box soon."""
        self._alone = True
        self._step_box(1, self.app.now)

    def _prepare_one(self) -> None:
        size = self.app.canvas.surface.get_size()
        for key in SHELF_GAMES:
            mark = f"{key} {size} {self.app.theme.name}"
            if mark not in self._prepared:
                self._prepared.add(mark)
                landscape.prepare(self.app.canvas, key)
                return

    def still(self, now: float) -> bool:
        """Whether nothing drifts: with reduced motion the picture rests between two inputs."""
        if self.focus.modal is not None:
            return self.focus.modal.still(now)
        moving = self.land.moving(now) or any(box.moving(now) for box in self.boxes)
        return self.app.motion.reduced and self.focus.still(now) and not moving

    def needs_frames(self, now: float) -> bool:
        """Whether boxes or the land are in motion; what always drifts is slow and needs no full rate."""
        return self.land.moving(now) or any(box.moving(now) for box in self.boxes)

    # --- looks --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        reduced = self.app.motion.reduced
        self.land.draw(canvas, now, reduced)
        draw_plank(canvas, self._shelf)
        for box in self.boxes:
            draw_lamplight(canvas, box, now, reduced)
        if not reduced:
            draw_dust(canvas, self._shelf.floor, now)
        self._draw_words(canvas)
        if self._shelf.named:
            for box in self.boxes:
                draw_name(canvas, box, self._shelf)
        self._draw_hints(canvas)
        self.focus.draw(canvas, now)

    def _draw_words(self, canvas: Canvas) -> None:
        canvas.picture(LOGO_FILE, self._logo)
        self._draw_winner(canvas)
        line = self.app.translate(f"screen.shelf.{self.game}.line")
        wide = balanced_width(canvas, line, self._line.w)
        place = Rect(self._line.x, self._line.y, wide, self._line.h)
        covered = canvas.text(line, place, "body", "ink", valign="bottom", fit="wrap")
        name = self._name.moved(0, covered.y - self._line.y)
        size = None if self._shelf.named else 60.0
        canvas.text(self._info.title, name, "title", "ink", valign="bottom", size=size)
        self._draw_facts(canvas)

    def _draw_winner(self, canvas: Canvas) -> None:
        """Draw the last winner with the seat's symbol, on dark paper."""
        newest = self._kept.newest if self._kept is not None else None
        words = last_game.winner_words(newest, date.today(), self.app.translate) if newest is not None else ""
        if not words:
            return
        room = self._ribbon
        wide, high = canvas.measure(words, "small", wrap_at=room.w - 86)
        place = room.place(wide + 86, min(room.h, high + 14), "topright" if self._shelf.named else "topleft")
        canvas.rounded(place, 24, (*canvas.colour("night")[:3], 190))
        sign, rest = place.inset(18, 0).cut_left(32, 14)
        icon(canvas, "crown", sign, "lamp")
        canvas.text(words, rest, "small", "ink", fit="wrap")

    def _draw_facts(self, canvas: Canvas) -> None:
        x = self._facts.x
        icon(canvas, "people", Rect(x, self._facts.cy - 16, 32, 32), "lamp")
        seats = seat_range(self._info)
        words = self._translate("seats", seats=seats) if self._shelf.named else seats
        x = self._draw_fact(canvas, words, x + 44)
        canvas.circle((x + 22, self._facts.cy), 4, "lamp")
        self._draw_fact(canvas, self.app.translate(f"screen.shelf.{self.game}.kind"), x + 44)

    def _draw_fact(self, canvas: Canvas, words: str, x: float) -> float:
        """Draw one fact from x on; returns where it ends."""
        room = Rect(x, self._facts.y, self._facts.right - x, self._facts.h)
        return canvas.text(words, room, "small", "ink").right

    def _draw_hints(self, canvas: Canvas) -> None:
        hints = (
            Hint((Accept(),), self._translate("hint_choose")),
            Hint((Turn(step=-1), Turn(step=1)), self._translate("hint_game")),
            Hint((Menu(),), self._translate("settings")),
            Hint((Help(),), self._translate("rules")),
            Hint((Back(),), self._translate("quit")),
        )
        draw_hints(canvas, hints, self.app.labels, self._hints)

    # --- inside -------------------------------------------------------------------------------

    def _translate(self, key: str, **values: object) -> str:
        return self.app.translate(f"screen.title.{key}", **values)

    @property
    def _info(self) -> GameInfo:
        """Game whose box is in front."""
        return self._box_of(self.game).box

    def _box_of(self, key: str) -> BoxWidget:
        return self.boxes[SHELF_GAMES.index(key)]


def balanced_width(canvas: Canvas, words: str, widest: float) -> float:
    """Width at which the words take as many lines as at `widest`, with lines of about one length."""
    lines = canvas.measure(words, "body", wrap_at=widest)[1]
    for share in (0.55, 0.65, 0.75, 0.85, 0.92):
        if canvas.measure(words, "body", wrap_at=widest * share)[1] <= lines:
            return widest * share
    return widest
