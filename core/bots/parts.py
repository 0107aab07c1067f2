"""Parts of a game that only judge, search or are fast: modules of its folder `bot/`, which it may lack."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def has_part(key: str, name: str) -> bool:
    """Whether the game with this key has a `bot/<name>.py`. Imports no compiler."""
    room = f"core.games.{key}"
    return all(map(find_spec, (room, f"{room}.bot", f"{room}.bot.{name}")))


def part_of(key: str, name: str) -> ModuleType:
    """The module `bot/<name>.py` of a game. Raises ImportError if there is none, or if it needs numba."""
    return import_module(f"core.games.{key}.bot.{name}")
