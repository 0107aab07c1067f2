"""Whether the display server, X or a Wayland compositor, is still there.

Left to themselves Xlib ends the process from inside, with nothing put away, and SDL takes a compositor that
went for a person who closes the window.
"""

from __future__ import annotations

import ctypes
from typing import Any, Final

import pygame

from client.ui import sdl

X11: Final = 2
WAYLAND: Final = 6
"""Numbers that SDL has for window systems."""

_ErrorHandler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
_ExitHandler = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


class _WindowInfo(ctypes.Structure):
    """SDL_SysWMinfo: SDL's version, the window system's number, and its objects: the connection first."""

    _fields_ = (
        ("version", ctypes.c_uint8 * 3),
        ("system", ctypes.c_int),
        ("objects", ctypes.c_void_p * 16),
    )


class DisplayServer:
    """Connection of a window to its display server; where it cannot be reached it is never `lost`."""

    def __init__(self, window: pygame.Window) -> None:
        self._lost = False
        self._wayland: Any = None
        self._connection = ctypes.c_void_p()
        # Kept here, as the C library has nothing but their addresses.
        self._on_error, self._on_exit = _ErrorHandler(self._error), _ExitHandler(self._exit)
        info = _window_info(window)
        if info is None:
            return
        self._connection = ctypes.c_void_p(info.objects[0])
        try:
            if info.system == X11:
                x11 = ctypes.CDLL("libX11.so.6")
                x11.XSetIOErrorExitHandler(self._connection, self._on_exit, None)
                x11.XSetIOErrorHandler(self._on_error)
            elif info.system == WAYLAND:
                self._wayland = ctypes.CDLL("libwayland-client.so.0")
        except (OSError, AttributeError):  # an Xlib before 1.7, or none of this name
            return

    @property
    def lost(self) -> bool:
        """Whether the connection has broken. Then SDL must be asked nothing more: it may wait for ever."""
        if self._wayland is not None and not self._lost:
            self._lost = self._wayland.wl_display_get_error(self._connection) != 0
        return self._lost

    def _error(self, _connection: int) -> int:
        self._lost = True
        return 0

    def _exit(self, _connection: int, _data: int) -> None:
        self._lost = True


def _window_info(window: pygame.Window) -> _WindowInfo | None:
    known = sdl.library()
    if known is None:
        return None
    info = _WindowInfo((ctypes.c_uint8 * 3)(*pygame.get_sdl_version()))
    known.SDL_GetWindowFromID.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(known.SDL_GetWindowFromID(ctypes.c_uint32(window.id)))
    known.SDL_GetWindowWMInfo.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    return info if known.SDL_GetWindowWMInfo(handle, ctypes.byref(info)) == 1 else None
