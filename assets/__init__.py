"""Pictures, texts and colours: data, and the code that finds it.

Sounds are not here: `client/ui/sound/synthesis.py` makes them when the program starts.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent


def path(name: str) -> Path:
    """The file of this name below `assets/`, as in `tiles/sturt/5.svg`.

    Raises FileNotFoundError if it is not there or would lie outside.
    """
    found = (ROOT / name).resolve()
    if not found.is_relative_to(ROOT.resolve()) or not found.is_file():
        raise FileNotFoundError(name)
    return found


def listing(folder: str, suffix: str = "") -> tuple[Path, ...]:
    """All files of a folder below `assets/` with this suffix, sorted; empty if the folder is not there."""
    return tuple(sorted(p for p in (ROOT / folder).glob(f"*{suffix}") if p.is_file()))
