"""The replay screen, driven by keys and the mouse."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest

from client.screens.replay.screen import ReplayActions, ReplayScreen
from client.screens.replay.scrubber import Scrubber
from client.stage.settings import Settings
from client.stage.window import App
from client.ui import theme as themes
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core import record
from tests.client.screens_kit import EVERYWHERE, Clock, Stage, check_layout, recorded, stage


class Where:
    """Notes where the screen leads to."""

    def __init__(self) -> None:
        self.played: list[tuple[str, tuple[str, ...]]] = []
        self.left = 0
        self.rules: list[tuple[str, int]] = []

    def leave(self) -> None:
        self.left += 1

    @property
    def actions(self) -> ReplayActions:
        return ReplayActions(
            play_on=lambda text, names: self.played.append((text, names)),
            rules=lambda key, page: self.rules.append((key, page)),
            settings=lambda: None,
            leave=self.leave,
        )


def shown(on: Stage, where: Where | None = None, names: tuple[str, ...] = ("Ada", "Kenji")) -> ReplayScreen:
    screen = ReplayScreen(recorded(names=names), (where or Where()).actions)
    on.app.push(screen)
    return screen


def paused(on: Stage, where: Where | None = None) -> ReplayScreen:
    screen = shown(on, where)
    screen.toggle()
    on.frames()
    assert screen.head.at == 0
    return screen


@pytest.mark.parametrize(
    ("names", "levels", "called"),
    [
        (("Ada", ""), ("", "hard"), ("Ada", "Hard AI")),
        (("", ""), ("normal", "normal"), ("Normal AI 1", "Normal AI 2")),
        (("Ada", "Bo"), ("", "easy"), ("Ada", "Bo (Easy AI)")),
        ((), (), ("Player 1", "Player 2")),
    ],
)
def test_ais_are_called_what_they_were_at_the_table(
    names: tuple[str, ...], levels: tuple[str, ...], called: tuple[str, str]
) -> None:
    with stage() as on:
        screen = ReplayScreen(recorded(names=names, levels=levels), Where().actions)
        on.app.push(screen)
        assert tuple(screen.seat_name(seat) for seat in (0, 1)) == called


def test_it_plays_by_itself_to_the_end_and_says_who_won() -> None:
    with stage(speed=4.0) as on:
        screen = shown(on)
        on.leap(320, 0.1)
        assert screen.head.at_end and not screen.head.playing and not screen.playback.busy
        assert screen.prompt.text == "Ada wins! The opponent's card completed the connection."
        assert not screen.on.enabled and screen.on.tip


def test_keys_play_step_and_go_back() -> None:
    with stage() as on:
        screen = paused(on)
        on.key(pygame.K_n, pygame.K_n)
        assert screen.head.at == 2 and screen.playback.busy
        on.frames(3)
        assert screen.head.at == 2 and not screen.playback.busy
        on.key(pygame.K_u)
        assert screen.head.at == 1
        on.key(pygame.K_e, pygame.K_q, pygame.K_q, pygame.K_q)
        assert screen.head.at == 0
        on.key(pygame.K_p)
        on.frames(3)
        assert screen.head.at >= 1


def test_the_scrubber_goes_anywhere_by_pointer_and_by_arrows() -> None:
    with stage() as on:
        screen = paused(on)
        line = screen.scrubber.line
        on.click((screen.scrubber.x_of(10), line.cy))
        assert screen.head.at == 10
        on.key(pygame.K_LEFT, pygame.K_LEFT, pygame.K_RIGHT)
        assert screen.head.at == 9
        on.click((line.right + 20, line.cy))
        assert screen.head.at_end
        on.click((line.x - 20, line.cy))
        assert screen.head.at == 0


def test_the_buttons_lead_to_both_ends() -> None:
    with stage() as on:
        screen = paused(on)
        on.click(screen.transport[4])
        assert screen.head.at_end
        on.click(screen.transport[0])
        assert screen.head.at == 0
        on.click(screen.transport[3])
        assert screen.head.at == 1


def test_a_move_of_the_list_is_seen_again() -> None:
    with stage() as on:
        screen = paused(on)
        on.click(screen.list.row(3, on.clock.now))
        on.frames()
        assert screen.head.at == 4 and screen.playback.event is not None
        assert screen.playback.event.before.turn == 3


def test_playing_on_hands_over_the_game_so_far() -> None:
    where = Where()
    with stage() as on:
        screen = paused(on, where)
        screen.jump(12)
        on.click(screen.on)
        (text, names), *more = where.played
        assert not more and names == ("Ada", "Kenji")
        assert record.read(text).steps == recorded().steps[:12]
        screen.jump(99)
        on.click(screen.on)
        assert len(where.played) == 1


def test_escape_leaves_and_help_shows_the_rules() -> None:
    where = Where()
    with stage() as on:
        shown(on, where)
        on.key(pygame.K_F1, pygame.K_ESCAPE)
        assert (where.rules, where.left) == ([("sturt", 0)], 1)


def test_nameless_seats_have_numbers() -> None:
    with stage() as on:
        screen = shown(on, names=())
        assert [screen.seat_name(seat) for seat in (0, 1, -1)] == [
            "Player 1",
            "Player 2",
            "The luck of the draw",
        ]


def test_an_empty_record_is_no_trouble() -> None:
    saved = recorded()
    none = record.read(record.write(saved.game, saved.header, ()))
    with stage() as on:
        screen = ReplayScreen(none, Where().actions)
        on.app.push(screen)
        on.frames(1)
        on.key(pygame.K_p, pygame.K_n, pygame.K_u)
        assert screen.head.at == 0 and not screen.head.playing


@pytest.mark.long
def test_a_picture_of_every_step(tmp_path: Path) -> None:
    clock = Clock()
    app = App(Settings(speed=4.0), size=(960, 540), headless=True, clock=clock, shots=tmp_path)
    saved = recorded()
    app.push(ReplayScreen(saved, Where().actions))
    for _ in range(10 * 32):
        clock.now += 1 / 10
        app.frame(clock.now, [])
    app.close()
    assert len(list(tmp_path.glob("*-step.png"))) == len(saved.steps)


@pytest.mark.parametrize(("language", "size"), EVERYWHERE)
def test_everything_fits(language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    with stage(language, size) as on:
        screen = ReplayScreen(recorded(names=("Maximiliane", "")), Where().actions)
        check_layout(on, screen, monkeypatch)
        screen.jump(99)
        check_layout(on, screen, monkeypatch)


def test_notches_wear_the_colours_of_their_seats_however_thin_they_are() -> None:
    """Of a very long game too; draws have none."""
    seats = [0, 1, -1] * 400
    scrubber = Scrubber(seats, lambda: 0.0, lambda number: None, lambda way: None, lambda: None)
    scrubber.layout(Rect(20, 100, 900, 76))
    canvas = Canvas(pygame.Surface((960, 540)), themes.load("lamplight"))
    scrubber.draw(canvas, 0.0)
    for seat, y in ((0, scrubber.line.y - 10), (1, scrubber.line.bottom + 10)):
        row = [canvas.surface.get_at((x, canvas.pixel(0, y)[1]))[:3] for x in range(40, 440)]
        ground = canvas.surface.get_at(canvas.pixel(24, y))[:3]
        assert canvas.colour(f"seat.{seat}")[:3] in row
        others = {pixel for pixel in row if math.dist(pixel, canvas.colour(f"seat.{seat}")[:3]) > 6}
        assert all(math.dist(pixel, ground) < 24 for pixel in others), others
