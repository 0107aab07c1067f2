"""Whole games as text: what was offered, what was done, what became of it.

The files in tests/data/great_split were written once and read through. If a rule changes on purpose, write
them anew with `python -m tests.core.games.great_split.test_golden` and read the difference.
Tracks are ten numbers in their order; all with the numbers in tests/data/great_split/data.json.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from core.game import CHANCE, Seat
from core.games.great_split.state import Options, State
from tests.core.games.great_split.diagrams import FILE, GAME

PHRASES: Final = ("sell splitter ", "sell ", "bonus prestige", "bonus ", "discard ", "-seal")

GAMES: Final[dict[int, Callable[[str], bool]]] = {
    2: lambda text: all(phrase in text for phrase in PHRASES),
    3: lambda text: all(phrase in text for phrase in PHRASES) and "tie" in text,
    4: lambda text: all(phrase in text for phrase in PHRASES) and "contract_emerald" in text,
    7: lambda text: all(phrase in text for phrase in PHRASES) and "lost" in text,
}
"""For a number of seats: what has to happen in the game (the text without what was offered)."""


def file_of(seats: int) -> Path:
    return FILE.with_name(f"game-{seats}.txt")


def told(seats: int, texts: list[str]) -> str:
    """The game in which these steps were done, as text; whoever acts is named in each."""
    s = GAME.start(Options(), seats)
    lines = [f"seats: {seats}"]
    for number, text in enumerate(texts, start=1):
        who, action = text.split(": ", 1)
        seat = CHANCE if who == "chance" else Seat(int(who.removeprefix("seat ")))
        offered = _offered(s, seat)
        span = offered[0] if len(offered) == 1 else f"{offered[0]} … {offered[-1]}"
        assert action in offered, text
        lines.append(f"{number}. {text}   (of {len(offered)}: {span})")
        before, s = s, GAME.apply(s, seat, GAME.parse(action))
        lines += _changes(before, s, seat)
    outcome = GAME.outcome(s)
    assert outcome is not None
    for index, sheet in enumerate(outcome.breakdown):
        points = ", ".join(
            f"{p.code.rpartition('.')[2]} {p.amount:g}{p.how and f' ({p.how})'}" for p in sheet
        )
        lines.append(f"seat {index}: {outcome.scores[index]:g} = {points}")
    lines.append(f"{outcome.reason}: winners {[*outcome.winners]}")
    return "\n".join(lines) + "\n"


def _offered(s: State, seat: Seat) -> list[str]:
    """Everything that can happen now."""
    actions = GAME.legal(s, seat) if seat != CHANCE else [a for a, _ in GAME.chances(s)]
    return [GAME.notation(a) for a in actions]


def _changes(before: State, after: State, seat: Seat) -> Iterator[str]:
    """What a step has changed."""
    if seat != CHANCE and before.stage == "resolve":
        old, new = before.estates[seat], after.estates[seat]
        lost = ", lost" if (old.tracks, old.prestige) == (new.tracks, new.prestige) else ""
        arrows = f", {new.arrows} double arrows" if new.arrows else ""
        yield f"    {' '.join(map(str, new.tracks))}, prestige {new.prestige}{arrows}{lost}"
    if before.stage != after.stage:
        yield f"  {after.stage}, round {after.round}"
        if after.stage in ("split", "resolve"):
            yield from (f"    seat {i}: {' '.join(map(str, e.hand))}" for i, e in enumerate(after.estates))
    for scored in after.scored[len(before.scored) :]:
        yield f"    round {scored.round} {scored.token}: {' '.join(map(str, scored.amounts))}"


def _done(written: str) -> str:
    """A game without what was offered in it."""
    return re.sub(r"   \(of .*", "", written)


@pytest.mark.parametrize("seats", GAMES)
def test_golden(seats: int) -> None:
    written = file_of(seats).read_text(encoding="utf-8")
    steps = [
        line.partition(". ")[2].partition("   (")[0] for line in written.splitlines() if line[:1].isdigit()
    ]
    assert told(seats, steps) == written


@pytest.mark.parametrize("seats", GAMES)
def test_what_a_game_is_there_for_happens_in_it(seats: int) -> None:
    assert GAMES[seats](_done(file_of(seats).read_text(encoding="utf-8")))


def test_every_file_belongs_to_a_game() -> None:
    assert set(FILE.parent.glob("game-*.txt")) == {file_of(seats) for seats in GAMES}


def _played(seats: int, seed: int) -> list[str]:
    """A random game; of the seats that may act one at random, so that their decisions come mixed."""
    rng = np.random.default_rng(seed)
    s, texts = GAME.start(Options(), seats), list[str]()
    while acting := GAME.to_act(s):
        seat = acting[int(rng.integers(len(acting)))]
        offered = _offered(s, seat)
        text = offered[int(rng.integers(len(offered)))]
        texts.append(f"{'chance' if seat == CHANCE else f'seat {seat}'}: {text}")
        s = GAME.apply(s, seat, GAME.parse(text))
    return texts


def _write() -> None:
    """For each number of seats the first random game in which happens what it is there for."""
    for seats, wanted in GAMES.items():
        games = (told(seats, _played(seats, seed)) for seed in range(1000 * seats, 1000 * seats + 1000))
        file_of(seats).write_text(next(game for game in games if wanted(_done(game))), encoding="utf-8")


if __name__ == "__main__":
    _write()
