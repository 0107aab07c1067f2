"""Counts of all ways to go on from a position, as chess programs have them; each game has a `perft.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

from core.game import CHANCE, AnyGame
from tests.core.games import DATA_FOLDER


def kept(game: str) -> dict[str, dict[str, Any]]:
    """The positions of a game by their names; `counts` are the ways of one step, of two, and so on."""
    return tomllib.loads((DATA_FOLDER / game / "perft.toml").read_text(encoding="utf-8"))


def actions(game: AnyGame, state: Any) -> Sequence[Any]:
    """All that can happen next, chance included; of several seats the first goes on."""
    acting = game.to_act(state)
    if not acting:
        return ()
    if acting[0] == CHANCE:
        return [action for action, _ in game.chances(state)]
    return game.legal(state, acting[0])


def after(game: AnyGame, state: Any) -> list[tuple[str, Any]]:
    """Notations of all that can happen next, each with what comes of it."""
    return [
        (game.notation(action), game.apply(state, game.to_act(state)[0], action))
        for action in actions(game, state)
    ]


def ways(game: AnyGame, state: Any, depth: int) -> int:
    """How many sequences of `depth` steps there are; the last ones are only listed."""
    if depth == 1:
        return len(actions(game, state))
    return sum(ways(game, then, depth - 1) for _, then in after(game, state))


def breakdown(game: AnyGame, state: Any, depth: int) -> str:
    """The ways after each first step, to find where two counts part."""
    return "\n".join(
        f"{text}: {ways(game, then, depth - 1) if depth > 1 else 1}" for text, then in after(game, state)
    )


def check(game: AnyGame, state: Any, counts: Sequence[int]) -> None:
    """Raises AssertionError if there are not so many ways of one step, of two, and so on."""
    assert len(counts) >= 2
    for depth, expected in enumerate(counts, start=1):
        counted = ways(game, state, depth)
        assert counted == expected, f"{counted} at depth {depth}\n{breakdown(game, state, depth)}"
