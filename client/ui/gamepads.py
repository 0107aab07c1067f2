"""Gamepads: their events become intents. Events only: no pad is ever polled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
import pygame
import pygame._sdl2.controller as sdl_controller

from client.ui import bindings
from client.ui.intents import Advise, Cycle, Device, Intent, Left, MoveFocus

STICK_IN: Final = 0.55
"""Deflection from which on a stick counts as pushed …"""

STICK_OUT: Final = 0.35
"""… until it falls back to this, so that it never flutters."""

TRIGGER_INTENTS: Final[Mapping[int, Intent]] = {4: Cycle(step=-1), 5: Advise()}


class Gamepads:
    """Reader of gamepads. `let_go` hears what a device no longer holds: a button, stick or hat, or "" for all."""

    def __init__(self, let_go: Callable[[Device, str], None]) -> None:
        self._let_go = let_go
        self._numbers: dict[int, int] = {}
        self._laid_out: set[int] = set()
        self._open: dict[int, Any] = {}
        self._sticks: dict[tuple[int, int], int] = {}
        self._hats: dict[int, tuple[int, int]] = {}

    @property
    def connected(self) -> tuple[Device, ...]:
        """Gamepads that are connected or have sent something."""
        return tuple(Device("gamepad", n) for n in sorted(self._numbers.values()))

    def read(self, event: pygame.event.Event) -> list[Intent]:
        """Intents of an event, if it is one of a gamepad."""
        if event.type in _CONTROLLER:
            return self._controller(event)
        if event.type in _JOYSTICK:
            return self._joystick(event)
        return []

    def _controller(self, event: pygame.event.Event) -> list[Intent]:
        if event.type == pygame.CONTROLLERDEVICEADDED:
            return []
        if event.type == pygame.CONTROLLERDEVICEREMOVED:
            return self._gone(event.instance_id)
        self._laid_out.add(event.instance_id)
        device = self._device(event.instance_id)
        if event.type == pygame.CONTROLLERAXISMOTION:
            value = event.value / 32767 if abs(event.value) > 1 else float(event.value)
            return self._axis(device, event.instance_id, event.axis, value)
        return self._button(device, event.button, event.type == pygame.CONTROLLERBUTTONDOWN)

    def _joystick(self, event: pygame.event.Event) -> list[Intent]:
        if event.type == pygame.JOYDEVICEADDED:
            self._add_device(event.device_index)
            return []
        if event.type == pygame.JOYDEVICEREMOVED:
            return self._gone(event.instance_id)
        if event.instance_id in self._laid_out:
            return []
        device = self._device(event.instance_id)
        if event.type == pygame.JOYAXISMOTION:
            return self._axis(device, event.instance_id, event.axis, float(event.value))
        if event.type == pygame.JOYHATMOTION:
            return self._hat_intents(device, event.instance_id, event.value)
        button = bindings.JOYSTICK_BUTTONS.get(event.button, -1)
        return self._button(device, button, event.type == pygame.JOYBUTTONDOWN)

    def _add_device(self, index: int) -> None:
        """Open a gamepad that was plugged in; one with a known layout is read as a controller only."""
        try:
            if sdl_controller.get_init() and sdl_controller.is_controller(index):
                pad = sdl_controller.Controller(index)
                instance = pad.as_joystick().get_instance_id()
                self._laid_out.add(instance)
                self._open[instance] = pad
            else:
                stick = pygame.joystick.Joystick(index)
                instance = stick.get_instance_id()
                self._open[instance] = stick
        except pygame.error:
            return
        self._device(instance)

    def _gone(self, instance: int) -> list[Intent]:
        self._open.pop(instance, None)
        self._laid_out.discard(instance)
        self._hats.pop(instance, None)
        number = self._numbers.pop(instance, None)
        if number is None:
            return []
        device = Device("gamepad", number)
        self._let_go(device, "")
        self._sticks = {key: way for key, way in self._sticks.items() if key[0] != instance}
        return [Left(device=device)]

    def _device(self, instance: int) -> Device:
        """Number of a gamepad: the smallest that is free when it first sends something."""
        if instance not in self._numbers:
            taken = set(self._numbers.values())
            self._numbers[instance] = next(n for n in range(len(taken) + 1) if n not in taken)
        return Device("gamepad", self._numbers[instance])

    def _button(self, device: Device, button: int, down: bool) -> list[Intent]:
        if not down:
            self._let_go(device, f"button{button}")
            return []
        intent = bindings.BUTTONS.get(button)
        return [msgspec.structs.replace(intent, device=device)] if intent is not None else []

    def _axis(self, device: Device, instance: int, axis: int, value: float) -> list[Intent]:
        """Intents of a stick (axes 0 to 3: moves) or trigger (4, 5: cycles), both with hysteresis."""
        before = self._sticks.get((instance, axis), 0)
        way = before
        if abs(value) >= STICK_IN:
            way = 1 if value > 0 else -1
        elif abs(value) <= STICK_OUT:
            way = 0
        if way == before:
            return []
        self._sticks[instance, axis] = way
        self._let_go(device, f"axis{axis}")
        if axis in TRIGGER_INTENTS:
            pulled = TRIGGER_INTENTS[axis]
            return [msgspec.structs.replace(pulled, device=device)] if way > 0 else []
        if way == 0 or axis > 3:
            return []
        return [MoveFocus(device=device, dx=way) if axis % 2 == 0 else MoveFocus(device=device, dy=way)]

    def _hat_intents(self, device: Device, instance: int, value: tuple[int, int]) -> list[Intent]:
        before, self._hats[instance] = self._hats.get(instance, (0, 0)), value
        self._let_go(device, "hat")
        dx = value[0] if value[0] != before[0] else 0
        dy = -value[1] if value[1] != before[1] else 0
        return [MoveFocus(device=device, dx=dx, dy=dy)] if dx or dy else []


def held_by(event: pygame.event.Event) -> str | None:
    """Button, stick or hat that this event of a gamepad holds down."""
    if event.type in (pygame.JOYBUTTONDOWN, pygame.CONTROLLERBUTTONDOWN):
        laid_out = event.type == pygame.CONTROLLERBUTTONDOWN
        return f"button{event.button if laid_out else bindings.JOYSTICK_BUTTONS.get(event.button, -1)}"
    if event.type in (pygame.JOYAXISMOTION, pygame.CONTROLLERAXISMOTION):
        return f"axis{event.axis}"
    return "hat" if event.type == pygame.JOYHATMOTION else None


_CONTROLLER: Final = frozenset(
    (
        pygame.CONTROLLERAXISMOTION,
        pygame.CONTROLLERBUTTONDOWN,
        pygame.CONTROLLERBUTTONUP,
        pygame.CONTROLLERDEVICEADDED,
        pygame.CONTROLLERDEVICEREMOVED,
    )
)
_JOYSTICK: Final = frozenset(
    (
        pygame.JOYAXISMOTION,
        pygame.JOYHATMOTION,
        pygame.JOYBUTTONDOWN,
        pygame.JOYBUTTONUP,
        pygame.JOYDEVICEADDED,
        pygame.JOYDEVICEREMOVED,
    )
)
