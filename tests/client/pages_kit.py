"""What the tests of all games' rules pages share: their fields by page, and pages opened without a window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from assets.texts import Texts
from client.screens.rules.pages import Page
from client.screens.rules.screen import RulesScreen
from client.stage.settings import Settings
from client.stage.window import App


@contextmanager
def book(game: str, size: tuple[int, int] = (960, 540), **settings: Any) -> Iterator[tuple[App, RulesScreen]]:
    """The rules of a game, opened in a window that nobody sees; `settings` such as the language."""
    app = App(Settings(**settings), size=size, headless=True, clock=lambda: 0.0)
    screen = RulesScreen(game)
    app.push(screen)
    app.frame(0.0, [])
    yield app, screen
    app.close()


def fields(pages: Sequence[Page]) -> list[Any]:
    """All fields as parameters of a test, called by their page and place."""
    return [
        pytest.param(field, id=f"page {page.number}, field {index}")
        for page in pages
        for index, field in enumerate(page.picture.fields, 1)
    ]


def those(pages: Sequence[Page], what: str) -> list[Any]:
    """The same of those fields that show one kind of thing: that thing of each."""
    shown = [(getattr(param.values[0], what), param.id) for param in fields(pages)]
    return [pytest.param(thing, id=name) for thing, name in shown if thing is not None]


def words(game: str, language: str, page: int, part: str = "body") -> str:
    """A text of a page with nothing in its gaps."""
    texts = Texts(language)
    key = f"{game}.rules.{page}.{part}"
    return texts.translate(key, **dict.fromkeys(texts.gaps(key), ""))
