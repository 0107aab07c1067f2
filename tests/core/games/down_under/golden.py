"""What golden games of Down Under show: lengths and ends of paths, billabongs, and the last field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from core.game import Seat
from core.games.down_under.board import length
from core.games.down_under.position import drawing
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import BILLABONG, Options, State
from tests.core.golden import Golden, GoldenGames, offered_to, written

GAMES: Final = {
    "two": Golden(Options(), 2, lambda text: text.count("\n") > 60),
    "three": Golden(Options(), 3, lambda text: "billabong" in text),
    "four": Golden(Options(), 4, lambda text: text.count("endN") > 2),
    "ring": Golden(Options(size="unlimited"), 2, lambda text: "turn " in text),
    "animals": Golden(
        Options(size="7x7", animals=True),
        3,
        lambda text: "dingo: winners" in text and "rabbits" in text,
    ),
    "single-start": Golden(Options(single_start=True), 4, lambda text: text.count("\n") > 50),
    "river": Golden(Options(size="6x8", frame="river"), 3, lambda text: text.count("\n") > 50),
    "border": Golden(Options(frame="border", animals=True), 2, lambda text: "animals" in text),
    "two-cards": Golden(Options(two_paths="two cards", animals=True), 2, lambda text: "dingo" in text),
    "one-card": Golden(Options(size="8x8", two_paths="one card"), 2, lambda text: text.count("\n") > 60),
    "loses": Golden(Options(animals=True, dingo="loses"), 2, lambda text: "dingo_lost" in text),
    "longest": Golden(
        Options(two_paths="one card", paths_scored="longest"),
        2,
        lambda text: "length_a" in text and "length_b" in text,
    ),
}
"""A game for each way to play."""


def changes(before: State, after: State, seat: Seat) -> Iterator[str]:
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


def played(golden: Golden, seed: int) -> list[str]:
    """A random game in which ends are laid late."""
    rng = np.random.default_rng(seed)
    s, steps = DOWN_UNDER.start(golden.options, golden.seats), list[str]()
    while DOWN_UNDER.to_act(s):
        offered = offered_to(DOWN_UNDER, s, s.turn)
        lines = [text for text in offered if "end" not in text] or offered
        chosen = lines if rng.random() < 0.9 else offered
        text = chosen[int(rng.integers(len(chosen)))]
        steps.append(written(s.turn, text))
        s = DOWN_UNDER.apply(s, s.turn, DOWN_UNDER.parse(text))
    return steps


def last_field(s: State) -> list[str]:
    return ["", *drawing(s.cards)[1], ""]


GOLDEN = GoldenGames(DOWN_UNDER, GAMES, changes, last_field, played)
