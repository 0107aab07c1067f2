"""Check of a server's messages against the rules: nothing is believed that can be worked out here.

Pictures, routes and sounds may then trust every position they are given. As long as all steps were sent in
full, there is one state they lead to, and everything has to agree with it. Sealed decisions of others do not
disturb that: until they are revealed they are no part of the game. Only where secrets last (hands, decks) no
state is known: then every view must be one that the rules can have, one's own decisions must be legal, and
once nothing is secret any more the whole log must lead to the position that the server says.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec
import numpy as np

from core import codec, position, simultaneous
from core.game import CHANCE, AnyGame, Outcome, Refused, Seat
from core.protocol.messages import EVERYBODY, MOST_DUPLICATE_TABLES, DuplicateView
from core.series import Series
from core.simultaneous import Step

ViewerLanes = Mapping[int, Any]
"""Step or view as each of the viewers here is shown it."""

_DIGEST: Final = re.compile("([0-9a-f]{64})?")
RULE_ERRORS: Final = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, RuntimeError)
"""Exceptions that rules may raise over an impossible position."""


class StepReported(msgspec.Struct, frozen=True):
    """Step as it was sent; `views` are those after it, None where it was revealed together with the next."""

    seat: Seat
    actions: ViewerLanes
    views: ViewerLanes | None


class Verifier:
    """Checks all messages about one game.

    `state` is what the steps lead to, None while it cannot be known. `lines` are the sealed decisions of the
    viewers' seats, `tips[seat]` the positions on the way: states where they are known, else views; None where
    one was never sent.
    """

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        self.game, self.seats = game, seats
        self.options = options
        self.start = _known(game, game.start(options, seats))
        self.state: Any | None = self.start
        self.views: dict[int, Any] = {}
        self.own_decisions: dict[Seat, tuple[Any, ...]] = {}
        self.tips: dict[Seat, tuple[Any, ...]] = {}

    def uncover(self, game: AnyGame) -> None:
        """Take the whole position that the game began with, now that it is known."""
        self.game = game
        self.start = game.start(self.options, self.seats)

    @property
    def secrets(self) -> bool:
        """Whether the position has secrets."""
        return has_secrets(self.game, self.views)

    # --- a whole table view ---------------------------------------------------------------------------

    def arrive(
        self,
        log: Sequence[Step],
        views: Mapping[int, Any],
        logs: Mapping[Seat, tuple[Any, ...]],
        to_act: tuple[Seat, ...],
        outcome: Outcome | None,
    ) -> None:
        """Take a position with the log that led to it, and own sealed decisions `logs` that lead to the
        views.

        Raises `Refused("codec.refusal.malformed")`.
        """
        with _by_the_rules():
            self.views, self.own_decisions = dict(views), {seat: line for seat, line in logs.items() if line}
            self.state = self._replayed(log)
            self.tips = {Seat(viewer): self._tips(viewer) for viewer in views if viewer != EVERYBODY}
            self._check_views()
            self._check_owing(to_act)
            self._check_outcome(outcome)

    def _tips(self, viewer: int) -> tuple[Any, ...]:
        line = self.own_decisions.get(Seat(viewer), ())
        if self.state is None:
            return (None,) * len(line) + (self.views[viewer],)
        tips = [self.state]
        for action in line:
            self._check_sealed(Seat(viewer), tips[-1], action)
            tips.append(self.game.apply(tips[-1], Seat(viewer), action))
        return tuple(tips)

    def _replayed(self, log: Sequence[Step]) -> Any | None:
        """The state to which a log leads; None where too little of it was sent."""
        state, rest = self.start, [StepReported(step.seat, {EVERYBODY: step.action}, None) for step in log]
        while rest and state is not None:
            count, state = self._after(state, rest)
            del rest[:count]
        return state

    # --- steps ----------------------------------------------------------------------------------------

    def follow(
        self,
        reported: Sequence[StepReported],
        log: Sequence[Step],
        to_act: tuple[Seat, ...],
        outcome: Outcome | None,
    ) -> None:
        """Take steps that were made; `log` are all up to the last of them as they look now.

        Raises `Refused("codec.refusal.malformed")`.
        """
        with _by_the_rules():
            self._follow(reported, log)
            self._check_owing(to_act)
            self._check_outcome(outcome)

    def _follow(self, reported: Sequence[StepReported], log: Sequence[Step]) -> None:
        knew, unknown, rest = self.state, self.state is None, list(reported)
        while rest:
            count = self._next(rest)
            self._check_own(rest[:count])
            views = rest[count - 1].views
            if views is None:
                raise _wrong("steps")
            del rest[:count]
            self.views, self.own_decisions = dict(views), {}
            if not rest and unknown and not self.secrets:
                self.state = self._replayed(log)
            self.tips = {Seat(viewer): (self._tip(viewer),) for viewer in views if viewer != EVERYBODY}
            self._check_views()
        if not unknown and self.state is not None:
            self._check_telling(reported, knew)
        elif not self.secrets:
            _alike(reported)

    def _next(self, reported: Sequence[StepReported]) -> int:
        """Number of steps that were made at once; afterwards the state is the one after them."""
        told = steps_at_once(reported)
        if self.state is None:
            seats = [step.seat for step in reported[:told]]
            if seats != sorted(seats) or not all(CHANCE <= seat < self.seats for seat in seats):
                raise _wrong("steps")
            return told
        count, self.state = self._after(self.state, reported)
        if told != count:
            raise _wrong("steps")
        return count

    def _tip(self, viewer: int) -> Any:
        return self.views[viewer] if self.state is None else self.state

    def _after(self, state: Any, reported: Sequence[StepReported]) -> tuple[int, Any | None]:
        """Number of steps made at once from a state on, and the state after them; None if that is unknown."""
        branches = simultaneous.new_branches(self.game, state) or {
            reported[0].seat: simultaneous.Branch((state,))
        }
        last = reported[0].seat
        for count, told in enumerate(reported, start=1):
            seat = told.seat
            if seat not in branches or seat < last or seat not in self.game.to_act(branches[seat].tip):
                raise _wrong("seat")
            action = self._in_full(branches[seat].tip, told)
            if action is None:
                self._check_unknown(state, branches)
                return steps_at_once(reported), None
            last, tip = seat, branches[seat].tip
            branches[seat] = branches[seat].longer(Step(seat, action), self.game.apply(tip, seat, action))
            if len(branches) == 1 or not simultaneous.seats_owing(self.game, branches):
                return count, self._end(state, branches)
        raise _wrong("steps")

    def _end(self, state: Any, branches: simultaneous.Branches) -> Any:
        *_, after = simultaneous.states_after(self.game, state, simultaneous.all_steps(branches))
        return after

    def _check_unknown(self, state: Any, branches: simultaneous.Branches) -> None:
        """Check a step that was not sent in full: the game must have secrets then, whatever the step was."""
        while True:
            seat = simultaneous.seats_owing(self.game, branches)[0]
            tip = branches[seat].tip
            action = _possible(self.game, tip, seat)[0]
            branches[seat] = branches[seat].longer(Step(seat, action), self.game.apply(tip, seat, action))
            if len(branches) == 1 or not simultaneous.seats_owing(self.game, branches):
                break
        if not self.game.secrets(self._end(state, branches)):
            raise _wrong("action")

    def _in_full(self, state: Any, reported: StepReported) -> Any | None:
        """The step, if somebody was sent it in full."""
        return next(
            (a for a in reported.actions.values() if _allowed(self.game, state, reported.seat, a)), None
        )

    # --- one's own sealed decisions -------------------------------------------------------------------

    def decided(self, seat: Seat, action: Any, view: Any, to_act: tuple[Seat, ...]) -> None:
        """Take a sealed decision of a seat here. Raises `Refused("codec.refusal.malformed")`."""
        with _by_the_rules():
            tip = self.tips[seat][-1]
            self._check_sealed(seat, tip, action)
            after = self.game.apply(tip, seat, action)
            _check_same(self.game.view(after, seat), view)
            self.own_decisions[seat] = (*self.own_decisions.get(seat, ()), action)
            self.tips[seat] = (*self.tips[seat], view if self.state is None else after)
            self.views[seat] = view
            self._check_owing(to_act)

    def taken_back(self, seat: Seat, view: Any, to_act: tuple[Seat, ...]) -> None:
        """Take back a seat's last sealed decision. Raises `Refused("codec.refusal.malformed")`."""
        with _by_the_rules():
            if not self.own_decisions.get(seat):
                raise _wrong("line")
            *tips, _ = self.tips[seat]
            if tips[-1] is None:
                self._possible_state(seat, view)
                tips[-1] = view
            _check_same(self.game.view(tips[-1], seat), view)
            self.own_decisions[seat], self.tips[seat] = self.own_decisions[seat][:-1], tuple(tips)
            self.views[seat] = view
            self._check_owing(to_act)

    def owing(self, to_act: tuple[Seat, ...]) -> None:
        """Take the seats that still have to decide. Raises `Refused("codec.refusal.malformed")`."""
        with _by_the_rules():
            self._check_owing(to_act)

    def alone(self, seat: Seat, action: Any) -> Any:
        """View of a seat after a further sealed decision, before all are revealed.

        Raises `Refused("codec.refusal.malformed")`.
        """
        with _by_the_rules():
            self._check_sealed(seat, self.tips[seat][-1], action)
            return self.game.view(self.game.apply(self.tips[seat][-1], seat, action), seat)

    def deciding(self) -> tuple[Seat, ...]:
        """All seats that decide in this position, ready or not."""
        viewer, view = next(iter(self.views.items()))
        owed = set(self.game.to_act(view if self.state is None else self.state))
        if self.state is None and self.own_decisions.get(Seat(viewer)):
            owed.add(Seat(viewer))
        return tuple(sorted(owed))

    # --- checks ---------------------------------------------------------------------------------------

    def _check_sealed(self, seat: Seat, expected_tip: Any, action: Any) -> None:
        if (
            expected_tip is None
            or len(self.deciding()) < 2
            or not _allowed(self.game, expected_tip, seat, action)
        ):
            raise _wrong("action")

    def _check_own(self, reported: Sequence[StepReported]) -> None:
        """Check what is revealed of a seat here: it must begin with the seat's sealed decisions."""
        for seat, line in self.own_decisions.items():
            opened = [step.actions[seat] for step in reported if step.seat == seat and seat in step.actions]
            if opened[: len(line)] != list(line):
                raise _wrong("line")

    def _check_telling(self, reported: Sequence[StepReported], state: Any) -> None:
        """Check that everybody was sent what the rules let them see now. For steps that are known in full."""
        secrets = self.game.secrets(self.state)
        for step in reported:
            seat, action = step.seat, self._in_full(state, step)
            for viewer, told in step.actions.items():
                who: Any = _viewer(viewer)
                if told != (self.game.seen(state, seat, action, who, self.state) if secrets else action):
                    raise _wrong("action")
            state = self.game.apply(state, seat, action)

    def _check_views(self) -> None:
        """Check that each view is one of the state; where that is unknown, one that some state has."""
        if self.state is None and not self.secrets:
            raise _wrong("action")
        for viewer, view in self.views.items():
            if self.state is None:
                self._possible_state(viewer, view)
            else:
                tip = self.tips[Seat(viewer)][-1] if viewer != EVERYBODY else self.state
                _check_same(self.game.view(tip, _viewer(viewer)), view)

    def _possible_state(self, viewer: int, view: Any) -> None:
        who: Any = _viewer(viewer)
        imagined = self.game.sample_state(view, who, np.random.default_rng(0))
        _check_same(self.game.view(imagined, who), view)

    def _check_owing(self, to_act: tuple[Seat, ...]) -> None:
        """Check who has still to decide: some of all deciders; of the seats here exactly the right ones."""
        deciding = self.deciding()
        if len(deciding) < 2:
            right = to_act == deciding
        else:
            here = all(
                (seat in self.game.to_act(tips[-1])) == (seat in to_act) for seat, tips in self.tips.items()
            )
            some = bool(to_act) and set(to_act) <= set(deciding)
            right = here and some and list(to_act) == sorted(to_act)
        if not right:
            raise _wrong("to_act")

    def _check_outcome(self, outcome: Outcome | None) -> None:
        """Check that nobody wins while there are secrets."""
        if outcome != (None if self.state is None else self.game.outcome(self.state)):
            raise _wrong("outcome")


def _known(game: AnyGame, opening_position: Any) -> Any | None:
    """The position that a game begins with; None where it is not the usual start and has secrets."""
    return None if position.beginning(game) and game.secrets(opening_position) else opening_position


def has_secrets(game: AnyGame, views: Mapping[int, Any]) -> bool:
    """Whether the position with these views has secrets."""
    return all(map(game.secrets, views.values()))


def check_seats(seats: int, to_act: tuple[Seat, ...], outcome: Outcome | None, series: Series) -> None:
    """Raises `Refused("codec.refusal.malformed")` for a seat that does not exist."""
    if not all(CHANCE <= seat < seats for seat in to_act):
        raise _wrong("to_act")
    if len(series.points) != seats:
        raise _wrong("series")
    if outcome is None:
        return
    whole = len(outcome.scores) == seats and len(outcome.breakdown) in (0, seats)
    if not whole or not all(0 <= seat < seats for seat in outcome.winners):
        raise _wrong("outcome")


def check_duplicate(seats: int, table_number: int, duplicate: DuplicateView | None) -> None:
    """Raises `Refused("codec.refusal.malformed")` for a duplicate that no honest server has."""
    if duplicate is None:
        return
    few = 2 <= duplicate.tables <= MOST_DUPLICATE_TABLES and len(duplicate.ended) <= duplicate.tables
    mine = (
        few and duplicate.first <= table_number < duplicate.first + duplicate.tables and duplicate.game >= 0
    )
    if not mine or len(duplicate.results) not in (0, duplicate.tables):
        raise _wrong("duplicate")
    for result in duplicate.results:
        if result is not None and not (len(result.holders) == len(result.points) == seats):
            raise _wrong("duplicate")
        if result is not None and not all(map(math.isfinite, result.points)):
            raise _wrong("duplicate")


def check_commitment(*digests: str) -> None:
    """Raises `Refused("codec.refusal.malformed")` unless both are empty or 64 hexadecimal digits."""
    if not all(_DIGEST.fullmatch(digest) for digest in digests):
        raise _wrong("commitment")


def check_turn(seats: int, clocks: Sequence[float]) -> None:
    """Raises `Refused("codec.refusal.malformed")` unless every seat has a clock, or none has."""
    if len(clocks) != seats or not all(0 <= seconds < math.inf for seconds in clocks):
        raise _wrong("clocks")


def check_views(seats: int, views: Iterable[int]) -> None:
    """Raises `Refused("codec.refusal.malformed")` for viewers that are no seats, or lack everybody's view."""
    viewers = set(views)
    if not all(EVERYBODY <= viewer < seats for viewer in viewers):
        raise _wrong("views")
    if len(viewers) > 1 and EVERYBODY not in viewers:
        raise _wrong("views")


def steps_at_once(reported: Sequence[StepReported]) -> int:
    """Number of steps that were made at once: up to the first with views."""
    for number, step in enumerate(reported, start=1):
        if step.views is not None:
            return number
    return len(reported)


def _allowed(game: AnyGame, state: Any, seat: Seat, action: Any) -> bool:
    if seat == CHANCE:
        return action in _possible(game, state, seat)
    return game.why_not(state, seat, action) is None


def _possible(game: AnyGame, state: Any, seat: Seat) -> Sequence[Any]:
    if seat == CHANCE:
        return [action for action, _ in game.chances(state)]
    return game.legal(state, seat)


def _alike(reported: Iterable[StepReported]) -> None:
    """Check that steps open to all were sent alike to all."""
    for step in reported:
        first, *others = step.actions.values()
        if any(other != first for other in others):
            raise _wrong("action")


def _check_same(expected: Any, sent: Any) -> None:
    if codec.plain(expected) != codec.plain(sent):
        raise _wrong("view")


def _viewer(number: int) -> Seat | None:
    return None if number == EVERYBODY else Seat(number)


@contextmanager
def _by_the_rules() -> Iterator[None]:
    """Turns any error that the rules raise into a refusal as malformed."""
    try:
        yield
    except Refused as refused:
        raise _wrong(str(refused.refusal.values.get("detail", refused.refusal.code))) from None
    except RULE_ERRORS as error:
        raise _wrong(type(error).__name__) from None


def _wrong(detail: str) -> Refused:
    return Refused("codec.refusal.malformed", detail=detail)
