"""A table: the board in the middle, the people beside it, and whatever there is to decide.

Couch, LAN and demo are this one screen; what differs is who holds the seats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from client.app.window import NOTICE_TOP, Screen
from client.boards import board as board_for
from client.boards.contract import Offer, Sentence
from client.screens.shared.clock import WARNING_PITCHES, ClockFaces
from client.screens.shared.full_names import FullNames
from client.screens.shared.panes import Prompt, list_names, sentence
from client.screens.table.board import BoardWidget
from client.screens.table.booths import Booths
from client.screens.table.curtain import Curtain
from client.screens.table.journal import Journal
from client.screens.table.layout import HEADED_TOP, TableLayout
from client.screens.table.learnt_hints import LearntHints
from client.screens.table.menu import TableMenu
from client.screens.table.news import TableNews
from client.screens.table.pace import Pace
from client.screens.table.people import name_of
from client.screens.table.picture import TablePicture
from client.session.events import GameEvent
from client.session.playback import Playback
from client.session.session import Session
from client.session.table import ClientTable
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import (
    Accept,
    Back,
    Chat,
    Explain,
    Help,
    Intent,
    Left,
    Menu,
    Pause,
    Press,
    Skip,
    Speed,
    Turn,
    Undo,
)
from client.ui.widgets import Button
from core.game import Refusal, Seat
from core.protocol import messages as m

RESULT_OFFER: Final = Offer("table.offer.result")
"""Leads from the final board to the result again."""
SEAT_BACK_OFFER: Final = Offer("table.offer.seat_back")
"""Takes a seat back that an AI holds because its person's time was up."""
FREE_SEAT_OFFER: Final = Offer("table.offer.free_seat")
"""Takes a seat that nobody holds, for whoever looks on."""
SKIP_OPENING_OFFER: Final = Offer("table.opening.skip")
"""Leads past how the game began."""
RESULT_DELAY: Final = 0.9
"""Seconds between the end of the last gesture and the result."""
SETTLE_SECONDS: Final = 1.0
"""Seconds after news in which what they change comes to rest."""
THINKING_DELAY: Final = 8.0
"""Seconds in which nothing is shown after which the world grows quieter: somebody thinks."""
MOST_NAMED: Final = 3
"""Players called by name at most in a sentence about waiting."""


class TableActions(msgspec.Struct, frozen=True):
    """Where the screen leads to; given by the program."""

    rules: Callable[[str], None]
    settings: Callable[[], None]
    result: Callable[[TableScreen], None]
    leave: Callable[[], None]
    lost: Callable[[Session], None]
    can_publish: bool = False
    waits: Callable[[], bool] = lambda: False
    """Whether the game could be gone on with if it were left now."""


class TableScreen(Screen):
    """Shows one mirror of one session."""

    name = "table"

    def __init__(self, session: Session, actions: TableActions, demo: bool = False) -> None:
        assert session.mirror is not None
        self.session = session
        self.actions = actions
        self.demo = demo
        self.mirror: ClientTable = session.mirror
        self.pace = Pace(session)
        self._make_board()
        self.news = TableNews(self)
        self.clocks = ClockFaces()
        self.journal = Journal(self)
        self.learning: LearntHints
        self._offered: tuple[Offer, ...] = ()
        self._undenied = ""
        self.pending = 0
        self.thinking: set[int] = set()
        self._news_at = -SETTLE_SECONDS
        self._people: object = None
        self._ended_at: float | None = None
        self._result_shown = False
        self.honoured: tuple[int, str] | None = None
        """The game whose end has had its ceremony, see `ClientTable.playing`."""
        self._told_of: GameEvent | None = None
        self.deciders: list[Seat] = []
        self.prompt = Prompt(size=40)
        self.curtain = Curtain(self)
        self.booths = Booths(self)
        self.picture = TablePicture(self)
        self.names = FullNames()
        self.area = Rect(0, 0, 1920, 1080)

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        say = self.app.say
        self.stage = Playback(self.mirror, self.board, self.app.motion, say, self.app.audio.play)
        self.curtain.begin()
        self.journal.renew()
        self.menu = TableMenu(self)
        self.learning = LearntHints(self.app)
        self.widget = BoardWidget(self)
        self._tools = (
            Button("", self.menu.open, icon="menu", kind="quiet", tip=lambda: say("table.tool.menu")),
            Button("", self.show_rules, icon="book", kind="quiet", tip=lambda: say("table.tool.rules")),
            Button("", self.take_back, icon="undo", kind="quiet", tip=lambda: say("table.tool.undo")),
            Button("", self.menu.talk, icon="chat", kind="quiet", tip=lambda: say("table.tool.chat")),
        )
        self._demo_tools = (
            Button("", self._pause, icon="pause", tip=lambda: say(self.pause_key)),
            Button("", self._step, icon="step", tip=lambda: say("table.demo.step")),
            Button("", lambda: self._speed(-1), icon="slower", tip=lambda: say("table.demo.slower")),
            Button("", lambda: self._speed(1), icon="faster", tip=lambda: say("table.demo.faster")),
        )
        self._join = Button(lambda: say("table.demo.join"), self.menu.join, kind="primary")
        self.offers: list[Button] = []
        self.focus = Focus((), self.app.sound)
        self._place_widgets()
        self.focus.focus(self.widget, self.app.now)
        self._acted_at = self.app.now

    def resume(self) -> None:
        self.stage.motion = self.app.motion

    def layout(self, area: Rect) -> None:
        self.area = area
        self.stage.motion = self.app.motion
        self._arrange()

    def _arrange(self) -> None:
        offers = (*self.offers, *((self._join,) if self.demo else ()))
        self.lay = TableLayout.of(
            self.area,
            self.mirror.seats,
            len(self.tools),
            len(offers),
            self.board.shape,
            self.plate_foot,
            self.board.low,
        )
        for button, place in zip(self.tools, self.lay.tools, strict=True):
            button.layout(place)
        self.widget.layout(self.lay.field)
        for button, place in zip(offers, self.lay.offers, strict=True):
            button.layout(place)
        self.board.arrange(self.lay.field, self.lay.side, self.area, self.lay.plates)
        self.booths.layout(self.area)
        self.focus.layout(self.area)

    @property
    def plate_foot(self) -> float:
        """Units at the foot of each plate for the board; none where all of everybody lies on the table."""
        return self.board.foot if self.mirror.yours else 0.0

    def arranged(self) -> None:
        """The board lies on the table again."""
        self._place_widgets()

    @property
    def tools(self) -> tuple[Button, ...]:
        """The buttons beside the board."""
        return self._demo_tools if self.demo else self._tools

    def _place_widgets(self) -> None:
        self.offers = [self._offer_button(offer) for offer in self._offered]
        join = (self._join,) if self.demo else ()
        self.focus.set((self.widget, *self.tools, *self.offers, *join), at=self.app.now)
        self._arrange()

    def _offer_button(self, offer: Offer) -> Button:
        label = self.app.say(offer.key)
        if offer is RESULT_OFFER:
            return Button(label, lambda: self.actions.result(self), icon="podium", kind="primary")
        if offer is SKIP_OPENING_OFFER:
            return Button(label, self.skip, icon="to_end", kind="plain")
        if offer is FREE_SEAT_OFFER:
            return Button(label, self.menu.join, icon="chair", kind="primary")
        if offer is SEAT_BACK_OFFER:
            return Button(label, self.menu.back_to_seats, kind="primary")
        if offer.on is not None:
            sign = "check" if offer.on else "empty"
            return Button(label, lambda: self._toggle(offer.key), icon=sign, kind="plain")
        return Button(label, lambda: self.decide(offer.action), kind="primary")

    # --- who may decide -----------------------------------------------------------------------

    @property
    def asked(self) -> Seat | None:
        """The seat here that is asked to decide now, whether or not it has the screen to itself yet."""
        return self.curtain.asked

    @property
    def chooser(self) -> Seat | None:
        """The seat here that can decide now."""
        return None if self.curtain.closed else self.asked

    def seat_name(self, seat: int) -> str:
        """What a seat is called."""
        names = [name_of(holder, i, self.app.say) for i, holder in enumerate(self.mirror.holders)]
        alike = names.count(names[seat]) > 1
        return f"{names[seat]} {seat + 1}" if alike else names[seat]

    def line(self, line: Sentence) -> str:
        """A board's sentence in the player's language."""
        return sentence(line, self.app.say, self.seat_name)

    # --- input --------------------------------------------------------------------------------

    @property
    def wants_text(self) -> bool:
        return self.focus.wants_text

    def handle(self, intent: Intent) -> bool:
        self.names.follow(intent)
        if isinstance(intent, Left):
            self.app.notice(self.app.say("table.notice.pad_gone"), "bad")
            return True
        if self.focus.modal is None and (self.booths.handle(intent) or self._shortcut(intent)):
            return True
        if self.demo and self.focus.modal is None and self._leads_back(intent):
            self.actions.leave()
            return True
        if self.focus.modal is None and isinstance(intent, Press) and self._opens_journal(intent):
            self.menu.journal()
            return True
        self.learning.done(intent, ((Explain(), "table.hint.explain"), (Menu(), "table.tool.menu")))
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Back | Menu):
            self.menu.open()
            return True
        return False

    def _opens_journal(self, press: Press) -> bool:
        return not self.curtain.closed and self.picture.is_journal((press.x, press.y))

    def light(self, line: int) -> None:
        """Light up where the step of a line of the journal, counted from the newest, was made."""
        happening = self.journal.happening(line)
        if happening is not None:
            self.stage.light(happening, self.app.now)
            self.app.sound("move")

    def _shortcut(self, intent: Intent) -> bool:
        match intent:
            case Skip():
                self._step() if self.demo and self.mirror.paused else self.skip()
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
                self.learning.done(intent, ((intent, "table.tool.undo"),))
                self.take_back()
            case Chat() if not self.demo:
                self.menu.talk()
            case _:
                return False
        return True

    def _leads_back(self, intent: Intent) -> bool:
        """In a demo every key that does nothing else ends it."""
        if isinstance(intent, Press):
            return self.focus.under(intent.x, intent.y) in (None, self.widget)
        return isinstance(intent, Back | Menu | Turn | Undo | Help | Chat)

    def deny(self, why: Refusal) -> None:
        """Say why something cannot be done, and light it up on the board."""
        if self.stage.denied(self.app.now) is None:
            self._undenied = self._prompt_text()
        self.stage.deny(why, self.app.now)
        told = self.app.explain(why.code, why.values)
        if self._prompt_text() != self._undenied or self._undenied == told:
            self.app.sound("refuse")  # the sentence above the board says it
        else:
            self.app.refuse(why)

    # --- doing --------------------------------------------------------------------------------

    def decide(self, action: Any) -> None:
        """Do it for the seat here that is asked to decide."""
        seat = self.chooser
        if seat is not None:
            self.pending = self.session.act(seat, action)

    def _toggle(self, key: str) -> None:
        self.board.toggle(key, self.frame())

    def take_back(self) -> None:
        """Ask for the last decision made here back."""
        if self.mirror.yours and self.mirror.phase != "gathering":
            self.session.undo(self._sealed_last())

    def _sealed_last(self) -> Seat | None:
        """Whose sealed decision is taken back: of whoever has the screen; else the last one made here."""
        seats = self.deciders[::-1] if self.curtain.lifted is None else [self.curtain.lifted]
        return next((seat for seat in seats if self.mirror.line(seat)), None)

    def show_rules(self) -> None:
        """The rules of this game."""
        self.actions.rules(self.mirror.game.info.key)

    def joined(self) -> None:
        """A person has a seat: a demo is a game from here on."""
        self.demo = False
        self.pace.pause(self.mirror, False)
        self._place_widgets()

    @property
    def pause_key(self) -> str:
        """What pausing does now: the key of a text."""
        return "table.demo.go_on" if self.mirror.paused else "table.demo.pause"

    def _pause(self) -> None:
        self.pace.pause(self.mirror, not self.mirror.paused)

    def _step(self) -> None:
        """One step more while all is paused: of the opening, or one that an AI still has to make."""
        if self.opening:
            self.stage.finish()
            self.stage.update(self.app.now)
            return
        self.stage.skip()
        self.session.ask(m.StepOnce)

    def _speed(self, step: int) -> None:
        self.app.change(self.app.settings.with_speed(step))
        self.stage.motion = self.app.motion
        if not self.demo:  # there a hint says it
            self.app.notice(self.speed)

    @property
    def speed(self) -> str:
        """How fast everything is shown, in words."""
        return self.app.say("table.notice.speed", percent=round(100 * self.app.settings.speed))

    # --- time ---------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        for news in self.session.poll(now):
            self._note_change(now)
            self.news.hear(news)
        if self.session.status == "lost":
            self.pending = 0  # what was asked will not be answered any more
            if self.app.top is self:
                self.actions.lost(self.session)
            return
        people = self.mirror.holders, self.mirror.host, self.mirror.spectators
        if people != self._people:
            self._people = people
            self._note_change(now)
        self._warn(now)
        if self.demo and self.mirror.yours:
            self.joined()
        self.menu.follow()
        self._demo_tools[0].icon = "play" if self.mirror.paused else "pause"
        undo = self._tools[2]
        undo.enabled = self.mirror.may_take_back()
        undo.tip = self.app.say("table.tool.undo" if undo.enabled else "match.refusal.nothing_to_undo")
        self.curtain.update(now)
        held = self.opening and self.mirror.paused
        self.stage.update(now, hold=held or self.curtain.closed or self.booths.active)
        self.booths.update(now)
        self._acted_at = now if self.stage.busy else self._acted_at
        self.app.audio.set_thinned(now - self._acted_at > THINKING_DELAY)
        self.pace.keep(self.mirror, self.skip, self.curtain.person is not None)
        self._tell()
        self._refresh_offers()
        self._after_step()
        self._finish(now)
        self.prompt.show(self._prompt_text(), now)

    @property
    def bed(self) -> str:
        """What the game's world sounds like."""
        return self.mirror.game.info.key

    def _note_change(self, now: float) -> None:
        """Something is not as it was, though nobody here has done anything."""
        self._news_at = now
        self.app.stir()

    def _warn(self, now: float) -> None:
        """The clocks run; who has little time left hears it once."""
        begun = self.clocks.follow(self.mirror, now)
        if begun is not None:
            self.app.audio.play("tick", WARNING_PITCHES[begun])

    def new_scene(self) -> None:
        """The game was taken back, begun anew, or is another one."""
        self.thinking.clear()
        self.deciders.clear()
        self._ended_at, self._result_shown = None, False
        self.stage.reset()
        self.curtain.fall()
        self.booths.reset()
        if self._made_for != self.mirror.playing:
            self._make_board()
            self.stage.board = self.board
        self.curtain.begin()
        self.journal.renew()
        self._place_widgets()

    def _make_board(self) -> None:
        """A new one for every game: seats are swapped, and nobody shall find what another had in hand."""
        self.board = board_for(self.mirror.game, self.mirror.options, self.mirror.seats)
        self._made_for = self.mirror.playing

    def _tell(self) -> None:
        """A caption for every happening that begins."""
        happening = self.stage.happening
        if happening is None or happening is self._told_of:
            return
        self._told_of = happening
        self.journal.add_event(happening)

    @property
    def opening(self) -> bool:
        """Whether people are being shown what chance did before anybody could decide."""
        waiting = self.mirror.through(self.curtain.viewer).waiting
        coming = waiting[0] if waiting else None
        running = self.stage.happening or coming
        return running is not None and running.opening

    def skip(self) -> None:
        """What is being shown is over; also all of the opening, and of what somebody missed."""
        if not self.curtain.may_skip():
            return
        self.stage.skip()
        eyes = self.mirror.through(self.curtain.viewer)
        while self.curtain.recap or (eyes.waiting and eyes.waiting[0].opening):
            happening = eyes.next()
            if happening is None:
                break
            self.journal.add_event(happening)

    def _refresh_offers(self) -> None:
        hidden = self.demo or self.opening or self.curtain.closed or self.booths.active
        offers = () if hidden else self.board.offers(self.frame())
        if self._result_shown:
            offers = (RESULT_OFFER,)
        elif self.opening and not self.demo:
            offers = (SKIP_OPENING_OFFER,)
        elif not hidden and self._may_join():
            offers = (FREE_SEAT_OFFER,)
        elif not hidden and self.menu.timed_out():
            offers = (*offers, SEAT_BACK_OFFER)
        if offers != self._offered:
            self._offered = offers
            self._place_widgets()

    def _may_join(self) -> bool:
        """Whether somebody looks on here while a seat is free."""
        free = any(holder.kind == "open" for holder in self.mirror.holders)
        here = any(holder.guest == self.session.guest for holder in self.mirror.holders)
        return free and not here and self.mirror.phase == "playing"

    def _prompt_text(self) -> str:
        if self.mirror.phase == "gathering":
            return self.app.say("table.prompt.gathering")
        if self.demo and self.mirror.paused and not self.stage.busy:
            return self.app.say("table.prompt.paused")
        if self.stage.happening is not None:
            return self.line(self.board.caption(self.stage.happening, self.curtain.viewer))
        if self.booths.active:
            return self.app.say("table.booths.prompt")
        if self.curtain.closed and self.asked is not None:
            return self.app.say("table.curtain.prompt", name=self.seat_name(self.asked))
        away = self._away()
        if len(away) == 1:
            return self.app.say("net.notice.waiting_for", name=self.seat_name(away[0]))
        others = away or self._waits_for()
        if others and not self.stage.busy:
            names = list_names([self.seat_name(seat) for seat in others], self.app.say)
            return self.app.say("table.prompt.waiting", names=names)
        return self.line(self.board.prompt(self.frame()))

    def is_ready(self, seat: Seat) -> bool:
        """Whether a seat has made all its decisions while others are still making theirs."""
        ready = seat in self.mirror.sealing and seat not in self.mirror.latest.to_act
        return ready and self.mirror.phase == "playing" and (self.stage.happening is None or self._seals)

    @property
    def _seals(self) -> bool:
        """Whether what is shown is a sealed decision."""
        return self.stage.happening is not None and self.stage.happening.sealed

    def _away(self) -> tuple[Seat, ...]:
        """Whose decision nobody can make, if nothing else is waited for."""
        to_act = self.mirror.latest.to_act
        away = all(self.mirror.holders[seat].kind == "away" for seat in to_act)
        shown = not self.stage.busy and not self.mirror.waiting
        return to_act if away and shown and self.mirror.phase == "playing" else ()

    def _waits_for(self) -> tuple[Seat, ...]:
        """The others who have still to decide at once, once nobody here has to; none if they are many."""
        latest = self.mirror.latest
        if not self.mirror.sealing or self.mirror.own_seats_to_act() or self.mirror.waiting:
            return ()
        return latest.to_act if len(latest.to_act) <= MOST_NAMED else ()

    def _after_step(self) -> None:
        """Keep the game once a step has been shown: not while anything moves."""
        if self._told_of is None or self.stage.busy:
            return
        self._told_of = None
        self.app.shot("step")

    def _finish(self, now: float) -> None:
        if self.mirror.latest.outcome is None or self.stage.busy or self.mirror.waiting:
            self._ended_at = None
            return
        if self._ended_at is None:
            self._ended_at = now
        wait = self.stage.motion.seconds(RESULT_DELAY)
        if self.app.top is self and not self._result_shown and now - self._ended_at >= wait:
            self._result_shown = True
            self.actions.result(self)

    def result_due(self) -> None:
        """The result has to give way although somebody still looks at it: it comes again afterwards."""
        self._ended_at, self._result_shown = None, False

    # --- looks --------------------------------------------------------------------------------

    def frame(self) -> Any:
        """What the board shall draw now."""
        return self.stage.frame(self.app.now, self.chooser, self.curtain.viewer)

    @property
    def notices_from(self) -> float:
        return NOTICE_TOP if self.focus.modal is not None else HEADED_TOP

    def still(self, now: float) -> bool:
        """Behind a menu nothing moves unless something happens."""
        modal = self.focus.modal
        return modal is not None and modal.still(now) and self.settled(now) and not self.needs_frames(now)

    def settled(self, now: float) -> bool:
        """Whether what the last news have changed has come to rest."""
        return now >= self._news_at + SETTLE_SECONDS

    def needs_frames(self, now: float) -> bool:
        return self.stage.busy or self.booths.active

    def draw(self, canvas: Canvas, now: float) -> None:
        self.picture.draw(canvas, now)
