"""SDL's own functions where pygame has none for them.

They are those of the very library that pygame brings and uses, found through one of pygame's own
modules. Where that fails, as with a pygame that was built otherwise, whoever asks goes on without them.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from pathlib import Path

import pygame.base


@cache
def library() -> ctypes.CDLL | None:
    """SDL as pygame uses it; None if it cannot be reached or is another version than pygame's."""
    beside = Path(pygame.base.__file__)
    # Elsewhere a module's own symbols and those of the libraries it needs are found by the same name.
    file = beside.with_name("SDL2.dll") if sys.platform == "win32" else beside
    try:
        sdl = ctypes.CDLL(str(file))
        numbers = (ctypes.c_uint8 * 3)()
        sdl.SDL_GetVersion(numbers)
    except (OSError, AttributeError):
        return None
    return sdl if tuple(numbers) == tuple(pygame.get_sdl_version()) else None
