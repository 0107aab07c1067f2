"""Whole games as text, one for each way to play: what was offered, what was done, what became of it.

The files in tests/data/great_divide were written once and read through. If a rule changes on purpose, write
them anew with `python -m tests.core.games.great_divide.test_golden` and read the difference.
Boards are columns from west to east, with the signs of positions' texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from core import codec
from core.game import CHANCE, Seat
from core.games.great_divide.drainage import EMPTY_SPACE
from core.games.great_divide.position import FREE_SIGN, TILE_SIGNS, drawing
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Decline, Options, State
from tests.core.games import DATA_FOLDER
from tests.core.games.great_divide.diagrams import (
    ALL,
    BASIC,
    EVENTFUL,
    LIMITED,
    QUAKES,
    SPECIAL,
)

FOLDER = DATA_FOLDER / "great_divide"

_LATER_FLIP: Final = re.compile(r"\n    [·↑↗↘↓↙↖↕⤢⤡][^\n]*\n[^\n]*: flip")
"""A card turned over after a tile has been laid in the same turn: else it says what is left in the bag."""

GAMES: Final[dict[str, tuple[Options, Callable[[str], bool]]]] = {
    "basic": (BASIC, lambda text: "give" in text),
    "special": (SPECIAL, lambda text: "aside" in text and "5 goes" in text),
    "earthquake": (QUAKES, lambda text: 2 <= text.count("remove@") <= 6),
    "events": (EVENTFUL, lambda text: "inland-sea" in text and ("flood@" in text or "turn@" in text)),
    "limited": (LIMITED, lambda text: text.count("flip") > 20),
    "everything": (
        ALL,
        lambda text: all(word in text for word in ("remove@", "flood@", "turn@", "aside")),
    ),
    "east begins": (
        Options(two_ocean_pass=True, events=2, first=1, turning="before each draw"),
        lambda text: sum(sign in text for sign in "↕⤢⤡") > 1 and _LATER_FLIP.search(text) is not None,
    ),
}
"""Each game's options, and what has to happen in it (the text without what was offered)."""


def file_of(name: str) -> Path:
    return FOLDER / f"game-{name.replace(' ', '-')}.txt"


def told(options: Options, texts: list[str]) -> str:
    """The game in which these steps were done, as text."""
    s = GREAT_DIVIDE.start(options, 2)
    lines = [f"options {json.dumps(codec.changed_options(options))}"]
    for number, text in enumerate(texts, start=1):
        seat, offered = _offered(s)
        who = "chance" if seat == CHANCE else f"seat {seat}"
        span = offered[0] if len(offered) == 1 else f"{offered[0]} … {offered[-1]}"
        lines.append(f"{number}. {who}: {text}   (of {len(offered)}: {span})")
        before, s = s, GREAT_DIVIDE.apply(s, seat, GREAT_DIVIDE.parse(text))
        lines += _changes(before, s)
    outcome = GREAT_DIVIDE.outcome(s)
    assert outcome is not None
    lines += ["", *drawing(GREAT_DIVIDE.land, s.tiles), ""]
    for index, sheet in enumerate(outcome.breakdown):
        points = ", ".join(f"{point.code.rpartition('.')[2]} {point.amount:g}" for point in sheet)
        lines.append(f"seat {index}: {outcome.scores[index]:g} ({points})")
    lines.append(f"{outcome.reason}: winners {[*outcome.winners]}")
    return "\n".join(lines) + "\n"


def _done(written: str) -> str:
    """A game without what was offered in it."""
    return re.sub(r"   \(of .*", "", written)


def _offered(s: State) -> tuple[Seat, list[str]]:
    """Who is to act first, and everything that can happen now."""
    seat = GREAT_DIVIDE.to_act(s)[0]
    actions = GREAT_DIVIDE.legal(s, seat) if seat != CHANCE else [a for a, _ in GREAT_DIVIDE.chances(s)]
    return seat, [GREAT_DIVIDE.notation(a) for a in actions]


def _changes(before: State, after: State) -> Iterator[str]:
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


@pytest.mark.parametrize("name", GAMES)
def test_golden(name: str) -> None:
    written = file_of(name).read_text(encoding="utf-8")
    texts = [
        line.partition(": ")[2].partition("   (")[0] for line in written.splitlines() if line[:1].isdigit()
    ]
    assert told(GAMES[name][0], texts) == written


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_is_there_for_happens_in_it(name: str) -> None:
    assert GAMES[name][1](_done(file_of(name).read_text(encoding="utf-8")))


def test_every_file_belongs_to_a_game() -> None:
    assert set(FOLDER.glob("game-*.txt")) == {file_of(name) for name in GAMES}


def _played(options: Options, seed: int) -> list[str]:
    """A random game in which cards are turned now and then, and earthquakes end soon."""
    rng = np.random.default_rng(seed)
    s, texts = GREAT_DIVIDE.start(options, 2), list[str]()
    while GREAT_DIVIDE.to_act(s):
        seat, offered = _offered(s)
        index = int(rng.integers(len(offered)))
        if "draw" in offered and rng.random() < 0.7:
            index = offered.index("draw")
        elif s.stage == "quake" and rng.random() < 0.4:
            index = offered.index(GREAT_DIVIDE.notation(Decline()))
        texts.append(offered[index])
        s = GREAT_DIVIDE.apply(s, seat, GREAT_DIVIDE.parse(offered[index]))
    return texts


def _write() -> None:
    """For each way to play the first random game in which happens what it is there for."""
    for index, (name, (options, wanted)) in enumerate(GAMES.items()):
        games = (told(options, _played(options, seed)) for seed in range(1000 * index, 1000 * index + 1000))
        file_of(name).write_text(next(game for game in games if wanted(_done(game))), encoding="utf-8")


if __name__ == "__main__":
    _write()
