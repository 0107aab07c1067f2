#!/bin/sh
# Guess: with the same font file, size, SDL and SDL_ttf, pygame-ce measures and draws text the same in 2.5.6 and 2.5.7.
# So it is: both say SDL_ttf 2.24.0, and "Bartholomew" in Lilita One at 22 points is 125 wide in 2.5.6 and 134 in 2.5.7;
# the height stays. What fitted a width by a little does not any more.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --target "$folder/font" fontpkg-lilita-one==1.2
cat > "$folder/look.py" <<'EOP'
import pathlib
import sys

import pygame

pygame.font.init()
(file,) = pathlib.Path(sys.argv[1]).rglob("LilitaOne-Regular.ttf")
size = pygame.font.Font(file, 22).size("Bartholomew")
print("pygame-ce", pygame.version.ver, "SDL_ttf", pygame.font.get_sdl_ttf_version(), size)
assert pygame.font.get_sdl_ttf_version() == (2, 24, 0)
assert size == {"2.5.6": (125, 26), "2.5.7": (134, 26)}[pygame.version.ver], size
EOP
for version in 2.5.6 2.5.7; do
    python3 -m pip install --quiet --disable-pip-version-check --target "$folder/$version" "pygame-ce==$version"
    SDL_VIDEODRIVER=dummy PYGAME_HIDE_SUPPORT_PROMPT=1 PYTHONPATH="$folder/$version" python3 "$folder/look.py" "$folder/font"
done
