"""Small parts that several screens share."""

from __future__ import annotations

from client.screens.title.shelf import BOX_RATIO, SHELF_GAMES
from client.ui.canvas import Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.intents import Cycle, Intent, MoveFocus
from client.ui.symbols import icon
from client.ui.text_field import TextField


def margin(area: Rect) -> float:
    """Units free at the left and right of a screen of this width."""
    return 56.0 if area.w < 1700 else 96.0


def in_order(intent: Intent, current: Widget | None) -> Intent:
    """Focus movement for a form: up and down go through all widgets in order, since left and right change
    values.
    """
    picking = isinstance(current, TextField) and current.picking
    if isinstance(intent, MoveFocus) and intent.dy and not picking:
        return Cycle(device=intent.device, at=intent.at, step=intent.dy)
    return intent


def draw_help(canvas: Canvas, rect: Rect, words: str, warns: bool = False) -> None:
    """Draw a line that explains the focused widget, or says what is wrong."""
    if not words:
        return
    sign = Rect(rect.x + 4, rect.cy - 19, 38, 38)
    icon(canvas, "cross" if warns else "info", sign, "bad" if warns else "lamp")
    canvas.text(words, rect.cut_left(60)[1], "body", "ink", fit="wrap")


def draw_row_of_boxes(canvas: Canvas, right: float, floor: float) -> None:
    """Draw the five boxes, small, on the edge of a panel up to x = `right`."""
    high, gap = 112.0, 26.0
    wide = high * BOX_RATIO
    for index, key in enumerate(reversed(SHELF_GAMES)):
        place = Rect(right - wide - index * (wide + gap), floor - high, wide, high)
        canvas.shadow(Rect(place.x, floor - 6, place.w, 6), 3, 6)
        canvas.picture(f"shelf/{key}.svg", place)
