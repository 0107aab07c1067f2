"""Draw every SVG of Tilewright: `python -m tools.draw_art` writes them, `--check` names those that differ."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tools.art import (
    down_under,
    ghawar,
    ghawar_pieces,
    great_divide,
    great_divide_events,
    great_divide_signs,
    great_split,
    great_split_icons,
    great_split_people,
    logo,
    portraits,
    shelf_down_under,
    shelf_ghawar,
    shelf_great_divide,
    shelf_great_split,
    shelf_plain,
    shelf_sturt,
    sturt,
    sturt_field,
)

SHELF = {
    "great_divide": shelf_great_divide,
    "sturt": shelf_sturt,
    "great_split": shelf_great_split,
    "ghawar": shelf_ghawar,
    "down_under": shelf_down_under,
    "plain": shelf_plain,
}
ASSETS = Path(__file__).resolve().parent.parent / "assets"


def pictures() -> dict[str, Callable[[], str]]:
    """Every picture by its path under `assets/`, with the function that draws it."""
    out: dict[str, Callable[[], str]] = {}
    for digit in "".join(sturt.CARDS.values()):
        out[f"tiles/sturt/{digit}.svg"] = partial(sturt.card, digit)
    for side in "NESW":
        out[f"tiles/sturt/edge-{side.lower()}.svg"] = partial(sturt_field.edge, side)
    out["tiles/sturt/ground.svg"] = sturt_field.ground
    out["tiles/sturt/desert.svg"] = sturt_field.desert
    out["tiles/sturt/end.svg"] = sturt_field.end
    out.update(_great_divide())
    out.update(_great_split())
    out.update({f"tiles/down_under/{name}.svg": draw for name, draw in down_under.PIECES.items()})
    pieces = {**ghawar.PIECES, **ghawar_pieces.PIECES}
    out.update({f"tiles/ghawar/{name}.svg": draw for name, draw in pieces.items()})
    for name, game in SHELF.items():
        out[f"shelf/{name}.svg"] = game.box
        out[f"shelf/{name}-open.svg"] = game.wide
    for key, portrait in portraits.PORTRAITS.items():
        out[f"portraits/{key}.svg"] = portrait.bust
        out[f"portraits/{key}-pupils.svg"] = portrait.pupils
    out["icons/app.svg"] = logo.icon
    out["icons/name.svg"] = logo.name
    return out


def _great_divide() -> dict[str, Callable[[], str]]:
    folder = "tiles/great_divide"
    out: dict[str, Callable[[], str]] = {}
    for name in great_divide_signs.SIGNS:
        out[f"{folder}/{name}.svg"] = partial(great_divide_signs.landscape, name)
        out[f"{folder}/sign-{name}.svg"] = partial(great_divide_signs.silhouette, name)
    for name in great_divide.TEXTURES:
        out[f"{folder}/paper-{name}.svg"] = partial(great_divide.texture, name)
    for way in range(6):
        out[f"{folder}/bed-{way}.svg"] = partial(great_divide.bed, way)
        out[f"{folder}/arrow-{way}.svg"] = partial(great_divide.arrow, way)
    for ocean in ("pacific", "atlantic"):
        out[f"{folder}/wave-{ocean}.svg"] = partial(great_divide.wave, ocean)
    for axis in range(3):
        out[f"{folder}/pass-{axis}.svg"] = partial(great_divide.two_ocean, axis)
        out[f"{folder}/divide-{axis}.svg"] = partial(great_divide.divide, axis)
    for seat in (0, 1):
        out[f"{folder}/surf-{seat}.svg"] = partial(great_divide.surf, seat)
    for beat, lift in enumerate(great_divide.BIRDS):
        out[f"{folder}/bird-{beat}.svg"] = partial(great_divide.bird, lift)
    for beat, (back, long) in enumerate(great_divide.GULLS):
        out[f"{folder}/gull-{beat}.svg"] = partial(great_divide.gull, back, long)
    out[f"{folder}/crater.svg"] = great_divide.crater
    for name, draw in (*great_divide.SPECIAL.items(), *great_divide.PAPER.items()):
        out[f"{folder}/{name}.svg"] = draw
    for name in great_divide_events.EVENTS:
        out[f"{folder}/event-{name}.svg"] = partial(great_divide_events.card, name)
        out[f"{folder}/event-{name}-sign.svg"] = partial(great_divide_events.sign, name)
    out[f"{folder}/event-back.svg"] = great_divide_events.back
    out[f"{folder}/bag.svg"] = great_divide_events.bag
    return out


def _great_split() -> dict[str, Callable[[], str]]:
    folder = "tiles/great_split"
    out: dict[str, Callable[[], str]] = {}
    for name in great_split_icons.ICONS:
        for style in great_split_icons.STYLES:
            out[f"{folder}/{style}-{name}.svg"] = partial(great_split_icons.drawn, style, name)
    for name, draw in great_split_people.PEOPLE.items():
        out[f"{folder}/character-{name}.svg"] = draw
    for name, draw in great_split.PIECES.items():
        out[f"{folder}/{name}.svg"] = draw
    return out


def stale() -> dict[str, str]:
    """The pictures whose file is missing or differs, with what they should be."""
    drawn = {name: draw() for name, draw in pictures().items()}
    return {name: svg for name, svg in drawn.items() if _written(ASSETS / name) != svg}


def _written(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def main() -> int:
    """Write all pictures, or with `--check` only compare them; returns the exit code."""
    check = "--check" in sys.argv[1:]
    changed = stale()
    for name, svg in changed.items():
        print(name)
        if not check:
            (ASSETS / name).parent.mkdir(parents=True, exist_ok=True)
            (ASSETS / name).write_text(svg, encoding="utf-8", newline="\n")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
