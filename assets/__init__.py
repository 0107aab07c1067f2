"""Pictures, texts and colours: data, and the code that finds it.

Sounds are not here: `client/ui/sound/synthesis.py` makes them when the program starts.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent
SHELF = "shelf/"
"""Folder of the boxes of the games, and of the lands in them."""


def path(name: str) -> Path:
    """The file of this name below `assets/`, as in `tiles/sturt/5.svg`.

    A game without pictures of its own lies in a plain box on the shelf. Raises FileNotFoundError if the file
    is not there or would lie outside.
    """
    found = (ROOT / name).resolve()
    if name.startswith(SHELF) and not found.is_file():
        found = (ROOT / f"{SHELF}plain{'-open' if name.endswith('-open.svg') else ''}.svg").resolve()
    if not found.is_relative_to(ROOT.resolve()) or not found.is_file():
        raise FileNotFoundError(name)
    return found


def listing(folder: str, suffix: str = "") -> tuple[Path, ...]:
    """All files of a folder below `assets/` with this suffix, sorted; empty if the folder is not there."""
    return tuple(sorted(p for p in (ROOT / folder).glob(f"*{suffix}") if p.is_file()))
