"""From a game on the couch to the archive, with every device, also after the program has begun anew."""

from __future__ import annotations

import random
from functools import partial

import pygame
import pytest

from client.screens.archive.screen import ArchiveScreen
from client.screens.archive.statistics import StatisticsScreen
from client.screens.replay.screen import ReplayScreen
from client.screens.table.screen import TableScreen
from client.screens.title.screen import TitleScreen
from client.stage.settings import Settings
from client.ui.focus import Widget
from core.games.sturt.state import Options
from core.protocol import messages as m
from tests.client.couch import PAD, Couch, couch, fingers

QUICK = Settings(language="en", names=("Ada", "Bo"), speed=4.0)


def play_out(hands: Couch) -> None:
    """The rest of a game of Sturt, then back to the title."""
    hands.open("sturt", Options(), m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo"))
    table, rng = hands.table, random.Random(3)
    while table.client_table.latest.outcome is None:
        (seat,), turn = table.client_table.latest.to_act, table.client_table.latest.turn
        legal = table.client_table.game.legal(table.client_table.latest.view(seat), seat)
        table.session.act(seat, rng.choice(legal))
        hands.until(partial(_beyond, table, turn))
    table.actions.leave()
    hands.until(lambda: isinstance(hands.app.top, TitleScreen))
    hands.rest()


def _beyond(table: TableScreen, turn: int) -> bool:
    return table.client_table.latest.turn > turn


def archive(hands: Couch) -> ArchiveScreen:
    top = hands.app.top
    assert isinstance(top, ArchiveScreen)
    hands.until(lambda: top.archive.games is not None and not top.archive.busy)
    hands.rest()
    return top


def standings(hands: Couch) -> tuple[m.PlayerStatistics, ...]:
    top = hands.app.top
    assert isinstance(top, StatisticsScreen)
    hands.until(lambda: top.archive.standings is not None)
    return top.rows


def to(hands: Couch, widget: Widget, device: str) -> None:
    """Press a widget: with a pad or keys the focus is led there first."""
    if device == "mouse":
        hands.press(widget)
        return
    push = fingers(hands, device)
    focus = hands.app.top.focus  # type: ignore[union-attr]  # all of these screens have one
    for _ in focus.widgets:
        if focus.current is widget:
            break
        push.cycle()
    assert focus.current is widget
    push.accept()


@pytest.mark.usefixtures("home")
def test_a_finished_game_is_in_the_archive_and_is_watched_again_with_every_device() -> None:
    with couch(QUICK, (960, 540), tick=0.1, drawn=False) as hands:
        play_out(hands)
    with couch(QUICK, (960, 540), tick=0.1, drawn=False) as hands:
        hands.program.title()
        hands.rest(0.5)
        for device in ("mouse", "keyboard", "pad"):
            title = hands.app.top
            assert isinstance(title, TitleScreen)
            to(hands, title.archive, device)
            shelves = archive(hands)
            (line,) = shelves.archive.games or ()
            assert line.names == ("Ada", "Bo") and line.game == "sturt"
            to(hands, shelves.open, device)
            hands.until(lambda: isinstance(hands.app.top, ReplayScreen))
            replay = hands.app.top
            assert isinstance(replay, ReplayScreen)
            assert len(replay.saved.steps) == line.steps and replay.saved.header.names == ("Ada", "Bo")
            hands.key(pygame.K_ESCAPE)
            hands.rest()
            to(hands, archive(hands).stats, device)
            assert {(one.name, one.games) for one in standings(hands)} == {("Ada", 1), ("Bo", 1)}
            for _ in range(2):
                hands.key(pygame.K_ESCAPE)
                hands.rest()


@pytest.mark.usefixtures("home")
def test_the_way_through_the_archive_by_directions_alone() -> None:
    """From the field to the list, from there to what can be done, and back; nothing is out of reach."""
    with couch(QUICK, (960, 540), tick=0.1, drawn=False) as hands:
        play_out(hands)
        hands.program.archive()
        screen = archive(hands)
        seen: set[Widget | None] = {screen.focus.current}
        rng = random.Random(1)
        for _ in range(150):
            # Left and right change the choice of the game, and with it what there is.
            ways = [(0, -1), (0, 1)] if screen.focus.current is screen.games else list(PAD)
            hands.pad(PAD[rng.choice(ways)])
            seen.add(screen.focus.current)
        assert seen == {
            screen.field,
            screen.games,
            screen.list,
            screen.open,
            screen.keep,
            screen.stats,
            screen.back,
        }
