"""The app with its screens, the canvas and its caches, driven frame by frame on a made-up clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pygame
import pytest

import client.stage.window
from assets.texts import LANGUAGES
from client.stage.display import CALM_FPS, NoDisplay
from client.stage.settings import Settings
from client.stage.window import AWAKE_SECONDS, FPS, LEAST_HEIGHT, LEAST_WIDTH, App, Screen
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Intent, Press
from tests.client.gallery import Gallery

SIZES = [(960, 540), (1280, 720), (1024, 768)]


@pytest.fixture
def app() -> Iterator[App]:
    made = App(Settings(), size=(960, 540), headless=True, clock=lambda: 0.0)
    yield made
    made.close()


def pixels(app: App) -> bytes:
    return pygame.image.tobytes(app.canvas.surface, "RGB")


class Seen(Screen):
    """Notes what happens to it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.notes: list[str] = []
        self.heard: list[Intent] = []
        self.calm = False
        self.busy = False

    def enter(self) -> None:
        self.notes.append("enter")

    def leave(self) -> None:
        self.notes.append("leave")

    def resume(self) -> None:
        self.notes.append("resume")

    def layout(self, area: Rect) -> None:
        self.notes.append(f"layout {area.w:.0f}")

    def handle(self, intent: Intent) -> bool:
        self.notes.append(type(intent).__name__)
        self.heard.append(intent)
        return True

    def draw(self, canvas: Canvas, now: float) -> None:
        canvas.backdrop()
        canvas.text(self.name, canvas.area, "title", align="centre")

    def still(self, now: float) -> bool:
        return self.calm

    def needs_frames(self, now: float) -> bool:
        return self.busy


def test_screens_come_and_go(app: App) -> None:
    one, two, three = Seen("one"), Seen("two"), Seen("three")
    app.push(one)
    app.push(two)
    app.replace(three)
    app.pop()
    assert one.notes == ["enter", "layout 1920", "layout 1920", "resume"]
    assert two.notes == ["enter", "layout 1920", "leave"]
    app.pop()
    assert not app.running
    assert app.frame(1.0, []) is False


def test_only_the_top_screen_hears(app: App) -> None:
    below, top = Seen("below"), Seen("top")
    app.push(below)
    app.push(top)
    app.frame(1.0, [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0)])
    assert "Accept" in top.notes
    assert "Accept" not in below.notes


def test_closing_the_window_ends_the_program(app: App) -> None:
    app.push(Seen("one"))
    app.frame(1.0, [pygame.event.Event(pygame.QUIT)])
    assert not app.running


def test_a_still_screen_is_not_drawn_again(app: App) -> None:
    screen = Seen("one")
    app.push(screen)
    for i in range(4):
        app.frame(i * 1.0, [])
    screen.calm = True
    assert app.frame(4.5, []) is True, "where it came to rest"
    assert app.frame(5.0, []) is False
    assert app.frame(6.0, [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0)]) is True
    app.notice("news")
    assert app.frame(6.5, []) is True
    assert app.frame(59.0, []) is True, "without the notice"
    assert app.frame(60.0, []) is False


def drawn(app: App, begin: float, seconds: float = 2.0) -> int:
    """Pictures drawn by the program's loop in so many seconds."""
    frames = range(round(seconds * FPS))
    return sum(app.frame(begin + n / FPS, [], paced=True) for n in frames)


def test_while_only_slow_things_move_fewer_pictures_are_drawn(app: App) -> None:
    screen = Seen("one")
    app.push(screen)
    assert drawn(app, 0.0, 1.0) == FPS, "at first what the last input has set off may still move"
    assert drawn(app, 20.0) <= 2 * CALM_FPS + 1
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    assert app.frame(22.001, [key], paced=True), "an input is answered at once"
    assert drawn(app, 22.01, 1.0) == FPS
    app.frame(40.0, [], paced=True)
    app.wake()
    assert drawn(app, 40.0, 1.0) == FPS, "so are news"
    screen.busy = True
    assert drawn(app, 50.0) == 2 * FPS
    assert app.frame(60.0, []) and app.frame(60.001, []), "whoever passes the time sees every frame"


def test_what_nobody_sees_is_not_drawn(app: App) -> None:
    app.push(Seen("one"))
    assert drawn(app, 0.0, 1.0) == FPS
    app.frame(1.0, [pygame.event.Event(pygame.WINDOWMINIMIZED)], paced=True)
    assert drawn(app, 1.1) == 0
    assert app.frame(4.0, [pygame.event.Event(pygame.WINDOWRESTORED)], paced=True)


def test_a_transition_ends_in_the_new_picture(app: App) -> None:
    app.push(Seen("one"))
    for i in range(3):
        app.frame(i * 0.01, [])
    app.push(Seen("two"))
    app.frame(0.1, [])
    halfway = pixels(app)
    app.frame(2.0, [])
    after = pixels(app)
    app.frame(3.0, [])
    assert halfway != after
    assert pixels(app) == after


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_drawing_changes_nothing(language: str, size: tuple[int, int]) -> None:
    app = App(
        msgspec.structs.replace(Settings(), language=language), size=size, headless=True, clock=lambda: 0.0
    )
    gallery = Gallery()
    app.push(gallery)
    gallery.focus.focus(gallery.dead, 0.0)
    for show in (None, gallery.dialog(0.0)):
        if show is not None:
            gallery.focus.open(show)
        app.frame(5.0, [])
        first, made = pixels(app), app.canvas.cache.made
        for _ in range(3):
            app.frame(5.0, [])
        assert pixels(app) == first
        assert app.canvas.cache.made == made, "something was rasterised again"
    app.close()


def test_other_settings_hold_at_once(app: App) -> None:
    screen = Seen("one")
    app.push(screen)
    app.frame(1.0, [])
    before = pixels(app)
    changed = msgspec.structs.replace(app.settings, theme="high-contrast", language="de", motion="reduced")
    app.change(changed)
    app.frame(2.0, [])
    assert app.texts.language == "de"
    assert app.motion.reduced
    assert pixels(app) != before
    assert screen.notes.count("layout 1920") == 2


def test_settings_are_kept_and_broken_ones_announced(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("volume = 'loud'")
    app = App(size=(640, 360), headless=True, home=tmp_path, clock=lambda: 0.0)
    app.push(Seen("one"))
    assert [n.tone for n in app.notices.alive(0.1)] == ["bad"]
    app.change(msgspec.structs.replace(app.settings, volume=0.25))
    app.close()
    again = App(size=(640, 360), headless=True, home=tmp_path)
    assert again.settings.volume == 0.25
    assert again.notices.shown == ()
    again.close()


def test_pictures_are_numbered(tmp_path: Path) -> None:
    app = App(Settings(), size=(640, 360), headless=True, shots=tmp_path / "new", clock=lambda: 0.0)
    app.push(Seen("One Two"))
    app.frame(1.0, [])
    app.shot()
    app.shot("../evil")
    app.close()
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == ["000-one-two.png", "001-evil.png"]


def test_without_a_display_there_is_an_error_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "none-such")
    with pytest.raises(NoDisplay):
        App(Settings(), size=(640, 360))


def test_letters_are_text_only_while_a_field_is_focused(app: App) -> None:
    gallery = Gallery()
    app.push(gallery)
    typed = pygame.event.Event(pygame.TEXTINPUT, text="x")
    app.frame(1.0, [typed])
    spot = gallery.field.field
    at = (round(spot.cx * app.canvas.scale), round(spot.cy * app.canvas.scale))
    click = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
    app.frame(1.1, [click, typed])
    assert gallery.field.text == "Adax"


def test_a_gamepad_alone_presses_every_button(app: App) -> None:
    """Posted joystick events, the real loop: down through the column, accept on each."""
    gallery = Gallery()
    app.push(gallery)
    now = 0.0
    for _ in range(3):
        for kind, values in (
            (pygame.JOYBUTTONDOWN, {"button": 0}),
            (pygame.JOYBUTTONUP, {"button": 0}),
            (pygame.JOYHATMOTION, {"hat": 0, "value": (0, -1)}),
            (pygame.JOYHATMOTION, {"hat": 0, "value": (0, 0)}),
        ):
            pygame.event.post(pygame.event.Event(kind, instance_id=3, **values))
        now += 0.1
        app.frame(now)
    assert gallery.heard == ["play", "lan", "demo"]
    assert app.device.kind == "gamepad"


def test_the_cache_stays_within_its_bytes(app: App) -> None:
    cache = app.canvas.cache
    cache.bound = 1 << 20
    for i in range(40):
        app.canvas.rounded(Rect(0, 0, 200 + i * 7, 300), 12, "paper")
    assert cache.bytes <= 1 << 20
    assert len(cache) < 40
    cache.clear()
    assert cache.bytes == 0


def test_a_layer_is_painted_once_for_its_key(app: App) -> None:
    painted: list[str] = []
    for key in ("a", "a", "b", "a"):
        app.canvas.layer(key, Rect(10, 10, 50, 50), lambda c, key=key: painted.append(key))
    assert painted == ["a", "b"]


def test_a_pane_is_painted_again_only_where_it_has_changed(app: App) -> None:
    left, right = Rect(100, 100, 50, 50), Rect(200, 100, 50, 50)

    def show(key: str, parts: list[Rect] | None) -> tuple[tuple[int, ...], ...]:
        def paint(canvas: Canvas) -> None:
            for part in (left, right):
                canvas.rect(part, "good" if key == "green" else "bad")

        app.canvas.pane("test", key, Rect(0, 0, 400, 400), paint, lambda before: parts)
        return tuple(tuple(app.canvas.surface.get_at(app.canvas.pixel(*r.centre))) for r in (left, right))

    red = show("red", None)
    green = show("green", [left])
    assert red[0] == red[1] == green[1] != green[0]
    assert show("green", None) == green, "the same key: it stays as it is"
    app.canvas.cache.clear()
    assert show("green", [left]) == (green[0], green[0]), "nothing is left: all of it is painted"


def test_a_layer_is_painted_where_it_lies(app: App) -> None:
    place = Rect(301, 203, 88, 66)
    app.canvas.fill("night")
    app.canvas.layer("spot", place, lambda c: c.rect(Rect(320, 220, 20, 20), (255, 0, 0)))
    direct = pygame.Surface((960, 540))
    canvas = Canvas(direct, app.theme)
    canvas.fill("night")
    canvas.rect(Rect(320, 220, 20, 20), (255, 0, 0))
    assert pixels(app) == pygame.image.tobytes(direct, "RGB")


def test_neighbours_leave_no_gap(app: App) -> None:
    for cells in (7, 11, 13):
        edges = [app.canvas.pixels(cell) for cell in Rect(3.3, 0, 777, 40).columns(*[1] * cells)]
        assert all(a.right == b.left for a, b in pairwise(edges))


@pytest.mark.parametrize("fit", ["shrink", "ellipsis", "wrap"])
def test_text_stays_in_its_place(app: App, fit: str) -> None:
    place = Rect(100, 100, 260, 90)
    words = "A sentence that is far too long for such a small place, in three lines or so 日本語も"
    covered = app.canvas.text(words, place, "body", fit=fit)  # type: ignore[arg-type]  # a parametrised literal
    assert covered.x >= place.x - 1
    assert covered.right <= place.right + 2
    assert covered.h <= place.h + 2


def test_fading_leaves_the_cache_as_it_was(app: App) -> None:
    place = Rect(100, 100, 200, 100)
    app.canvas.fill("night")
    app.canvas.panel(place, "paper")
    whole = pixels(app)
    with app.canvas.faded(0.3):
        app.canvas.panel(place, "paper")
    app.canvas.fill("night")
    app.canvas.panel(place, "paper")
    assert pixels(app) == whole


def test_a_solid_stroke_has_no_seam(app: App) -> None:
    """Across a slanting line: ground, a smooth edge, nothing but ink, a smooth edge, ground."""
    app.canvas.fill((0, 0, 0))
    app.canvas.line((200, 300), (900, 480), 40, (255, 255, 255))
    edges: set[int] = set()
    for x in range(250, 420, 7):
        column = [app.canvas.surface.get_at((x, y))[0] for y in range(100, 300)]
        lit = [i for i, value in enumerate(column) if value > 0]
        assert all(column[i] == 255 for i in range(lit[0] + 2, lit[-1] - 1))
        edges |= {column[lit[0]], column[lit[-1]]}
    assert edges - {255}, "the edges are hard"


def test_a_growing_line_costs_only_its_tip(app: App) -> None:
    points = [(100.0 + 20 * i, 300.0 + (i % 2) * 10) for i in range(41)]
    app.canvas.polyline(points, 8, "accent")
    before = app.canvas.cache.made
    app.canvas.polyline([*points, (915.0, 300.0)], 8, "accent")
    assert app.canvas.cache.made == before + 1


def test_a_dragged_window_is_laid_out_again_and_remembered(tmp_path: Path) -> None:
    app = App(headless=True, home=tmp_path, clock=lambda: 0.0)
    screen = Seen("one")
    app.push(screen)
    app.frame(0.1, [])
    pygame.display.set_mode((1440, 1080), pygame.RESIZABLE)
    app.frame(0.2, [pygame.event.Event(pygame.WINDOWSIZECHANGED, x=1440, y=1080)])
    assert screen.notes[-1] == "layout 1440"
    assert app.input.scale == app.canvas.scale == 1.0
    app.frame(2.0, [])
    app.close()
    assert (tmp_path / "settings.toml").read_text().count("1440") == 1


def test_full_screen_and_back(app: App) -> None:
    screen = Seen("one")
    app.push(screen)
    app.frame(0.1, [])
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0)
    app.frame(0.2, [key])
    assert app.settings.fullscreen
    app.frame(0.3, [pygame.event.Event(pygame.KEYUP, key=pygame.K_F11, mod=0)])
    app.frame(0.4, [key])
    assert not app.settings.fullscreen
    assert app.canvas.surface.get_size() == (960, 540), "as large as before"
    assert app.frame(0.5, [])


def test_the_screen_saver_may_come_once_nothing_has_moved_for_a_while(app: App) -> None:
    app.push(Seen("one"))
    allowed = []
    for now in (0.1, AWAKE_SECONDS / 2, AWAKE_SECONDS + 2):
        app.frame(now, [], paced=True)
        allowed.append(pygame.display.get_allow_screensaver())
    app.frame(AWAKE_SECONDS + 3, [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0)], paced=True)
    assert [*allowed, pygame.display.get_allow_screensaver()] == [False, False, True, False]


SHAPES = [((960, 721), 4 / 3), ((1000, 1200), 3 / 4), ((400, 1200), 9 / 21)]


@pytest.mark.parametrize(("size", "shape"), SHAPES)
def test_a_window_of_no_shape_for_a_picture_has_it_in_its_middle(size: tuple[int, int], shape: float) -> None:
    app = App(Settings(), size=size, headless=True, clock=lambda: 0.0)
    try:
        screen = Seen("one")
        app.push(screen)
        app.canvas.fill("accent")
        app.frame(0.1, [])
        width, height = app.canvas.surface.get_size()
        left, above = (size[0] - width) // 2, (size[1] - height) // 2
        assert size[0] == width or size[1] == height, "as large as can be"
        assert abs(width / height - shape) < 0.01
        window = pygame.display.get_surface()
        assert window is not None and window.get_size() == size
        band = window.subsurface((left, above, width, height))
        assert pygame.image.tobytes(band, "RGB") == pixels(app), "not scaled"
        assert (left, above) == (0, 0) or window.get_at((0, 0))[:3] == (0, 0, 0)
        middle = {"pos": (left + width // 2, above + height // 2), "button": 1}
        app.frame(0.2, [pygame.event.Event(pygame.MOUSEBUTTONDOWN, middle)])
        (press,) = (intent for intent in screen.heard if isinstance(intent, Press))
        assert abs(press.x - app.canvas.area.centre[0]) < 2 and abs(press.y - app.canvas.area.centre[1]) < 2
        pygame.display.set_mode((960, 540))
        app.frame(0.3, [pygame.event.Event(pygame.WINDOWSIZECHANGED, x=960, y=540)])
        assert app.canvas.surface is pygame.display.get_surface() and app.input.corner == (0, 0)
    finally:
        app.close()


@pytest.mark.parametrize(("size", "area"), [((800, 1200), (720, 1080)), ((720, 1280), (720, 1280))])
def test_a_window_that_is_higher_than_wide_is_filled(size: tuple[int, int], area: tuple[int, int]) -> None:
    app = App(Settings(), size=size, headless=True, clock=lambda: 0.0)
    try:
        app.push(Seen("one"))
        assert app.canvas.surface is pygame.display.get_surface()
        assert (app.canvas.area.w, app.canvas.area.h) == area
    finally:
        app.close()


@pytest.mark.parametrize("size", [(320, 240), (320, 600), (640, 360), (640, 480)])
def test_a_window_that_is_too_small_shows_the_whole_picture_smaller(size: tuple[int, int]) -> None:
    app = App(Settings(), size=size, headless=True, clock=lambda: 0.0)
    try:
        screen = Seen("one")
        app.push(screen)
        app.canvas.fill("accent")
        app.frame(0.1, [])
        drawn = app.canvas.surface
        assert drawn.get_width() == LEAST_WIDTH or drawn.get_height() == LEAST_HEIGHT
        window = pygame.display.get_surface()
        assert window is not None and window.get_size() == size
        small = pygame.transform.smoothscale(drawn, size)
        assert pygame.image.tobytes(window, "RGB") == pygame.image.tobytes(small, "RGB")
        app.frame(0.2, [pygame.event.Event(pygame.MOUSEBUTTONDOWN, {"pos": size, "button": 1})])
        (press,) = (intent for intent in screen.heard if isinstance(intent, Press))
        assert abs(press.x - app.canvas.area.right) < 4 and abs(press.y - app.canvas.area.bottom) < 4
    finally:
        app.close()


class Ending(Seen):
    """Ends the program at the first input, and notes when that was."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.heard_at: list[float] = []

    def handle(self, intent: Intent) -> bool:
        self.heard_at.append(time.perf_counter())
        self.app.quit()
        return True


def test_a_gamepad_that_cannot_be_opened_is_no_crash(app: App) -> None:
    app.push(Seen("one"))
    app.frame(0.1, [pygame.event.Event(pygame.JOYDEVICEADDED, device_index=99)])
    app.frame(0.2, [pygame.event.Event(pygame.JOYDEVICEREMOVED, instance_id=99)])
    assert app.input.gamepads == ()


@pytest.mark.parametrize("busy", [False, True])
def test_an_input_ends_the_wait_for_the_next_frame_unless_one_was_just_drawn(
    busy: bool, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy frame lets the next one wait for its turn, a quiet one waits for whatever comes first."""
    monkeypatch.setattr(client.stage.window, "QUIET_FPS", 1 / 20)
    monkeypatch.setattr(client.stage.window, "FPS", 4)
    screen = Ending("one")
    screen.calm, screen.busy = not busy, busy
    app.push(screen)
    for _ in range(3):
        app.frame(0.0, [])
    moments = iter((100.0, 100.1, 100.2))
    app.clock = lambda: next(moments)  # the key comes with the second frame
    pygame.event.get()
    event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0)
    later = threading.Timer(0.05, lambda: pygame.event.post(event))
    later.start()
    begun = time.perf_counter()
    app.run()
    later.join()
    (heard_at,) = screen.heard_at
    took = heard_at - begun
    assert took >= 0.25 if busy else took < 15, "20 seconds would have been the quiet frame's turn"
