"""Daily challenge: a month of results on the left, the chosen day and what can be done on the right."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final

from client.screens.challenge.calendar import WEEK, Day, MonthWidget, draw_stars
from client.screens.shared.parts import below_heading
from client.screens.shared.phrases import count_words
from client.screens.title.shelf import BOX_RATIO
from client.session.challenges import FIRST_DATE, ChallengeResults, Result, challenge_on, result_line
from client.stage.window import Screen
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.input import copy_text
from client.ui.intents import Accept, Back, Help, Intent, Scroll, Turn
from client.ui.overlays import Hint, draw_hints
from client.ui.theme import Role
from client.ui.widgets import Button
from core.challenge import Challenge
from core.game import Refusal, Refused

HEAD_HEIGHT: Final = 64.0
WEEKDAY_HEIGHT: Final = 40.0
BUTTON_HEIGHT: Final = 76.0
STARS_HEIGHT: Final = 64.0
DAY_SHARE: Final = 0.41
"""Share of a high window's height for the chosen day."""
DATE_INTERVAL: Final = 1.0
"""Seconds after which the machine is asked for its date again."""


@dataclass(frozen=True)
class ChallengeActions:
    """Callbacks to other screens.

    `play(date, today, challenge)` begins the challenge of a date on the day that the calendar shows as today,
    or goes on with it.
    """

    play: Callable[[date, date, Challenge], None]
    rules: Callable[[str], None]
    back: Callable[[], None]


class ChallengeScreen(Screen):
    """Calendar of one person's challenges. It follows `today` while it is open: over midnight, to another
    time zone, and back where a clock is set back.
    """

    name = "challenge"

    def __init__(
        self,
        results: ChallengeResults,
        today: Callable[[], date],
        actions: ChallengeActions,
        chosen: date | None = None,
    ) -> None:
        self.results, self.actions = results, actions
        self._today = today
        self.today = today()
        self._next_look = -math.inf
        self._turned = -math.inf
        self._first_chosen = chosen or self.today

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        translate = self.app.translate
        self.month = MonthWidget(self.today, self.day, self._follow)
        self.earlier = Button("", lambda: self.month.turn(-1), icon="left", kind="quiet")
        self.later = Button("", lambda: self.month.turn(1), icon="right", kind="quiet")
        self.play = Button(self._play_words, self._play, icon="play", kind="primary")
        self.copy = Button(lambda: translate("challenge.copy"), self._copy, icon="copy")
        self.back = Button(lambda: translate("challenge.back"), self.actions.back, icon="left", kind="quiet")
        self.focus = Focus(
            (self.month, self.earlier, self.later, self.play, self.copy, self.back), self.app.sound
        )
        if self.results.notice:
            self.app.notice(translate(self.results.notice), "bad")
        self.month.chosen = self._first_chosen
        self._follow()
        self._focus_likeliest()

    def resume(self) -> None:
        self.today = self.month.today = self._today()
        self._follow()
        self._focus_likeliest()

    def update(self, now: float) -> None:
        if self.app.top is not self or now < self._next_look:
            return
        self._next_look = now + DATE_INTERVAL
        if self._today() != self.today:
            self._turn_day(now)

    def _turn_day(self, now: float) -> None:
        """Move on to the day it is now; so does the choice, unless somebody is looking at another day."""
        before, self.today = self.today, self._today()
        self.month.today = self.today
        if self.month.chosen == before:
            self.month.chosen = self.today
        self._follow()
        self._turned = now
        self.app.refresh()

    def _focus_likeliest(self) -> None:
        likeliest = next((each for each in (self.play, self.copy) if each.visible), self.month)
        self.focus.focus(likeliest, self.app.now)

    def layout(self, area: Rect) -> None:
        self.area = area
        self.focus.layout(area)
        if area.w < area.h:
            self._lay_above(area)
        else:
            self._lay_beside(area)

    def _lay_beside(self, area: Rect) -> None:
        inside, self._title, self._line = below_heading(area)
        left, right = Rect(inside.x, 184, inside.w, 760).columns(1.35, 1, gap=32)
        self._lay_month(left)
        self._lay_day(right)
        bar = Rect(inside.x, 972, inside.w, BUTTON_HEIGHT)
        self.back.layout(bar.place(230, BUTTON_HEIGHT, "right"))
        self._hints = Rect(bar.x, bar.y, bar.w - 250, bar.h)

    def _lay_above(self, area: Rect) -> None:
        inside = area.inset(28, 14)
        self._title, rest = inside.cut_top(72, 0)
        self._line, rest = rest.cut_top(40, 8)
        bar, rest = rest.cut_bottom(62, 10)
        self.back.layout(bar.place(230, 62, "right"))
        self._hints = Rect(0, 0, 0, 0)
        day, month = rest.cut_bottom(rest.h * DAY_SHARE, 12)
        self._lay_month(month)
        self._lay_day(day)

    def _lay_month(self, room: Rect) -> None:
        self._sheet = room
        head, rest = room.inset(24, 18).cut_top(HEAD_HEIGHT, 4)
        earlier, head = head.cut_left(72, 8)
        later, self._head = head.cut_right(72, 8)
        self.earlier.layout(earlier)
        self.later.layout(later)
        self._weekdays, rest = rest.cut_top(WEEKDAY_HEIGHT, 4)
        self.month.layout(rest)

    def _lay_day(self, room: Rect) -> None:
        self._card = room
        above = self.area.w < self.area.h
        inner = room.inset(*((20, 16) if above else (28, 22)))
        if self.play.visible or self.copy.visible:
            do, inner = inner.cut_bottom(62 if above else BUTTON_HEIGHT, 12)
            self.play.layout(do)
            self.copy.layout(do)
        self._date, inner = inner.cut_top(36 if above else 44, 10)
        if above:
            high = min(inner.h, 300.0)
            box, self._words = inner.cut_left(high * BOX_RATIO, 20)
            self._box = box.place(box.w, high, "top")
        else:
            high = min(inner.h * 0.62, 300.0)
            box, self._words = inner.cut_top(high, 14)
            self._box = box.place(high * BOX_RATIO, high, "left")

    # --- the chosen day -------------------------------------------------------------------------

    @property
    def person(self) -> str:
        """Name of the first person here, whose results these are."""
        return self.app.settings.name(0)

    @property
    def challenge(self) -> Challenge | Refusal:
        """Challenge of the chosen day; or why it has none."""
        try:
            return challenge_on(self.month.chosen, self.today)
        except Refused as refused:
            return refused.refusal

    @property
    def result(self) -> Result | None:
        """Result of the chosen day."""
        return self.results.result(self.month.chosen, self.person)

    def day(self, day: date) -> Day:
        """State of a day."""
        result = self.results.result(day, self.person)
        if result is not None:
            return Day(day, "done", result.stars)
        if not FIRST_DATE <= day <= self.today:
            return Day(day, "none")
        if self.results.begun(day, self.person) is not None:
            return Day(day, "begun")
        return Day(day, "open" if day == self.today else "missed")

    def _follow(self) -> None:
        """Update the buttons to the chosen day."""
        challenge = self.challenge
        self.play.visible = isinstance(challenge, Challenge) and self.result is None
        self.copy.visible = self.result is not None
        self.layout(self.app.canvas.area)
        current = self.focus.current
        if current is not None and not current.focusable:
            self._focus_likeliest()

    def _play_words(self) -> str:
        begun = self.results.begun(self.month.chosen, self.person) is not None
        return self.app.translate("challenge.go_on" if begun else "challenge.play")

    def _play(self) -> None:
        challenge = self.challenge
        if isinstance(challenge, Challenge) and self.result is None:
            self.actions.play(self.month.chosen, self.today, challenge)

    def _copy(self) -> None:
        """Copy the result as a line of text and signs."""
        line = self._result_line()
        if line and copy_text(line):
            self.app.notice(self.app.translate("challenge.copied", line=line))
        else:
            self.app.notice(self.app.translate("challenge.not_copied", line=line), "bad")

    def _result_line(self) -> str:
        """The result as a line. What a date's challenge is does not depend on the clock."""
        result = self.result
        return "" if result is None else result_line(challenge_on(result.date, result.date), result)

    # --- input ----------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, Accept) and self.focus.current is self.month and self.play.visible:
            self.play.press()
            return True
        if isinstance(intent, Turn | Scroll):
            if intent.step:
                self.app.sound("paper_slide")
                self.month.turn(intent.step)
            return True
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Back):
            self.app.sound("back")
            self.actions.back()
            return True
        if isinstance(intent, Help) and isinstance(challenge := self.challenge, Challenge):
            self.actions.rules(challenge.game.info.key)
            return True
        return False

    def still(self, now: float) -> bool:
        return self.focus.still(now) and now > self._turned

    # --- looks ----------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        canvas.backdrop()
        translate = self.app.translate
        canvas.text(translate("challenge.title"), self._title, "title", "ink", fit="shrink")
        streak = count_words(translate, "challenge.streak", self.results.streak(self.person, self.today))
        canvas.text(streak, self._line, "body", "lamp", fit="shrink")
        canvas.panel(self._sheet, "sheet")
        canvas.panel(self._card, "sheet")
        self._draw_head(canvas)
        self._draw_card(canvas)
        if self._hints.w:
            hints = (
                Hint((Accept(),), translate("lan.hint.choose")),
                Hint((Turn(step=-1), Turn(step=1)), translate("challenge.months_hint")),
                Hint((Back(),), translate("challenge.back")),
            )
            draw_hints(canvas, hints, self.app.labels, self._hints)
        self.focus.draw(canvas, now)

    def _draw_head(self, canvas: Canvas) -> None:
        translate, shown = self.app.translate, self.month.chosen
        name = translate("challenge.months").split()[shown.month - 1]
        words = translate("challenge.month", month=name, year=shown.year)
        canvas.text(words, self._head, "heading", "ink", align="centre", fit="shrink")
        names = translate("challenge.weekdays").split()
        for name, place in zip(names, self._weekdays.columns(*[1] * WEEK), strict=True):
            canvas.text(name, place, "small", "quiet", align="centre")

    def _draw_card(self, canvas: Canvas) -> None:
        translate, challenge, result = self.app.translate, self.challenge, self.result
        if result is not None:
            challenge = challenge_on(result.date, result.date)
        canvas.text(self._date_words(), self._date, "body", "lamp", fit="shrink")
        if isinstance(challenge, Refusal):
            words = translate(challenge.code, **challenge.values)
            canvas.text(words, self._box.union(self._words), "body", "ink", valign="top", fit="wrap")
            return
        canvas.picture(f"shelf/{challenge.game.info.key}.svg", self._box)
        name, rest = self._words.cut_top(48 if self.area.w < self.area.h else 62, 4)
        canvas.text(challenge.game.info.title, name, "heading", "ink", fit="shrink")
        if result is None:
            kind = "find" if challenge.is_puzzle else "beat"
            words = translate(f"challenge.{kind}", others=challenge.seats - 1)
            canvas.text(words, rest, self._role, "quiet", valign="top", fit="wrap")
            return
        stars, rest = rest.cut_top(min(STARS_HEIGHT, rest.h * 0.5), 8)
        draw_stars(canvas, result.stars, stars.cut_left(3 * stars.h + 8)[0])
        canvas.text(self._reached(challenge, result), rest, self._role, "quiet", valign="top", fit="wrap")

    @property
    def _role(self) -> Role:
        """Type of the words about a day."""
        return "small" if self.area.w < self.area.h else "body"

    def _date_words(self) -> str:
        shown = self.month.chosen
        if shown == self.today:
            return self.app.translate("challenge.today", date=shown.isoformat())
        return shown.isoformat()

    def _reached(self, challenge: Challenge, result: Result) -> str:
        if not challenge.is_puzzle:
            return self.app.translate("challenge.reached.score", score=result.score)
        if not result.stars:
            return self.app.translate("challenge.reached.shown")
        return count_words(self.app.translate, "challenge.reached.tries", result.tries)
