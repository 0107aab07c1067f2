"""Model of a table at which a lesson goes on: which step is shown, and what it makes of decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from client.screens.lesson.lesson import LEARNER, Lesson, LessonStep
from client.screens.table.model import Lead, TableModel
from client.session.adviser_client import AdviserClient
from client.session.session import Session
from client.stage.window import App
from client.ui.geometry import Rect
from client.ui.intents import Accept, Intent, Press
from core.game import Refusal, Refused, Seat

StepKind = Literal["read", "do", "free", "rest"]
"""What a step asks for: to read on, to do what it says, where that cannot be done to do anything, or anything
until somebody else acts.
"""
PLATE_WORD: Final = "plate"
OFFER_WORD: Final = "offer"


class Made(msgspec.Struct, frozen=True):
    """Decision made in a step: how many there were before, and the step's index.

    `strays`: it is not what the step asked for.
    """

    before: int
    index: int
    strays: bool


class RestBegun(msgspec.Struct, frozen=True):
    """Beginning of a rest: decisions of the learner until then, and steps of others and of chance."""

    own: int
    others: int


class ShownStep(msgspec.Struct, frozen=True):
    """Step as a bubble shows it: its number from 1 on, of `count`; `places` are what it points at.

    `answered`: another move was tried, and is done if it is tried again. `proposal`: the action it shows.
    """

    step: LessonStep
    number: int
    count: int
    kind: StepKind
    answered: bool
    places: tuple[Rect, ...]
    proposal: Any = None

    def text_keys(self, game: str) -> tuple[str, str]:
        """Keys of its text and of what there is to do; the latter is empty where there is nothing."""
        own = f"{game}.lesson.{self.step.name}"
        if self.answered:
            return f"{own}.other", "lesson.again"
        return f"{own}.text", {"read": "", "free": "lesson.free"}.get(self.kind, f"{own}.task")


class LessonModel(TableModel):
    """Table with a lesson, until that is over; afterwards a table like any other."""

    def __init__(
        self, app: App, session: Session, lesson: Lesson, adviser: AdviserClient | None = None
    ) -> None:
        super().__init__(app, session, adviser=adviser)
        self.lesson = lesson
        self.over = False
        self.index = 0
        self._made: list[Made] = []
        self._answered: Any = None
        """Other move that was tried in this step and answered."""
        self._rest: RestBegun | None = None

    # --- facts ----------------------------------------------------------------------------------

    @property
    def step(self) -> LessonStep | None:
        """The step that is shown now: none while something happens, and none once the lesson is over."""
        shown = not self.over and self.chooser == LEARNER and not self.playback.busy
        return self.lesson.steps[self.index] if shown else None

    def expected(self, lesson_step: LessonStep) -> list[Any]:
        """The actions of a step that are legal now."""
        game, view = self.client_table.game, self.client_table.latest.view(LEARNER)
        actions = []
        for text in lesson_step.do:
            try:
                action = game.parse(text)
            except Refused:
                continue
            if game.why_not(view, LEARNER, action) is None:
                actions.append(action)
        return actions

    def shown(self) -> ShownStep | None:
        """Content of the bubble now; none once somebody acts in a rest."""
        step = self.step
        resting = self._rest is not None and self._decisions() > self._rest.own
        if step is None or resting:
            return None
        expected = self.expected(step)
        kind = self._kind(step, expected)
        places = () if kind == "free" else self._places(step, expected)
        count = len(self.lesson.steps)
        proposal = expected[0] if expected else None
        return ShownStep(step, self.index + 1, count, kind, self._answered is not None, places, proposal)

    def _kind(self, lesson_step: LessonStep, expected: Sequence[Any]) -> StepKind:
        if lesson_step.rest:
            return "rest"
        return "read" if not lesson_step.do else "do" if expected else "free"

    def _places(self, lesson_step: LessonStep, expected: Sequence[Any]) -> tuple[Rect, ...]:
        """Rectangles of what a step points at."""
        if not lesson_step.at and expected:
            rects = self.board.action_rects(expected[0], self.frame())
            return (*rects, *self._offered(expected[0]))
        found = (self._place(words) for words in lesson_step.at)
        return tuple(rect for rect in found if rect is not None and rect.w > 0)

    def _offered(self, action: Any) -> tuple[Rect, ...]:
        """Rectangle of the button that does an action, if there is one."""
        places = zip(self.offers, self.lay.offers, strict=False)
        return tuple(rect for offer, rect in places if offer.action == action)

    def _place(self, words: str) -> Rect | None:
        kind, _, rest = words.partition(" ")
        if kind == PLATE_WORD:
            return self.lay.plates[int(rest)]
        if kind == OFFER_WORD:
            places = zip(self.offers, self.lay.offers, strict=False)
            return next((rect for offer, rect in places if offer.key == rest), None)
        return self.board.thing_rect(words, self.frame())

    # --- what changes it ------------------------------------------------------------------------

    def play(self, intent: Intent) -> bool:
        step = self.step
        if step is None or step.do or step.rest or not isinstance(intent, Accept | Press):
            return super().play(intent)
        if isinstance(intent, Accept):
            self.read_on()
        else:
            self.app.sound("refuse")
        return True

    def read_on(self) -> None:
        """Go on from a step in which there is nothing to do."""
        if self.step is not None and not self.step.do and not self.step.rest:
            self._advance()

    def decide(self, action: Any) -> None:
        step = self.step
        if step is None or step.rest:
            super().decide(action)
            return
        expected = self.expected(step)
        if not step.do:
            self.app.sound("refuse")
        elif not expected or action in expected or action == self._answered:
            self._made.append(Made(self._decisions(), self.index, action not in expected))
            self._advance()
            super().decide(action)
        else:
            self._answered = action
            self.app.sound("paper_slide")

    def end(self) -> None:
        """End the lesson; the game goes on."""
        self.over = True

    def _ask_coach(self) -> None:
        """Show the coach, or send it away; it says nothing before the lesson is over."""
        if self.over:
            super()._ask_coach()
        else:
            self.app.refuse(Refusal("coach.refusal.lesson"))

    def _advised_seat(self) -> Seat | None:
        return super()._advised_seat() if self.over else None

    def _advance(self) -> None:
        self.index, self._answered, self._rest = self.index + 1, None, None
        self.over = self.index >= len(self.lesson.steps)

    def _decisions(self) -> int:
        """Number of decisions that the learner has made."""
        made = sum(step.seat == LEARNER for step in self.client_table.log)
        return made + len(self.client_table.line(LEARNER))

    def update(self, now: float, on_top: bool) -> Lead | None:
        lead = super().update(now, on_top)
        if self.client_table.latest.outcome is not None or LEARNER not in self.client_table.yours:
            self.over = True
        if not self.state.pending:
            self._follow_game()
        return lead

    def _follow_game(self) -> None:
        """Go back to the step of a decision that was taken back or refused; leave out what fits no more."""
        while self._made and self._decisions() <= self._made[-1].before:
            self.index, self._answered, self._rest = self._made.pop().index, None, None
            self.over = False
        self._follow_rest()
        while (step := self.step) is not None and step.leans and not self._makes_sense(step):
            self._advance()

    def _makes_sense(self, lesson_step: LessonStep) -> bool:
        """Whether a step that leans on what came before still fits the game."""
        return bool(self.expected(lesson_step)) and not any(made.strays for made in self._made)

    def _follow_rest(self) -> None:
        """End a rest once somebody else has acted, or chance."""
        if self.over or not self.lesson.steps[self.index].rest:
            return
        others = sum(step.seat != LEARNER for step in self.client_table.log)
        if self._rest is None:
            self._rest = RestBegun(self._decisions(), others)
        elif others != self._rest.others:
            self._advance()
