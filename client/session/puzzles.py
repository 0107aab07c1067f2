"""Puzzles: positions in which a move is to be found; those of the daily challenge are in `assets/`."""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

import assets
from core import position
from core.game import AnyGame, Refused, Seat
from core.position import Position


class Puzzle(msgspec.Struct, frozen=True):
    """Position, or view, in which `seat` is to act; one of the `answers` is asked for.

    `good` are further actions of which one is told that they are good, but not the best.
    """

    position: Position
    seat: Seat
    answers: tuple[Any, ...]
    good: tuple[Any, ...] = ()


class PuzzleError(Exception):
    """Raised where a file of puzzles is broken."""


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    position: str
    answers: Annotated[tuple[str, ...], Meta(min_length=1)]
    win: Annotated[float, Meta(ge=0, le=1)]
    next: Annotated[float, Meta(ge=0, le=1)]
    game: int


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    puzzles: Annotated[tuple[_Entry, ...], Meta(min_length=1)]


def challenge_puzzles(game: AnyGame) -> tuple[Puzzle, ...]:
    """All puzzles of a game, in the order of their days. Raises PuzzleError, which says what is wrong."""
    name = f"challenges/{game.info.key}.toml"
    try:
        raw = tomllib.loads(assets.path(name).read_text(encoding="utf-8"))
        return tuple(_puzzle(game, entry) for entry in msgspec.convert(raw, _File).puzzles)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError, Refused) as error:
        raise PuzzleError(f"{name}: {error}") from error


def known_actions(game: AnyGame, notations: Iterable[str]) -> tuple[Any, ...]:
    """The actions with these notations, as a file says them; what is none is left out."""
    actions = []
    for notation in notations:
        with contextlib.suppress(Refused):
            actions.append(game.parse(notation))
    return tuple(actions)


def _puzzle(game: AnyGame, item: _Entry) -> Puzzle:
    read = position.read(item.position, game)
    return Puzzle(read, game.to_act(read.state)[0], tuple(map(game.parse, item.answers)))
