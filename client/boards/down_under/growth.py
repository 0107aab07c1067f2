"""What a step changes and in which order, worked out from the positions before and after it.

A card comes to lie (or a curve is turned) and paths run on; then one billabong after the other comes to lie,
and after each of them paths run on again. The cards of a position stand in the order in which they were laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from client.boards.down_under.ribbons import parts_of
from client.boards.down_under.road_geometry import Part
from core.games.down_under.paths import is_closed, is_ring, length, once_laid, once_turned, own_stretch
from core.games.down_under.state import (
    BILLABONG,
    Action,
    Cell,
    Laid,
    Path,
    State,
    Stretch,
    Tip,
    Turn,
)

Kind = Literal["card", "turn", "billabong"]


class Growth(msgspec.Struct, frozen=True):
    """How a path changes: of its new run `run[start:end]` was there before.

    `parts` are those of the run's stretches, `short` and `long` its lengths before and after.
    """

    path: int
    run: tuple[Stretch, ...]
    tips: tuple[Tip, Tip]
    parts: tuple[Part, ...]
    start: int
    end: int
    short: int
    long: int

    @property
    def steps(self) -> int:
        """By how many stretches it grows at the end at which it grows more."""
        return max(self.start, len(self.run) - self.end)

    @property
    def grey(self) -> int:
        """How many neutral stretches it takes up."""
        new = (*self.parts[: self.start], *self.parts[self.end :])
        return sum(part in ("neutral", "under") for part in new)

    @property
    def gain(self) -> int:
        """How much longer it gets; negative when a ring that is opened loses something."""
        return self.long - self.short


class Beat(msgspec.Struct, frozen=True):
    """Something comes to lie, and paths run on: what lies then, and how they run."""

    kind: Kind
    laid: Laid
    was: Laid | None
    cards: tuple[Laid, ...]
    paths: tuple[Path, ...]
    growths: tuple[Growth, ...]

    @property
    def cell(self) -> Cell:
        """Where it comes to lie."""
        return self.laid.x, self.laid.y


@lru_cache(maxsize=8)
def beats(before: State, action: Action, after: State) -> tuple[Beat, ...]:
    """What comes to lie in a step, one after the other."""
    return tuple(_beats(before, action, after))


def _beats(before: State, action: Action, after: State) -> Iterator[Beat]:
    count = len(before.cards)
    cards, paths = before.cards, before.paths
    if isinstance(action, Turn):
        changed = next(at for at in range(count) if before.cards[at] != after.cards[at])
        beat = _turned(before, changed, after.cards[changed])
        yield beat
        cards, paths = beat.cards, beat.paths
    for laid in after.cards[count:]:
        beat = _laid(cards, paths, laid)
        yield beat
        cards, paths = beat.cards, beat.paths


def _turned(before: State, at: int, laid: Laid) -> Beat:
    cards = (*before.cards[:at], laid, *before.cards[at + 1 :])
    paths = once_turned(before.paths, cards, laid)
    return Beat("turn", laid, before.cards[at], cards, paths, _growths(before.paths, paths, cards, laid))


def _laid(lying: tuple[Laid, ...], were: tuple[Path, ...], laid: Laid) -> Beat:
    cards = (*lying, laid)
    paths = once_laid(were, cards)
    kind: Kind = "billabong" if laid.card == BILLABONG else "card"
    return Beat(kind, laid, None, cards, paths, _growths(were, paths, cards, laid))


def _growths(
    were: Sequence[Path], are: Sequence[Path], cards: tuple[Laid, ...], laid: Laid
) -> tuple[Growth, ...]:
    """The paths that have changed: that of the card first."""
    changed = [number for number, path in enumerate(are) if path != were[number]]
    changed.sort(key=lambda number: (number != laid.path, number))
    return tuple(growth(number, were[number], are[number], cards, laid) for number in changed)


def growth(number: int, was: Path, now: Path, cards: tuple[Laid, ...], laid: Laid | None = None) -> Growth:
    """How a path has changed, with all cards that lie; `laid` as `kept` asks for it."""
    start, end = kept(was, now, laid)
    return Growth(number, now.run, now.tips, parts_of(now.run, cards), start, end, length(was), length(now))


def kept(was: Path, now: Path, laid: Laid | None = None) -> tuple[int, int]:
    """Which stretches of a path it had before: from the first of these numbers up to the second.

    One that is begun with a card, `laid`, runs on from its own part, and so does a ring that is opened with
    it; without the card nothing of these was there before.
    """
    known = {_either_way(stretch) for stretch in was.run}
    if laid is not None and (not known or is_ring(was)):
        known.add(_either_way(own_stretch(laid)))
    old = [at for at, stretch in enumerate(now.run) if _either_way(stretch) in known]
    if not old or (laid is None and len(old) < len(known)):
        return 0, 0
    return old[0], old[-1] + 1 if was.run else old[0]


def _either_way(stretch: Stretch) -> tuple[int, int, int, int]:
    """The same for both directions in which a stretch is read."""
    low, high = sorted((stretch.enters, stretch.leaves))
    return stretch.x, stretch.y, low, high


# --- the whole step -----------------------------------------------------------------------------


class Result(NamedTuple):
    """What a step comes to: the state after it and what is different there.

    `growths` are the paths that changed, in their order; `billabongs` what was laid by the rules or instead
    of a curve; `closed` the paths that have no open end any more, `rings` those that became rings, `stuck`
    those at which nothing can be laid any more.
    """

    after: State
    growths: tuple[Growth, ...]
    billabongs: tuple[Laid, ...]
    closed: tuple[int, ...]
    rings: tuple[int, ...]
    stuck: tuple[int, ...]

    def gain(self, path: int) -> int:
        """The length that a path gains."""
        return next((growth.gain for growth in self.growths if growth.path == path), 0)


@lru_cache(maxsize=16)
def compare(before: State, after: State) -> Result:
    """The cards and paths that are different after a step; a frame never is."""
    pairs = list(enumerate(zip(before.paths, after.paths, strict=True)))
    return Result(
        after,
        tuple(growth(number, old, new, after.cards) for number, (old, new) in pairs if old.run != new.run),
        tuple(laid for laid in after.cards[len(before.cards) :] if laid.card == BILLABONG),
        tuple(number for number, (old, new) in pairs if is_closed(new) and not is_closed(old)),
        tuple(number for number, (old, new) in pairs if is_ring(new) and not is_ring(old)),
        tuple(number for number, was in enumerate(before.stuck) if after.stuck[number] and not was),
    )
