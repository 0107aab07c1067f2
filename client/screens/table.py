"""A table: the board in the middle, the people beside it, and whatever there is to decide.

Couch, LAN and demo are this one screen; what differs is who holds the seats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from client.app import Screen
from client.boards import board as board_for
from client.boards.base import Chosen, Denied, Handled, Line, Offer, Still
from client.mirror import Happening, Mirror
from client.screens.table_layout import TableLayout
from client.screens.table_menu import TableMenu
from client.screens.table_people import (
    Entry,
    Plate,
    draw_journal,
    draw_liveliness,
    draw_plate,
    name_of,
    note_of,
)
from client.session import Session
from client.stage import Stage
from client.ui.anim import breath, ease_out, progress
from client.ui.canvas import Canvas
from client.ui.fields import TextField
from client.ui.focus import Focus, Widget
from client.ui.geometry import Rect
from client.ui.intents import (
    Accept,
    Back,
    Chat,
    Device,
    Help,
    Intent,
    Left,
    Menu,
    Pause,
    Point,
    Press,
    Release,
    Skip,
    Speed,
    Turn,
    Undo,
)
from client.ui.overlays import Dialog, Hint, draw_hints
from client.ui.symbols import seat_edge
from client.ui.widgets import Button
from core import messages as m
from core.game import Refusal, Seat

RESULT_DELAY: Final = 0.9
"""Seconds between the end of the last gesture and the result."""
PACES: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
DEMO_PAUSE: Final = 0.7
"""Seconds an AI waits before its move so that people can follow."""


class TableActions(msgspec.Struct, frozen=True):
    """Where the screen leads to; given by the program."""

    rules: Callable[[str], None]
    settings: Callable[[], None]
    result: Callable[[TableScreen], None]
    leave: Callable[[], None]
    save: Callable[[Mirror], None]
    lost: Callable[[Session], None]
    can_publish: bool = False


class BoardWidget(Widget):
    """The board as something that can have the focus."""

    def __init__(self, table: TableScreen) -> None:
        super().__init__()
        self.table = table

    def set_focus(self, focused: bool, at: float) -> None:
        super().set_focus(focused, at)
        if not focused:
            self.table.board.leave()

    def handle(self, intent: Intent) -> bool:
        return self.table.on_board(intent)


class TableScreen(Screen):
    """Shows one mirror of one session."""

    name = "table"

    def __init__(self, session: Session, actions: TableActions, demo: bool = False) -> None:
        assert session.mirror is not None
        self.session = session
        self.actions = actions
        self.demo = demo
        self.mirror: Mirror = session.mirror
        self._make_board()
        self.journal: list[Entry] = []
        self._offers: tuple[Offer, ...] = ()
        self._pending = 0
        self._thinking: set[int] = set()
        self._ended_at: float | None = None
        self._result_shown = False
        self._told_of: Happening | None = None
        self._prompt: tuple[str, float] = ("", -1.0)
        self._area = Rect(0, 0, 1920, 1080)

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        say = self.app.say
        self.stage = Stage(self.mirror, self.board, self.app.motion, say, self.app.audio.play)
        self.menu = TableMenu(self)
        self.widget = BoardWidget(self)
        self._tools = (
            Button("", self.menu.open, icon="menu", kind="quiet", tip=lambda: say("table.tool.menu")),
            Button("", self.show_rules, icon="book", kind="quiet", tip=lambda: say("table.tool.rules")),
            Button("", self.take_back, icon="undo", kind="quiet", tip=lambda: say("table.tool.undo")),
            Button("", self.talk, icon="chat", kind="quiet", tip=lambda: say("table.tool.chat")),
        )
        self._demo_tools = (
            Button("", self._pause, icon="pause", tip=lambda: say("table.demo.pause")),
            Button("", self._step, icon="step", tip=lambda: say("table.demo.step")),
            Button("", lambda: self._speed(-1), icon="minus", tip=lambda: say("table.demo.slower")),
            Button("", lambda: self._speed(1), icon="plus", tip=lambda: say("table.demo.faster")),
            Button(lambda: say("table.demo.join"), self.menu.join, kind="primary"),
        )
        self.focus = Focus((), self.app.sound)
        self._place_widgets()
        self.focus.focus(self.widget, self.app.now)
        self.app.audio.bed(False)

    def resume(self) -> None:
        self.stage.motion = self.app.motion
        self.app.audio.bed(False)

    def layout(self, area: Rect) -> None:
        self._area = area
        self.stage.motion = self.app.motion
        self._arrange()

    def _arrange(self) -> None:
        tools = self._demo_tools if self.demo else self._tools
        self.lay = TableLayout.of(
            self._area, self.mirror.seats, 0 if self.demo else len(tools), len(self._offers)
        )
        if self.demo:
            bar = self.lay.side.cut_bottom(168, 0)[0]
            small = bar.cut_top(72)[0].columns(1, 1, 1, 1, gap=12)
            places = (*small, bar.cut_bottom(80)[0])
        else:
            places = self.lay.tools
        for button, place in zip(tools, places, strict=True):
            button.layout(place)
        self.widget.layout(self.lay.field.union(self.lay.side))
        for button, place in zip(self._offer_buttons, self.lay.offers, strict=True):
            button.layout(place)
        self.board.arrange(self.lay.field, self.lay.side)
        self.focus.layout(self._area)

    def _place_widgets(self) -> None:
        self._offer_buttons = [self._offer_button(offer) for offer in self._offers]
        tools = self._demo_tools if self.demo else self._tools
        self.focus.set((self.widget, *tools, *self._offer_buttons), at=self.app.now)
        self._arrange()

    def _offer_button(self, offer: Offer) -> Button:
        label = self.app.say(offer.key)
        if offer.on is not None:
            sign = "check" if offer.on else "plus"
            return Button(label, lambda: self._toggle(offer.key), icon=sign, kind="plain")
        return Button(label, lambda: self.decide(offer.action), kind="primary")

    # --- who may decide -----------------------------------------------------------------------

    @property
    def chooser(self) -> Seat | None:
        """The seat here that is asked to decide now."""
        if self.stage.busy or self._pending:
            return None
        mine = self.mirror.mine_to_act()
        return mine[0] if mine else None

    def seat_of(self, device: Device) -> Seat | None:
        """The seat a gamepad belongs to, when each of several people here has one."""
        pads = self.app.input.gamepads
        if device.kind != "gamepad" or len(pads) < 2 or len(self.mirror.yours) < 2 or device not in pads:
            return None
        index = pads.index(device)
        return self.mirror.yours[index] if index < len(self.mirror.yours) else None

    def seat_name(self, seat: int) -> str:
        """What a seat is called."""
        return name_of(self.mirror.holders[seat], seat, self.app.say)

    def line(self, line: Line) -> str:
        """A board's sentence in the player's language."""
        names = {gap: self.seat_name(seat) for gap, seat in line.seats.items()}
        return self.app.say(line.key, **line.values, **names)

    # --- input --------------------------------------------------------------------------------

    @property
    def wants_text(self) -> bool:
        return self.focus.wants_text

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, Left):
            self.app.notice(self.app.say("table.notice.pad_gone"), "bad")
            return True
        if self.focus.modal is None and self._shortcut(intent):
            return True
        if self.demo and self.focus.modal is None and self._leads_back(intent):
            self.actions.leave()
            return True
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Back | Menu):
            self.menu.open()
            return True
        return False

    def _shortcut(self, intent: Intent) -> bool:
        match intent:
            case Skip():
                self._step() if self.demo and self.mirror.paused else self.stage.skip()
            case Speed():
                self._speed(intent.step)
            case Pause() if self.demo:
                self._pause()
            case Accept() if (
                self.demo and intent.device.kind != "mouse" and self.focus.current is self.widget
            ):
                self.menu.join()
            case Help() if not self.demo:
                self.show_rules()
            case Undo() if not self.demo:
                self.take_back()
            case Chat() if not self.demo:
                self.talk()
            case _:
                return False
        return True

    def _leads_back(self, intent: Intent) -> bool:
        """In a demo every key that does nothing else ends it."""
        if isinstance(intent, Press):
            return self.focus.under(intent.x, intent.y) in (None, self.widget)
        return isinstance(intent, Back | Menu | Turn | Undo | Help | Chat)

    def on_board(self, intent: Intent) -> bool:
        """An intent for the board."""
        decisive = isinstance(intent, Accept | Press)
        if self.demo or isinstance(intent, Release):
            return False
        if self.stage.open and self.mirror.mine_to_act() and not isinstance(intent, Point):
            self.stage.finish()
        if self.stage.busy:
            if decisive:
                self.stage.skip()
            return decisive
        owner = self.seat_of(intent.device)
        stranger = owner is not None and owner != self.chooser
        if self.chooser is None or stranger:
            if decisive:
                self._not_your_turn()
            return decisive or stranger
        return self._answer(self.board.handle(intent, self.frame()))

    def _answer(self, reply: Any) -> bool:
        match reply:
            case Chosen():
                self.decide(reply.action)
            case Denied():
                self._deny(reply.why)
            case Handled():
                if reply.sound:
                    self.app.audio.play(reply.sound)
            case _:
                return False
        return True

    def _not_your_turn(self) -> None:
        self.app.audio.play("refuse")
        acting = self.mirror.latest.to_act
        if self.mirror.phase == "playing" and acting and not self._pending:
            self.app.notice(self.app.say("table.notice.turn_of", name=self.seat_name(acting[0])))

    def _deny(self, why: Refusal) -> None:
        self.stage.deny(why, self.app.now)
        self.app.audio.play("refuse")
        self.app.notice(self.refusal(why), "bad")

    def refusal(self, why: Refusal) -> str:
        """The sentence for a refusal."""
        return self.app.explain(why.code, why.values)

    # --- doing --------------------------------------------------------------------------------

    def decide(self, action: Any) -> None:
        """Do it for the seat here that is asked to decide."""
        seat = self.chooser
        if seat is not None:
            self._pending = self.session.act(seat, action)

    def _toggle(self, key: str) -> None:
        self.board.toggle(key, self.frame())

    def take_back(self) -> None:
        """Ask for the last decision made here back."""
        if self.mirror.yours and self.mirror.phase != "gathering":
            self.session.undo()

    def show_rules(self) -> None:
        """The rules of this game."""
        self.actions.rules(self.mirror.game.info.key)

    def talk(self) -> None:
        """Open the line for talking."""
        say = self.app.say
        field = TextField("", placeholder=say("table.chat.placeholder"), limit=m.CHAT_LENGTH)
        dialog = Dialog(
            say("table.chat.title"),
            "",
            [
                (say("table.chat.send"), lambda: self._say(field.text)),
                (say("table.menu.close"), lambda: None),
            ],
            widgets=(field,),
            at=self.app.now,
            sound=self.app.sound,
        )

        def send(text: str) -> None:
            self._say(text)
            dialog.close()

        field.submit = send
        self.focus.open(dialog)

    def _say(self, text: str) -> None:
        if text.strip():
            self.session.ask(m.Say, text=text)

    def joined(self) -> None:
        """A person has taken a seat: a demo is a game from here on."""
        if self.demo:
            self.demo = False
            self.session.ask(m.Tempo, pause=self.mirror.pause, paused=False)
            self._place_widgets()

    def _pause(self) -> None:
        self.session.ask(m.Tempo, pause=self.mirror.pause, paused=not self.mirror.paused)
        self.mirror.paused = not self.mirror.paused

    def _step(self) -> None:
        self.stage.skip()
        self.session.ask(m.OneStep)

    def _speed(self, step: int) -> None:
        now = min(range(len(PACES)), key=lambda i: abs(PACES[i] - self.app.settings.speed))
        pace = PACES[max(0, min(len(PACES) - 1, now + step))]
        self.app.change(msgspec.structs.replace(self.app.settings, speed=pace))
        self.stage.motion = self.app.motion
        self.app.notice(self.app.say("table.notice.speed", percent=round(pace * 100)))

    # --- time ---------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        for news in self.session.poll(now):
            self._hear(news, now)
        if self.session.status == "lost":
            if self.app.top is self:
                self.actions.lost(self.session)
            return
        self.stage.update(now)
        self._tell()
        self._refresh_offers()
        self._after_step()
        self._finish(now)
        text = self._prompt_text()
        if text != self._prompt[0]:
            self._prompt = (text, now)

    def _hear(self, news: Any, now: float) -> None:
        match news:
            case m.Done():
                self._done(news)
            case m.Failed():
                self._failed(news)
            case m.Said():
                self._note(Entry(f"{news.name}: {news.text}", news.seat, chat=True))
                self.app.audio.play("chime")
            case m.Notice():
                self.app.notice(self.app.explain(news.code, news.values))
            case m.Asked():
                self.menu.asked(news)
            case m.Thinking():
                self._thinking.add(news.seat)
            case m.Stepped():
                self._thinking.clear()
            case m.Scene():
                self._new_scene()

    def _done(self, news: m.Done) -> None:
        if news.id == self._pending:
            self._pending = 0
        if news.port:
            self.mirror.port = news.port
            self.app.notice(self.app.say("table.notice.published", port=news.port), "good")

    def _failed(self, news: m.Failed) -> None:
        if news.id == self._pending:
            self._pending = 0
        self._deny(news.why)

    def _new_scene(self) -> None:
        """The game was taken back, begun anew, or is another one."""
        self._thinking.clear()
        self._ended_at, self._result_shown = None, False
        self.stage.happening = None
        if self._made_for != self.mirror.options:
            self._make_board()
            self.stage.board = self.board
        if not self.mirror.log:
            self.journal.clear()
        self._place_widgets()

    def _make_board(self) -> None:
        self.board = board_for(self.mirror.game, self.mirror.options, self.mirror.seats)
        self._made_for = self.mirror.options

    def _tell(self) -> None:
        """A caption for every happening that begins."""
        happening = self.stage.happening
        if happening is None or happening is self._told_of:
            return
        self._note(Entry(self.line(self.board.caption(happening, -1)), happening.seat))
        self._told_of = happening

    def _note(self, entry: Entry) -> None:
        self.journal = [*self.journal[-40:], entry]

    def _refresh_offers(self) -> None:
        offers = () if self.demo else self.board.offers(self.frame())
        if offers != self._offers:
            self._offers = offers
            self._place_widgets()

    def _after_step(self) -> None:
        """Keep the game once a step has been shown: not while anything moves."""
        if self._told_of is None or self.stage.busy:
            return
        self._told_of = None
        self.actions.save(self.mirror)
        self.app.shot("step")

    def _finish(self, now: float) -> None:
        if self.mirror.latest.outcome is None or self.stage.busy or self.mirror.waiting:
            self._ended_at = None
            return
        if self._ended_at is None:
            self._ended_at = now
        if (
            self.app.top is self
            and not self._result_shown
            and now - self._ended_at >= self.stage.motion.seconds(RESULT_DELAY)
        ):
            self._result_shown = True
            self.actions.result(self)

    # --- drawing ------------------------------------------------------------------------------

    def frame(self) -> Any:
        """What the board shall draw now."""
        return self.stage.frame(self.app.now, self.chooser)

    def draw(self, canvas: Canvas, now: float) -> None:
        frame = self.frame()
        still = self.board.still(frame)
        plates = self._plates()
        self._draw_still(canvas, still, plates)
        if frame.chooser is not None:
            seat_edge(canvas, frame.chooser, 0.75 + 0.25 * breath(now))
        for rect, plate in zip(self.lay.plates, plates, strict=True):
            draw_liveliness(canvas, rect, plate, now)
        self.board.draw(canvas, frame)
        self._draw_prompt(canvas, now)
        self.focus.draw(canvas, now)

    def _draw_still(self, canvas: Canvas, still: Still, plates: list[Plate]) -> None:
        """Three columns that cover the window, each painted again only when something in it changes."""
        lay, journal = self.lay, tuple(self.journal[-8:])
        device, hints = self.app.device, tuple(self._hints())

        def people(c: Canvas) -> None:
            c.backdrop()
            for rect, plate in zip(lay.plates, plates, strict=True):
                draw_plate(c, rect, plate)

        def told(c: Canvas) -> None:
            c.backdrop()
            draw_journal(c, lay.journal, journal)

        def middle(c: Canvas) -> None:
            c.backdrop()
            still.paint_field(c)

        def right(c: Canvas) -> None:
            c.backdrop()
            still.paint_side(c)

        def bottom(c: Canvas) -> None:
            c.backdrop()
            draw_hints(c, hints, device, self.app.say, lay.hints)

        language = self.app.settings.language
        keys = (
            (tuple(plates), language),
            (journal, language),
            (still.field_key, lay.field),
            (hints, device.kind, lay.hints, language),
            (still.side_key, language),
        )
        painters = (people, told, middle, bottom, right)
        for key, rect, paint in zip(keys, self._panes(), painters, strict=True):
            canvas.layer(("table", rect, *key), rect, paint, opaque=True)

    def _panes(self) -> tuple[Rect, ...]:
        """People, journal, board, hints, supplies: together they cover the window."""
        lay, wide, high = self.lay, self._area.w, self._area.h
        left, right, low = lay.prompt.x - 12, lay.prompt.right + 12, lay.hints.y - 4
        split = lay.journal.y - 4
        return (
            Rect(0, 0, left, split),
            Rect(0, split, left, high - split),
            Rect(left, 0, right - left, low),
            Rect(left, low, right - left, high - low),
            Rect(right, 0, wide - right, high),
        )

    def _plates(self) -> list[Plate]:
        shown = self.stage.happening.before if self.stage.happening else self.mirror.shown
        acting = shown.to_act if self.mirror.phase == "playing" else ()
        return [self._plate(Seat(seat), seat in acting) for seat in range(self.mirror.seats)]

    def _plate(self, seat: Seat, acting: bool) -> Plate:
        holder = self.mirror.holders[seat]
        sign, note = note_of(holder, self.line(self.board.tally(self.frame(), seat)), self.app.say)
        series = self.mirror.series
        score = f"{series.points[seat]:g}" if series.goal.games != 1 else ""
        thinking = seat in self._thinking and holder.kind == "bot"
        return Plate(seat, self.seat_name(seat), note, sign, score, acting, thinking)

    def _draw_prompt(self, canvas: Canvas, now: float) -> None:
        text, since = self._prompt
        with canvas.faded(0.3 + 0.7 * ease_out(progress(now, since, 0.2))):
            canvas.text(text, self.lay.prompt, "heading", "ink", align="centre", size=40, fit="wrap")

    def _prompt_text(self) -> str:
        if self.mirror.phase == "gathering":
            return self.app.say("table.prompt.gathering")
        if self.demo and self.mirror.paused and not self.stage.busy:
            return self.app.say("table.prompt.paused")
        if self.stage.happening is not None and self.journal:
            return self.line(self.board.caption(self.stage.happening, -1))
        return self.line(self.board.prompt(self.frame()))

    def _hints(self) -> list[Hint]:
        say = self.app.say
        if self.demo:
            return [
                Hint((Pause(),), say("table.demo.pause")),
                Hint((Skip(),), say("table.demo.step")),
                Hint((Speed(step=-1), Speed(step=1)), say("table.demo.speed")),
                Hint((Accept(),), say("table.demo.join")),
                Hint((Back(),), say("table.demo.back")),
            ]
        here = self.board.hints(self.frame()) if self.mirror.yours else ()
        hints = [Hint((intent,), say(key)) for intent, key in here]
        hints += [Hint((Undo(),), say("table.tool.undo")), Hint((Menu(),), say("table.tool.menu"))]
        return hints
