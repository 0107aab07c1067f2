"""Set-up of a game: seats, rules, and options of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from client.screens.setup.seats import OPEN_KIND, PERSON_KIND, ROLE_ROW_HEIGHT, SeatRow
from client.screens.setup.table_options import TableChoices, TableRow, TableSheet
from client.screens.shared.names import NameField
from client.screens.shared.page import Page
from client.screens.shared.phrases import goal_in_words
from client.screens.shared.portraits import PortraitButton, PortraitSheet
from client.screens.title.shelf import BOX_RATIO
from client.session.table_policy import TablePolicy, comparison
from client.stage.window import App
from client.ui.boxes import Box, column
from client.ui.canvas import LEAST_TEXT_SIZE, Canvas
from client.ui.focus import Label, Widget, label_words
from client.ui.geometry import Rect
from client.ui.intents import Back, MoveFocus
from client.ui.overlays import Hint
from client.ui.widgets import Button, Choice
from core import codec
from core.game import Goal, Refusal, Refused
from core.games import game as game_of
from core.protocol import messages as m

RULE_HEIGHT: Final = 116.0
"""Most units of height of a rule."""

UPRIGHT_FIXED: Final = 2 * 28 + 12.0
"""Units of height of an upright window's two sheets without their rows."""

MOST_RULES_WITH_NAME_ABOVE: Final = 5
"""Most rules for which there is room for names above values."""

ROUND_STEPS: Final = tuple(digit * 10**zeros for zeros in range(6) for digit in (1, 2, 5))
"""Steps between the numbers offered for a bounded rule."""

MOST_NUMBERS: Final = 12
"""Most numbers offered for such a rule, about."""

TABLE_ROW_HEIGHT: Final = 76.0
"""Units high: the row with the table's options."""

NAME_SHARE: Final = 0.43
"""Share of a row of an upright window for a rule's name beside its value."""

LEAST_ROW_HEIGHT: Final = 52.0
"""Units high: a row of an upright window, before something else gives way."""

NORMAL_KIND: Final = 1 + m.OFFERED_LEVELS.index("normal")
"""Kind of a seat held by an AI of normal level."""


class Setup(msgspec.Struct, frozen=True):
    """Result of a set-up: `options` as plain data, a plan for each seat."""

    game: str
    options: dict[str, Any]
    plans: tuple[m.SeatPlan, ...]
    goal: Goal
    lan: bool
    policy: TablePolicy = TablePolicy()


class SetupScreen(Page):
    """Seats and rules. `done` gets the set-up, or None to go back.

    `server` is the name of the server of the table; "" if that is on this machine. `learn` leads to the
    guided first game; None where there is none.
    """

    name = "setup"
    form = True

    def __init__(
        self,
        app: App,
        game: str,
        lan: bool,
        on_done: Callable[[Setup | None], None],
        server: str = "",
        learn: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self.app = app
        self.game = game_of(game)
        self.lan = lan
        self.done = on_done
        self.server = server
        self._to_lesson = learn

    # --- the widgets --------------------------------------------------------------------------

    def enter(self) -> None:
        info = self.game.info
        self._values = {
            name: _values(values, getattr(info.options(), name))
            for name, values in codec.choices(info.options).items()
        }
        self.conflict: Refusal | None = None
        self.options = {name: self._option(name) for name in self._values}
        self.goal = Choice("", [self._goal_label(goal) for goal in info.goals], 0, lambda _: None)
        self.table = TableChoices(self.app.translate, self.lan)
        self.table_row = TableRow(self.table, self._open_table)
        self.count = Choice(
            self._label("count"),
            [self._count_label(n) for n in info.seats],
            0,
            lambda i: self.set_count(info.seats[i]),
        )
        words = "host" if self.lan else "start"
        self.start = Button(self._label(words), self._start, icon="play", kind="primary")
        self.back = Button(self._label("back"), self.go_back, icon="left", kind="quiet")
        self.learn: Button | None = None
        if self._to_lesson is not None:
            self.learn = Button(self.app.label("lesson.learn"), self._learn, icon="book")
        self.seats: tuple[SeatRow, ...] = ()
        self._seat_people(info.seats[0])
        self.begin()

    def set_count(self, seats: int) -> None:
        """Set the number of rows; people already seated stay."""
        self._seat_people(seats)
        self.arrange()
        self._check(self.count)

    def _seat_people(self, seats: int) -> None:
        self.seats = self.seats[:seats]
        for number in range(len(self.seats), seats):
            self.seats = (*self.seats, self._seat(number))

    def likeliest(self) -> Widget:
        return self.start

    def rule_rows(self) -> tuple[Choice, ...]:
        series = (self.goal,) if len(self.game.info.goals) > 1 else ()
        return (*self.options.values(), *series)

    def _seat(self, number: int) -> SeatRow:
        name = self.app.settings.name(number)
        others = OPEN_KIND if self.lan else PERSON_KIND if name else NORMAL_KIND
        kind = PERSON_KIND if number == 0 else others
        taken = [row.portrait.key for row in self.seats]
        portrait = PortraitButton(
            number, self.app.settings.portrait(number, taken), self.app.translate, self._open_portraits
        )
        field = NameField(self.app.translate, "", name)
        return SeatRow(
            number,
            kind,
            field,
            portrait,
            self.lan,
            self._translate,
            lambda: self._role(number),
            self.arrange,
        )

    def _open_portraits(self, button: PortraitButton) -> None:
        """Open the sheet of portraits; those of other people here are marked."""
        others = {
            row.portrait.key: row.seat
            for row in self.seats
            if row.kind.chosen == PERSON_KIND and row.portrait is not button
        }
        self.focus.open(PortraitSheet(button, others, self.app.sound, self.app.now))

    def _option(self, name: str) -> Choice:
        key, values = f"{self.game.info.key}.option.{name}", self._values[name]
        usual = values.index(getattr(self.game.info.options(), name))
        labels = [self._value_label(f"{key}.{_text_name(value)}", value) for value in values]
        row = Choice("", labels, usual, lambda _: self._check(row))
        return row

    # --- the result ---------------------------------------------------------------------------

    def _check(self, changed: Choice) -> None:
        """Report rules that contradict each other at once, where the last of them was chosen."""
        try:
            self.game.start(self.chosen, len(self.seats))
            self.conflict = None
        except Refused as refused:
            self.conflict = refused.refusal
        for widget in (*self.options.values(), self.count, self.start):
            told = self.conflict is not None and widget in (changed, self.start)
            widget.tip = self._why_not if told else ""
        self.start.enabled = self.conflict is None

    def _why_not(self) -> str:
        """Why the rules contradict each other; "" if they do not."""
        return "" if self.conflict is None else self.app.explain(self.conflict.code, self.conflict.values)

    @property
    def chosen(self) -> Any:
        """Options as chosen."""
        chosen = {name: self._values[name][row.chosen] for name, row in self.options.items()}
        return self.game.info.options(**chosen)

    def _start(self) -> None:
        """Hand over the set-up; a refusal is shown and nothing else happens."""
        try:
            setup = self._agreed()
        except Refused as refused:
            why = refused.refusal
            self.app.refuse(why)
            return
        self._keep_people()
        self.done(setup)

    def _agreed(self) -> Setup:
        info = self.game.info
        options = self.chosen
        self.game.start(options, len(self.seats))
        plans = tuple(row.plan() for row in self.seats)
        plain = codec.shared_options(self.game, options)
        goal, policy = info.goals[self.goal.chosen], self.table.policy
        if policy.duplicate is not None:
            if goal != Goal(games=1):
                raise Refused("net.refusal.duplicate_goal")
            if all(plan.kind != "me" for plan in plans):
                raise Refused("net.refusal.duplicate_seat")
        if policy.duplicate is not None and not self.lan:
            levels = [plan.level for plan in plans if plan.level is not None]
            policy = replace(policy, duplicate=comparison(levels))
        return Setup(info.key, plain, plans, goal, self.lan, policy)

    def _keep_people(self) -> None:
        settings = self.app.settings
        for row in self.seats:
            if row.kind.chosen == PERSON_KIND:
                name = " ".join(row.name.text.split())
                settings = settings.with_person(row.seat, name, row.portrait.key)
        if settings != self.app.settings:
            self.app.change(settings)

    def _open_table(self) -> None:
        self.focus.open(TableSheet(self.table, self.app.translate, self.app.sound, self.app.now))

    def _learn(self) -> None:
        self._keep_people()
        if self._to_lesson is not None:
            self._to_lesson()

    def go_back(self) -> None:
        self.done(None)

    # --- the page -----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.game.info.title

    @property
    def subtitle(self) -> str:
        if self.server:
            return self._translate("there", server=self.server)
        return self._translate("lan" if self.lan else "couch")

    @property
    def land(self) -> str:
        return self.game.info.key

    def emblem(self) -> Box:
        """The game's box."""
        return Box(content=self._draw_game, size=(90 if self.upright else 132) * BOX_RATIO)

    def _draw_game(self, canvas: Canvas, rect: Rect, now: float) -> None:
        canvas.picture(f"shelf/{self.game.info.key}.svg", rect.fit(BOX_RATIO))

    def body(self) -> Box:
        return self._upright_sheets() if self.upright else self._wide_sheets()

    def _wide_sheets(self) -> Box:
        """Seats beside rules; the name of a rule above its value or, if there are many, beside it."""
        rules, count = self.rule_rows(), self._count_row(68)
        named = bool(self._role(0))
        above = len(rules) <= MOST_RULES_WITH_NAME_ABOVE
        free = self.room.h - 110 - TABLE_ROW_HEIGHT - 82 * len(count) - 14 * len(self.seats)
        high = min(118.0 if named else 84.0, free / len(self.seats))
        who = [seat.box(high, named and high >= ROLE_ROW_HEIGHT) for seat in self.seats]
        table = Box(content=self.table_row, size=TABLE_ROW_HEIGHT)
        seats = self.sheet("screen.setup.seats", *count, *who, table, hugs=True)
        share = 0.9 if above else 1.25
        wide = (self.room.w - 36) * share / (1 + share) - 56
        how = [self._rule_above(rule) if above else self._rule_beside(rule, wide, 0.38) for rule in rules]
        if not how:
            return self.spread(seats, Box(share=share))
        return self.spread(seats, self.sheet("screen.setup.rules", *how, gap=12, hugs=True, share=share))

    def _upright_sheets(self) -> Box:
        """Seats above rules, each row as high as there is room for; roles and headings only if there is."""
        rules, seats = self.rule_rows(), len(self.seats)
        rows = len(self._count_row(0)) + len(rules)
        free = self.room.h - UPRIGHT_FIXED - 6.0 * (rows + seats - 1) - TABLE_ROW_HEIGHT
        named = bool(self._role(0)) and free - ROLE_ROW_HEIGHT * seats >= LEAST_ROW_HEIGHT * rows
        rows += 0 if named else seats
        free -= ROLE_ROW_HEIGHT * seats if named else 0
        high = min(TABLE_ROW_HEIGHT, free / max(1, rows))
        headed = free - high * rows >= 2 * 64
        who = [seat.box(ROLE_ROW_HEIGHT if named else high, named) for seat in self.seats]
        table = Box(content=self.table_row, size=TABLE_ROW_HEIGHT)
        how = [replace(self._rule_beside(rule, self.room.w - 40, NAME_SHARE), size=high) for rule in rules]
        heading = "screen.setup.seats" if headed else ""
        sheets = [self.sheet(heading, *self._count_row(high), *who, table, gap=6, hugs=True)]
        if how:
            sheets.append(self.sheet("screen.setup.rules" if headed else "", *how, gap=6, hugs=True))
        return self.spread(*sheets)

    def _count_row(self, high: float) -> tuple[Box, ...]:
        """Row with the number of seats, in games that can have several."""
        return (Box(content=self.count, size=high),) if len(self.game.info.seats) > 1 else ()

    def _rule_above(self, rule: Choice) -> Box:
        """Name of a rule above its value."""
        label = self._rule_label(rule)
        rule.label = ""

        def draw_name(canvas: Canvas, rect: Rect, _: float) -> None:
            canvas.text(label_words(label), rect, "small", "lamp")

        return column(Box(size=34, content=draw_name), rule, gap=12, limit=RULE_HEIGHT)

    def _rule_beside(self, rule: Choice, wide: float, share: float) -> Box:
        """Name of a rule beside its value, in a row so wide: with this share of it unless one needs more."""
        rule.label = self._rule_label(rule)
        name, *values = (
            self.app.canvas.measure(label_words(words), size=LEAST_TEXT_SIZE)[0]
            for words in (rule.label, *rule.options)
        )
        rule.split = min(max(share, (name + 40) / wide), 1 - (max(values) + 100) / wide)
        return Box(content=rule, limit=RULE_HEIGHT)

    def bar(self) -> tuple[Box, ...]:
        buttons = [Box(content=self.back, size=240), Box(content=self.start, size=360)]
        if self.learn is not None:
            self.learn.icon = "" if self.upright else "book"
            buttons.insert(1 if self.upright else 0, Box(content=self.learn, size=380))
        return tuple(buttons)

    def hints(self) -> tuple[Hint, ...]:
        return (
            Hint((MoveFocus(dx=-1), MoveFocus(dx=1)), self._translate("hint_change")),
            Hint((Back(),), self._translate("hint_back")),
        )

    def help(self) -> tuple[str, bool]:
        return self._why_not() or self.help_words(), self.conflict is not None

    # --- words --------------------------------------------------------------------------------

    def _translate(self, key: str, **values: object) -> str:
        return self.app.translate(f"screen.setup.{key}", **values)

    def _say_where(self, key: str) -> str:
        """Text for a table on another server, where it differs from that on this machine."""
        there = f"{key}_there"
        known = self.server and self.app.texts.has(f"screen.setup.{there}")
        return self._translate(there, server=self.server) if known else self._translate(key)

    def _label(self, key: str) -> Label:
        return self.app.label(f"screen.setup.{key}")

    def _role(self, seat: int) -> str:
        """Word of the game for a seat; "" if it has none."""
        return self._optional_text(f"{self.game.info.key}.seat.{seat}")

    def _optional_text(self, key: str) -> str:
        return self.app.translate(key) if self.app.texts.has(key) else ""

    def _goal_label(self, goal: Goal) -> Label:
        return lambda: goal_in_words(self.app.translate, goal)

    def _count_label(self, seats: int) -> Label:
        return lambda: self._translate("count_value", seats=seats)

    def _value_label(self, key: str, value: object) -> Label:
        """Label of a value, which may depend on the number of seats; numbers need no text."""
        return lambda: (
            self._optional_text(f"{key}_{len(self.seats)}") or self._optional_text(key) or str(value)
        )

    def _rule_label(self, choice_row: Choice) -> Label:
        for name, choice in self.options.items():
            if choice is choice_row:
                return self.app.label(f"{self.game.info.key}.option.{name}.name")
        return self._label("goal")

    def help_words(self) -> str:
        current = self.focus.current
        for row in self.seats:
            if current is row.portrait:
                return self.app.translate(
                    "screen.portrait.help", name=self.app.translate(f"portrait.{row.portrait.key}")
                )
            if current in row.widgets:
                role = "" if row.named else label_words(row.role)
                return " · ".join(words for words in (role, self._say_where(row.help_key)) if words)
        for name, choice in self.options.items():
            if choice is current:
                return self._optional_text(f"{self.game.info.key}.option.{name}.help")
        if current is not None and current is self.learn:
            return self.app.translate("lesson.help")
        if current is self.start:
            return self._say_where("help_host") if self.lan else self._translate("help_start")
        sums = any(goal.most != 1 or goal.points for goal in self.game.info.goals)
        series = "help_goal_sum" if sums else "help_goal"
        table = "help_table" if self.lan else "help_thinking"
        keys = {id(self.goal): series, id(self.count): "help_count", id(self.table_row): table}
        return self._translate(keys[id(current)]) if id(current) in keys else ""


def _values(values: tuple[Any, ...], default_choice: Any) -> tuple[Any, ...]:
    """Values to choose from; of a bounded number its ends, the usual one, and round ones between them."""
    if default_choice in values:
        return values
    low, high = values
    step = next(step for step in ROUND_STEPS if (high - low) // step < MOST_NUMBERS)
    return tuple(sorted({low, default_choice, high, *range(-(-low // step) * step, high, step)}))


def _text_name(value: object) -> str:
    """Name of a value in the keys of texts."""
    return str(value).lower().replace(" ", "_")
