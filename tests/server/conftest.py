"""The toy game on the shelf, for what Sturt has not: hands, chance, more than two seats."""

from __future__ import annotations

import pytest

import core.games
from tests.core import toy


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, toy.GAME))
