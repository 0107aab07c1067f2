"""Whole games as text, one for each way to play: what was offered, what was done, what became of it.

The files in tests/data/down_under were written once and read through. If a rule changes on purpose, write
them anew with `python -m tests.core.games.down_under.test_golden` and read the difference.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from core import codec
from core.games.down_under.board import length
from core.games.down_under.position import drawing
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import BILLABONG, Options, State
from tests.core.games import DATA_FOLDER

FOLDER = DATA_FOLDER / "down_under"

GAMES: Final[dict[str, tuple[Options, int, Callable[[str], bool]]]] = {
    "two": (Options(), 2, lambda text: text.count("\n") > 60),
    "three": (Options(), 3, lambda text: "billabong" in text),
    "four": (Options(), 4, lambda text: text.count("endN") > 2),
    "ring": (Options(size="unlimited"), 2, lambda text: "turn " in text),
    "animals": (
        Options(size="7x7", animals=True),
        3,
        lambda text: "dingo: winners" in text and "rabbits" in text,
    ),
    "single-start": (Options(single_start=True), 4, lambda text: text.count("\n") > 50),
    "river": (Options(size="6x8", frame="river"), 3, lambda text: text.count("\n") > 50),
    "border": (Options(frame="border", animals=True), 2, lambda text: "animals" in text),
    "two-cards": (Options(two_paths="two cards", animals=True), 2, lambda text: "dingo" in text),
    "one-card": (Options(size="8x8", two_paths="one card"), 2, lambda text: text.count("\n") > 60),
    "loses": (Options(animals=True, dingo="loses"), 2, lambda text: "dingo_lost" in text),
    "longest": (
        Options(two_paths="one card", paths_scored="longest"),
        2,
        lambda text: "length_a" in text and "length_b" in text,
    ),
}
"""Each game's options and seats, and what has to happen in it (the text without what was offered)."""


def file_of(name: str) -> Path:
    return FOLDER / f"game-{name}.txt"


def told(options: Options, seats: int, texts: list[str]) -> str:
    """The game in which these steps were done, as text."""
    s = DOWN_UNDER.start(options, seats)
    lines = [f"{seats} seats, options {json.dumps(codec.changed_options(options))}"]
    for number, text in enumerate(texts, start=1):
        offered = _offered(s)
        span = offered[0] if len(offered) == 1 else f"{offered[0]} … {offered[-1]}"
        lines.append(f"{number}. seat {s.turn}: {text}   (of {len(offered)}: {span})")
        before, s = s, DOWN_UNDER.apply(s, s.turn, DOWN_UNDER.parse(text))
        lines += _changes(before, s)
    outcome = DOWN_UNDER.outcome(s)
    assert outcome is not None
    lines += ["", *drawing(s.cards)[1], ""]
    for index, sheet in enumerate(outcome.breakdown):
        points = ", ".join(f"{point.code.rpartition('.')[2]} {point.amount:g}" for point in sheet)
        lines.append(f"seat {index}: {outcome.scores[index]:g} ({points})")
    lines.append(f"{outcome.reason}: winners {[*outcome.winners]}")
    return "\n".join(lines) + "\n"


def _done(written: str) -> str:
    """A game without what was offered in it."""
    return re.sub(r"   \(of .*", "", written)


def _offered(s: State) -> list[str]:
    return [DOWN_UNDER.notation(a) for a in DOWN_UNDER.legal(s, s.turn)]


def _changes(before: State, after: State) -> Iterator[str]:
    """What a step has changed beside the card that was laid."""
    lengths = [[length(path) for path in s.paths] for s in (before, after)]
    grown = [f"{path} is {now}" for path, (was, now) in enumerate(zip(*lengths, strict=True)) if was != now]
    if grown:
        yield f"    length of path {', '.join(grown)}"
    for laid in after.played[len(before.played) :]:
        if laid.card == BILLABONG:
            yield f"    billabong on {laid.x},{laid.y}: {' '.join(laid.through) or 'paths end there'}"
    if after.due:
        yield f"    due at {' '.join(f'{x},{y}' for x, y, _ in after.due)}"
    for path, (was, now) in enumerate(zip(before.paths, after.paths, strict=True)):
        if sorted(was.tips) != sorted(now.tips):
            yield f"    path {path}: {' and '.join(sorted(now.tips))}"
    for path, (earlier, is_stuck) in enumerate(zip(before.stuck, after.stuck, strict=True)):
        if is_stuck and not earlier:
            yield f"    path {path} is finished"


@pytest.mark.parametrize("name", GAMES)
def test_golden(name: str) -> None:
    written = file_of(name).read_text(encoding="utf-8")
    texts = [
        line.partition(": ")[2].partition("   (")[0] for line in written.splitlines() if line[:1].isdigit()
    ][1:]
    options, seats, _ = GAMES[name]
    assert told(options, seats, texts) == written


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_is_there_for_happens_in_it(name: str) -> None:
    assert GAMES[name][2](_done(file_of(name).read_text(encoding="utf-8")))


def test_every_file_belongs_to_a_game() -> None:
    assert set(FOLDER.glob("game-*.txt")) == {file_of(name) for name in GAMES}


def _played(options: Options, seats: int, seed: int) -> list[str]:
    """A random game in which ends are laid late."""
    rng = np.random.default_rng(seed)
    s, texts = DOWN_UNDER.start(options, seats), list[str]()
    while DOWN_UNDER.to_act(s):
        offered = _offered(s)
        lines = [text for text in offered if "end" not in text] or offered
        chosen = lines if rng.random() < 0.9 else offered
        texts.append(chosen[int(rng.integers(len(chosen)))])
        s = DOWN_UNDER.apply(s, s.turn, DOWN_UNDER.parse(texts[-1]))
    return texts


def _write() -> None:
    """For each way to play the first random game in which happens what it is there for."""
    for index, (name, (options, seats, wanted)) in enumerate(GAMES.items()):
        seeds = range(1000 * index, 1000 * index + 1000)
        games = (told(options, seats, _played(options, seats, seed)) for seed in seeds)
        file_of(name).write_text(next(game for game in games if wanted(_done(game))), encoding="utf-8")


if __name__ == "__main__":
    _write()
