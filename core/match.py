"""A match: one game between seats, from the first step to the last. No I/O, no clock.

`propose` checks a decision against the rules and works out what follows, `accept` makes it so. What
lies between the two belongs to the caller: a table records the move there, before anybody is told.
"""

from __future__ import annotations

from typing import Any

import msgspec

from core import chance, codec
from core.game import CHANCE, AnyGame, Outcome, Refused, Seat


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
        opening = self._settle([], [])
        self._extend(Move(0, "", *opening))

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

        Nothing can be taken back past a draw, nor past a step that opened something sealed: what has been
        shown stays seen.
        """
        for index in range(len(self.steps) - 1, -1, -1):
            if self._binds(index):
                return None
            if self.steps[index].seat in seats:
                return index
        return None

    def undo(self, index: int) -> None:
        """Take back every step from `index` on, and forget their keys.

        Raises `Refused` past a draw, past a step that opened something sealed, or past the start.
        """
        taken = range(index, len(self.steps))
        if index < 0 or not taken or any(self._binds(number) for number in taken):
            raise Refused("match.refusal.nothing_to_undo")
        del self.steps[index:]
        del self.states[index + 1 :]
        self._keys = {key: at for key, at in self._keys.items() if at < index}
        self.turn += 1

    def snapshot(self, viewer: Seat | None) -> Snapshot:
        """What `viewer` may know now; after the end everybody may know everything."""
        over = not self.to_act()
        last = len(self.steps)
        return Snapshot(
            game=self.game.info.key,
            options=self.options,
            seats=self.seats,
            turn=self.turn,
            to_act=self.to_act(),
            view=self.view(last, viewer),
            log=tuple(self.seen(index, viewer, last) for index in range(last)),
            outcome=self.outcome(),
            commitment=self.commitment,
            seed=self._seed if over and self.commitment else b"",
        )

    def view(self, at: int, viewer: Seat | None) -> Any:
        """`states[at]` as `viewer` may know it; after the end everybody may know everything."""
        state = self.states[at]
        return self.game.view(state, viewer) if self.game.to_act(state) else state

    def seen(self, index: int, viewer: Seat | None, at: int) -> Step:
        """Step number `index` as `viewer` may see it when the game stands at `states[at]`."""
        step, now = self.steps[index], self.states[at]
        if not self.game.to_act(now):
            return step
        action = self.game.seen(self.states[index], step.seat, step.action, viewer, now)
        return Step(step.seat, action)

    def opened(self, first: int, viewer: Seat | None) -> tuple[int, ...]:
        """The steps that `viewer` sees now other than before step `first`, or than when they were made since.

        Where there were no secrets, all that was done before lay open already.
        """
        last = len(self.steps)
        start = 0 if self.game.secrets(self.states[first]) else first
        told = ((index, max(index + 1, first)) for index in range(start, last))
        return tuple(
            index for index, at in told if self.seen(index, viewer, at) != self.seen(index, viewer, last)
        )

    def digest(self) -> str:
        """Names the whole match: game, options, seats, steps and the state they lead to."""
        whole = [self.game.info.key, self.options, self.seats, self.steps, self.state]
        return codec.digest(whole)

    def _binds(self, index: int) -> bool:
        """Whether step number `index` was a draw, or showed somebody an earlier step that had been sealed."""
        if self.steps[index].seat == CHANCE:
            return True
        if not self.game.secrets(self.states[index]):
            return False
        viewers = [*map(Seat, range(self.seats)), None]
        return any(
            self.seen(earlier, viewer, index) != self.seen(earlier, viewer, index + 1)
            for earlier in range(index)
            for viewer in viewers
        )

    def _extend(self, move: Move) -> None:
        self.steps += move.steps
        self.states += move.states
        self.turn += len(move.steps)

    def _settle(self, steps: list[Step], states: list[Any]) -> tuple[tuple[Step, ...], tuple[Any, ...]]:
        """Let chance act until a seat has to, or the game is over."""
        state = states[-1] if states else self.state
        while self.game.to_act(state) == (CHANCE,):
            action = chance.draw(self._seed, len(self.steps) + len(steps), self.game.chances(state))
            state = self.game.apply(state, CHANCE, action)
            steps.append(Step(CHANCE, action))
            states.append(state)
        return tuple(steps), tuple(states)
