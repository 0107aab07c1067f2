"""SDL's own functions where pygame has none for them.

They are those of the very library that pygame brings and uses, found through one of pygame's own
modules. Where that fails, as with a pygame that was built otherwise, whoever asks goes on without them.
"""

from __future__ import annotations

import ctypes
import re
import sys
from functools import cache
from pathlib import Path
from typing import Final

import pygame.base

KERNEL_INPUTS: Final = Path("/sys/class/input")
"""Folder in which Linux says what it knows of each input device."""


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


def joystick_serial(instance: int) -> str:
    """Serial number of an open joystick; "" where it has none."""
    serial = _text_of(instance, "SDL_JoystickGetSerial")
    device = re.fullmatch(r"/dev/input/(event\d+)", joystick_path(instance))
    if serial or device is None:
        return serial
    try:  # Linux: SDL's driver for events does not ask, the kernel knows (of Bluetooth the address)
        return (KERNEL_INPUTS / device[1] / "device" / "uniq").read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def joystick_path(instance: int) -> str:
    """Path under which the system has an open joystick; "" where that cannot be had."""
    return _text_of(instance, "SDL_JoystickPath")


def _text_of(instance: int, function: str) -> str:
    """Text that a function of SDL gives for an open joystick; "" if it gives none, or is missing."""
    sdl = library()
    if sdl is None:
        return ""
    try:
        find, ask = sdl.SDL_JoystickFromInstanceID, sdl[function]
    except AttributeError:
        return ""
    find.argtypes, find.restype = [ctypes.c_int32], ctypes.c_void_p
    ask.argtypes, ask.restype = [ctypes.c_void_p], ctypes.c_char_p
    joystick = find(instance)
    return (ask(joystick) or b"").decode("utf-8", "replace") if joystick else ""
