"""Lesson screen: a table with a bubble over it that leads through somebody's first game."""

from __future__ import annotations

from collections.abc import Hashable

from client.screens.lesson import bubble
from client.screens.lesson.bubble import Bubble
from client.screens.lesson.lesson import Lesson
from client.screens.lesson.model import LessonModel, ShownStep
from client.screens.table.screen import TableActions, TableScreen
from client.screens.table.snapshot import ControlsSnapshot
from client.session.session import Session
from client.ui.canvas import Canvas
from client.ui.focus import Label
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Intent, PointAt, Press
from client.ui.overlays import Dialog, caps
from client.ui.widgets import Button


class LessonScreen(TableScreen):
    """Screen of a table with a lesson, until that is over or skipped."""

    model: LessonModel

    def __init__(self, session: Session, actions: TableActions, lesson: Lesson) -> None:
        super().__init__(session, actions)
        self.lesson = lesson
        self.bubble: Bubble | None = None
        self._shown: ShownStep | None = None
        self._laid_out: Hashable = None
        self._told_of_coach = False

    def _make_model(self) -> LessonModel:
        return LessonModel(self.app, self.session, self.lesson, self.actions.adviser)

    def enter(self) -> None:
        self.skip_button = Button(self._with_cap("lesson.skip", Back()), self.ask_to_skip, role="small")
        self.on_button = Button(self._with_cap("lesson.read_on", Accept()), self._read_on, kind="primary")
        super().enter()

    def _with_cap(self, key: str, intent: Intent) -> Label:
        """Label of a button, with the key that does the same on the device used last."""

        def words() -> str:
            keys = () if self.app.device.points else caps((intent,), self.app.labels)
            return " · ".join((self.app.translate(key), *keys))

        return words

    # --- input --------------------------------------------------------------------------------

    def _handle(self, intent: Intent) -> bool:
        if self.model.over or self.focus.modal is not None:
            return super()._handle(intent)
        if isinstance(intent, Back):
            if not self.focus.handle(intent):
                self.ask_to_skip()
            return True
        if isinstance(intent, PointAt | Press) and self._is_on_paper(intent.x, intent.y):
            if isinstance(intent, Press):
                self.model.read_on()
            return True
        return super()._handle(intent)

    def _is_on_paper(self, x: float, y: float) -> bool:
        """Whether a point lies on the bubble's paper, so that nothing under it is meant."""
        buttons = (self.skip_button, self.on_button)
        on_button = any(button.focusable and button.holds(x, y) for button in buttons)
        return self.bubble is not None and self.bubble.paper.contains(x, y) and not on_button

    def _read_on(self) -> None:
        self.model.read_on()
        self.focus.focus(self.widget, self.app.now)

    def ask_to_skip(self) -> None:
        """Ask whether the lesson shall end; the game goes on in any case."""
        translate = self.app.translate
        answers = ((translate("lesson.skip_yes"), self._skip), (translate("lesson.skip_no"), lambda: None))
        self.focus.open(
            Dialog(
                translate("lesson.skip_title"),
                translate("lesson.skip_text"),
                answers,
                at=self.app.now,
                first=0,
            )
        )

    def _skip(self) -> None:
        self.model.end()
        self.focus.focus(self.widget, self.app.now)

    # --- time ---------------------------------------------------------------------------------

    def _follow(self) -> None:
        super()._follow()
        self._follow_step()
        if self.model.over and not self._told_of_coach and self.model.coach.allowed:
            self._told_of_coach = True
            self.app.notice(self.app.translate("lesson.coach", **self.app.labels.names()))

    def _follow_step(self) -> None:
        """Lay the bubble out anew where the step, its places, the language or the keys' labels are others."""
        shown = self._shown = self.model.shown()
        key = shown, self.app.canvas.area, len(self.offers), self.app.settings.language, self.app.labels
        if key == self._laid_out:
            return
        self._laid_out = key
        if shown is None:
            self.bubble = None
        else:
            translate = self.app.translate
            head = translate("lesson.step", number=shown.number, count=shown.count)
            names = self.app.labels.names()
            text, task = (translate(key, **names) if key else "" for key in shown.text_keys(self.lesson.game))
            buttons = (*self.model.lay.tools, *self.model.lay.offers[: len(self.offers)])
            pieces = self.model.board.pieces_rect(self.model.frame())
            keep = (self.model.lay.prompt, *(() if pieces is None else (pieces,)))
            self.bubble = bubble.lay_out(self.app.canvas, head, text, task, shown.places, buttons, keep)
        self._place_buttons()

    def _place_buttons(self) -> None:
        found, none = self.bubble, Rect(0, 0, 0, 0)
        self.skip_button.layout(none if found is None else found.skip)
        self.on_button.layout(none if found is None else found.on)
        for button in (self.skip_button, self.on_button):
            button.visible = button.rect.h > 0
        if self.focus.current is not None and not self.focus.current.focusable:
            self.focus.focus(self.widget, self.app.now)

    def _place(self, controls: ControlsSnapshot) -> None:
        super()._place(controls)
        self.focus.set((*self.focus.widgets, self.skip_button, self.on_button), at=self.app.now)

    # --- looks --------------------------------------------------------------------------------

    def _draw_over(self, canvas: Canvas, now: float) -> None:
        shown = self._shown
        if self.bubble is None or shown is None:
            return
        if shown.kind in ("read", "do"):
            bubble.draw_shade(canvas, self.bubble)
        if shown.proposal is not None:
            self.model.board.draw_proposal(canvas, self.model.frame(), shown.proposal)
        bubble.draw_paper(canvas, self.bubble)
