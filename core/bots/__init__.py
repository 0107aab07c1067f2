"""Bots, players that are programs: the contract, random, greedy and search.

A game brings its own in `core/games/<game>/bot/player.py`: a table `LEVELS` from level to bot. A game without
one, or without some level, is played by bots that know nothing but the rules: one that sees an immediate win,
and a search.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

from core.bots.contract import Bot, Budget, Evaluator, NoEvaluator
from core.bots.greedy import Greedy
from core.bots.parts import has_part, part_of
from core.bots.random import Random
from core.bots.search import Search
from core.game import AnyGame, Refused
from core.protocol.messages import LEVELS

__all__ = ["Bot", "Budget", "Evaluator", "bot", "has_compiler"]

PLAYOUT_DEPTH: Final = 60
_GENERAL_BOTS: Final[Mapping[str, Bot]] = {
    "random": Random(),
    "easy": Greedy(NoEvaluator(), noise=0.2),
    "normal": Search(NoEvaluator(), 100, PLAYOUT_DEPTH),
    "hard": Search(NoEvaluator(), 400, PLAYOUT_DEPTH),
    "expert": Search(NoEvaluator(), 1600, PLAYOUT_DEPTH),
}


def bot(game: AnyGame, level: str) -> Bot:
    """The bot of this level for a game. Raises `Refused("match.refusal.unknown_level")`."""
    if level not in LEVELS:
        raise Refused("match.refusal.unknown_level", level=level[:40], known=", ".join(LEVELS))
    return {**_GENERAL_BOTS, **_own(game.info.key)}[level]


def has_compiler() -> bool:
    """Whether compiled code is to be had, so that experts search with it. Imports nothing."""
    return find_spec("numba") is not None


def _own(key: str) -> Mapping[str, Bot]:
    """Levels that a game brings itself."""
    levels: Mapping[str, Bot] = part_of(key, "player").LEVELS if has_part(key, "player") else {}
    return levels
