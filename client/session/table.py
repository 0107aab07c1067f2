"""Client table: what the client knows of the table it is at, as typed values made from the server's messages.

Steps become *events* in a queue, so that a screen can show them one after another; `position_view` is the
position on the screen, `latest` the one the server is at.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

import msgspec

from client.session import verification
from client.session.event_queue import EventQueue
from client.session.events import GameEvent, PositionView, StepShown
from client.session.verification import Verifier
from core import codec, position
from core.audit import Verdict, audit
from core.game import CHANCE, AnyGame, Refused, Seat
from core.games import game as game_of
from core.protocol.messages import (
    EVERYBODY,
    Clock,
    DecidersLeft,
    DecisionSealed,
    DuplicateView,
    Holder,
    Occupants,
    Said,
    SeatView,
    StepsMade,
    StepView,
    TableView,
    Watcher,
)
from core.series import Series
from core.simultaneous import Step, states_after

MOST_SPEAKERS: Final = 32
"""Speakers of the chat that are remembered at most."""


class ClientTable:
    """Table as this client knows it.

    `log` are the steps up to `latest` as `eyes`, the first of the viewers, may see them now; sealed decisions
    of the seats here are added once they are revealed. `late`: the commitment was received only after
    somebody had decided. `clocks` are the seconds each seat had at the last message with clocks, a new tuple
    each time; `watchers` are known to the host only. `speakers` are the guests without a seat who have said
    something, the latest first.
    """

    def __init__(self, table_view: TableView) -> None:
        """Raises `Refused` for a table view that no honest server sends."""
        self.latest: PositionView
        self.log: list[Step]
        self.event_queue: EventQueue
        self.eyes: int
        self.late: bool
        self._verifier: Verifier
        self.speakers: tuple[int, ...] = ()
        self._take(table_view)

    def renew(self, table_view: TableView) -> bool:
        """Take a new table view. True if its position is another: then the screen jumps to it."""
        last = self.latest
        if self._is_at(table_view):
            self._meet_table(table_view)
            self.latest = msgspec.structs.replace(last, to_act=table_view.to_act)
            self._verifier.owing(table_view.to_act)
            return False
        known = self.phase != "gathering" and (table_view.table, table_view.commitment) == self.playing
        self._take(table_view, seen=known)
        return True

    def _is_at(self, table_view: TableView) -> bool:
        """Whether a table view has the position we are at."""
        if (table_view.table, table_view.commitment, table_view.phase) != (*self.playing, self.phase):
            return False
        plies = {seat_view.viewer: seat_view.ply for seat_view in table_view.views}
        last = self.latest
        return table_view.turn == last.turn and plies == {viewer: last.ply(viewer) for viewer in last.views}

    @property
    def playing(self) -> tuple[int, str]:
        """Identity of the game that is played: every game of a table has a commitment of its own."""
        return self.table, self.commitment

    @property
    def secrets(self) -> bool:
        """Whether the position that the server is at has secrets."""
        return verification.has_secrets(self.game, self.latest.views)

    @property
    def verdict(self) -> Verdict:
        """Verdict on the draws of a game that is over and fully known."""
        promise, seed = bytes.fromhex(self.commitment), bytes.fromhex(self.seed)
        return audit(self.game, self.options, self.seats, self.log, promise, seed)

    # --- table views ----------------------------------------------------------------------------------

    def _take(self, table_view: TableView, seen: bool = False) -> None:
        """Take all of a table view. How the game began is not shown again where it has been `seen`."""
        game = game_of(table_view.game)
        if table_view.seats not in game.info.seats or not table_view.views:
            raise Refused("codec.refusal.malformed", detail="table_view")
        self.options: Any = codec.options_of(game, table_view.options)
        begin = table_view.views[0].begin
        self.game: AnyGame = position.from_text(game, self.options, table_view.seats, begin)
        self.seats = table_view.seats
        self._meet_table(table_view)
        views = {seat_view.viewer: self._view(seat_view.view) for seat_view in table_view.views}
        plies = {
            seat_view.viewer: seat_view.ply for seat_view in table_view.views if seat_view.viewer != EVERYBODY
        }
        self.latest = PositionView(views, table_view.turn, table_view.to_act, table_view.outcome, plies)
        self.log = [self._step(seat, action) for seat, action in table_view.views[0].log]
        if table_view.turn < len(self.log):
            raise Refused("codec.refusal.malformed", detail="turn")
        self.eyes = table_view.views[0].viewer
        self.event_queue = EventQueue(views)
        self._verifier = Verifier(self.game, self.options, self.seats)
        self._verifier.arrive(
            self.log, views, self._lines(table_view.views), table_view.to_act, table_view.outcome
        )
        if not seen:
            self.late = any(step.seat != CHANCE for step in self.log)
            self._tell_opening()

    def _tell_opening(self) -> None:
        """Queue what chance did before anybody could decide as events, as if the steps had just been sent.

        Not where something of it is secret: what was sent then does not say how it came about.
        """
        begun = bool(self._verifier.own_decisions) or any(step.seat != CHANCE for step in self.log)
        if self.phase == "gathering" or begun or self._verifier.state is None:
            return
        game, start, last = self.game, self._verifier.start, self.latest
        turn = last.turn - len(self.log)
        before = PositionView(self._view_for(start), turn, (), None)
        states = states_after(game, start, self.log)
        for number, (step, state) in enumerate(zip(self.log, states, strict=True), start=1):
            ended = number == len(self.log)
            after = last if ended else PositionView(self._view_for(state), turn + number, (), None)
            told = StepShown(step.seat, dict.fromkeys(last.views, step.action))
            self.event_queue.add(GameEvent(before, (told,), after, opening=True))
            before = after

    def _view_for(self, state: Any) -> dict[int, Any]:
        """The views of a state, one for each viewer here."""
        seats = ((viewer, None if viewer == EVERYBODY else Seat(viewer)) for viewer in self.latest.views)
        return {viewer: self.game.view(state, seat) for viewer, seat in seats}

    def _meet_table(self, table_view: TableView) -> None:
        """Take everything about the table but the position."""
        verification.check_views(self.seats, (seat_view.viewer for seat_view in table_view.views))
        verification.check_seats(self.seats, table_view.to_act, table_view.outcome, table_view.series)
        verification.check_commitment(table_view.commitment, table_view.seed)
        self.clock: Clock | None = table_view.clock
        self.delay = table_view.delay
        self.coach = table_view.coach
        self.locked = table_view.locked
        self._update_people(table_view)
        self.table = table_view.table
        self.title = table_view.title
        self.phase = table_view.phase
        self.pause = table_view.pause
        self.paused = table_view.paused
        self.port = table_view.port
        self.commitment = table_view.commitment
        self.seed = table_view.seed
        self.series: Series = table_view.series
        verification.check_duplicate(self.seats, table_view.table, table_view.duplicate)
        self.duplicate: DuplicateView | None = table_view.duplicate

    def _lines(self, views: tuple[SeatView, ...]) -> dict[Seat, tuple[Any, ...]]:
        """The sealed decisions of the seats here."""
        lines = {
            seat_view.viewer: tuple(map(self._action, seat_view.own)) for seat_view in views if seat_view.own
        }
        if EVERYBODY in lines:
            raise Refused("codec.refusal.malformed", detail="own")
        return {Seat(viewer): line for viewer, line in lines.items()}

    def meet(self, people: Occupants) -> None:
        """Take the changed occupants of the table."""
        self._update_people(people)

    def heard(self, said: Said) -> None:
        """Take a chat message."""
        if said.seat < 0:
            others = [guest for guest in self.speakers if guest != said.guest]
            self.speakers = (said.guest, *others)[:MOST_SPEAKERS]

    def _update_people(self, people: Occupants | TableView) -> None:
        if len(people.holders) != self.seats or not all(0 <= seat < self.seats for seat in people.yours):
            raise Refused("codec.refusal.malformed", detail="holders")
        self.host = people.host
        self.holders: tuple[Holder, ...] = people.holders
        self.yours = tuple(Seat(seat) for seat in people.yours)
        self.spectators = people.spectators
        self.watchers: tuple[Watcher, ...] = people.watchers
        if people.clocks or not isinstance(
            people, Occupants
        ):  # a spectator with a delay is not sent the clocks of this moment
            self._time(people.clocks)

    def _time(self, clocks: tuple[float, ...]) -> None:
        """Take the time that everybody has left."""
        verification.check_turn(self.seats if self.clock is not None else 0, clocks)
        self.clocks = clocks

    # --- steps ----------------------------------------------------------------------------------------

    def advance(self, stepped: StepsMade) -> None:
        """Queue the steps that were made. Raises `Refused` if they do not follow from what is known."""
        if stepped.turn != self.latest.turn:
            raise Refused("codec.refusal.malformed", detail="turn")
        verification.check_seats(self.seats, stepped.to_act, stepped.outcome, stepped.series)
        verification.check_commitment(stepped.seed)
        self._time(stepped.clocks)
        steps = self._steps(stepped)
        self._unseal(stepped)
        self._uncover(stepped.begin)
        self.log += [Step(step.seat, step.actions[self.eyes]) for step in steps]
        tips = self._last_decisions(steps)
        self._verifier.follow(steps, self.log, stepped.to_act, stepped.outcome)
        self._queue(tips, steps, stepped)
        self.series = stepped.series
        self.seed = stepped.seed
        if stepped.outcome is not None:
            self.phase = "over"

    def _steps(self, stepped: StepsMade) -> list[verification.StepReported]:
        """The steps, each as all viewers here are shown it."""
        lanes = dict(stepped.views)
        if lanes.keys() != self.latest.views.keys() or len(lanes) != len(stepped.views):
            raise Refused("codec.refusal.malformed", detail="views")
        count = len(next(iter(lanes.values())))
        if not count or any(len(steps) != count for steps in lanes.values()):
            raise Refused("codec.refusal.malformed", detail="steps")
        return [
            self._apply_told_step({viewer: lane[at] for viewer, lane in lanes.items()}) for at in range(count)
        ]

    def _apply_told_step(self, lanes: dict[int, StepView]) -> verification.StepReported:
        seats = {step.seat for step in lanes.values()}
        kinds = {step.view is None for step in lanes.values()}
        if len(seats) > 1 or len(kinds) > 1:
            raise Refused("codec.refusal.malformed", detail="steps")
        actions = {viewer: self._action(step.action) for viewer, step in lanes.items()}
        views = {viewer: self._view(step.view) for viewer, step in lanes.items() if step.view is not None}
        return verification.StepReported(Seat(seats.pop()), actions, views or None)

    def _uncover(self, position_text: str) -> None:
        """Take the whole position that the game began with, where some of it was secret before."""
        known = position.beginning(self.game)
        if position_text in ("", known):
            return
        game = position.from_text(position.usual(self.game), self.options, self.seats, position_text)
        eyes = None if self.eyes == EVERYBODY else Seat(self.eyes)
        if not known or position.beginning_seen(game, eyes) != known:
            raise Refused("codec.refusal.malformed", detail="begin")
        self.game = game
        self._verifier.uncover(game)

    def _unseal(self, stepped: StepsMade) -> None:
        """Complete the log by what has been revealed since."""
        if stepped.unsealed and not self.secrets:
            raise Refused("codec.refusal.malformed", detail="unsealed")
        for step in stepped.unsealed:
            if step.number >= len(self.log):
                raise Refused("codec.refusal.malformed", detail="unsealed")
            self.log[step.number] = Step(self.log[step.number].seat, self._action(step.action))

    def _last_decisions(self, reported: list[verification.StepReported]) -> list[tuple[Seat, Any, Any]]:
        """The last decision of a seat here if it revealed all: seat, decision, what the seat alone sees."""
        deciding = self._verifier.deciding()
        if len(deciding) < 2:
            return []
        found = []
        for seat in self._verifier.tips:
            mine = [
                step.actions[seat]
                for step in reported[: verification.steps_at_once(reported)]
                if step.seat == seat
            ]
            for action in mine[len(self._verifier.own_decisions.get(seat, ())) :]:
                found.append((seat, action, self._verifier.alone(seat, action)))
        return found

    def _queue(
        self, tips: list[tuple[Seat, Any, Any]], reported: list[verification.StepReported], stepped: StepsMade
    ) -> None:
        for seat, action, view in tips:
            self._seal(seat, action, view, self.latest.ply(seat) + 1, self.latest.to_act)
        rest, turn = reported, self.latest.turn
        while rest:
            count = verification.steps_at_once(rest)
            together, rest = rest[:count], rest[count:]
            views = together[-1].views
            assert views is not None
            turn += count
            before, told = self.latest, tuple(StepShown(step.seat, dict(step.actions)) for step in together)
            end = (stepped.to_act, stepped.outcome) if not rest else ((), None)
            self.latest = PositionView(dict(views), stepped.now if not rest else turn, *end)
            self.event_queue.add(GameEvent(before, told, self.latest))

    # --- sealed decisions -----------------------------------------------------------------------------

    def decided(self, message: DecisionSealed) -> None:
        """Take a sealed decision of a seat here, made or taken back. Raises `Refused` if that cannot be."""
        seat = Seat(message.seat)
        if message.turn != self.latest.turn or seat not in self._verifier.tips:
            raise Refused("codec.refusal.malformed", detail="turn")
        if message.ply != self.latest.ply(seat) + 1:
            raise Refused("codec.refusal.malformed", detail="ply")
        view = self._view(message.view)
        if message.action is None:
            self._verifier.taken_back(seat, view, message.to_act)
            self.event_queue.take_back(seat)
            self.latest = self._with(seat, view, message.ply, message.to_act)
            return
        action = self._action(message.action)
        self._verifier.decided(seat, action, view, message.to_act)
        self._seal(seat, action, view, message.ply, message.to_act)

    def _seal(self, seat: Seat, action: Any, view: Any, ply: int, to_act: tuple[Seat, ...]) -> None:
        before, self.latest = self.latest, self._with(seat, view, ply, to_act)
        self.event_queue.add(GameEvent(before, (StepShown(seat, {seat: action}),), self.latest, sealed=True))

    def _with(self, seat: Seat, view: Any, ply: int, to_act: tuple[Seat, ...]) -> PositionView:
        last = self.latest
        return PositionView(
            {**last.views, seat: view}, last.turn, to_act, last.outcome, {**last.plies, seat: ply}
        )

    def ready(self, message: DecidersLeft) -> None:
        """Take the seats that still owe a decision. Raises `Refused` if that cannot be."""
        if message.turn != self.latest.turn:
            raise Refused("codec.refusal.malformed", detail="turn")
        self._verifier.owing(message.to_act)
        self._time(message.clocks)
        self.latest = msgspec.structs.replace(self.latest, to_act=message.to_act)

    @property
    def sealing(self) -> tuple[Seat, ...]:
        """All seats that decide at once where the server is, ready or not; none if only one decides."""
        deciding = self._verifier.deciding()
        return deciding if len(deciding) > 1 else ()

    def line(self, seat: Seat) -> tuple[Any, ...]:
        """The sealed decisions of a seat here."""
        return self._verifier.own_decisions.get(seat, ())

    # --- showing --------------------------------------------------------------------------------------

    @property
    def waiting(self) -> deque[GameEvent]:
        """The events still to be shown to all who look together."""
        return self.event_queue.room

    @property
    def position_view(self) -> PositionView:
        """The position on the screen now."""
        return self.through(EVERYBODY).position_view

    def next(self) -> GameEvent | None:
        """The next event to show; afterwards `position_view` is the position after it."""
        return self.through(EVERYBODY).next()

    def through(self, viewer: int) -> ViewerEvents:
        """The events for `viewer`, as a source for a playback."""
        return ViewerEvents(self, viewer)

    def waits_for_us(self) -> bool:
        """Whether somebody here has a seat in a game, or duplicate, that has begun and is not over."""
        begun = any(step.seat != CHANCE for step in self.log) or any(self.line(seat) for seat in self.yours)
        return bool(self.yours) and begun and (self.phase == "playing" or self.awaits_others())

    def awaits_others(self) -> bool:
        """Whether the game is over, but not at all other tables of the duplicate."""
        return self.phase == "over" and self.duplicate is not None and not self.duplicate.results

    def own_seats_to_act(self) -> tuple[Seat, ...]:
        """Our seats that owe a decision."""
        if self.phase != "playing":
            return ()
        return tuple(seat for seat in self.latest.to_act if seat in self.yours)

    def may_take_back(self) -> bool:
        """Whether a game runs and no draw follows a decision made here; the server may still refuse."""
        if self.phase != "playing":
            return False
        if any(self.line(seat) for seat in self.yours):
            return True
        for step in reversed(self.log):
            if step.seat == CHANCE or step.seat in self.yours:
                return step.seat != CHANCE
        return False

    def _view(self, data: Any) -> Any:
        return codec.view_of(position.usual(self.game), data, self.options, self.seats)

    def _action(self, text: str) -> Any:
        try:
            return self.game.parse(text)
        except Refused:
            raise Refused("codec.refusal.malformed", detail="action") from None

    def _step(self, seat: int, notation: str) -> Step:
        return Step(Seat(seat), self._action(notation))


class ViewerEvents(msgspec.Struct, frozen=True):
    """Events that one viewer has been shown, and will be next; see `client.session.events.EventSource`."""

    client_table: ClientTable
    viewer: int

    @property
    def waiting(self) -> deque[GameEvent]:
        """The events still to be shown."""
        return self.client_table.event_queue.waiting(self.viewer)

    @property
    def position_view(self) -> PositionView:
        """The position that this viewer has been shown last."""
        return self.waiting[0].before if self.waiting else self.client_table.latest

    def next(self) -> GameEvent | None:
        """The next event, which then counts as shown."""
        return self.client_table.event_queue.take(self.viewer)
