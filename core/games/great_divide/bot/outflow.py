"""The outflow estimate: which ocean the water of each space will reach, and what a tile would change.

The rest of the board is imagined to be filled at random, each way of filling it that lets all water drain
being as likely. Such a filling is a random forest with its roots in the oceans, and by Wilson's theorem
("Generating random spanning trees more quickly than the cover time", 1996) the water of a space ends
where a random walk ends that takes any way out of an empty space and follows the arrow of a tile. So one
matrix tells everything: `visits[i, j]`, how often the walk from space i comes to space j.

With it all lays are judged at once. Say an arrow is laid on x that points at y. The water of
`crowd[x] / visits[x, x]` spaces, on average, comes by x, and from then on ends where the water of y does
that never comes to x. In all West gains

    gain = crowd[x] · (lead[y] − lead[x]) / (visits[x, x] − visits[y, x])

where the denominator is 0 exactly if all water of y comes to x: there the arrow may not lie. After a lay
the matrix differs by one product of a column and a row (Sherman and Morrison), so what can be gained
*then* costs no new solution either.

With the inland sea walks may close to rings; the estimate then lets a little water seep away at every
step (`SEEPAGE`) and is only that: an estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.bots.contract import FloatArray, IndexArray
from core.games.great_divide.drainage import EMPTY_SPACE, PASS_CODE, water
from core.games.great_divide.land import ATLANTIC, OFF_BOARD, PACIFIC, WAYS, Land

SEEPAGE: Final = (0.1, 0.001)
"""Share of the water that ends in a ring, with the inland sea: at each empty space, and at each tile.

A tenth comes nearest to what random fillings of the board bring; the other keeps finished rings solvable.
"""

LEAST_ESCAPE: Final = 1e-9
"""Probability below which a walk counts as never getting away."""

ENDING_VALUES: Final = np.array([1.0, -1.0, 0.0])
"""Points for West of a walk's end: in the Pacific, in the Atlantic, and where the board ends."""


@lru_cache(maxsize=8)
def _targets(land: Land) -> IndexArray:
    """Number of the space or ocean that each way leads to, size + 2 off the board: shape (spaces, 6)."""
    return np.where(land.neighbour == OFF_BOARD, land.size + 2, land.neighbour).astype(np.intp)


@lru_cache(maxsize=8)
def _reach(land: Land) -> int:
    """The most by which the numbers of two neighbouring spaces differ."""
    pairs = ((space, other) for space, beside in enumerate(land.beside) for other in beside)
    return max(abs(space - other) for space, other in pairs if 0 <= other < land.size)


def _open(land: Land, boards: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Mask of the ways not off the board, onto special tiles or against an arrow: (boards, spaces, 6)."""
    targets = _targets(land)
    padded = np.concatenate([boards, np.full((len(boards), 3), EMPTY_SPACE, dtype=np.int8)], axis=1)
    beyond = padded[:, targets]
    opposite = np.array([way.opposite for way in WAYS])
    ways: NDArray[np.bool_] = (targets <= land.ocean(ATLANTIC)) & (beyond < PASS_CODE) & (beyond != opposite)
    return ways


def _steps(land: Land, boards: NDArray[np.int8], inland: bool) -> FloatArray:
    """Probability of each step of the walk to spaces, oceans and off: (boards, spaces, spaces + 3)."""
    steps = _walks(land, boards)
    if inland:
        steps *= 1 - np.where(boards == EMPTY_SPACE, *SEEPAGE)[:, :, None]
    return steps


def _walks(land: Land, boards: NDArray[np.int8]) -> FloatArray:
    """The same without water seeping away."""
    targets, may = _targets(land), _open(land, boards)
    empty, river = boards == EMPTY_SPACE, (boards != EMPTY_SPACE) & (boards < PASS_CODE)
    share = may * empty[:, :, None] / np.maximum(may.sum(axis=2, keepdims=True), 1)
    share += river[:, :, None] & (boards[:, :, None] == np.arange(len(WAYS)))
    steps = np.zeros((*boards.shape, land.size + 3))
    here = np.arange(land.size)
    for way in WAYS:
        steps[:, here, targets[:, way]] += share[:, :, way]
    return steps


def ocean_shares(land: Land, tiles: NDArray[np.int8], inland: bool) -> FloatArray:
    """Probability that the water of each space ends in the Pacific and in the Atlantic: shape (spaces, 2).

    Special tiles have none. Exact for what lies already: with the inland sea water seeps away at empty spaces
    only, and rings, which would be walked round for ever, are left out.
    """
    now = water(land, tiles, inland)
    steps = _walks(land, tiles[None])[0]
    if inland:
        steps[tiles == EMPTY_SPACE] *= 1 - SEEPAGE[0]
    steps[~(now.reach(PACIFIC) | now.reach(ATLANTIC))] = 0
    inward, ashore = steps[:, : land.size], steps[:, land.size : land.size + 2]
    ends: FloatArray = _walked(land, inward[None], ashore[None])[0]
    return ends


def expected_leads(land: Land, boards: NDArray[np.int8], inland: bool) -> FloatArray:
    """Expected points of West less East's on each board (shape (n, spaces)), rivers only."""
    steps = _steps(land, boards, inland)
    ashore = (steps[:, :, land.size :] * ENDING_VALUES).sum(axis=2, keepdims=True)
    total: FloatArray = _walked(land, steps[:, :, : land.size], ashore).sum(axis=(1, 2))
    return total


def _walked(land: Land, inward: FloatArray, ends: FloatArray) -> FloatArray:
    """Outcome of all steps of a walk together: shape (boards, spaces, values).

    `inward`: probabilities of its steps between spaces, (boards, spaces, spaces); `ends`: what it is worth to
    step off from a space, (boards, spaces, values). It is eliminated space by space, with plain arithmetic: a
    space is linked only to those a few numbers from its own, and libraries of linear algebra end in other
    last digits on another processor.
    """
    reach, count = _reach(land), land.size
    left, found = np.eye(count) - inward, ends.copy()
    for space in range(count):
        later = slice(space + 1, min(space + 1 + reach, count))
        factors = (left[:, later, space] / left[:, space, space, None])[:, :, None]
        left[:, later, later] -= factors * left[:, space, None, later]
        found[:, later] -= factors * found[:, space, None]
    for space in reversed(range(count)):
        found[:, space] /= left[:, space, space, None]
        earlier = slice(max(0, space - reach), space)
        found[:, earlier] -= left[:, earlier, space, None] * found[:, space, None]
    return found


class Outflow:
    """The outflow estimate for one board, and every lay on it.

    `visits`: shape (spaces, spaces). `lead`: points for West expected of the water of each space, from -1 (it
    ends in the Atlantic) to 1; of special tiles 0. `spaces`, `ways`, `targets`: every lay that there is, by
    areas; arrays about lays have their shape, (lays,).
    """

    def __init__(
        self, land: Land, visits: FloatArray, lead: FloatArray, lays: tuple[IndexArray, IndexArray]
    ) -> None:
        self.land, self.visits, self.lead = land, visits, lead
        self.spaces, self.ways = lays
        self.targets = _targets(land)[lays]
        self.crowd: FloatArray = visits.sum(axis=0)
        """Number of times that all walks together come to a space."""
        self.own: FloatArray = np.ascontiguousarray(visits.diagonal())
        self._back = np.concatenate([visits, np.zeros((3, land.size))])
        """`visits`, and from the oceans nobody comes back."""
        self._worth = np.concatenate([lead, ENDING_VALUES])
        self.away: FloatArray = self.own[self.spaces] - self._back[self.targets, self.spaces]
        """For each lay how often water on its space, counted as in `visits`, does not come back."""
        areas = land.area[self.spaces]
        self.areas, self._firsts = np.unique(areas, return_index=True)
        """The areas in which there is a lay, in order."""

    @property
    def total(self) -> float:
        """West's points less East's, rivers only."""
        return float(self.lead.sum())

    def find(self, lays: Sequence[tuple[int, int]]) -> IndexArray:
        """The numbers of these lays, given as spaces and ways."""
        number = {lay: i for i, lay in enumerate(zip(self.spaces.tolist(), self.ways.tolist(), strict=True))}
        return np.array([number[lay] for lay in lays], dtype=np.intp)

    def gains(self) -> FloatArray:
        """The points that each lay brings West (East: the negative)."""
        rise = self._worth[self.targets] - self.lead[self.spaces]
        gains: FloatArray = self.crowd[self.spaces] * rise / self.away
        return gains

    def gains_after(self, chosen: Sequence[int] | IndexArray) -> FloatArray:
        """The points that each lay brings West after each of the chosen lays: shape (chosen, lays).

        NaN for what may not be laid any more.
        """
        x, fall = self._fall(chosen)
        spaces, targets = self.spaces, self.targets
        lead = self._lead_after(chosen)
        worth = np.concatenate([lead, np.broadcast_to(ENDING_VALUES, (len(x), len(ENDING_VALUES)))], axis=1)
        crowd = self.crowd - self.crowd[x][:, None] * fall
        own = self.own - self.visits[:, x].T * fall
        rise = worth[:, targets] - lead[:, spaces]
        own = own[:, spaces]
        away = own - self._back[targets, spaces] + self._back[:, x].T[:, targets] * fall[:, spaces]
        may = (away > LEAST_ESCAPE * own) & (spaces != x[:, None])
        gains: FloatArray = np.where(may, crowd[:, spaces] * rise, np.nan) / np.where(may, away, 1.0)
        return gains

    def laid(self, chosen: int) -> Outflow:
        """The estimate after one of the lays."""
        (x,), (fall,) = self._fall([chosen])
        visits = self.visits - np.outer(self.visits[:, x], fall)
        spaces, targets = self.spaces, self.targets
        back = np.concatenate([visits, np.zeros((3, self.land.size))])
        own = visits.diagonal()[spaces]
        may = (own - back[targets, spaces] > LEAST_ESCAPE * own) & (spaces != x)
        return Outflow(self.land, visits, self._lead_after([chosen])[0], (spaces[may], self.ways[may]))

    def _fall(self, chosen: Sequence[int] | IndexArray) -> tuple[IndexArray, FloatArray]:
        """The spaces of the chosen lays, and the rows that their columns of `visits` lose as factors."""
        x, y = self.spaces[chosen], self.targets[chosen]
        rows: FloatArray = self.visits[x] - self._back[y]
        rows[np.arange(len(x)), x] -= 1
        return x, rows / self.away[chosen][:, None]

    def _lead_after(self, chosen: Sequence[int] | IndexArray) -> FloatArray:
        """`lead` after each of the chosen lays: shape (chosen, spaces)."""
        x, y = self.spaces[chosen], self.targets[chosen]
        rise = (self._worth[y] - self.lead[x]) / self.away[chosen]
        after: FloatArray = self.lead + self.visits[:, x].T * rise[:, None]
        return after

    def best(self, gains: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The greatest and the least gain in each area, shape (…, areas) each, of gains of shape (…, lays).

        NaN where nothing can be laid.
        """
        shape = (*gains.shape[:-1], len(self.land.areas))
        most, least = np.full(shape, np.nan), np.full(shape, np.nan)
        if len(self.areas):
            most[..., self.areas] = np.fmax.reduceat(gains, self._firsts, axis=-1)
            least[..., self.areas] = np.fmin.reduceat(gains, self._firsts, axis=-1)
        return most, least


def outflow_for(land: Land, tiles: NDArray[np.int8], inland: bool) -> Outflow:
    """The outflow estimate for a board, shape (spaces,).

    Its lays are those that drain; the Two-Ocean Pass may forbid some of them.
    """
    steps = _steps(land, tiles[None], inland)
    visits = _walked(land, steps[:, :, : land.size], np.eye(land.size)[None])[0]
    lead = (visits * (steps[0, :, land.size :] * ENDING_VALUES).sum(axis=1)).sum(axis=1)
    spaces, ways = np.nonzero(_open(land, tiles[None])[0] & (tiles == EMPTY_SPACE)[:, None])
    order = np.argsort(land.area[spaces], kind="stable")
    every = Outflow(land, visits, lead, (spaces[order], ways[order]))
    may = every.away > LEAST_ESCAPE * every.own[every.spaces]
    return Outflow(land, visits, lead, (every.spaces[may], every.ways[may]))
