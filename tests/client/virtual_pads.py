"""Gamepads without hardware: SDL's virtual joysticks, on the very library that pygame plays with.

They come, go and are pressed as real ones, with SDL's own events. Two of one `product` are equal for SDL.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, Final

import pygame
import pytest

from client.ui import sdl

GAMEPAD: Final = 1
"""SDL's type of a joystick with a known layout …"""
WHEEL: Final = 2
"""… and of one without."""
FULL: Final = 32767


class _Description(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_uint16) for name in ("version", "type", "naxes", "nbuttons", "nhats")),
        *((name, ctypes.c_uint16) for name in ("vendor_id", "product_id", "padding")),
        ("button_mask", ctypes.c_uint32),
        ("axis_mask", ctypes.c_uint32),
        ("name", ctypes.c_char_p),
        ("userdata", ctypes.c_void_p),
        ("Update", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
        *((name, ctypes.c_void_p) for name in ("SetPlayerIndex", "Rumble", "RumbleTriggers", "SetLED")),
        ("SendEffect", ctypes.c_void_p),
    )


class VirtualPads:
    """Virtual pads of a test, once SDL looks for gamepads; each is known by SDL's instance."""

    def __init__(self) -> None:
        if pygame.joystick.get_count():
            pytest.skip("a real gamepad is connected")
        library = sdl.library()
        if library is None or not hasattr(library, "SDL_JoystickAttachVirtualEx"):
            pytest.skip("this SDL has no virtual joysticks")
        self._sdl: Any = library
        for name in ("SetVirtualAxis", "SetVirtualButton"):
            function = getattr(self._sdl, f"SDL_Joystick{name}")
            function.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_int16)
        self._sdl.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
        self._plugged: list[int] = []
        self._kept: list[Any] = []

    def plug(self, product: int = 1, kind: int = GAMEPAD, at_rest: Sequence[int] = ()) -> int:
        """Plug in a pad, whose axes lie there from the beginning; its instance."""
        values, instances = list(at_rest), list[int]()

        def lie(_: object) -> None:
            joystick = self._sdl.SDL_JoystickFromInstanceID(instances[0]) if instances else None
            while joystick and values:
                self._sdl.SDL_JoystickSetVirtualAxis(joystick, len(values) - 1, values.pop())

        update = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lie)
        wide = 4 if kind == WHEEL else 6
        made = _Description(1, kind, wide, 15, 0, 0x1234, product, name=b"Pad", Update=update)
        self._kept.append(update)
        index = self._sdl.SDL_JoystickAttachVirtualEx(ctypes.byref(made))
        assert index >= 0, pygame.get_error()
        instances.append(self._sdl.SDL_JoystickGetDeviceInstanceID(index))
        self._plugged += instances
        return instances[0]

    def close(self) -> None:
        """Pull all out that are left: SDL keeps them for the next who looks for gamepads."""
        for instance in self._plugged[:]:
            self.pull(instance)

    def pull(self, instance: int) -> None:
        """Pull a pad out."""
        self._plugged.remove(instance)
        places = range(pygame.joystick.get_count())
        index = next(i for i in places if self._sdl.SDL_JoystickGetDeviceInstanceID(i) == instance)
        assert self._sdl.SDL_JoystickDetachVirtual(index) == 0, pygame.get_error()

    def button(self, instance: int, button: int, down: bool) -> None:
        """Press a button or let it go."""
        joystick = self._sdl.SDL_JoystickFromInstanceID(instance)
        assert self._sdl.SDL_JoystickSetVirtualButton(joystick, button, down) == 0, pygame.get_error()

    def axis(self, instance: int, axis: int, value: int) -> None:
        """Push a stick or pedal: -32768 … 32767."""
        joystick = self._sdl.SDL_JoystickFromInstanceID(instance)
        assert self._sdl.SDL_JoystickSetVirtualAxis(joystick, axis, value) == 0, pygame.get_error()
