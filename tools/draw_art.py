"""Draw every SVG of Tilewright: `python -m tools.draw_art` writes them, `--check` names those that differ."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tools.art import (
    app,
    shelf_down_under,
    shelf_ghawar,
    shelf_great_divide,
    shelf_great_split,
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
    out["tiles/sturt/end.svg"] = sturt_field.end
    for name, game in SHELF.items():
        out[f"shelf/{name}.svg"] = game.box
        out[f"shelf/{name}-open.svg"] = game.wide
    out["icons/app.svg"] = app.icon
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
