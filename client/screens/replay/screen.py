"""Recorded game on a board, as at a table: play, step, jump, and play on from anywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import msgspec

from client.boards import board as board_for
from client.boards.contract import Frame, SeatScore, Sentence
from client.screens.replay.layout import ReplayLayout
from client.screens.replay.move_list import MoveList, MoveRow, draw_moves
from client.screens.replay.review_sheet import ReviewSheet, ReviewWords, TurnWords
from client.screens.replay.scrubber import Scrubber
from client.screens.result.screen import ending, headline
from client.screens.rules.pages import page_about
from client.screens.shared.panes import Pane, Prompt, board_panes, motif_sentence, sentence
from client.screens.shared.phrases import tenths
from client.screens.shared.plates import Plate, draw_moving_parts, draw_plate
from client.screens.table.layout import HEADED_TOP
from client.session.adviser_client import AdviserClient
from client.session.archive import seat_names, seat_portraits
from client.session.events import PositionView, step_event
from client.session.playhead import Playhead
from client.session.puzzles import Puzzle
from client.session.reviews import ReviewRun
from client.stage.playback import Playback
from client.stage.window import NOTICE_TOP, Screen
from client.ui.animation import HOVER_SECONDS, Tween, ease_out
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Back, Help, Intent, Menu, Pause, Skip, Speed, Turn, Undo
from client.ui.overlays import Hint, draw_hints
from client.ui.widgets import Button
from core.bots.review import Review, ReviewedDecision, decisions_of
from core.game import CHANCE, Refusal, Seat
from core.position import Position
from core.record import Record

STEP_PAUSE: Final = 0.55
"""Seconds between two steps during playback."""
MOST_NAME_CHARACTERS: Final = 12
"""Most characters of a name in the list."""
LEAST_LUCK: Final = 0.05
"""Share of a game that draws must have given a seat for the review to name it."""
ROW_HEIGHT: Final = 140.0
"""Units high: a row of the list, of four lines of small type."""


@dataclass(frozen=True)
class ReplayActions:
    """Callbacks to other screens, given by the program. `play_on(text, names)` begins a game."""

    play_on: Callable[[str, tuple[str, ...]], None]
    rules: Callable[[str, int], None]
    settings: Callable[[], None]
    leave: Callable[[], None]
    learn: Callable[[Sequence[Puzzle]], None] = lambda puzzles: None
    """Shows puzzles, one after the other."""
    adviser: AdviserClient | None = None
    """Asker for advice; None: there are no reviews."""


class ReplayScreen(Screen):
    """Replay of a record, which plays by itself; if `reviewed` its review is open at its end instead."""

    name = "replay"

    def __init__(self, saved: Record, actions: ReplayActions, reviewed: bool = False) -> None:
        self.saved = saved
        self._reviewed = reviewed
        self.actions = actions
        self.head = Playhead(saved)
        self.board = board_for(saved.game, saved.options, saved.header.seats)
        self._ended_at = -1e9
        self._picture_due = False
        self._from, self._at = 0.0, 0
        self._slide = Tween(-1.0, 0.0)
        self.prompt = Prompt(size=38)

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        translate = self.app.translate
        self.playback = Playback(self.head, self.board, self.app.motion, translate, self.app.audio.play)
        self.moves: dict[int, MoveRow] = {}
        made = (step.seat != CHANCE for step in self.saved.steps)
        self.decided = tuple(accumulate(made, initial=0))
        """Number of decisions made, by number of steps."""
        self.run: ReviewRun | None = None
        self._seen: tuple[int, PositionView] | None = None
        self._written: tuple[object, ReviewWords] | None = None
        self.list = MoveList(self.head.steps, self._draw_row, self._pick_move, row_height=ROW_HEIGHT, gap=4)
        seats = tuple(int(step.seat) for step in self.saved.steps)
        self.scrubber = Scrubber(seats, self._place, self.jump, self.step, self.toggle)
        self.playing = Button("", self.toggle, icon="pause", kind="primary")
        self.transport = (
            Button("", lambda: self.jump(0), icon="to_start", tip=self.app.label("replay.start")),
            Button("", lambda: self.step(-1), icon="left", tip=self.app.label("replay.back")),
            self.playing,
            Button("", lambda: self.step(1), icon="right", tip=self.app.label("replay.forward")),
            Button("", lambda: self.jump(self.head.steps), icon="to_end", tip=self.app.label("replay.end")),
        )
        self.paces = (
            Button(
                "",
                lambda: self._pace(-1),
                icon="slower",
                kind="quiet",
                tip=self.app.label("replay.slower"),
            ),
            Button(
                "", lambda: self._pace(1), icon="faster", kind="quiet", tip=self.app.label("replay.faster")
            ),
        )
        self.on = Button(
            self.app.label("replay.play_on"), self._play_on, icon="play", kind="primary", role="small"
        )
        self._words_of_out = tuple(
            map(self.app.label, ("review.title", "replay.copy", "replay.rules", "replay.leave"))
        )
        self.out = (
            Button("", self.open_review, icon="graph", role="small"),
            Button("", self._copy, icon="copy", role="small"),
            Button("", self._rules, icon="book", role="small"),
            Button("", self.actions.leave, icon="door", role="small"),
        )
        self.focus = Focus(
            (*self.transport, self.scrubber, *self.paces, self.on, *self.out, self.list), self.app.sound
        )
        self.focus.focus(self.playing, self.app.now)
        self.head.playing = self.head.steps > 0
        self._ended_at = self.app.now
        self._allow()
        if self._reviewed and decisions_of(self.saved):
            self.jump(self.head.steps)
            self.open_review()

    def resume(self) -> None:
        self.playback.motion = self.app.motion

    @property
    def bed(self) -> str:
        key: str = self.saved.game.info.key
        return key

    def layout(self, area: Rect) -> None:
        self.area = area
        self.playback.motion = self.app.motion
        self.moves = {}
        lay = self.lay = ReplayLayout.of(area, self.saved.header.seats)
        for button, place in zip((self.on, *self.out), lay.tools, strict=True):
            button.layout(place)
        for button, words in zip(self.out, self._words_of_out, strict=True):
            button.label = words if lay.moves.w else ""
            button.tip = "" if lay.moves.w else words
        for button, place in zip(self.transport, lay.transport, strict=True):
            button.layout(place)
        for button, place in zip(self.paces, (lay.slower, lay.faster), strict=True):
            button.layout(place)
        self.scrubber.layout(lay.scrubber)
        self.list.layout(lay.moves.cut_top(58)[1].inset(16, 14) if lay.moves.w else lay.moves)
        self.board.arrange(lay.field, lay.side, area, lay.plates)
        self.focus.layout(area)

    # --- what is shown ------------------------------------------------------------------------

    def seat_name(self, seat: int) -> str:
        """Name of a seat's player in the record, or the word for chance."""
        if seat == CHANCE:
            return self.app.translate("replay.chance")
        return seat_names(self.saved.header, self.app.translate)[seat]

    def line(self, written: Sentence) -> str:
        """Sentence of a board in the player's language."""
        return sentence(written, self.app.translate, self.seat_name)

    def _short(self, seat: int) -> str:
        """Short name of a seat for a row of the list, beside the seat's symbol."""
        name = self.seat_name(seat)
        return name if len(name) <= MOST_NAME_CHARACTERS else f"{name[: MOST_NAME_CHARACTERS - 1]}."

    def _move(self, index: int) -> MoveRow:
        """Row of the list, written when it is first seen."""
        if index not in self.moves:
            words = sentence(self.board.caption(self.head.event(index), -1), self.app.translate, self._short)
            self.moves[index] = MoveRow(int(self.saved.steps[index].seat), self.decided[index + 1], words)
        return self.moves[index]

    def _place(self) -> float:
        """Position of the scrubber's knob, which slides to the current step."""
        return self._slide.value(self.app.now, self._from, float(self._at))

    def frame(self) -> Frame:
        """Frame that the board draws now: at a turning point as its player saw it, the best action lit."""
        frame, turn = self.playback.frame(self.app.now, None), self._turn()
        if turn is None:
            return frame
        best = self.saved.game.parse(turn.best)
        places = tuple(place for motif in turn.motifs for place in motif.places)
        return msgspec.structs.replace(self._frame_seen(turn), advised=(best,), reasons=places)

    def _frame_seen(self, decision: ReviewedDecision) -> Frame:
        """Frame of the position at a turning point as its player saw it."""
        frame = self.playback.frame(self.app.now, None)
        return msgspec.structs.replace(
            frame, position=self._position_seen(decision), viewer=decision.seat, event=None
        )

    def _position_seen(self, decision: ReviewedDecision) -> PositionView:
        """The position at a turning point as its player saw it."""
        if self._seen is None or self._seen[0] != decision.step:
            seat, state = Seat(decision.seat), self.saved.states[decision.step]
            views = {decision.seat: self.saved.game.view(state, seat)}
            self._seen = decision.step, PositionView(views, 0, (seat,), None)
        return self._seen[1]

    # --- the review ---------------------------------------------------------------------------

    def open_review(self) -> None:
        """Show the review of this game, which is made meanwhile."""
        if self.actions.adviser is None:
            self.app.refuse(Refusal("coach.refusal.none"))
            return
        if not decisions_of(self.saved):
            self.app.refuse(Refusal("review.refusal.nothing"))
            return
        self.head.playing = False
        if self.run is None or self.run.trouble is not None:
            self.run = ReviewRun(self.saved, self.actions.adviser)
        run = self.run
        sheet = ReviewSheet(
            lambda: run.review,
            lambda: self._review_words(run),
            self.saved.header.seats,
            self.app.translate,
            self.jump,
            self._learn if self._mistakes(run) or not run.review.done else None,
            self.app.sound,
            self.app.now,
        )
        self.focus.open(sheet)

    def leave(self) -> None:
        if self.run is not None:
            self.run.stop()

    def _turn(self) -> ReviewedDecision | None:
        """The turning point that is shown."""
        if self.run is None or self.playback.event is not None or self.head.playing:
            return None
        at = self.head.at
        return next((one for one in self.run.review.turning_points() if one.step == at), None)

    def _review_words(self, run: ReviewRun) -> ReviewWords:
        """Content of the sheet, written when something new is known."""
        key = run.review, run.trouble, self.app.settings.language
        if self._written is None or self._written[0] != key:
            self._written = key, self._write_review(run)
        return self._written[1]

    def _write_review(self, run: ReviewRun) -> ReviewWords:
        translate, review = self.app.translate, run.review
        turns = tuple(self._turn_words(one) for one in review.turning_points())
        seats = list[tuple[int, str]]()
        for seat in range(self.saved.header.seats):
            verdict = review.verdict(Seat(seat))
            if verdict is not None:
                key = "review.seat_points" if review.game_points else "review.seat"
                lost = tenths(review.mean_loss(Seat(seat)) * (1 if review.game_points else 100))
                name, words = self.seat_name(seat), translate(f"review.verdict.{verdict}")
                seats.append((seat, translate(key, name=name, verdict=words, **lost)))
        if review.done and (luck := self._luck_words(review)):
            seats.append((-1, luck))
        trouble = run.trouble
        words = "" if trouble is None else self.app.explain(trouble.code, trouble.values)
        return ReviewWords(turns, tuple(seats), words)

    def _luck_words(self, review: Review) -> str:
        """Sentence on whom the draws favoured; "" where that is not known."""
        given = review.luck(self.saved)
        if not given:
            return ""
        luck = max(given)
        if luck < LEAST_LUCK * (review.game_points or 1):
            return self.app.translate("review.no_luck")
        key = "review.luck_points" if review.game_points else "review.luck"
        return self.app.translate(key, name=self.seat_name(given.index(luck)), **tenths(luck))

    def _turn_words(self, decision: ReviewedDecision) -> TurnWords:
        assert self.run is not None
        in_points = self.run.review.game_points > 0
        what = self.app.translate(
            "review.turn_points" if in_points else "review.turn",
            number=self.decided[decision.step] + 1,
            played=self._played_words(decision),
            loss=round(decision.points) if in_points else round(100 * decision.loss),
            better=self._best_words(decision),
        )
        return TurnWords(what, self._reason_words(decision))

    def _played_words(self, decision: ReviewedDecision) -> str:
        return self._advice_words(decision, decision.played)

    def _advice_words(self, decision: ReviewedDecision, notation: str) -> str:
        """An action at a turning point, in words."""
        state, seat = self.saved.states[decision.step], Seat(decision.seat)
        event = step_event(self.saved.game, state, seat, self.saved.game.parse(notation))
        return self.line(self.board.advice(event, decision.seat))

    def _better_words(self, decision: ReviewedDecision) -> str:
        """The best action at a turning point, and what speaks for it most."""
        return f"{self._best_words(decision)} {self._reason_words(decision)}".strip()

    def _best_words(self, decision: ReviewedDecision) -> str:
        """The best action at a turning point; where its words are those of the other, how they differ."""
        game, words = self.saved.game, self._advice_words(decision, decision.best)
        if words != self._played_words(decision):
            return words
        best, played = game.parse(decision.best), game.parse(decision.played)
        return self.line(self.board.distinction(best, played, self._frame_seen(decision)))

    def _reason_words(self, decision: ReviewedDecision) -> str:
        """Strongest reason for the best action at a turning point; "" if none is known."""
        if not decision.motifs:
            return ""
        seat, reason = Seat(decision.seat), self.line(motif_sentence(decision.motifs[0]))
        if self._people_seats() == [seat]:  # nobody else is meant by "you"
            return reason
        return self.app.translate("review.told", name=self.seat_name(seat), reason=reason)

    def _people_seats(self) -> list[Seat]:
        """Seats that people held, as far as the record says."""
        header = self.saved.header
        levels = (*header.levels, *[""] * header.seats)
        return [Seat(seat) for seat in range(header.seats) if not levels[seat]]

    def _mistakes(self, run: ReviewRun) -> tuple[Puzzle, ...]:
        """Positions in which people have lost much, as puzzles."""
        header = self.saved.header
        return tuple(
            Puzzle(
                Position(
                    self.saved.game,
                    self.saved.options,
                    header.seats,
                    self.saved.game.view(self.saved.states[one.step], seat),
                ),
                seat,
                tuple(map(self.saved.game.parse, (one.best, *one.equal))),
            )
            for seat in self._people_seats()
            for one in run.review.blunders(seat)
        )

    def _learn(self) -> None:
        """Lead to the puzzles made of one's own mistakes."""
        assert self.run is not None
        puzzles = self._mistakes(self.run)
        self.focus.modal = None
        if puzzles:
            self.actions.learn(puzzles)
        else:
            self.app.notice(self.app.translate("review.no_mistakes"), "good")

    # --- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        if self.focus.modal is None:
            if not isinstance(intent, Help) and self.board.explain(intent, self.frame()):
                return True
            if self._shortcut(intent):
                return True
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Back):
            self.app.sound("back")
            self.actions.leave()
            return True
        return False

    def _shortcut(self, intent: Intent) -> bool:
        match intent:
            case Pause():
                self.toggle()
            case Skip():
                self.step(1)
            case Undo():
                self.step(-1)
            case Turn():
                self.step(intent.step)
            case Speed():
                self._pace(intent.step)
            case Help():
                self._rules()
            case Menu():
                self.actions.settings()
            case _:
                return False
        return True

    def toggle(self) -> None:
        """Play or pause."""
        self.head.toggle()
        self._ended_at = -1e9
        self._follow()

    def step(self, way: int) -> None:
        """Go a step forward, animated, or one back at once."""
        if way > 0:
            self._stop_showing()
            self.head.step()
        else:
            self.jump(self.head.at - 1)
        self._follow()

    def jump(self, number: int) -> None:
        """Go to any step of the record."""
        self._stop_showing()
        if self.head.jump(number):
            self.app.sound("paper_slide")
        self._ended_at = self.app.now
        self._follow()

    def _stop_showing(self) -> None:
        self.playback.reset()

    def _follow(self) -> None:
        """Update icons, tips and the list to the current step."""
        self.playing.icon = "pause" if self.head.playing else "play"
        self._from, self._at = self._place(), self.head.at
        self._slide = self.app.motion.tween(self.app.now, 1.5 * HOVER_SECONDS, ease_out)
        self.list.chosen = max(0, self.head.at - 1)
        self.list.show(self.list.chosen, self.app.now)
        self._allow()

    def _allow(self) -> None:
        why = self.head.why_not_on()
        self.on.enabled = not why
        self.on.tip = self.app.label(why) if why else ""

    def _pick_move(self, index: int) -> None:
        """Show the move that was picked from the list."""
        self.jump(index)
        self.step(1)

    def _pace(self, way: int) -> None:
        self.app.change(self.app.settings.with_speed(way))
        self.playback.motion = self.app.motion

    def _rules(self) -> None:
        key = self.saved.game.info.key
        self.actions.rules(key, page_about(key, self.board.topics(self.frame())))

    def _play_on(self) -> None:
        self.actions.play_on(self.head.text(), self.saved.header.names)

    def _copy(self) -> None:
        """Copy the position as text."""
        self.app.copy_position(self.saved.game, self.saved.header.seats, self.head.position_view.view())

    # --- time ---------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        if self.app.top is not self:
            return
        if self.run is not None and self.run.update():
            self.app.wake()
        if self._picture_due:
            self._picture_due = False
            self.app.shot("step")
        waits = self.head.playing and now - self._ended_at < self.playback.motion.seconds(STEP_PAUSE)
        busy, before = self.playback.busy, self.playback.ended
        self.playback.update(now, hold=waits)
        if self.playback.ended is not before:
            self._ended_at, self._picture_due = now, True
        if self.playback.busy != busy:
            self._follow()
        self.prompt.show(self._words(), now)

    @property
    def notices_from(self) -> float:
        return NOTICE_TOP if self.focus.modal is not None else HEADED_TOP

    def needs_frames(self, now: float) -> bool:
        return self.playback.busy

    def _words(self) -> str:
        """Sentence above the board."""
        if self.playback.event is not None:
            return self.line(self.board.caption(self.playback.event, -1))
        turn = self._turn()
        if turn is not None:
            return self.app.translate("review.better", better=self._better_words(turn))
        outcome = self.head.position_view.outcome
        if outcome is not None:
            names = seat_names(self.saved.header, self.app.translate)
            reason = self.line(ending(outcome))
            return f"{headline(outcome, names, self.app.translate)} {reason}"
        if self.head.at_end:
            return self.app.translate("replay.unfinished")
        if self.head.at == 0:
            return self.app.translate("replay.begin")
        return self.line(self.board.caption(self.head.event(self.head.at - 1), -1))

    # --- looks --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        frame = self.frame()
        people = self._people(frame)
        for pane in self._panes(frame, people):
            pane.draw(canvas, self.name)
        for rect, plate, standing in zip(self.lay.plates, people, self._standings(frame), strict=True):
            draw_moving_parts(canvas, rect, plate, now, standing)
        self.board.draw(canvas, frame)
        self.prompt.draw(canvas, self.lay.prompt, now)
        self._draw_counts(canvas)
        self.focus.draw(canvas, now)
        if self.focus.modal is None:
            self.board.draw_tip(canvas, frame, self.line)

    def _panes(self, frame: Frame, plates: tuple[Plate, ...]) -> tuple[Pane, ...]:
        """Panes: the bar with the hints; above it people and moves, the board, its supplies."""
        lay = self.lay
        still, hints = self.board.still(frame), self._hint_texts()
        labels, translate, language = self.app.labels, self.app.translate, self.app.settings.language

        def left(canvas: Canvas) -> None:
            for rect, plate in zip(lay.plates, plates, strict=True):
                draw_plate(canvas, rect, plate)
            if lay.moves.w:
                draw_moves(canvas, lay.moves, translate("replay.moves"), self.saved.header.date)

        def foot(canvas: Canvas) -> None:
            bar = lay.transport[0].union(lay.faster).union(lay.scrubber).union(lay.count)
            canvas.panel(bar.grown(8), "float")

        papers = (
            Pane(lay.people_part, (plates, language), left),
            Pane(lay.side_part, (still.side_key, language), still.paint_side),
            Pane(
                lay.hints_part,
                (hints, labels, language),
                lambda c: draw_hints(c, hints, labels, lay.hints, paper=True),
            ),
            Pane(lay.foot_part, "foot", foot),
        )
        return board_panes(still, lay.board_part, papers)

    def _standings(self, frame: Frame) -> list[SeatScore]:
        return [self.board.standing(frame, Seat(seat)) for seat in range(self.saved.header.seats)]

    def _people(self, frame: Frame) -> tuple[Plate, ...]:
        portraits = seat_portraits(self.saved.header)
        return tuple(
            Plate(
                seat=Seat(seat),
                name=self.seat_name(seat),
                note=self.line(standing.words),
                sign="",
                series="",
                acting=seat in frame.position.to_act,
                thinking=False,
                portrait=portraits[seat],
                counts=bool(standing.points),
                leads=standing.leads,
            )
            for seat, standing in enumerate(self._standings(frame))
        )

    def _draw_counts(self, canvas: Canvas) -> None:
        words = self.app.translate("replay.at", step=self.decided[self.head.at], steps=self.decided[-1])
        canvas.text(words, self.lay.count, "body", "ink", align="centre", tabular=True)
        pace = f"× {self.app.settings.speed:g}"
        canvas.text(pace, self.lay.pace, "body", "ink", align="centre", tabular=True)

    def _hint_texts(self) -> tuple[Hint, ...]:
        translate = self.app.translate
        return (
            Hint((Pause(),), translate("replay.hint.play")),
            Hint((Turn(step=-1), Turn(step=1)), translate("replay.hint.step")),
            Hint((Back(),), translate("replay.hint.leave")),
        )

    def _draw_row(self, canvas: Canvas, index: int, rect: Rect, chosen: bool, now: float) -> None:
        self._move(index).draw(canvas, index, rect, index == self.head.at - 1)
