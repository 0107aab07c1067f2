"""What golden games of Ghawar show: derricks, barrels, what is stored, and the field now and then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec
import numpy as np

from core.game import Seat
from core.games.ghawar.position import COLOUR_LETTERS, cube_letters, drawing
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Options, State
from tests.core.games.ghawar.playing import Player, anything, loader, steps
from tests.core.golden import Golden, GoldenGames, written

replace = msgspec.structs.replace

ALL: Final = Options(trucks=3, crossing_loads=True, dice_choice=True, stalemate=5)
RING: Final = Options(roads="ring")
INSTEAD: Final = Options(derricks="instead of the roll")
INSTEAD_FLEET: Final = Options(trucks=2, roads="ring", derricks="instead of the roll")
WAYS: Final[dict[str, tuple[Options, int, Player, tuple[str, ...]]]] = {
    "ring-two": (RING, 2, loader, ("reason.empty:", "barrels", "derrick ")),
    "ring-three": (RING, 3, loader, ("reason.empty:", "load 11,")),
    "ring-four": (RING, 4, loader, ("reason.empty:", "nothing goes up")),
    "ring-tie": (replace(RING, stalemate=2), 3, loader, ("reason.stalemate_tie:", "stores")),
    "ring-stalemate": (replace(RING, stalemate=3), 2, anything, ("reason.stalemate:", "stores", "quiet")),
    "ring-fleet": (replace(RING, trucks=2), 2, loader, ("reason.empty:", "1: drive depot", "2: drive depot")),
    "ring-crossings": (replace(RING, crossing_loads=True), 2, loader, ("reason.empty:", "drive 2,2 load")),
    "ring-choice": (
        replace(RING, dice_choice=True),
        4,
        loader,
        ("reason.empty:", "place ", "nothing goes up"),
    ),
    "three": (Options(), 3, loader, ("reason.empty:", "drive 1,")),
    "everything": (ALL, 4, loader, ("reason.empty:", "3: drive depot", "place ", "drive 4,4 load")),
    "two": (Options(), 2, loader, ("reason.empty:", "barrels", "derrick ", "drive 4,1 load")),
    "four": (Options(), 4, loader, ("reason.empty:", "drive 11,4", "drive 1,4", "nothing goes up")),
    "stalemate": (Options(stalemate=3), 2, anything, ("reason.stalemate:", "stores", "quiet")),
    "instead": (INSTEAD, 2, loader, ("reason.empty:", ": roll", "derrick ", "barrels")),
    "instead-fleet": (INSTEAD_FLEET, 3, loader, ("reason.empty:", ": roll", "derrick ", "2: drive depot")),
}
"""A game for each way to play: its options and seats, who plays, and words that have to be in it."""


def changes(before: State, after: State, seat: Seat) -> Iterator[str]:
    """What a step has changed beside where things stand."""
    if before.stage == "dice":
        for platform in np.argwhere(before.derricks != after.derricks).tolist():
            yield f"    a derrick at {2 * platform[1] + 1},{2 * platform[0] + 1}"
        if after.stage != "build" and (before.derricks == after.derricks).all():
            yield "    nothing goes up"
    if (before.money != after.money).any():
        yield f"    barrels {' '.join(map(str, after.money.tolist()))}"
    for seat, colour in np.argwhere(before.stored != after.stored).tolist():
        yield f"    seat {seat} stores {COLOUR_LETTERS[colour]}: {cube_letters(after.stored[seat].tolist())}"
    if before.quiet != after.quiet:
        yield f"    quiet rounds: {after.quiet}"
    if (before.stage, after.stage) == ("values", "dice") or (
        before.stage in ("dice", "build") and after.stage in ("choose", "die")
    ):
        yield from last_field(after)


def last_field(s: State) -> list[str]:
    """The field between empty lines."""
    return ["", *drawing(s), ""]


def has(words: tuple[str, ...]) -> Callable[[str], bool]:
    """Whether all of these are in a text."""
    return lambda text: all(word in text for word in words)


def played(golden: Golden, seed: int) -> list[str]:
    """A random game of the player of this way to play."""
    player = next(way[2] for name, way in WAYS.items() if GAMES[name] is golden)
    made = steps(golden.options, golden.seats, player, seed)
    return [written(step.seat, GHAWAR.notation(step.action)) for step in made]


GAMES = {name: Golden(options, seats, has(words)) for name, (options, seats, _, words) in WAYS.items()}
GOLDEN = GoldenGames(GHAWAR, GAMES, changes, last_field, played)
