"""A match: one game between seats, from the first step to the last. No I/O, no clock.

`propose` checks a decision against the rules and works out what follows, `accept` makes it so. What
lies between the two belongs to the caller: a table records the move there, before anybody is told.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from core import chance, codec
from core.game import CHANCE, AnyGame, Outcome, Refused, Seat

NOT_YET: Final = sys.maxsize
"""Later than any step."""


class Step(msgspec.Struct, frozen=True):
    """One action of a seat, or of chance."""

    seat: Seat
    action: Any


class Move(msgspec.Struct, frozen=True):
    """A decision that was found legal, the steps it leads to, and the states after each of them."""

    turn: int
    key: str
    steps: tuple[Step, ...]
    states: tuple[Any, ...]


class Snapshot(msgspec.Struct, frozen=True):
    """All that one viewer may know of a match; the only source of what anybody receives.

    `view` is of the game's state type; `log` are the steps as this viewer may see them; `seed` is
    empty until the game is over.
    """

    game: str
    options: Any
    seats: int
    turn: int
    to_act: tuple[Seat, ...]
    view: Any
    log: tuple[Step, ...]
    outcome: Outcome | None
    commitment: bytes
    seed: bytes


class Match:
    """The authority over one game.

    `turn` counts every change, also those taken back, so that it never names two states.
    `states[i]` is the state before `steps[i]`; the last one is now. `commitment` is empty where earlier
    draws were made by another seed: then nothing can be proven, and this one is never told.

    What the game hides is looked at once after each step: `_since[viewer][i]` is the number of steps after
    which `viewer` was shown step `i` in full, `_veiled[viewer]` are the steps that it has not been shown yet,
    as they look now. Both are empty in games without secrets. `_binds[i]` says that step `i` cannot be taken
    back.
    """

    def __init__(self, game: AnyGame, options: Any, seats: int, seed: bytes) -> None:
        """Raises `Refused` if the game is not played by so many or the options do not go together."""
        if seats not in game.info.seats:
            allowed = ", ".join(map(str, game.info.seats))
            raise Refused("match.refusal.seats", seats=seats, allowed=allowed)
        self.game = game
        self.options = options
        self.seats = seats
        self.commitment = chance.commitment(seed)
        self._seed = seed
        self.turn = 0
        self.steps: list[Step] = []
        self.states: list[Any] = [game.start(options, seats)]
        self._keys: dict[str, int] = {}
        viewers: list[Seat | None] = [*map(Seat, range(seats)), None] if game.info.hidden else []
        self._since: dict[Seat | None, list[int]] = {viewer: [] for viewer in viewers}
        self._veiled: dict[Seat | None, dict[int, Any]] = {viewer: {} for viewer in viewers}
        self._binds: list[bool] = []
        opening = self._settle([], [])
        self._extend(Move(0, "", *opening))

    def resume(self, steps: Sequence[Step], states: Sequence[Any]) -> None:
        """Stand where these steps lead; `states` are all from the start on."""
        self._cut(0)
        self.turn = 0
        self._extend(Move(0, "", tuple(steps), tuple(states[1:])))

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states[-1]

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that owe a decision; empty when the game is over."""
        return self.game.to_act(self.state)

    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.game.outcome(self.state)

    def propose(self, seat: Seat, action: Any, turn: int, key: str = "") -> Move | None:
        """The move that `seat` would make, checked; nothing has happened yet.

        None: the same decision with the same key has been accepted before. Raises `Refused`.
        """
        if key and key in self._keys:
            if self.steps[self._keys[key]] == Step(seat, action):
                return None
            raise Refused("match.refusal.key_reused")
        if not self.to_act():
            raise Refused("match.refusal.over")
        if turn != self.turn:
            raise Refused("match.refusal.stale", turn=turn, now=self.turn)
        if seat not in self.to_act():
            raise Refused("match.refusal.not_your_turn")
        refusal = self.game.why_not(self.state, seat, action)
        if refusal is not None:
            raise Refused.of(refusal)
        after = self.game.apply(self.state, seat, action)
        return Move(turn, key, *self._settle([Step(seat, action)], [after]))

    def accept(self, move: Move) -> None:
        """Make a proposed move so. Only the move proposed last for this turn fits."""
        if move.turn != self.turn:
            raise Refused("match.refusal.stale", turn=move.turn, now=self.turn)
        if move.key:
            self._keys[move.key] = len(self.steps)
        self._extend(move)

    def submit(self, seat: Seat, action: Any, turn: int, key: str = "") -> Move | None:
        """`propose` and `accept` in one, for those with nothing to do in between."""
        move = self.propose(seat, action, turn, key)
        if move is not None:
            self.accept(move)
        return move

    def undo_point(self, seats: frozenset[Seat]) -> int | None:
        """The number of the last step by one of `seats`, if it can be taken back.

        What has been shown stays seen. So nothing is taken back past a draw, past a step that opened
        something sealed, or past one made openly while there were secrets, which may have come out with it.
        """
        for index in range(len(self.steps) - 1, -1, -1):
            if self._binds[index]:
                return None
            if self.steps[index].seat in seats:
                return index
        return None

    def undo(self, index: int) -> None:
        """Take back step number `index` and every later one, and forget their keys.

        Only where those who acted later have not been shown the step (all chose at once, and it is still
        sealed), what they did stands. Raises `Refused` where `undo_point` does not go.
        """
        if not 0 <= index < len(self.steps) or any(self._binds[index:]):
            raise Refused("match.refusal.nothing_to_undo")
        standing = self._standing_without(index)
        keys = {at: key for key, at in self._keys.items()}
        kept = [*range(index), *range(index + 1, index + 1 + len(standing.steps))]
        self._keys = {keys[at]: number for number, at in enumerate(kept) if at in keys}
        self._cut(index)
        self.turn += 1
        self._extend(standing)

    def _standing_without(self, index: int) -> Move:
        """The steps after step `index` that stand without it: all, or none."""
        none = Move(self.turn, "", (), ())
        gone, state, states = self.steps[index].seat, self.states[index], list[Any]()
        later = tuple(self.steps[index + 1 :])
        for seat, action in ((step.seat, step.action) for step in later):
            knew = seat == gone or index not in self._veiled.get(seat, ())
            if knew or self.game.why_not(state, seat, action) is not None:
                return none
            state = self.game.apply(state, seat, action)
            states.append(state)
        return Move(self.turn, "", later, tuple(states))

    def snapshot(self, viewer: Seat | None) -> Snapshot:
        """What `viewer` may know now; after the end everybody may know everything."""
        to_act = self.to_act()
        last = len(self.steps)
        return Snapshot(
            game=self.game.info.key,
            options=self.options,
            seats=self.seats,
            turn=self.turn,
            to_act=to_act,
            view=self.view(last, viewer),
            log=tuple(self.seen(index, viewer, last) for index in range(last)),
            outcome=self.outcome(),
            commitment=self.commitment,
            seed=self._seed if self.commitment and not to_act else b"",
        )

    def view(self, at: int, viewer: Seat | None) -> Any:
        """`states[at]` as `viewer` may know it."""
        return self.game.view(self.states[at], viewer)

    def seen(self, index: int, viewer: Seat | None, at: int) -> Step:
        """Step number `index` as `viewer` may see it when the game stands at `states[at]`."""
        step = self.steps[index]
        if not self._since or self._since[viewer][index] <= at:
            return step
        return Step(step.seat, self._looks(index, viewer, at))

    def opened(self, first: int, viewer: Seat | None) -> tuple[int, ...]:
        """Numbers of steps that `viewer` was told otherwise than they look now.

        Steps before number `first` were told as they looked then, each later one as it looked when it was
        made.
        """
        last = len(self.steps)
        told = ((index, max(index + 1, first), at) for index, at in enumerate(self._since.get(viewer, ())))
        return tuple(
            index
            for index, then, in_full in told
            if then < in_full and self.seen(index, viewer, then) != self.seen(index, viewer, last)
        )

    def digest(self) -> str:
        """Names the whole match: game, options, seats, steps and the state they lead to."""
        whole = [self.game.info.key, self.options, self.seats, self.steps, self.state]
        return codec.digest(whole)

    def _extend(self, move: Move) -> None:
        for step, state in zip(move.steps, move.states, strict=True):
            self.steps.append(step)
            self.states.append(state)
            shown = bool(self._since) and self._show()
            self._binds.append(shown or step.seat == CHANCE)
        self.turn += len(move.steps)

    def _show(self) -> bool:
        """Note what everybody sees of the steps now; whether the last one has shown anybody anything."""
        last, now = len(self.steps) - 1, len(self.steps)
        secrets = self.game.secrets(self.state)
        was_secret = self.game.secrets(self.states[last])
        shown = False
        for viewer, veiled in self._veiled.items():
            before = veiled.copy()
            self._since[viewer].append(NOT_YET)
            for number in (*before, last):
                step = self.steps[number]
                looks = self._looks(number, viewer, now) if secrets else step.action
                if looks == step.action:
                    self._since[viewer][number] = now
                    veiled.pop(number, None)
                else:
                    veiled[number] = looks
                shown |= number in before and looks != before[number]
            openly = last not in veiled and viewer != self.steps[last].seat
            shown |= openly and was_secret
        return shown

    def _looks(self, index: int, viewer: Seat | None, at: int) -> Any:
        step = self.steps[index]
        return self.game.seen(self.states[index], step.seat, step.action, viewer, self.states[at])

    def _cut(self, index: int) -> None:
        """Forget every step from number `index` on; they have shown nothing of those before."""
        del self.steps[index:], self._binds[index:], self.states[index + 1 :]
        for viewer, veiled in self._veiled.items():
            del self._since[viewer][index:]
            self._veiled[viewer] = {number: looks for number, looks in veiled.items() if number < index}

    def _settle(self, steps: list[Step], states: list[Any]) -> tuple[tuple[Step, ...], tuple[Any, ...]]:
        """Let chance act until a seat has to, or the game is over."""
        state = states[-1] if states else self.state
        while self.game.to_act(state) == (CHANCE,):
            action = chance.draw(self._seed, len(self.steps) + len(steps), self.game.chances(state))
            state = self.game.apply(state, CHANCE, action)
            steps.append(Step(CHANCE, action))
            states.append(state)
        return tuple(steps), tuple(states)
