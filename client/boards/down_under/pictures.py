"""Draws the pictures of Down Under's rules with the pieces of its table.

`Picture`, `picture` and `ratio` are what the rules screen asks of every game (`client.screens.rules_pages`).
"""

from __future__ import annotations

import math
from typing import Any, Final

from client.boards.down_under.art import draw_animals, draw_laid
from client.boards.down_under.camera import Camera, Sight
from client.boards.down_under.cards import draw_animal, draw_billabong, draw_card, draw_cell, draw_earth
from client.boards.down_under.fields import (
    APART,
    COUNT,
    HERD,
    SUM,
    Cards,
    Field,
    Herd,
    Picture,
    Piece,
    Try,
    held,
    laid_by,
)
from client.boards.down_under.growth import kept
from client.boards.down_under.pieces import field_pieces
from client.boards.down_under.ribbon_sprites import lay, placed
from client.boards.down_under.ribbons import draw_length, draw_ribbon, parts_of, point_at
from client.boards.down_under.road_style import style_of
from client.boards.kit.pieces import Look, draw
from client.boards.pictures import Say, Spot, Style, draw_fields, draw_mark, ratio
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.games.down_under.paths import length
from core.games.down_under.state import BILLABONG, MIDDLE, Laid, Path, State, Turn, opposite

__all__ = ["Picture", "picture", "ratio"]

STYLE: Final = Style("down_under", largest=132.0, ink="down_under.earth")
"""A size is the width of a cell."""
LIFT: Final = 9.0
"""Units that a card lies higher which cannot be laid there."""
TAGS: Final = 120.0
"""Units from one length to the next at most."""
RIM: Final = 0.05
"""How wide the frame around what is tried is, in cells."""


def picture(canvas: Canvas, rect: Rect, shown: Any, say: Say, upto: float = 1.0) -> Rect:
    """Draws a picture into the rectangle, what paths gain up to a share of it.

    Returns what it covers.
    """
    return draw_fields(canvas, rect, shown, say, STYLE, lambda field, spot: _field(canvas, field, spot, upto))


def _field(canvas: Canvas, field: Field, spot: Spot, upto: float) -> None:
    if field.piece is not None:
        _piece(canvas, field.piece, spot, upto)
    elif field.cards is not None:
        _cards(canvas, field.cards, spot)
    else:
        assert field.herd is not None
        _herd(canvas, field.herd, spot)


# --- pieces of ground ----------------------------------------------------------------------------


def _piece(canvas: Canvas, piece: Piece, spot: Spot, upto: float) -> None:
    """The ground with its cards and paths; what paths gain by what is tried grows."""
    below, ground = spot.box.cut_bottom(SUM * piece.lines * spot.size)
    box = _whole(ground, canvas)
    sight = _sight(piece, box, spot.size)
    state = _now(piece)
    canvas.shadow(box, 10, 8)
    with canvas.clip(box):
        canvas.layer(("down_under.piece", piece, box.w), box, lambda c: _ground(c, piece, sight, box, state))
        _paths(canvas, piece, sight, state, upto)
        draw_animals(canvas, sight, state.cards)
        for trial in piece.tries:
            _trial(canvas, piece, trial, sight)
        if piece.count is not None:
            _count(canvas, sight, state.paths[piece.count], upto)
    canvas.ring(box, 8, "down_under.earth_deep", 3)
    lines = below.rows(*[1] * piece.lines) if piece.lines else []
    if piece.lengths:
        _lengths(canvas, state, lines.pop(0))
    for seat, line in zip(piece.sums, lines, strict=True):
        _sum(canvas, piece.sum(seat), seat, line)


def _whole(box: Rect, canvas: Canvas) -> Rect:
    """The same with whole pixels across and down, so that it has one size however the page slides."""
    return Rect(
        box.x,
        box.y,
        math.ceil(box.w * canvas.scale) / canvas.scale,
        math.ceil(box.h * canvas.scale) / canvas.scale,
    )


def _sight(piece: Piece, box: Rect, size: float) -> Sight:
    left, top = piece.at
    return Sight(box, Camera(left + piece.wide / 2, top + piece.high / 2, size))


def _now(piece: Piece) -> State:
    """What lies there, with all that is tried and can be done."""
    able = [trial for trial in piece.tries if not trial.because]
    return piece.after(able[0]) if able else piece.state()


def _ground(canvas: Canvas, piece: Piece, sight: Sight, box: Rect, state: State) -> None:
    """Earth, marks and cards."""
    draw_earth(canvas, box)
    if piece.field:
        draw(Look(canvas, 0.0, str), field_pieces(piece.state(), sight))
    if piece.legal:
        for cell in piece.open_cells():
            draw_cell(canvas, sight.cell(*cell), "legal")
    for laid in state.cards:
        draw_laid(canvas, sight.cell(laid.x, laid.y), laid, style_of(state.options, state.seats, laid.path))


def _paths(canvas: Canvas, piece: Piece, sight: Sight, state: State, upto: float) -> None:
    """All ribbons; what is gained is lit, and so are paths that would meet."""
    before, lit = piece.state(), _meeting(piece)
    seen = {number: _seen(piece, before, state, number, upto) for number in range(len(state.paths))}
    for number, (frm, first, last, end) in seen.items():
        run, style = state.paths[number].run, style_of(state.options, state.seats, number)
        parts = parts_of(run, state.cards)
        light = placed(canvas, "light", run, parts, style, sight.cell, 1.0)
        lay(canvas, light if number in lit else light[math.floor(frm) : first] + light[last : math.ceil(end)])
    for number, (frm, _, _, end) in seen.items():
        path, style = state.paths[number], style_of(state.options, state.seats, number)
        parts = parts_of(path.run, state.cards)
        draw_ribbon(canvas, path.run, path.tips, style, sight.cell, parts=parts, frm=frm, upto=end)


def _seen(
    piece: Piece, before: State, state: State, number: int, upto: float
) -> tuple[float, int, int, float]:
    """From where to where a path is seen, and within that what it had before."""
    path = state.paths[number]
    whole = len(path.run)
    if piece.grows:
        return 0.0, 0, whole, whole * upto
    first, last = kept(before.paths[number], path)
    return first * (1 - upto), first, last, last + (whole - last) * upto


def _meeting(piece: Piece) -> set[int]:
    """The paths that would be joined by what cannot be done."""
    refusals = [piece.refusal(trial) for trial in piece.tries if trial.because]
    return {int(seat) for refusal in refusals if refusal is not None for seat in refusal.values.values()}


def _trial(canvas: Canvas, piece: Piece, trial: Try, sight: Sight) -> None:
    """A frame around what is done, or the card that cannot be laid there above its place."""
    card = held(piece, trial)
    rect = sight.cell(card.x, card.y)
    if trial.because:
        _refused(canvas, piece, card, rect)
        return
    state = piece.state()
    for laid in laid_by(piece, trial) or (card,):
        there = sight.cell(laid.x, laid.y)
        canvas.ring(there.grown(sight.size * RIM), sight.size * 0.1, "down_under.glow", sight.size * RIM)
    spot = Rect.around(rect.right - sight.size * 0.06, rect.y + sight.size * 0.06, sight.size * 0.36)
    seat_badge(canvas, state.turn, spot)
    if isinstance(trial.action, Turn):
        corner = Rect.around(rect.x + sight.size * 0.06, rect.y + sight.size * 0.06, sight.size * 0.38)
        canvas.circle(corner.centre, corner.w / 2, "down_under.bone")
        icon(canvas, "turn_right", corner.scaled(0.7), "down_under.dark")


def _refused(canvas: Canvas, piece: Piece, card: Laid, rect: Rect) -> None:
    size = rect.w
    if card.card == BILLABONG:
        draw_billabong(canvas, rect, lift=LIFT)
    else:
        draw_card(
            canvas,
            rect,
            card.card,
            style_of(piece.options, piece.seats, card.path),
            animal=card.animal,
            lift=LIFT,
        )
    canvas.ring(rect.grown(size * RIM), size * 0.1, "bad", size * RIM)
    draw_mark(canvas, Rect.around(rect.right - size * 0.06, rect.y + size * 0.06, size * 0.4), "wrong")


def _count(canvas: Canvas, sight: Sight, path: Path, upto: float) -> None:
    """Numbers along a path, a stretch after the other; beside the bridge where it runs over or under one."""
    size = sight.size * 0.27
    for index, stretch in enumerate(path.run[: math.ceil(len(path.run) * upto)]):
        bridge = MIDDLE not in stretch[2:] and stretch.enters == opposite(stretch.leaves)
        here = point_at(path.run, index + (0.25 if bridge else 0.5), sight.cell)
        canvas.circle((here.x, here.y), size / 2, "down_under.bone", "down_under.dark", 1.5)
        canvas.text(
            str(index + 1),
            Rect.around(here.x, here.y, size),
            "small",
            "down_under.dark",
            align="centre",
            fit="free",
            size=size * 0.68,
            face="display",
            tabular=True,
        )


def _lengths(canvas: Canvas, state: State, line: Rect) -> None:
    """How long the paths of the seats are."""
    paths = state.paths[: len(state.stuck)]
    for number, (path, place) in enumerate(zip(paths, line.columns(*[1] * len(paths)), strict=True)):
        x = line.cx + (place.cx - line.cx) * min(1.0, TAGS * len(paths) / line.w)
        draw_length(
            canvas,
            (x, line.bottom - line.h * 0.42),
            style_of(state.options, state.seats, number),
            length(path),
        )


def _sum(canvas: Canvas, text: str, seat: int, line: Rect) -> None:
    """How what a seat scores is worked out."""
    size = min(40.0, line.h * 0.66)
    wide = canvas.measure(text, "heading", size=size, face="display", tabular=True)[0] + 8
    badge, words = line.place(wide + 1.3 * size, line.h, "bottom").cut_left(1.1 * size, 0.2 * size)
    seat_badge(canvas, seat, badge.place(size, size))
    canvas.text(text, words, "heading", "paper_ink", fit="free", size=size, face="display", tabular=True)


# --- cards and animals ---------------------------------------------------------------------------


def _cards(canvas: Canvas, cards: Cards, spot: Spot) -> None:
    """Cards side by side, with numbers below them."""
    for index, kind in enumerate(cards.kinds):
        x = spot.box.x + index * (1 + APART) * spot.size
        rect = Rect(x, spot.box.y, spot.size, spot.size)
        if kind == BILLABONG:
            draw_billabong(canvas, rect)
        else:
            draw_card(canvas, rect, kind, cards.seat, animal=cards.animal)
        if cards.counts:
            _number(canvas, rect, cards.count(kind), spot.size)


def _herd(canvas: Canvas, herd: Herd, spot: Spot) -> None:
    """Animals side by side, with numbers below them."""
    for index, animal in enumerate(herd.animals):
        x = spot.box.x + index * (HERD + APART) * spot.size
        rect = Rect(x, spot.box.y, HERD * spot.size, HERD * spot.size)
        draw_animal(canvas, rect, animal)
        _number(canvas, rect, herd.count(animal), spot.size)


def _number(canvas: Canvas, rect: Rect, count: int, size: float) -> None:
    below = Rect(rect.x - 20, rect.bottom, rect.w + 40, COUNT * size)
    canvas.text(f"× {count}", below, "small", "paper_ink", align="centre", tabular=True)
