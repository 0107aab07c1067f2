"""Monitors: their names, their room, and what is known where SDL cannot be asked."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from client.stage import monitors
from client.stage.monitors import Borders, Monitor, distinct
from client.ui import sdl

AREA = pygame.Rect(1920, 0, 1024, 600)
SMALL = Monitor("small", AREA, pygame.Rect(1920, 30, 1024, 570))


@pytest.fixture(autouse=True)
def _display() -> Iterator[None]:
    pygame.display.init()
    yield
    pygame.display.quit()


@pytest.mark.parametrize(
    ("wanted", "borders", "fits"),
    [
        ((800, 500), Borders(), (800, 500)),
        ((1280, 720), Borders(), (1024, 570)),
        ((1280, 400), Borders(left=2, right=2), (1020, 400)),
        ((640, 720), Borders(top=28, bottom=2), (640, 540)),
    ],
)
def test_a_window_and_its_frame_fit(wanted: tuple[int, int], borders: Borders, fits: tuple[int, int]) -> None:
    assert SMALL.fit(wanted, borders) == fits


def test_the_middle_is_that_of_the_usable_part() -> None:
    assert SMALL.centre((1000, 500)) == (1932, 65)


def test_monitors_of_one_name_are_told_apart() -> None:
    assert distinct(["A", "B", "A", "", ""]) == ["A 1", "B", "A 2", "1", "2"]


def test_a_monitor_has_a_name_and_all_of_it_is_usable_where_nothing_is_taken() -> None:
    (only,) = monitors.monitors()
    assert only.name and only.usable == only.area == pygame.Rect(
        (0, 0), pygame.display.get_desktop_sizes()[0]
    )


def test_without_sdl_there_is_one_monitor_as_large_as_the_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sdl, "library", lambda: None)
    (only,) = monitors.monitors()
    assert only.usable.size == pygame.display.get_desktop_sizes()[0]
    window = pygame.Window("", (100, 100))
    assert monitors.monitor_of(window) == 0 and monitors.borders_of(window) == Borders()
    window.destroy()
