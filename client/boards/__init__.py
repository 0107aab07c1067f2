"""Boards: one module draws each game; `BOARDS` says which."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from core.game import AnyGame
from core.position import usual

if TYPE_CHECKING:  # the parts of boards are loaded with the first board
    from client.boards.kit.board import KitBoard

BOARDS: Final = {
    "down_under": ("client.boards.down_under.board", "DownUnderBoard"),
    "ghawar": ("client.boards.ghawar.board", "GhawarBoard"),
    "great_divide": ("client.boards.great_divide.board", "GreatDivideBoard"),
    "great_split": ("client.boards.great_split.board", "GreatSplitBoard"),
    "sturt": ("client.boards.sturt.board", "SturtBoard"),
}
"""Module and class of each game's board, loaded when a table of that game is shown."""


def board(game: AnyGame, options: Any, seats: int) -> KitBoard:
    """New board for a table."""
    module, name = BOARDS[game.info.key]
    made: KitBoard = getattr(import_module(module), name)(usual(game), options, seats)
    return made
