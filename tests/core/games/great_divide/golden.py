"""What golden games of The Great Divide show: boards as columns from west to east, cards, tiles aside.

Signs are those of positions' texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

import numpy as np

from core.game import Seat
from core.games.great_divide.drainage import EMPTY_SPACE
from core.games.great_divide.position import FREE_SIGN, TILE_SIGNS, drawing
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Decline, Options, State
from tests.core.games.great_divide.diagrams import ALL, BASIC, EVENTFUL, LIMITED, QUAKES, SPECIAL
from tests.core.golden import Golden, GoldenGames, offered_to, written

_LATER_FLIP: Final = re.compile(r"\n    [·↑↗↘↓↙↖↕⤢⤡][^\n]*\n[^\n]*: flip")
"""A card turned over after a tile has been laid in the same turn: else it says what is left in the bag."""

GAMES: Final = {
    "basic": Golden(BASIC, 2, lambda text: "give" in text),
    "special": Golden(SPECIAL, 2, lambda text: "aside" in text and "5 goes" in text),
    "earthquake": Golden(QUAKES, 2, lambda text: 2 <= text.count("remove@") <= 6),
    "events": Golden(
        EVENTFUL, 2, lambda text: "inland-sea" in text and ("flood@" in text or "turn@" in text)
    ),
    "limited": Golden(LIMITED, 2, lambda text: text.count("flip") > 20),
    "everything": Golden(
        ALL,
        2,
        lambda text: all(word in text for word in ("remove@", "flood@", "turn@", "aside")),
    ),
    "east-begins": Golden(
        Options(two_ocean_pass=True, events=2, first=1, turning="before each draw"),
        2,
        lambda text: sum(sign in text for sign in "↕⤢⤡") > 1 and _LATER_FLIP.search(text) is not None,
    ),
}
"""A game for each way to play."""


def changes(before: State, after: State, seat: Seat) -> Iterator[str]:
    """What a step has changed beside the stage."""
    if (before.tiles != after.tiles).any():
        yield f"    {_columns(after)}"
    if before.cards is not after.cards:
        sides = ["".join("?pa"[side + 1] for side in row) for row in after.cards.tolist()]
        yield f"    cards {' '.join(sides)}"
    if before.aside != after.aside:
        yield f"    aside {' '.join(tile.kind for tile in after.aside) or 'nothing'}"
    if before.five != after.five:
        yield f"    the 5 goes to seat {after.five}"
    if before.turn != after.turn or after.stage == "over":
        left = zip(GREAT_DIVIDE.kinds, after.bag.tolist(), strict=True)
        yield f"    in the bag: {', '.join(f'{kind} {count}' for kind, count in left if count) or 'nothing'}"


def _columns(s: State) -> str:
    """A board in one line: a word for each column."""
    signs = iter(FREE_SIGN if tile == EMPTY_SPACE else TILE_SIGNS[tile] for tile in s.tiles.tolist())
    return " ".join("".join(islice(signs, len(column))) for column in GREAT_DIVIDE.land.columns)


def played(golden: Golden, seed: int) -> list[str]:
    """A random game in which cards are turned now and then, and earthquakes end soon."""
    rng = np.random.default_rng(seed)
    s, steps = GREAT_DIVIDE.start(golden.options, 2), list[str]()
    while acting := GREAT_DIVIDE.to_act(s):
        offered = offered_to(GREAT_DIVIDE, s, acting[0])
        index = int(rng.integers(len(offered)))
        if "draw" in offered and rng.random() < 0.7:
            index = offered.index("draw")
        elif s.stage == "quake" and rng.random() < 0.4:
            index = offered.index(GREAT_DIVIDE.notation(Decline()))
        steps.append(written(acting[0], offered[index]))
        s = GREAT_DIVIDE.apply(s, acting[0], GREAT_DIVIDE.parse(offered[index]))
    return steps


def last_board(s: State) -> list[str]:
    return ["", *drawing(GREAT_DIVIDE.land, s.tiles), ""]


GOLDEN = GoldenGames(GREAT_DIVIDE, GAMES, changes, last_board, played)
