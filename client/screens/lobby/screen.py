"""Lobby of a server: its tables, their seats, and a free seat for a new guest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from assets.texts import TextLookup
from client.screens.lobby.seats import SeatLine
from client.screens.shared.page import Page
from client.screens.shared.password import password_dialog
from client.screens.shared.phrases import count_words, side_letter, title_of
from client.screens.shared.portraits import PortraitButton, PortraitSheet
from client.screens.shared.sheet_list import SheetList
from client.screens.table.pace import AI_PAUSE
from client.screens.table.people import watcher_count
from client.screens.title.shelf import BOX_RATIO, box_of
from client.session.session import Session
from client.ui.boxes import Box, column, row
from client.ui.canvas import Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back
from client.ui.overlays import Hint
from client.ui.portraits import portraits_of
from client.ui.symbols import icon, seat_badge
from client.ui.widgets import Button, Choice
from core.duplicate import side as side_of
from core.game import Refusal
from core.games import GAMES
from core.protocol import messages as m
from core.protocol.messages import TableSummary

if TYPE_CHECKING:
    from client.screens.setup.screen import Setup

ROW_HEIGHT: Final = 138.0
ONE_LINE_WIDTH: Final = 1400.0
"""Units wide: the least room of a page on which one line says everything about a table."""
PASSWORD_REFUSALS: Final = ("net.refusal.password", "net.refusal.password_tries")
"""Refusals after which the person is asked for a password."""


@dataclass(frozen=True)
class LobbyActions:
    """Callbacks to other screens, given by the program."""

    entered: Callable[[], None]
    leave: Callable[[], None]
    archive: Callable[[], None]
    lost: Callable[[Session], None]


class LobbyScreen(Page):
    """List of `session.tables`; moves on as soon as the session is at a table.

    `password` is tried first at a table that has one, before the person is asked.
    """

    name = "lobby"

    def __init__(self, session: Session, actions: LobbyActions, password: str = "") -> None:
        super().__init__()
        self.session = session
        self.actions = actions
        self.tables: tuple[TableSummary, ...] = ()
        self._told: tuple[TableSummary, ...] = ()
        self.table: int | None = None
        self.lines: tuple[SeatLine, ...] = ()
        self._given = password
        self._passwords: dict[int, str] = {}
        self._asked: set[int] = set()
        self._wish: Callable[[], None] = lambda: None
        self._wrong: Refusal | None = None

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        label = self.app.label
        self.list = SheetList(0, self._draw_row, self._pick, row_height=ROW_HEIGHT, gap=0)
        self.sit = Button(label("lobby.sit"), self._sit, icon="chair", kind="primary")
        self.watch = Button(label("lobby.watch"), self._watch, icon="eye")
        self.again = Button(label("lobby.return"), self._return, icon="chair", kind="primary")
        self.new_game = Choice(
            label("lobby.new_game"), [game.info.title for game in GAMES], 0, lambda _: None
        )
        self.new = Button(label("lobby.new"), self._new, icon="plus")
        self.back = Button(label("lobby.back"), self.go_back, icon="door", kind="quiet")
        self.archive = Button(label("archive.title"), self.actions.archive, icon="archive", kind="quiet")
        pages = [label("lobby.tables"), label("screen.setup.seats")]
        self.page = Choice("", pages, 1, lambda _: self.arrange())
        self.begin()
        self.take(self.session.tables or ())
        if self.table is None and self.tables:
            self.look_at(self.tables[0].table)
        self.focus.focus(self.likeliest(), self.app.now)

    def resume(self) -> None:
        self._follow()

    def likeliest(self) -> Widget:
        """The likeliest wish: to come back, to sit down, to watch, or to open a table."""
        choices = (self.again, self.sit, self.watch, self.new, self.page, self.back)
        return next(each for each in choices if each in self.focus.widgets and each.enabled)

    # --- what is on the page ------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.session.server

    @property
    def subtitle(self) -> str:
        return self.app.translate("lobby.line")

    @property
    def land(self) -> str:
        line = self.selected_table
        return box_of(line.game if line is not None else "")

    def body(self) -> Box:
        """The tables, and the seats of one; an upright window shows one of these pages."""
        if not self.tables:
            return self._tables_sheet()
        if not self.upright:
            return self.spread(self._tables_sheet(), self._seats_sheet())
        shown = self._seats_sheet() if self.page.chosen == 1 else self._tables_sheet()
        return self.spread(Box(content=self.page, size=64), shown)

    def _tables_sheet(self) -> Box:
        new_game = (Box(content=self.new_game, size=72),) if len(GAMES) > 1 else ()
        tables = self.list if self.tables else self._draw_nobody
        return self.sheet("lobby.tables", tables, *new_game, Box(content=self.new, size=76))

    def _seats_sheet(self) -> Box:
        table = self.selected_table
        if table is None:
            return self.sheet("", self.words("lobby.choose", ink="quiet", align="centre", fit="wrap"))
        high = 40.0 if self.room.w > ONE_LINE_WIDTH else 68.0
        about = self.words(
            lambda: self._about(table), "small", size=high, letters=26, valign="top", fit="wrap"
        )
        seats = column(*(line.tree() for line in self.lines), gap=10)
        first, *others = self._what_to_do()
        do = row(Box(content=first, share=1.25), *others, size=84, gap=18)
        return self.sheet(lambda: table_title(table, self.app.translate), about, seats, do, share=1.06)

    def bar(self) -> tuple[Box, ...]:
        return Box(content=self.archive, size=250), Box(content=self.back, size=330)

    def hints(self) -> tuple[Hint, ...]:
        translate = self.app.translate
        return (
            Hint((Accept(),), translate("lobby.hint.choose")),
            Hint((Back(),), translate("lobby.hint.back")),
        )

    # --- the tables ---------------------------------------------------------------------------

    def take(self, summaries: tuple[TableSummary, ...]) -> None:
        """Show the server's list of tables; what was chosen and typed stays where it can."""
        before = self.list.chosen
        chosen = self.tables[before].table if before < len(self.tables) else None
        self._told, self.tables = summaries, tuple(sorted(summaries, key=self._rank))
        self.list.set_count(len(summaries))
        numbers = [line.table for line in self.tables]
        if chosen in numbers and numbers.index(chosen) != before:
            self.list.show(numbers.index(chosen), self.app.now)
        if self.table is not None:
            self.look_at(self.table if self.table in numbers else None)
        else:
            self._follow()

    def _rank(self, summary: TableSummary) -> int:
        """Order of a table in the list: tables with free seats, then running games, then finished ones."""
        if self.session.holds(summary.table) or (_free(summary) and summary.phase != "over"):
            return 0
        return 2 if summary.phase == "over" else 1

    def look_at(self, table_number: int | None) -> None:
        """Show the seats of a table, with the first free one chosen for a person who is alone."""
        line = next((line for line in self.tables if line.table == table_number), None)
        same = table_number == self.table
        before = {seat.seat: seat for seat in self.lines} if same else {}
        self.table = table_number
        holders = line.holders if line is not None else ()
        self.lines = tuple(
            before[seat]
            if seat in before and before[seat].holder == holder
            else self._line_of(seat, holder, portrait, "" if line is None else _side(line, seat))
            for seat, (holder, portrait) in enumerate(zip(holders, portraits_of(holders), strict=True))
        )
        free = [seat for seat in self.lines if seat.free]
        if free and not any(seat.box.on for seat in free) and not same:
            free[0].name.set_text(self.app.settings.name(0))
            free[0].choose()
        self._follow()
        if line is not None and not same:
            self.list.show(self.tables.index(line), self.app.now)

    def _line_of(self, seat: int, holder: m.Holder, portrait: str, alignment: str) -> SeatLine:
        button = PortraitButton(seat, portrait, self.app.translate, self._open_portraits)
        return SeatLine(seat, holder, button, self.app.translate, self._choose_seats, alignment)

    def _open_portraits(self, button: PortraitButton) -> None:
        """Open the sheet of portraits; those of others at the selected table are marked."""
        others = {
            line.portrait.key: line.seat
            for line in self.lines
            if line.portrait is not button and (line.wanted or not line.free)
        }
        self.focus.open(PortraitSheet(button, others, self.app.sound, self.app.now))

    def _choose_seats(self) -> None:
        self._name_seats()
        self._follow()

    def _name_seats(self) -> None:
        """Give seats chosen without a name or portrait the next of those kept here."""
        wanted = [seat for seat in self.lines if seat.box.on]
        for number, seat in enumerate(wanted):
            if not seat.name.text:
                seat.name.set_text(self.app.settings.name(number))
            if not seat.portrait.key:
                taken = [line.portrait.key for line in self.lines]
                seat.portrait.key = self.app.settings.portrait(number, taken)

    def _follow(self) -> None:
        """Update the buttons to what may be done now, and place everything."""
        self.sit.enabled = any(line.wanted for line in self.lines)
        self.sit.tip = "" if self.sit.enabled else self.app.label("lobby.pick")
        line = self.selected_table
        self.watch.enabled = line is None or line.watchable
        self.watch.tip = "" if self.watch.enabled else self.app.label("lobby.no_watching")
        self.watch.kind = "primary" if self._what_to_do() == (self.watch,) else "plain"
        self.arrange()

    def _what_to_do(self) -> tuple[Button, ...]:
        """Buttons for the selected table, the likeliest one first."""
        if self._returns():
            return (self.again, self.watch)
        return (self.sit, self.watch) if any(line.free for line in self.lines) else (self.watch,)

    def _returns(self) -> bool:
        """Whether seats at the selected table are still kept for people here."""
        return self.table is not None and self.session.holds(self.table)

    @property
    def selected_table(self) -> TableSummary | None:
        """Table whose seats are shown."""
        return next((line for line in self.tables if line.table == self.table), None)

    # --- doing --------------------------------------------------------------------------------

    def _pick(self, index: int) -> None:
        if index < len(self.tables):
            self.page.chosen = 1
            self.look_at(self.tables[index].table)
            free = next((line for line in self.lines if line.free), None)
            self.focus.focus(self.sit if free is not None else self.watch, self.app.now)

    def sit_at(self, seat: int) -> None:
        """Sit down at the first table with this seat free, or say that there is none."""
        free = (line for line in self.tables if seat < len(line.holders) and _is_open(line, seat))
        line = next(free, None)
        if line is None:
            self.app.notice(self.app.translate("table.notice.seat_not_free", number=seat + 1), "bad")
            return
        self.look_at(line.table)
        for other in self.lines:
            other.box.on = False
        self.lines[seat].name.set_text(self.app.settings.name(0))
        self.lines[seat].choose()
        self._sit()

    def _sit(self) -> None:
        self._go_in(self._take_seats)

    def _go_in(self, wish: Callable[[], None]) -> None:
        """Do what needs the table's password, and ask for it if none is known."""
        line = self.selected_table
        if line is None or self._asked:
            return
        self._wish = wish
        if line.locked and not self._password:
            self.ask_password()
        else:
            wish()

    @property
    def _password(self) -> str:
        """Password that is tried at the selected table."""
        return self._passwords.get(self.table or 0, self._given)

    def ask_password(self, wrong: str = "") -> None:
        line = self.selected_table
        if line is None:
            return
        table = line.table

        def go(password: str) -> None:
            self._passwords[table] = password
            if self.table == table and not self._asked:
                self._wish()

        title, app = table_title(line, self.app.translate), self.app
        self.focus.open(password_dialog(app.translate, title, go, wrong=wrong, at=app.now, sound=app.sound))

    def _take_seats(self) -> None:
        settings = self.app.settings
        wanted = [line for line in self.lines if line.wanted]
        for number, line in enumerate(wanted):
            who = {"name": line.wanted, "portrait": line.portrait.key}
            settings = settings.with_person(number, line.wanted or "", line.portrait.key)
            place = {"table": self.table, "seat": line.seat, "password": self._password}
            self._asked.add(self.session.ask(m.Sit, **place, **who))
        if settings != self.app.settings:
            self.app.change(settings)

    def _watch(self) -> None:
        self._go_in(self._only_watch)

    def _only_watch(self) -> None:
        self._asked.add(self.session.ask(m.Watch, table=self.table, password=self._password))

    def _return(self) -> None:
        if self.table is not None:
            self._asked.update(self.session.come_back(self.table))

    def _new(self) -> None:
        from client.screens.setup.screen import SetupScreen

        game = GAMES[self.new_game.chosen].info.key
        self.app.push(SetupScreen(self.app, game, True, self._opened, self.session.server))

    def _opened(self, setup: Setup | None) -> None:
        self.app.pop()
        if setup is not None:
            self._asked.add(
                self.session.ask(
                    m.Open,
                    game=setup.game,
                    options=setup.options,
                    plans=setup.plans,
                    goal=setup.goal,
                    pause=AI_PAUSE,
                    **setup.policy.asked,
                )
            )

    def go_back(self) -> None:
        self.actions.leave()

    def update(self, now: float) -> None:
        for news in self.session.poll(now):
            self.app.wake()
            if isinstance(news, m.Done | m.Failed):
                self._asked.discard(news.id)
            if isinstance(news, m.Failed):
                self._refused(news.why)
        if self.app.top is not self:
            return
        if self._wrong is not None and not self._asked:
            wrong, self._wrong = self._wrong, None
            typed = wrong.code == "net.refusal.password" and self._password
            code = "lobby.password_wrong" if typed else wrong.code
            self.ask_password(self.app.explain(code, wrong.values))
        if self.session.status == "lost":
            self._asked.clear()
            self.actions.lost(self.session)
        elif self.session.client_table is not None:
            if not self._asked:
                self.actions.entered()
        elif self.session.tables is not None and self.session.tables != self._told:
            self.take(self.session.tables)

    def _refused(self, why: Refusal) -> None:
        """Show a refusal; after a wrong password, ask for it again."""
        if why.code in PASSWORD_REFUSALS:
            self.app.sound("refuse")
            self._wrong = why
        else:
            self.app.refuse(why)

    # --- looks --------------------------------------------------------------------------------

    def _draw_nobody(self, canvas: Canvas, room: Rect, now: float) -> None:
        icon(canvas, "people", Rect.around(room.cx, room.y + room.h * 0.28, 84), "line")
        words = Rect(room.x + 30, room.y + room.h * 0.42, room.w - 60, 54)
        canvas.text(self.app.translate("lobby.nobody"), words, "heading", "ink", align="centre", size=38)
        more = Rect(words.x, words.bottom + 8, words.w, 110)
        canvas.text(
            self.app.translate("lobby.nobody_help"),
            more,
            "body",
            "quiet",
            align="centre",
            valign="top",
            fit="wrap",
            size=28,
        )

    def _about(self, summary: TableSummary) -> str:
        """Game, phase and spectators of a table in one line."""
        parts = [title_of(summary.game), self._phase(summary)]
        if summary.duplicate:
            parts.append(self.app.translate("duplicate.name"))
        if watching := watcher_count(summary.holders, summary.spectators):
            parts.append(count_words(self.app.translate, "lobby.watching", watching))
        if not summary.watchable:
            parts.append(self.app.translate("lobby.unwatched"))
        if summary.locked:
            parts.append(self.app.translate("lobby.locked"))
        return "  ·  ".join(parts)

    def _phase(self, summary: TableSummary) -> str:
        full = summary.phase == "gathering" and not _free(summary)
        return self.app.translate("lobby.phase_full" if full else f"lobby.phase_{summary.phase}")

    def _draw_row(self, canvas: Canvas, index: int, rect: Rect, chosen: bool, now: float) -> None:
        line = self.tables[index]
        canvas.panel(rect, "raised")
        if line.table == self.table:
            canvas.rounded(rect.cut_left(10)[0].inset(0, 14).moved(5, 0), 5, "accent")
        picture, rest = rect.inset(26, 12).cut_left((rect.h - 24) * BOX_RATIO, 20)
        canvas.picture(f"shelf/{box_of(line.game)}.svg", picture)
        head, foot = rest.rows(1, 1, gap=4)
        phase = self._phase(line)
        wide = min(canvas.measure(phase, "small")[0] + 4, head.w * 0.5)
        state, title = head.cut_right(wide, 14)
        for sign, shown in (("lock", line.locked), ("no_eye", not line.watchable)):
            if shown:
                mark, title = title.cut_right(30, 10)
                icon(canvas, sign, mark.place(28, 28), "lamp")
        canvas.text(table_title(line, self.app.translate), title, "body", "ink", face="display", size=34)
        canvas.text(phase, state, "small", "good" if _free(line) else "quiet", align="right")
        self._draw_badges(canvas, foot, line)

    def _draw_badges(self, canvas: Canvas, room: Rect, summary: TableSummary) -> None:
        """Badge for every seat, an empty ring for a free one; then the number of free seats."""
        free = sum(holder.kind == "open" for holder in summary.holders)
        told = count_words(self.app.translate, "lan.seats", free)
        left = room.w - canvas.measure(told, "small")[0] - 14
        side = min(44.0, room.h, left / len(summary.holders) - 8)
        for seat, holder in enumerate(summary.holders):
            spot = Rect(room.x + seat * (side + 8), room.cy - side / 2, side, side)
            if holder.kind == "open":
                canvas.ring(spot.inset(2), side / 2, f"seat.{seat}", 3)
                icon(canvas, "chair", spot.scaled(0.46), "quiet")
            else:
                with canvas.faded(0.5 if holder.kind == "away" else 1.0):
                    seat_badge(canvas, seat, spot)
                if holder.kind == "bot":
                    canvas.circle((spot.right - 6, spot.bottom - 6), 12, "sheet")
                    icon(canvas, "robot", Rect.around(spot.right - 6, spot.bottom - 6, 18), "ink")
        words = room.cut_left(len(summary.holders) * (side + 8) + 12)[1]
        canvas.text(told, words, "small", "quiet", align="right")


def _side(summary: TableSummary, seat: int) -> str:
    """Letter of the side that a seat of a duplicate plays for; empty where none is known before the start."""
    if not summary.duplicate or summary.phase != "gathering":
        return ""
    return side_letter(side_of(summary.table - summary.duplicate, seat, summary.seats))


def _free(summary: TableSummary) -> bool:
    return any(_is_open(summary, seat) for seat in range(len(summary.holders)))


def _is_open(summary: TableSummary, seat: int) -> bool:
    return summary.holders[seat].kind == "open"


def table_title(summary: TableSummary, translate: TextLookup) -> str:
    """Title of a table; in a duplicate with its number there."""
    title = summary.title or title_of(summary.game)
    if not summary.duplicate:
        return title
    return f"{title}  ·  {translate('duplicate.table', number=summary.table - summary.duplicate + 1)}"
