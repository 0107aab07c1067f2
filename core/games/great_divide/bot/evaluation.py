"""Values of actions in The Great Divide: at first sight by the board, and foreseen by the draws to come.

All values are West's points less East's. The board is judged by `outflow`, the draws by `search`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bots.contract import FloatArray, IndexArray
from core.game import Seat
from core.games.great_divide.bot.outflow import Outflow, expected_leads, outflow_for
from core.games.great_divide.bot.search import Drawer, DrawSearch, Forecast, SearchLimits, sign
from core.games.great_divide.drainage import BASIN_CODE, water
from core.games.great_divide.land import Land
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.scoring import FIVE_POINTS, pass_points
from core.games.great_divide.state import (
    ACTIVE,
    BASIN_TILE,
    OTHER_KINDS,
    PASS_TILE,
    Action,
    Cards,
    Decline,
    Draw,
    Flip,
    Lay,
    State,
    opponent,
)

LATER_FLIP: Final = 0.999
"""Share that turning a card later counts: the one that gains most is turned first, and none for nothing."""

# --- Actions -------------------------------------------------------------------------------------------


def first_sight(game: GreatDivide, s: State, actions: Sequence[Action], tempo: bool) -> FloatArray:
    """The value after each of these actions of one kind by the board, with `tempo` also by who draws next.

    Neither choices nor turns of cards have one at first sight.
    """
    if isinstance(actions[0], Lay):
        return _after_lays(_key(game.land, s), s, actions, tempo)
    return _state_values(game.land, [game.apply(s, s.actor, action) for action in actions])


def foreseen(game: GreatDivide, s: State, seat: Seat, action: Action, limits: SearchLimits) -> float:
    """The value after an action by the next draws; after the reply, if an earthquake or event has one."""
    if isinstance(action, Cards | Draw | Flip):
        return _special_lead(game.land, s) + _foreseen_cards(game, s, seat, action, limits)
    after = game.apply(s, seat, action)
    if after.stage in ("quake", "flood", "volcanoes"):
        replies = game.legal(after, after.actor)
        best = int(np.argmax(sign(after.actor) * first_sight(game, after, replies, False)))
        after = game.apply(after, after.actor, replies[best])
    if after.stage == "quake":
        after = game.apply(after, after.actor, Decline())
    if after.stage == "over":
        return float(_state_values(game.land, [after])[0])
    key = _key(game.land, after)
    drawer = Drawer(after.turn, after.cards[after.turn] == ACTIVE, _flips(after))
    # What Basin and Pass can bring changes little with one action, and takes long to find.
    ahead = _search(_key(game.land, s)).forecast(_estimate(key), key.remaining_tiles, limits)
    return _special_lead(game.land, after) + ahead.value(drawer)


def _foreseen_cards(
    game: GreatDivide, s: State, seat: Seat, action: Cards | Draw | Flip, limits: SearchLimits
) -> float:
    """The value if this seat draws next: with its cards chosen, as they are, or one turned over."""
    ahead = forecast(game.land, s, limits)
    if isinstance(action, Cards):
        chosen = np.array([letter in action.active for letter in game.letters])
        return ahead.value(Drawer(seat, chosen, 0))
    value = ahead.value(Drawer(seat, s.cards[seat] == ACTIVE, 0))
    if isinstance(action, Draw):
        return value
    wish = ahead.card_gains(seat)[: len(game.letters)]
    gains = np.where(s.cards[seat] == ACTIVE, -wish, wish)
    card = game.letters.index(action.card)
    turned = gains[card]
    if not s.options.limited_selection:
        others = ~s.flipped
        others[card] = False
        turned += LATER_FLIP * gains[others].clip(0).sum()
    return value + sign(seat) * float(turned)


def forecast(land: Land, s: State, limits: SearchLimits) -> Forecast:
    """The forecast of the next draw."""
    return _forecast(_key(land, s), limits)


def _flips(s: State) -> int:
    """Number of cards that the active seat may turn over before the next draw."""
    if s.options.limited_selection:
        return 1
    return len(s.flipped) if s.stage == "turn" or s.options.turning == "before each draw" else 0


# --- Positions -----------------------------------------------------------------------------------------


def _special_lead(land: Land, s: State) -> float:
    """The points that the "5" and the Pass bring West; only in the inland sea the Pass may miss an ocean."""
    sure = 0.0 if s.five is None else float(FIVE_POINTS * sign(s.five))
    if s.inland and s.options.two_ocean_pass:
        west, east = pass_points(s, water(land, s.tiles, s.inland))
        sure += west - east
    return sure


def _state_values(land: Land, states: Sequence[State]) -> FloatArray:
    """The value of each state by the board, the "5" and the Pass."""
    boards = np.stack([s.tiles for s in states])
    stands: FloatArray = expected_leads(land, boards, states[0].inland) + np.array(
        [_special_lead(land, s) for s in states]
    )
    return stands


def _after_lays(key: _OutflowKey, s: State, lays: Sequence[Action], tempo: bool) -> FloatArray:
    """The value of the game after each lay, by the board and, if asked for, by who draws next."""
    now = _estimate(key)
    chosen = now.find([(now.land.space[lay.x, lay.y], lay.way) for lay in lays if isinstance(lay, Lay)])
    if not tempo:
        return now.total + now.gains()[chosen]
    drawer = opponent(s.turn) if s.actor == s.turn else s.turn
    after: FloatArray = _search(key).after(now, chosen, key.remaining_tiles)[:, drawer]
    return after


class _OutflowKey(NamedTuple):
    """Key of an estimate: equal keys share it, so that it is worked out once in a turn."""

    land: Land
    tiles: bytes
    bag: bytes
    inland: bool
    eighth: bool

    @property
    def board(self) -> NDArray[np.int8]:
        """Tile on each space, see `State.tiles`."""
        return np.frombuffer(self.tiles, dtype=np.int8)

    @property
    def remaining_tiles(self) -> FloatArray:
        """Number of tiles of each kind in the bag."""
        return np.frombuffer(self.bag, dtype=np.int8).astype(np.float64)


def _key(land: Land, s: State) -> _OutflowKey:
    return _OutflowKey(land, s.tiles.tobytes(), s.bag.tobytes(), s.inland, s.options.special_geography)


@lru_cache(maxsize=8)
def _estimate(key: _OutflowKey) -> Outflow:
    return outflow_for(key.land, key.board, key.inland)


@lru_cache(maxsize=8)
def _search(key: _OutflowKey) -> DrawSearch:
    """The look-ahead, with what Basin and Pass could bring while they are in the bag."""
    specials = np.full((2, 2), np.nan)
    for column, kind in enumerate((BASIN_TILE, PASS_TILE)):
        if key.remaining_tiles[len(key.land.areas) + OTHER_KINDS.index(kind)]:
            flow = water(key.land, key.board, key.inland)
            may = flow.wall_mask if kind == BASIN_TILE else flow.pass_mask.any(axis=1)
            if may.any():
                gains = _walled(key, np.flatnonzero(may)) - _estimate(key).total
                specials[:, column] = gains.max(), gains.min()
    return DrawSearch(key.land, specials, key.eighth)


def _walled(key: _OutflowKey, spaces: IndexArray) -> FloatArray:
    """The value of the board with a special tile on each of these spaces."""
    boards = np.tile(key.board, (len(spaces), 1))
    boards[np.arange(len(spaces)), spaces] = BASIN_CODE
    return expected_leads(key.land, boards, key.inland)


@lru_cache(maxsize=8)
def _forecast(key: _OutflowKey, limits: SearchLimits) -> Forecast:
    return _search(key).forecast(_estimate(key), key.remaining_tiles, limits)
