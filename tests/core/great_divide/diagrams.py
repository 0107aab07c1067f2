"""Positions of The Great Divide from diagrams and back.

A diagram is a land with what lies on it. As on the board the columns stand side by side, the 2nd, 4th …
half a space higher: so lines of high and of low columns take turns, beginning with a high one.

              ·       ·               the spaces     1,0     3,0
          ↖       ↓       ·                      0,0     2,0     4,0
              ↖       ↗                              1,1     3,1
          ·       ·       ·                      0,1     2,1     4,1
              ·       ·                              1,2     3,2

    ↑ ↗ ↘ ↓ ↙ ↖  a river tile by its arrow        ○  the Great Basin
    ↕ ⤢ ⤡        the Two-Ocean Pass               ·  an empty space

The first column is the west coast, the last one the east coast; all between is area 1 unless told otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec
import numpy as np

from core.game import CHANCE, Outcome, Place, Seat, sealed
from core.games.great_divide.drainage import BASIN, EMPTY, PASS, Tiles
from core.games.great_divide.land import Land, Sheet
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import (
    ACTIVE,
    BASIN_TILE,
    FIVE,
    INLAND_SEA,
    PASS_TILE,
    PASSIVE,
    Action,
    Options,
    Stage,
    State,
)

BASIC = Options()
SPECIAL = Options(great_basin=True, two_ocean_pass=True)
QUAKES = Options(earthquake=True)
EVENTFUL = Options(events=2)
EACH_DRAW = Options(turning="before each draw")
LIMITED = Options(limited_selection=True)
ALL = Options(True, True, True, 2, True)

WEST, EAST = Seat(0), Seat(1)

SIGNS = "↑↗↘↓↙↖↕⤢⤡○"
"""What lies on a space, by its number in `State.tiles`."""
FREE = "·"

Grid = tuple[str, ...]
"""Columns from west to east, each a word of signs from north to south."""


class Position(NamedTuple):
    """A game on its own small land, and where it has got to."""

    game: GreatDivide
    state: State

    @property
    def actor(self) -> Seat:
        """The one who decides now; `CHANCE` for bag and deck."""
        (seat,) = self.game.to_act(self.state)
        return seat

    def allows(self, text: str, seat: Seat | None = None) -> bool:
        """Whether an action can be done: `legal` and `why_not` have to agree."""
        action, seat = self.game.parse(text), self.actor if seat is None else seat
        listed = action in self.game.legal(self.state, seat)
        refusal = self.game.why_not(self.state, seat, action)
        assert listed == (refusal is None), f"{text}: legal says {listed}, why_not {refusal}"
        return listed

    def refuses(self, text: str, seat: Seat | None = None) -> tuple[str, tuple[Place, ...]]:
        """Why an action cannot be done: the last part of its code, and the places to blame."""
        seat = self.actor if seat is None else seat
        assert not self.allows(text, seat), f"{text} is allowed"
        refusal = self.game.why_not(self.state, seat, self.game.parse(text))
        assert refusal is not None
        return refusal.code.removeprefix("great_divide.refusal."), refusal.places

    def offers(self) -> set[str]:
        """Everything that can be done now."""
        return {self.game.notation(action) for action in self.actions()}

    def ways(self, place: Place) -> set[str]:
        """Where the arrow of the drawn river tile may point on a space; checked for each direction."""
        ways = ("N", "NE", "SE", "S", "SW", "NW")
        return {way for way in ways if self.allows(f"{way}@{place[0]},{place[1]}")}

    def actions(self) -> Sequence[Action]:
        """Everything that can happen now, chance included."""
        if self.actor == CHANCE:
            return [action for action, _ in self.game.chances(self.state)]
        return self.game.legal(self.state, self.actor)

    def play(self, *texts: str) -> Position:
        """The position after these steps by whoever is to act; each must be possible."""
        s = self
        for text in texts:
            action = self.game.parse(text)
            assert action in s.actions(), f"{text} is not among {s.offers()}"
            assert s.actor == CHANCE or s.allows(text)
            s = Position(self.game, self.game.apply(s.state, s.actor, action))
        return s

    @property
    def bag(self) -> dict[str, int]:
        """What is in the bag."""
        bag = zip(self.game.kinds, self.state.bag.tolist(), strict=True)
        return {kind: count for kind, count in bag if count}

    @property
    def diagram(self) -> str:
        """The board."""
        return diagram_of(self.game.land, self.state.tiles)

    def outcome(self) -> Outcome:
        """How it ended."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None and self.game.to_act(self.state) == ()
        return outcome


def position(
    diagram: str,
    drawn: str = "",
    *,
    options: Options = BASIC,
    stage: Stage | None = None,
    turn: Seat | None = None,
    actor: Seat | None = None,
    cards: tuple[str, str] | None = None,
    bag: str | None = None,
    areas: Sequence[str] | None = None,
    inland: bool = False,
    **more: Any,
) -> Position:
    """The position of a diagram, as far as nothing else is told.

    All cards lie active. With a tile `drawn` the active seat (the one that begins, if no `turn` is told) is
    about to lay it, else its turn begins. In the bag is whatever lies nowhere else; or exactly the kinds in
    `bag`, with spaces between them.
    """
    grid = grid_of(diagram)
    game = GreatDivide(land_of(grid, areas))
    tiles = tiles_of(grid)
    s = game.start(options, 2)
    turn = s.turn if turn is None else turn
    state = msgspec.structs.replace(
        s,
        tiles=sealed(tiles),
        cards=s.cards if stage == "cards" else sealed(_sides(game, cards)),
        stage=stage or ("lay" if drawn else "turn"),
        turn=turn,
        actor=turn if actor is None else actor,
        drawn=drawn,
        events=(INLAND_SEA,) if inland else (),
        **more,
    )
    left = _left(game, state) if bag is None else _counted(game, bag.split())
    return Position(game, msgspec.structs.replace(state, bag=sealed(left)))


def grid_of(diagram: str) -> Grid:
    """The columns of a diagram."""
    lines = [line.split() for line in diagram.strip().splitlines()]
    high, low = zip_longest(*lines[::2], fillvalue=""), zip_longest(*lines[1::2], fillvalue="")
    columns: list[str] = []
    for above, below in zip_longest(low, high):
        columns += ["".join(column) for column in (above, below) if column is not None]
    return tuple(columns)


def land_of(grid: Grid, areas: Sequence[str] | None = None) -> Land:
    """The land of a diagram: W, then area 1 (or the words in `areas`, one for each column), then E."""
    last = len(grid) - 1
    letters = ["W" if x == 0 else "E" if x == last else "1" for x in range(len(grid))]
    columns = tuple(areas or [letter * len(column) for letter, column in zip(letters, grid, strict=True)])
    every = "".join(columns)
    return Land(Sheet(columns, {letter: every.count(letter) for letter in dict.fromkeys(every)}))


def tiles_of(grid: Grid) -> Tiles:
    """What lies on each space."""
    signs = "".join(grid)
    return np.array([EMPTY if sign == FREE else SIGNS.index(sign) for sign in signs], dtype=np.int8)


def columns_of(land: Land, tiles: Tiles) -> str:
    """A board in one line: a word for each column, from west to east."""
    signs = "".join(FREE if tile == EMPTY else SIGNS[tile] for tile in tiles.tolist())
    words, start = list[str](), 0
    for column in land.columns:
        words.append(signs[start : start + len(column)])
        start += len(column)
    return " ".join(words)


def diagram_of(land: Land, tiles: Tiles) -> str:
    """A board as a diagram."""
    columns = columns_of(land, tiles).split()
    lines = []
    for half in range(2 * len(columns[1]) - 1):
        row = [column[half // 2] if x % 2 != half % 2 else " " for x, column in enumerate(columns)]
        lines.append("  ".join(row).rstrip())
    return "\n".join(lines)


def _sides(game: GreatDivide, cards: tuple[str, str] | None) -> np.ndarray:
    """The sides of all cards; `cards` are the letters that lie active, of each seat."""
    active = cards or (game.letters, game.letters)
    return np.array(
        [[ACTIVE if c in mine else PASSIVE for c in game.letters] for mine in active], dtype=np.int8
    )


def _counted(game: GreatDivide, kinds: Sequence[str]) -> np.ndarray:
    return np.array([kinds.count(kind) for kind in game.kinds], dtype=np.int8)


def _left(game: GreatDivide, s: State) -> np.ndarray:
    """All tiles but those on the board, the one drawn, those set aside and the "5" that somebody holds."""
    codes = s.tiles.tolist()
    gone = [game.land.areas[game.land.area[space]] for space, code in enumerate(codes) if 0 <= code < PASS]
    gone += [BASIN_TILE] * (BASIN in codes) + [PASS_TILE] * any(PASS <= code < BASIN for code in codes)
    gone += [s.drawn] * bool(s.drawn) + [FIVE] * (s.five is not None) + [tile.kind for tile in s.aside]
    left: np.ndarray = game.start(s.options, 2).bag - _counted(game, gone)
    assert (left >= 0).all(), "more tiles lie there than the game has"
    return left
