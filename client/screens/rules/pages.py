"""Pages of a game's rules: words in the texts, pictures in `assets/rules/<game>.toml`.

The format of a picture is described in `client.boards.kit.illustration`. Page n has the texts
`<game>.rules.<n>.title`, `.body` and `.caption`. What it `explains` are topics: keys below `<game>` of what
tips say a thing does (`tip.fork`), and of refusals (`refusal.too_far`). A topic is explained on one page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any

import msgspec

import assets
from client.boards import BOARDS, board
from client.boards.kit.illustration import Illustration
from client.boards.kit.illustrator import Illustrator
from core.games import game as game_of


class RulesError(Exception):
    """Raised when a game's rules cannot be shown: no such game, or its pictures are broken."""


class Page(msgspec.Struct, frozen=True):
    """Page of a game's rules, counted from 1."""

    game: str
    number: int
    picture: Illustration
    topics: tuple[str, ...] = ()
    """Keys of the texts that lead to this page."""

    @property
    def title(self) -> str:
        """Key of the page's heading."""
        return f"{self.game}.rules.{self.number}.title"

    @property
    def body(self) -> str:
        """Key of the page's text: paragraphs with an empty line between them."""
        return f"{self.game}.rules.{self.number}.body"

    @property
    def caption(self) -> str:
        """Key of the words below the page's picture."""
        return f"{self.game}.rules.{self.number}.caption"


class _PageData(Illustration, frozen=True, forbid_unknown_fields=True):
    explains: tuple[str, ...] = ()


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pages: Annotated[list[Any], msgspec.Meta(min_length=1)]


def illustrator(game: str) -> Illustrator:
    """Drawer of a game's pictures. Raises RulesError if there is no such game."""
    if game not in BOARDS:
        raise RulesError(f"no rules of {game!r}")
    return Illustrator(game_of(game), board)


def load(game: str) -> tuple[Page, ...]:
    """All pages of a game's rules. Raises RulesError, which says where the data is wrong."""
    if game not in BOARDS:
        raise RulesError(f"no rules of {game!r}")
    try:
        raw = tomllib.loads(assets.path(f"rules/{game}.toml").read_text(encoding="utf-8"))
        pages = [msgspec.convert(page, _PageData) for page in msgspec.convert(raw, _File).pages]
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RulesError(f"rules/{game}.toml: {error}") from error
    return tuple(
        Page(game, number, page, tuple(f"{game}.{topic}" for topic in page.explains))
        for number, page in enumerate(pages, 1)
    )


def page_about(game: str, topics: Iterable[str]) -> int:
    """Number of the page that explains the first of these topics that has one; 0 if there is none."""
    pages = _pages_by_topic(game)
    return next((pages[topic] for topic in topics if topic in pages), 0)


@cache
def _pages_by_topic(game: str) -> Mapping[str, int]:
    return {topic: page.number for page in load(game) for topic in page.topics}
