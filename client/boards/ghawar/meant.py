"""What somebody who is asked has in mind: where one can go and what that brings, and what is meant just now.

Places in reach are lit. On each lies what could be loaded there, on platforms what that costs; a lit place
that brings nothing is fainter. What is meant is shown as if it were done: the way, the truck at its end with
its load, the cube in the depot, the derrick on its platform.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from client.boards.base import Frame
from client.boards.ghawar.drives import drive_of
from client.boards.ghawar.hand import Hand
from client.boards.ghawar.lattice import centre
from client.boards.ghawar.lights import draw_lit
from client.boards.ghawar.lying import Truck, draw_one, truck_at
from client.boards.ghawar.pieces import cube_rect, draw_barrel, draw_cube, draw_derrick
from client.boards.ghawar.places import Places, Spot
from client.boards.ghawar.preview import Bring
from client.ui.anim import breath
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Place, Seat
from core.games.ghawar.loading import Load
from core.games.ghawar.roads import Route
from core.games.ghawar.state import COLOURS, DEPOT, LATTICE, NOTHING, State, platform_at, space_at

DOTTED: Final = 15.0
"""Units of the lattice from dot to dot of a way."""
_BREATHS: Final = 8
"""In so many strengths frames breathe."""
_FAINT: Final = 0.5
"""How clearly places are seen that only another truck gets to."""


class Meant:
    """Draws it for the seat that is asked."""

    def __init__(self, canvas: Canvas, frame: Frame, hand: Hand, places: Places, seat: Seat) -> None:
        self.canvas = canvas
        self.frame = frame
        self.hand = hand
        self.places = places
        self.seat = seat
        self.view: State = frame.view
        self.target = hand.target if not hand.rests(frame) else None
        self.breath = 0.6 if frame.motion.reduced else breath(frame.now)

    def draw_below(self) -> None:
        """What lies on the ground, under trucks: lit places and the way."""
        match self.hand.doing(self.view, self.seat):
            case "drive":
                self._reach()
            case "derrick" | "build" | "choose":
                self._platforms()
        self._refused()

    def draw_above(self) -> None:
        """What lies over trucks: prices, and what is meant."""
        if self.hand.doing(self.view, self.seat) != "drive":
            self._derrick()
            return
        route = self.hand.route(self.view, self.seat)
        if self.target is not None and route is not None:
            self._drive(route)
        self._prices()

    # --- where trucks get ---------------------------------------------------------------------

    def _reach(self) -> None:
        for spot, bring in self.hand.brings(self.view, self.seat).items():
            brings = bool(bring.loads) or bring.stored != NOTHING
            mine = self.hand.truck in bring.trucks or len(bring.trucks) == len(self.view.trucks[self.seat])
            rect = self.places.lane(self.seat) if spot.kind == "depot" else self.places.rect(spot)
            ink = "flare" if brings else "sand_light"
            if spot == self.target:
                draw_framed(self.canvas, rect.inset(5), 1.0, ink=ink, strong=True)
            else:
                draw_place(self.canvas, rect, Light(ink, not mine), self.breath)
            with self.canvas.faded(1.0 if mine else _FAINT):
                self._bring(spot, bring)

    def _bring(self, spot: Spot, bring: Bring) -> None:
        """What a place would bring, on it."""
        if spot.kind == "depot":
            if bring.stored != NOTHING:
                count = self.view.stored.item(self.seat, bring.stored)
                place = self.places.stored(self.seat, bring.stored, count)
                draw_cube(self.canvas, place, COLOURS[bring.stored], ghost=True)
            return
        loads = bring.loads or bring.dear
        if not loads or spot == self.target:
            return
        with self.canvas.faded(1.0 if bring.loads else 0.4):
            for place, load in zip(
                self._chips(self.places.space(spot.number), len(loads)), loads, strict=False
            ):
                draw_cube(self.canvas, place, COLOURS[load.colour])

    def _chips(self, space: Rect, count: int) -> list[Rect]:
        """Where the cubes lie on a space that could be loaded there."""
        size = 0.78 * min(space.w, space.h)
        if count == 1 or space.w == space.h:
            return [Rect.around(*space.centre, size)]
        halves = space.columns(1, 1) if space.w > space.h else space.rows(1, 1)
        return [Rect.around(*half.centre, size) for half in halves]

    # --- what it costs ------------------------------------------------------------------------

    def _prices(self) -> None:
        """The price at every cube that could be loaded and belongs to somebody else's derrick."""
        offered: dict[int, tuple[Load, bool]] = {}
        for bring in self.hand.brings(self.view, self.seat).values():
            for load in bring.dear:
                offered.setdefault(load.platform, (load, False))
            for load in bring.loads:
                offered[load.platform] = load, True
        for load, payable in offered.values():
            if load.price:
                self._price(load, payable)

    def _price(self, load: Load, payable: bool) -> None:
        canvas, platform = self.canvas, self.places.platform(load.platform)
        unit = platform.w / 83
        tag = Rect(platform.x + 2 * unit, platform.bottom - 20 * unit, 52 * unit, 28 * unit)
        canvas.rounded(tag, tag.h / 2, "ghawar.dark", "ghawar.flare" if payable else "bad", 2)
        barrel, figure = tag.inset(4 * unit, 0).columns(1, 1)
        draw_barrel(canvas, barrel.fit(1.0).scaled(0.95))
        ink = "ghawar.bone" if payable else "bad"
        canvas.text(
            str(load.price), figure, ink=ink, align="centre", size=25 * unit, fit="free", tabular=True
        )

    # --- what is meant ------------------------------------------------------------------------

    def _drive(self, route: Route) -> None:
        """The way a truck would take, and how it would stand at its end."""
        view, places, truck = self.view, self.places, self.hand.truck
        if self.hand.load is not None:
            draw_framed(self.canvas, places.platform(self.hand.load.platform), 1.0, strong=True)
        start = view.trucks.item(self.seat, truck)
        stood = places.headings.of(self.seat, truck, start)
        drive = drive_of(view.options.roads, self.seat, truck, start, route.spaces, stood)
        draw_dots(self.canvas, places, self.seat, [drive.way_at(far) for far in _steps(drive.length)])
        draw_spaces(self.canvas, places, self.seat, route.spaces[:-1])
        pose, load = drive.pose(drive.seconds), view.loads.item(self.seat, truck)
        if route.end == DEPOT:
            load = NOTHING
        elif self.hand.load is not None:
            load = self.hand.load.colour
        ghost = Truck(self.seat, truck, places.at(pose.at), pose.degrees, load)
        draw_one(self.canvas, places, ghost, ghost=True)
        self._taken(truck)

    def _taken(self, truck: int) -> None:
        """The truck that is meant, where there are several."""
        if self.view.options.trucks > 1:
            here = truck_at(self.view, self.places, self.places.headings, self.seat, truck)
            self.canvas.ring(Rect.around(*here.at, 70 * self.places.scale), 35, "ghawar.bone", 3, 5)

    # --- derricks -----------------------------------------------------------------------------

    def _platforms(self) -> None:
        """The platforms that one can choose, and the die."""
        for spot in self.hand.wanted(self.view, self.seat):
            draw_framed(self.canvas, self.places.rect(spot), self.breath, strong=spot == self.target)

    def _derrick(self) -> None:
        """A derrick as it would stand, and the one that would be moved."""
        held = None if self.hand.is_new(self.view) else self.hand.derrick
        if held is not None:
            draw_framed(self.canvas, self.places.platform(held), self.breath, ink="bone", strong=True)
        target = self.target
        if target is None or target.kind != "platform" or self.hand.refusal(self.view, self.seat) is not None:
            return
        if held is None and self.hand.doing(self.view, self.seat) != "build":
            return
        rect, colour = self.places.platform(target.number), self.view.cubes.item(target.number)
        draw_derrick(self.canvas, rect, self.seat, part="whole", ghost=True)
        if colour != NOTHING:
            draw_cube(self.canvas, cube_rect(rect), COLOURS[colour])

    # --- what cannot be done ------------------------------------------------------------------

    def _refused(self) -> None:
        """The places that are to blame for what cannot be done."""
        refusal = self.frame.denied
        if refusal is None and self.target is not None:
            refusal = self.hand.refusal(self.view, self.seat)
        for place in () if refusal is None else refusal.places:
            rect = rect_of(self.places, place)
            if rect is not None:
                draw_framed(self.canvas, rect, 1.0, ink="flame_deep", strong=True)


class Light(NamedTuple):
    """How a place is lit: its colour, and whether only another truck gets there."""

    ink: str
    faint: bool


def draw_place(canvas: Canvas, rect: Rect, light: Light, breath: float) -> None:
    """A place that is lit, as one picture: there may be many."""
    step = round(breath * _BREATHS)
    area = Rect(0, 0, rect.w, rect.h)

    def paint(inner: Canvas) -> None:
        with inner.faded(_FAINT if light.faint else 1.0):
            draw_lit(inner, area, breath=step / _BREATHS, ink=light.ink)

    with canvas.shifted(rect.x, rect.y):
        canvas.layer(("ghawar.lit", light, step), area.grown(6), paint)


def draw_framed(
    canvas: Canvas, rect: Rect, breath: float, *, ink: str = "flare", strong: bool = False
) -> None:
    """A frame of light around something that is to be seen clearly; `breath` 0 … 1."""
    share = round(min(1.0, max(0.0, breath)) * _BREATHS) / _BREATHS
    tone = canvas.colour(f"ghawar.{ink}")
    light = (*tone[:3], round((190 if strong else 130) + 65 * share))
    canvas.ring(rect.grown(3), min(rect.w, rect.h) * 0.14, light, 6.0 if strong else 4.0, 9.0)


def rect_of(places: Places, place: Place) -> Rect | None:
    """Where a place of the lattice lies that is a platform or a space of the roads."""
    if not all(0 <= part < LATTICE for part in place):
        return None
    platform = platform_at(*place)
    if platform is not None:
        return places.platform(platform)
    space = space_at(*place)
    return places.space(space) if space in places.roads.spaces else None


def draw_dots(canvas: Canvas, places: Places, seat: Seat, points: list[tuple[float, float]]) -> None:
    """Small dots along a way, in the colour of a seat."""
    for point in points:
        canvas.circle(places.at(point), 3.2 * places.scale, f"seat.{seat}", "ghawar.bone", 1.2)


def draw_spaces(canvas: Canvas, places: Places, seat: Seat, spaces: tuple[int, ...]) -> None:
    """A larger dot on every space on which a truck does not stop."""
    for space in spaces:
        if space != DEPOT:
            spot = places.at(centre(places.options.roads, space))
            canvas.circle(spot, 7 * places.scale, f"seat.{seat}", "ghawar.bone", 2.2)


def _steps(length: float) -> list[float]:
    """How far along a way its dots lie."""
    return [DOTTED * (step + 1) for step in range(int(length / DOTTED) - 2)]
