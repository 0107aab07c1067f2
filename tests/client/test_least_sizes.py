"""At every table words have at least 24 units and signs at least 20, in wide windows and in high ones."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from client.stage.settings import Settings
from core.games import GAMES
from core.protocol import messages as m
from tests.client.couch import couch
from tests.client.looking import Sizes

WINDOWS = ((960, 540), (1440, 1080), (360, 640), (540, 720))


@pytest.mark.parametrize("size", WINDOWS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_nothing_at_a_table_is_tiny(
    game: object, most: bool, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    info = game.info  # type: ignore[attr-defined]
    seats = info.seats[-1 if most else 0]
    others = (m.SeatPlan("bot", level="easy") for _ in range(seats - 1))
    sizes = Sizes(monkeypatch)
    with couch(Settings(language="en"), size, tick=0.5) as hands:
        hands.open(info.key, {}, m.SeatPlan("me", name="Ada", token=b"Ada" * 16), *others)
        hands.settle()
        hands.key(pygame.K_RIGHT)
        sizes.tiny(hands.app.canvas)
        hands.app.canvas.cache.clear()
        hands.rest(0.5)
        assert sizes.tiny(hands.app.canvas) == []
