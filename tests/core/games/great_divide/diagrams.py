"""Positions of The Great Divide on small lands, drawn as in their texts (`core.games.great_divide.position`).

              ·       ·               the spaces     1,0     3,0
          ↖       ↓       ·                      0,0     2,0     4,0
              ↖       ↗                              1,1     3,1
          ·       ·       ·                      0,1     2,1     4,1
              ·       ·                              1,2     3,2

The first column is the west coast, the last one the east coast; all between is area 1 unless told otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.game import Place, Seat, read_only
from core.games.great_divide.drainage import EMPTY_SPACE, TileCodes
from core.games.great_divide.land import Land, MapFile
from core.games.great_divide.position import TILE_OF_SIGN, drawing, lines_of
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import ACTIVE, FIVE, INLAND_SEA, PASSIVE, Options, State
from tests.core import positions

BASIC = Options()
SPECIAL = Options(great_basin=True, two_ocean_pass=True)
QUAKES = Options(earthquake=True)
EVENTFUL = Options(events=2)
EACH_DRAW = Options(turning="before each draw")
LIMITED = Options(limited_selection=True)
ALL = Options(True, True, True, 2, True)

WEST, EAST = Seat(0), Seat(1)


class Position(positions.Position, frozen=True):
    """A game on its own small land, and where it has got to."""

    game: GreatDivide
    state: State

    def ways(self, place: Place) -> set[str]:
        """Where the arrow of the drawn river tile may point on a space; checked for each direction."""
        ways = ("N", "NE", "SE", "S", "SW", "NW")
        return {way for way in ways if self.allows(f"{way}@{place[0]},{place[1]}")}

    @property
    def bag(self) -> dict[str, int]:
        """What is in the bag."""
        bag = zip(self.game.kinds, self.state.bag.tolist(), strict=True)
        return {kind: count for kind, count in bag if count}

    @property
    def diagram(self) -> str:
        """The board."""
        return "\n".join(drawing(self.game.land, self.state.tiles))


def position(
    diagram: str,
    tile: str = "",
    *,
    options: Options = BASIC,
    cards: tuple[str, str] | None = None,
    bag: str | None = None,
    areas: Sequence[str] | None = None,
    inland: bool = False,
    **facts: Any,
) -> Position:
    """The position of a diagram, as far as no other `facts` of a state are given.

    All cards lie active. With a `tile` drawn the active seat (the one that begins, if no `turn` is given) is
    about to lay it, else its turn begins. In the bag is whatever lies nowhere else; or exactly the kinds in
    `bag`, with spaces between them.
    """
    land = land_of(diagram, areas)
    game = GreatDivide(land)
    state = game.start(options, 2)
    facts = {"stage": "lay" if tile else "turn", "turn": state.turn, "drawn": tile, **facts}
    facts = {"tiles": tiles_of(land, diagram), "actor": facts["turn"], **facts}
    if facts["stage"] != "cards":
        facts["cards"] = _sides(game, cards or (game.letters, game.letters))
    if inland:
        facts["events"] = (INLAND_SEA,)
    s = Position(game, state).changed(**facts)
    return s.changed(bag=read_only(_left(s) if bag is None else _counted(game, bag.split())))


def land_of(diagram: str, areas: Sequence[str] | None = None) -> Land:
    """The land of a diagram: W, then area 1 (or the words in `areas`, one for each column), then E."""
    lines = _signs(diagram)
    letters = "W" + "1" * (len(lines[0]) + len(lines[1]) - 2) + "E"
    columns = tuple(areas or [letter * (len(lines) // 2 + x % 2) for x, letter in enumerate(letters)])
    every = "".join(columns)
    return Land(MapFile(columns, {letter: every.count(letter) for letter in dict.fromkeys(every)}))


def tiles_of(land: Land, diagram: str) -> TileCodes:
    """What lies on each space."""
    tiles = np.full(land.size, EMPTY_SPACE, dtype=np.int8)
    for spaces, signs in zip(lines_of(land), _signs(diagram), strict=True):
        tiles[spaces] = [TILE_OF_SIGN[sign] for sign in signs]
    return read_only(tiles)


def _signs(diagram: str) -> list[list[str]]:
    return [line.split() for line in diagram.strip().splitlines()]


def _sides(game: GreatDivide, active: tuple[str, str]) -> np.ndarray:
    """The sides of all cards, if these of each seat lie active."""
    sides = [[ACTIVE if c in mine else PASSIVE for c in game.letters] for mine in active]
    return read_only(np.array(sides, dtype=np.int8))


def _counted(game: GreatDivide, kinds: Sequence[str]) -> np.ndarray:
    return np.array([kinds.count(kind) for kind in game.kinds], dtype=np.int8)


def _left(s: Position) -> np.ndarray:
    """All tiles but those on the board, the one drawn, those set aside and the "5" that somebody holds."""
    game, state = s.game, s.state
    gone = [game.kind_on(state.tiles, space) for space in np.flatnonzero(state.tiles != EMPTY_SPACE)]
    gone += [state.drawn, FIVE if state.five is not None else "", *(tile.kind for tile in state.aside)]
    left: np.ndarray = game.all_tiles(state.options) - _counted(game, gone)
    assert (left >= 0).all(), "more tiles lie there than the game has"
    return left
