"""Setup of a game for an environment: its rules, options and seats, checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core import codec
from core.bots.parts import has_part
from core.game import AnyGame, Refused
from core.games import GAMES


class NotPossible(ValueError):
    """Raised, with a sentence, for a game, options, seats, seeds or actions that there are not."""


class Setup(NamedTuple):
    """A game with options and a number of seats that go together."""

    rules: AnyGame
    options: Any
    seats: int


def setup(key: str, options: Mapping[str, Any] | None = None, seats: int | None = None) -> Setup:
    """The setup of the game with this key; the usual options, and as few seats as can be, if none are given.

    Raises `NotPossible`.
    """
    rules = game_of(key)
    if options is not None and not isinstance(options, Mapping):
        raise NotPossible(f"Options are a table from names to values, not {options!r}.")
    count = rules.info.seats[0] if seats is None else seats
    if isinstance(count, bool | float) or count not in rules.info.seats:
        allowed = ", ".join(map(str, rules.info.seats))
        raise NotPossible(f"{rules.info.title} is played with {allowed} seats, not with {count!r}.")
    try:
        chosen = codec.options_of(rules, dict(options or {}))
        rules.start(chosen, count)
    except Refused as refused:
        raise NotPossible(f"{rules.info.title} is not played like this: {reason(refused)}.") from None
    return Setup(rules, chosen, count)


def encoded_games() -> tuple[AnyGame, ...]:
    """Games on the shelf that have an encoding. Imports no compiler."""
    return tuple(game for game in GAMES if has_part(game.info.key, "encoding"))


def game_of(key: str) -> AnyGame:
    """The game with this key. Raises `NotPossible`, also for a game without an encoding."""
    for game in encoded_games():
        if game.info.key == key:
            return game
    known = ", ".join(game.info.key for game in encoded_games())
    raise NotPossible(f"There is no game {key!r}; there are {known}.")


def reason(refused: Refused) -> str:
    """Reason of a refusal, in the words of its code."""
    words = refused.refusal.code.rpartition(".")[2].replace("_", " ")
    values = "; ".join(f"{name}: {value}" for name, value in refused.refusal.values.items())
    return f"{words} ({values})" if values else words
