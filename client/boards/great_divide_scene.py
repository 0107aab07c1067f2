"""One picture of The Great Divide's table."""

from __future__ import annotations

from client.boards.base import Frame, Still
from client.boards.great_divide_hand import Hand
from client.boards.great_divide_pieces import (
    draw_arrow,
    draw_basin,
    draw_card,
    draw_ground,
    draw_land,
    draw_pass,
    draw_tile,
)
from client.boards.great_divide_places import Places
from client.boards.great_divide_rivers import Rivers, rivers
from client.boards.great_divide_side import Side
from client.boards.great_divide_water import draw_current, draw_divide, draw_rivers
from client.ui.canvas import Canvas
from core.game import Seat
from core.games.great_divide.drainage import BASIN, EMPTY, PASS, arrows
from core.games.great_divide.land import EIGHTH
from core.games.great_divide.state import State


def still(frame: Frame, hand: Hand | None, places: Places) -> Still:
    view: State = frame.view
    water = rivers(places.land, view)

    def field(canvas: Canvas) -> None:
        ground(canvas, places)
        draw_tiles(canvas, places, view)
        draw_rivers(canvas, places, water)
        for space, tile in enumerate(view.tiles.tolist()):
            for way in arrows(tile):
                draw_arrow(canvas, places.centre(space), places.radius, way)
        draw_divide(canvas, places, water.divide)
        draw_cards(canvas, places, view)

    side = Side(frame, view, places, frozenset())
    return Still(
        ("great_divide", view.tiles.tobytes(), view.cards.tobytes(), view.inland, places),
        field,
        ("great_divide", view.bag.tobytes(), view.drawn, view.five, places),
        side.paint,
    )


def ground(canvas: Canvas, places: Places) -> None:
    area = places.field.grown(10)
    land = places.land

    def paint(c: Canvas) -> None:
        c.backdrop()
        draw_ground(c, places.field, places.ground)
        spaces = [(places.centre(space), land.areas[land.area[space]]) for space in range(land.size)]
        draw_land(c, places.field, spaces, places.radius)

    canvas.layer(("great_divide.ground", places), area, paint, opaque=True)


def draw_tiles(canvas: Canvas, places: Places, view: State) -> None:
    land = places.land
    for space, code in enumerate(view.tiles.tolist()):
        if code == EMPTY:
            continue
        centre = places.centre(space)
        if code == BASIN:
            draw_basin(canvas, centre, places.radius)
        elif code >= PASS:
            draw_pass(canvas, centre, places.radius, code - PASS)
        else:
            draw_tile(canvas, centre, places.radius, land.areas[land.area[space]], code)


def draw_cards(canvas: Canvas, places: Places, view: State) -> None:
    letters = places.land.areas + EIGHTH
    for seat in (Seat(0), Seat(1)):
        for index in range(places.cards):
            draw_card(canvas, places.card(seat, index), letters[index], int(view.cards[seat, index]), seat)


class Scene:
    def __init__(self, canvas: Canvas, frame: Frame, hand: Hand | None, places: Places) -> None:
        self.canvas, self.frame, self.hand, self.places = canvas, frame, hand, places

    def draw(self) -> None:
        view: State = self.frame.view
        draw_current(self.canvas, self.places, rivers(self.places.land, view), self.frame.now)
