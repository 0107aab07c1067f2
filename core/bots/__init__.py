"""Players that are programs: the bot contract, random, greedy and search.

A game brings its own in `core/games/<game>/bot.py`: a table `LEVELS` from level to bot. A game without
one, or without some level, is played by a search that knows nothing but the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from core.bots.contract import Blank, Bot, Budget, Judge, never
from core.bots.random import Random
from core.bots.search import Search
from core.game import AnyGame, Refused

__all__ = ["LEVELS", "Bot", "Budget", "Judge", "bot", "never"]

PLAYOUT: Final = 60
_ANYWHERE: Final[Mapping[str, Bot]] = {
    "random": Random(),
    "easy": Search(Blank(), 20, PLAYOUT),
    "normal": Search(Blank(), 100, PLAYOUT),
    "hard": Search(Blank(), 400, PLAYOUT),
}
LEVELS: Final = tuple(_ANYWHERE)
"""How good a bot can be asked to be, the weakest first."""


def bot(game: AnyGame, level: str) -> Bot:
    """The bot of this level for a game. Raises `Refused("match.refusal.unknown_level")`."""
    if level not in LEVELS:
        raise Refused("match.refusal.unknown_level", level=level[:40], known=", ".join(LEVELS))
    return {**_ANYWHERE, **_own(game.info.key)}[level]


def _own(key: str) -> Mapping[str, Bot]:
    """The levels that a game brings itself."""
    room = f"core.games.{key}"
    if find_spec(room) is None or find_spec(f"{room}.bot") is None:
        return {}
    levels: Mapping[str, Bot] = import_module(f"{room}.bot").LEVELS
    return levels
