"""What lies on the field of Ghawar: cubes, derricks, what is stored; and what never lies still there.

Ground, cubes and derricks stand still and are painted once. Over them, in every frame: the beams of derricks
with oil under them, trucks, flames.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from client.boards.ghawar.derricks import PHASES, phase_at
from client.boards.ghawar.ground import draw_ground, draw_number
from client.boards.ghawar.headings import Headings
from client.boards.ghawar.lattice import CORE, DEPTH, centre
from client.boards.ghawar.lights import draw_flame, draw_stack
from client.boards.ghawar.looks import TRUCK
from client.boards.ghawar.pieces import cube_rect, draw_barrel, draw_cube, draw_derrick, draw_truck
from client.boards.ghawar.places import Places
from client.boards.ghawar.trucks import STEP as TURN
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_badge
from core.game import Seat
from core.games.ghawar.scoring import worth
from core.games.ghawar.state import COLOURS, DEPOT, NOTHING, State, truck_number

FLARE: Final = 66.0
"""How high a flare is, in units of the lattice."""


class Lying(msgspec.Struct, frozen=True):
    """What stands still on the field: everything its picture depends on, places aside.

    `cubes` and `derricks` of each platform, and the `stored` cubes of each seat. Derricks with a cube pump,
    unless one `rests`.
    """

    cubes: tuple[int, ...]
    derricks: tuple[int, ...]
    stored: tuple[tuple[int, ...], ...]
    rests: bool = False

    def pumps(self, platform: int) -> bool:
        """Whether the beam of a derrick moves there."""
        return not self.rests and NOTHING not in (self.cubes[platform], self.derricks[platform])


class Truck(msgspec.Struct, frozen=True):
    """A truck as it is seen: in the window, degrees clockwise from the east, the colour it carries."""

    seat: Seat
    index: int
    at: Point
    degrees: float
    load: int


@lru_cache(maxsize=16)
def lying_of(view: State, rests: bool) -> Lying:
    """What stands still at a position. Asked for in every frame."""
    return Lying(
        tuple(view.cubes.ravel().tolist()),
        tuple(view.derricks.ravel().tolist()),
        tuple(tuple(counts) for counts in view.stored.tolist()),
        rests,
    )


# --- what stands still --------------------------------------------------------------------------------


def draw_field(canvas: Canvas, places: Places, lying: Lying) -> None:
    """All that stands still on the field."""
    depots = tuple((seat, places.depot(Seat(seat))) for seat in range(places.seats))
    draw_ground(canvas, places.field, places.core, places.options.roads, depots)
    for stack in stacks(places):
        draw_stack(canvas, stack)
    for number in places.numbers():
        draw_number(canvas, number.rect, number.number, number.across)
    for seat in range(places.seats):
        draw_stores(canvas, places, Seat(seat), lying.stored[seat])
        draw_owner(canvas, places, Seat(seat))
    for platform in range(len(lying.cubes)):
        _draw_on_platform(canvas, places, lying, platform)


def _draw_on_platform(canvas: Canvas, places: Places, lying: Lying, platform: int) -> None:
    rect, owner, colour = places.platform(platform), lying.derricks[platform], lying.cubes[platform]
    if owner != NOTHING:
        draw_derrick(canvas, rect, owner, part="base")
    if colour != NOTHING:
        draw_cube(canvas, cube_rect(rect), COLOURS[colour])
    if owner != NOTHING and not lying.pumps(platform):
        draw_derrick(canvas, rect, owner, part="beam")


def draw_stores(canvas: Canvas, places: Places, seat: Seat, stored: tuple[int, ...]) -> None:
    """The cubes in a depot."""
    for colour, count in enumerate(stored):
        for n in range(count):
            draw_cube(canvas, places.stored(seat, colour, n), COLOURS[colour])


def draw_owner(canvas: Canvas, places: Places, seat: Seat) -> None:
    """The symbol of a seat in its depot, and a barrel for its money."""
    seat_badge(canvas, seat, places.owner(seat).fit(1.0).scaled(0.95))
    draw_barrel(canvas, barrel_of(places, seat))


def barrel_of(places: Places, seat: Seat) -> Rect:
    """The barrel from and to which money travels."""
    return Rect.around(*places.money(seat).centre, 34 * places.scale)


def stacks(places: Places) -> tuple[Rect, ...]:
    """Where gas is flared: in the corners beside the depots, as far as there is room."""
    size = FLARE * places.scale
    off = DEPTH / 2
    corners = [(-off, -off), (CORE + off, -off), (CORE + off, CORE + off), (-off, CORE + off)]
    found = (Rect.around(*places.at(corner), size) for corner in corners)
    room = places.field
    return tuple(rect for rect in found if rect.x >= room.x - 8 and rect.right <= room.right + 8)


# --- what never does ----------------------------------------------------------------------------------


def money_of(view: State) -> tuple[int, ...]:
    """How many barrels each seat has: in the end all that it has been paid."""
    if view.stage == "over":
        return tuple(int(worth(view, Seat(seat))) for seat in range(view.seats))
    return tuple(view.money.tolist())


def draw_money(canvas: Canvas, places: Places, money: tuple[int, ...]) -> None:
    """How many barrels each seat has, in its depot."""
    for seat, barrels in enumerate(money):
        figure = places.figure(Seat(seat))
        canvas.text(str(barrels), figure, "body", "ink", align="centre", size=28 * places.scale, fit="free")


def draw_beams(canvas: Canvas, places: Places, lying: Lying, now: float) -> None:
    """The beams that go up and down over cubes."""
    for platform, owner in enumerate(lying.derricks):
        if lying.pumps(platform):
            phase = phase_at(now, platform)
            draw_derrick(canvas, places.platform(platform), owner, phase=phase, part="beam")


def draw_flames(canvas: Canvas, places: Places, now: float | None) -> None:
    """The flames of the flares; None: they stand still."""
    for number, stack in enumerate(stacks(places)):
        draw_flame(canvas, stack, now, seed=number)


def make_ready(canvas: Canvas, places: Places, number: int) -> None:
    """Makes one of the pictures of a beam and one of a truck, so that nothing waits for them later."""
    turns = 360 // TURN
    beam, turn = number % PHASES, number % turns
    with canvas.faded(0.0):
        owner = number // PHASES % places.seats
        draw_derrick(canvas, places.platform(0), owner, phase=beam / PHASES, part="beam")
        seat = Seat(number // turns % places.seats)
        draw_one(canvas, places, Truck(seat, 0, places.core.centre, turn * TURN, NOTHING))


def trucks_of(view: State, places: Places, headings: Headings) -> tuple[Truck, ...]:
    """All trucks as they stand at a position."""
    return tuple(
        truck_at(view, places, headings, Seat(seat), index)
        for seat in range(view.seats)
        for index in range(view.options.trucks)
    )


def truck_at(view: State, places: Places, headings: Headings, seat: Seat, index: int) -> Truck:
    """A truck as it stands at a position."""
    space = view.trucks.item(seat, index)
    spot = places.truck_in_depot(seat, index).centre
    if space != DEPOT:
        spot = places.at(centre(view.options.roads, space))
    return Truck(seat, index, spot, headings.of(seat, index, space), view.loads.item(seat, index))


def draw_trucks(canvas: Canvas, places: Places, trucks: tuple[Truck, ...]) -> None:
    """Trucks where they are."""
    for truck in trucks:
        draw_one(canvas, places, truck)


def draw_one(canvas: Canvas, places: Places, truck: Truck, *, ghost: bool = False) -> None:
    """A truck."""
    draw_truck(
        canvas,
        truck.at,
        truck.seat,
        truck.degrees,
        None if truck.load == NOTHING else COLOURS[truck.load],
        length=TRUCK * places.scale,
        number=truck_number(places.options, truck.index),
        ghost=ghost,
    )
