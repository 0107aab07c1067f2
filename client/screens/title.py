"""The title screen: the arcade shelf with its five boxes, and the big choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from client import couch, returns
from client.app import App, Screen
from client.screens import land
from client.screens.parts import margin
from client.screens.shelf import (
    SHELF,
    BoxWidget,
    draw_dust,
    draw_lamplight,
    draw_name,
    draw_plank,
    seat_range,
)
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Cycle, Help, Intent, Menu, Move, Scroll, Turn
from client.ui.overlays import Dialog, Hint, draw_hints
from client.ui.symbols import icon
from client.ui.widgets import Button
from core.game import GameInfo
from core.games import GAMES

IDLE: Final = 30.0
"""Seconds without input after which the shelf entertains itself."""
NEXT: Final = 8.0
"""Seconds between two shows that nobody ended."""

REST: Final = 0.6
"""Seconds without input after which the lands not seen yet are prepared, one at a time."""


@dataclass(frozen=True)
class TitleActions:
    """What the choices lead to."""

    play_here: Callable[[str], None]
    play_lan: Callable[[str], None]
    watch: Callable[[str], None]
    resume: Callable[[], None]
    settings: Callable[[], None]
    archive: Callable[[], None]
    rules: Callable[[str], None]
    quit: Callable[[], None]
    idle: Callable[[str, Callable[[], None]], None]
    """Show the game in front; calls back if nobody ended it."""


class TitleScreen(Screen):
    """The shelf. `game` is the box that stands in front at first."""

    name = "title"

    def __init__(self, app: App, actions: TitleActions, game: str = GAMES[0].info.key) -> None:
        self.app = app
        self.actions = actions
        self.land = land.Land(game)
        self._prepared: set[str] = set()
        self._heard: float | None = None
        self._alone = False

    @property
    def game(self) -> str:
        """The key of the box that stands in front."""
        return self.land.game

    # --- what stands where --------------------------------------------------------------------

    def enter(self) -> None:
        self.boxes = tuple(self._box(game.info) for game in GAMES)
        self._build_choices()
        first_row = (self.lan, self.play, self.watch)
        self.choices = (*first_row, self.rules, self.resume_, self.settings)
        self.focus = Focus((*self.choices, *self.boxes, self.archive, self.quit), self.app.sound)
        self._step_forward(self.app.now)
        self._follow()

    def _box(self, info: GameInfo) -> BoxWidget:
        return BoxWidget(info, lambda: self._pick(info.key))

    def _build_choices(self) -> None:
        def button(key: str, sign: str, press: Callable[[], None], primary: bool = False) -> Button:
            return Button(lambda: self._say(key), press, icon=sign, kind="primary" if primary else "plain")

        act = self.actions
        self.play = button("play", "play", lambda: act.play_here(self.game), primary=True)
        self.lan = button("lan", "lan", lambda: act.play_lan(self.game))
        self.watch = button("watch", "eye", lambda: act.watch(self.game))
        self.rules = button("rules", "book", lambda: act.rules(self.game))
        self.resume_ = button("resume", "step", act.resume)
        self.settings = button("settings", "gear", act.settings)
        self.archive = Button(lambda: self.app.say("archive.title"), act.archive, icon="crown")
        self.quit = button("quit", "door", act.quit)

    def resume(self) -> None:
        self._heard = None
        self._follow()

    def layout(self, area: Rect) -> None:
        self.focus.layout(area)
        side = margin(area)
        self._layout_top(area, side)
        column = Rect(side, 108, min(1060.0, area.w * 0.64), 0)
        self._name = Rect(column.x, 96, column.w, 116)
        self._line = Rect(column.x, 214, min(880.0, column.w - 20), 92)
        self._facts = Rect(column.x, 324, column.w, 44)
        rows = Rect(column.x, 396, column.w, 184).rows(96, 72, gap=16)
        places = [*rows[0].columns(1, 1, 1, gap=20), *rows[1].columns(1, 1, 1, gap=20)]
        for choice, place in zip(self.choices, places, strict=True):
            choice.layout(place)
        slot = min(340.0, (area.w - 60) / len(SHELF))
        shelf = Rect.around(area.cx, 0, slot * len(SHELF), 1080)
        for box, place in zip(self.boxes, shelf.columns(*[1] * len(SHELF)), strict=True):
            box.layout(place)
        self._hints = Rect(48, 1032, area.w - 96, 46)

    def _layout_top(self, area: Rect, side: float) -> None:
        self._mark = Rect(side, 30, 52, 52)
        self._wordmark = Rect(side + 68, 26, 360, 60)
        self.quit.layout(Rect(area.w - side - 230, 28, 230, 60))
        self.archive.layout(Rect(area.w - side - 230 - 16 - 250, 28, 250, 60))

    # --- what is chosen -----------------------------------------------------------------------

    def choose(self, key: str, now: float) -> None:
        """Another box comes forward and its land unfolds."""
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
        """Whether there is a game to go on with."""
        here, there = couch.waits(), returns.places()
        self.resume_.enabled = here or bool(there)
        if there and not here:
            self.resume_.tip = lambda: self._say("resume_there", server=there[0].server)
        else:
            self.resume_.tip = "" if here else lambda: self._say("no_resume")
        if self.focus.current is None:
            self.focus.focus(self.play, self.app.now)

    def _pick(self, key: str) -> None:
        """A box was clicked or accepted: it comes forward, and the chosen one is played."""
        if key != self.game:
            self.choose(key, self.app.now)
        else:
            self.actions.play_here(key)

    # --- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        self._heard, self._alone = intent.at, False
        if self.focus.modal is not None:
            return self.focus.handle(intent)
        current = self.focus.current
        if isinstance(intent, Move) and intent.dy > 0 and current in (self.archive, self.quit):
            self.focus.focus(self.watch, intent.at, quiet=False)
            return True
        if isinstance(intent, Move) and isinstance(current, BoxWidget):
            return self._move_from_box(current, intent)
        if isinstance(intent, Move) and intent.dy > 0 and current in self.choices[3:]:
            self.focus.focus(self._box_of(self.game), intent.at, quiet=False)
            return True
        if isinstance(intent, Turn | Scroll):
            step = intent.step if isinstance(intent, Turn) else (-1 if intent.dy > 0 else 1)
            return self._leaf(step, intent.at)
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
        answers = ((self._say("quit_yes"), self.actions.quit), (self._say("quit_no"), lambda: None))
        title = self._say("quit_title")
        dialog = Dialog(title, buttons=answers, at=self.app.now, width=640, sound=self.app.sound)
        self.focus.open(dialog)

    def _move_from_box(self, box: BoxWidget, move: Move) -> bool:
        """Along the shelf every step brings a box forward; up leads to the choices."""
        if move.dy < 0:
            self.focus.focus(self.play, move.at, quiet=False)
            return True
        index = SHELF.index(box.box.key) + move.dx
        if not move.dx or not 0 <= index < len(SHELF):
            return False
        self.focus.focus(self.boxes[index], move.at, quiet=True)
        self.choose(SHELF[index], move.at)
        return True

    def _leaf(self, step: int, at: float) -> bool:
        """The next or previous box, around the end, wherever the focus is."""
        key = SHELF[(SHELF.index(self.game) + step) % len(SHELF)]
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
        if self._heard is None:
            self._heard = now
        rest = now - self._heard
        if rest >= (NEXT if self._alone else IDLE):
            self._heard, self._alone = now, False
            self.actions.idle(self.game, self._show_next)
        elif rest >= REST and self.app.frames > 2:
            self._prepare_one()

    def _show_next(self) -> None:
        """A show was over and nobody was there: soon the next box has its turn."""
        self._alone = True
        self._leaf(1, self.app.now)

    def _prepare_one(self) -> None:
        size = self.app.canvas.surface.get_size()
        for key in SHELF:
            mark = f"{key} {size} {self.app.theme.name}"
            if mark not in self._prepared:
                self._prepared.add(mark)
                land.prepare(self.app.canvas, key)
                return

    def still(self, now: float) -> bool:
        """With reduced motion nothing drifts: the picture rests between two inputs."""
        if self.focus.modal is not None:
            return self.focus.modal.still(now)
        moving = self.land.moving(now) or any(box.moving(now) for box in self.boxes)
        return self.app.motion.reduced and self.focus.still(now) and not moving

    def lively(self, now: float) -> bool:
        """Boxes and the land behind them on their way; what drifts for ever is slow."""
        return self.land.moving(now) or any(box.moving(now) for box in self.boxes)

    # --- looks --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        reduced = self.app.motion.reduced
        self.land.draw(canvas, now, reduced)
        draw_plank(canvas)
        for box in self.boxes:
            draw_lamplight(canvas, box.slot.cx, min(1.0, box.forward(now)), now, reduced)
        if not reduced:
            draw_dust(canvas, now)
        self._draw_words(canvas)
        for box in self.boxes:
            draw_name(canvas, box)
        self._draw_hints(canvas)
        self.focus.draw(canvas, now)

    def _draw_words(self, canvas: Canvas) -> None:
        canvas.picture("icons/app.svg", self._mark)
        canvas.text("Tilewright", self._wordmark, "heading", "lamp")
        line = self.app.say(f"screen.shelf.{self.game}.line")
        wide = balanced(canvas, line, self._line.w)
        place = Rect(self._line.x, self._line.y, wide, self._line.h)
        said = canvas.text(line, place, "body", "ink", valign="bottom", fit="wrap")
        name = self._name.moved(0, said.y - self._line.y)
        canvas.text(self._info.title, name, "title", "ink", valign="bottom")
        self._draw_facts(canvas)

    def _draw_facts(self, canvas: Canvas) -> None:
        x = self._facts.x
        icon(canvas, "people", Rect(x, self._facts.cy - 16, 32, 32), "lamp")
        x = self._draw_fact(canvas, self._say("seats", seats=seat_range(self._info)), x + 44)
        canvas.circle((x + 22, self._facts.cy), 4, "lamp")
        self._draw_fact(canvas, self.app.say(f"screen.shelf.{self.game}.kind"), x + 44)

    def _draw_fact(self, canvas: Canvas, words: str, x: float) -> float:
        """One fact from x on; where it ends."""
        room = Rect(x, self._facts.y, self._facts.right - x, self._facts.h)
        return canvas.text(words, room, "small", "ink").right

    def _draw_hints(self, canvas: Canvas) -> None:
        hints = (
            Hint((Accept(),), self._say("hint_choose")),
            Hint((Turn(step=-1), Turn(step=1)), self._say("hint_game")),
            Hint((Menu(),), self._say("settings")),
            Hint((Help(),), self._say("rules")),
            Hint((Back(),), self._say("quit")),
        )
        draw_hints(canvas, hints, self.app.device, self.app.say, self._hints)

    # --- inside -------------------------------------------------------------------------------

    def _say(self, key: str, **values: object) -> str:
        return self.app.say(f"screen.title.{key}", **values)

    @property
    def _info(self) -> GameInfo:
        """The game whose box stands in front."""
        return self._box_of(self.game).box

    def _box_of(self, key: str) -> BoxWidget:
        return self.boxes[SHELF.index(key)]


def balanced(canvas: Canvas, words: str, widest: float) -> float:
    """The width at which the words take as many lines as at `widest`, but lines of about one length."""
    lines = canvas.measure(words, "body", wrap_at=widest)[1]
    for share in (0.55, 0.65, 0.75, 0.85, 0.92):
        if canvas.measure(words, "body", wrap_at=widest * share)[1] <= lines:
            return widest * share
    return widest
