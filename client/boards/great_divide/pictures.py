"""Draws the pictures of The Great Divide's rules: pieces of the map with running water, tiles, cards, seats.

`Picture`, `picture` and `ratio` are what the rules screen asks of every game (`client.screens.rules_pages`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from client.boards.great_divide.cards import draw_card, draw_event_card, draw_event_sign
from client.boards.great_divide.fields import (
    LAND,
    Cards,
    Case,
    Compass,
    Field,
    Flow,
    Kinds,
    Laying,
    Picture,
    Piece,
    Try,
)
from client.boards.great_divide.ground import FRAME, draw_ground, draw_land
from client.boards.great_divide.hexes import HALF, turned_by
from client.boards.great_divide.layout import Spaces
from client.boards.great_divide.lights import draw_course, draw_glimmer, draw_rim, draw_tints
from client.boards.great_divide.rivers import Rivers, Stretch, rivers
from client.boards.great_divide.tiles import draw_arrow, draw_coded, draw_kind, draw_tile
from client.boards.great_divide.water import DEEP, LIGHT, draw_divide, draw_rivers
from client.boards.pictures import Say, Spot, Style, draw_fields, draw_head, draw_mark, ratio
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import icon, seat_badge
from client.ui.theme import Ink
from core.game import Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import EMPTY, arrows
from core.games.great_divide.land import WAYS, Way
from core.games.great_divide.scoring import SEATS
from core.games.great_divide.state import ACTIVE, PASSIVE

__all__ = ["Picture", "picture", "ratio"]

STYLE: Final = Style("great_divide", largest=96.0, ink="great_divide.slate")
"""A size is from the middle of a space to its corners."""
FLOAT: Final = 6.0
"""Units that a tile lies higher which is just being laid."""


def picture(canvas: Canvas, rect: Rect, shown: Any, say: Say, upto: float = 1.0) -> Rect:
    """Draws a picture into the rectangle, its running water up to a share of its way.

    Returns what it covers.
    """
    return draw_fields(canvas, rect, shown, say, STYLE, lambda field, spot: _field(canvas, field, spot, upto))


def _field(canvas: Canvas, field: Field, spot: Spot, upto: float) -> None:
    if field.piece is not None:
        _piece(canvas, field.piece, spot, upto)
    elif field.case is not None:
        _case(canvas, field.case, spot)
    elif field.cards is not None:
        _cards(canvas, field.cards, spot)
    elif field.kinds is not None:
        _kinds(canvas, field.kinds, spot)
    elif field.wheel is not None:
        _wheel(canvas, field.wheel.area, spot)
    else:
        _events(canvas, field.events, spot)


# --- pieces of the map -------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _window(piece: Piece, spot: Spot) -> Spaces:
    """The spaces of the map if a piece of it is to be seen in a place of the picture."""
    x, y = piece.crop
    west = spot.box.x + (x - 1.5 * piece.left) * spot.size
    north = spot.box.y + (y - HALF * piece.top) * spot.size
    return Spaces(LAND, spot.size, (west, north))


def _piece(canvas: Canvas, piece: Piece, spot: Spot, upto: float) -> None:
    """The land with its tiles and rivers, cut out of the map; light runs down the rivers named."""
    window, box = _window(piece, spot), _whole(spot.box, canvas.scale)
    canvas.shadow(box, 6, 8)
    canvas.layer(("great_divide.piece", piece), box, lambda c: _still(c, window, piece, box))
    _points(canvas, window, piece, box)
    for course in _courses(piece):
        for stretch in course[: math.ceil(upto * len(course))]:
            draw_glimmer(canvas, window, stretch, 0.8)


def _whole(box: Rect, scale: float) -> Rect:
    """The same with whole pixels across and down, so that it has one size however the page slides."""
    return Rect(box.x, box.y, math.ceil(box.w * scale) / scale, math.ceil(box.h * scale) / scale)


def _still(canvas: Canvas, window: Spaces, piece: Piece, box: Rect) -> None:
    """What does not move."""
    state = piece.state()
    water = rivers(LAND, state)
    _ground(canvas, window, box.grown(FRAME))
    for space, code in enumerate(state.tiles.tolist()):
        if code != EMPTY:
            draw_coded(canvas, window, space, code)
    draw_rivers(canvas, window, water)
    for space, code in enumerate(state.tiles.tolist()):
        for way in arrows(code):
            draw_arrow(canvas, window.centre(space), window.radius, way)
    if piece.over:
        draw_tints(canvas, window, water)
    draw_divide(canvas, window, _divide(piece, water))
    for trial in piece.tries:
        _trial(canvas, window, piece, trial)
    if piece.compass is not None:
        _compass(canvas, window, piece.compass)
    canvas.ring(box, 6, "great_divide.ink", 3)


def _ground(canvas: Canvas, window: Spaces, box: Rect) -> None:
    """The oceans and the empty land, as far as they lie in a rectangle."""
    middle = window.ground.cx  # where one ocean is drawn up to, and the other one from
    draw_ground(canvas, box.union(Rect(min(box.x, middle), box.y, 1, 1)), window.ground)
    near = box.grown(1.1 * window.radius)
    spaces = [(window.centre(space), LAND.areas[LAND.area[space]]) for space in range(LAND.size)]
    draw_land(canvas, box, [space for space in spaces if near.contains(*space[0])], window.radius)


def _divide(piece: Piece, water: Rivers) -> tuple[tuple[int, int], ...]:
    """The watershed on the piece of the map: where both sides are seen."""
    seen = {LAND.space[cell] for cell in piece.signs()}
    return tuple((space, way) for space, way in water.divide if {space, LAND.beside[space][way]} <= seen)


def _points(canvas: Canvas, window: Spaces, piece: Piece, box: Rect) -> None:
    """The points of both seats in their oceans, and the "5" with its holder."""
    if piece.scores is None:
        return
    radius = window.radius
    for seat, points in zip(SEATS, piece.scores, strict=True):
        x = box.x + piece.crop[0] * radius / 2 if seat == 0 else box.right - piece.crop[0] * radius / 2
        pill = Rect.around(x, box.cy, radius * 1.9, radius * 1.5)
        canvas.rounded(pill, radius * 0.3, DEEP[seat], LIGHT[seat], 2.5)
        seat_badge(canvas, seat, Rect.around(x, pill.y, radius * 0.9))
        number = pill.cut_bottom(radius * 1.0)[0]
        size = max(26.0, radius * 0.8)
        canvas.text(str(points), number, "heading", "ink", align="centre", size=size, tabular=True)
        if piece.five == seat:
            draw_kind(canvas, (x, pill.bottom + radius * 1.3), radius * 0.9, play.FIVE)


# --- what is tried -----------------------------------------------------------------------------


def _trial(canvas: Canvas, window: Spaces, piece: Piece, trial: Try) -> None:
    """Something that is done, or cannot be done, in place."""
    if trial.because:
        refusal = piece.refusal(trial)
        for place in refusal.places if refusal is not None else ():
            draw_rim(canvas, window, LAND.space[place[0], place[1]], "bad")
        _tile(canvas, window, trial)
        return
    if isinstance(trial.action, play.Flood | play.Remove):
        _taken(canvas, window, piece, trial)
    elif isinstance(trial.action, play.Turn | play.TurnPass):
        _turned(canvas, window, piece, trial)
    else:
        _tile(canvas, window, trial)
        draw_course(canvas, window, rivers(LAND, piece.after(trial)), [trial.space])
    draw_rim(canvas, window, trial.space, f"seat.{trial.seat}")
    if not isinstance(trial.action, Laying):
        x, y = window.centre(trial.space)
        spot = (x + window.radius * 0.5, y - window.radius * 0.76)
        seat_badge(canvas, trial.seat, Rect.around(*spot, window.radius * 0.6))


def _tile(canvas: Canvas, window: Spaces, trial: Try) -> None:
    """The tile in place, a little above the board."""
    centre, radius = window.centre(trial.space), window.radius
    if trial.drawn:
        draw_tile(canvas, centre, radius, trial.drawn, trial.code, FLOAT)
    else:
        draw_coded(canvas, window, trial.space, trial.code, FLOAT)
    for way in arrows(trial.code):
        draw_arrow(canvas, centre, radius, way)
    if trial.because:
        draw_rim(canvas, window, trial.space, "bad")


def _taken(canvas: Canvas, window: Spaces, piece: Piece, trial: Try) -> None:
    """The tiles that flood or earthquake take away."""
    before, after = piece.before(trial), piece.after(trial)
    flood = isinstance(trial.action, play.Flood)
    for space in np.flatnonzero(before.tiles != after.tiles).tolist():
        sign = Rect.around(*window.centre(space), window.radius * 0.86)
        if flood:
            draw_event_sign(canvas, sign, play.FLOOD)
        else:
            draw_coded(canvas, window, space, int(before.tiles[space]), FLOAT)
            canvas.circle(sign.centre, sign.w * 0.4, "great_divide.ink")
            icon(canvas, "up", sign.scaled(0.45), "great_divide.paper")


def _turned(canvas: Canvas, window: Spaces, piece: Piece, trial: Try) -> None:
    """A tile with an arrow, or two, from where it points to where it will."""
    old = int(piece.before(trial).tiles[trial.space])
    turn = turned_by(old, trial.code)
    step = -1 if turn < 0 else 1
    centre, reach = window.centre(trial.space), window.radius * 0.62
    for way in arrows(old):
        start = 60.0 * way - 90 + 16 * step
        end = start + turn - 34 * step
        for ink, wide in (("great_divide.ink", 0.2), ("great_divide.glow", 0.11)):
            canvas.arc(centre, reach, start, end, window.radius * wide, ink)
            _head(canvas, centre, reach, math.radians(end), window.radius * (wide + 0.1) * step, ink)


def _compass(canvas: Canvas, window: Spaces, compass: Compass) -> None:
    """An arrow to each side of a space, with a tick or a cross at its tip."""
    space = LAND.space[compass.at]
    (cx, cy), radius = window.centre(space), window.radius
    for way, allowed in compass.allowed().items():
        x, y = window.edge(space, way)
        ink = "paper_good" if allowed else "paper_bad"
        near, far = (cx + (x - cx) * 0.2, cy + (y - cy) * 0.2), (cx + (x - cx) * 0.75, cy + (y - cy) * 0.75)
        canvas.line(near, far, radius * 0.16, "great_divide.paper")
        canvas.line(near, far, radius * 0.09, ink)
        draw_mark(canvas, Rect.around(x, y, radius * 0.44), "right" if allowed else "wrong")


# --- running water -----------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _courses(piece: Piece) -> tuple[tuple[Stretch, ...], ...]:
    """The stretches of each river named, in order."""
    return tuple(_course(rivers(LAND, piece.state()), flow) for flow in piece.flows)


def _course(water: Rivers, flow: Flow) -> tuple[Stretch, ...]:
    """The stretches over which water runs, in order."""
    space = LAND.space[flow.at]
    return water.along(space, water.water.tiles[space] if flow.way is None else Way[flow.way])


# --- tiles, cards, seats -----------------------------------------------------------------------


def _kinds(canvas: Canvas, kinds: Kinds, spot: Spot) -> None:
    """Tiles in rows, with numbers below them."""
    across, down = spot.box.w / min(kinds.columns, len(kinds.kinds)), spot.box.h / kinds.rows
    for index, kind in enumerate(kinds.kinds):
        y, x = divmod(index, kinds.columns)
        cell = Rect(spot.box.x + x * across, spot.box.y + y * down, across, down)
        tile, number = cell.cut_bottom(0.6 * spot.size if kinds.counts else 0.0)
        tile, number = (number, tile) if tile.h < number.h else (tile, number)
        draw_kind(canvas, tile.centre, spot.size, kind)
        if kinds.counts:
            canvas.text(f"× {kinds.count(kind)}", number, "small", "paper_ink", align="centre", tabular=True)


def _cards(canvas: Canvas, cards: Cards, spot: Spot) -> None:
    """A seat's selection cards side by side; one of them may be on its way to its other side."""
    step = spot.box.w / len(cards.letters)
    for index, letter in enumerate(cards.letters):
        cell = Rect(spot.box.x + index * step, spot.box.y, step, spot.box.h)
        card = Rect.around(cell.cx, cell.cy, spot.size * 1.6, spot.size * 1.9)
        side = ACTIVE if letter in cards.active else PASSIVE
        turning = letter == cards.flip
        draw_card(canvas, card, letter, side, Seat(cards.seat), turn=0.72 if turning else 1.0)
        if turning:
            canvas.ring(card.grown(6), spot.size * 0.24, f"seat.{cards.seat}", 4)


def _case(canvas: Canvas, case: Case, spot: Spot) -> None:
    """A tile, the card that governs it, and who gets it."""
    parts = spot.box.columns(*([1] * (5 if case.card else 3)))
    draw_kind(canvas, parts[0].centre, spot.size, case.kind)
    if case.card:
        card = Rect.around(*parts[2].centre, spot.size * 1.6, spot.size * 1.9)
        side = ACTIVE if case.card == "active" else PASSIVE
        draw_card(canvas, card, case.letter, side, Seat(case.seat))
    for between in parts[1::2]:
        icon(canvas, "right", Rect.around(*between.centre, spot.size * 0.6), "great_divide.slate")
    seat_badge(canvas, case.to, Rect.around(*parts[-1].centre, spot.size * 1.5))


def _events(canvas: Canvas, events: Sequence[str], spot: Spot) -> None:
    step = spot.box.w / len(events)
    for index, event in enumerate(events):
        cell = Rect(spot.box.x + index * step, spot.box.y, step, spot.box.h)
        draw_event_card(canvas, cell.inset(spot.size * 0.14), event)


def _wheel(canvas: Canvas, area: str, spot: Spot) -> None:
    """A tile turned clockwise step by step, with an arrow from each position to the next."""
    size, reach = spot.size, spot.size * 2.6
    for way in WAYS:
        turn = math.radians(60 * way - 90)
        x, y = spot.box.cx + reach * math.cos(turn), spot.box.cy + reach * math.sin(turn)
        draw_tile(canvas, (x, y), size, area, way)
        draw_arrow(canvas, (x, y), size, way)
        start = 60.0 * way - 90 + 24
        canvas.arc(spot.box.centre, reach, start, start + 10, size * 0.1, "great_divide.slate")
        _head(canvas, spot.box.centre, reach, math.radians(start + 13), size * 0.24, "great_divide.slate")


def _head(canvas: Canvas, centre: Point, reach: float, turn: float, size: float, ink: Ink) -> None:
    """The head of an arrow that runs clockwise round a point; the other way with a negative size."""
    spot = (centre[0] + reach * math.cos(turn), centre[1] + reach * math.sin(turn))
    draw_head(canvas, spot, (-math.sin(turn), math.cos(turn)), size, ink)
