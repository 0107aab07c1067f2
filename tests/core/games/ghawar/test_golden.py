"""Whole games as text, one for each way to play: what was offered, what was done, what became of it.

The files in tests/data/ghawar were written once and read through. If a rule changes on purpose, remove those
it is about, write them anew with `python -m tests.core.games.ghawar.test_golden` and read the difference.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import numpy as np
import pytest

from core import codec
from core.game import CHANCE, Seat
from core.games.ghawar.position import COLOUR_LETTERS, cube_letters, drawing
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Options, State
from tests.core.games import DATA_FOLDER
from tests.core.games.ghawar.playing import Player, anything, loader, steps

FOLDER = DATA_FOLDER / "ghawar"


replace = msgspec.structs.replace


class Golden(NamedTuple):
    """A way to play, who plays, and words that have to be in the game (without what was offered)."""

    options: Options
    seats: int
    player: Player
    words: tuple[str, ...]


ALL: Final = Options(trucks=3, crossing_loads=True, dice_choice=True, stalemate=5)
RING: Final = Options(roads="ring")
INSTEAD: Final = Options(derricks="instead of the roll")
INSTEAD_FLEET: Final = Options(trucks=2, roads="ring", derricks="instead of the roll")
GAMES: Final[dict[str, Golden]] = {
    "ring-two": Golden(RING, 2, loader, ("reason.empty:", "barrels", "derrick ")),
    "ring-three": Golden(RING, 3, loader, ("reason.empty:", "load 11,")),
    "ring-four": Golden(RING, 4, loader, ("reason.empty:", "nothing goes up")),
    "ring-tie": Golden(replace(RING, stalemate=2), 3, loader, ("reason.stalemate_tie:", "stores")),
    "ring-stalemate": Golden(
        replace(RING, stalemate=3), 2, anything, ("reason.stalemate:", "stores", "quiet")
    ),
    "ring-fleet": Golden(
        replace(RING, trucks=2), 2, loader, ("reason.empty:", "1: drive depot", "2: drive depot")
    ),
    "ring-crossings": Golden(
        replace(RING, crossing_loads=True), 2, loader, ("reason.empty:", "drive 2,2 load")
    ),
    "ring-choice": Golden(
        replace(RING, dice_choice=True), 4, loader, ("reason.empty:", "place ", "nothing goes up")
    ),
    "three": Golden(Options(), 3, loader, ("reason.empty:", "drive 1,")),
    "everything": Golden(ALL, 4, loader, ("reason.empty:", "3: drive depot", "place ", "drive 4,4 load")),
    "two": Golden(Options(), 2, loader, ("reason.empty:", "barrels", "derrick ", "drive 4,1 load")),
    "four": Golden(Options(), 4, loader, ("reason.empty:", "drive 11,4", "drive 1,4", "nothing goes up")),
    "stalemate": Golden(Options(stalemate=3), 2, anything, ("reason.stalemate:", "stores", "quiet")),
    "instead": Golden(INSTEAD, 2, loader, ("reason.empty:", ": roll", "derrick ", "barrels")),
    "instead-fleet": Golden(
        INSTEAD_FLEET, 3, loader, ("reason.empty:", ": roll", "derrick ", "2: drive depot")
    ),
}


def file_of(name: str) -> Path:
    return FOLDER / f"game-{name}.txt"


def told(options: Options, seats: int, texts: list[str]) -> str:
    """The game in which these steps were done, as text."""
    s = GHAWAR.start(options, seats)
    lines = [f"{seats} seats, options {json.dumps(codec.changed_options(options))}"]
    for number, text in enumerate(texts, start=1):
        seat, offered = _offered(s)
        who = "chance" if seat == CHANCE else f"seat {seat}"
        span = offered[0] if len(offered) == 1 else f"{offered[0]} … {offered[-1]}"
        lines.append(f"{number}. {who}: {text}   (of {len(offered)}: {span})")
        before, s = s, GHAWAR.apply(s, seat, GHAWAR.parse(text))
        lines += _changes(before, s)
        if (before.stage, s.stage) == ("values", "dice") or (
            before.stage in ("dice", "build") and s.stage in ("choose", "die")
        ):
            lines += ["", *drawing(s), ""]
    outcome = GHAWAR.outcome(s)
    assert outcome is not None
    lines += ["", *drawing(s), ""]
    for index, sheet in enumerate(outcome.breakdown):
        points = ", ".join(f"{point.code.rpartition('.')[2]} {point.amount:g}" for point in sheet)
        lines.append(f"seat {index}: {outcome.scores[index]:g} ({points})")
    lines.append(f"{outcome.reason}: winners {[*outcome.winners]}")
    return "\n".join(lines) + "\n"


def _done(written: str) -> str:
    """A game without what was offered in it."""
    return re.sub(r"   \(of .*", "", written)


def _offered(s: State) -> tuple[Seat, list[str]]:
    """Who is to act, and everything that can happen now."""
    (seat,) = GHAWAR.to_act(s)
    actions = GHAWAR.legal(s, seat) if seat != CHANCE else [a for a, _ in GHAWAR.chances(s)]
    return seat, [GHAWAR.notation(a) for a in actions]


def _changes(before: State, after: State) -> Iterator[str]:
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


@pytest.mark.parametrize("name", GAMES)
def test_golden(name: str) -> None:
    written = file_of(name).read_text(encoding="utf-8")
    texts = re.findall(r"^\d+\. \w+(?: \d)?: (.*?)   \(of ", written, re.MULTILINE)
    assert told(GAMES[name].options, GAMES[name].seats, texts) == written


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_is_there_for_happens_in_it(name: str) -> None:
    assert _has(GAMES[name].words, file_of(name).read_text(encoding="utf-8"))


def test_every_file_belongs_to_a_game() -> None:
    assert set(FOLDER.glob("game-*.txt")) == {file_of(name) for name in GAMES}


def _has(words: tuple[str, ...], written: str) -> bool:
    return all(word in _done(written) for word in words)


def _played(golden: Golden, seed: int) -> str:
    played = steps(golden.options, golden.seats, golden.player, seed)
    return told(golden.options, golden.seats, [GHAWAR.notation(action) for _, _, action, _ in played])


def _write() -> None:
    """For each way to play that has none the first game in which happens what it is there for."""
    FOLDER.mkdir(exist_ok=True)
    for index, (name, golden) in enumerate(GAMES.items()):
        if file_of(name).exists():
            continue
        games = (_played(golden, seed) for seed in range(1000 * index, 1000 * index + 1000))
        file_of(name).write_text(next(game for game in games if _has(golden.words, game)), encoding="utf-8")


if __name__ == "__main__":
    _write()
