"""Pages of a game's rules: words in the texts, pictures in `assets/rules/<game>.toml`.

The format of a picture is described in `client.boards.kit.illustration`. Page n has the texts
`<game>.rules.<n>.title`, `.body` and `.caption`. A page that `decides` shows a group of the game's decisions:
`<game>.decided.<group>.title`, and `.caption` if it has a picture, which it may do without. What a page
`explains` are topics: keys below `<game>` of what tips say a thing does (`tip.fork`), and of refusals
(`refusal.too_far`). A topic is explained on one page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any

import msgspec

import assets
from assets.texts import TextLookup
from client.boards import BOARDS, board
from client.boards.kit.illustration import Illustration, IllustrationField
from client.boards.kit.illustrator import Illustrator
from client.screens.rules import decision_chapter
from core.game import DecisionGroup
from core.games import game as game_of


class RulesError(Exception):
    """Raised when a game's rules cannot be shown: no such game, or its pictures are broken."""


class Page(msgspec.Struct, frozen=True):
    """Page of a game's rules, counted from 1."""

    game: str
    number: int
    picture: Illustration
    """Without fields if there is none."""
    topics: tuple[str, ...] = ()
    """Keys of the texts that lead to this page."""
    decisions: DecisionGroup | None = None
    """Chapter that the page shows instead of a text of its own."""

    @property
    def title(self) -> str:
        """Key of the page's heading."""
        return f"{self._start}.title"

    @property
    def caption(self) -> str:
        """Key of the words below the page's picture."""
        return f"{self._start}.caption"

    def body(self, translate: TextLookup, gaps: Mapping[str, str]) -> str:
        """Text of the page: paragraphs with an empty line between them. `gaps` are the names of keys."""
        if self.decisions is not None:
            return decision_chapter.chapter(translate, game_of(self.game).info, self.decisions)
        return translate(f"{self._start}.body", **gaps).strip()

    @property
    def _start(self) -> str:
        if self.decisions is not None:
            return f"{self.game}.decided.{self.decisions.key}"
        return f"{self.game}.rules.{self.number}"


class _PageData(Illustration, frozen=True, forbid_unknown_fields=True):
    fields: Annotated[tuple[IllustrationField, ...], msgspec.Meta(max_length=6)] = ()
    explains: tuple[str, ...] = ()
    decides: str = ""

    def __post_init__(self) -> None:
        if not self.fields and not self.decides:
            raise ValueError("a page has a picture or shows decisions")


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
        return tuple(_page(game, number, page) for number, page in enumerate(pages, 1))
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RulesError(f"rules/{game}.toml: {error}") from error


def _page(game: str, number: int, data: _PageData) -> Page:
    groups = {group.key: group for group in game_of(game).info.decisions}
    if data.decides and data.decides not in groups:
        raise RulesError(f"rules/{game}.toml: page {number}: no decisions about {data.decides!r}")
    topics = tuple(f"{game}.{topic}" for topic in data.explains)
    return Page(game, number, data, topics, groups.get(data.decides))


def page_about(game: str, topics: Iterable[str]) -> int:
    """Number of the page that explains the first of these topics that has one; 0 if there is none."""
    pages = _pages_by_topic(game)
    return next((pages[topic] for topic in topics if topic in pages), 0)


@cache
def _pages_by_topic(game: str) -> Mapping[str, int]:
    return {topic: page.number for page in load(game) for topic in page.topics}
