"""Daily challenge: a month of results on the left, the chosen day and what can be done on the right."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final

from msgspec.structs import replace

from client.screens.challenge.calendar import WEEK, Day, MonthWidget, draw_stars
from client.screens.shared.page import Page
from client.screens.shared.phrases import count_words
from client.screens.title.shelf import BOX_RATIO
from client.session.challenges import FIRST_DATE, ChallengeResults, Result, challenge_on, result_line
from client.ui.boxes import Box, column, row
from client.ui.canvas import Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.input import copy_text
from client.ui.intents import Accept, Back, Help, Intent, Scroll, Turn
from client.ui.overlays import Hint
from client.ui.widgets import Button
from core.challenge import Challenge
from core.game import Refusal, Refused

MONTH_SHARE: Final = 1.35
"""Share of a page that the calendar has, that of the chosen day being 1."""
HEAD_HEIGHT: Final = 64.0
WEEKDAY_HEIGHT: Final = 40.0
BUTTON_HEIGHT: Final = 76.0
BOX_HEIGHT: Final = 300.0
STARS_HEIGHT: Final = 64.0
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


class ChallengeScreen(Page):
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
        super().__init__()
        self.results, self.actions = results, actions
        self._today = today
        self.today = today()
        self._next_look = -math.inf
        self._turned = -math.inf
        self._first_chosen = chosen or self.today

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        label = self.app.label
        self.month = MonthWidget(self.today, self.day, self.arrange)
        self.earlier = Button("", lambda: self.month.turn(-1), icon="left", kind="quiet")
        self.later = Button("", lambda: self.month.turn(1), icon="right", kind="quiet")
        self.play = Button(self._play_words, self._play, icon="play", kind="primary")
        self.copy = Button(label("challenge.copy"), self._copy, icon="copy")
        self.back = Button(label("challenge.back"), self.go_back, icon="left", kind="quiet")
        if self.results.notice:
            self.app.notice(self.app.translate(self.results.notice), "bad")
        self.month.chosen = self._first_chosen
        self.begin()

    def resume(self) -> None:
        self.today = self.month.today = self._today()
        self.arrange()
        self.focus.focus(self.likeliest(), self.app.now)

    def go_back(self) -> None:
        self.actions.back()

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
        self.arrange()
        self._turned = now
        self.app.refresh()

    # --- what is on the page ------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.app.translate("challenge.title")

    @property
    def subtitle(self) -> str:
        streak = self.results.streak(self.person, self.today)
        return count_words(self.app.translate, "challenge.streak", streak)

    def body(self) -> Box:
        """The month, and beside or below it the chosen day."""
        earlier, later = Box(content=self.earlier, size=72), Box(content=self.later, size=72)
        shown = self.words(self._month_words, "heading", align="centre")
        head = row(earlier, shown, later, size=HEAD_HEIGHT)
        weekdays = Box(content=self._draw_weekdays, size=WEEKDAY_HEIGHT)
        month = self.sheet("", head, weekdays, self.month, gap=4, share=MONTH_SHARE)
        date_height, button_height = (36.0, 62.0) if self.upright else (44.0, BUTTON_HEIGHT)
        chosen = self.words(self._date_words, ink="lamp", size=date_height)
        button = self._button()
        buttons = () if button is None else (Box(content=button, size=button_height),)
        return self.spread(month, self.sheet("", chosen, *self._game_parts(), *buttons))

    def _game_parts(self) -> tuple[Box, ...]:
        """Box and words of the chosen day's game; or why the day has none."""
        challenge = self.challenge
        if isinstance(challenge, Refusal):
            why = self.app.label(challenge.code, **challenge.values)
            return (self.words(why, valign="top", fit="wrap"),)
        game = challenge.game.info
        name = self.words(lambda: game.title, "heading", size=48 if self.upright else 62)
        goal = self.words(
            self._goal_words, "small" if self.upright else "body", "quiet", valign="top", fit="wrap"
        )
        stars = () if self.result is None else (Box(content=self._draw_stars, limit=STARS_HEIGHT),)
        words = column(name, *stars, goal, gap=6, share=3)
        picture = Box(
            content=lambda canvas, rect, _: canvas.picture(f"shelf/{game.key}.svg", rect), ratio=BOX_RATIO
        )
        if self.upright:
            return (row(replace(picture, anchor="topleft"), words, gap=20),)
        return replace(picture, size=BOX_HEIGHT, anchor="left"), words

    def _button(self) -> Button | None:
        """Button for the chosen day, if anything can be done with it."""
        if self.result is not None:
            return self.copy
        return self.play if isinstance(self.challenge, Challenge) else None

    def likeliest(self) -> Widget:
        return self._button() or self.month

    def bar(self) -> tuple[Box, ...]:
        return (Box(content=self.back, size=230),)

    def hints(self) -> tuple[Hint, ...]:
        translate = self.app.translate
        return (
            Hint((Accept(),), translate("lan.hint.choose")),
            Hint((Turn(step=-1), Turn(step=1)), translate("challenge.months_hint")),
            Hint((Back(),), translate("challenge.back")),
        )

    # --- the chosen day -------------------------------------------------------------------------

    @property
    def person(self) -> str:
        """Name of the first person here, whose results these are."""
        return self.app.settings.name(0)

    @property
    def challenge(self) -> Challenge | Refusal:
        """Challenge of the chosen day, or why it has none; that of a result does not depend on the clock."""
        result = self.result
        try:
            return challenge_on(self.month.chosen, self.today if result is None else result.date)
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

    def _play_words(self) -> str:
        begun = self.results.begun(self.month.chosen, self.person) is not None
        return self.app.translate("challenge.go_on" if begun else "challenge.play")

    def _play(self) -> None:
        if self._button() is self.play and isinstance(challenge := self.challenge, Challenge):
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
        if isinstance(intent, Accept) and self.focus.current is self.month and self._button() is self.play:
            self.play.press()
            return True
        if isinstance(intent, Turn | Scroll):
            if intent.step:
                self.app.sound("paper_slide")
                self.month.turn(intent.step)
            return True
        if super().handle(intent):
            return True
        if isinstance(intent, Help) and isinstance(challenge := self.challenge, Challenge):
            self.actions.rules(challenge.game.info.key)
            return True
        return False

    def still(self, now: float) -> bool:
        return self.focus.still(now) and now > self._turned

    # --- looks and words ------------------------------------------------------------------------

    def _draw_weekdays(self, canvas: Canvas, rect: Rect, now: float) -> None:
        names = self.app.translate("challenge.weekdays").split()
        for name, place in zip(names, rect.columns(*[1] * WEEK), strict=True):
            canvas.text(name, place, "small", "quiet", align="centre")

    def _draw_stars(self, canvas: Canvas, rect: Rect, now: float) -> None:
        if self.result is not None:
            draw_stars(canvas, self.result.stars, rect.cut_left(3 * rect.h + 8)[0])

    def _month_words(self) -> str:
        translate, shown = self.app.translate, self.month.chosen
        name = translate("challenge.months").split()[shown.month - 1]
        return translate("challenge.month", month=name, year=shown.year)

    def _date_words(self) -> str:
        shown = self.month.chosen
        if shown == self.today:
            return self.app.translate("challenge.today", date=shown.isoformat())
        return shown.isoformat()

    def _goal_words(self) -> str:
        """Sentence about the goal, or about what was reached."""
        translate, challenge, result = self.app.translate, self.challenge, self.result
        assert isinstance(challenge, Challenge)
        if result is None:
            kind = "find" if challenge.is_puzzle else "beat"
            return translate(f"challenge.{kind}", others=challenge.seats - 1)
        if not challenge.is_puzzle:
            return translate("challenge.reached.score", score=result.score)
        if not result.stars:
            return translate("challenge.reached.shown")
        return count_words(translate, "challenge.reached.tries", result.tries)
