"""The settings: each of them changes something at once, is kept, and can be reached and left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from assets.texts import LANGUAGES
from client.screens.settings.screen import SettingsScreen
from client.screens.shared.portraits import PortraitSheet
from client.stage import settings as kept
from client.stage.display import LocalDisplay
from client.stage.monitors import Monitor
from client.stage.settings import Settings
from client.stage.window import App
from client.ui import theme
from client.ui.focus import Widget
from client.ui.portraits import PORTRAIT_KEYS, default_portrait
from tests.client.looking import ARROWS, DPAD, HIGH_SIZES, SIZES, Ruler, click, key, pad, reachable, typed


class Room:
    """The settings in an app that keeps them in a folder."""

    def __init__(self, home: Path, size: tuple[int, int] = (960, 540), language: str = "en") -> None:
        kept.save(Settings(language=language, volume=0.5), home)  # type: ignore[arg-type]  # one of LANGUAGES
        self.left = 0
        self.app = App(size=size, headless=True, home=home, clock=lambda: 0.0)
        self.screen = SettingsScreen(self.app, self._done)
        self.app.push(self.screen)
        self.app.frame(0.0, [])

    def _done(self) -> None:
        self.left += 1


@pytest.fixture
def room(home: Path) -> Iterator[Room]:
    made = Room(home)
    yield made
    made.app.close()


CHANGES: list[tuple[str, str, int, object]] = [
    ("language", "language", 1, "de"),
    ("volume", "volume", 1, 0.6),
    ("music", "music", -1, 0.3),
    ("speed", "speed", 1, 1.5),
    ("motion", "motion", 1, "reduced"),
    ("theme", "theme", 1, theme.names()[1]),
    ("fullscreen", "fullscreen", 1, True),
]


@pytest.mark.parametrize(("press", "codes"), [(key, ARROWS), (pad, DPAD)], ids=["keyboard", "gamepad"])
@pytest.mark.parametrize(("widget", "setting", "way", "value"), CHANGES, ids=[c[0] for c in CHANGES])
def test_a_change_is_in_force_at_once_and_kept(
    widget: str,
    setting: str,
    way: int,
    value: object,
    press: Callable[[App, int, float], None],
    codes: tuple[int, ...],
    room: Room,
    home: Path,
) -> None:
    room.screen.focus.focus(getattr(room.screen, widget))
    press(room.app, codes[1 if way > 0 else 0], 1.0)
    assert getattr(room.app.settings, setting) == pytest.approx(value)
    assert getattr(kept.load(home)[0], setting) == pytest.approx(value)


def test_another_language_is_spoken_at_once(room: Room) -> None:
    key(room.app, pygame.K_RIGHT, 1.0)
    assert room.app.translate("screen.settings.title") == "Einstellungen"


def test_another_size_changes_the_window(home: Path) -> None:
    room = Room(home, size=(800, 450))
    room.screen.focus.focus(room.screen.size)
    key(room.app, pygame.K_LEFT, 1.0)
    chosen = (room.app.settings.width, room.app.settings.height)
    room.app.frame(1.1)
    window = room.app.canvas.surface.get_size()
    room.app.close()
    assert chosen == window == (960, 540)


def test_in_full_screen_no_size_can_be_chosen(room: Room) -> None:
    room.screen.focus.focus(room.screen.fullscreen)
    key(room.app, pygame.K_RIGHT, 1.0)
    room.app.frame(1.1, [])
    room.screen.focus.focus(room.screen.size)
    before = room.app.settings
    key(room.app, pygame.K_RIGHT, 2.0)
    assert room.app.settings == before


def test_with_several_monitors_one_can_be_chosen(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    area = pygame.Rect(0, 0, 1920, 1080)
    two = tuple(Monitor(name, area, area) for name in ("Left", "A monitor with a name of forty characters"))
    moved: list[str] = []
    monkeypatch.setattr(LocalDisplay, "monitors", two)
    monkeypatch.setattr(LocalDisplay, "move_to", lambda _, name: moved.append(name))
    room = Room(home)
    assert room.screen.monitor in room.screen.rows
    room.screen.focus.focus(room.screen.monitor)
    key(room.app, pygame.K_RIGHT, 1.0)
    assert kept.load(home)[0].monitor == "Left" and moved == ["Left"]
    room.app.close()


def test_one_monitor_is_no_choice(room: Room) -> None:
    assert room.screen.monitor not in room.screen.rows


def test_full_screen_by_its_key_shows_in_the_settings(room: Room) -> None:
    key(room.app, pygame.K_F11, 1.0)
    assert room.screen.fullscreen.on


@pytest.mark.parametrize("leaving", [pygame.K_DOWN, pygame.K_RETURN, pygame.K_ESCAPE])
def test_a_name_is_kept_when_its_field_is_left(leaving: int, room: Room, home: Path) -> None:
    click(room.app, room.screen.names[2].rect.centre, 1.0)
    typed(room.app, "  Ada   Lovelace ", 1.1)
    assert room.app.settings.name(2) == ""
    key(room.app, leaving, 1.2)
    assert room.app.settings.name(2) == "Ada Lovelace"
    assert kept.load(home)[0].name(2) == "Ada Lovelace"


def test_a_portrait_is_kept_at_once_and_stays_when_all_else_is_as_at_first(room: Room, home: Path) -> None:
    first = [portrait.key for portrait in room.screen.portraits]
    assert len(set(first)) == len(first) and kept.load(home)[0].portraits == ()
    room.screen.focus.focus(room.screen.portraits[1])
    key(room.app, pygame.K_RIGHT, 1.0)
    stepped = room.screen.portraits[1].key
    assert stepped != first[1] and kept.load(home)[0].portraits == ("", stepped)
    click(room.app, room.screen.portraits[2].rect.centre, 1.1)
    sheet = room.screen.focus.modal
    assert isinstance(sheet, PortraitSheet)
    click(room.app, sheet.faces[PORTRAIT_KEYS.index("puffin")].rect.centre, 2.0)
    assert kept.load(home)[0].portraits == ("", stepped, "puffin")
    room.screen.reset()
    assert [portrait.key for portrait in room.screen.portraits[1:3]] == [stepped, "puffin"]
    assert kept.load(home)[0].portraits == ("", stepped, "puffin")


def test_who_has_chosen_no_portrait_has_the_usual_one_of_their_name(room: Room) -> None:
    click(room.app, room.screen.names[0].rect.centre, 1.0)
    typed(room.app, "Ada", 1.1)
    key(room.app, pygame.K_RETURN, 1.2)
    assert room.screen.portraits[0].key == default_portrait("Ada") and room.app.settings.portraits == ()


def test_a_gamepad_can_spell_a_name(room: Room) -> None:
    room.screen.focus.focus(room.screen.names[0])
    for button in (0, 12, 12, 14, 12, 0):  # begin, A, B, next place, A, end
        pad(room.app, button, 1.0)
    key(room.app, pygame.K_ESCAPE, 2.0)
    assert room.app.settings.name(0) == "BA"


def test_the_usual_settings_come_back_but_names_and_language_stay(room: Room) -> None:
    room.app.change(Settings(language="ja", volume=0.1, speed=2.5, names=("Ada",), addresses=("host",)))
    click(room.app, room.screen.usual.rect.centre, 1.0)
    assert room.app.settings == Settings(language="ja", names=("Ada",), addresses=("host",))
    assert room.screen.volume.value == Settings().volume
    assert room.screen.speed.chosen == 1


@pytest.mark.parametrize("press", [(key, pygame.K_ESCAPE), (pad, 1), (key, pygame.K_m)])
def test_it_is_left_in_one_press(press: tuple[Callable[[App, int, float], None], int], room: Room) -> None:
    press[0](room.app, press[1], 1.0)
    assert room.left == 1


def test_done_is_done(room: Room) -> None:
    click(room.app, room.screen.close.rect.centre, 1.0)
    assert room.left == 1


@pytest.mark.parametrize(("press", "codes"), [(key, ARROWS), (pad, DPAD)], ids=["keyboard", "gamepad"])
def test_directions_lead_everywhere(
    press: Callable[[App, int, float], None], codes: tuple[int, ...], room: Room
) -> None:
    focus = room.screen.focus
    vertical = codes[2:]
    found = reachable(room.app, focus, press, vertical)
    assert found >= {w for w in focus.widgets if w.focusable}


@pytest.mark.covering(most=4)
@pytest.mark.parametrize("size", SIZES + HIGH_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("screens", [1, 2])
def test_nothing_overlaps_or_is_cut_off(
    screens: int, size: tuple[int, int], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    area = pygame.Rect(0, 0, 1920, 1080)
    names = ('DELL U2720Q 27"', 'Sharp Corporation LQ134N1 13"')[:screens]
    monkeypatch.setattr(LocalDisplay, "monitors", tuple(Monitor(name, area, area) for name in names))
    ruler = Ruler(monkeypatch)
    wrong = []
    for language in LANGUAGES:
        room = Room(home, size, language)
        wrong += [f"{language}: {line}" for line in _all_states(room, ruler)]
        room.app.close()
    assert wrong == []


def _all_states(room: Room, ruler: Ruler) -> list[str]:
    """Every widget focused once, and every value of every choice shown."""
    screen, wrong = room.screen, []
    for widget in screen.focus.widgets:
        screen.focus.focus(widget)
        wrong += ruler.measure(screen, room.app, 0.3)
        wrong += _values_of(widget, room, ruler)
    return wrong


def _values_of(widget: Widget, room: Room, ruler: Ruler) -> list[str]:
    wrong = []
    for index in range(len(getattr(widget, "options", ()))):
        widget.chosen = index  # type: ignore[attr-defined]  # a Choice: it has options
        wrong += ruler.measure(room.screen, room.app, 0.3)
    return wrong
