"""Whole games as text, one for each set of options: what was offered, what was done, what became of it.

The files in tests/data/sturt were written once and read through. If a rule changes on purpose, write
them anew with `python -m tests.core.games.sturt.test_golden` and read the difference.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest

from core import codec
from core.games.sturt import board
from core.games.sturt.rules import STURT
from core.games.sturt.state import Action, Declare, Options, State
from tests.core.games import DATA_FOLDER
from tests.core.games.sturt.diagrams import NS, WE, diagram_of

FOLDER = DATA_FOLDER / "sturt"
OPTIONS = codec.every_options(STURT)


def name_of(options: Options) -> str:
    """The file of a set of options."""
    announce = options.announce.replace(" ", "_")
    return f"game-{announce}-{'no_draws' if options.no_draws else 'draws'}-{options.first}.txt"


def told(options: Options, texts: list[str]) -> str:
    """The game in which these actions were done, as text."""
    s = STURT.start(options, 2)
    lines = [f"options {json.dumps(codec.changed_options(options))}", ""]
    for number, text in enumerate(texts, start=1):
        legal = STURT.legal(s, s.turn)
        lines.append(f"{number}. seat {s.turn}: {text}   (of {len(legal)}: {_span(legal)})")
        s = STURT.apply(s, s.turn, STURT.parse(text))
        lines += _shown(s)
    outcome = STURT.outcome(s)
    assert outcome is not None
    lines.append(f"{outcome.reason}: winners {[*outcome.winners]}, scores {[*outcome.scores]}")
    return "\n".join(lines) + "\n"


def _span(legal: Sequence[Action]) -> str:
    texts = [STURT.notation(a) for a in legal]
    return texts[0] if len(texts) == 1 else f"{texts[0]} … {texts[-1]}"


def _shown(s: State) -> list[str]:
    supply = f"{s.supply.doubles} doubles, {s.supply.forks} forks, {s.supply.triples} triples left"
    said = ", announced" * s.announced + (f", seat {s.alone} alone" if s.alone is not None else "")
    lines = [*diagram_of(s.corners).split("\n"), f"{supply}{said}"]
    for seat, name in ((WE, "W–E"), (NS, "N–S")):
        route = board.connection(s.corners, seat)
        if route:
            steps = " ".join(f"{c.cell[0]},{c.cell[1]}{c.entered.name}{c.left.name}" for c in route)
            lines.append(f"{name}: {steps}")
    return [*lines, ""]


@pytest.mark.parametrize("options", OPTIONS, ids=name_of)
def test_golden(options: Options) -> None:
    written = (FOLDER / name_of(options)).read_text(encoding="utf-8")
    texts = [line.split()[3] for line in written.splitlines() if ". seat " in line]
    assert told(options, texts) == written


def test_every_file_belongs_to_a_set_of_options() -> None:
    assert {path.name for path in FOLDER.glob("game-*.txt")} == {name_of(options) for options in OPTIONS}


def _played(options: Options, seed: int) -> list[str]:
    """A random game in which nobody declares before the desert has been covered a while."""
    rng = np.random.default_rng(seed)
    s, texts = STURT.start(options, 2), list[str]()
    while s.result is None:
        legal = [a for a in STURT.legal(s, s.turn) if not isinstance(a, Declare) or s.supply.triples < 20]
        action = legal[int(rng.integers(len(legal)))]
        texts.append(STURT.notation(action))
        s = STURT.apply(s, s.turn, action)
    return texts


def _write() -> None:
    """For each set of options the first random game that has a step more than any phase 1."""
    for index, options in enumerate(OPTIONS):
        wanted = {True: "declare", False: ""}[options.no_draws]
        games = (_played(options, seed) for seed in range(100 * index, 100 * index + 100))
        texts = next(game for game in games if len(game) > 31 and (not wanted or wanted in game))
        (FOLDER / name_of(options)).write_text(told(options, texts), encoding="utf-8")


if __name__ == "__main__":
    _write()
