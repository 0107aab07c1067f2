"""What golden games of Sturt show: the field after every step; one game for each set of options."""

from __future__ import annotations

import numpy as np

from core import codec
from core.game import Seat
from core.games.sturt import board
from core.games.sturt.rules import STURT
from core.games.sturt.state import Declare, Options, State
from tests.core.games.sturt.diagrams import NS, WE, diagram_of
from tests.core.golden import Golden, GoldenGames, written


def name_of(options: Options) -> str:
    """The name of a set of options."""
    announce = options.announce.replace(" ", "_")
    return f"{announce}-{'no_draws' if options.no_draws else 'draws'}-{options.first}"


def is_long(text: str) -> bool:
    """Whether it has a step more than any phase 1."""
    return "\n32. " in text


def is_declared(text: str) -> bool:
    """Whether, besides, somebody goes on alone."""
    return is_long(text) and "declare" in text


def changes(before: State, s: State, seat: Seat) -> list[str]:
    """The field, what is left, and who is connected how."""
    supply = f"{s.supply.doubles} doubles, {s.supply.forks} forks, {s.supply.triples} triples left"
    said = ", announced" * s.announced + (f", seat {s.alone} alone" if s.alone is not None else "")
    lines = [*diagram_of(s.corners).split("\n"), f"{supply}{said}"]
    for edges, name in ((WE, "W–E"), (NS, "N–S")):
        route = board.connection(s.corners, edges)
        if route:
            steps = " ".join(f"{c.cell[0]},{c.cell[1]}{c.entered.name}{c.left.name}" for c in route)
            lines.append(f"{name}: {steps}")
    return [*lines, ""]


def played(golden: Golden, seed: int) -> list[str]:
    """A random game in which nobody declares before the desert has been covered a while."""
    rng = np.random.default_rng(seed)
    s, steps = STURT.start(golden.options, 2), list[str]()
    while s.result is None:
        legal = [a for a in STURT.legal(s, s.turn) if not isinstance(a, Declare) or s.supply.triples < 20]
        action = legal[int(rng.integers(len(legal)))]
        steps.append(written(s.turn, STURT.notation(action)))
        s = STURT.apply(s, s.turn, action)
    return steps


GAMES = {
    name_of(options): Golden(options, 2, is_declared if options.no_draws else is_long)
    for options in codec.every_options(STURT)
}
GOLDEN = GoldenGames(STURT, GAMES, changes, lambda s: [], played)
