"""Real screens: every depth of X11, small ones, scaled ones, several, and ones that go away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from assets.texts import Texts
from client.stage.settings import Settings
from tests.client.couch import couch
from tests.client.test_kept_couch import go_on
from tests.places import parts
from tests.places.parts import seen_by

SAY = Texts("en").translate
WINDOW = """
import json, sys, time
import pygame
from client.stage import monitors
from client.app.navigation import Program
from client.stage.window import App
clock = 0.0
app = App(clock=lambda: clock, size={size})
program = Program(app, 7)
program.title()
def rest(seconds=0.6):
    global clock
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        clock += 0.02
        app.frame()
        time.sleep(0.02)
def state():
    display = app.display
    window = display._window
    return dict(points=display.size, pixels=display.surface.get_size(), place=window.position,
                monitor=monitors.monitor_of(window), full=app.settings.fullscreen)
def f11():
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_F11, mod=0, unicode="", scancode=0))
    rest(1.2)
def say(**told):
    print(json.dumps(told), flush=True)
rest(1.5)
"""
"""Opens the title in a real window, with a clock that stands between two frames."""


@contextmanager
def told(
    environment: dict[str, str], home: Path, script: str, size: Any = None
) -> Iterator[Callable[[], Any]]:
    """A program with a window of this size (None: of the settings): gives a reader of what it says."""
    command = [sys.executable, "-c", WINDOW.format(size=size) + script]
    environment = environment | {"TILEWRIGHT_HOME": str(home)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        lines = process.stdout
        try:
            yield lambda: json.loads(next(line for line in lines if line.startswith("{")))
        finally:
            process.kill()


@pytest.mark.parametrize("depth", [15, 16, 24, 30])
def test_a_screen_of_any_depth_shows_the_picture(depth: int, tmp_path: Path) -> None:
    """The picture on the screen is the one drawn, up to what so few bits can hold."""
    script = f"""
pygame.image.save(app.display.surface, {str(tmp_path / "drawn.png")!r})
say(bits=app.display.surface.get_bitsize())
time.sleep(60)
"""
    with parts.x_server(depth) as display, told(seen_by(display), tmp_path, script, (960, 540)) as heard:
        assert heard()["bits"] == 32
        parts.screenshot(display, tmp_path / "seen.png")
    drawn, seen = (
        pygame.surfarray.array3d(pygame.image.load(tmp_path / f"{name}.png")).astype(int)
        for name in ("drawn", "seen")
    )
    part = seen[160 : 160 + 960, 130 : 130 + 540]
    assert np.abs(part - drawn).max() <= (8 if depth < 24 else 1)
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 1000


def test_a_screen_whose_colours_nothing_can_show_is_a_sentence(tmp_path: Path) -> None:
    with parts.x_server(8) as display:
        ended = subprocess.run(
            [sys.executable, "-m", "client", "--lang", "en"],
            env=seen_by(display) | {"TILEWRIGHT_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert ended.returncode == 2
    sentence = SAY("cli.refusal.unknown_pixels", detail="Unknown window pixel format")
    assert ended.stderr.strip().splitlines()[-1] == sentence


@pytest.mark.parametrize("managed", [False, True])
def test_a_window_larger_than_the_screen_is_fitted_and_its_size_stays_remembered(
    managed: bool, tmp_path: Path
) -> None:
    tmp_path.joinpath("settings.toml").write_text("width = 1920\nheight = 1080\n")
    script = "rest(1); say(**state())\n"
    with (
        parts.x_server(24, (1024, 600)) as display,
        _managed(display, managed),
        told(seen_by(display), tmp_path, script) as heard,
    ):
        (left, top), (wide, high) = (state := heard())["place"], state["points"]
    assert wide >= 1000 and high >= (540 if managed else 600)
    assert left >= 0 and top >= 0 and left + wide <= 1024 and top + high <= 600
    assert (top > 0) == managed, "there is a title bar"
    assert "1920" in tmp_path.joinpath("settings.toml").read_text()


@pytest.mark.parametrize("managed", [False, True])
def test_the_first_key_for_full_screen_leaves_it_and_the_next_one_comes_back(
    managed: bool, tmp_path: Path
) -> None:
    tmp_path.joinpath("settings.toml").write_text("width = 800\nheight = 600\nfullscreen = true\n")
    script = "say(**state()); f11(); say(**state()); f11(); say(**state()); f11(); say(**state())\n"
    with (
        parts.x_server() as display,
        _managed(display, managed),
        told(seen_by(display), tmp_path, script) as heard,
    ):
        full, window, again, back = (heard() for _ in range(4))
    assert full["points"] == again["points"] == [1280, 800] and full["full"]
    assert window["points"] == back["points"] == [800, 600] and not window["full"]
    assert window["place"] == back["place"]


def test_a_window_is_known_by_the_name_of_the_program(tmp_path: Path) -> None:
    with parts.x_server() as display:
        environment = seen_by(display) | {"TILEWRIGHT_HOME": str(tmp_path)}
        with _program(environment) as process:
            command = [parts.program("xwininfo", "x11-utils"), "-display", display, "-root", "-tree"]
            said = ""
            while '"Tilewright"' not in said:
                assert process.poll() is None
                # It fails where a window goes while it looks.
                said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert '"Tilewright": ("tilewright" "tilewright")' in said


def test_a_wayland_window_is_known_by_the_name_of_the_program(compositor: Any, tmp_path: Path) -> None:
    with compositor() as (environment, _, _display):
        asked = environment | {"TILEWRIGHT_HOME": str(tmp_path), "WAYLAND_DEBUG": "1"}
        with _program(asked, stderr=subprocess.PIPE) as process:
            assert process.stderr is not None
            line = next(line for line in process.stderr if b"set_app_id" in line)
    assert b'"tilewright"' in line


def test_a_scaled_output_is_drawn_at_its_own_pixels(compositor: Any, tmp_path: Path) -> None:
    """And a press, which comes in points, is where it points."""
    script = """
from client.ui.intents import Press
get = pygame.event.get
pressed = []
def noted():
    events = get()
    pressed.extend(event.pos for event in events if event.type == pygame.MOUSEBUTTONDOWN)
    return events
pygame.event.get = noted
say(**state())
f11()
heard = []
handle = app.top.handle
app.top.handle = lambda intent: heard.append(intent) or handle(intent)
say(scale=app.canvas.scale, **state())
while not any(isinstance(intent, Press) for intent in heard):
    rest(0.1)
press = next(intent for intent in heard if isinstance(intent, Press))
say(x=press.x, y=press.y, points=pressed[0])
"""
    with (
        compositor("--scale=2") as (environment, _, display),
        told(environment, tmp_path, script, (640, 400)) as heard,
    ):
        window, full = heard(), heard()
        _click(display, 300, 260)
        press = heard()
    assert window["points"] == [640, 400] and window["pixels"] == [1280, 800]
    assert full["points"] == [900, 500] and full["pixels"] == [1800, 1000]
    across, down = press["points"]
    assert across > 0 and down > 0
    assert (press["x"] * full["scale"], press["y"] * full["scale"]) == pytest.approx((2 * across, 2 * down))


def test_full_screen_fills_the_monitor_that_was_chosen(compositor: Any, tmp_path: Path) -> None:
    script = """
import msgspec
names = [monitor.name for monitor in app.display.monitors]
say(names=names)
for name in reversed(names):
    app.change(msgspec.structs.replace(app.settings, monitor=name))
    f11()
    say(**state())
    f11()
"""
    with (
        compositor("--output-count=2") as (environment, _, _display),
        told(environment, tmp_path, script) as heard,
    ):
        names, second, first = heard()["names"], heard(), heard()
    assert len(set(names)) == 2
    assert (second["monitor"], first["monitor"]) == (1, 0)
    assert second["points"] == first["points"] == [900, 500]


DECIDING = """
import sys
from client.app.command_line import main
from client.stage.window import App
from client.screens.table.screen import TableScreen
idle, asked, told = App._idle, [], []
def deciding(app):
    idle(app)
    table = app.top
    if not isinstance(table, TableScreen):
        return
    here = table.client_table
    seats = [seat for seat in here.latest.to_act if seat in here.yours] if not asked else ()
    for seat in seats[:1]:
        asked.append(seat)
        table.session.act(seat, here.game.legal(here.latest.view(seat), seat)[0])
    if here.log and not told:
        told.append(print("decided", flush=True))
App._idle = deciding
sys.exit(main(["couch", "sturt", "--name", "Ada", "--bot", "easy", "--lang", "en"]))
"""
"""The program as it is, in which Ada decides as soon as she can."""


@pytest.mark.parametrize("system", ["x11", "wayland"])
def test_a_display_server_that_goes_ends_the_program_and_the_game_is_kept(
    system: str, compositor: Any, home: Path
) -> None:
    home.joinpath("settings.toml").write_text('met = ["sturt Ada"]\n')  # else its lesson would begin
    with (
        _x11() if system == "x11" else compositor() as (environment, server, _),
        subprocess.Popen(
            [sys.executable, "-c", DECIDING],
            env=environment | {"TILEWRIGHT_HOME": str(home)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        assert "decided\n" in iter(process.stdout.readline, "")
        server.kill()
        _, said = process.communicate(timeout=30)
    assert process.returncode == 1
    assert said.strip().splitlines()[-1] == SAY("cli.display_lost")
    assert "Traceback" not in said
    with couch(Settings(language="en", names=("Ada",)), size=(960, 540), drawn=False) as hands:
        assert go_on(hands).log, "it goes on with the decision"


@pytest.fixture
def compositor(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Starts Weston with outputs of 900x500 points: its environment, its process, the X display it is on."""

    @contextmanager
    def start(*options: str) -> Iterator[tuple[dict[str, str], subprocess.Popen[bytes], str]]:
        folder = tmp_path_factory.mktemp("weston")
        with (
            parts.x_server(24, (1920, 1080)) as display,
            parts.weston(display, folder, (900, 500), *options) as (environment, server),
        ):
            yield environment, server, display

    return start


@contextmanager
def _x11() -> Iterator[tuple[dict[str, str], subprocess.Popen[bytes], str]]:
    with parts.x_server_process() as (display, server):
        yield seen_by(display), server, display


@contextmanager
def _managed(display: str, managed: bool) -> Iterator[None]:
    if not managed:
        yield
        return
    with parts.window_manager(display):
        yield


@contextmanager
def _program(
    environment: dict[str, str], *words: str, stderr: int | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "client", *words]
    with subprocess.Popen(command, env=environment, stderr=stderr) as process:
        try:
            yield process
        finally:
            process.kill()


def _xdotool(display: str, *words: str) -> None:
    command = [parts.program("xdotool", "xdotool"), *words]
    subprocess.run(command, env=os.environ | {"DISPLAY": display}, check=True, timeout=30)


def _click(display: str, x: int, y: int) -> None:
    places = ["mousemove", str(x - 100), str(y - 100), "sleep", "0.3", "mousemove", str(x), str(y)]
    _xdotool(display, *places, "sleep", "0.3", "click", "1")
