"""Model of a table: what is asked and of whom, what is shown, what is offered, which dialog is open.

Only news of the session, what people do, and time change it; views read its `snapshot`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

from client.boards.contract import Board, Chosen, Denied, Frame, Handled, Offer, Reply, SeatScore, Sentence
from client.screens.rules.pages import page_about
from client.screens.shared.clock import WARNING_PITCHES, ClockFace, ClockFaces, duration_words
from client.screens.shared.panes import list_names
from client.screens.shared.plates import Plate, gaze_point
from client.screens.table.booths import Booths
from client.screens.table.coach import Coach
from client.screens.table.curtain import Curtain
from client.screens.table.intents import (
    AnswerUndoIntent,
    ChangeSpeed,
    Decide,
    DecideAnyway,
    FreeSeatIntent,
    GivePad,
    HandOverIntent,
    LightStep,
    OpenDialog,
    PlainIntent,
    SendChat,
    TableIntent,
    TakeBackBy,
    TakeSeat,
    ToggleOffer,
)
from client.screens.table.journal import Journal
from client.screens.table.journal_view import MOST_BOARD_LINES, chat_entry
from client.screens.table.layout import TableLayout
from client.screens.table.learnt_hints import HintKeys, LearntHints
from client.screens.table.pace import Pace
from client.screens.table.people import holder_note, series_of
from client.screens.table.seats import TableSeats
from client.screens.table.snapshot import (
    ControlsSnapshot,
    MenuSnapshot,
    SeatChoice,
    Surroundings,
    TableSnapshot,
)
from client.screens.table.state import TableState
from client.session.adviser_client import AdviserClient
from client.session.events import GameEvent
from client.session.session import Session
from client.stage.playback import Playback
from client.stage.window import App
from client.ui.geometry import Point as Place
from client.ui.geometry import Rect
from client.ui.intents import (
    Accept,
    Advise,
    Back,
    Chat,
    Cycle,
    Device,
    Explain,
    Help,
    Intent,
    Menu,
    MoveFocus,
    Pause,
    PointAt,
    Press,
    Release,
    Skip,
    Speed,
    Turn,
    Undo,
)
from client.ui.overlays import Hint
from client.ui.portraits import portraits_of
from core.game import Refusal, Seat
from core.protocol import messages as m

RESULT_OFFER: Final = Offer("table.offer.result")
"""Offer that leads from the final board to the result again."""
SEAT_BACK_OFFER: Final = Offer("table.offer.seat_back")
"""Offer to take back a seat that an AI holds because its person's time was up."""
FREE_SEAT_OFFER: Final = Offer("table.offer.free_seat")
"""Offer to take a seat that nobody holds, for somebody who looks on."""
SKIP_OPENING_OFFER: Final = Offer("table.opening.skip")
"""Offer to skip how the game began."""
PERSONAL_INTENTS: Final = (Accept, Turn, Cycle, Undo, Skip, Advise)
"""Intents of those who play, which nobody else's gamepad has here."""
RESULT_DELAY: Final = 0.9
"""Seconds between the end of the last gesture and the result."""
SETTLE_SECONDS: Final = 1.0
"""Seconds after news until all that they change has come to rest."""
THINKING_DELAY: Final = 8.0
"""Seconds without anything to show after which the sounds of the world grow quieter: somebody thinks."""
CHECK_SECONDS: Final = 1.0
"""Seconds for which a decision waits at most for the coach to know whether to warn of it."""
MOST_NAMED: Final = 3
"""People at most who are called by name when one waits for them."""

USUAL_HINTS: Final[HintKeys] = ((Explain(), "table.hint.explain"), (Menu(), "table.tool.menu"))
"""Hints for what can be done at any time."""

Lead = Literal["lost", "result"]
"""Place to which a table leads by itself: "lost" connection, or "result" of a game that is over."""


class HeldDecision(NamedTuple):
    """Decision that waits for the coach's word, in a view of its seat, `until` the app's time is that."""

    action: Any
    seat: Seat
    view: Any
    until: float


class TableModel:
    """Model of one table. `demo`: people only watch. Until `layout` has been called nothing can be shown."""

    tools = 4
    """Number of the buttons beside the board."""

    def __init__(
        self, app: App, session: Session, demo: bool = False, adviser: AdviserClient | None = None
    ) -> None:
        self.app, self.session, self.demo = app, session, demo
        self.state = TableState(app, session)
        self.client_table = self.state.client_table
        self.pace = Pace(session)
        self.booths = Booths(self.state)
        self.coach = Coach(self.state, adviser)
        self.curtain = Curtain(self.state, self.booths)
        self.journal = Journal(self.state)
        self.seats = TableSeats(self.state)
        self.clocks = ClockFaces()
        self.whole_table = False
        """Whether a phone shows everybody as large as a window does."""
        self.learning = LearntHints(app)
        self.thinking: set[int] = set()
        self.deciders: list[Seat] = []
        self.offers: tuple[Offer, ...] = ()
        self.dialog: OpenDialog | None = None
        self.honoured: tuple[int, str] | None = None
        """The game whose end has had its ceremony, see `ClientTable.playing`."""
        self.area: Rect
        self.lay: TableLayout
        self._scene = 0
        self._made_for = self.client_table.playing
        self._undenied = ""
        self._news_at = -SETTLE_SECONDS
        self._people: object = None
        self._ended_at: float | None = None
        self._result_shown = False
        self._told_of: GameEvent | None = None
        self._acted_at = app.now
        self._held: HeldDecision | None = None
        self.curtain.begin()
        self.journal.renew(self.curtain.viewer)

    # --- facts ----------------------------------------------------------------------------------

    @property
    def playback(self) -> Playback:
        """The playback that is on the screen."""
        return self.state.playback

    @property
    def board(self) -> Board:
        """The board of the game that is played, with the hand of whoever decides."""
        return self.state.board

    @property
    def asked(self) -> Seat | None:
        """The seat here that is asked to decide now, even while the curtain still hides the position."""
        return self.curtain.asked

    @property
    def chooser(self) -> Seat | None:
        """The seat here that can decide now."""
        return None if self.curtain.closed else self.asked

    @property
    def opening(self) -> bool:
        """Whether people are being shown what chance did before anybody could decide."""
        return self.curtain.opening

    @property
    def plate_foot(self) -> float:
        """Units at the foot of each plate for the board; 0 where the table shows everything of all seats."""
        return self.board.foot_height if self.client_table.yours else 0.0

    @property
    def pause_key(self) -> str:
        """Key of the text that says what the pause key does now."""
        return "table.demo.go_on" if self.client_table.paused else "table.demo.pause"

    @property
    def speed(self) -> str:
        """Speed of everything that is shown, in words."""
        return self.app.translate("table.notice.speed", percent=round(100 * self.app.settings.speed))

    def seat_name(self, seat: int) -> str:
        """Name of a seat."""
        return self.state.seat_name(seat)

    def line(self, sentence: Sentence) -> str:
        """A board's sentence in the player's language."""
        return self.state.line(sentence)

    def frame(self) -> Frame:
        """Frame that the board is to draw now."""
        return self.coach.mark(self.playback.frame(self.app.now, self.chooser, self.curtain.viewer))

    def is_settled(self, now: float) -> bool:
        """Whether everything the last news have changed has come to rest."""
        return now >= self._news_at + SETTLE_SECONDS

    @property
    def needs_frames(self) -> bool:
        """Whether something is being shown, or several decide at once."""
        return self.playback.busy or self.booths.active

    def is_ready(self, seat: Seat) -> bool:
        """Whether a seat has made all its decisions while others are still making theirs."""
        running = self.playback.event
        ready = seat in self.client_table.sealing and seat not in self.client_table.latest.to_act
        return ready and self.client_table.phase == "playing" and (running is None or running.sealed)

    # --- input for the board --------------------------------------------------------------------

    def play(self, intent: Intent) -> bool:
        """Give the board the input of a person whose turn it is; anybody else is refused."""
        decisive = isinstance(intent, Accept | Press)
        if isinstance(intent, Release):
            return False
        if not self.curtain.closed and self.board.explain(intent, self.frame()):
            return True
        if self.demo:
            return False
        if self.playback.open and self._last_shown() and not isinstance(intent, PointAt):
            self.playback.finish()
        if self.playback.busy or self.opening:
            if decisive:
                self.skip()
            return decisive
        owner = self.state.pads.seat_of(intent.device)
        if self.curtain.closed and (owner is None or owner in self.curtain.owing):
            if decisive:
                self.curtain.lift(owner)
            return decisive
        stranger = owner is not None and owner != self.asked
        if self.asked is None or stranger:
            if decisive:
                self.not_your_turn()
            return decisive or (stranger and not isinstance(intent, Back | Menu))
        frame = self.frame()
        hints = () if isinstance(intent, PointAt) else self.board.hints(frame)
        reply = self.board.handle(intent, frame)
        if isinstance(reply, Denied):
            self.learning.mistaken()
        elif reply is not None or isinstance(intent, MoveFocus):
            self.learning.done(intent, hints)
        return self._answer(reply)

    def answers_stranger(self, intent: Intent) -> bool:
        """Answer a gamepad that is nobody's here, though others are somebody's: a press asks whose it is.

        False if the intent is for all, as the menu is.
        """
        pads = self.state.pads
        if not pads.is_nobodys(intent.device):
            return False
        if isinstance(intent, MoveFocus):
            return True
        if pads.empty:
            self._ask_whose(intent.device)
        elif isinstance(intent, PERSONAL_INTENTS):
            self.app.sound("refuse")
            self.app.notice(self.app.translate("table.notice.pad_nobodys"))
        else:
            return False
        return True

    def _ask_whose(self, device: Device) -> None:
        """Ask whose a gamepad is; who has none is among the answers, so news of that need not lie over it."""
        self.app.notices.shown = ()
        self.dialog = OpenDialog("pad", device=device, empty=self.state.pads.empty)

    def may_decide(self, device: Device) -> bool:
        """Whether a device may press what the seat asked here is offered: nobody else's gamepad may."""
        return self.asked is None or self.state.pads.seat_of(device) in (None, self.asked)

    def _last_shown(self) -> bool:
        """Whether somebody here may decide as soon as what is being shown is over."""
        curtain = self.curtain
        mine = curtain.person is not None and curtain.lifted in (None, curtain.person)
        return mine and not self.client_table.through(curtain.viewer).waiting

    def _answer(self, reply: Reply) -> bool:
        match reply:
            case Chosen():
                self._decide_or_ask(reply.action)
            case Denied():
                self.deny(reply.why)
            case Handled():
                if reply.sound:
                    self.app.audio.play(reply.sound)
            case _:
                return False
        return True

    def not_your_turn(self) -> None:
        """Say that somebody else is asked."""
        self.app.audio.play("refuse")
        acting = self.client_table.latest.to_act
        if self.client_table.phase == "playing" and acting and not self.state.pending:
            self.app.notice(self.app.translate("table.notice.turn_of", name=self.seat_name(acting[0])))

    # --- intents --------------------------------------------------------------------------------

    def shortcut(self, intent: Intent, at_board: bool) -> TableIntent | None:
        """Wish behind a key or button that means the same wherever the focus is; some only `at_board`."""
        match intent:
            case Skip():
                return PlainIntent.STEP if self.demo and self.client_table.paused else PlainIntent.SKIP
            case Speed():
                return ChangeSpeed(intent.step)
            case Pause() if self.demo:
                return PlainIntent.PAUSE
            case Accept() if self.demo and at_board and not intent.device.points:
                return OpenDialog("join")
            case Help() if not self.demo:
                return PlainIntent.RULES
            case Undo() if not self.demo:
                return TakeBackBy(intent.device)
            case Advise() if not self.demo:
                return PlainIntent.COACH
            case Chat() if not self.demo:
                return OpenDialog("talk")
        return None

    def do(self, intent: TableIntent) -> None:
        """Do what a button or a dialog asks for, unless it leads to another screen."""
        match intent:
            case PlainIntent():
                self._do_plain(intent)
            case OpenDialog():
                self._open(intent)
            case TakeBackBy():
                self.learning.done(Undo(), ((Undo(), "table.tool.undo"),))
                self.take_back_by(intent.device)
            case Decide():
                self._decide_or_ask(intent.action)
            case DecideAnyway():
                self.dialog = None
                self.decide(intent.action)
            case ToggleOffer():
                self.board.toggle(intent.key, self.frame())
            case TakeSeat() | FreeSeatIntent() | HandOverIntent() | GivePad():
                self._change_seat(intent)
            case LightStep():
                self._light(intent.line)
            case SendChat() if intent.text.strip():
                self.session.ask(m.Say, text=intent.text)
            case AnswerUndoIntent():
                self.dialog = None
                self.session.ask(m.AnswerUndo, yes=intent.yes)
            case ChangeSpeed():
                self._change_speed(intent.step)

    def _change_seat(self, seat_intent: TakeSeat | FreeSeatIntent | HandOverIntent | GivePad) -> None:
        match seat_intent:
            case TakeSeat():
                self.seats.take(seat_intent.seat)
            case FreeSeatIntent():
                self.session.ask(m.FreeSeat, seat=seat_intent.seat)
            case HandOverIntent():
                self.session.ask(m.HandOver, seat=seat_intent.seat, level=seat_intent.level)
            case GivePad():
                self.state.pads.give(seat_intent.device, seat_intent.seat)

    def _do_plain(self, intent: PlainIntent) -> None:
        match intent:
            case PlainIntent.UNDO:
                self._take_back()
            case PlainIntent.COPY:
                view = self.client_table.latest.view(self.curtain.viewer)
                self.app.copy_position(self.client_table.game, self.client_table.seats, view)
            case PlainIntent.SLOW_OPENING:
                self.curtain.begin_slowly()
            case PlainIntent.TOGGLE_BOOTHS:
                self.booths.toggle()
            case PlainIntent.PUBLISH:
                self.session.ask(m.Publish, name=self.app.settings.name(0))
            case PlainIntent.PAUSE:
                self.pace.pause(self.client_table, not self.client_table.paused)
            case PlainIntent.STEP:
                self._step()
            case PlainIntent.SKIP:
                self.skip()
            case PlainIntent.TAKE_SEATS_BACK:
                self.seats.take_back()
            case PlainIntent.CLOSE_DIALOG:
                self.dialog = None
            case PlainIntent.COACH:
                self._ask_coach()
            case PlainIntent.WHOLE_TABLE:
                self.whole_table = not self.whole_table
                self._arrange_anew()

    def _ask_coach(self) -> None:
        """Show the coach, or send it away."""
        refusal = self.coach.toggle(self.chooser)
        if refusal is not None:
            self.app.refuse(refusal)
        else:
            self.app.sound("paper_slide")

    def _advised_seat(self) -> Seat | None:
        """The seat here for which the coach thinks: the only one even before all has been shown."""
        table, yours = self.client_table, self.client_table.yours
        if self.demo or self.booths.active or table.phase != "playing" or self.state.pending:
            return None
        if len(yours) == 1 and yours[0] in table.latest.to_act:
            return yours[0]
        return self.chooser

    def _open(self, dialog: OpenDialog) -> None:
        if dialog.kind == "join" and not any(map(self.seats.takeable, range(self.client_table.seats))):
            self.app.notice(self.app.translate("table.notice.no_seat"), "bad")
        elif dialog.device is not None:
            self.state.pads.take(dialog.device)
            self._ask_whose(dialog.device)
        else:
            self.dialog = dialog

    def _decide_or_ask(self, action: Any) -> None:
        """Make a decision, once the coach knows whether to warn of it where its person wants that."""
        self._held = None
        if self.chooser is not None and self.coach.check(action):
            view = self.client_table.latest.view(self.chooser)
            self._held = HeldDecision(action, self.chooser, view, self.app.now + CHECK_SECONDS)
        else:
            self._decide_unless_warned(action)

    def _go_on_with_held(self) -> None:
        """Make the decision that waits for the coach, or ask again; drop it in another position."""
        held = self._held
        if held is None or (self.coach.checking and self.app.now < held.until):
            return
        self._held = None
        if self.chooser == held.seat and self.client_table.latest.view(held.seat) is held.view:
            self._decide_unless_warned(held.action)

    def _decide_unless_warned(self, action: Any) -> None:
        """Make a decision; first ask again if it loses more than its person wants."""
        if self.chooser is not None and self.coach.warns(action):
            self.coach.shown = True
            self.dialog = OpenDialog("warning", action=action)
            self.app.sound("refuse")
        else:
            self.decide(action)

    def decide(self, action: Any) -> None:
        """Make a decision for the seat here that is asked."""
        seat = self.chooser
        if seat is not None:
            self.state.pending = self.session.act(seat, action)

    def deny(self, why: Refusal) -> None:
        """Say why something cannot be done, and light it up on the board."""
        if self.playback.denied(self.app.now) is None:
            self._undenied = self.prompt()
        self.playback.deny(why, self.app.now)
        told = self._with_rule(why.code, self.app.explain(why.code, why.values))
        if self.prompt() != self._undenied or self._undenied == told:
            self.app.sound("refuse")  # the sentence above the board says it
        else:
            self.app.refuse(why)

    def skip(self) -> None:
        """End what is being shown; also all of the opening, or of what somebody missed."""
        if not self.curtain.may_skip():
            return
        self.playback.skip()
        viewer = self.curtain.viewer
        eyes = self.client_table.through(viewer)
        while self.curtain.recap or (eyes.waiting and eyes.waiting[0].opening):
            event = eyes.next()
            if event is None:
                break
            self.journal.add_event(event, viewer)

    def _step(self) -> None:
        """Make one step while all is paused: of the opening, or one that an AI still has to make."""
        if self.opening:
            self.playback.finish()
            self.playback.update(self.app.now)
            return
        self.playback.skip()
        self.session.ask(m.StepOnce)

    def _change_speed(self, step: int) -> None:
        self.app.change(self.app.settings.with_speed(step))
        self.playback.motion = self.app.motion
        if not self.demo:  # there a hint says it
            self.app.notice(self.speed)

    def _light(self, index: int) -> None:
        """Light up where a step was made; its journal line is counted from the newest."""
        event = self.journal.event(index)
        if event is not None:
            self.playback.light(event, self.app.now)
            self.app.sound("move")

    def _take_back(self) -> None:
        """Ask to take back the last decision made here."""
        if self.client_table.yours and self.client_table.phase == "playing":
            self.session.undo(self._sealed_last())

    def take_back_by(self, device: Device) -> None:
        """Ask to take back the last decision; with a gamepad of one's own never what another has sealed."""
        seat, last = self.state.pads.seat_of(device), self._sealed_last()
        if seat is None or last in (None, seat):
            self._take_back()
        elif self.client_table.line(seat):
            self.session.undo(seat)
        else:
            self.not_your_turn()

    def _sealed_last(self) -> Seat | None:
        """The seat whose sealed decision is taken back: of who has the screen, else the last to decide."""
        seats = self.deciders[::-1] if self.curtain.lifted is None else [self.curtain.lifted]
        return next((seat for seat in seats if self.client_table.line(seat)), None)

    # --- news ---------------------------------------------------------------------------------

    def _hear(self, news: Any) -> None:
        """Change what a message of the session's news concerns."""
        match news:
            case m.Done() | m.Failed() if self.booths.answered(news):
                pass
            case m.Done():
                self._done(news)
            case m.Failed():
                self._failed(news)
            case m.Said():
                self.journal.note(chat_entry(news, self.app.translate))
                self.app.audio.play("chime")
            case m.Notice():
                if news.code == "net.notice.undo_refused":  # another player has answered for all
                    self._settle()
                self.app.notice(self.app.explain(news.code, news.values))
            case m.UndoAsked():
                self.dialog = OpenDialog("undo", news.seat)
            case m.Thinking():
                self.thinking.add(news.seat)
            case m.StepsMade():
                self._settle()
                self.seats.take_later(self.demo)
                self.thinking.clear()
                self.deciders.clear()
            case m.DecisionSealed():
                self._decided(news)
            case m.TableView():
                self._settle()
                self._begin_scene()

    def _done(self, news: m.Done) -> None:
        if news.id == self.state.pending:
            self.state.pending = 0
        if news.port:
            self.client_table.port = news.port
            self.app.notice(self.app.translate("table.notice.published", port=news.port), "good")

    def _failed(self, news: m.Failed) -> None:
        if news.id == self.state.pending:
            self.state.pending = 0
        if self.seats.refused(news, self.demo):
            self.pace.pause(self.client_table, False)  # until the seat can be taken the demo goes on
        else:
            self.deny(news.why)

    def _decided(self, news: m.DecisionSealed) -> None:
        """A sealed decision was made here, or taken back: its person goes on."""
        seat = Seat(news.seat)
        if news.action is not None:
            self.deciders.append(seat)
        if self.booths.decided(news) or news.action is not None:
            return
        running = self.playback.event
        if running is not None and running.sealed and running.seat == seat:
            self.playback.reset()
        self.journal.renew(self.curtain.viewer)
        if self.curtain.lifted != seat:
            self.curtain.fall(seat)

    def _settle(self) -> None:
        """End the question whether a move is taken back."""
        if self.dialog is not None and self.dialog.kind == "undo":
            self.dialog = None

    def _begin_scene(self) -> None:
        """Start from another position: the game was taken back, begun anew, or is another one."""
        self.thinking.clear()
        self.deciders.clear()
        self._ended_at, self._result_shown = None, False
        self.playback.reset()
        self.curtain.fall()
        self.booths.reset()
        if self._made_for != self.client_table.playing:  # the seats are others now: hands are private
            self.playback.board, self._made_for = self.state.new_board(), self.client_table.playing
        self.curtain.begin()
        self.journal.renew(self.curtain.viewer)
        self._arrange_anew()

    # --- time ---------------------------------------------------------------------------------

    def update(self, now: float, on_top: bool) -> Lead | None:
        """Take what the session has received and let time pass, once a frame; where the table leads now."""
        for news in self.session.poll(now):
            self._note_change(now)
            self._hear(news)
        if self.session.status == "lost":
            self.state.pending = 0  # the command will not be answered any more
            return "lost"
        self._follow_people(now)
        self._follow_pads()
        self.curtain.update(now)
        held = self.opening and self.client_table.paused
        self.playback.update(now, hold=held or self.curtain.closed or self.booths.active)
        self._update_booths(now)
        if self.coach.follow(self._advised_seat()) and self.coach.shown:
            self._note_change(now)
        self._go_on_with_held()
        self._acted_at = now if self.playback.busy else self._acted_at
        self.app.audio.set_thinned(now - self._acted_at > THINKING_DELAY)
        self.pace.keep(self.client_table, self.skip, self.curtain.person is not None)
        self._note_event()
        self._refresh_offers()
        self._picture_step()
        return self._finish(now, on_top)

    def _note_change(self, now: float) -> None:
        """Draw again: something has changed without anybody's input here."""
        self._news_at = now
        self.app.wake()

    def _follow_people(self, now: float) -> None:
        """Update who is here, who owes a decision, and how much time they have."""
        table = self.client_table
        people = table.holders, table.host, table.spectators, table.latest.to_act
        if people != self._people:
            self._people = people
            self._note_change(now)
        ticks, begun = self.clocks.ticks, self.clocks.follow(self.client_table, now)
        if self.clocks.ticks != ticks:
            self.app.refresh()
        if begun is not None:
            self.app.audio.play("tick", WARNING_PITCHES[begun])
        if self.demo and self.client_table.yours:  # a demo in which a person sits is a game from here on
            self.demo = False
            self.pace.pause(self.client_table, False)
            self._arrange_anew()
        dialog = self.dialog
        if (
            dialog is not None
            and dialog.kind == "undo"
            and self.client_table.holders[dialog.seat].kind != "person"
        ):
            self._settle()

    def _follow_pads(self) -> None:
        """Announce gamepads that have gone or are back; a question is over with what it was about."""
        self.seats.follow()
        for news in self.state.pads.follow():
            name = "" if news.seat is None else self.seat_name(news.seat)
            if news.back:
                self.app.notice(self.app.translate("table.notice.pad_back", name=name), "good")
            else:
                key = "table.notice.pad_gone_of" if name else "table.notice.pad_gone"
                self.app.notice(self.app.translate(key, name=name), "bad")
        dialog = self.dialog
        if dialog is None or dialog.device is None:
            return
        if not self.state.pads.is_nobodys(dialog.device):
            self.dialog = None
        elif dialog.empty != self.state.pads.empty:
            self.dialog = None
            if self.state.pads.empty:
                self._ask_whose(dialog.device)

    def _update_booths(self, now: float) -> None:
        before = self.booths.active
        self.booths.update(now, self.curtain.lifted, self.area)
        if before and not self.booths.active:
            self._arrange_anew()

    def _note_event(self) -> None:
        """Note every event that begins in the journal."""
        event = self.playback.event
        if event is None or event is self._told_of:
            return
        self._told_of = event
        self.journal.add_event(event, self.curtain.viewer)

    def _refresh_offers(self) -> None:
        hidden = self.demo or self.opening or self.curtain.closed or self.booths.active
        offers = () if hidden else self.board.offers(self.frame())
        if self._result_shown:
            offers = (RESULT_OFFER,)
        elif self.opening and not self.demo:
            offers = (SKIP_OPENING_OFFER,)
        elif not hidden and self.seats.may_join:
            offers = (FREE_SEAT_OFFER,)
        elif not hidden and self.seats.timed_out:
            offers = (*offers, SEAT_BACK_OFFER)
        if offers != self.offers:
            self.offers = offers
            self._arrange()

    def _picture_step(self) -> None:
        """Take a picture once a step has been shown and nothing moves."""
        if self._told_of is None or self.playback.busy:
            return
        self._told_of = None
        self.app.shot("step")

    def _finish(self, now: float, on_top: bool) -> Lead | None:
        """Lead to the result, some time after everything has been shown."""
        if self.client_table.latest.outcome is None or self.playback.busy or self.client_table.waiting:
            self._ended_at = None
            return None
        if self._ended_at is None:
            self._ended_at = now
        wait = self.playback.motion.seconds(RESULT_DELAY)
        if not on_top or self._result_shown or now - self._ended_at < wait:
            return None
        self._result_shown = True
        return "result"

    def result_due(self) -> None:
        """Let the result give way although somebody still looks at it: it comes again afterwards."""
        self._ended_at, self._result_shown = None, False

    # --- the sentence -------------------------------------------------------------------------

    def prompt(self) -> str:
        """The sentence above the board: what there is to do, or what happens."""
        translate = self.app.translate
        if self.client_table.phase == "gathering":
            return translate("table.prompt.gathering")
        if self.demo and self.client_table.paused and not self.playback.busy:
            return translate("table.prompt.paused")
        if self.playback.event is not None:
            return self.line(self.board.caption(self.playback.event, self.curtain.viewer))
        if self.booths.active:
            return translate("table.booths.prompt")
        if self.curtain.closed and self.asked is not None:
            return translate("table.curtain.prompt", name=self.seat_name(self.asked))
        away = self._away()
        if len(away) == 1:
            return translate("net.notice.waiting_for", name=self.seat_name(away[0]))
        others = away or self._waits_for()
        if others and not self.playback.busy:
            names = list_names([self.seat_name(seat) for seat in others], translate)
            return translate("table.prompt.waiting", names=names)
        told = self.board.prompt(self.frame())
        return self._with_rule(told.key, self.line(told))

    def _with_rule(self, code: str, text: str) -> str:
        """A refusal with the key that opens its rule, if that key would; any other sentence as it is."""
        key = self.client_table.game.info.key
        if not code.startswith(f"{key}.refusal.") or self.rules_page() != page_about(key, (code,)) > 0:
            return text
        return self.app.translate("table.prompt.rule", refusal=text, key=self.app.labels.name(Help()))

    def rules_page(self) -> int:
        """Number of the page of the rules on what a person here asks about now; 0 if that is nothing."""
        if self.curtain.closed:
            return 0
        return page_about(self.client_table.game.info.key, self.board.topics(self.frame()))

    def _away(self) -> tuple[Seat, ...]:
        """The absent people's seats, if nobody else is waited for."""
        to_act = self.client_table.latest.to_act
        away = all(self.client_table.holders[seat].kind == "away" for seat in to_act)
        shown = not self.playback.busy and not self.client_table.waiting
        return to_act if away and shown and self.client_table.phase == "playing" else ()

    def _waits_for(self) -> tuple[Seat, ...]:
        """The others who have still to decide at once, once nobody here has to; none if they are many."""
        latest = self.client_table.latest
        if not self.client_table.sealing or self.client_table.own_seats_to_act() or self.client_table.waiting:
            return ()
        return latest.to_act if len(latest.to_act) <= MOST_NAMED else ()

    # --- layout -----------------------------------------------------------------------------------

    def layout(self, area: Rect) -> None:
        """Take the size of the window, in units, and the settings."""
        self.area = area
        self.playback.motion = self.app.motion
        self._arrange()

    def _arrange(self) -> None:
        """Lay out the table for what is offered now."""
        board, offers = self.board, len(self.offers) + self.demo
        in_hand = self.app.phone and not self.whole_table
        self.lay = TableLayout.of(
            self.area,
            self.client_table.seats,
            self.tools,
            offers,
            board.aspect_ratio,
            self.plate_foot,
            board.min_side_height,
            in_hand,
        )
        board.arrange(self.lay.field, self.lay.side, self.area, self.lay.plates)
        self.booths.layout(self.area)

    def _arrange_anew(self) -> None:
        """Lay out the table without regard to what the last position offered."""
        self._scene += 1
        self._arrange()

    # --- snapshots ----------------------------------------------------------------------------

    def controls(self) -> ControlsSnapshot:
        """The buttons that there are now, and the dialog."""
        client_table = self.client_table
        return ControlsSnapshot(
            self._scene,
            self.demo,
            client_table.paused,
            client_table.may_take_back(),
            self.offers,
            self.lay,
            self.dialog,
        )

    def menu(self, publishes: bool, is_kept: bool, invites: bool = False) -> MenuSnapshot:
        """The facts that dialogs depend on now.

        `publishes`: a table here can be opened to the LAN; `is_kept`: its game can be gone on with later;
        `invites`: devices can be invited.
        """
        client_table, state = self.client_table, self.state
        seats = (
            SeatChoice(
                seat,
                self.seat_name(seat),
                self.seats.takeable(seat),
                self.seats.gives(seat),
                client_table.holders[seat].kind == "open",
            )
            for seat in range(client_table.seats)
        )
        order = "table.booths.in_turn" if self.booths.together else "table.booths.at_once"
        return MenuSnapshot(
            opening=self.opening,
            seats=tuple(seats),
            booths=order if state.pads.personal and client_table.game.info.hidden else "",
            publishes=publishes and not client_table.port,
            invites=invites,
            talks=self.session.remote or bool(client_table.port),
            muted=any(client_table.holders[seat].muted for seat in client_table.yours),
            kept=is_kept,
            pad=None if state.pads.seat_of(self.app.device) is None else self.app.device,
            journal=self.journal.entries,
            coach=self.coach.allowed,
            warning=self._warning(),
        )

    def _warning(self) -> str:
        """Warning before an action that loses much; "" where there is none."""
        dialog, translate = self.dialog, self.app.translate
        if dialog is None or dialog.kind != "warning" or self.coach.advice is None:
            return ""
        unit, reason = self.coach.unit, self.coach.first_reason()
        words = translate(
            "coach.warning.text_points" if unit else "coach.warning.text",
            loss=round((unit or 100) * self.coach.loss(dialog.action)),
            better=self.coach.better_words(dialog.action, self.frame()),
        )
        return f"{words} {reason}".strip()

    def snapshot(self, at_board: bool) -> TableSnapshot:
        """Snapshot to draw now; `at_board`: the board has the focus."""
        frame = self.frame()
        seats = [Seat(seat) for seat in range(self.client_table.seats)]
        standings = tuple(self.board.standing(frame, seat) for seat in seats)
        return TableSnapshot(
            around=Surroundings(
                self.app.translate, self.line, self.app.settings.language, self.app.motion, self.app.labels
            ),
            lay=self.lay,
            board=self.board,
            frame=frame,
            plates=self._plates(frame, standings),
            standings=standings,
            faces=tuple(self._face(seat) for seat in seats),
            asked=self.asked,
            curtain=self.curtain.snapshot(),
            booths=tuple(booth.snapshot(self.clocks.face(seat)) for seat, booth in self.booths.open.items()),
            journal=self.journal.entries[-MOST_BOARD_LINES:],
            watching=self._watching(),
            hints=self._hints(frame, at_board),
            coach=self.coach.snapshot(),
        )

    def _face(self, seat: Seat) -> ClockFace | None:
        """The clock of a person's seat; AIs have none."""
        holder = self.client_table.holders[seat]
        timed = holder.kind in ("person", "away") or holder.owner
        return self.clocks.face(seat) if timed else None

    def _watching(self) -> str:
        """Text for somebody without a seat: that they watch, and how late."""
        translate = self.app.translate
        if self.seats.seated or self.demo:
            return ""
        if not self.client_table.delay:
            return translate("table.watching")
        return translate("table.watching_late", time=duration_words(translate, self.client_table.delay))

    def _plates(self, frame: Frame, standings: Sequence[SeatScore]) -> tuple[Plate, ...]:
        client_table = self.client_table
        position = client_table.latest if self.curtain.closed else frame.position
        acting = position.to_act if client_table.phase == "playing" else ()
        portraits = portraits_of(client_table.holders)
        places = [plate.centre for plate in self.lay.plates]
        return tuple(
            self._plate(Seat(seat), standing, acting, portraits[seat], gaze_point(seat, acting, places))
            for seat, standing in enumerate(standings)
        )

    def _plate(
        self, seat: Seat, score: SeatScore, acting: tuple[Seat, ...], portrait: str, look: Place
    ) -> Plate:
        """The plate of a seat. Of several who decide at once only the one asked here is marked."""
        asked = seat in acting and (len(acting) == 1 or seat == self.asked)
        holder, series, translate = (
            self.client_table.holders[seat],
            self.client_table.series,
            self.app.translate,
        )
        sign, note = holder_note(holder, self.line(score.words), translate)
        if self.is_ready(seat):
            sign, note = "check", translate("table.ready")
        thinking = seat in self.thinking and holder.kind == "bot"
        return Plate(
            seat,
            self.seat_name(seat),
            note,
            sign,
            series_of(series.goal, series.points[seat], translate),
            asked,
            thinking or (seat in acting and not asked),
            timed=self.client_table.clock is not None,
            counts=bool(score.points),
            leads=score.leads,
            portrait=portrait,
            look=look,
            foot=self.plate_foot,
        )

    def _hints(self, frame: Frame, at_board: bool) -> tuple[Hint, ...]:
        translate = self.app.translate
        if self.demo:
            return (
                Hint((Pause(),), translate(self.pause_key)),
                Hint((Skip(),), translate("table.demo.step")),
                Hint((Speed(step=-1), Speed(step=1)), self.speed),
                Hint((Accept(),), translate("table.demo.join")),
                Hint((Back(),), translate("table.demo.back")),
            )
        if self.curtain.recap:
            return (Hint((Skip(),), translate("table.curtain.skip")),)
        if self.opening:
            return (
                Hint((Skip(),), translate("table.opening.skip")),
                Hint((Menu(),), translate("table.tool.menu")),
            )
        mine = at_board and any(seat in self.client_table.yours for seat in self.client_table.latest.to_act)
        here = self.board.hints(frame) if mine else ()
        coach = ((Advise(), "coach.hint"),) if mine and self.coach.allowed else ()
        undo = ((Undo(), "table.tool.undo"),) if self.client_table.may_take_back() else ()
        needed = self.learning.needed((*here, *undo, *coach, *USUAL_HINTS))
        return tuple(Hint((intent,), translate(key)) for intent, key in needed)
