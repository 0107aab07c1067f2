"""The AI's levels in The Great Divide, and how each decides.

A board is judged by `estimate`, the draws to come by `lookahead`. Everything is counted as West's points less
East's, and seen from the deciding seat's side only where something is decided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bots.contract import Bot, Budget, FloatArray, IndexArray
from core.bots.random import Random
from core.game import AnyGame, Seat
from core.games.great_divide.bot.estimate import (
    OutflowEstimate,
    estimate_for,
    expected_leads,
)
from core.games.great_divide.bot.lookahead import Drawer, DrawLookahead, Forecast, SearchLimits, sign
from core.games.great_divide.drainage import BASIN_CODE, PASS_CODE, water
from core.games.great_divide.land import Land
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.scoring import FIVE_POINTS
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
    cards_in_play,
    opponent,
)

LEAST_FLIP_GAIN: Final = 1e-6
"""Points that a card must be worth more on its other side to be turned over."""


@dataclass(frozen=True)
class Skill:
    """Strength of a level.

    It misjudges actions by `noise` points; with the probability `dozes` it does anything. The `promising`
    best actions at first sight are looked at with `limits`; `cards` is its sight when its cards are turned.
    """

    noise: float
    promising: int
    limits: SearchLimits
    cards: SearchLimits
    dozes: float = 0.0


class Player:
    """The AI: judges every legal action."""

    def __init__(self, skill: Skill) -> None:
        self._skill = skill

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `core.bots.Bot`. When the time is over, it takes the best of what it has looked at."""
        assert isinstance(game, GreatDivide)
        s: State = view
        legal: Sequence[Action] = game.legal(s, seat)
        if len(legal) == 1:
            return legal[0]
        if rng.random() < self._skill.dozes:
            return legal[int(rng.integers(len(legal)))]
        match s.stage:
            case "cards":
                return self._choice_of_cards(game, s, seat)
            case "turn" | "again":
                return self._flip_or_draw(game, s, legal)
            case "quake":
                return self._best(game, s, seat, legal[::-1], rng, budget)  # of equals to leave it alone
            case _:
                return self._best(game, s, seat, legal, rng, budget)

    def _choice_of_cards(self, game: GreatDivide, s: State, seat: Seat) -> Cards:
        """The choice of sides that would be best if this seat drew first."""
        wish = _forecast(_scene(game.land, s), self._skill.cards).card_gains(seat)
        letters = cards_in_play(game.land, s.options)
        return Cards("".join(letter for letter, worth in zip(letters, wish, strict=False) if worth > 0))

    def _flip_or_draw(self, game: GreatDivide, s: State, legal: Sequence[Action]) -> Action:
        """Turn over the card that gains most on its other side; draw if none does."""
        wish = _forecast(_scene(game.land, s), self._skill.cards).card_gains(s.turn)[: len(game.letters)]
        gains = np.where(s.cards[s.turn] == ACTIVE, -wish, wish).tolist()
        flips = {gains[game.letters.index(a.card)]: a for a in legal if isinstance(a, Flip)}
        most = max(flips, default=0.0)
        return flips[most] if most > LEAST_FLIP_GAIN else Draw()

    def _best(
        self,
        game: GreatDivide,
        s: State,
        seat: Seat,
        legal: Sequence[Action],
        rng: np.random.Generator,
        budget: Budget,
    ) -> Action:
        """The action that leads to the best position, as far as this level sees."""
        scene = _scene(game.land, s)
        if isinstance(legal[0], Lay):
            values = _after_lays(scene, s, legal, tempo=self._skill.promising > 1)
        else:
            values = _after(game, s, legal)
        values = sign(seat) * values + self._skill.noise * rng.standard_normal(len(legal))
        best: list[Action] = [legal[i] for i in np.argsort(-values, kind="stable")[: self._skill.promising]]
        if len(best) == 1:
            return best[0]
        stands = list[float]()
        for action in best:
            if stands and budget.spent():
                break
            stands.append(self._standing(game, game.apply(s, seat, action), _outlook(scene)))
        return best[int(np.argmax(sign(seat) * np.array(stands)))]

    def _standing(self, game: GreatDivide, s: State, outlook: DrawLookahead) -> float:
        """The value of the game by the next draw; after the reply, if an earthquake or event has one."""
        if s.stage in ("quake", "flood", "volcanoes"):
            replies = game.legal(s, s.actor)
            best = int(np.argmax(sign(s.actor) * _after(game, s, replies)))
            s = game.apply(s, s.actor, replies[best])
        if s.stage == "quake":
            s = game.apply(s, s.actor, Decline())
        if s.stage == "over":
            return float(_state_values(game.land, [s])[0])
        scene = _scene(game.land, s)
        drawer = Drawer(s.turn, s.cards[s.turn] == ACTIVE, _flips(s))
        forecast = outlook.forecast(_odds(scene), scene.remaining_tiles, self._skill.limits)
        return _special_lead(game.land, s) + forecast.value(drawer)


def _flips(s: State) -> int:
    """Number of cards that the active seat may turn over before the next draw."""
    if s.options.limited_selection:
        return 1
    return len(s.flipped) if s.stage == "turn" or s.options.turning == "before each draw" else 0


# --- What positions are worth --------------------------------------------------------------------------


def _special_lead(land: Land, s: State) -> float:
    """The points that the "5" and the Pass bring West; only in the inland sea the Pass may miss an ocean."""
    sure = 0.0 if s.five is None else float(FIVE_POINTS * sign(s.five))
    if s.inland and ((s.tiles >= PASS_CODE) & (s.tiles < BASIN_CODE)).any():
        now = water(land, s.tiles, s.inland)
        assert now.crest is not None
        sure += sum(map(sign, now.drains(now.crest)))
    return sure


def _state_values(land: Land, states: Sequence[State]) -> FloatArray:
    """The value of each state by the board, the "5" and the Pass."""
    boards = np.stack([s.tiles for s in states])
    stands: FloatArray = expected_leads(land, boards, states[0].inland) + np.array(
        [_special_lead(land, s) for s in states]
    )
    return stands


def _after(game: GreatDivide, s: State, actions: Sequence[Action]) -> FloatArray:
    """The value of the game after each action, see `_state_values`."""
    return _state_values(game.land, [game.apply(s, s.actor, action) for action in actions])


def _after_lays(scene: EstimateKey, s: State, lays: Sequence[Any], tempo: bool) -> FloatArray:
    """The value of the game after each lay, by the board and, if asked for, by who draws next."""
    now = _odds(scene)
    chosen = now.find([(now.land.space[lay.x, lay.y], lay.way) for lay in lays])
    if not tempo:
        return now.total + now.gains()[chosen]
    drawer = opponent(s.turn) if s.actor == s.turn else s.turn
    after: FloatArray = _outlook(scene).after(now, chosen, scene.remaining_tiles)[:, drawer]
    return after


class EstimateKey(NamedTuple):
    """What an estimate depends on: equal keys share it, so that it is worked out once in a turn."""

    land: Land
    tiles: bytes
    bag: bytes
    inland: bool
    eighth: bool

    @property
    def board(self) -> NDArray[np.int8]:
        """What lies on each space, see `State.tiles`."""
        return np.frombuffer(self.tiles, dtype=np.int8)

    @property
    def remaining_tiles(self) -> FloatArray:
        """How many tiles of each kind are in the bag."""
        return np.frombuffer(self.bag, dtype=np.int8).astype(np.float64)


def _scene(land: Land, s: State) -> EstimateKey:
    return EstimateKey(land, s.tiles.tobytes(), s.bag.tobytes(), s.inland, s.options.special_geography)


@lru_cache(maxsize=8)
def _odds(scene: EstimateKey) -> OutflowEstimate:
    return estimate_for(scene.land, scene.board, scene.inland)


@lru_cache(maxsize=8)
def _outlook(scene: EstimateKey) -> DrawLookahead:
    """The look-ahead, with what Basin and Pass could bring while they are in the bag."""
    specials = np.full((2, 2), np.nan)
    for column, kind in enumerate((BASIN_TILE, PASS_TILE)):
        if scene.remaining_tiles[len(scene.land.areas) + OTHER_KINDS.index(kind)]:
            flow = water(scene.land, scene.board, scene.inland)
            may = flow.wall_mask if kind == BASIN_TILE else flow.pass_mask.any(axis=1)
            if may.any():
                gains = _walled(scene, np.flatnonzero(may)) - _odds(scene).total
                specials[:, column] = gains.max(), gains.min()
    return DrawLookahead(scene.land, specials, scene.eighth)


def _walled(scene: EstimateKey, spaces: IndexArray) -> FloatArray:
    """The value of the board with a special tile on each of these spaces."""
    boards = np.tile(scene.board, (len(spaces), 1))
    boards[np.arange(len(spaces)), spaces] = BASIN_CODE
    return expected_leads(scene.land, boards, scene.inland)


@lru_cache(maxsize=8)
def _forecast(scene: EstimateKey, limits: SearchLimits) -> Forecast:
    """The forecast of the next draw."""
    return _outlook(scene).forecast(_odds(scene), scene.remaining_tiles, limits)


REVIEW_TRIES: Final = 1_200
"""Tries for each decision of a game that is reviewed, which takes a minute at most."""
LEVELS: Final[Mapping[str, Bot]] = {
    "random": Random(),
    "easy": Player(Skill(noise=18.0, promising=1, limits=SearchLimits(1), cards=SearchLimits(1), dozes=0.55)),
    "normal": Player(Skill(noise=2.0, promising=1, limits=SearchLimits(1), cards=SearchLimits(1))),
    "hard": Player(
        Skill(noise=0.0, promising=4, limits=SearchLimits(3, deep=1), cards=SearchLimits(4, deep=1))
    ),
    "expert": Player(
        Skill(noise=0.0, promising=12, limits=SearchLimits(8, deep=4), cards=SearchLimits(8, deep=4))
    ),
}
"""Skill by level: easy is often absent-minded; normal sees what it lays; hard sees two draws ahead.

Expert sees as far, but more of what may be laid.
"""
