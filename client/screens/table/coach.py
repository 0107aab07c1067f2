"""Coach of a table: what is best for the seat here that decides, what it is worth, and why.

It thinks from the moment somebody has to decide, so that the answer is there when it is asked for. It knows
what the seat sees and nothing else.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from client.boards.contract import Frame
from client.screens.shared.panes import motif_sentence
from client.screens.table.state import TableState
from client.session.adviser_client import AdviserClient
from client.session.events import step_event
from core.bots.advice import Advice, AdvisedAction
from core.bots.motifs import Motif
from core.bots.review import game_points, tries_for
from core.game import Refusal, Seat

MOST_SHOWN: Final = 3
"""Actions, the best ones, that the coach shows."""
SERIOUS_LOSS: Final = {"blunders": 0.2, "mistakes": 0.1}
"""Share of a game that an action must lose to be warned of, by the setting."""
LEAST_TRIES: Final = 30
"""Tries without which an action is neither shown nor called bad."""


class CoachLine(msgspec.Struct, frozen=True):
    """Action that the coach shows: what it does, and what it is worth, in words."""

    words: str
    worth: str


class CoachSnapshot(msgspec.Struct, frozen=True):
    """Snapshot of the coach's paper: best actions first, what speaks for the best, how sure all this is."""

    lines: tuple[CoachLine, ...]
    reasons: tuple[str, ...]
    note: str


class Coach:
    """Coach for the seats here.

    `shown`: somebody has asked for it in this decision. `checking`: an action that somebody has chosen is
    being searched, to know whether to warn of it.
    """

    def __init__(self, state: TableState, adviser: AdviserClient | None) -> None:
        self._state, self._adviser = state, adviser
        self.shown = False
        self.advice: Advice | None = None
        self.trouble: Refusal | None = None
        self.checking = False
        self._checked: Advice | None = None
        self._sure = False
        self._seat: Seat | None = None
        self._view: Any = None

    @property
    def allowed(self) -> bool:
        """Whether somebody who plays here has a coach."""
        table = self._state.client_table
        return self._adviser is not None and table.coach and bool(table.yours)

    def follow(self, seat: Seat | None) -> bool:
        """Follow who is asked to decide here, and the replies; whether something new is known."""
        adviser = self._adviser
        if adviser is None:
            return False
        wanted = self.shown or self._state.app.settings.coach != "off"
        if seat is None or not self.allowed or not wanted:
            self._rest()
            return False
        view = self._state.client_table.latest.view(seat)
        if view is not self._view or seat != self._seat:
            asked_first = self.shown and self._view is None
            self._rest()
            self.shown, self._seat, self._view = asked_first, seat, view
            table = self._state.client_table
            adviser.ask(table.game, table.options, table.seats, view, seat)
        return self._hear(adviser)

    def _rest(self) -> None:
        """Forget the last decision."""
        if self._adviser is not None and self._view is not None:
            self._adviser.forget()
        self.shown = self.checking = self._sure = False
        self.advice = self.trouble = self._checked = self._seat = self._view = None

    def _hear(self, adviser: AdviserClient) -> bool:
        news = False
        for reply in adviser.poll():
            if self.checking:
                self.checking, self._checked = False, reply.advice
                continue
            self.advice = reply.advice or self.advice
            self.trouble, self._sure, news = reply.trouble, reply.last, True
        return news

    def toggle(self, seat: Seat | None) -> Refusal | None:
        """Show the coach, or hide it; the reason why it cannot be asked."""
        if not self.allowed:
            forbidden = not self._state.client_table.coach
            return Refusal("coach.refusal.forbidden" if forbidden else "coach.refusal.none")
        if seat is None:
            return Refusal("coach.refusal.nothing_to_decide")
        self.shown = not self.shown
        return None

    # --- warnings -----------------------------------------------------------------------------

    def warns(self, action: Any) -> bool:
        """Whether an action loses so much that its person wants to be asked again."""
        setting = self._state.app.settings.coach
        return setting in SERIOUS_LOSS and self.loss(action) >= SERIOUS_LOSS[setting]

    def check(self, action: Any) -> bool:
        """Search an action of which too little is known to warn of it; whether that is worth waiting for."""
        adviser, advice, table = self._adviser, self.advice, self._state.client_table
        unsure = advice is not None and advice.measured and self._known_in(action) is None
        if adviser is None or self._seat is None or not unsure:
            return False
        if self._state.app.settings.coach not in SERIOUS_LOSS:
            return False
        self.checking, self._checked = True, None
        tries, notation = tries_for(table.game), table.game.notation(action)
        adviser.ask(table.game, table.options, table.seats, self._view, self._seat, tries, notation, True)
        return True

    def loss(self, action: Any) -> float:
        """Share of a game that an action loses, as far as that is known."""
        advice = self._known_in(action)
        if advice is None:
            return 0.0
        notation = self._state.client_table.game.notation(action)
        if self.unit:
            played = advice.find(notation)
            return 0.0 if played is None else max(0.0, advice.actions[0].points - played.points) / self.unit
        return advice.loss(notation) or 0.0

    def _known_in(self, action: Any) -> Advice | None:
        """The advice in which an action was tried often enough to say what it loses."""
        notation = self._state.client_table.game.notation(action)
        for advice in (self.advice, self._checked):
            played = None if advice is None else advice.find(notation)
            if advice is not None and played is not None and (advice.solved or played.tries >= LEAST_TRIES):
                return advice
        return None

    @property
    def unit(self) -> float:
        """Points that weigh as much as a game, where points say more than chances to win; else 0."""
        return game_points(self._state.client_table.game)

    # --- what is shown ------------------------------------------------------------------------

    def mark(self, frame: Frame) -> Frame:
        """The frame with the best actions lit, and the places that speak for the first."""
        if not self.shown or self.advice is None or frame.chooser != self._seat or frame.event is not None:
            return frame
        game, best = self._state.client_table.game, self._best()
        places = tuple(place for motif in best[0].motifs for place in motif.places)
        advised = tuple(game.parse(one.action) for one in best)
        return msgspec.structs.replace(frame, advised=advised, reasons=places)

    def snapshot(self) -> CoachSnapshot | None:
        """Text of the coach's paper; None while it is not shown."""
        if not self.shown:
            return None
        translate, note = self._state.app.translate, ""
        if self.trouble is not None:
            note = self._state.app.explain(self.trouble.code, self.trouble.values)
        elif self.advice is None:
            note = translate("coach.thinking")
        elif not self.advice.measured:
            note = translate("coach.unmeasured" if self._sure else "coach.preparing")
        elif self.advice.solved:
            note = translate("coach.solved")
        elif not self._sure:
            note = translate("coach.surer")
        best = () if self.advice is None else self._best()
        reasons = tuple(map(self.reason, best[0].motifs)) if best else ()
        return CoachSnapshot(tuple(map(self._line, best)), reasons, note)

    def reason(self, motif: Motif) -> str:
        """Reasons for an action, in words."""
        return self._state.line(motif_sentence(motif))

    def first_reason(self) -> str:
        """Strongest reason for the best action; "" if none is known."""
        best = () if self.advice is None else self._best()[0].motifs
        return self.reason(best[0]) if best else ""

    def better_words(self, action: Any, frame: Frame) -> str:
        """The best action in words; where those of the one chosen are the same, how it differs from it."""
        assert self.advice is not None
        game, best = self._state.client_table.game, self.advice.actions[0].action
        words = self._words(best)
        if words != self._words(game.notation(action)):
            return words
        return self._state.line(self._state.board.distinction(game.parse(best), action, frame))

    def _best(self) -> tuple[AdvisedAction, ...]:
        """The actions shown: the best, and others that were tried often enough."""
        assert self.advice is not None
        first, *others = self.advice.actions[:MOST_SHOWN]
        known = (one for one in others if self.advice.solved or one.tries >= LEAST_TRIES)
        return (first, *known)

    def _line(self, advised: AdvisedAction) -> CoachLine:
        return CoachLine(self._words(advised.action), self.worth(advised))

    def worth(self, advised: AdvisedAction) -> str:
        """Worth of an action in words; "" where it is not known."""
        advice, translate = self.advice, self._state.app.translate
        if advice is None or not advice.measured:
            return ""
        win = round(100 * advised.win)
        if self.unit:
            return translate("coach.worth_only_points", points=f"{advised.points:.0f}")
        if self._state.client_table.game.info.scored:
            return translate("coach.worth_points", win=win, points=f"{advised.points:.0f}")
        return translate("coach.worth", win=win)

    def _words(self, notation: str) -> str:
        """Sentence on an action, as the board writes it of a step."""
        game, seat, view = self._state.client_table.game, self._seat, self._view
        assert seat is not None
        action = game.parse(notation)
        event = step_event(game, view, seat, action)
        return self._state.line(self._state.board.advice(event, int(seat)))
