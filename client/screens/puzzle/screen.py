"""Puzzle on its board: a person looks for the best move, is told whether it was it, and can be shown it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from client.boards import board as board_for
from client.boards.contract import Chosen, Denied, Frame, Handled, Offer, Sentence
from client.screens.rules.pages import page_about
from client.screens.shared.panes import Prompt, sentence
from client.screens.shared.plates import Plate
from client.screens.table import picture
from client.screens.table.board import BoardWidget
from client.screens.table.layout import HEADED_TOP, TableLayout
from client.screens.table.snapshot import CurtainSnapshot, Surroundings, TableSnapshot
from client.session.events import GameEvent, PositionView, StepShown
from client.session.puzzles import Puzzle
from client.stage.playback import Playback
from client.stage.window import NOTICE_TOP, Screen
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Explain, Help, Intent, Menu, Press, Release, Skip
from client.ui.overlays import Hint
from client.ui.widgets import Button
from core.game import Refusal, Seat
from core.protocol.messages import EVERYBODY

WRONG_SECONDS: Final = 1.4
"""Seconds for which a wrong move lies on the board before it is taken back."""
TRIES_BEFORE_SHOWING: Final = 2
"""Tries after which the answer can be shown."""
OPPONENT_PORTRAIT: Final = "bot-hard"


class PuzzleResult(msgspec.Struct, frozen=True):
    """Result of a puzzle: different moves tried, the last one right if it was `solved`; else it was shown."""

    tries: int
    solved: bool


@dataclass(frozen=True)
class PuzzleActions:
    """Callbacks of a puzzle. `ended` is called once; afterwards `go_on`, whose button says `go_on_words`.

    `tried` is told each wrong move when it is first tried.
    """

    ended: Callable[[PuzzleResult], None]
    go_on: Callable[[], None]
    leave: Callable[[], None]
    rules: Callable[[str, int], None]
    go_on_words: str = "puzzle.done"
    tried: Callable[[Any], None] = lambda action: None


class PuzzleScreen(Screen):
    """Screen of one puzzle. `title` is what it is called, in words; `tried` are moves tried before."""

    name = "puzzle"

    def __init__(self, puzzle: Puzzle, title: str, actions: PuzzleActions, tried: Sequence[Any] = ()) -> None:
        self.puzzle, self.title, self.actions = puzzle, title, actions
        self.game = puzzle.position.game
        self.board = board_for(self.game, puzzle.position.options, puzzle.position.seats)
        self.begin = self._view_of(puzzle.position.state)
        self.position_view = self.begin
        """The position on the screen: `client.session.events.EventSource`."""
        self.tried: list[Any] = [*tried]
        self.result: PuzzleResult | None = None
        self.verdict = ""
        """Key of the sentence about the last move; "" once the next is being looked for."""
        self.offers: tuple[Offer, ...] = ()
        self._event: GameEvent | None = None
        self._back_at: float | None = None
        self._buttons_key: object = None
        self.prompt = Prompt(size=40)

    def _view_of(self, state: Any) -> PositionView:
        return PositionView({EVERYBODY: state}, 0, self.game.to_act(state), self.game.outcome(state))

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        translate = self.app.translate
        self.playback = Playback(self, self.board, self.app.motion, translate, self.app.audio.play)
        self.widget = BoardWidget(self)
        self.tools = (
            Button("", self.actions.leave, icon="door", kind="quiet", tip=self.app.label("puzzle.leave")),
            Button("", self._rules, icon="book", kind="quiet", tip=self.app.label("table.tool.rules")),
        )
        self.show = Button(self.app.label("puzzle.show"), self.show_answer, icon="eye")
        self.on = Button(self.app.label(self.actions.go_on_words), self.actions.go_on, kind="primary")
        self.focus = Focus((self.widget,), self.app.sound)
        self.focus.focus(self.widget, self.app.now)

    def resume(self) -> None:
        self.playback.motion = self.app.motion

    @property
    def bed(self) -> str:
        key: str = self.game.info.key
        return key

    def layout(self, area: Rect) -> None:
        self.area = area
        self.playback.motion = self.app.motion
        self._arrange()

    def _arrange(self) -> None:
        """Lay out board and buttons for what is offered now."""
        buttons = [self._offer_button(offer) for offer in self.offers]
        if self.result is not None:
            buttons = [self.on]
        elif len(self.tried) >= TRIES_BEFORE_SHOWING:
            buttons.append(self.show)
        seats, board = self.puzzle.position.seats, self.board
        lay = self.lay = TableLayout.of(
            self.area,
            seats,
            len(self.tools),
            len(buttons),
            board.aspect_ratio,
            board.foot_height,
            board.min_side_height,
        )
        board.arrange(lay.field, lay.side, self.area, lay.plates)
        self.focus.set((self.widget, *self.tools, *buttons), at=self.app.now)
        for button, place in zip((*self.tools, *buttons), (*lay.tools, *lay.offers), strict=True):
            button.layout(place)
        self.widget.layout(lay.field)
        self.widget.beside = (lay.side, *lay.plates)
        self.focus.layout(self.area)

    def _offer_button(self, offer: Offer) -> Button:
        def press() -> None:
            if offer.on is None:
                self.answer(offer.action)
            else:
                self.board.toggle(offer.key, self.frame())

        sign = "" if offer.on is None else "check" if offer.on else "empty"
        return Button(self.app.translate(offer.key), press, icon=sign)

    # --- what is shown ------------------------------------------------------------------------

    @property
    def chooser(self) -> Seat | None:
        """The seat for which a move is looked for; None while one is shown, and at the end."""
        waits = self.result is None and not self.playback.busy and self.position_view is self.begin
        return self.puzzle.seat if waits and self._event is None else None

    def frame(self) -> Frame:
        """Frame that the board draws now."""
        return self.playback.frame(self.app.now, self.chooser, self.puzzle.seat)

    def next(self) -> GameEvent | None:
        """The move to be shown: `client.session.events.EventSource`."""
        event, self._event = self._event, None
        if event is not None:
            self.position_view = event.after
        return event

    def seat_name(self, seat: int) -> str:
        """Name of a seat: the person's, or what the opponents are called."""
        if seat == self.puzzle.seat:
            return self.app.settings.name(0) or self.app.translate("table.guest_name", number=1)
        return self.app.translate("puzzle.opponent")

    def line(self, written: Sentence) -> str:
        """Sentence of a board in the player's language."""
        return sentence(written, self.app.translate, self.seat_name)

    def _words(self) -> str:
        """Sentence above the board."""
        if self.verdict:
            return self.app.translate(self.verdict)
        told = self.board.prompt(self.frame())
        if told.key.startswith(f"{self.game.info.key}.refusal."):
            return self.line(told)
        return self.app.translate("puzzle.find", name=self.seat_name(self.puzzle.seat))

    # --- answers ------------------------------------------------------------------------------

    def answer(self, action: Any) -> None:
        """Try a move: it is shown, and stays if it is right."""
        if self.chooser is None:
            return
        new = action not in self.tried
        if new:
            self.tried.append(action)
        if action in self.puzzle.answers:
            self._end(PuzzleResult(len(self.tried), True), "puzzle.right")
        else:
            if new:
                self.actions.tried(action)
            self.verdict = "puzzle.good" if action in self.puzzle.good else "puzzle.wrong"
        self._show(action)

    def show_answer(self) -> None:
        """Show the right move: the puzzle is over."""
        if self.chooser is not None:
            self._end(PuzzleResult(len(self.tried), False), "puzzle.shown")
            self._show(self.puzzle.answers[0])

    def _end(self, result: PuzzleResult, verdict: str) -> None:
        self.result, self.verdict = result, verdict
        self.actions.ended(result)

    def _show(self, action: Any) -> None:
        """Play a move of the person's seat on the board."""
        step = StepShown(self.puzzle.seat, {EVERYBODY: action})
        after = self.game.apply(self.puzzle.position.state, self.puzzle.seat, action)
        self._event = GameEvent(self.begin, (step,), self._view_of(after))
        self.board.leave()

    # --- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, Help):
            self._rules()
            return True
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Back | Menu):
            self.app.sound("back")
            self.actions.leave()
            return True
        return False

    def play(self, intent: Intent) -> bool:
        """Give the board what a person does: see `BoardWidget`."""
        decisive = isinstance(intent, Accept | Press | Skip)
        if isinstance(intent, Release):
            return False
        if self.board.explain(intent, self.frame()):
            return True
        if self.chooser is None:
            if decisive:
                self._hurry()
            return decisive
        if decisive and self.verdict:
            self.verdict = ""
        match self.board.handle(intent, self.frame()):
            case Chosen(action):
                self.answer(action)
            case Denied(why):
                self._deny(why)
            case Handled(sound):
                if sound:
                    self.app.audio.play(sound)
            case _:
                return False
        return True

    def _deny(self, why: Refusal) -> None:
        self.verdict = ""
        self.playback.deny(why, self.app.now)
        self.app.sound("refuse")

    def _hurry(self) -> None:
        """End what is being shown, or take a wrong move back at once; after the end go on."""
        if self.playback.busy:
            self.playback.skip()
        elif self._back_at is not None:
            self._back_at = self.app.now
        elif self.result is not None and self._event is None:
            self.focus.focus(self.on, self.app.now)

    def _rules(self) -> None:
        key = self.game.info.key
        self.actions.rules(key, page_about(key, self.board.topics(self.frame())))

    # --- time ---------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        if self.app.top is not self:
            return
        shown = self.playback.ended
        self.playback.update(now)
        if self.playback.ended is not shown:
            self._shown_at(now)
        if self._back_at is not None and now >= self._back_at:
            self._back_at, self.position_view = None, self.begin
            self.playback.reset()
            self.app.wake()
        self._refresh()
        self.prompt.show(self._words(), now)

    def _shown_at(self, now: float) -> None:
        """A move has been shown: a wrong one is taken back soon."""
        if self.result is None:
            self.app.sound("refuse")
            self._back_at = now + WRONG_SECONDS
        else:
            self.app.sound("chime" if self.result.solved else "accept")
            self.app.shot("solved")

    def _refresh(self) -> None:
        """Update the buttons to what can be done now."""
        self.offers = self.board.offers(self.frame()) if self.chooser is not None else ()
        over = self.result is not None and not self.playback.busy and self._event is None
        key = self.offers, len(self.tried) >= TRIES_BEFORE_SHOWING, self.result is not None
        if key != self._buttons_key:
            self._buttons_key = key
            self._arrange()
        if over and self.focus.current is self.widget:
            self.focus.focus(self.on, self.app.now)

    # --- looks --------------------------------------------------------------------------------

    @property
    def notices_from(self) -> float:
        return NOTICE_TOP if self.focus.modal is not None else HEADED_TOP

    def needs_frames(self, now: float) -> bool:
        return self.playback.busy

    def snapshot(self) -> TableSnapshot:
        """Content of a frame now."""
        frame, app = self.frame(), self.app
        seats = [Seat(seat) for seat in range(self.puzzle.position.seats)]
        standings = tuple(self.board.standing(frame, seat) for seat in seats)
        return TableSnapshot(
            around=Surroundings(app.translate, self.line, app.settings.language, app.motion, app.labels),
            lay=self.lay,
            board=self.board,
            frame=frame,
            plates=tuple(map(self._plate, seats)),
            standings=standings,
            faces=(None,) * len(seats),
            asked=self.chooser,
            curtain=CurtainSnapshot((), None, app.device),
            booths=(),
            journal=(),
            watching=self._about(),
            hints=self._hints(frame),
        )

    def _about(self) -> str:
        """Title of the puzzle, and number of moves tried."""
        if not self.tried:
            return self.title
        return self.app.translate("puzzle.about", title=self.title, tries=len(self.tried))

    def _plate(self, seat: Seat) -> Plate:
        standing = self.board.standing(self.frame(), seat)
        own = seat == self.puzzle.seat
        return Plate(
            seat,
            self.seat_name(seat),
            self.line(standing.words),
            "person" if own else "robot",
            "",
            acting=own and self.chooser is not None,
            thinking=False,
            counts=bool(standing.points),
            leads=standing.leads,
            portrait=self.app.settings.portrait(0) if own else OPPONENT_PORTRAIT,
            foot=self.board.foot_height,
        )

    def _hints(self, frame: Frame) -> tuple[Hint, ...]:
        here = self.board.hints(frame) if self.chooser is not None else ()
        usual = (
            (Explain(), "table.hint.explain"),
            (Help(), "table.tool.rules"),
            (Back(), "puzzle.leave"),
        )
        return tuple(Hint((intent,), self.app.translate(key)) for intent, key in (*here, *usual))

    def draw(self, canvas: Canvas, now: float) -> None:
        shown = self.snapshot()
        picture.draw_table(canvas, shown, self.name, now)
        self.prompt.draw(canvas, shown.lay.prompt, now)
        self.focus.draw(canvas, now)
        picture.draw_tip(canvas, shown)
