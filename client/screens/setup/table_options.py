"""Options of the table in a set-up: thinking time, absence, spectators, password.

A row of the set-up sums them up in a sentence; pressing it opens a sheet with the choices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from assets.texts import TextLookup
from client.screens.shared.clock import clock_in_words, duration_words
from client.screens.shared.parts import draw_help, in_order
from client.screens.shared.password import PasswordField
from client.session.table_policy import (
    BONUS_SECONDS,
    CLOCK_MINUTES,
    SPECTATOR_DELAYS,
    TablePolicy,
    comparison,
)
from client.ui.animation import ease_out, progress
from client.ui.canvas import Canvas
from client.ui.focus import Focus, Label, Widget
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent
from client.ui.overlays import FADE_SECONDS
from client.ui.symbols import icon
from client.ui.widgets import Button, Choice
from core.protocol import messages as m

ROW_HEIGHT: Final = 76.0
ROW_GAP: Final = 12.0
SHEET_WIDTH: Final = 1080.0
NAME_SHARE: Final = 0.42
WORDS_SIZE: Final = 26.0
"""Units: the type of that sentence."""
SEPARATOR: Final = " · "
DUPLICATE_TABLES: Final = (2, 3, 4, 6, 8)
"""Numbers of tables of a duplicate to choose from."""


class TableChoices:
    """All choices about a table; without `lan` only those for people at one screen.

    `translate` knows every text.
    """

    def __init__(self, translate: TextLookup, lan: bool) -> None:
        self._translate = translate
        self.lan = lan
        away = [self._label("away_wait"), *map(self._level, m.OFFERED_LEVELS)]
        self.away = self._row("away", away)
        budgets: list[Label] = [self._time(60 * minutes) for minutes in CLOCK_MINUTES]
        self.thinking = self._row("thinking", [self._label("thinking_none"), *budgets], self._allow)
        self.bonus = self._row("bonus", [self._bonus(seconds) for seconds in BONUS_SECONDS])
        self.watching = self._row("watching", [self._delay(delay) for delay in SPECTATOR_DELAYS])
        self.password = PasswordField(
            self._label("password"),
            limit=m.PASSWORD_LENGTH,
            placeholder=self._label("password_none"),
            split=NAME_SHARE,
        )
        tables = [self._tables(count) for count in DUPLICATE_TABLES]
        together = tables if self.lan else [lambda: self._translate("duplicate.compare")]
        off: Label = lambda: self._translate("duplicate.off")  # noqa: E731
        self.duplicate = Choice(
            lambda: self._translate("duplicate.name"), [off, *together], 0, lambda _: None
        )
        self.duplicate.split = NAME_SHARE
        self.coach = self._row("coach", [self._label("coach_yes"), self._label("coach_no")])
        self._allow(0)

    @property
    def rows(self) -> tuple[Choice | PasswordField, ...]:
        """Widgets of the choices, from top to bottom."""
        clock = (self.thinking, self.bonus)
        if not self.lan:
            return (*clock, self.duplicate)
        return (self.away, *clock, self.watching, self.password, self.coach, self.duplicate)

    @property
    def policy(self) -> TablePolicy:
        """Policy as chosen."""
        if not self.lan:
            return TablePolicy(clock=self._clock, duplicate=self._duplicate)
        stand_in = (None, *m.OFFERED_LEVELS)[self.away.chosen]
        return TablePolicy(
            stand_in,
            self._clock,
            SPECTATOR_DELAYS[self.watching.chosen],
            self.password.password,
            self._duplicate,
            not self.coach.chosen,
        )

    @property
    def _duplicate(self) -> m.DuplicatePlan | None:
        """The duplicate as chosen; on a couch its AIs have the usual level until the seats are known."""
        if not self.duplicate.chosen:
            return None
        return m.DuplicatePlan(DUPLICATE_TABLES[self.duplicate.chosen - 1]) if self.lan else comparison(())

    @property
    def _clock(self) -> m.Clock | None:
        if not self.thinking.chosen:
            return None
        return m.Clock(
            60.0 * CLOCK_MINUTES[self.thinking.chosen - 1], float(BONUS_SECONDS[self.bonus.chosen])
        )

    def summary(self) -> str:
        """Summary of the choices in one line."""
        return SEPARATOR.join(self.parts())

    def parts(self) -> tuple[str, ...]:
        """Parts of the summary."""
        policy = self.policy
        clock = policy.clock
        words = "" if clock is None else clock_in_words(self._translate, clock)
        together = self._duplicate_words(policy)
        if not self.lan:
            return (self._word("says_thinking", time=words or self._word("thinking_none")), *together)
        away = self._word("says_stand_in" if policy.stand_in else "says_wait")
        bars = self._restriction_words(policy)
        if together:  # where nobody may watch before the end anyway
            bars = [self._word("says_password")] if policy.password else []
        return (away, words or self._word("says_no_clock"), *bars, *together)

    def _duplicate_words(self, policy: TablePolicy) -> tuple[str, ...]:
        """Words on a duplicate, if there is one."""
        plan = policy.duplicate
        if plan is None:
            return ()
        return (
            self._translate(
                "duplicate.says_tables" if self.lan else "duplicate.says_compare", count=plan.tables
            ),
        )

    def _restriction_words(self, policy: TablePolicy) -> list[str]:
        """Words on restrictions of spectators and guests, if there are any."""
        bars = []
        if policy.delay is None:
            bars.append(self._word("says_no_watch"))
        elif policy.delay:
            bars.append(self._word("says_late", time=duration_words(self._translate, policy.delay)))
        if policy.password:
            bars.append(self._word("says_password"))
        if not policy.coach:
            bars.append(self._word("says_no_coach"))
        return bars or [self._word("says_all")]

    def help(self, current: Widget | None) -> str:
        """Explanation of a row."""
        names = {
            self.away: "help_away",
            self.thinking: "help_thinking",
            self.bonus: "help_bonus",
            self.watching: "help_watching",
            self.password: "help_password",
            self.coach: "help_coach",
        }
        if current is self.duplicate:
            return self._translate("duplicate.help_lan" if self.lan else "duplicate.help_compare")
        return self._word(names[current]) if current in names else ""

    def _allow(self, _: int) -> None:
        """Enable extra time for every decision only with a clock."""
        self.bonus.enabled = self.thinking.chosen > 0
        self.bonus.tip = "" if self.bonus.enabled else self._label("bonus_why_not")

    def _row(
        self, key: str, option_labels: list[Label], change: Callable[[int], None] = lambda _: None
    ) -> Choice:
        row = Choice(self._label(key), option_labels, 0, change)
        row.split = NAME_SHARE
        return row

    def _word(self, key: str, **values: object) -> str:
        return self._translate(f"screen.setup.{key}", **values)

    def _label(self, key: str) -> Label:
        return lambda: self._word(key)

    def _level(self, level: m.Level) -> Label:
        return lambda: self._translate(f"table.bot.{level}")

    def _time(self, seconds: float) -> Label:
        return lambda: duration_words(self._translate, seconds)

    def _bonus(self, seconds: int) -> Label:
        if not seconds:
            return self._label("bonus_none")
        return lambda: self._word("bonus_some", time=duration_words(self._translate, seconds))

    def _tables(self, count: int) -> Label:
        return lambda: self._translate("duplicate.tables", count=count)

    def _delay(self, delay: float | None) -> Label:
        if delay is None:
            return self._label("watching_none")
        if not delay:
            return self._label("watching_all")
        return lambda: self._word("watching_late", time=duration_words(self._translate, delay))


class TableRow(Button):
    """Row with the summary in up to two lines; pressing it opens the sheet."""

    def __init__(self, choices: TableChoices, press: Callable[[], None]) -> None:
        super().__init__(choices.summary, press, icon="gear" if choices.lan else "clock", role="small")
        self._parts = choices.parts

    def _draw_words(self, canvas: Canvas, rect: Rect, heat: float) -> None:
        sign, words = rect.inset(22, 4).cut_left(36, 18)
        icon(canvas, self.icon, sign.place(32, 32), "lamp")
        canvas.text(
            two_lines(canvas, self._parts(), words.w), words, "small", "ink", fit="wrap", size=WORDS_SIZE
        )


def two_lines(canvas: Canvas, parts: tuple[str, ...], room: float) -> str:
    """Parts in one line; if that is wider than the room, in two of about the same length."""

    def wide(line: str) -> float:
        return canvas.measure(line, "small", size=WORDS_SIZE)[0]

    whole = SEPARATOR.join(parts)
    if wide(whole) <= room or len(parts) < 2:
        return whole
    ways = [(SEPARATOR.join(parts[:cut]), SEPARATOR.join(parts[cut:])) for cut in range(1, len(parts))]
    return "\n".join(min(ways, key=lambda lines: max(map(wide, lines))))


class TableSheet:
    """Sheet with the choices over the screen, in the place `rect`; each choice holds at once."""

    def __init__(
        self, choices: TableChoices, translate: TextLookup, sound: Callable[[str], None], at: float
    ) -> None:
        self.choices = choices
        self.closed = False
        self._translate = translate
        self._at = at
        done = Button(lambda: translate("screen.setup.table_done"), self._close, icon="check", kind="primary")
        self.focus = Focus((*choices.rows, done), sound)
        self.rect = Rect(0, 0, 0, 0)

    def _close(self) -> None:
        self.closed = True

    @property
    def text_field(self) -> Widget | None:
        """Whether the password is being typed."""
        return self.focus.text_field

    def layout(self, area: Rect) -> None:
        """Title, rows, a line of help and the button that closes, in the middle."""
        rows = self.choices.rows
        wide = min(SHEET_WIDTH, area.w - 40)
        side, help_high = (48, 84) if wide == SHEET_WIDTH else (28, 124)
        high = 30 + 64 + 12 + len(rows) * (ROW_HEIGHT + ROW_GAP) + help_high + 8 + 88 + 24
        self.rect = area.place(wide, high)
        self._title, rest = self.rect.inset(side, 30).cut_top(64, 12)
        places = rest.stack(len(rows), ROW_HEIGHT, ROW_GAP)
        for row, place in zip(rows, places, strict=True):
            row.layout(place)
        bar, rest = self.rect.inset(side, 24).cut_bottom(ROW_HEIGHT, 12)
        self._help = rest.cut_bottom(help_high)[0]
        self.focus.widgets[-1].layout(bar.place(300, ROW_HEIGHT, "right"))
        if self.focus.current is None:
            self.focus.focus(rows[0], self._at)

    def still(self, now: float) -> bool:
        return False

    def handle(self, intent: Intent) -> bool:
        """Take all intents; back closes the sheet."""
        if not self.focus.handle(in_order(intent, self.focus.current)) and isinstance(intent, Back):
            self._close()
        return True

    def draw(self, canvas: Canvas, now: float) -> None:
        """Draw the sheet over the darkened screen."""
        shown = ease_out(progress(now, self._at, FADE_SECONDS))
        with canvas.faded(shown):
            canvas.rect(canvas.area, (*canvas.colour("shadow")[:3], 170))
            canvas.panel(self.rect, "sheet")
            canvas.text(self._translate("screen.setup.table"), self._title, "heading", "lamp")
            self.focus.draw(canvas, now)
            draw_help(canvas, self._help, self.choices.help(self.focus.current))
