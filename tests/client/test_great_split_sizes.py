"""The Great Split through a round: no word is smaller than 24 units, no sign of the game smaller than 20."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from client.settings import Settings
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core import messages as m
from core.games.great_split.rules import GREAT_SPLIT
from tests.client.couch import couch
from tests.client.looking import LEAST_SIGN, Sizes

SIGNS = tuple(f"tiles/great_split/{style}-" for style in ("bold", "icon", "sign", "level"))
"""Pictures of signs begin like this."""
STAGES = ["split", "choose", "resolve"]
SEATED = [
    ((360, 640), 2),
    *(((w, h), 7) for w, h in ((960, 540), (1440, 1080), (360, 640), (800, 1200), (720, 960))),
]


class Signs:
    """Notes how large the game's own signs are drawn from now on, in units."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.found: dict[str, float] = {}
        draw = Canvas.picture

        def noting(canvas: Canvas, name: str, rect: Rect, *rest: Any, **named: Any) -> None:
            if name.startswith(SIGNS):
                px = min(canvas.pixels(rect).size) + 1
                self.found[name] = min(px / canvas.scale, self.found.get(name, px / canvas.scale))
            draw(canvas, name, rect, *rest, **named)

        patch.setattr(Canvas, "picture", noting)

    def tiny(self) -> list[str]:
        """What is smaller than may be; forgets everything that was noted."""
        found, self.found = self.found, {}
        return [name for name, units in found.items() if units < LEAST_SIGN]


@pytest.mark.parametrize(("size", "seats"), SEATED, ids=lambda value: str(value).replace(", ", "x"))
def test_nothing_is_tiny_through_a_round(
    size: tuple[int, int], seats: int, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    sizes, signs, seen = Sizes(monkeypatch), Signs(monkeypatch), set[str]()
    others = (m.Plan("bot", level="easy") for _ in range(seats - 1))
    with couch(Settings(language="en"), size, tick=0.5) as hands:
        hands.open("great_split", {}, m.Plan("me", name="Ada", token=b"Ada" * 16), *others)
        canvas, table = hands.app.canvas, hands.table
        while not seen.issuperset(STAGES) or len(table.mirror.latest.view(0).estates[0].played) < 2:
            sizes.tiny(canvas), signs.tiny()
            canvas.cache.clear()
            hands.key(pygame.K_RIGHT)
            hands.rest(0.5)
            view = table.mirror.latest.view(0)
            assert (view.stage, sizes.tiny(canvas), signs.tiny()) == (view.stage, [], [])
            seen.add(view.stage)
            assert table.asked is not None
            table.decide(GREAT_SPLIT.legal(view, table.asked)[0])
            hands.until(lambda: table.stage.busy or table.asked is not None)
            hands.settle()
