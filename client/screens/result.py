"""The end of a game: who has won and why, how it went, and what comes next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from client import saves
from client.app import Screen
from client.boards import board as board_for
from client.boards.base import Frame, Line
from client.screens import confetti
from client.screens.panes import listed
from client.screens.result_graph import DRAWING, Course, decided, draw_graph
from client.screens.result_luck import GROWING, draw_luck
from client.screens.result_seal import draw_seal, seal_of
from client.screens.result_sheet import draw_print, draw_sheet, height, rows
from client.screens.table import TableScreen
from client.ui.anim import ease_out, progress
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent, Point
from client.ui.symbols import seat_badge
from client.ui.widgets import Button
from core import messages as m
from core import record
from core.game import CHANCE, Outcome, Refused

APPEAR: Final = 0.42
"""Seconds a part of the screen takes to come up from the table; they follow one another."""
STAGGER: Final = 0.14
DEMO_REST: Final = 14.0
"""Seconds after which a demo whose end nobody touches begins its next game."""
GRAPH: Final = 250.0
"""Room the graph needs at least."""
TURN: Final = (190.0, 56.0)
"""The button that turns the papers over, in units; it lies in their upper left corner."""
CAPTION: Final = 84.0
"""Room below the picture of the board."""


@dataclass(frozen=True)
class ResultActions:
    """Where the end of a game leads to; given by the program."""

    rematch: Callable[[], None]
    replay: Callable[[], None]
    keep: Callable[[], None]
    back: Callable[[], None]
    leave: Callable[[], None]


class ResultScreen(Screen):
    """Lies over the table whose game is over; goes by itself when the next game begins."""

    name = "result"

    def __init__(self, table: TableScreen, actions: ResultActions) -> None:
        outcome = table.mirror.latest.outcome
        assert outcome is not None
        self.table = table
        self.actions = actions
        self.outcome: Outcome = outcome
        self.position = table.mirror.latest
        self.series = table.mirror.series
        self.names = tuple(table.seat_name(seat) for seat in range(table.mirror.seats))
        self.log = tuple(table.mirror.log)
        self.moves = sum(step.seat != CHANCE for step in self.log)
        self._asked = False
        self._told = False
        self._drawn_from: float | None = None
        self._turned_at: float | None = None
        self._touched = False

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        say, mirror = self.app.say, self.table.mirror
        self.board = board_for(mirror.game, mirror.options, mirror.seats)
        self.course = Course(self.board, self._states(), mirror.seats)
        self.verdict = mirror.verdict
        self.report = self.board.report(self.position.view())
        self.since = self.app.now
        self.scraps = confetti.cut(self._inks()) if self.outcome.winners else ()
        self.again = Button(self._again_words, self._rematch, icon="rematch", kind="primary")
        self.choices = (
            self.again,
            Button(lambda: say("result.replay"), self.actions.replay, icon="replay"),
            Button(lambda: say("result.keep"), self.actions.keep, icon="save"),
            Button(lambda: say("result.board"), self.actions.back, icon="eye"),
            Button(lambda: say("result.leave"), self.actions.leave, icon="door"),
        )
        self.turn = Button(
            lambda: say("result.luck.hide" if self.on_luck else "result.luck.show"),
            self.turn_over,
            icon="dice",
        )
        turns = (self.turn,) if self.report is not None else ()
        self.focus = Focus((*self.choices, *turns), self.app.sound)
        self._allow()
        self.focus.focus(self.again, self.app.now)

    def _states(self) -> tuple[Any, ...]:
        """What the decisions led to, by now open to all; none where the server's account does not add up."""
        try:
            played = record.read(saves.text_of(self.table.mirror), draws=False)
        except Refused:
            return ()
        return decided(played.states, played.steps)

    def _inks(self) -> tuple[str, ...]:
        winners = [f"seat.{seat}" for seat in self.outcome.winners]
        return (*winners, "lamp", *winners, "paper", "accent")

    def _again_words(self) -> str:
        if self.series.goal.games == 1:
            return self.app.say("result.rematch")
        return self.app.say("result.series.new" if self.series.over() else "result.series.next")

    def _allow(self) -> None:
        """Who plays, or has opened the table, may begin the next game."""
        mirror, session = self.table.mirror, self.table.session
        self.again.enabled = bool(mirror.yours) or mirror.host == session.guest
        self.again.tip = "" if self.again.enabled else lambda: self.app.say("result.not_yours")

    def layout(self, area: Rect) -> None:
        self.area = area
        self.focus.layout(area)
        inside = area.inset(64 if area.w > 1600 else 48, 0)
        self._head = Rect(inside.x, 34, inside.w, 212)
        self.seal = seal_of(self.verdict, self.table.mirror.late, self.app.say)
        bar = Rect(inside.x, 936 if self.seal else 950, inside.w, 86)
        self._note = Rect(inside.x, 1031, inside.w, 36)
        first, rest = bar.cut_left(min(400.0, bar.w * 0.27), 18)
        self.again.layout(first)
        for button, place in zip(self.choices[1:], rest.columns(1, 1, 1, 1, gap=18), strict=True):
            button.layout(place)
        self._sky = Rect(0, 0, area.w, 268)
        self._layout_parts(Rect(inside.x, 268, inside.w, 646))

    def _layout_parts(self, room: Rect) -> None:
        """The picture of the board on the left, graph over score sheet on the right.

        A long sheet takes all of the right; then the graph lies under a smaller picture.
        """
        self.rows = rows(self.outcome, self.series, self.log, self.app.say)
        wide = min(room.h - 36 - CAPTION, room.w * 0.36) + 36
        left, right = room.cut_left(wide, 32)
        long = self.course.known and height(self.rows, right.h) > right.h - GRAPH
        high = left.h - GRAPH if long else left.w + CAPTION
        self._print, self._luck = left.place(left.w, high, "top"), right
        self.turn.layout(Rect(right.x + 26, right.y + 16, *TURN))
        self._sheet = right.cut_top(height(self.rows, right.h))[0]
        self._graph = Rect(right.x, right.y, 0, 0)
        if long:
            self._graph = left.cut_top(high, 26)[1]
        elif self.course.known:
            self._sheet, self._graph = right.cut_bottom(self._sheet.h, 26)
        if not long:
            self._print = self._print.moved(0, max(0.0, (room.h - self._print.h) / 2))
        picture = self._picture = self._print.inset(18).cut_bottom(CAPTION)[1]
        self.board.arrange(picture, Rect(picture.x, picture.y, 0, 0))

    # --- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        if not isinstance(intent, Point):
            self._touched = True
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Back):
            self.app.sound("back")
            self.actions.back()
            return True
        return False

    @property
    def on_luck(self) -> bool:
        """Whether the luck with the dice is shown instead of score and graph."""
        return self._turned_at is not None

    def turn_over(self) -> None:
        """From the score to the luck with the dice, and back."""
        self._turned_at = self.app.now if self._turned_at is None else None
        self.turn.icon = "podium" if self.on_luck else "dice"
        self.app.sound("paper_slide")

    def _rematch(self) -> None:
        if not self._asked:
            self._asked = True
            self.actions.rematch()

    # --- time ---------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        self.course.work()
        if self.course.ready and self._drawn_from is None:
            self._drawn_from = max(now, self.since + 3 * STAGGER)
        if any(isinstance(news, m.Failed) for news in self.table.session.news):
            self._asked = False
        if self._lost():
            self.table.result_due()
            self._make_way()
        elif self._begun():
            self._make_way()
        elif self.app.top is self:
            self._allow()
            if self.table.demo and not self._touched and now - self.since > DEMO_REST:
                self._rematch()

    def still(self, now: float) -> bool:
        """Everything lies on the table, and the last confetti have fallen."""
        settled = self._settled(now) and self.table.settled(now) and self.focus.still(now)
        return settled and not self.lively(now)

    def lively(self, now: float) -> bool:
        """Confetti falling, or the graph drawing itself."""
        falling = not confetti.over(self.scraps, now - self.since)
        growing = self._drawn_from is None or now - self._drawn_from < DRAWING
        return falling or growing

    def _begun(self) -> bool:
        """Whether somebody has begun the next game, or taken the last move back."""
        return self.table.mirror.latest.outcome is None

    def _lost(self) -> bool:
        """Whether the line is gone, of which the table tells."""
        return self.app.top is self and self.table.session.status == "lost"

    def _make_way(self) -> None:
        if self.app.top is self:
            self.actions.back()
        elif not self._told:
            self._told = True
            self.app.notice(self.app.say("result.begun"))

    # --- looks --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        age, calm = now - self.since, self.app.motion.reduced
        if self._settled(now):
            told = (self.rows, self.names, self.seal, self.on_luck)
            key = ("result", self.area, told, self.app.settings.language)
            canvas.layer(key, self.area, lambda c: self._draw_papers(c, now), opaque=True)
        else:
            self._draw_papers(canvas, now)
        if not calm:
            with canvas.clip(self._sky):
                confetti.draw_confetti(canvas, self.scraps[: -confetti.NEAR], age)
        self._rise(canvas, now, 0, lambda: self._draw_head(canvas))
        self._rise(canvas, now, 1, lambda: self._draw_board(canvas, now))
        self.focus.draw(canvas, now)
        if not calm:
            confetti.draw_confetti(canvas, self.scraps[-confetti.NEAR :], age)

    def _settled(self, now: float) -> bool:
        """Whether all papers lie still and the graph is drawn."""
        if now - self.since < self.app.motion.seconds(APPEAR) + 4 * STAGGER or self._grown(now) < 1:
            return False
        return not self.course.known or (self._drawn_from is not None and now - self._drawn_from > DRAWING)

    def _draw_papers(self, canvas: Canvas, now: float) -> None:
        """Everything that lies still once it has come up."""
        canvas.backdrop(warmth=0.2)
        winner = self._winner
        if winner is not None:
            light = Rect.around(self.area.cx, self._head.cy, self.area.w * 0.9, 520)
            canvas.glow(light, f"seat.{winner}", 0.34 * progress(now, self.since, 0.8))
        self._rise(canvas, now, 1, lambda: draw_print(canvas, self._print, winner))
        covered = self.on_luck and self._luck.overlaps(self._graph)
        if self.course.known and not covered:
            self._rise(canvas, now, 2, lambda: self._draw_graph(canvas, now))
        self._rise(canvas, now, 3, lambda: self._draw_account(canvas, now))
        seal = self.seal
        if seal is not None:
            self._rise(canvas, now, 4, lambda: draw_seal(canvas, self._note, seal))

    def _draw_account(self, canvas: Canvas, now: float) -> None:
        """The score, or the luck with the dice."""
        corner = self.turn.rect.right - self._luck.x
        if self.report is not None and self.on_luck:
            papers, tell = (self._luck, self.report, self.names), self.table.line
            draw_luck(canvas, *papers, self.app.say, tell, self._grown(now), indent=corner)
        else:
            free = corner if self.report is not None and self.turn.rect.overlaps(self._sheet) else 0.0
            draw_sheet(canvas, self._sheet, self.rows, self.names, self.outcome.winners, free)

    def _grown(self, now: float) -> float:
        """How far the bars have grown since the papers were turned over; 1 before."""
        if self._turned_at is None or self.app.motion.reduced:
            return 1.0
        return ease_out(progress(now, self._turned_at, self.app.motion.seconds(GROWING)))

    def _draw_graph(self, canvas: Canvas, now: float) -> None:
        since = self._drawn_from if self._drawn_from is not None else now
        begun = now - DRAWING if self.app.motion.reduced else since
        beside = self.report is not None and self.turn.rect.overlaps(self._graph)
        indent = self.turn.rect.right - self._graph.x if beside else 0.0
        draw_graph(canvas, self._graph, self.course, self.names, self.app.say, now, begun, indent)

    def _rise(self, canvas: Canvas, now: float, index: int, paint: Callable[[], None]) -> None:
        """A part of the screen comes up, one after the other."""
        shown = ease_out(progress(now, self.since + index * STAGGER, self.app.motion.seconds(APPEAR)))
        if shown >= 1:
            paint()
        elif shown > 0:
            with canvas.faded(shown), canvas.shifted(0, 0 if self.app.motion.reduced else 28 * (1 - shown)):
                paint()

    @property
    def _winner(self) -> int | None:
        """The one seat that has won, if it is one."""
        return self.outcome.winners[0] if len(self.outcome.winners) == 1 else None

    def _draw_head(self, canvas: Canvas) -> None:
        above, rest = self._head.cut_top(40, 2)
        title, why = rest.cut_top(112, 4)
        canvas.text(self._eyebrow(), above, "small", "lamp", align="centre", size=28)
        words = headline(self.outcome, self.names, self.app.say)
        wide = min(canvas.measure(words, "title")[0], title.w - 260)
        room = Rect.around(title.cx, title.cy, wide + 4, title.h)
        winner = self._winner
        if winner is not None:
            room = room.moved(58, 0)
            seat_badge(canvas, winner, Rect(room.x - 116, room.cy - 44, 88, 88))
        canvas.text(words, room, "title", "ink", align="centre")
        reason = self.table.line(ending(self.outcome))
        canvas.text(reason, why, "body", "ink", align="centre", valign="top", fit="wrap", size=32)

    def _eyebrow(self) -> str:
        """The game, and how the series stands."""
        told = series_line(self.series, self.names, self.app.say)
        title = self.table.mirror.game.info.title
        return f"{title}  ·  {told}" if told else title

    def _draw_board(self, canvas: Canvas, now: float) -> None:
        frame = Frame(self.position, -1, None, now, self.app.say, self.app.motion)
        still = self.board.still(frame)
        picture = self._picture
        canvas.layer(("result.board", still.field_key), picture, still.paint_field, opaque=True)
        with canvas.clip(picture):
            self.board.draw(canvas, frame)
        words = Rect(picture.x, picture.bottom + 2, picture.w, CAPTION - 36)
        canvas.text(
            self.app.say("result.print", steps=self.moves),
            words,
            "small",
            "paper_quiet",
            align="centre",
            size=26,
        )


def headline(outcome: Outcome, names: tuple[str, ...], say: Callable[..., str]) -> str:
    """Who has won, in a few words."""
    if not outcome.winners:
        return say("result.nobody")
    if len(outcome.winners) == len(outcome.scores):
        return say("result.draw")
    winners = [names[seat] for seat in outcome.winners]
    if len(winners) == 1:
        return say("result.won", name=winners[0])
    return say("result.shared", names=listed(winners, say))


def ending(outcome: Outcome) -> Line:
    """Why it ended so."""
    return Line(outcome.reason, seats={"winner": outcome.winners[0]} if outcome.winners else {})


def series_line(series: Any, names: tuple[str, ...], say: Callable[..., str]) -> str:
    """How a series stands; nothing for a single game."""
    if series.goal.games == 1:
        return ""
    if series.over():
        best = [names[seat] for seat in series.leaders()]
        if len(best) == 1:
            return say("result.series.won", name=best[0])
        return say("result.series.shared", names=listed(best, say))
    if series.goal.games:
        return say("result.series.of_games", played=series.played, games=series.goal.games)
    return say("result.series.to_points", played=series.played, points=f"{series.goal.points:g}")
