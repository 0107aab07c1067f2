"""Random games of The Great Split, and other cards for whatever a viewer has not seen in one.

A *script* is a whole game, drawn and decided at random. With other cards wherever nobody who looks has seen
one, dealt, held, put in wallets, laid down and sold, it is a game that looks the same to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
import numpy as np

from core.game import CHANCE, Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import (
    Deal,
    Discard,
    Options,
    Play,
    Sell,
    Split,
    Splitter,
    State,
)
from tests.core.games.great_split.twin import seen_by

replace = msgspec.structs.replace
Rng = np.random.Generator
Swap = Mapping[int, int]
At = tuple[int, str]
"""A round and a stage of it."""

SOLD: Final = 0.7
"""How likely a card is sold, and so never seen."""


# --- Scripts ----------------------------------------------------------------------------------------------


class Phase(msgspec.Struct, frozen=True):
    """What the seats decide at once, and in which order they are ready with it."""

    at: At
    lines: dict[Seat, tuple[Any, ...]]
    order: tuple[Seat, ...]


class Script(msgspec.Struct, frozen=True):
    """A game. `draws[i]` is step number `i`, if chance makes it; `states` are all positions.

    `phases[i]` begins at `states[begins[i]]`.
    """

    seats: int
    phases: tuple[Phase, ...]
    draws: dict[int, Any]
    states: tuple[State, ...]
    begins: tuple[int, ...]


def script(seats: int, seed: int) -> Script:
    """A random game."""
    rng = np.random.default_rng(seed)
    states: list[State] = [GREAT_SPLIT.start(Options(), seats)]
    phases: list[Phase] = []
    draws: dict[int, Any] = {}
    begins: list[int] = []
    while owed := GREAT_SPLIT.to_act(states[-1]):
        if owed == (CHANCE,):
            actions = [action for action, _ in GREAT_SPLIT.chances(states[-1])]
            draws[len(states) - 1] = action = any_of(actions, rng)
            states.append(GREAT_SPLIT.apply(states[-1], CHANCE, action))
            continue
        begins.append(len(states) - 1)
        phases.append(_phase(states, owed, rng))
    return Script(seats, tuple(phases), draws, tuple(states), tuple(begins))


def _phase(states: list[State], owed: tuple[Seat, ...], rng: Rng) -> Phase:
    at = states[-1].round, states[-1].stage
    lines: dict[Seat, tuple[Any, ...]] = {}
    for seat in owed:
        lines[seat] = ()
        while (states[-1].round, states[-1].stage) == at and seat in GREAT_SPLIT.to_act(states[-1]):
            action = choice(states[-1], seat, rng)
            lines[seat] += (action,)
            states.append(GREAT_SPLIT.apply(states[-1], seat, action))
    return Phase(at, lines, tuple(Seat(int(seat)) for seat in rng.permutation(owed)))


def any_of(actions: Any, rng: Rng) -> Any:
    """One of these."""
    return actions[int(rng.integers(len(actions)))]


def choice(s: State, seat: Seat, rng: Rng) -> Any:
    """A legal decision; most cards are sold."""
    legal = GREAT_SPLIT.legal(s, seat)
    kinds: tuple[type[Any], ...] = (Sell,) if rng.random() < SOLD else (Play, Splitter)
    return any_of([action for action in legal if isinstance(action, kinds)] or legal, rng)


# --- Twins ------------------------------------------------------------------------------------------------


def swapped(game: Script, viewers: tuple[Seat | None, ...], until: int, rng: Rng) -> Swap:
    """Another card for each one that none of the viewers has seen before phase number `until` is over."""
    seen = set[int]()
    for state in game.states[: game.begins[until] + 1]:
        for viewer in viewers:
            seen |= seen_by(state, state.shown or state.estates, viewer)
            if viewer is not None:
                seen |= set(state.estates[viewer].hand)
    swap: dict[int, int] = {}
    for level in GREAT_SPLIT.data.decks:
        hidden = rng.permutation([card for card in level if card not in seen]).tolist()
        swap |= zip(hidden, hidden[1:] + hidden[:1], strict=True)
    return swap


def with_cards(action: Any, swap: Swap) -> Any:
    """The same done with other cards."""

    def group(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(swap.get(card, card) for card in cards))

    match action:
        case Discard() | Play() | Sell() | Deal():
            return replace(action, card=swap.get(action.card, action.card))
        case Split():
            return Split(group(action.left), group(action.right))
        case _:
            return action
