"""Whole games as text, one for each way to play: what was offered, what was done, what became of it.

The files in tests/data/<game>/ were written once and read through. If a rule changes on purpose, remove those
it is about, write them anew with `python -m tests.core.golden` and read the difference. What a game shows of
its positions is in `golden.py` of its folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from core import codec
from core.game import CHANCE, AnyGame, Outcome, ScoreLine, Seat
from tests.core.floors import GROWN
from tests.core.games import DATA_FOLDER


class Golden(NamedTuple):
    """A way to play, and whether what it is there for has happened in a game (without what was offered)."""

    options: Any
    seats: int
    wanted: Callable[[str], bool]


class GoldenGames(NamedTuple):
    """The golden games of a game, by the names of their files."""

    game: AnyGame
    games: dict[str, Golden]
    changes: Callable[[Any, Any, Seat], Iterable[str]]
    """What a step of a seat has changed: from the states before and after it."""
    drawing: Callable[[Any], Iterable[str]]
    """The last position."""
    played: Callable[[Golden, int], list[str]]
    """Steps of a random game with such a seed, as `written` has them."""

    @property
    def folder(self) -> Path:
        """Where the files are."""
        return DATA_FOLDER / self.game.info.key

    def file_of(self, name: str) -> Path:
        """The file of a game."""
        return self.folder / f"game-{name}.txt"


def golden_games() -> dict[str, GoldenGames]:
    """Those of every grown game, by its key."""
    keys = [game.info.key for game in GROWN]
    return {key: import_module(f"tests.core.games.{key}.golden").GOLDEN for key in keys}


def told(golden: GoldenGames, name: str, steps: list[str]) -> str:
    """The game in which these steps were done, as text; whoever acts is named in each."""
    game, (options, seats, _) = golden.game, golden.games[name]
    s = game.start(options, seats)
    lines = [f"{seats} seats, options {json.dumps(codec.changed_options(options))}"]
    for number, step in enumerate(steps, start=1):
        who, text = step.split(": ", 1)
        seat = CHANCE if who == "chance" else Seat(int(who.removeprefix("seat ")))
        offered = offered_to(game, s, seat)
        assert text in offered, step
        span = offered[0] if len(offered) == 1 else f"{offered[0]} … {offered[-1]}"
        lines.append(f"{number}. {step}   (of {len(offered)}: {span})")
        before, s = s, game.apply(s, seat, game.parse(text))
        lines += golden.changes(before, s, seat)
    outcome = game.outcome(s)
    assert outcome is not None
    return "\n".join([*lines, *golden.drawing(s), *_result(outcome)]) + "\n"


def _result(outcome: Outcome) -> Iterator[str]:
    """Everybody's points and how they came about, the reason and the winners."""
    sheets = outcome.breakdown or [()] * len(outcome.scores)
    for seat, (score, sheet) in enumerate(zip(outcome.scores, sheets, strict=True)):
        points = ", ".join(_point(line) for line in sheet)
        yield f"seat {seat}: {score:g}{points and f' = {points}'}"
    yield f"{outcome.reason}: winners {[*outcome.winners]}"


def _point(line: ScoreLine) -> str:
    return f"{line.code.rpartition('.')[2]} {line.amount:g}{line.how and f' ({line.how})'}"


def offered_to(game: AnyGame, s: Any, seat: Seat) -> list[str]:
    """Everything that a seat, or chance, may do now."""
    actions = game.legal(s, seat) if seat != CHANCE else [action for action, _ in game.chances(s)]
    return [game.notation(action) for action in actions]


def written(seat: Seat, text: str) -> str:
    """A step as text: whose it is, and what."""
    return f"{'chance' if seat == CHANCE else f'seat {seat}'}: {text}"


def steps_in(text: str) -> list[str]:
    """The steps of a game that is told."""
    return re.findall(r"^\d+\. (.*?)   \(of ", text, re.MULTILINE)


def happens(text: str) -> str:
    """A game without what was offered in it."""
    return re.sub(r"   \(of .*", "", text)


def write() -> None:
    """For each way to play that has no file the first random game in which happens what it is there for."""
    for golden in golden_games().values():
        for index, (name, way) in enumerate(golden.games.items()):
            if not golden.file_of(name).exists():
                seeds = range(1000 * index, 1000 * index + 1000)
                games = (told(golden, name, golden.played(way, seed)) for seed in seeds)
                text = next(game for game in games if way.wanted(happens(game)))
                golden.file_of(name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
