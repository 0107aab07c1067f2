"""Monitors of this machine, their room for windows, and which of them a window is on.

Asked of SDL itself, as pygame does not tell. Where SDL cannot be reached monitors have no names, nothing of
them is known to be taken, and every window is on the first one.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pygame

from client.ui import sdl
from client.ui.text import clean

NAME_LENGTH: Final = 60
"""Most characters of a monitor's name."""


class Borders(msgspec.Struct, frozen=True):
    """Points that the window manager's frame adds at each side of a window."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0


NO_BORDERS: Final = Borders()


class Monitor(msgspec.Struct, frozen=True):
    """Monitor: a name that no other one has now, all of its area and the usable part of it, in points."""

    name: str
    area: pygame.Rect
    usable: pygame.Rect

    def fit(self, size: tuple[int, int], borders: Borders) -> tuple[int, int]:
        """The size in points of a window that is no larger than there is room for."""
        wide = self.usable.w - borders.left - borders.right
        high = self.usable.h - borders.top - borders.bottom
        return max(1, min(size[0], wide)), max(1, min(size[1], high))

    def centre(self, size: tuple[int, int]) -> tuple[int, int]:
        """Corner of a window of this size in points in the middle of the usable part."""
        return self.usable.x + (self.usable.w - size[0]) // 2, self.usable.y + (self.usable.h - size[1]) // 2


class _Rect(ctypes.Structure):
    _fields_ = (("x", ctypes.c_int), ("y", ctypes.c_int), ("w", ctypes.c_int), ("h", ctypes.c_int))


def monitors() -> tuple[Monitor, ...]:
    """All monitors, the main one first; at least one. The display has to be initialised."""
    sizes = pygame.display.get_desktop_sizes() or [(1, 1)]
    areas = [_bounds("SDL_GetDisplayBounds", i) or pygame.Rect((0, 0), size) for i, size in enumerate(sizes)]
    names = distinct([_name(index) for index in range(len(sizes))])
    usable = [_bounds("SDL_GetDisplayUsableBounds", index) or area for index, area in enumerate(areas)]
    return tuple(Monitor(*told) for told in zip(names, areas, usable, strict=True))


def monitor_of(window: pygame.Window) -> int:
    """Number of the monitor that a window is on, as in `monitors`."""
    known, handle = sdl.library(), _handle(window)
    if known is None or handle is None:
        return 0
    number: int = known.SDL_GetWindowDisplayIndex(handle)
    return min(max(0, number), len(monitors()) - 1)


def borders_of(window: pygame.Window) -> Borders:
    """Frame of a window that is shown; nothing where that is not known."""
    known, handle = sdl.library(), _handle(window)
    top, left, bottom, right = (ctypes.c_int() for _ in range(4))
    places = [ctypes.byref(side) for side in (top, left, bottom, right)]
    if known is None or handle is None or known.SDL_GetWindowBordersSize(handle, *places) != 0:
        return NO_BORDERS
    return Borders(left.value, top.value, right.value, bottom.value)


def _handle(window: pygame.Window) -> Any:
    """SDL's own window, None if it cannot be reached."""
    known = sdl.library()
    if known is None:
        return None
    known.SDL_GetWindowFromID.restype = ctypes.c_void_p
    address = known.SDL_GetWindowFromID(ctypes.c_uint32(window.id))
    return ctypes.c_void_p(address) if address else None


def _bounds(function: str, index: int) -> pygame.Rect | None:
    known, found = sdl.library(), _Rect()
    if known is None or getattr(known, function)(index, ctypes.byref(found)) != 0:
        return None
    return pygame.Rect(found.x, found.y, found.w, found.h) if found.w > 0 and found.h > 0 else None


def _name(index: int) -> str:
    known = sdl.library()
    if known is None:
        return ""
    known.SDL_GetDisplayName.restype = ctypes.c_char_p
    told: bytes | None = known.SDL_GetDisplayName(index)
    return clean((told or b"").decode("utf-8", "replace"))[:NAME_LENGTH].strip()


def distinct(names: Sequence[str]) -> list[str]:
    """The names; those that several monitors have, or none at all, with a number behind."""
    times, seen, distinct = Counter(names), Counter[str](), []
    for name in names:
        seen[name] += 1
        alone = name and times[name] == 1
        distinct.append(name if alone else f"{name} {seen[name]}".strip())
    return distinct
