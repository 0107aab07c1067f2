"""Moving along the tracks: steps, the bonuses they reach, and the bonuses those reach.

A bonus counts when its space is reached or passed. Steps shown on seal tracks are taken at once; double
arrows are counted, for the seat chooses what becomes of them. What goes beyond the last space is lost.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from core.games.great_split.data import GameData


class Hop(msgspec.Struct, frozen=True, gc=False):
    """One advance on a track: `track` is its number, from space `before` to `after`.

    `lost` steps went beyond the last space. `bonus`: a space of another track brought it; `arrows` counts
    the double arrows it reached.
    """

    track: int
    before: int
    after: int
    lost: int = 0
    bonus: bool = False
    arrows: int = 0


class Progress(msgspec.Struct, frozen=True, gc=False):
    """Result of some steps: where the tracks stand, the double arrows gained, and how it went."""

    tracks: tuple[int, ...]
    arrows: int
    hops: tuple[Hop, ...]

    @property
    def lost(self) -> int:
        """Steps that went beyond the last space of a track."""
        return sum(hop.lost for hop in self.hops)


def advance(data: GameData, tracks: Iterable[int], steps: Iterable[tuple[int, int]]) -> Progress:
    """Take `steps`, each (number of a track, how many), one after the other with all that follows."""
    now, hops = list(tracks), list[Hop]()
    for track, many in steps:
        _advance(data, now, hops, track, many, bonus=False)
    return Progress(tuple(now), sum(hop.arrows for hop in hops), tuple(hops))


def _advance(data: GameData, now: list[int], hops: list[Hop], track: int, many: int, bonus: bool) -> None:
    before = now[track]
    after = now[track] = min(before + many, data.spaces[track])
    reached = range(before + 1, after + 1)
    arrows = sum(space in data.double_arrows[track] for space in reached)
    hops.append(Hop(track, before, after, before + many - after, bonus, arrows))
    for space in reached:
        if space in data.steps[track]:
            _advance(data, now, hops, data.steps[track][space], 1, bonus=True)
