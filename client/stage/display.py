"""Display of an app: takes its pictures and gives its input; a window of this machine or something else."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, Protocol

import pygame

import assets
from client.stage.display_server import DisplayServer
from client.stage.monitors import NO_BORDERS, Borders, Monitor, borders_of, monitor_of, monitors
from client.ui import gamepads
from client.ui.input import copy_text
from client.ui.keyboard_layout import KeyboardLayout, system_layout
from client.ui.pictures import PIXEL_BITS

INVISIBLE_DRIVERS: Final = frozenset(("dummy", "offscreen", "evdev"))
"""SDL's video drivers whose windows nobody sees."""


CALM_FPS: Final = 12
"""Pictures a second of a window while nothing but slow things move: a glow that breathes, dust, a pump."""


TITLE: Final = "Tilewright"
_PIXEL_MASKS: Final = (0xFF0000, 0xFF00, 0xFF)
_POINTER: Final = frozenset((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))


class NoDisplay(Exception):
    """Raised if no window can open on any screen; the reason is SDL's."""


class UnknownPixels(NoDisplay):
    """Raised if there is a screen, but SDL does not know how its pixels are made up."""


class DisplayLost(Exception):
    """Raised once the display server has gone. Nothing can be shown any more, nor the library be put away."""


class Display(Protocol):
    """Surface that an app draws on, whose size may change with any event; `kept` is on this machine.

    What is `kept` has settings of a window: a size and full screen.
    """

    kept: bool
    calm_fps: float
    """Pictures a second while nothing but slow things move; 0: none."""

    @property
    def surface(self) -> pygame.Surface:
        """The picture; another surface, or one of another size, once the display was resized."""

    def events(self) -> Sequence[pygame.event.Event]:
        """The events since the last call."""

    def present(self) -> None:
        """Show the picture as it is now."""

    def keyboard_layout(self) -> KeyboardLayout:
        """Layout of its keyboard, as far as it is known before a key is pressed."""

    def set_typing(self, on: bool) -> None:
        """Have letters come as text or not, on devices that make a difference.

        What is being composed is dropped: the field that it was for has kept it.
        """

    def copy(self, text: str) -> bool:
        """Put a text into the clipboard; whether that worked."""

    def close(self) -> None:
        """Show nothing any more."""


class LocalDisplay:
    """Display of this machine: has a size, full screen, a monitor."""

    kept = True
    calm_fps = CALM_FPS

    def __init__(self) -> None:
        self._awake = True

    @property
    def surface(self) -> pygame.Surface:
        """The picture, at the pixels of the screen."""
        raise NotImplementedError

    @property
    def size(self) -> tuple[int, int]:
        """The size in points, of which the screen may have several pixels each."""
        raise NotImplementedError

    @property
    def monitors(self) -> tuple[Monitor, ...]:
        """The monitors to choose from."""
        return monitors()

    def fitted(self, size: tuple[int, int]) -> tuple[int, int]:
        """Size in points at which all of the window is on its monitor."""
        return size

    def resize(self, size: tuple[int, int]) -> None:
        """Become so large, in points, or as large as there is room for."""
        raise NotImplementedError

    def set_fullscreen(self, wanted: bool) -> None:
        """Fill the monitor, or be a window again: where it was."""
        raise NotImplementedError

    def move_to(self, monitor: str) -> None:
        """Go to the monitor of this name; stay where there is none."""

    def present(self) -> None:
        """Show the picture as it is now."""
        raise NotImplementedError

    def events(self) -> Sequence[pygame.event.Event]:
        return pygame.event.get()

    def keyboard_layout(self) -> KeyboardLayout:
        return system_layout()

    def set_typing(self, on: bool) -> None:
        pygame.key.stop_text_input()
        if on:
            pygame.key.start_text_input()

    def set_awake(self, on: bool) -> None:
        """Keep the screen saver away, or allow it."""
        if on != self._awake:
            self._awake = on
            pygame.display.set_allow_screensaver(not on)

    def copy(self, text: str) -> bool:
        return copy_text(text)

    def close(self) -> None:
        pygame.quit()


class HeadlessDisplay(LocalDisplay):
    """Picture in memory that nobody sees; full screen is as large as SDL has it."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__()
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        os.environ["SDL_AUDIODRIVER"] = "dummy"
        pygame.display.init()
        pygame.font.init()
        self._surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        self._windowed = size
        pygame.key.stop_text_input()

    @property
    def surface(self) -> pygame.Surface:
        return pygame.display.get_surface() or self._surface

    @property
    def size(self) -> tuple[int, int]:
        return self.surface.get_size()

    def resize(self, size: tuple[int, int]) -> None:
        pygame.display.set_mode(size, pygame.RESIZABLE)

    def set_fullscreen(self, wanted: bool) -> None:
        if wanted:
            self._windowed = self.size
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.resize(self._windowed)

    def present(self) -> None:
        pygame.display.flip()


class Window(LocalDisplay):
    """Window that people see. Its picture has the pixels of the screen, its size and place are in points."""

    def __init__(self, size: tuple[int, int], fullscreen: bool = False, monitor: str = "") -> None:
        """Opens it. Raises NoDisplay."""
        super().__init__()
        try:
            pygame.display.init()
            _expect_a_screen()
            _present_by_memory()
            pygame.font.init()
            self._window = _opened(size, fullscreen, monitor)
            self._server = DisplayServer(self._window)
            self._picture = self._composed(None)
        except pygame.error as error:
            known = pygame.display.get_init() and pygame.display.Info().bitsize
            raise (NoDisplay if known else UnknownPixels)(str(error)) from error
        self._full, self._fits = fullscreen, fullscreen
        pygame.key.stop_text_input()
        gamepads.start()

    @property
    def surface(self) -> pygame.Surface:
        return self._picture

    @property
    def size(self) -> tuple[int, int]:
        return self._window.size

    def fitted(self, size: tuple[int, int]) -> tuple[int, int]:
        return _fitted(size, self._monitor, borders_of(self._window))

    def resize(self, size: tuple[int, int]) -> None:
        self._window.size = self.fitted(size)
        self._fits = False

    def set_fullscreen(self, wanted: bool) -> None:
        self._full, self._fits = wanted, wanted
        if wanted:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()

    def move_to(self, monitor: str) -> None:
        there = next((known for known in self.monitors if known.name == monitor), None)
        if there is None or there == self._monitor:
            return
        if self._full:
            self._window.set_windowed()
        self._window.position = there.centre(_fitted(self._window.size, there))
        self._fits = False
        if self._full:
            self.set_fullscreen(True)

    def events(self) -> Sequence[pygame.event.Event]:
        """The events since the last call, places in pixels. Raises DisplayLost."""
        events = super().events()
        self._expect_the_server()
        if not self._fits and any(event.type == pygame.WINDOWEXPOSED for event in events):
            self._fit()  # only now the frame around it is known
        self._picture = self._composed(self._picture)
        pixels = self._picture.get_width() / max(1, self.size[0])
        return events if pixels == 1 else [_in_pixels(event, pixels) for event in events]

    def present(self) -> None:
        """Show the picture as it is now. Raises DisplayLost."""
        shown = self._window.get_surface()
        if shown is not self._picture:
            shown.blit(self._picture, (0, 0))
        try:
            self._window.flip()
        except pygame.error:
            self._expect_the_server()
            raise

    def set_typing(self, on: bool) -> None:
        if not self._server.lost:
            super().set_typing(on)

    def close(self) -> None:
        if not self._server.lost:
            self._window.destroy()
            super().close()

    @property
    def _monitor(self) -> Monitor:
        return self.monitors[monitor_of(self._window)]

    def _expect_the_server(self) -> None:
        if self._server.lost:
            raise DisplayLost

    def _fit(self) -> None:
        """Have all of the window, with its frame, on its monitor."""
        self._fits = True
        size = self.fitted(self.size)
        if size != self.size:
            borders, room = borders_of(self._window), self._monitor.usable
            self._window.size = size
            self._window.position = room.x + borders.left, room.y + borders.top

    def _composed(self, before: pygame.Surface | None) -> pygame.Surface:
        """Surface to draw on: the window's own pixels if they are like those of all pictures, else a copy."""
        shown = self._window.get_surface()
        if shown.get_bitsize() == PIXEL_BITS and shown.get_masks() == (*_PIXEL_MASKS, 0):
            return shown
        if before is not None and before.get_size() == shown.get_size():
            return before
        return pygame.Surface(shown.get_size(), 0, PIXEL_BITS)


def _opened(size: tuple[int, int], fullscreen: bool, monitor: str) -> pygame.Window:
    """New window, on the monitor of this name if there is one."""
    known = monitors()
    there = next((one for one in known if one.name == monitor), None)
    size = _fitted(size, there or known[0])
    window = pygame.Window(
        TITLE,
        size,
        there.centre(size) if there else pygame.WINDOWPOS_UNDEFINED,
        fullscreen_desktop=fullscreen,
        resizable=True,
        allow_high_dpi=True,
    )
    window.set_icon(pygame.image.load_sized_svg(str(assets.path("icons/app.svg")), (128, 128)))
    return window


def _fitted(size: tuple[int, int], monitor: Monitor, borders: Borders = NO_BORDERS) -> tuple[int, int]:
    """The size of a window on this monitor; what nobody sees has the size it was given."""
    seen = pygame.display.get_driver() not in INVISIBLE_DRIVERS
    return monitor.fit(size, borders) if seen else size


def _in_pixels(event: pygame.event.Event, pixel_size: float) -> pygame.event.Event:
    """An event whose places are in pixels, of which a point has so many."""
    if event.type not in _POINTER:
        return event
    places = {name: event.dict[name] for name in ("pos", "rel") if name in event.dict}
    scaled = {name: (round(x * pixel_size), round(y * pixel_size)) for name, (x, y) in places.items()}
    return pygame.event.Event(event.type, event.dict | scaled)


def _expect_a_screen() -> None:
    """Check that there is a screen: without one SDL takes a driver that shows nothing.

    Raises NoDisplay, unless that driver was asked for.
    """
    driver = pygame.display.get_driver()
    if driver in INVISIBLE_DRIVERS and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.display.quit()
        raise NoDisplay("No available video device")


def _present_by_memory() -> None:
    """Let pictures go to X11 windows by shared memory, where SDL knows how their pixels are made up.

    SDL would make a texture of each and draw that with OpenGL: without a graphics card 6 ms of processor for
    a picture of 1280x720 instead of 0.02, and 100 MB. Elsewhere its own choice is the best one.
    """
    if pygame.display.get_driver() == "x11" and pygame.display.Info().bitsize:
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
