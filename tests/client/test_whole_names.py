"""Names that have no room for all their letters are told in full where the pointer rests."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.screens.gather.screen import GatherScreen
from client.screens.shared import full_names
from client.stage.settings import Settings
from core.protocol import messages as m
from tests.client.couch import couch
from tests.client.looking import point
from tests.client.screens_kit import opened, server, stage
from tests.client.test_screen_gather import shown

LONG = ("W" * 24, "あ" * 24)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names in tips that are drawn from now on."""
    names: list[str] = []
    monkeypatch.setattr(full_names, "draw_tip", lambda _canvas, text, *_, **__: names.append(text))
    return names


@pytest.mark.parametrize("size", [(360, 480), (960, 540)], ids=str)
def test_on_the_plates_of_a_table(size: tuple[int, int], told: list[str], home: Path) -> None:
    with couch(Settings(language="en"), size, tick=0.1) as hands:
        names = ("Ada", *LONG)
        hands.open(
            "ghawar", {}, *(m.SeatPlan("me", name=name, token=name[0].encode() * 16) for name in names)
        )
        for plate, name in zip(hands.table.model.lay.plates, names, strict=True):
            told.clear()
            hands.point(*plate.centre)
            assert told == []
            hands.rest(0.6)
            assert set(told) == {name} - {"Ada"}


def test_in_the_rows_of_a_table_that_gathers(told: list[str]) -> None:
    with server() as house, stage(size=(360, 480)) as on:
        session = opened(on, house, LONG[0], "Ada", "open", game="ghawar")
        screen, _ = shown(on, session)
        assert isinstance(screen, GatherScreen)
        for row, name in zip([seat.rect for seat in screen.seats], (LONG[0], "Ada"), strict=False):
            told.clear()
            point(on.app, (row.x + 150, row.cy), on.clock.now)
            assert told == []
            on.frames(0.6)
            assert set(told) == {name} - {"Ada"}
