"""The Great Split: portraits of its seven characters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tools.art.paper import Sheet, ellipse, rect

COATS: Final = {
    "ottilie": "#3a3148",
    "vesper": "#24466e",
    "calloway": "#8a4a18",
    "verdigris": "#1d2b28",
    "pell": "#5e5030",
    "quillfeather": "#5c1f2a",
    "halfmoon": "#2c2c5c",
}


def _bust(name: str) -> Callable[[], str]:
    def draw() -> str:
        sheet = Sheet(240, 300)
        sheet.fill(rect(0, 0, 240, 300, 24), "#d0a548")
        sheet.fill(rect(8, 8, 224, 284, 18), "#28483c")
        sheet.fill(ellipse(120, 300, 96, 110), COATS[name])
        sheet.fill(ellipse(120, 130, 52, 62), "#e8bf98")
        return sheet.svg()

    return draw


PEOPLE: Final = {name: _bust(name) for name in COATS}
