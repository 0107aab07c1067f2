"""Evaluation of Sturt's Stony Desert, and how well each level sees it.

A position is judged by how far each seat is from a connection: by the cards it would still have to lay
if nobody interfered (`cards_to_connection`), and by the cards until it runs over triples only and nobody can
ever break it (`changeable_cards`). Tactics go before that: a connection that stands when a seat's turn starts
has won, so the questions are whether mine can still be broken and whether theirs can.

While the desert grows, nobody knows yet where its final edges will lie; every 5 × 5 placement that can
still come about is looked at, and the judgement is the mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.bots.contract import Bot, Budget, FloatArray
from core.bots.expert import Expert
from core.bots.random import Random
from core.game import AnyGame, Seat
from core.games.sturt import board
from core.games.sturt.board import DESERT_SIZE, DOUBLES, FORKS, NORTH_SOUTH, ORIGIN_INDEX, TRIPLES, WEST_EAST
from core.games.sturt.bot import batch
from core.games.sturt.bot.batch import ALL_CELLS, CELL_BIT, Bits, Counts, Flags
from core.games.sturt.state import GROWING_CARDS, Declare, Lay, State, Stop, opponent

MOST_COUNTED_CARDS: Final = 5
"""Cards up to which a connection is counted; farther ones do not matter."""

NO_CONNECTION: Final = DESERT_SIZE * DESERT_SIZE
"""Cards of a connection that is impossible: more than the desert has cells."""

MOST_PLACEMENTS: Final = 6
"""Placements looked at, at most; of more an even sample."""

MOST_JUDGED_LAYS: Final = 24
"""Lays whose answers are all judged; the others are checked for tactics only."""

UNJUDGED_PENALTY: Final = 100.0
"""Penalty in cards of a lay that is not among those."""

WIN_VALUE: Final = 1000.0


class DesertPlacement:
    """One place where the final desert may lie, seen as a single lane; `top`, `left` are board indices."""

    def __init__(self, s: State, top: int, left: int) -> None:
        self.top, self.left = top, left
        self.cards = s.corners[top : top + DESERT_SIZE, left : left + DESERT_SIZE]
        self.lane = batch.frame_bits(self.cards)

    def bits(self, lays: Sequence[Lay]) -> Bits:
        """The cell of each lay as a bit, 0 if it lies outside this placement."""
        y = np.array([lay.y + ORIGIN_INDEX - self.top for lay in lays])
        x = np.array([lay.x + ORIGIN_INDEX - self.left for lay in lays])
        inside = (y >= 0) & (y < DESERT_SIZE) & (x >= 0) & (x < DESERT_SIZE)
        bits: Bits = np.where(
            inside, CELL_BIT[y.clip(0, DESERT_SIZE - 1), x.clip(0, DESERT_SIZE - 1)], np.uint32(0)
        )
        return bits


def placements(s: State) -> list[DesertPlacement]:
    """Every placement that holds all cards lying and stays on the board; of very many a fair sample."""
    if s.last is None:
        return [DesertPlacement(s, ORIGIN_INDEX - 2, ORIGIN_INDEX - 2)]
    area = board.area(s.corners)
    tops = range(max(0, area.bottom - DESERT_SIZE + 1), min(area.top, board.BOARD_WIDTH - DESERT_SIZE) + 1)
    lefts = range(max(0, area.right - DESERT_SIZE + 1), min(area.left, board.BOARD_WIDTH - DESERT_SIZE) + 1)
    corners = [(top, left) for top in tops for left in lefts]
    return [DesertPlacement(s, top, left) for top, left in corners[:: -(-len(corners) // MOST_PLACEMENTS)]]


def _triples(lane: Bits) -> Bits:
    """The cells that show three curves and can never change."""
    ne, se, sw, nw = lane
    triples: Bits = ne & se & (sw | nw) | sw & nw & (ne | se)
    return triples


def cards_to_connection(lane: Bits, seat: Seat, limit: int = MOST_COUNTED_CARDS) -> Counts:
    """Number of cards `seat` has to lay or cover for a connection; limit + 1 if more."""
    changeable = ALL_CELLS & ~_triples(lane)
    return batch.distance(lane, changeable & ~lane, seat, limit)


def changeable_cards(lane: Bits, seat: Seat, limit: int = DESERT_SIZE * 2) -> Counts:
    """Least number of cards that can still change under a connection of `seat`."""
    triples = _triples(lane)
    return batch.distance(lane & triples, np.broadcast_to(ALL_CELLS & ~triples, lane.shape), seat, limit)


def distance(s: State, seat: Seat) -> int:
    """Cards that `seat` still needs for a connection at best; at most `MOST_COUNTED_CARDS` + 1."""
    return min(int(cards_to_connection(placement.lane, seat)[0]) for placement in placements(s))


def balance(lane: Bits, seat: Seat) -> FloatArray:
    """Cards by which `seat` stands better than its opponent; shape of one corner's array."""
    shape = lane.shape[1:]
    flat = lane.reshape(4, -1)
    foe = opponent(seat)
    cards = cards_to_connection(flat, foe).astype(np.float64) - cards_to_connection(flat, seat)
    solid = changeable_cards(flat, foe).astype(np.float64) - changeable_cards(flat, seat)
    whole: FloatArray = (cards + 0.5 * solid).reshape(shape)
    return whole


@dataclass(frozen=True)
class Skill:
    """Strength of a level: looks `plies` ahead, misjudges by `noise` cards, dozes with a probability.

    Dozing, it lays anything, but never misses what wins at once.
    """

    plies: int
    noise: float
    dozes: float = 0.0


class Player:
    """The AI: judges all lays at once."""

    def __init__(self, skill: Skill) -> None:
        self._skill = skill

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `core.bots.Bot`. One position is one lay looked at; it always looks at all of them."""
        s: State = view
        legal = game.legal(s, seat)
        lays = _worth_laying(legal)
        if not lays:
            return legal[-1]
        if s.alone is not None:
            return _alone(s, lays)
        if Declare() in legal and _hopeless(s):
            return Declare()
        values = lay_values(s, seat, lays, self._skill.plies)
        if rng.random() < self._skill.dozes and values.max() < WIN_VALUE:
            return lays[int(rng.integers(len(lays)))]
        values += self._skill.noise * rng.standard_normal(len(lays))
        return lays[int(values.argmax())]


def _worth_laying(legal: Sequence[Any]) -> list[Lay]:
    """The lays, and of two that differ only in the announcement the announced one."""
    lays = [a for a in legal if isinstance(a, Lay)]
    said = {(a.corners, a.x, a.y) for a in lays if a.announce}
    return [a for a in lays if a.announce or (a.corners, a.x, a.y) not in said]


def _alone(s: State, lays: list[Lay]) -> Any:
    """The lay that brings either seat nearest to a connection; stop when there is no way."""
    placement = placements(s)[0]
    if (
        min(
            cards_to_connection(placement.lane, WEST_EAST, NO_CONNECTION)[0],
            cards_to_connection(placement.lane, NORTH_SOUTH, NO_CONNECTION)[0],
        )
        > NO_CONNECTION
    ):
        return Stop()
    after = batch.lay_cards(placement.lane, placement.bits(lays), _corners(lays))
    needed = np.minimum(
        cards_to_connection(after, WEST_EAST, NO_CONNECTION),
        cards_to_connection(after, NORTH_SOUTH, NO_CONNECTION),
    )
    return lays[int(needed.argmin())]


def _hopeless(s: State) -> bool:
    """Whether nobody can connect any more, however many cards one lays."""
    lane = placements(s)[0].lane
    return all(
        cards_to_connection(lane, seat, NO_CONNECTION)[0] > NO_CONNECTION for seat in (WEST_EAST, NORTH_SOUTH)
    )


def _corners(lays: Sequence[Lay]) -> NDArray[np.int8]:
    return np.array([lay.corners for lay in lays], dtype=np.int8)


# --- Judging all lays at once --------------------------------------------------------------------------


def lay_values(s: State, seat: Seat, lays: Sequence[Lay], plies: int) -> FloatArray:
    """The value of each lay for `seat`, in cards; ± WIN where the game is decided.

    Placements never disagree about that: one card alone in its row or column completes no route, so who can
    complete one has rows or columns that are settled.
    """
    total, seen = np.zeros(len(lays)), np.zeros(len(lays))
    possible = placements(s)
    deep = plies > 1 and len(possible) == 1
    for placement in possible:
        bits = placement.bits(lays)
        inside = np.flatnonzero(bits)
        if not len(inside):
            continue
        values = _placement_lay_values(s, placement, seat, bits[inside], _corners(lays)[inside], plies, deep)
        total[inside] += values
        seen[inside] += 1
    mean: FloatArray = np.where(seen > 0, total / np.maximum(seen, 1), -WIN_VALUE)
    return mean


def _placement_lay_values(
    s: State,
    placement: DesertPlacement,
    seat: Seat,
    bits: Bits,
    corners: NDArray[np.int8],
    plies: int,
    deep: bool,
) -> FloatArray:
    """`lay_values`, for lays within one placement."""
    after = batch.lay_cards(placement.lane, bits, corners)
    mine, theirs = batch.connected_lanes(after, seat), batch.connected_lanes(after, opponent(seat))
    if s.supply.on_field + 1 < GROWING_CARDS and s.phase == 1:
        lost, won = theirs & ~mine, mine
    else:
        lost, won = theirs, np.zeros_like(theirs)
    values = balance(after, seat)
    values[won], values[lost] = WIN_VALUE, -WIN_VALUE
    undecided = ~(won | lost)
    look = np.flatnonzero(undecided if plies > 1 else undecided & mine)
    if len(look):
        values[look] = _values_after_reply(s, seat, after[:, look], values[look], plies, deep)
    return values


def _values_after_reply(
    s: State, seat: Seat, after: Bits, values: FloatArray, plies: int, deep: bool
) -> FloatArray:
    """The values of lays once the opponent has found its best reply to each. `after`: shape (4, n)."""
    foe = opponent(seat)
    growing = s.supply.on_field + 1 < GROWING_CARDS
    cells, cards = _replies(growing)
    then = batch.lay_cards(after[:, :, None], cells[None, :], cards[None, :])
    free = (
        ALL_CELLS & ~(after[0] | after[1] | after[2] | after[3]) if growing else ALL_CELLS & ~_triples(after)
    )
    may = (free[:, None] & cells[None, :]) != 0
    mine, theirs = batch.connected_lanes(then, seat), batch.connected_lanes(then, foe)
    if growing and s.supply.on_field + 2 < GROWING_CARDS:
        lost, won = theirs & may, mine & ~theirs
    else:
        won = mine
        lost = _unbreakable(then, theirs & ~mine & may, foe) if plies > 1 else np.zeros_like(mine)
    worth = np.tile(values[:, None], mine.shape[1])
    if deep:
        safe = np.where(lost.any(axis=1), -WIN_VALUE, values)
        best = np.argsort(-safe, kind="stable")[:MOST_JUDGED_LAYS]
        worth -= UNJUDGED_PENALTY
        worth[best] = balance(then[:, best], seat)
    worth[won], worth[lost] = WIN_VALUE, -WIN_VALUE
    worth[~may] = np.inf
    least: FloatArray = worth.min(axis=1)
    return np.where(np.isfinite(least), least, values)


def _replies(growing: bool) -> tuple[Bits, NDArray[np.int8]]:
    """Every card on every cell of a placement: bits and corners."""
    kinds = DOUBLES + FORKS if growing else TRIPLES
    cells = np.repeat(CELL_BIT.ravel(), len(kinds))
    return cells, np.tile(np.array(kinds, dtype=np.int8), DESERT_SIZE * DESERT_SIZE)


def _unbreakable(then: Bits, where: Flags, foe: Seat) -> Flags:
    """Mask of the deserts flagged in `where` that keep a connection of `foe`, whatever is laid over it."""
    result = np.zeros_like(where)
    threats = then[:, where]
    cells, cards = _replies(growing=False)
    kept = np.ones(threats.shape[1], dtype=np.bool_)
    changeable = ~_triples(threats)
    for cell, card in zip(cells, cards, strict=True):
        left = np.flatnonzero(kept)
        if not len(left):
            break
        broken = ~batch.connected_lanes(batch.lay_cards(threats[:, left], cell, card), foe)
        kept[left] = ~(broken & (changeable[left] & cell != 0))
    result[where] = kept
    return result


_TWO_PLIES: Final = Player(Skill(plies=2, noise=0.02))
REVIEW_TRIES: Final = 12_000
"""Tries for each decision of a game that is reviewed, which takes a minute at most."""
LEVELS: Final[Mapping[str, Bot]] = {
    "random": Random(),
    "easy": Player(Skill(plies=1, noise=2.0, dozes=0.25)),
    "normal": Player(Skill(plies=1, noise=0.3)),
    "hard": Expert(20_000, _TWO_PLIES),
    "expert": Expert(150_000, _TWO_PLIES),
}
"""Skill by level: easy is often absent-minded; normal sees what it lays; hard and expert search."""
