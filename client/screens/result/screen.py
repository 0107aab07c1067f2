"""Screen at the end of a game: ceremony over its land, winner and reason, course, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from client.boards import board as board_for
from client.boards.contract import Sentence
from client.screens.result import confetti
from client.screens.result.board import BoardPrint
from client.screens.result.ceremony import Ceremony, ceremony
from client.screens.result.chance_audit import audit_line, draw_seal
from client.screens.result.duplicate import draw_duplicate, duplicate_sheet
from client.screens.result.graph import (
    DRAW_SECONDS,
    ScoreCourse,
    decision_positions,
    draw_graph,
    turning_step,
)
from client.screens.result.insight import insights
from client.screens.result.keepsake import keepsake
from client.screens.result.layout import BUTTON_GAP, ResultLayout
from client.screens.result.luck import GROW_SECONDS, draw_luck
from client.screens.result.podium import columns, draw_podium
from client.screens.result.score_sheet import draw_sheet, height, rows
from client.screens.shared import landscape
from client.screens.shared.panes import list_names
from client.screens.table.model import TableModel
from client.session import saved_games
from client.session.playhead import Playhead
from client.stage.window import Screen
from client.ui.animation import GESTURE_SECONDS, ease_out, progress
from client.ui.canvas import Canvas
from client.ui.focus import Focus, label_words
from client.ui.geometry import Rect
from client.ui.intents import Back, Drag, Intent, Left, PointAt, Release, Scroll, Speed, Turn
from client.ui.portraits import portraits_of
from client.ui.widgets import Button
from core import record
from core.game import CHANCE, Outcome, Refused
from core.protocol import messages as m
from core.record import Record

APPEAR_SECONDS: Final = 0.42
"""Seconds in which a part of the screen appears; parts follow one another."""
APPEAR_INTERVAL: Final = 0.14
PAGE_SECONDS: Final = 0.25
"""Seconds in which another page appears."""
KEPT_CONFETTI_SECONDS: Final = 11.0
"""Seconds into the fall of the confetti that a saved picture shows."""
LONGEST_FRAME: Final = 0.1
"""Most seconds by which a ceremony advances from frame to frame, so that none of it is missed."""
DEMO_REST_SECONDS: Final = 14.0
"""Seconds after which a demo whose result nobody touches begins its next game."""
LEAST_GRAPH_HEIGHT: Final = 240.0
"""Units high: the graph at least."""
PASSIVE_INTENTS: Final = (PointAt, Drag, Release, Scroll, Speed, Left)
"""Intents that do not end a ceremony; all others skip to its end."""
PAGE_SIGNS: Final = {
    "result": "podium",
    "duplicate": "people",
    "sheet": "graph",
    "graph": "graph",
    "luck": "dice",
}


@dataclass(frozen=True)
class ResultActions:
    """Callbacks to other screens, given by the program."""

    rematch: Callable[[], None]
    look_back: Callable[[], None]
    """Shows the game again, and where it turned."""
    keep: Callable[[], None]
    picture: Callable[[bytes], None]
    back: Callable[[], None]
    leave: Callable[[], None]


class ResultScreen(Screen):
    """Screen over the table of a finished game; closes by itself when the next game begins."""

    name = "result"
    fits_phones = True

    def __init__(self, model: TableModel, actions: ResultActions) -> None:
        outcome = model.client_table.latest.outcome
        assert outcome is not None
        self.table = model
        self.actions = actions
        self.outcome: Outcome = outcome
        self.position = model.client_table.latest
        self.series = model.client_table.series
        self.names = tuple(model.seat_name(seat) for seat in range(model.client_table.seats))
        self.faces = portraits_of(model.client_table.holders)
        self.log = tuple(model.client_table.log)
        self.moves = sum(step.seat != CHANCE for step in self.log)
        self.page = "result"
        self.insight = ""
        self.duplicate = model.client_table.duplicate
        self.asked = False
        self._told = False
        self._drawn_from: float | None = None
        self._turned_at = -PAGE_SECONDS
        self._touched = False
        self._cued = 0

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        client_table = self.table.client_table
        self.played = self._record()
        self.print = self.new_print()
        states = () if self.played is None else decision_positions(self.played.states, self.played.steps)
        self.course = ScoreCourse(self.print.board, states, client_table.seats)
        self.verdict = client_table.verdict
        self.report = self.print.board.report(self.position.view())
        self.ceremony: Ceremony = ceremony(self.outcome, self.print.gesture)
        self.cues = self.ceremony.cues(bool(self.outcome.winners))
        self.age, self._seen = 0.0, self.app.now
        self.scraps = confetti.make_scraps(self._inks()) if self.outcome.winners else ()
        self._make_buttons()
        if not self._is_due():
            self._end_ceremony()

    def _is_due(self) -> bool:
        """Whether people here have just seen the end, and the ceremony has not been shown yet."""
        client_table, ended = self.table.client_table, self.table.playback.ended
        known, self.table.honoured = self.table.honoured, client_table.playing
        return ended is not None and ended.after.outcome is not None and known != client_table.playing

    def _make_buttons(self) -> None:
        translate, actions = self.app.translate, self.actions
        self.again = Button(self.again_words, self._rematch, kind="primary")
        self.turn = Button(lambda: translate(f"result.page.{self.next_page}"), self.turn_over)
        self.picture = Button(self.app.label("result.picture"), self._keep_picture)
        self.choices = (
            self.again,
            self.turn,
            self.picture,
            Button(self.app.label("result.look_back"), actions.look_back),
            Button(self.app.label("result.keep"), actions.keep),
            Button(self.app.label("result.board"), actions.back),
            Button(self.app.label("result.leave"), actions.leave),
        )
        self.focus = Focus(self.choices, self.app.sound)
        self._allow()
        self.focus.focus(self.again, self.app.now)

    def _record(self) -> Record | None:
        """Record of the game, now open to all; None where the server's account does not add up."""
        try:
            return record.read(saved_games.text_of(self.table.client_table), draws=False)
        except Refused:
            return None

    def new_print(self) -> BoardPrint:
        """New picture of the final board."""
        client_table = self.table.client_table
        board = board_for(client_table.game, client_table.options, client_table.seats)
        last = None
        if self.played is not None and self.played.steps:
            last = Playhead(self.played).event(len(self.played.steps) - 1)
        return BoardPrint(board, self.position, last, self.app.translate, self.app.motion, GESTURE_SECONDS)

    def _inks(self) -> tuple[str, ...]:
        winners = [f"seat.{seat}" for seat in self.outcome.winners]
        return (*winners, "lamp", *winners, "paper", "accent")

    def again_words(self) -> str:
        if self.series.goal.games == 1:
            return self.app.translate("result.rematch")
        return self.app.translate("result.series.new" if self.series.over() else "result.series.next")

    def _allow(self) -> None:
        """Enable the next game for those who play or have opened the table."""
        client_table, session = self.table.client_table, self.table.session
        ours = bool(client_table.yours) or client_table.host == session.guest
        waits = client_table.awaits_others()
        self.again.enabled = ours and not waits
        why = "net.refusal.duplicate_goes_on" if waits else "result.not_yours"
        self.again.tip = "" if self.again.enabled else self.app.label(why)

    def layout(self, area: Rect) -> None:
        self.area = area
        self.focus.layout(area)
        self.lay = ResultLayout.of(area, len(self.names))
        client_table = self.table.client_table
        self.seal = audit_line(
            self.verdict, client_table.late, client_table.awaits_others(), self.app.translate
        )
        self.duplicate_sheet = None
        if self.duplicate is not None:
            self.duplicate_sheet = duplicate_sheet(self.duplicate, len(self.names), self.app.translate)
        self.rows = rows(self.outcome, self.series, self.log, self.app.translate)
        self._layout_buttons()
        self._layout_papers()

    def _layout_buttons(self) -> None:
        signs = ("rematch", PAGE_SIGNS[self.next_page], "picture", "replay", "save", "eye", "door")
        signed = tuple(zip(self.choices, signs, strict=True))
        split = len(signed) if len(self.lay.bars) == 1 else 3
        for bar, row in zip(self.lay.bars, (signed[:split], signed[split:]), strict=False):
            self._layout_row(bar, row)

    def _layout_row(self, bar: Rect, buttons: Sequence[tuple[Button, str]]) -> None:
        """Place buttons side by side, as wide as their words need; with icons if there is room for all."""
        for icons in (True, False):
            for button, sign in buttons:
                button.icon = sign if icons else ""
            needs = [self._least_width(button, bar.h) for button, _ in buttons]
            free = bar.w - BUTTON_GAP * (len(buttons) - 1) - sum(needs)
            if free >= 0:
                break
        widths = (need + max(0.0, free / len(buttons)) for need in needs)
        for (button, _), place in zip(buttons, bar.columns(*widths, gap=BUTTON_GAP), strict=True):
            button.layout(place)

    def _least_width(self, button: Button, high: float) -> float:
        """Units wide: a button at least; one that turns pages keeps its width from page to page."""
        words = [label_words(button.label)]
        if button is self.turn:
            words = [self.app.translate(f"result.page.{page}") for page in PAGE_SIGNS]
        return max(button.least_width(self.app.canvas, high, each) for each in words)

    def _layout_papers(self) -> None:
        """Graph and score sheet: above each other, side by side, or each on a page of its own."""
        room = self.lay.papers
        needed = height(self.rows, room.h)
        self.sheet = self.graph = room
        if self._has_pages("graph") or not self.course.known:
            self.sheet = room.place(room.w, needed, "top")
        elif room.h - needed >= LEAST_GRAPH_HEIGHT:
            self.sheet, self.graph = room.cut_bottom(needed, 24)
        else:
            self.graph, self.sheet = room.columns(4, 5, gap=24)

    def _has_pages(self, page: str) -> bool:
        return page in self.pages

    @property
    def pages(self) -> tuple[str, ...]:
        """Pages to turn to, the result first."""
        room, narrow = self.lay.papers, self.area.w < self.area.h
        crowded = narrow and room.h - height(self.rows, room.h) < LEAST_GRAPH_HEIGHT
        graph = ("graph",) if self.course.known and crowded else ()
        luck = ("luck",) if self.report is not None else ()
        duplicate = ("duplicate",) if self.duplicate is not None else ()
        return ("result", *duplicate, "sheet", *graph, *luck)

    @property
    def next_page(self) -> str:
        """Page to which the button that turns pages leads."""
        return self._beyond(1)

    def _beyond(self, step: int) -> str:
        return self.pages[(self.pages.index(self.page) + step) % len(self.pages)]

    # --- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        if not isinstance(intent, PointAt):
            self._touched = True
        if not self.over:
            if not isinstance(intent, PASSIVE_INTENTS):
                self._end_ceremony()
            return True
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Turn):
            self.turn_over(intent.step)
            return True
        if isinstance(intent, Back):
            self.app.sound("back")
            self.actions.back()
            return True
        return False

    def turn_over(self, step: int = 1) -> None:
        """Turn to the next page, or with -1 to the one before."""
        self.turn_to(self._beyond(step))

    def turn_to(self, page: str) -> None:
        """Turn to this page."""
        self.page = page
        self._turned_at = self.app.now
        self.layout(self.area)
        self.app.sound("paper_slide")

    def _rematch(self) -> None:
        if not self.asked:
            self.asked = True
            self.actions.rematch()

    def _keep_picture(self) -> None:
        """Save a picture with board, winner, points and insight."""
        board = self.new_print()

        def draw(canvas: Canvas, lay: ResultLayout) -> None:
            confetti.draw_confetti(canvas, self.scraps, KEPT_CONFETTI_SECONDS)
            self.draw_head(canvas, lay, self.app.now)
            board.draw_mounted(canvas, lay.mount, self.app.now)
            self.draw_podium(canvas, lay.podium, self.ceremony.end)
            self.draw_insight(canvas, lay.insight)

        game = self.table.client_table.game.info.key
        self.actions.picture(keepsake(self.app.theme, game, len(self.names), draw))

    # --- time ---------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the ceremony is over."""
        return self.age >= self.ceremony.end

    def _pass(self, now: float) -> None:
        """Advance `age`, the seconds since the ceremony's start at normal speed. It waits for slow frames."""
        passed, self._seen = now - self._seen, now
        self.age += (passed if self.over else min(passed, LONGEST_FRAME)) * self.app.motion.speed

    def _end_ceremony(self) -> None:
        """Skip to the end: the winner stands on the podium, and the papers appear."""
        if self._touched and self.age < self.ceremony.crown:
            self.app.sound(self.cues[-1].sound)
        self.age, self._cued = max(self.age, self.ceremony.end), len(self.cues)

    def update(self, now: float) -> None:
        self._pass(now)
        self._follow_duplicate()
        self._sound()
        self._work(now)
        if any(isinstance(news, m.Failed) for news in self.table.session.news):
            self.asked = False
        if self._lost():
            self.table.result_due()
            self._make_way()
        elif self._begun():
            self._make_way()
        elif self.app.top is self:
            self._allow()
            rested = self.age - self.ceremony.end > DEMO_REST_SECONDS * self.app.motion.speed
            if self.table.demo and not self._touched and rested:
                self._rematch()

    def _follow_duplicate(self) -> None:
        """Show what is new of the duplicate; once its results are there, turn to them."""
        client_table = self.table.client_table
        if client_table.duplicate == self.duplicate or self._begun():
            return
        self.duplicate, self.verdict = client_table.duplicate, client_table.verdict
        self.layout(self.area)
        self._allow()
        if self.duplicate is not None and self.duplicate.results and self.over:
            self.turn_to("duplicate")

    def _sound(self) -> None:
        """Play the sounds of the ceremony."""
        while self._cued < len(self.cues) and self.cues[self._cued].at <= self.age:
            cue = self.cues[self._cued]
            self.app.audio.play(cue.sound, cue.pitch)
            self._cued += 1

    def _work(self, now: float) -> None:
        """Work out the course of the game, then its insights."""
        known = self.course.known
        self.course.work()
        if known != self.course.known:
            self.layout(self.area)
        if not self.insight and (self.course.ready or not self.course.known):
            self.insight = self._insight()
        if self.course.ready and self._drawn_from is None and self._graph_shown and self.over:
            self._drawn_from = max(now, self._turned_at + APPEAR_INTERVAL)

    @property
    def _graph_shown(self) -> bool:
        return self.page == ("graph" if self._has_pages("graph") else "sheet")

    def _insight(self) -> str:
        """Weightiest insight into the game."""
        values = self.course.values if self.course.ready else ()
        best = insights(self.outcome, values, self.report, self.moves)[0]
        told = self.table.line(best.line)
        if not best.turned or self.played is None:
            return told
        step = turning_step(self.print.board, self.played, best.turned, self.outcome.winners[0])
        caption = self.print.board.caption(Playhead(self.played).event(step), -1)
        return self.app.translate("result.insight.turned", insight=told, event=self.table.line(caption))

    def still(self, now: float) -> bool:
        """Whether all papers are at rest, and the last confetti have fallen."""
        settled = self._settled(now) and self.table.is_settled(now) and self.focus.still(now)
        return settled and not self.needs_frames(now)

    def needs_frames(self, now: float) -> bool:
        """Whether something moves: the ceremony, confetti, or the graph that draws itself."""
        falling = bool(self.scraps) and not confetti.is_over(self.scraps, self._fallen)
        working = self.course.known and not self.course.ready
        growing = self._drawn_from is not None and now - self._drawn_from < DRAW_SECONDS
        return not self.over or falling or working or growing

    @property
    def _fallen(self) -> float:
        """Seconds since the confetti began to fall."""
        return (self.age - self.ceremony.crown) / self.app.motion.speed

    def _begun(self) -> bool:
        """Whether the next game has begun, or the last move was taken back."""
        return self.table.client_table.latest.outcome is None

    def _lost(self) -> bool:
        """Whether the connection is lost, which the table reports."""
        return self.app.top is self and self.table.session.status == "lost"

    def _make_way(self) -> None:
        if self.app.top is self:
            self.actions.back()
        elif not self._told:
            self._told = True
            self.app.notice(self.app.translate("result.begun"))

    # --- looks --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        fallen, calm = self._fallen, self.app.motion.reduced
        if self._settled(now):
            papers = (self.rows, self.duplicate_sheet)
            told = (papers, self.names, self.seal, self.page, self.insight, self.lay)
            key = ("result", self.area, told, self.app.settings.language)
            canvas.layer(key, self.area, lambda c: self._draw_all(c, now), opaque=True, slot="result")
        else:
            self._draw_all(canvas, now)
        if not calm and fallen >= 0:
            with canvas.clip(Rect(0, 0, self.area.w, self.lay.reason.bottom)):
                confetti.draw_confetti(canvas, self.scraps[: -confetti.NEAR_SCRAPS], fallen)
        if self.over:
            came = self._part_progress(2)
            with canvas.faded(came):
                self.focus.draw(canvas, now)
        if not calm and fallen >= 0:
            confetti.draw_confetti(canvas, self.scraps[-confetti.NEAR_SCRAPS :], fallen)

    def _settled(self, now: float) -> bool:
        """Whether all papers are at rest and the graph is drawn."""
        if min(self._part_progress(3), self._turned(now), self._grown(now)) < 1 or not self.insight:
            return False
        return not self._graph_shown or self._graph_drawn(now) >= 1 or not self.course.known

    def _part_progress(self, index: int) -> float:
        """Progress 0 … 1 of a part of the papers, which appear one after the other after the ceremony."""
        return ease_out(progress(self.age, self.ceremony.end + index * APPEAR_INTERVAL, APPEAR_SECONDS))

    def _draw_all(self, canvas: Canvas, now: float) -> None:
        """Draw everything but buttons and confetti."""
        landscape.draw_veiled(canvas, self.table.client_table.game.info.key)
        self.draw_head(canvas, self.lay, now)
        with canvas.faded(self._turned(now)):
            self._draw_page(canvas, now)

    def _turned(self, now: float) -> float:
        """Progress 0 … 1 of the page that was turned to."""
        return ease_out(progress(now, self._turned_at, self.app.motion.seconds(PAGE_SECONDS)))

    def _draw_page(self, canvas: Canvas, now: float) -> None:
        """Draw the page below the head."""
        if self.page == "result":
            self._draw_first(canvas, now)
        elif self.page == "duplicate":
            assert self.duplicate_sheet is not None
            draw_duplicate(canvas, self.lay.papers, self.duplicate_sheet)
        elif self.page == "luck":
            assert self.report is not None
            papers = (self.lay.papers.union(self.lay.note), self.report, self.names)
            draw_luck(canvas, *papers, self.app.translate, self.table.line, self._grown(now))
        else:
            self._draw_statistics(canvas, now)
        if self.page in ("sheet", "graph") and self.seal is not None:
            draw_seal(canvas, self.lay.note, self.seal)

    def _draw_first(self, canvas: Canvas, now: float) -> None:
        """Draw the first page: board, podium and insight."""
        large = self.ceremony.large(self.age)
        if large < 1:
            with canvas.faded(1 - large):
                self.draw_podium(canvas, self.lay.podium, self.age)
        self.print.draw(canvas, self.lay, now, self.age, large)
        came = self._part_progress(1) if self.insight else 0.0
        if came > 0:
            with canvas.faded(came), canvas.shifted(0, 0 if self.app.motion.reduced else 28 * (1 - came)):
                self.draw_insight(canvas, self.lay.insight)

    def draw_podium(self, canvas: Canvas, rect: Rect, age: float) -> None:
        """Draw all columns on dark paper."""
        canvas.rounded(rect, 22, (*canvas.colour("night")[:3], 150))
        people = tuple(zip(self.names, self.faces, strict=True))
        podium = columns(self.outcome, people, self.ceremony, age, self.app.motion.reduced)
        draw_podium(canvas, rect.inset(20, 12), podium)

    def draw_insight(self, canvas: Canvas, rect: Rect) -> None:
        """Draw a strip of paper with the insight."""
        canvas.panel(rect, "paper")
        narrow = rect.w < 700
        words, size = rect.inset(20 if narrow else 28, 8), 30 if narrow else 36
        said = self.insight if self.duplicate_sheet is None else self.duplicate_sheet.sentence
        canvas.text(said, words, "body", "paper_ink", align="centre", fit="wrap", size=size)

    def _draw_statistics(self, canvas: Canvas, now: float) -> None:
        split = self._has_pages("graph")
        if self.course.known and (not split or self.page == "graph"):
            begun = now - DRAW_SECONDS * self._graph_drawn(now)
            draw_graph(canvas, self.graph, self.course, self.names, self.app.translate, now, begun)
        if self.page == "sheet":
            draw_sheet(canvas, self.sheet, self.rows, self.names, self.outcome.winners)

    def _graph_drawn(self, now: float) -> float:
        """Share of the graph's lines that is drawn, 0 … 1."""
        if self._drawn_from is None:
            return 0.0
        return 1.0 if self.app.motion.reduced else progress(now, self._drawn_from, DRAW_SECONDS)

    def _grown(self, now: float) -> float:
        """Share to which the bars have grown since their page was turned to; 1 before."""
        if self.page != "luck" or self.app.motion.reduced:
            return 1.0
        return ease_out(progress(now, self._turned_at, self.app.motion.seconds(GROW_SECONDS)))

    def draw_head(self, canvas: Canvas, lay: ResultLayout, now: float) -> None:
        """Draw the game's name, and once it is shown, the winner."""
        canvas.text(self.eyebrow(), lay.eyebrow, "small", "lamp", align="centre", size=28)
        age, shown = self.age, self.ceremony
        if age < shown.crown:
            self._draw_count_head(canvas, lay.title, age)
            return
        with canvas.faded(shown.crowned(age)):
            words, size = headline(self.outcome, self.names, self.app.translate), min(88, 0.86 * lay.title.h)
            canvas.text(words, lay.title, "title", "ink", align="centre", size=size)
            if self.page == "result" or not lay.papers.overlaps(lay.reason):
                reason = self.table.line(ending(self.outcome))
                canvas.text(reason, lay.reason, "body", "ink", align="centre", fit="wrap", size=30)

    def _draw_count_head(self, canvas: Canvas, rect: Rect, age: float) -> None:
        """Draw the category that is counted; before the count, that the game is over."""
        section = self.ceremony.section(age)
        began, told = (section.at, section.code) if section is not None else (0.0, "result.over")
        with canvas.faded(0.2 + 0.8 * progress(age, began, 0.25)):
            size = min(72, 0.86 * rect.h)
            canvas.text(self.app.translate(told), rect, "title", "ink", align="centre", size=size)

    def eyebrow(self) -> str:
        """Game, its length, and the state of the series."""
        told = series_line(self.series, self.names, self.app.translate)
        words = (
            self.table.client_table.game.info.title,
            self.app.translate("result.print", steps=self.moves),
            told,
        )
        return "  ·  ".join(filter(None, words))


def headline(outcome: Outcome, names: tuple[str, ...], translate: Callable[..., str]) -> str:
    """Words that name the winner."""
    if not outcome.winners:
        return translate("result.nobody")
    if len(outcome.winners) == len(outcome.scores):
        return translate("result.draw")
    winners = [names[seat] for seat in outcome.winners]
    if len(winners) == 1:
        return translate("result.won", name=winners[0])
    return translate("result.shared", names=list_names(winners, translate))


def ending(outcome: Outcome) -> Sentence:
    """Sentence on the reason for the end."""
    return Sentence(outcome.reason, seats={"winner": outcome.winners[0]} if outcome.winners else {})


def series_line(series: Any, names: tuple[str, ...], translate: Callable[..., str]) -> str:
    """State of a series in words; nothing for a single game."""
    if series.goal.games == 1:
        return ""
    if series.over():
        best = [names[seat] for seat in series.leaders()]
        if len(best) == 1:
            return translate("result.series.won", name=best[0])
        return translate("result.series.shared", names=list_names(best, translate))
    if series.goal.games:
        return translate("result.series.of_games", played=series.played, games=series.goal.games)
    return translate("result.series.to_points", played=series.played, points=f"{series.goal.points:g}")
