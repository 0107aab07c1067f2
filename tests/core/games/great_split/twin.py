"""A twin for the laws: a position of The Great Split that differs only in what a viewer may not know.

Written without `view` and `sample_state`: every card the viewer cannot see right now changes places with
others, and what others have sealed is decided anew from there.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from core.game import Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import Estate, Group, State

replace = msgspec.structs.replace

GO_ON = 0.6
"""How likely somebody who is not ready has decided one thing more."""


def twin(s: State, viewer: Seat | None, rng: np.random.Generator) -> State:
    """Other hands, wallets, decks, discards, sold cards, and other sealed decisions; the same seats ready."""
    if s.stage == "over":
        return s
    lying = s.shown or s.estates
    swap, decks = _shuffled(s, lying, viewer, rng)
    estates = tuple(_swapped(estate, swap) for estate in lying)
    now = replace(s, estates=estates, decks=decks, discards=_of(s.discards, swap))
    return _decided(now, s, viewer, rng) if s.shown else now


def seen_by(s: State, lying: tuple[Estate, ...], viewer: Seat | None) -> set[int]:
    """The cards that lie open to the viewer now. What it was shown once and cannot see any more is not."""
    cards: set[int] = set()
    for seat, estate in enumerate(lying):
        if seat == viewer:
            cards |= {*estate.hand, *estate.left, *estate.right, *estate.played}
        if viewer is not None and viewer == (seat + 1) % s.seats:
            cards |= {*estate.left, *estate.right}
        cards |= {card for card, sold in zip(estate.played, estate.sold, strict=True) if not sold}
    return cards


def _shuffled(
    s: State, lying: tuple[Estate, ...], viewer: Seat | None, rng: np.random.Generator
) -> tuple[Mapping[int, int], tuple[Group, ...]]:
    """Which card lies where another lay, and the decks: as many of each level as there were."""
    seen = seen_by(s, lying, viewer)
    swap, decks, lay, lie = {card: card for card in seen}, list[Group](), list[int](), list[int]()
    for level, deck in zip(GREAT_SPLIT.data.decks, s.decks, strict=True):
        hidden = [card for card in level if card not in seen]
        lay += [card for card in hidden if card not in deck]
        mixed = rng.permutation(hidden).tolist()
        decks.append(tuple(sorted(mixed[: len(deck)])))
        lie += mixed[len(deck) :]
    swap |= zip(lay, rng.permutation(lie).tolist(), strict=True)
    return swap, tuple(decks)


def _of(cards: Group, swap: Mapping[int, int]) -> Group:
    return tuple(sorted(swap[card] for card in cards))


def _swapped(estate: Estate, swap: Mapping[int, int]) -> Estate:
    return replace(
        estate,
        hand=_of(estate.hand, swap),
        left=_of(estate.left, swap),
        right=_of(estate.right, swap),
        played=tuple(swap[card] for card in estate.played),
    )


def _decided(now: State, s: State, viewer: Seat | None, rng: np.random.Generator) -> State:
    """From `now`, in which nobody has decided anything: others have, and are ready as in `s`."""
    limit = GREAT_SPLIT.data.hand_limit[s.round - 1]
    begun = [s.stage == "discard" and len(estate.hand) <= limit for estate in now.estates]
    now = replace(now, shown=now.estates, ready=tuple(begun))
    for number, done in enumerate(s.ready):
        if number != viewer:
            now = _line(now, Seat(number), done, rng)
    if viewer is None:
        return now
    mine = (*now.estates[:viewer], s.estates[viewer], *now.estates[viewer + 1 :])
    return replace(now, estates=mine, ready=s.ready)


def _line(now: State, seat: Seat, done: bool, rng: np.random.Generator) -> State:
    """Some decisions of a seat: all, if it is `done`, else fewer."""
    while not now.ready[seat] and (done or rng.random() < GO_ON):
        legal = GREAT_SPLIT.legal(now, seat)
        after = GREAT_SPLIT.apply(now, seat, legal[int(rng.integers(len(legal)))])
        if not done and (after.stage != now.stage or after.ready[seat]):
            break
        now = after
    return now
