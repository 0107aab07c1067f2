"""What is good in Sturt's Stony Desert, and how well each level sees it.

A position is judged by how far each seat is from a connection: by the cards it would still have to lay
if nobody interfered (`near`), and by the cards until it runs over triples only and nobody can ever
break it (`firm`). Tactics go before that: a connection that stands when a seat's turn starts has won, so
the questions are whether mine can still be broken and whether theirs can.

While the desert grows, nobody knows yet where its final edges will lie; every 5 × 5 frame that can
still come about is looked at, and the judgement is the mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.bots.contract import Bot, Budget
from core.bots.random import Random
from core.game import AnyGame, Seat
from core.games.sturt import board
from core.games.sturt.board import DOUBLES, FORKS, MIDDLE, NORTH_SOUTH, SPAN, TRIPLES, WEST_EAST
from core.games.sturt.bot import batch
from core.games.sturt.bot.batch import CELL_BIT, WHOLE, Bits, Counts, Flags
from core.games.sturt.state import CARDS, Declare, Lay, State, Stop, other

FAR: Final = 5
"""More cards than this are not counted: such a connection is too far away to matter."""

NEVER: Final = SPAN * SPAN
"""More cards than the desert has cells: no connection, whatever is laid."""

MANY: Final = 6
"""Of more frames than this, only some are looked at, evenly spread."""

BROAD: Final = 24
"""So many lays, the best at first sight, have every answer judged; the others are checked for tactics."""

ASIDE: Final = 100.0
"""What it costs a lay, in cards, not to be among those."""

WIN: Final = 1000.0
Values = NDArray[np.float64]


class DesertPlacement:
    """One place where the final desert may lie, seen as a single lane; `top`, `left` are board indices."""

    def __init__(self, s: State, top: int, left: int) -> None:
        self.top, self.left = top, left
        self.cards = s.corners[top : top + SPAN, left : left + SPAN]
        self.lane = batch.through(self.cards)

    def bits(self, lays: Sequence[Lay]) -> Bits:
        """The cell of each lay as a bit, 0 if it lies outside this frame."""
        y = np.array([lay.y + MIDDLE - self.top for lay in lays])
        x = np.array([lay.x + MIDDLE - self.left for lay in lays])
        inside = (y >= 0) & (y < SPAN) & (x >= 0) & (x < SPAN)
        bits: Bits = np.where(inside, CELL_BIT[y.clip(0, SPAN - 1), x.clip(0, SPAN - 1)], np.uint32(0))
        return bits


def frames(s: State) -> list[DesertPlacement]:
    """Every frame that holds all cards lying and stays on the board; of very many a fair sample."""
    if s.last is None:
        return [DesertPlacement(s, MIDDLE - 2, MIDDLE - 2)]
    area = board.area(s.corners)
    tops = range(max(0, area.bottom - SPAN + 1), min(area.top, board.WIDTH - SPAN) + 1)
    lefts = range(max(0, area.right - SPAN + 1), min(area.left, board.WIDTH - SPAN) + 1)
    corners = [(top, left) for top in tops for left in lefts]
    return [DesertPlacement(s, top, left) for top, left in corners[:: -(-len(corners) // MANY)]]


def _triples(lane: Bits) -> Bits:
    """The cells that show three curves and can never change."""
    ne, se, sw, nw = lane
    triples: Bits = ne & se & (sw | nw) | sw & nw & (ne | se)
    return triples


def near(lane: Bits, seat: Seat, limit: int = FAR) -> Counts:
    """How many cards `seat` has to lay or cover for a connection; limit + 1 if more."""
    changeable = WHOLE & ~_triples(lane)
    return batch.distance(lane, changeable & ~lane, seat, limit)


def firm(lane: Bits, seat: Seat, limit: int = SPAN * 2) -> Counts:
    """How many cards that can still change a connection of `seat` would run over, at the least."""
    triples = _triples(lane)
    return batch.distance(lane & triples, np.broadcast_to(WHOLE & ~triples, lane.shape), seat, limit)


def distance(s: State, seat: Seat) -> int:
    """How many cards `seat` still needs for a connection, at best; `FAR + 1` if more than `FAR`."""
    return min(int(near(frame.lane, seat)[0]) for frame in frames(s))


def balance(lane: Bits, seat: Seat) -> Values:
    """How much better `seat` stands than its opponent, in cards; shape of one corner's array."""
    shape = lane.shape[1:]
    flat = lane.reshape(4, -1)
    foe = other(seat)
    cards = near(flat, foe).astype(np.float64) - near(flat, seat)
    solid = firm(flat, foe).astype(np.float64) - firm(flat, seat)
    whole: Values = (cards + 0.5 * solid).reshape(shape)
    return whole


@dataclass(frozen=True)
class Skill:
    """How well a level sees: `plies` ahead, with a misjudgement of `noise` cards, how often it dozes.

    Dozing, it lays anything, but never misses what wins at once.
    """

    plies: int
    noise: float
    dozes: float = 0.0


class Player:
    """Plays Sturt by judging all lays at once."""

    def __init__(self, sight: Skill) -> None:
        self._sight = sight

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
        values = judged(s, seat, lays, self._sight.plies)
        if rng.random() < self._sight.dozes and values.max() < WIN:
            return lays[int(rng.integers(len(lays)))]
        values += self._sight.noise * rng.standard_normal(len(lays))
        return lays[int(values.argmax())]


def _worth_laying(legal: Sequence[Any]) -> list[Lay]:
    """The lays, and of two that differ only in the announcement the announced one."""
    lays = [a for a in legal if isinstance(a, Lay)]
    said = {(a.corners, a.x, a.y) for a in lays if a.announce}
    return [a for a in lays if a.announce or (a.corners, a.x, a.y) not in said]


def _alone(s: State, lays: list[Lay]) -> Any:
    """Whatever brings either seat nearest to a connection; stop when there is no way."""
    frame = frames(s)[0]
    if min(near(frame.lane, WEST_EAST, NEVER)[0], near(frame.lane, NORTH_SOUTH, NEVER)[0]) > NEVER:
        return Stop()
    after = batch.laid(frame.lane, frame.bits(lays), _corners(lays))
    needed = np.minimum(near(after, WEST_EAST, NEVER), near(after, NORTH_SOUTH, NEVER))
    return lays[int(needed.argmin())]


def _hopeless(s: State) -> bool:
    """Whether nobody can connect any more, however many cards one lays."""
    lane = frames(s)[0].lane
    return all(near(lane, seat, NEVER)[0] > NEVER for seat in (WEST_EAST, NORTH_SOUTH))


def _corners(lays: Sequence[Lay]) -> NDArray[np.int8]:
    return np.array([lay.corners for lay in lays], dtype=np.int8)


# --- Judging all lays at once --------------------------------------------------------------------------


def judged(s: State, seat: Seat, lays: Sequence[Lay], plies: int) -> Values:
    """How good each lay is for `seat`, in cards; ± WIN where the game is decided.

    Frames never disagree about that: one card alone in its row or column completes no route, so who can
    complete one has rows or columns that are settled.
    """
    total, seen = np.zeros(len(lays)), np.zeros(len(lays))
    possible = frames(s)
    deep = plies > 1 and len(possible) == 1
    for frame in possible:
        bits = frame.bits(lays)
        inside = np.flatnonzero(bits)
        if not len(inside):
            continue
        values = _judged_in(s, frame, seat, bits[inside], _corners(lays)[inside], plies, deep)
        total[inside] += values
        seen[inside] += 1
    mean: Values = np.where(seen > 0, total / np.maximum(seen, 1), -WIN)
    return mean


def _judged_in(
    s: State,
    frame: DesertPlacement,
    seat: Seat,
    bits: Bits,
    corners: NDArray[np.int8],
    plies: int,
    deep: bool,
) -> Values:
    """`judged`, for lays within one frame."""
    after = batch.laid(frame.lane, bits, corners)
    mine, theirs = batch.joined(after, seat), batch.joined(after, other(seat))
    if s.supply.on_field + 1 < CARDS and s.phase == 1:
        lost, won = theirs & ~mine, mine
    else:
        lost, won = theirs, np.zeros_like(theirs)
    values = balance(after, seat)
    values[won], values[lost] = WIN, -WIN
    undecided = ~(won | lost)
    look = np.flatnonzero(undecided if plies > 1 else undecided & mine)
    if len(look):
        values[look] = _replied(s, seat, after[:, look], values[look], plies, deep)
    return values


def _replied(s: State, seat: Seat, after: Bits, values: Values, plies: int, deep: bool) -> Values:
    """The values of lays once the opponent has found its best reply to each. `after`: shape (4, n)."""
    foe = other(seat)
    growing = s.supply.on_field + 1 < CARDS
    cells, cards = _replies(growing)
    then = batch.laid(after[:, :, None], cells[None, :], cards[None, :])
    free = WHOLE & ~(after[0] | after[1] | after[2] | after[3]) if growing else WHOLE & ~_triples(after)
    may = (free[:, None] & cells[None, :]) != 0
    mine, theirs = batch.joined(then, seat), batch.joined(then, foe)
    if growing and s.supply.on_field + 2 < CARDS:
        lost, won = theirs & may, mine & ~theirs
    else:
        won = mine
        lost = _unbreakable(then, theirs & ~mine & may, foe) if plies > 1 else np.zeros_like(mine)
    worth = np.tile(values[:, None], mine.shape[1])
    if deep:
        safe = np.where(lost.any(axis=1), -WIN, values)
        best = np.argsort(-safe, kind="stable")[:BROAD]
        worth -= ASIDE
        worth[best] = balance(then[:, best], seat)
    worth[won], worth[lost] = WIN, -WIN
    worth[~may] = np.inf
    least: Values = worth.min(axis=1)
    return np.where(np.isfinite(least), least, values)


def _replies(growing: bool) -> tuple[Bits, NDArray[np.int8]]:
    """Every card on every cell of a frame: bits and corners."""
    kinds = DOUBLES + FORKS if growing else TRIPLES
    cells = np.repeat(CELL_BIT.ravel(), len(kinds))
    return cells, np.tile(np.array(kinds, dtype=np.int8), SPAN * SPAN)


def _unbreakable(then: Bits, where: Flags, foe: Seat) -> Flags:
    """Which of the deserts flagged in `where` keep a connection of `foe`, whatever is laid over it."""
    result = np.zeros_like(where)
    threats = then[:, where]
    cells, cards = _replies(growing=False)
    kept = np.ones(threats.shape[1], dtype=np.bool_)
    changeable = ~_triples(threats)
    for cell, card in zip(cells, cards, strict=True):
        left = np.flatnonzero(kept)
        if not len(left):
            break
        broken = ~batch.joined(batch.laid(threats[:, left], cell, card), foe)
        kept[left] = ~(broken & (changeable[left] & cell != 0))
    result[where] = kept
    return result


LEVELS: Final[Mapping[str, Bot]] = {
    "random": Random(),
    "easy": Player(Skill(plies=1, noise=2.0, dozes=0.25)),
    "normal": Player(Skill(plies=1, noise=0.3)),
    "hard": Player(Skill(plies=2, noise=0.02)),
}
"""Easy is often absent-minded; normal sees what it lays; hard sees the answer, and the answer to that."""
