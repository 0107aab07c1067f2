"""Look-ahead over the next draws, from the outflow estimate.

Everything is counted as West's points less East's. If the active seat's card for the drawn kind lies
active, it lays the tile and the other seat draws next; if passive, the other lays it and it draws again.
So to be the one who draws is worth something (`tempo`), and that decides how the cards should lie: a
card belongs on its passive side where either seat would gain less than the draw is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.bots.contract import FloatArray, IndexArray
from core.game import Seat
from core.games.great_divide.bot.outflow import Outflow
from core.games.great_divide.land import ATLANTIC, PACIFIC, Land
from core.games.great_divide.scoring import FIVE_POINTS
from core.games.great_divide.state import OTHER_KINDS, QUAKE

EIGHTH_CARD_KINDS: Final = OTHER_KINDS[: OTHER_KINDS.index(QUAKE)]
"""The kinds of tiles that the eighth card governs."""

TEMPO_DRAWS: Final = 4
"""Draws over which the tempo counts what can be gained."""


def sign(seat: Seat) -> int:
    """1 for West, -1 for East."""
    return 1 if seat == PACIFIC else -1


@dataclass(frozen=True)
class SearchLimits:
    """Breadth and depth of the look-ahead: of each kind the `breadth` lays that gain most for either seat.

    Of these the `deep` best of each seat are followed by one more draw.
    """

    breadth: int
    deep: int = 0


@dataclass(frozen=True)
class Drawer:
    """The seat that draws next, which of its `cards` lie active, and how many it may turn over first."""

    seat: Seat
    cards: NDArray[np.bool_]
    flips: int


@dataclass(frozen=True)
class Forecast:
    """The values that the next draw leads to, by kinds.

    `share` is the probability of each kind; `active` and `passive`, shape (seats, kinds), the value of the
    game if that seat draws and its card for the kind lies so; `card`, which of the cards that is. One past
    the last card stands for what is decided only once it is drawn, or not at all.
    """

    share: FloatArray
    active: FloatArray
    passive: FloatArray
    card: IndexArray

    def card_gains(self, seat: Seat) -> FloatArray:
        """Points that each card of the seat is worth more on its active than on its passive side."""
        better = self.share * (self.active[seat] - self.passive[seat]) * sign(seat)
        wish: FloatArray = np.bincount(self.card, weights=better).astype(np.float64)
        return wish

    def value(self, drawer: Drawer) -> float:
        """The value of the game if this seat draws, having turned over the cards that gain most."""
        seat, wish = drawer.seat, self.card_gains(drawer.seat)
        lying = np.append(drawer.cards, False)
        gains = np.where(lying, -wish, wish).clip(0)
        turned = np.sort(gains[:-1])[len(wish) - 1 - drawer.flips :].sum() + gains[-1]
        expected = (self.share * np.where(lying[self.card], self.active[seat], self.passive[seat])).sum()
        return float(expected + sign(seat) * turned)

    def free(self, seat: Seat) -> float:
        """The value of the game if this seat draws and may turn all its cards first."""
        expected = (self.share * self.passive[seat]).sum()
        return float(expected + sign(seat) * self.card_gains(seat).clip(0).sum())


class DrawSearch:
    """Evaluation of one game's positions by the next draws.

    `specials`: the most and the least that the Basin and the Pass can bring, shape (2, 2); NaN where they
    cannot be laid. It is taken to stay so while looking ahead. `eighth` says whether the eighth card is in
    play.
    """

    def __init__(self, land: Land, specials: FloatArray, eighth: bool) -> None:
        no_gain = [np.nan] * 2
        self._most = np.array([FIVE_POINTS, *specials[0], *no_gain])
        self._least = np.array([-FIVE_POINTS, *specials[1], *no_gain])
        areas = len(land.areas)
        self._quake = areas + OTHER_KINDS.index(QUAKE)
        governed = [areas if eighth else areas + 1] * len(EIGHTH_CARD_KINDS)
        self._card: IndexArray = np.array([*range(areas), *governed, areas + 1, areas + 1])

    # --- First look -----------------------------------------------------------------------------------

    def tempo(self, bags: FloatArray, most: FloatArray, least: FloatArray) -> FloatArray:
        """The value of drawing next, for West and for East: shape (…, 2).

        `bags` has shape (…, kinds), `most` and `least` say for the areas what a lay can gain, (…, areas).
        """
        bags, most, least = np.broadcast_arrays(
            bags, self._all(most, self._most), self._all(least, self._least)
        )
        left = bags.sum(axis=-1)
        share = bags / np.maximum(left, 1)[..., None]
        laid = np.isfinite(most)
        most, least, dealt = np.where(laid, most, 0), np.where(laid, least, 0), share * laid
        ends = share[..., self._quake]
        again = (share * ~laid).sum(axis=-1) - ends
        west = east = np.zeros(left.shape)
        for draws in range(TEMPO_DRAWS):
            mine, theirs = most + east[..., None], least + west[..., None]
            if_west = (dealt * np.maximum(mine, theirs)).sum(axis=-1) + again * west + ends * east
            if_east = (dealt * np.minimum(mine, theirs)).sum(axis=-1) + again * east + ends * west
            west, east = np.where(left > draws, (if_west, if_east), (west, east))
        return np.stack([west, east], axis=-1)

    def _all(self, areas: FloatArray, others: FloatArray) -> FloatArray:
        """The gains of all kinds: those by areas, and those of the other kinds behind them."""
        return np.concatenate([areas, np.broadcast_to(others, (*areas.shape[:-1], len(others)))], axis=-1)

    def after(self, odds: Outflow, chosen: IndexArray, bags: FloatArray) -> FloatArray:
        """The value of the game after each of the chosen lays if West, or East, draws next: (chosen, 2)."""
        then = self.tempo(bags, *odds.best(odds.gains_after(chosen)))
        after: FloatArray = odds.total + odds.gains()[chosen, None] + then
        return after

    # --- Looking ahead -----------------------------------------------------------------------------------

    def forecast(self, odds: Outflow, bag: FloatArray, limits: SearchLimits) -> Forecast:
        """The forecast of the next draw from this bag."""
        less = (bag - np.eye(len(bag))).clip(0)
        most, least = odds.best(odds.gains())
        stays = odds.total + self.tempo(less, most, least)
        most, least = self._all(most, self._most), self._all(least, self._least)
        west, east = stays[:, ATLANTIC] + most, stays[:, PACIFIC] + least
        lays, areas = self._tried(odds, bag, limits)
        after = self.after(odds, lays, less[areas])
        for area in np.unique(areas):
            mine = areas == area
            west[area], east[area] = self._laid(odds, lays[mine], after[mine], less[area], limits)
        active = np.stack([west, east])
        stays[self._quake] = stays[self._quake, ::-1]
        return Forecast(
            bag / max(1.0, bag.sum()),
            np.where(np.isfinite(most), active, stays.T),
            np.where(np.isfinite(most), active[::-1], stays.T),
            self._card,
        )

    def _tried(self, odds: Outflow, bag: FloatArray, limits: SearchLimits) -> tuple[IndexArray, IndexArray]:
        """The lays to look at, and their areas: for each kind in the bag those that gain most or least."""
        order = np.lexsort((odds.gains(), odds.land.area[odds.spaces]))
        areas = odds.land.area[odds.spaces[order]].astype(np.intp)
        counts = np.bincount(areas, minlength=len(odds.land.areas))
        rank = np.arange(len(order)) - (np.cumsum(counts) - counts)[areas]
        tried = (bag[areas] > 0) & ((rank < limits.breadth) | (rank >= counts[areas] - limits.breadth))
        return order[tried], areas[tried]

    def _laid(
        self,
        odds: Outflow,
        lays: IndexArray,
        after: FloatArray,
        bag: FloatArray,
        limits: SearchLimits,
    ) -> tuple[float, float]:
        """The value of the game once West has laid a tile of each kind and East draws; and the reverse.

        `after` is the value of each lay without looking further, shape (lays, 2).
        """
        for_west, for_east = after[:, ATLANTIC], after[:, PACIFIC]
        if limits.deep:
            best = np.argsort(-for_west, kind="stable")[: limits.deep]
            worst = np.argsort(for_east, kind="stable")[: limits.deep]
            deeper = {
                int(i): self.both(odds.laid(int(lays[i])), bag, SearchLimits(limits.breadth))
                for i in np.union1d(best, worst)
            }
            for_west = np.array([deeper[int(i)][ATLANTIC] for i in best])
            for_east = np.array([deeper[int(i)][PACIFIC] for i in worst])
        return float(for_west.max()), float(for_east.min())

    def both(self, odds: Outflow, bag: FloatArray, limits: SearchLimits) -> FloatArray:
        """The value of the game if West, or East, draws next and may turn all its cards first: shape (2,)."""
        if not bag.any():
            return np.full(2, odds.total)
        forecast = self.forecast(odds, bag, limits)
        return np.array([forecast.free(PACIFIC), forecast.free(ATLANTIC)])
