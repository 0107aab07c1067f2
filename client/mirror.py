"""What the client knows of the table it is at: the server's words as typed values.

Steps queue up as *happenings* so that a screen can show them one after another; `shown` is the
position that the screen has come to, `latest` the one the server is at.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec

from client import witness
from core import codec
from core.game import CHANCE, AnyGame, Outcome, Refused, Seat
from core.games import game as game_of
from core.match import Step
from core.messages import EVERYBODY, Holder, People, Scene, SeenStep, Stepped
from core.series import Series


class Position(msgspec.Struct, frozen=True):
    """A moment of a game as its viewers see it: one view each (-1: what everybody may see).

    Where there are several, one of them is everybody's.
    """

    views: dict[int, Any]
    turn: int
    to_act: tuple[Seat, ...]
    outcome: Outcome | None

    def view(self, viewer: int = EVERYBODY) -> Any:
        """The view of `viewer`; without it everybody's, or the only one there is."""
        return _told(self.views, viewer)


class Told(msgspec.Struct, frozen=True):
    """A step of a seat (or of chance), for each viewer as it was told of it."""

    seat: Seat
    actions: dict[int, Any]

    def action(self, viewer: int = EVERYBODY) -> Any:
        """The step as `viewer` saw it when it was told; without that as everybody did, or whoever did."""
        return _told(self.actions, viewer)


class Happening(msgspec.Struct, frozen=True):
    """What happened, with what was before and what is after it: all that an animation may depend on.

    `steps` are several where sealed decisions were opened together: they were made at once, and to the seats
    that made them they are nothing new (in `before` those see them made). With `sealed` it is such a decision
    when it is made, told to nobody else.
    """

    before: Position
    steps: tuple[Told, ...]
    after: Position
    sealed: bool = False

    @property
    def seat(self) -> Seat:
        """Whose the last step is."""
        return self.steps[-1].seat

    def action(self, viewer: int = EVERYBODY) -> Any:
        """The last step as `viewer` saw it."""
        return self.steps[-1].action(viewer)


class Mirror:
    """The table as this client sees it.

    `log` are the steps up to `latest` as the first of the viewers may see them by now.
    """

    def __init__(self, scene: Scene) -> None:
        """Raises `Refused` if the server sends what no server of ours sends."""
        self.game: AnyGame = game_of(scene.game)
        self.options: Any = codec.options_of(self.game, scene.options)
        self.waiting: deque[Happening] = deque()
        self.latest: Position
        self._take(scene)
        self.shown = self.latest

    def renew(self, scene: Scene) -> bool:
        """A new scene. True if the position is another: then everything shown jumps to it."""
        last, phase, playing = self.latest, self.phase, self.playing
        self.game = game_of(scene.game)
        self.options = codec.options_of(self.game, scene.options)
        self._take(scene)
        same_game = self.phase == phase and self.playing == playing
        if same_game and self.latest.turn == last.turn and self.latest.views.keys() == last.views.keys():
            self.latest = last
            return False
        self.waiting.clear()
        self.shown = self.latest
        return True

    @property
    def playing(self) -> tuple[int, str]:
        """Names the game that is played: every game of a table has a commitment of its own."""
        return self.table, self.commitment

    @property
    def secrets(self) -> bool:
        """Whether somebody may not know everything about the position the server is at."""
        return witness.secret(self.game, self.latest.views)

    def _take(self, scene: Scene) -> None:
        if scene.seats not in self.game.info.seats or not scene.sights:
            raise Refused("codec.refusal.malformed", detail="scene")
        self.table = scene.table
        self.title = scene.title
        self.seats = scene.seats
        self.phase = scene.phase
        self.pause = scene.pause
        self.paused = scene.paused
        self.port = scene.port
        self.commitment = scene.commitment
        self.seed = scene.seed
        self.series: Series = scene.series
        self._meet(scene)
        views = {sight.viewer: self._view(sight.view) for sight in scene.sights}
        witness.sighted(self.seats, views)
        witness.seated(self.seats, scene.to_act, scene.outcome, scene.series)
        self.latest = Position(views, scene.turn, scene.to_act, scene.outcome)
        self.log = [self._step(seat, action) for seat, action in scene.sights[0].log]
        self._eyes = scene.sights[0].viewer
        self._worlds = self._replayed()
        witness.judged(self.game, self._worlds, scene.to_act, scene.outcome)

    def meet(self, people: People) -> None:
        """Who is at the table has changed."""
        self._meet(people)

    def _meet(self, people: People | Scene) -> None:
        if len(people.holders) != self.seats or not all(0 <= seat < self.seats for seat in people.yours):
            raise Refused("codec.refusal.malformed", detail="holders")
        self.host = people.host
        self.holders: tuple[Holder, ...] = people.holders
        self.yours = tuple(Seat(seat) for seat in people.yours)
        self.spectators = people.spectators

    def advance(self, stepped: Stepped) -> None:
        """Queue the steps that were made. Raises `Refused` if they do not follow what is known."""
        if stepped.turn != self.latest.turn:
            raise Refused("codec.refusal.malformed", detail="turn")
        witness.seated(self.seats, stepped.to_act, stepped.outcome, stepped.series)
        lanes = dict(stepped.sights)
        if lanes.keys() != self.latest.views.keys():
            raise Refused("codec.refusal.malformed", detail="sights")
        count = len(next(iter(lanes.values())))
        if any(len(steps) != count for steps in lanes.values()):
            raise Refused("codec.refusal.malformed", detail="steps")
        late = self._unseal(stepped, len(self.log) + count)
        for index in range(count):
            last = index == count - 1
            self._advance({viewer: steps[index] for viewer, steps in lanes.items()}, late, stepped, last)
        self.series = stepped.series
        self.seed = stepped.seed
        if stepped.outcome is not None:
            self.phase = "over"

    def _unseal(self, stepped: Stepped, steps: int) -> dict[int, Any]:
        """Complete the log by what lies open since; the same of steps that are still to be queued."""
        late = {step.number: self._action(step.action) for step in stepped.unsealed}
        before = [number for number in late if number < len(self.log)]
        if any(number >= steps for number in late) or (before and not self.secrets):
            raise Refused("codec.refusal.malformed", detail="unsealed")
        for number in before:
            self.log[number] = Step(self.log[number].seat, late.pop(number))
        return late

    def _advance(
        self, lanes: dict[int, SeenStep], late: dict[int, Any], stepped: Stepped, last: bool
    ) -> None:
        before, unknown = self.latest, self.secrets
        seat = Seat(next(iter(lanes.values())).seat)
        if not CHANCE <= seat < self.seats:
            raise Refused("codec.refusal.malformed", detail="seat")
        actions = {viewer: self._action(step.action) for viewer, step in lanes.items()}
        views = {viewer: self._view(step.view) for viewer, step in lanes.items()}
        to_act = stepped.to_act if last else ()
        after = Position(views, before.turn + 1, to_act, stepped.outcome if last else None)
        self.log.append(Step(seat, late.get(len(self.log), actions[self._eyes])))
        self.latest = after
        self._worlds = self._followed(seat, actions)
        if unknown and not self.secrets:
            witness.alike(actions.values())
            self._worlds = self._replayed()
        if last:
            witness.judged(self.game, self._worlds, stepped.to_act, stepped.outcome)
        self.waiting.append(Happening(before, (Told(seat, actions),), after))

    def _followed(self, seat: Seat, told: dict[int, Any]) -> witness.Worlds | None:
        """The worlds after the last step."""
        if self._worlds is None:
            return None
        return witness.followed(self.game, self._worlds, len(self.log) - 1, seat, told, self.latest.views)

    def _replayed(self) -> witness.Worlds | None:
        """The worlds that the log leads to: where nothing is secret any more, it has to be whole."""
        start = self.game.start(self.options, self.seats)
        return witness.replayed(self.game, start, self.log, self.latest.views, self._eyes)

    def next(self) -> Happening | None:
        """The next happening to show; afterwards `shown` is the position after it."""
        if not self.waiting:
            return None
        happening = self.waiting.popleft()
        self.shown = happening.after
        return happening

    def caught_up(self) -> bool:
        """Whether the screen shows where the server is."""
        return not self.waiting

    def mine_to_act(self) -> tuple[Seat, ...]:
        """My seats that owe a decision in the position shown; none while steps wait to be shown."""
        if self.waiting or self.phase != "playing":
            return ()
        return tuple(seat for seat in self.latest.to_act if seat in self.yours)

    def may_take_back(self) -> bool:
        """Whether a decision made here lies behind no draw; what else bars it the server says."""
        for step in reversed(self.log):
            if step.seat == CHANCE or step.seat in self.yours:
                return step.seat != CHANCE
        return False

    def _view(self, data: Any) -> Any:
        return codec.view_of(self.game, data, self.options, self.seats)

    def _action(self, data: Any) -> Any:
        return codec.typed(data, self.game.info.action)

    def _step(self, seat: int, action: Any) -> Step:
        return Step(Seat(seat), self._action(action))


def _told(told: dict[int, Any], viewer: int) -> Any:
    """What `viewer` is told; else what everybody is, or whoever is told anything."""
    if viewer in told:
        return told[viewer]
    return told[EVERYBODY] if EVERYBODY in told else next(iter(told.values()))
