"""The pages of a game's rules: words in the texts, pictures in `assets/rules/<game>.toml`.

A game brings its pictures with the module `client.boards.<game>.pictures`, see `Illustrator`. Page n has
the texts `<game>.rules.<n>.title`, `.body` and `.caption`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, Protocol, cast

import msgspec

import assets
from client.boards import BOARDS, board
from client.boards.kit.illustration import Illustrator as BoardIllustrator
from client.boards.kit.illustration import Make
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.games import game as game_of


class RulesError(Exception):
    """A game's rules cannot be shown: no such game, or its pictures are broken."""


class Illustrator(Protocol):
    """What a game's module of pictures has: the type of its data, and the function that draws it."""

    Picture: type[msgspec.Struct]

    def picture(
        self, canvas: Canvas, rect: Rect, shown: Any, say: Callable[..., str], upto: float = 1.0
    ) -> Rect:
        """Draws a picture into the rectangle; what grows (a route) up to a share of its length.

        Returns what it covers: the caption comes below.
        """

    def ratio(self, shown: Any) -> float:
        """Width by height of the broadest place the picture can make use of."""


class Page(msgspec.Struct, frozen=True):
    """One page of a game's rules, counted from 1."""

    game: str
    number: int
    picture: Any

    @property
    def title(self) -> str:
        """The key of its heading."""
        return f"{self.game}.rules.{self.number}.title"

    @property
    def body(self) -> str:
        """The key of its text: paragraphs with an empty line between them."""
        return f"{self.game}.rules.{self.number}.body"

    @property
    def caption(self) -> str:
        """The key of the words below its picture."""
        return f"{self.game}.rules.{self.number}.caption"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pages: Annotated[list[Any], msgspec.Meta(min_length=1)]


def illustrator(game: str) -> Illustrator:
    """The module that draws the pictures of a game. Raises RulesError if there is no such game."""
    if game not in BOARDS:
        raise RulesError(f"no rules of {game!r}")
    if find_spec(f"client.boards.{game}.pictures") is None:
        return cast(Illustrator, BoardIllustrator(game_of(game), cast(Make, board)))
    return cast(Illustrator, import_module(f"client.boards.{game}.pictures"))


def load(game: str) -> tuple[Page, ...]:
    """All pages of a game's rules. Raises RulesError, which says where the data is wrong."""
    kind = illustrator(game).Picture
    try:
        raw = tomllib.loads(assets.path(f"rules/{game}.toml").read_text(encoding="utf-8"))
        pictures = [msgspec.convert(page, kind) for page in msgspec.convert(raw, _File).pages]
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RulesError(f"rules/{game}.toml: {error}") from error
    return tuple(Page(game, number, picture) for number, picture in enumerate(pictures, 1))
