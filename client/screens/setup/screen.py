"""Set-up of a game: seats, rules, and options of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from client.screens.setup.seats import OPEN_KIND, PERSON_KIND, ROLE_ROW_HEIGHT, SeatRow
from client.screens.setup.table_options import TableChoices, TableRow, TableSheet
from client.screens.shared import landscape
from client.screens.shared.names import NameField
from client.screens.shared.parts import draw_help, in_order, margin
from client.screens.shared.phrases import goal_in_words
from client.screens.shared.portraits import PortraitButton, PortraitSheet
from client.screens.title.shelf import BOX_RATIO
from client.session.table_policy import TablePolicy, comparison
from client.stage.window import App, Screen
from client.ui.canvas import LEAST_TEXT_SIZE, Canvas
from client.ui.focus import Focus, Label, Widget, label_words
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent, MoveFocus
from client.ui.overlays import Hint, draw_hints
from client.ui.widgets import Button, Choice
from core import codec
from core.game import Goal, Refusal, Refused
from core.games import game as game_of
from core.protocol import messages as m

NAME_ABOVE_HEIGHT: Final = 46.0
"""Units high: the name of a rule above its value."""

MOST_RULES_WITH_NAME_ABOVE: Final = 5
"""Most rules for which there is room for names above values."""

ROUND_STEPS: Final = tuple(digit * 10**zeros for zeros in range(6) for digit in (1, 2, 5))
"""Steps between the numbers offered for a bounded rule."""

MOST_NUMBERS: Final = 12
"""Most numbers offered for such a rule, about."""

TABLE_ROW_HEIGHT: Final = 76.0
"""Units high: the row with the table's options."""

TITLE_SIZE: Final = 84.0
"""Units: the type of the title where there is room for it."""

NAME_SHARE: Final = 0.43
"""Share of a row for a rule's name beside its value."""

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


class SetupScreen(Screen):
    """Seats at the left, rules at the right. `done` gets the set-up, or None to go back.

    `server` is the name of the server of the table; "" if that is on this machine. `learn` leads to the
    guided first game; None where there is none.
    """

    name = "setup"
    _rule_names: list[tuple[Rect, Label]]

    def __init__(
        self,
        app: App,
        game: str,
        lan: bool,
        on_done: Callable[[Setup | None], None],
        server: str = "",
        learn: Callable[[], None] | None = None,
    ) -> None:
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
        self.back = Button(self._label("back"), self._go_back, icon="left", kind="quiet")
        self.learn: Button | None = None
        if self._to_lesson is not None:
            self.learn = Button(lambda: self.app.translate("lesson.learn"), self._learn, icon="book")
        self.seats: tuple[SeatRow, ...] = ()
        self.focus = Focus((), self.app.sound)
        self.set_count(info.seats[0])
        self.focus.focus(self.start, self.app.now)

    def set_count(self, seats: int) -> None:
        """Set the number of rows; people already seated stay."""
        self.seats = self.seats[:seats]
        for number in range(len(self.seats), seats):
            self.seats = (*self.seats, self._seat(number))
        before = self.focus.current
        self.focus.set(self._widgets(), before, self.app.now)
        if before is not None:
            self.layout(self.app.canvas.area)
        self._check(self.count)

    def _widgets(self) -> tuple[Widget, ...]:
        count = (self.count,) if len(self.game.info.seats) > 1 else ()
        seats = tuple(widget for row in self.seats for widget in row.widgets)
        return (*count, *seats, self.table_row, *self.rule_rows(), self.start, *self._learning(), self.back)

    def _learning(self) -> tuple[Button, ...]:
        """The button that leads to the guided first game, where there is one."""
        return () if self.learn is None else (self.learn,)

    def rule_rows(self) -> tuple[Choice, ...]:
        series = (self.goal,) if len(self.game.info.goals) > 1 else ()
        return (*self.options.values(), *series)

    def _seat(self, number: int) -> SeatRow:
        name = self.app.settings.name(number)
        others = OPEN_KIND if self.lan else PERSON_KIND if name else NORMAL_KIND
        kind = PERSON_KIND if number == 0 else others
        role = f"{self.game.info.key}.seat.{number}"
        taken = [row.portrait.key for row in self.seats]
        portrait = PortraitButton(
            number, self.app.settings.portrait(number, taken), self.app.translate, self._open_portraits
        )
        field = NameField(self.app.translate, "", name)
        return SeatRow(
            number, kind, field, portrait, self.lan, self._translate, lambda: self._optional_text(role)
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
            policy = msgspec.structs.replace(policy, duplicate=comparison(levels))
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

    def _go_back(self) -> None:
        self.done(None)

    # --- the screen ---------------------------------------------------------------------------

    def layout(self, area: Rect) -> None:
        self.focus.layout(area)
        if area.w < area.h:
            self._layout_upright(area)
        else:
            self._layout_wide(area)

    def _layout_upright(self, area: Rect) -> None:
        """Seats above rules, each row as high as the window has room for."""
        head, room = area.inset(24, 16).cut_top(84, 10)
        self._box, words = head.cut_left(84 * BOX_RATIO, 20)
        self._title, self._way = words.cut_top(52)
        bar, room = room.cut_bottom(72, 8)
        self._help, room = room.cut_bottom(102, 4)
        if self.learn is None:
            self.start.layout(bar.place(330, 72, "right"))
            self.back.layout(bar.place(220, 72, "left"))
        else:
            self.learn.icon = ""
            places = bar.columns(6, 8, 7, gap=12)
            for button, place in zip((self.back, self.learn, self.start), places, strict=True):
                button.layout(place)
        self._hints = Rect(0, 0, 0, 0)
        self._layout_panels(room)

    def _layout_panels(self, room: Rect) -> None:
        """Panels of an upright window; roles of seats and headings only where there is room."""
        rules, many = self.rule_rows(), len(self.game.info.seats) > 1
        seats, lines = len(self.seats), 1 + len(self.seats) + many + len(rules)
        named = bool(self._optional_text(f"{self.game.info.key}.seat.0"))
        for gap, pad, tall in ((10.0, 18.0, named), (6.0, 12.0, named), (6.0, 12.0, False)):
            free = room.h - 4 * pad - gap * (lines - 1) - TABLE_ROW_HEIGHT
            rows = lines - 1 - (seats if tall else 0)
            high = min(TABLE_ROW_HEIGHT, (free - ROLE_ROW_HEIGHT * seats * tall) / rows)
            if high >= LEAST_ROW_HEIGHT:
                break
        row_high = ROLE_ROW_HEIGHT if tall else high
        left = free - high * rows - (ROLE_ROW_HEIGHT * seats if tall else 0)
        heading = 58.0 if left >= 2 * 58 else 0.0
        who = 2 * pad + heading + many * (high + gap) + seats * (row_high + gap) + TABLE_ROW_HEIGHT
        self._left, rest = room.cut_top(who, gap)
        self._right = rest.cut_top(2 * pad + heading + len(rules) * (high + gap) - gap)[0]
        self._seats_heading, body = self._left.inset(18, pad).cut_top(heading)
        self._rules_heading, below = self._right.inset(18, pad).cut_top(heading)
        if many:
            place, body = body.cut_top(high, gap)
            self.count.layout(place)
        for row in self.seats:
            place, body = body.cut_top(row_high, gap)
            row.layout(place)
        self.table_row.layout(body.cut_top(TABLE_ROW_HEIGHT)[0])
        self._rule_names = []
        for rule, place in zip(rules, below.stack(len(rules), high, gap), strict=True):
            rule.label = self._rule_label(rule)
            rule.split = self._split(rule, place.w)
            rule.layout(place)

    def _split(self, rule: Choice, room: float) -> float:
        """Share of a rule's name in a row of an upright window: the usual one, unless name or value needs
        more.
        """
        name, *values = (
            self.app.canvas.measure(label_words(words), size=LEAST_TEXT_SIZE)[0]
            for words in (rule.label, *rule.options)
        )
        return min(max(NAME_SHARE, (name + 40) / room), 1 - (max(values) + 100) / room)

    def _layout_wide(self, area: Rect) -> None:
        """Seats at the left, rules at the right."""
        side = margin(area)
        self._box = Rect(side, 28, 136 * BOX_RATIO, 136)
        self._title = Rect(side + 136 * BOX_RATIO + 32, 30, area.w - 2 * side - 130, 96)
        self._way = Rect(self._title.x, 122, self._title.w, 40)
        many = len(self.rule_rows()) > MOST_RULES_WITH_NAME_ABOVE
        columns = Rect(side, 184, area.w - 2 * side, 720).columns(1, 1.25 if many else 0.9, gap=40)
        self._left, self._right = (column for column in columns)
        self._layout_seats()
        self._layout_rules()
        self._help = Rect(side, 908, area.w - 2 * side, 76)
        bar = Rect(side, 984, area.w - 2 * side, 76)
        self.start.layout(bar.place(360, 76, "right"))
        self.back.layout(Rect(bar.right - 360 - 24 - 240, bar.y, 240, 76))
        self._hints = Rect(side, bar.y, bar.w - 360 - 24 - 240 - 30, 76)
        if self.learn is not None:
            self.learn.icon = "book"
            self.learn.layout(Rect(self.back.rect.x - 24 - 380, bar.y, 380, 76))
            self._hints = Rect(side, bar.y, self.learn.rect.x - 30 - side, 76)

    def _layout_seats(self) -> None:
        heading, room = self._left.inset(28, 20).cut_top(60, 12)
        self._seats_heading = heading
        if len(self.game.info.seats) > 1:
            self.count.layout(room.cut_top(68)[0])
            room = room.cut_top(68, 12)[1]
        room = room.cut_bottom(TABLE_ROW_HEIGHT, 14)[1]
        usual, gap = (118.0, 20.0) if self._optional_text(f"{self.game.info.key}.seat.0") else (84.0, 14.0)
        count = len(self.seats)
        high = min(usual, (room.h - gap * (count - 1)) / count)
        places = room.stack(count, high, gap)
        for row, place in zip(self.seats, places, strict=True):
            row.layout(place)
        self.table_row.layout(Rect(room.x, places[-1].bottom + 14, room.w, TABLE_ROW_HEIGHT))
        bottom = self.table_row.rect.bottom
        self._left = Rect(self._left.x, self._left.y, self._left.w, bottom + 28 - self._left.y)

    def _layout_rules(self) -> None:
        """Name of each rule above its value; where there are many, beside it."""
        heading, room = self._right.inset(28, 20).cut_top(60, 12)
        self._rules_heading = heading
        rows = self.rule_rows()
        high = min(116.0, (room.h - 12 * (len(rows) - 1)) / max(1, len(rows)))
        above = NAME_ABOVE_HEIGHT if len(rows) <= MOST_RULES_WITH_NAME_ABOVE else 0.0
        places = room.stack(len(rows), high, 12)
        self._rule_names = []
        for row, place in zip(rows, places, strict=True):
            row.label, row.split = "" if above else self._rule_label(row), 0.38
            self._rule_names.append((place.cut_top(34)[0], self._rule_label(row) if above else ""))
            row.layout(place.cut_top(above)[1])
        bottom = places[-1].bottom if places else heading.bottom
        self._right = Rect(self._right.x, self._right.y, self._right.w, bottom + 28 - self._right.y)

    def handle(self, intent: Intent) -> bool:
        inside = self.focus.modal is not None
        if self.focus.handle(intent if inside else in_order(intent, self.focus.current)):
            return True
        if isinstance(intent, Back):
            self.app.sound("back")
            self._go_back()
            return True
        return False

    @property
    def text_field(self) -> Widget | None:
        return self.focus.text_field

    def draw(self, canvas: Canvas, now: float) -> None:
        info = self.game.info
        landscape.draw_veiled(canvas, info.key)
        canvas.picture(f"shelf/{info.key}.svg", self._box)
        canvas.text(info.title, self._title, "title", "ink", size=min(self._title.h, TITLE_SIZE))
        canvas.text(self.way_text(), self._way, "body", "lamp")
        for panel, heading, key in (
            (self._left, self._seats_heading, "seats"),
            (self._right, self._rules_heading, "rules"),
        ):
            canvas.panel(panel, "sheet")
            if heading.h > 0:
                canvas.text(self._translate(key), heading, "heading", "lamp", valign="top")
        for row in self.seats:
            row.draw(canvas)
        for place, name in self._rule_names:
            canvas.text(label_words(name), place, "small", "lamp")
        draw_help(canvas, self._help, self._why_not() or self.help_words(), warns=self.conflict is not None)
        hints = (
            Hint((MoveFocus(dx=-1), MoveFocus(dx=1)), self._translate("hint_change")),
            Hint((Back(),), self._translate("hint_back")),
        )
        draw_hints(canvas, hints, self.app.labels, self._hints, "left")
        self.focus.draw(canvas, now)

    # --- words --------------------------------------------------------------------------------

    def _translate(self, key: str, **values: object) -> str:
        return self.app.translate(f"screen.setup.{key}", **values)

    def _say_where(self, key: str) -> str:
        """Text for a table on another server, where it differs from that on this machine."""
        there = f"{key}_there"
        known = self.server and self.app.texts.has(f"screen.setup.{there}")
        return self._translate(there, server=self.server) if known else self._translate(key)

    def way_text(self) -> str:
        if self.server:
            return self._translate("there", server=self.server)
        return self._translate("lan" if self.lan else "couch")

    def _label(self, key: str) -> Callable[[], str]:
        return lambda: self._translate(key)

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
                return lambda: self.app.translate(f"{self.game.info.key}.option.{name}.name")
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
