"""Sentence below a result on whether all draws were those of the seed that was committed before the game."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

import msgspec

from assets.texts import TextLookup
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon
from core.audit import Verdict

SEAL_POINTS: Final = 12
"""Number of teeth of the seal's edge."""
WORDS_SIZE: Final = 25.0
"""Units: the type of its words."""
LARGEST_SEAL: Final = 44.0
"""Units across the seal at most."""


class AuditLine(msgspec.Struct, frozen=True):
    """Words below a result; `good` if all is proven, `bad` if something is certainly wrong."""

    text: str
    good: bool
    bad: bool


def audit_line(verdict: Verdict, late: bool, waits: bool, translate: TextLookup) -> AuditLine | None:
    """Words for a finished game, None where nothing was drawn; `late` as in `ClientTable`.

    `waits`: other tables still play with the seed.
    """
    if verdict.kind == "nothing":
        return None
    if waits and verdict.kind == "untold":
        return AuditLine(translate("duplicate.seed_later"), good=False, bad=False)
    key = "late" if verdict.kind == "proven" and late else verdict.kind
    values = {"step": verdict.step + 1} if key == "differs" else {}
    good = verdict.kind == "proven"
    # Whoever has committed to a seed reveals it at the end: not to do so is to hide something.
    return AuditLine(
        translate(f"result.seal.{key}", **values), good, verdict.is_fraud or verdict.kind == "untold"
    )


def draw_seal(canvas: Canvas, rect: Rect, seal: AuditLine) -> None:
    """Draw a seal with the words beside it, in one or two lines, in the middle of a strip."""
    side = min(rect.h - 4, LARGEST_SEAL)
    ink = "bad" if seal.bad else "ink"
    colour = "bad" if seal.bad else "lamp" if seal.good else "quiet"
    wide = min(canvas.measure(seal.text, "small", size=WORDS_SIZE)[0] + 2, rect.w - side - 44)
    strip = Rect.around(rect.cx, rect.cy, side + 44 + wide, rect.h)
    canvas.rounded(strip, min(rect.h / 2, 22), (*canvas.colour("night")[:3], 150))
    spot, words = strip.inset(16, 0).cut_left(side, 12)
    _draw_sign(canvas, Rect.around(spot.cx, spot.cy, side), colour, _sign(seal))
    canvas.text(seal.text, words, "small", ink, size=WORDS_SIZE, fit="wrap")


def _sign(seal: AuditLine) -> str:
    return "cross" if seal.bad else "check" if seal.good else "minus"


def _draw_sign(canvas: Canvas, rect: Rect, ink: str, sign: str) -> None:
    """Draw a round seal with a toothed edge and an icon in it."""
    outer, inner = rect.h / 2, rect.h / 2 - 4
    edge = [
        (rect.cx + reach * sin(pi * n / SEAL_POINTS), rect.cy - reach * cos(pi * n / SEAL_POINTS))
        for n, reach in enumerate((outer, inner) * SEAL_POINTS)
    ]
    canvas.polygon(edge, ink)
    canvas.circle(rect.centre, inner - 2, "sheet")
    side = inner * 1.3
    icon(canvas, sign, Rect.around(*rect.centre, side), ink)
