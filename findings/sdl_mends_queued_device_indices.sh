#!/usr/bin/env bash
# Guess: the device_index of a JOYDEVICEADDED event is that of the moment when it was posted. If another joystick
# goes before the event is read, it names the wrong device or none, so all devices have to be looked through.
# So it is: SDL mends the events that still wait in its queue: that of the joystick that went is taken out, and the
# indices of those behind it are one smaller, so that pygame.joystick.Joystick(event.device_index) is right.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pygame-ce==2.5.8
SDL_VIDEODRIVER=dummy "$place/venv/bin/python" - <<'PY'
import ctypes
import pygame
import pygame.base

sdl = ctypes.CDLL(pygame.base.__file__)
pygame.display.init()
pygame.display.set_mode((64, 64))
pygame.joystick.init()
print("pygame-ce", pygame.version.ver, "SDL", pygame.get_sdl_version())
pygame.event.get()
assert pygame.joystick.get_count() == 0, "this needs a machine without a joystick"
for buttons in (3, 5):
    assert sdl.SDL_JoystickAttachVirtual(0, 2, buttons, 0) >= 0
assert sdl.SDL_JoystickDetachVirtual(0) == 0
added = [event for event in pygame.event.get() if event.type == pygame.JOYDEVICEADDED]
indices = [event.device_index for event in added]
print("indices of the events that were posted as 0 and 1:", indices)
assert indices == [0], indices
assert pygame.joystick.Joystick(0).get_numbuttons() == 5
PY
