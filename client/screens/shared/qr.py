"""QR codes, drawn on paper."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import segno

from client.ui.canvas import Canvas
from client.ui.geometry import Rect

QUIET_ZONE: Final = 4
"""Modules of empty paper around a code that readers need."""


@lru_cache(maxsize=4)
def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Rows of the code for a text, True for dark, with the empty paper around it."""
    return tuple(
        tuple(map(bool, row)) for row in segno.make(text, error="m", micro=False).matrix_iter(1, QUIET_ZONE)
    )


def draw_qr(canvas: Canvas, rect: Rect, text: str) -> None:
    """Draw the code for a text as large as whole pixels allow, in the middle of a rectangle."""
    rows = modules(text)
    canvas.layer(("qr", text, rect), rect, lambda inner: _paint(inner, rect, rows), slot="qr")


def _paint(canvas: Canvas, rect: Rect, modules: tuple[tuple[bool, ...], ...]) -> None:
    pixels = max(1, int(min(rect.w, rect.h) * canvas.scale / len(modules)))
    side = pixels / canvas.scale
    paper = rect.place(side * len(modules), side * len(modules))
    canvas.rounded(paper, 10, (255, 255, 255, 255))
    left, top = canvas.pixel(paper.x, paper.y)
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            if dark:
                canvas.surface.fill("black", (left + x * pixels, top + y * pixels, pixels, pixels))
