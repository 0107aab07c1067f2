"""Screen with a question and its answers as buttons, one below the other: which game to go on with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from client.stage.window import Screen
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Intent
from client.ui.overlays import Hint, draw_hints
from client.ui.widgets import Button

QUESTION_WIDTH: Final = 860.0
BUTTON_HEIGHT: Final = 80.0
BUTTON_GAP: Final = 16.0


class QuestionScreen(Screen):
    """Question. `answers` are the words of each button and what it does; `back` is for none of them."""

    name = "question"

    def __init__(
        self,
        title: str,
        text: str,
        answers: Sequence[tuple[str, Callable[[], None]]],
        back: Callable[[], None],
    ) -> None:
        self.title, self.text = title, text
        self._answers = tuple(answers)
        self._back = back

    def enter(self) -> None:
        self.buttons = tuple(
            Button(words, partial(self._answer, act), kind="plain" if index else "primary")
            for index, (words, act) in enumerate(self._answers)
        )
        back = Button(self.app.label("lan.back"), self._back, icon="left", kind="quiet")
        self.focus = Focus((*self.buttons, back), self.app.sound)
        self.focus.focus(self.buttons[0], self.app.now)

    def _answer(self, act: Callable[[], None]) -> None:
        """Close the question and do the answer."""
        self.app.pop()
        act()

    def layout(self, area: Rect) -> None:
        self.area = area
        self.focus.layout(area)
        wide = min(QUESTION_WIDTH, area.w - 80)
        if area.w > area.h:
            self._title = Rect.around(area.cx, 170, area.w - 160, 110)
            self._text = Rect.around(area.cx, 310, min(1100.0, area.w - 160), 130)
            top = 410.0
        else:
            high = self.app.canvas.measure(self.text, "body", wrap_at=wide, even=True)[1]
            above = 0.25 * (area.h - 960)
            self._title = Rect(area.cx - wide / 2, above + 60, wide, 110)
            self._text = Rect(area.cx - wide / 2, self._title.bottom + 30, wide, high + 20)
            top = self._text.bottom + 36
        count = len(self.focus.widgets)
        step = min(BUTTON_HEIGHT + BUTTON_GAP, (area.h - 60 - top) / count)
        room = Rect(area.cx - wide / 2, top, wide, area.h - top)
        for widget, place in zip(
            self.focus.widgets, room.stack(count, step - BUTTON_GAP, BUTTON_GAP), strict=True
        ):
            widget.layout(place)
        self._hints = Rect(48, area.h - 48, area.w - 96, 46)

    def handle(self, intent: Intent) -> bool:
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Back):
            self.app.sound("back")
            self._back()
            return True
        return False

    def draw(self, canvas: Canvas, now: float) -> None:
        canvas.backdrop()
        canvas.text(self.title, self._title, "title", "ink", align="centre", fit="wrap")
        canvas.text(self.text, self._text, "body", "lamp", align="centre", fit="wrap")
        translate = self.app.translate
        hints = (Hint((Accept(),), translate("lan.hint.choose")), Hint((Back(),), translate("lan.hint.back")))
        draw_hints(canvas, hints, self.app.labels, self._hints)
        self.focus.draw(canvas, now)
