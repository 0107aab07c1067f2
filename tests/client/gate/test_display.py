"""The surface of a screen in a browser: of any size that a page may say, and never too large."""

from __future__ import annotations

import wave
from io import BytesIO

import pygame
import pytest

from client.gate.display import (
    LEAST_SIDE,
    MOST_PIXELS,
    MOST_RATIO,
    MOST_SIDE,
    BrowserAudio,
    BrowserDisplay,
    surface_size,
)

SIDES = (1, 2, 63, 390, 844, 1280, 4096, 20_000)
DENSITIES = (0.1, 1.0, 2.625, 3.0, 16.0)


@pytest.mark.parametrize("density", DENSITIES)
def test_a_picture_is_never_too_large_nor_too_small(density: float) -> None:
    for width in SIDES:
        for height in SIDES:
            wide, high = surface_size(width, height, density)
            assert LEAST_SIDE <= wide <= MOST_SIDE and LEAST_SIDE <= high <= MOST_SIDE
            assert wide * high <= MOST_PIXELS * 1.01
            assert max(wide, high) <= MOST_RATIO * min(wide, high), "an app makes low pictures larger"


@pytest.mark.parametrize(
    ("screen", "density", "size"),
    [
        ((1280, 720), 1, (1280, 720)),
        ((1024, 768), 1, (1024, 768)),
        ((390, 844), 1, (390, 844)),
        ((360, 640), 2, (720, 1280)),
        ((390, 844), 0.5, (390, 844)),
        ((1, 1), 1, (64, 64)),
        ((20_000, 20_000), 16, (1000, 1000)),
    ],
)
def test_a_screen_gets_its_own_pixels_as_long_as_they_are_not_too_many(
    screen: tuple[int, int], density: float, size: tuple[int, int]
) -> None:
    assert surface_size(*screen, density) == size


def test_a_large_screen_keeps_its_shape() -> None:
    wide, high = surface_size(390, 844, 3)
    assert wide / high == pytest.approx(390 / 844, rel=0.01) and wide > 650


def test_a_resize_is_told_to_the_app_once() -> None:
    display = BrowserDisplay((300, 200), lambda kind, **fields: None)
    display.resize((300, 200))
    assert not display.waiting
    display.resize((200, 300))
    (event,) = display.events()
    assert (event.type, event.x, event.y) == (pygame.WINDOWSIZECHANGED, 200, 300)
    assert display.surface.get_size() == (200, 300) and not display.waiting


def test_what_the_app_wants_of_its_screen_is_told_to_the_page() -> None:
    told: list[tuple[str, dict[str, object]]] = []
    display = BrowserDisplay((300, 200), lambda kind, **fields: told.append((kind, fields)))
    display.set_typing(True)
    assert display.copy("a text")
    assert told == [("typing", {"on": True, "field": 1}), ("copy", {"text": "a text"})]


def test_a_sound_is_sent_once_and_then_named() -> None:
    told, sent = list[dict[str, object]](), list[bytes]()
    audio = BrowserAudio(0.8, lambda kind, **fields: told.append({"is": kind, **fields}), sent.append)
    audio.play("accept")
    audio.play("accept")
    audio.play("accept", 3)
    assert [one["cue"] for one in told] == ["accept+0", "accept+0", "accept+3"]
    assert [data[2 : 2 + data[1]] for data in sent] == [b"accept+0", b"accept+3"] and sent[0][:1] == b"S"
    with wave.open(BytesIO(sent[0][2 + sent[0][1] :])) as file:
        assert file.getnframes() > 0
    audio.set(0.0, 0.0)
    audio.play("accept")
    assert len(told) == 3, "a device without sound hears nothing"
