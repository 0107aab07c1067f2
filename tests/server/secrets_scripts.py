"""Twin games of every game on the shelf: what differs between the two is what a viewer may not know.

A *script* is a game up to some phase, drawn and decided at random. Its twin is the same game wherever the
viewer looks; with The Great Split other cards are dealt, held, parted and sold. The draws that are still to
come follow from seeds that differ, and what is sealed in the last phase, which is never opened, is decided
anew in each of the twins.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
import numpy as np

from core.game import CHANCE, AnyGame, Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import Options as GreatSplitOptions
from core.simultaneous import new_branches
from tests.core import laws
from tests.core.laws import Shape
from tests.server import great_split_twins

Rng = np.random.Generator
replace = msgspec.structs.replace
COUCH: Final = {2: (0, 1), 3: (0, 1), 4: (0, 2)}
"""The seats at one screen, where there is one with several."""


class Phase(msgspec.Struct, frozen=True):
    """What the seats decide, at once if there are several, and in which order they are ready with it."""

    lines: dict[Seat, tuple[Any, ...]]
    order: tuple[Seat, ...]


class Script(msgspec.Struct, frozen=True):
    """A game up to and with `phases[-1]`. `draws[i]` is step number `i`, if chance makes it."""

    game: Any
    options: Any
    seats: int
    phases: tuple[Phase, ...]
    draws: dict[int, Any]


class Course(msgspec.Struct, frozen=True):
    """How a script is played.

    `mine` are the seats of the viewer, which may be none, `couch` those of the host, who opens the table. The
    last phase is decided by others as `wild` has it, and not finished by the seat `last` (-1: by all).
    `pool`: decisions to try for seats that others hold. `restless`: others begin early and have second
    thoughts, and strangers try what is refused. `clock`, `locked`, `restart`: whether there are clocks and a
    password, and whether the server is started again in the last phase. With a `delay` in seconds whoever
    watches may not know the last phase at all: in it everybody decides as `wild` has it, openly too.
    """

    script: Script
    mine: tuple[Seat, ...]
    couch: tuple[int, ...]
    last: Seat
    wild: int
    pool: tuple[str, ...]
    restless: bool = False
    clock: bool = True
    locked: bool = False
    restart: bool = False
    delay: float = 0.0


def script(shape: Shape, seed: int, phases: int) -> Script:
    """A random game of so many phases, or fewer if it is over before."""
    rng = np.random.default_rng(seed)
    game, options, seats = shape
    state, number = game.start(options, seats), 0
    played: list[Phase] = []
    draws: dict[int, Any] = {}
    while (owed := game.to_act(state)) and len(played) < phases:
        if owed == (CHANCE,):
            draws[number] = action = any_of([action for action, _ in game.chances(state)], rng)
            state, number = game.apply(state, CHANCE, action), number + 1
            continue
        phase = _phase(game, state, rng)
        steps = [action for seat in sorted(phase.lines) for action in phase.lines[seat]]
        state, number = _after(game, state, phase), number + len(steps)
        played.append(phase)
    return Script(game, options, seats, tuple(played), draws)


def _phase(game: AnyGame, state: Any, rng: Rng) -> Phase:
    """Who is to act does so, at random."""
    lines = new_branches(game, state)
    if not lines:
        (seat,) = game.to_act(state)
        return Phase({seat: (any_of(game.legal(state, seat), rng),)}, (seat,))
    decided: dict[Seat, tuple[Any, ...]] = dict.fromkeys(lines, ())
    for seat in lines:
        tip = state
        while seat in game.to_act(tip):
            action = any_of(game.legal(tip, seat), rng)
            decided[seat] += (action,)
            tip = game.apply(tip, seat, action)
    return Phase(decided, tuple(Seat(int(seat)) for seat in rng.permutation([*lines])))


def _after(game: AnyGame, state: Any, phase: Phase) -> Any:
    for seat in sorted(phase.lines):
        for action in phase.lines[seat]:
            state = game.apply(state, seat, action)
    return state


def any_of(actions: Any, rng: Rng) -> Any:
    """One of these."""
    return actions[int(rng.integers(len(actions)))]


# --- Twins ------------------------------------------------------------------------------------------------


def twins(shape: Shape, viewer: str, phases: int, seed: int = 3, **more: Any) -> tuple[Course, Course]:
    """Two courses which `viewer` cannot tell apart: "host", "guest" (the last seat), "couch", or "eve"."""
    couch = COUCH[min(shape.seats, 4)] if viewer == "couch" else (0,)
    mine = _mine(viewer, shape.seats, couch)
    if shape.game is GREAT_SPLIT:
        one, other = _with_other_cards(shape.seats, mine, phases, seed)
    else:
        one = other = script(shape, seed, phases)
    order = one.phases[-1].order
    others = [seat for seat in order if seat not in mine]
    last = [Seat(-1), *[seat for seat in order if seat in mine][:1], *others[1:]][-1] if others else Seat(-1)
    pool = _pool(shape, one)
    course = Course(one, mine, couch, last, wild=2 * seed, pool=pool, **more)
    return course, replace(course, script=other, wild=2 * seed + 1, restless=True)


def _mine(viewer: str, seats: int, couch: tuple[int, ...]) -> tuple[Seat, ...]:
    last = () if viewer == "eve" else (seats - 1,)
    return tuple(map(Seat, couch if viewer in ("host", "couch") else last))


def _pool(shape: Shape, game: Script) -> tuple[str, ...]:
    """Some decisions that are made in the last phases, some of any other time, and some that are none."""
    rng = np.random.default_rng(5)
    made = [action for phase in game.phases[-3:] for line in phase.lines.values() for action in line]
    drawn = [*game.draws.values()][-1:]
    texts = dict.fromkeys(game.game.notation(action) for action in [*made, *drawn])
    other = [game.game.notation(step.action) for step in laws.sample(laws.playout(shape, rng).steps, 12, rng)]
    return (*dict.fromkeys([*[*texts][:24], *other]), "", "?")


def _with_other_cards(seats: int, mine: tuple[Seat, ...], phases: int, seed: int) -> tuple[Script, Script]:
    """A game of The Great Split, and the same with other cards wherever the viewer has not seen one."""
    whole = great_split_twins.script(seats, seed)
    viewers: tuple[Seat | None, ...] = mine if len(mine) == 1 else (None, *mine)
    rng = np.random.default_rng(seed)
    swap = great_split_twins.swapped(whole, viewers, phases - 1, rng)
    return _renamed(whole, phases, {}), _renamed(whole, phases, swap)


def _renamed(whole: great_split_twins.Script, phases: int, swap: great_split_twins.Swap) -> Script:
    def renamed(action: Any) -> Any:
        return great_split_twins.with_cards(action, swap)

    played = tuple(
        Phase({seat: tuple(map(renamed, line)) for seat, line in phase.lines.items()}, phase.order)
        for phase in whole.phases[:phases]
    )
    begins = whole.begins[phases - 1]
    draws = {number: renamed(action) for number, action in whole.draws.items() if number < begins}
    return Script(GREAT_SPLIT, GreatSplitOptions(), whole.seats, played, draws)
