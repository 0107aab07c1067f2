"""The Great Split through a round: no word is smaller than 24 units, no sign of the game smaller than 20."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from client.boards.great_split.layout import layout_of
from client.stage.settings import Settings
from client.stage.window import App
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core import codec, record
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import Options
from core.protocol import messages as m
from core.simultaneous import Step
from tests.client.boards.great_split.fixtures import games
from tests.client.couch import couch
from tests.client.looking import LEAST_SIGN, Sizes
from tests.client.test_screen_replay import ReplayScreen, Where

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
        """Signs that are smaller than may be; forgets everything that was noted."""
        found, self.found = self.found, {}
        return [name for name, units in found.items() if units < LEAST_SIGN]


@pytest.mark.long
@pytest.mark.covering(most=1)
@pytest.mark.parametrize(("size", "seats"), SEATED, ids=lambda value: str(value).replace(", ", "x"))
def test_nothing_is_tiny_through_a_round(
    size: tuple[int, int], seats: int, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    sizes, signs, seen = Sizes(monkeypatch), Signs(monkeypatch), set[str]()
    others = (m.SeatPlan("bot", level="easy") for _ in range(seats - 1))
    with couch(Settings(language="en"), size, tick=0.5) as hands:
        hands.open("great_split", {}, m.SeatPlan("me", name="Ada", token=b"Ada" * 16), *others)
        canvas, table = hands.app.canvas, hands.table
        sizes.tiny(canvas), signs.tiny()  # of the title
        while not seen.issuperset(STAGES) or len(table.client_table.latest.view(0).estates[0].played) < 2:
            canvas.cache.clear()
            hands.key(pygame.K_RIGHT)
            hands.rest(0.5)
            view = table.client_table.latest.view(0)
            assert (view.stage, sizes.tiny(canvas), signs.tiny()) == (view.stage, [], [])
            seen.add(view.stage)
            assert table.model.asked is not None
            table.model.decide(GREAT_SPLIT.legal(view, table.model.asked)[0])
            hands.until(lambda: table.model.playback.busy or table.model.asked is not None)
            hands.settle()


@pytest.mark.covering(most=1)
@pytest.mark.parametrize(
    "size", [(960, 540), (1440, 1080), (360, 640)], ids=lambda size: f"{size[0]}x{size[1]}"
)
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_nothing_is_tiny_in_a_replay(
    seats: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    """The estates of all seats are on the table, or where they could not be read bars instead of them."""
    steps = [Step(seat, action) for _, seat, action, _ in games(seats, 4)]
    names = tuple(f"Ana-Sofia de la Fuente {seat}" for seat in range(seats))
    header = record.Header("great_split", codec.plain(Options()), seats, names, "2026-11-21")
    replayed = record.read(record.write(GREAT_SPLIT, header, steps))
    app = App(Settings(language="en"), size=size, headless=True, clock=lambda: 0.0)
    app.push(ReplayScreen(replayed, Where().actions))
    sizes, signs, now = Sizes(monkeypatch), Signs(monkeypatch), 0.0
    for at in (5.0, 60.0, 120.0):
        while now < at:
            now += 0.5
            app.frame(now, [])
        sizes.tiny(app.canvas), signs.tiny()
        app.canvas.cache.clear()
        app.frame(now + 0.1, [])
        assert (at, sizes.tiny(app.canvas), signs.tiny()) == (at, [], [])


def test_two_estates_lie_side_by_side_where_there_is_room() -> None:
    """As in the show of the shelf: their cells are as high as they can be."""
    broad, usual = (layout_of(Rect(0, 0, wide, 820), Rect(0, 0, 0, 0), 2, -1) for wide in (1864, 1100))
    assert broad.panels[0]["estate"].right < broad.panels[1]["estate"].x
    assert usual.panels[0]["estate"].bottom < usual.panels[1]["estate"].y
    assert broad.panels[0]["row 0"].h > 1.5 * usual.panels[0]["row 0"].h
