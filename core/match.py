"""A match: one game between seats, from the first step to the last. No I/O, no clock.

`propose` checks a decision against the rules and works out what follows, `accept` makes it so. Between the
two the caller may act: a table records the move there, before anybody is shown it.

Where several seats owe a decision, each decides on a branch of its own (`simultaneous`). The match, its
`turn` and all that others are shown stay unchanged until the last of them is ready; only who is ready is
shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from core import chance, codec, position
from core.game import CHANCE, AnyGame, Outcome, Refused, Seat
from core.simultaneous import Branch, Branches, Step, all_steps, new_branches, seats_owing, states_after

__all__ = ["Match", "Move", "Snapshot", "Step"]

replace = msgspec.structs.replace


class Move(msgspec.Struct, frozen=True, gc=False):
    """Decision that was found legal, and what it leads to.

    `steps` become part of the match, with the states after each of them: the first `together` of them at
    once (a single decision, or all that were sealed), the rest is chance. While others still decide there are
    none: then `line` is the seat's branch with this decision. `change` is for `Match` alone.
    """

    turn: int
    ply: int
    step: Step
    change: int
    steps: tuple[Step, ...] = ()
    states: tuple[Any, ...] = ()
    together: int = 1
    branch: Branch | None = None

    @property
    def drawn(self) -> tuple[Step, ...]:
        """The steps of chance that follow the decision."""
        return self.steps[self.together :]


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """All that one viewer may know of a match; the only source of what anybody receives.

    `view` is of the game's state type; `log` are the steps as this viewer may see them; `seed` is
    empty until the game is over. While decisions are sealed, `view` is the state after the seat's own actions
    `own`, and `ply` counts how often these have changed. `begin` is the text of the position that the game
    began with, empty for the usual start.
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
    ply: int
    own: tuple[Any, ...]
    begin: str = ""


class Match:
    """The authority over one game.

    `turn` counts every change, undoing included, so that no two states have the same number.
    `states[i]` is the state before `steps[i]`; the last one is now. `lines` are the branches (sealed
    decisions) of all who decide at once, which are no steps yet. `commitment` is empty where earlier draws
    were made with another seed: then nothing can be proven, and the seed is never published. In a `duplicate`
    other matches are played with the same seed: it stays secret until `release_seed`, and draws are numbered
    among themselves (`core.chance`).

    What the game hides is worked out once after each move: `_veiled[viewer]` are the steps that the viewer
    has not been shown in full yet, as they look now, and `_opened[viewer]` the earlier steps whose look the
    last move changed. Both are empty in games without secrets. `_binds[i]` says that step `i` cannot be taken
    back. `_change` counts every change, those of branches too, so it is sent to nobody. `_owed` is the
    answer of `to_act` since the last change, None if it was not asked.
    """

    def __init__(self, game: AnyGame, options: Any, seats: int, seed: bytes, duplicate: bool = False) -> None:
        """Raises `Refused` for a number of seats that the game lacks, or options that do not go together."""
        if seats not in game.info.seats:
            allowed = ", ".join(map(str, game.info.seats))
            raise Refused("match.refusal.seats", seats=seats, allowed=allowed)
        self.game = game
        self.options = options
        self.seats = seats
        self.commitment = chance.commitment(seed, by_draw=duplicate)
        self._seed = seed
        self._by_draw = self._seed_held = duplicate
        self.turn = 0
        self.steps: list[Step] = []
        self.states: list[Any] = [game.start(options, seats)]
        self.branches: Branches = {}
        viewers: list[Seat | None] = [*map(Seat, range(seats)), None] if game.info.hidden else []
        self._veiled: dict[Seat | None, dict[int, Any]] = {viewer: {} for viewer in viewers}
        self._opened: dict[Seat | None, tuple[int, ...]] = {}
        self._binds: list[bool] = []
        self._change = 0
        self._owed: tuple[Seat, ...] | None = None
        self._make(self._settled(Move(0, 0, Step(CHANCE, None), 0, together=0)))

    def resume(self, steps: Sequence[Step]) -> None:
        """Set the match to the position after these legal steps from the start on.

        Steps decided at once may come in any order; if some seats are not ready yet they are sealed again.
        """
        self._cut(0)
        self.turn = 0
        for step in steps:
            self._make(self._move(step))

    @property
    def state(self) -> Any:
        """The state now, without sealed decisions."""
        return self.states[-1]

    def tip(self, viewer: Seat | None) -> Any:
        """The state in which this seat decides: with its own sealed decisions, and with nobody else's."""
        line = self.branches.get(viewer) if viewer is not None else None
        return self.state if line is None else line.tip

    def ply(self, seat: Seat) -> int:
        """Count of changes of this seat's sealed decisions at this `turn`."""
        return self.branches[seat].ply if seat in self.branches else 0

    def own(self, seat: Seat) -> tuple[Step, ...]:
        """The sealed decisions of this seat."""
        return self.branches[seat].steps if seat in self.branches else ()

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that owe a decision; empty when the game is over."""
        if self._owed is None:
            self._owed = (
                seats_owing(self.game, self.branches) if self.branches else self.game.to_act(self.state)
            )
        return self._owed

    def outcome(self) -> Outcome | None:
        """The result of the game, None while it goes on."""
        return self.game.outcome(self.state)

    def published_seed(self) -> bytes:
        """The seed as everybody may know it: empty until the game is over."""
        return b"" if self.to_act() or self._seed_held else self.seed_at_end()

    def secret_seed(self) -> bytes:
        """The seed, only for another match of the same duplicate and for what records it."""
        return self._seed

    def release_seed(self) -> None:
        """Let the seed be published at the end of this match: no other one goes on with it."""
        self._seed_held = False

    def seed_at_end(self) -> bytes:
        """The seed that is published once the game is over; empty if it cannot prove anything."""
        return self._seed if self.commitment else b""

    # --- Decisions ------------------------------------------------------------------------------

    def propose(self, seat: Seat, action: Any, turn: int, ply: int = 0) -> Move:
        """The move that `seat` would make, checked; the match is not changed. Raises `Refused`."""
        if not self.to_act():
            raise Refused("match.refusal.over")
        if turn != self.turn or ply != self.ply(seat):
            raise Refused("match.refusal.stale", turn=turn, now=self.turn)
        if seat not in self.to_act():
            raise Refused("match.refusal.not_your_turn")
        refusal = self.game.why_not(self.tip(seat), seat, action)
        if refusal is not None:
            raise Refused.of(refusal)
        return self._settled(self._move(Step(seat, action)))

    def accept(self, move: Move) -> None:
        """Make a proposed move so. Only the move proposed last fits."""
        if move.change != self._change:
            raise Refused("match.refusal.stale", turn=move.turn, now=self.turn)
        self._make(move)

    def submit(self, seat: Seat, action: Any, turn: int, ply: int = 0) -> Move:
        """`propose` and `accept` in one, for those with nothing to do in between."""
        move = self.propose(seat, action, turn, ply)
        self.accept(move)
        return move

    def is_unheard(self, move: Move) -> bool:
        """Whether only its own seat may know of a proposed move: it is sealed, and not the seat's last."""
        return move.branch is not None and move.step.seat in self.game.to_act(move.branch.tip)

    def _move(self, step: Step) -> Move:
        """The move that a legal step leads to, without chance."""
        seat, line = step.seat, self.branches.get(step.seat)
        ply = 0 if line is None else line.ply
        move = Move(self.turn, ply, step, self._change)
        if line is None:
            return replace(move, steps=(step,), states=self._states_after((step,)))
        longer = line.longer(step, self.game.apply(line.tip, seat, step.action))
        # The other branches are unchanged: only this seat may have become ready.
        if self.to_act() != (seat,) or seat in self.game.to_act(longer.tip):
            return replace(move, branch=longer, together=0)
        steps = all_steps(self.branches | {seat: longer})
        return replace(move, steps=steps, states=self._states_after(steps), together=len(steps))

    def _states_after(self, steps: tuple[Step, ...]) -> tuple[Any, ...]:
        return tuple(states_after(self.game, self.state, steps))

    def _settled(self, move: Move) -> Move:
        """The move, and chance until a seat has to act or the game is over."""
        if move.branch is not None:
            return move
        steps, states = list(move.steps), list(move.states)
        state = states[-1] if states else self.state
        while self.game.to_act(state) == (CHANCE,):
            action = chance.draw(self._seed, self._next_draw(steps), self.game.chances(state))
            state = self.game.apply(state, CHANCE, action)
            steps.append(Step(CHANCE, action))
            states.append(state)
        return replace(move, steps=tuple(steps), states=tuple(states))

    def _next_draw(self, coming: Sequence[Step]) -> int:
        """The number of the next draw after `coming`, the steps to be made."""
        if self._by_draw:
            return sum(step.seat == CHANCE for step in (*self.steps, *coming))
        return len(self.steps) + len(coming)

    def _make(self, move: Move) -> None:
        """Make a move so that fits here."""
        self._changed()
        if move.branch is not None:
            self.branches[move.step.seat] = move.branch
            return
        first = len(self.steps)
        self.steps += move.steps
        self.states += move.states
        self.turn += len(move.steps)
        binds = bool(move.drawn) or move.step.seat == CHANCE or move.step.seat in self.branches
        binds |= self._show(first)
        self._binds += [binds] * len(move.steps)
        self.branches = new_branches(self.game, self.state)

    def _changed(self) -> None:
        self._change += 1
        self._owed = None

    # --- Taking back ----------------------------------------------------------------------------

    def withdraw(self, seat: Seat) -> None:
        """Take back the last sealed decision of `seat`, without asking: nobody else knows of it.

        Raises `Refused` where there is none.
        """
        line = self.branches.get(seat)
        if line is None or not line.steps:
            raise Refused("match.refusal.nothing_to_undo")
        self._changed()
        self.branches[seat] = line.shorter()

    def clear(self, seat: Seat) -> None:
        """Forget all sealed decisions of `seat`, and how often they changed: another person decides now."""
        if seat in self.branches:
            self._changed()
            self.branches[seat] = Branch((self.state,))

    def undo_point(self, seats: frozenset[Seat]) -> int | None:
        """The number of the last step by one of `seats`, if it can be taken back.

        Nobody can forget what they have been shown. So nothing is taken back past a draw, past a step that
        revealed something sealed, or past an open step made while there were secrets, which it may have given
        away.
        """
        for index in range(len(self.steps) - 1, -1, -1):
            if self._binds[index]:
                return None
            if self.steps[index].seat in seats:
                return index
        return None

    def undo(self, index: int) -> None:
        """Take back step number `index` and every later one, sealed ones too.

        Raises `Refused` if it is before the `undo_point`.
        """
        if not 0 <= index < len(self.steps) or any(self._binds[index:]):
            raise Refused("match.refusal.nothing_to_undo")
        self._cut(index)
        self.turn += 1

    def _cut(self, index: int) -> None:
        """Forget every step from number `index` on; they have revealed nothing of those before."""
        del self.steps[index:], self._binds[index:], self.states[index + 1 :]
        for viewer, veiled in self._veiled.items():
            self._veiled[viewer] = {number: looks for number, looks in veiled.items() if number < index}
        self._opened = {}
        self._changed()
        self.branches = new_branches(self.game, self.state)

    # --- What is shown --------------------------------------------------------------------------

    def snapshot(self, viewer: Seat | None) -> Snapshot:
        """Everything `viewer` may know now; after the end everybody may know everything."""
        return Snapshot(
            game=self.game.info.key,
            options=self.options,
            seats=self.seats,
            turn=self.turn,
            to_act=self.to_act(),
            view=self.view(viewer),
            log=tuple(self.seen(index, viewer) for index in range(len(self.steps))),
            outcome=self.outcome(),
            commitment=self.commitment,
            seed=self.published_seed(),
            ply=0 if viewer is None else self.ply(viewer),
            own=() if viewer is None else tuple(step.action for step in self.own(viewer)),
            begin=self.begin(viewer),
        )

    def begin(self, viewer: Seat | None) -> str:
        """The text of the position that the game began with, as far as `viewer` may know it now."""
        if not self.to_act():
            return position.beginning(self.game)
        return position.beginning_seen(self.game, viewer)

    def view(self, viewer: Seat | None) -> Any:
        """The state as `viewer` may know it now, of the game's state type."""
        return self.game.view(self.tip(viewer), viewer)

    def seen(self, index: int, viewer: Seat | None) -> Step:
        """Step number `index` as `viewer` may see it now."""
        step, veiled = self.steps[index], self._veiled.get(viewer, {})
        return Step(step.seat, veiled[index]) if index in veiled else step

    def opened(self, viewer: Seat | None) -> tuple[int, ...]:
        """Numbers of the earlier steps whose look for `viewer` the last move has changed."""
        return self._opened.get(viewer, ())

    def all_steps(self) -> list[Step]:
        """All steps, and after them those that are still sealed, in the order of the seats."""
        return [*self.steps, *all_steps(self.branches)]

    def digest(self) -> str:
        """Hash of the whole match: game, options, seats, steps with sealed ones, state at their end."""
        whole = [self.game.info.key, self.options, self.seats, self.all_steps(), self.state]
        return codec.digest(whole)

    def _show(self, first: int) -> bool:
        """Update what is veiled, with the steps from number `first` on; return whether a secret came out."""
        if not self._veiled:
            return False
        secrets, was_secret = (self.game.secrets(self.states[at]) for at in (-1, first))
        shown = False
        for viewer, veiled in self._veiled.items():
            opened = tuple(sorted(self._look_again(viewer, veiled) if secrets else veiled))
            if not secrets:
                veiled.clear()
            self._opened[viewer] = opened
            openly = self._look_first(viewer, veiled, first, secrets)
            shown |= bool(opened) or (openly and was_secret)
        return shown

    def _look_again(self, viewer: Seat | None, veiled: dict[int, Any]) -> list[int]:
        """The numbers of the veiled steps that look different now."""
        opened = []
        for number, looked in [*veiled.items()]:
            looks = self._snapshot_view(number, viewer)
            if looks == looked:
                continue
            opened.append(number)
            if looks == self.steps[number].action:
                del veiled[number]
            else:
                veiled[number] = looks
        return opened

    def _look_first(self, viewer: Seat | None, veiled: dict[int, Any], first: int, secrets: bool) -> bool:
        """Veil new steps, from `first` on; returns whether somebody saw a step of others in full."""
        openly = False
        for number in range(first, len(self.steps)):
            step = self.steps[number]
            looks = self._snapshot_view(number, viewer) if secrets else step.action
            if looks == step.action:
                openly |= viewer != step.seat
            else:
                veiled[number] = looks
        return openly

    def _snapshot_view(self, index: int, viewer: Seat | None) -> Any:
        step = self.steps[index]
        return self.game.seen(self.states[index], step.seat, step.action, viewer, self.state)
