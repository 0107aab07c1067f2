"""Display of an app: takes its pictures and gives its input; a window of this machine or something else."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from typing import Final, Protocol

import pygame

import assets
from client.ui import gamepads
from client.ui.input import copy_text
from client.ui.keyboard_layout import KeyboardLayout, system_layout

INVISIBLE_DRIVERS: Final = frozenset(("dummy", "offscreen", "evdev"))
"""SDL's video drivers whose windows nobody sees."""


CALM_FPS: Final = 12
"""Pictures a second of a window while nothing but slow things move: a glow that breathes, dust, a pump."""


class NoDisplay(Exception):
    """Raised if no window can open on any screen; the reason is SDL's."""


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
        """What its keyboard writes, as far as that is known before a key is pressed."""

    def set_typing(self, on: bool) -> None:
        """Have letters come as text or not, on devices that make a difference.

        What is being composed is dropped: the field that it was for has kept it.
        """

    def copy(self, text: str) -> bool:
        """Put a text into the clipboard; whether that worked."""

    def close(self) -> None:
        """Show nothing any more."""


class Window:
    """Window of this machine. `headless`: nobody sees it."""

    kept = True
    calm_fps = CALM_FPS

    def __init__(self, size: tuple[int, int], fullscreen: bool, headless: bool) -> None:
        """Opens it. Raises NoDisplay."""
        self._windowed: tuple[tuple[int, int], tuple[int, int]] | None = None
        if headless:
            os.environ["SDL_VIDEODRIVER"] = "dummy"
            os.environ["SDL_AUDIODRIVER"] = "dummy"
        try:
            pygame.display.init()
            _expect_a_screen()
            _present_by_memory()
            pygame.font.init()
            flags = pygame.FULLSCREEN if fullscreen else pygame.RESIZABLE
            self._surface = pygame.display.set_mode((0, 0) if fullscreen else size, flags)
        except pygame.error as error:
            raise NoDisplay(str(error)) from error
        pygame.display.set_caption("Tilewright")
        pygame.display.set_icon(pygame.image.load_sized_svg(str(assets.path("icons/app.svg")), (128, 128)))
        pygame.key.stop_text_input()
        if not headless:
            gamepads.start()

    @property
    def surface(self) -> pygame.Surface:
        return pygame.display.get_surface() or self._surface

    def events(self) -> Sequence[pygame.event.Event]:
        return pygame.event.get()

    def present(self) -> None:
        pygame.display.flip()

    def keyboard_layout(self) -> KeyboardLayout:
        return system_layout()

    def set_typing(self, on: bool) -> None:
        pygame.key.stop_text_input()
        if on:
            pygame.key.start_text_input()

    def copy(self, text: str) -> bool:
        return copy_text(text)

    def set_fullscreen(self, wanted: bool, usual: tuple[int, int]) -> None:
        """Fill the screen, or be a window again: where it was, or else of the usual size."""
        if wanted:
            self._windowed = pygame.display.get_window_position(), self.surface.get_size()
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        elif self._windowed is None:
            _leave_fullscreen(usual)
        else:
            place, size = self._windowed
            _leave_fullscreen(size)
            pygame.display.set_window_position(place)

    def close(self) -> None:
        pygame.quit()


def _leave_fullscreen(size: tuple[int, int]) -> None:
    """Make the window this size. X11 leaves full screen only on request, and then reports another size."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        for _ in range(2):
            pygame.display.set_mode(size, pygame.RESIZABLE)


def _expect_a_screen() -> None:
    """Check that there is a screen: without one SDL takes a driver that shows nothing.

    Raises NoDisplay, unless that driver was asked for.
    """
    driver = pygame.display.get_driver()
    if driver in INVISIBLE_DRIVERS and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.display.quit()
        raise NoDisplay("No available video device")


def _present_by_memory() -> None:
    """Let pictures go to X11 windows by shared memory.

    SDL would make a texture of each and draw that with OpenGL: without a graphics card 6 ms of processor for
    a picture of 1280x720 instead of 0.02, and 100 MB. Elsewhere its own choice is the best one.
    """
    if pygame.display.get_driver() == "x11":
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
