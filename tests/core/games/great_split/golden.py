"""What golden games of The Great Split show: tracks as ten numbers in their order, hands, scorings.

All with the numbers in tests/data/great_split/data.json.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from core.game import CHANCE, Seat
from core.games.great_split.state import Options, State
from tests.core.games.great_split.diagrams import GAME
from tests.core.golden import Golden, GoldenGames, offered_to, written

PHRASES: Final = ("sell splitter ", "sell ", "bonus prestige", "bonus ", "discard ", "-seal")


def has(*words: str) -> Callable[[str], bool]:
    """Whether all these words and PHRASES are in a text."""
    return lambda text: all(word in text for word in (*PHRASES, *words))


GAMES: Final = {
    "2": Golden(Options(), 2, has()),
    "3": Golden(Options(), 3, has("tie")),
    "4": Golden(Options(), 4, has("contract_emerald")),
    "7": Golden(Options(), 7, has("lost")),
}
"""A game for each of some numbers of seats."""


def changes(before: State, after: State, seat: Seat) -> Iterator[str]:
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


def played(golden: Golden, seed: int) -> list[str]:
    """A random game; of the seats that may act one at random, so that their decisions come mixed."""
    rng = np.random.default_rng(seed)
    s, steps = GAME.start(golden.options, golden.seats), list[str]()
    while acting := GAME.to_act(s):
        seat = acting[int(rng.integers(len(acting)))]
        offered = offered_to(GAME, s, seat)
        text = offered[int(rng.integers(len(offered)))]
        steps.append(written(seat, text))
        s = GAME.apply(s, seat, GAME.parse(text))
    return steps


GOLDEN = GoldenGames(GAME, GAMES, changes, lambda s: [], played)
