"""The show of a shelf that nobody touches, through the real program."""

from __future__ import annotations

from itertools import product

import msgspec
import pygame
import pytest

from client.screens.setup.screen import SetupScreen
from client.screens.title.attract import (
    LONGEST_SHOW,
    PAN_SECONDS,
    VERDICT_SECONDS,
    AttractScreen,
    GlidingCamera,
)
from client.screens.title.screen import IDLE_DELAY, SHOW_INTERVAL, TitleScreen
from client.stage.settings import Settings
from client.ui.animation import Tween
from client.ui.geometry import Rect
from core.games import GAMES
from core.protocol import messages as m
from tests.client.couch import Couch, couch

QUICK = Settings(speed=4.0, volume=0, music=0, names=("Ada", "Bo"))
"""The pace at which a game is over soon."""


def left_alone(hands: Couch) -> AttractScreen:
    """The show that a title begins by itself."""
    hands.program.title()
    hands.rest(0.5)
    hands.clock += IDLE_DELAY
    return show(hands)


def show(hands: Couch) -> AttractScreen:
    hands.until(lambda: isinstance(hands.app.top, AttractScreen))
    screen = hands.app.top
    assert isinstance(screen, AttractScreen)
    return screen


def at_the_shelf(hands: Couch) -> TitleScreen:
    hands.until(lambda: isinstance(hands.app.top, TitleScreen))
    title = hands.app.top
    assert isinstance(title, TitleScreen)
    return title


@pytest.mark.long
@pytest.mark.usefixtures("home")
def test_moving_the_mouse_ends_it_and_the_first_click_does_what_it_is_aimed_at() -> None:
    with couch(QUICK) as hands:
        screen = left_alone(hands)
        hands.until(lambda: len(screen.client_table.log) >= 2)
        hands.point(700, 400)
        hands.point(702, 401)
        assert hands.app.top is screen, "a knock at the table is nobody"
        hands.point(760, 430)
        title = hands.app.top
        assert isinstance(title, TitleScreen)
        hands.press(title.play)
        hands.until(lambda: isinstance(hands.app.top, SetupScreen))


@pytest.mark.covering(most=2)
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("way", ["key", "pad", "click", "wheel"])
def test_any_button_leads_back_and_does_nothing_else(way: str) -> None:
    with couch(QUICK) as hands:
        screen = left_alone(hands)
        hands.until(lambda: len(screen.client_table.log) >= 2)
        if way == "key":
            hands.key(pygame.K_RETURN)
        elif way == "pad":
            hands.pad(0)
        elif way == "wheel":
            hands.wheel()
        else:
            hands.post(pygame.MOUSEBUTTONDOWN, pos=(300, 360), button=1, touch=False)
            hands.post(pygame.MOUSEBUTTONUP, pos=(300, 360), button=1, touch=False)
        hands.rest(1.0)
        assert isinstance(hands.app.top, TitleScreen)
        assert hands.app.top.game == GAMES[0].info.key


@pytest.mark.long
@pytest.mark.usefixtures("home")
def test_unattended_it_shows_one_game_after_the_other() -> None:
    with couch(QUICK) as hands:
        screen, seen = left_alone(hands), []
        for _ in GAMES:
            seen.append(screen.client_table.game.info.key)
            hands.until(lambda of=screen: bool(of.client_table.log))
            hands.clock += LONGEST_SHOW
            at_the_shelf(hands)
            hands.clock += SHOW_INTERVAL
            screen = show(hands)
        assert seen == [game.info.key for game in GAMES]
        assert screen.client_table.game.info.key == seen[0]
        hands.key(pygame.K_ESCAPE)
        title = at_the_shelf(hands)
        hands.rest(0.1)
        hands.clock += IDLE_DELAY - 1
        hands.rest(0.1)
        assert hands.app.top is title, "whoever was here may take their time"


@pytest.mark.parametrize("size", [(1440, 1080), (1920, 1080), (2560, 1080), (720, 960), (720, 1280)])
def test_the_camera_shows_where_something_happens_and_nothing_outside_the_world(
    size: tuple[int, int],
) -> None:
    camera, area = GlidingCamera(), Rect(0, 0, *size)
    camera.arrange(area, near=True)
    world = camera.world
    assert min(world.w, world.h) > 1.5 * min(size), "it is near"
    for at, (x, y) in enumerate(product((0.0, 0.3, 0.5, 1.0), repeat=2)):
        point = (world.w * x, world.h * y)
        camera.look_at(point, Tween(10.0 * at, PAN_SECONDS))
        for now in (10.0 * at + PAN_SECONDS / 2, 10.0 * at + PAN_SECONDS):
            seen = area.moved(*camera.corner(now))
            assert world.grown(0.01).union(seen) == world.grown(0.01)
        assert seen.grown(1).contains(*point)


@pytest.mark.long
@pytest.mark.usefixtures("home")
def test_the_camera_follows_a_land_and_stays_still_with_reduced_motion() -> None:
    for motion in ("full", "reduced"):
        with couch(msgspec.structs.replace(QUICK, motion=motion)) as hands:
            hands.program.title()
            at_the_shelf(hands).choose("down_under", 0.0)
            hands.rest(0.5)
            hands.clock += IDLE_DELAY
            screen, seen = show(hands), 0
            screen.model.since = float("inf")  # AIs move by the clock on the wall: it must not be over before
            begun = screen.model.camera.corner(hands.clock)
            while seen < 4:
                hands.until(lambda of=screen, so=seen: len(of.client_table.log) > so and of.playback.busy)
                hands.until(lambda of=screen: not of.playback.busy and of.model.camera.still(hands.clock))
                assert screen.model.followed is not None
                scene = screen.model.board.scene_of(screen.model.followed, screen.model.playback.viewer)
                corner = screen.model.camera.corner(hands.clock)
                assert scene is not None and screen.model.area.moved(*corner).contains(*scene.centre)
                seen = len(screen.client_table.log)
            assert (corner != begun) == (motion == "full")


@pytest.mark.long
@pytest.mark.usefixtures("home")
def test_at_the_end_of_a_game_it_says_who_has_won() -> None:
    with couch(QUICK, drawn=False) as hands:
        hands.program.title()
        hands.rest(0.5)
        title = at_the_shelf(hands)
        title.choose("sturt", hands.clock)
        hands.clock += IDLE_DELAY
        screen = show(hands)
        screen.model.since = float("inf")
        screen.session.ask(m.SetPace, pause=0.0, paused=False)
        hands.until(lambda: screen.model.won_at is not None)
        hands.rest(VERDICT_SECONDS - 0.5)
        assert hands.app.top is screen
        hands.rest(1.5)
        assert at_the_shelf(hands).game == "great_split"
