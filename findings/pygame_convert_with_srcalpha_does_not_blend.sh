#!/bin/sh
# Guess: `surface.convert(32, pygame.SRCALPHA)` is `surface.convert_alpha()` without the need for a window.
# What is so (pygame-ce 2.5.8): its pixels keep their alpha, but it has no SRCALPHA flag, and is not blended when
# it is blitted: clear pixels of a picture come out black. `convert_alpha()` keeps the flag.
# Exits with 0 while that is so.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --target "$folder" pygame-ce==2.5.8
export SDL_VIDEODRIVER=dummy PYGAME_HIDE_SUPPORT_PROMPT=1 PYTHONPATH="$folder"
python3 - <<'PYTHON'
import sys

import pygame

pygame.display.init()
pygame.display.set_mode((8, 8))
picture = pygame.Surface((8, 8), pygame.SRCALPHA, 32)  # all clear
found = {}
for name, made in {
    "convert(32, SRCALPHA)": picture.convert(32, pygame.SRCALPHA),
    "convert_alpha()": picture.convert_alpha(),
}.items():
    ground = pygame.Surface((8, 8), 0, 32)
    ground.fill("white")
    ground.blit(made, (0, 0))
    found[name] = tuple(made.get_at((0, 0))), bool(made.get_flags() & pygame.SRCALPHA), tuple(ground.get_at((0, 0)))[:3]
    print(f"{name}: pixel {found[name][0]}, SRCALPHA {found[name][1]}, laid on white {found[name][2]}")
print("pygame-ce", pygame.version.ver, "SDL", pygame.get_sdl_version())
clear, white, black = (0, 0, 0, 0), (255, 255, 255), (0, 0, 0)
as_told = {
    "convert(32, SRCALPHA)": (clear, False, black),
    "convert_alpha()": (clear, True, white),
}
sys.exit(0 if found == as_told else 1)
PYTHON
