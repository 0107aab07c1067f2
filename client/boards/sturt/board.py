"""Board of Sturt's Stony Desert: the game's part of `client.boards.kit.board`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import reduce
from types import MappingProxyType
from typing import Any, Final

import msgspec
import numpy as np

from client.boards.contract import Cue, Frame, Offer, Reply, SeatScore, Sentence
from client.boards.kit import dust_devil
from client.boards.kit.action_picker import ActionPicker, ThingKind
from client.boards.kit.counters import Pile
from client.boards.kit.gestures import Gesture
from client.boards.kit.grid_board import CELL_PATH, GridBoard, in_cell
from client.boards.kit.highlights import Highlight
from client.boards.kit.pieces import HitArea, PaintContext, Piece, Target
from client.boards.kit.timeline import Effect, Timeline
from client.boards.kit.tips import Tip
from client.boards.sturt import words
from client.boards.sturt.art import CardArt, EndMarker, Ropes, RouteArt
from client.boards.sturt.layout import GROWING_SIGHT, Layout, Viewport, choices, limit
from client.boards.sturt.routes import connected_routes, trace_way
from client.boards.sturt.track_light import chime_cues, light_waves
from client.session.events import GameEvent
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Intent
from client.ui.symbols import seat_badge
from core.game import AnyGame, Place, Seat
from core.games.sturt.board import BOARD_WIDTH, DESERT_SIZE, DOUBLES, FORKS, ORIGIN_INDEX, TRIPLES, Side
from core.games.sturt.bot.player import distance
from core.games.sturt.rules import announcing
from core.games.sturt.state import Declare, Lay, Pass, State, Stop

PILE_CARDS: Final = {"double": DOUBLES, "fork": FORKS, "triple": TRIPLES}
"""Cards of each pile, each turned clockwise once more than the one before."""
CARD_OF_DIGIT: Final = {f"{corners:x}": corners for cards in PILE_CARDS.values() for corners in cards}
"""Cards by their digits in the notation."""
ROPE_LAYER, CARD_LAYER, GATE_LAYER, ROUTE_LAYER = range(4)
"""Layers of the pieces, from the lowest to the highest."""
ANNOUNCE_KEY: Final = "sturt.offer.announce"
PLATEAU_RATIO: Final = 1.6
"""Ratio of width to height of the picture of the plateau."""
CAPTION_SECONDS: Final = 0.9
"""Seconds for which the caption of a pass, a declaration or a stop is shown."""


class SturtBoard(GridBoard):
    """Board of Sturt."""

    gestures = tuple(
        Gesture(Lay, CELL_PATH, pile, "corners", cards, extra="announce")
        for pile, cards in PILE_CARDS.items()
    )
    sounds = MappingProxyType({Pass: "brush", Declare: "wood", Stop: "fold"})

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        super().__init__(game, options, seats)
        self._cameras: dict[bytes, Viewport] = {}
        """Viewports before and after the last step, by the cards of the view."""

    # --- places ---------------------------------------------------------------------------------------

    def layout(self, view: State) -> Layout:
        return Layout(self.field, self._camera(view))

    def pieces(self, view: State, layout: Layout) -> Sequence[Piece]:
        cells = [(int(x) - ORIGIN_INDEX, int(y) - ORIGIN_INDEX) for y, x in np.argwhere(view.corners)]
        cards = [
            _card(cell, int(view.corners[cell[1] + ORIGIN_INDEX, cell[0] + ORIGIN_INDEX]), layout)
            for cell in cells
        ]
        lines = [piece for piece in _routes(view, layout) if piece.id[1] != _deciding(view)]
        return [*_ropes(view, layout), *cards, *_gates(view, layout), *lines]

    def tip_areas(self, view: State, layout: Layout) -> Sequence[HitArea]:
        edges = [HitArea(("edge", int(side)), rect) for side, rect in (*layout.rims(), *layout.edges())]
        return [*edges, *(HitArea(piece.id, piece.rect) for piece in _gates(view, layout))]

    def piles(self, view: State, picker: ActionPicker) -> tuple[Pile, ...]:
        return tuple(
            Pile(
                kind,
                CardArt(PILE_CARDS[kind][picker.turn(kind)]),
                _left(view, kind),
                f"sturt.pile.{kind}",
                "sturt.pile.left",
                ("sturt.land", "sturt.land_deep"),
            )
            for kind in _piles(view)
        )

    # --- actions --------------------------------------------------------------------------------------

    def kinds(self, view: State) -> Sequence[ThingKind]:
        return [kind for kind in _piles(view) if _left(view, kind)]

    def last_cell(self, view: State) -> Place | None:
        return view.last

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        offers = super().offers(frame)
        if frame.chooser is None or not announcing(frame.view):
            return offers
        return (*offers, Offer(ANNOUNCE_KEY, on=bool(self.pickers[frame.chooser].extra)))

    def toggle(self, key: str, frame: Frame) -> None:
        if frame.chooser is not None:
            picker = self.pickers[frame.chooser]
            picker.extra = "" if picker.extra else True

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        reply = super().handle(intent, frame)
        released = frame.event is None and self._release(frame.view)
        if released and reply is None:  # the press was about what was visible
            reply = super().handle(intent, frame)
        return reply

    # --- steps ----------------------------------------------------------------------------------------

    def effects(self, event: GameEvent, timeline: Timeline, layout: Layout) -> tuple[Effect, ...]:
        action = event.action()
        if isinstance(action, Lay):
            return light_waves(event.after.view().corners.tobytes(), action, timeline.settle_time, layout)
        return (Effect(0.0, CAPTION_SECONDS, lambda ctx, share: None),)

    def highlights(self, event: GameEvent, timeline: Timeline, layout: Layout) -> tuple[Highlight, ...]:
        """Moment of a step: a connection that closes, or breaks, or the desert that is full."""
        before, after = event.before.view(), event.after.view()
        then, now = connected_routes(before), connected_routes(after)
        for seat in (Seat(0), Seat(1)):
            if now.connected(seat) != then.connected(seat):
                route = (now if now.connected(seat) else then).routes[seat]
                place = reduce(Rect.union, (layout.cell(crossing.cell) for crossing in route))
                word = "connected" if now.connected(seat) else "broken"
                return (Highlight(timeline.settle_time, place, Sentence(f"sturt.moment.{word}"), seat),)
        if before.phase == 1 and after.phase != 1 and after.result is None:
            return (Highlight(timeline.settle_time, layout.inner, Sentence("sturt.moment.full"), jolts=True),)
        return ()

    def cues(self, event: GameEvent, timeline: Timeline) -> tuple[Cue, ...]:
        action, usual = event.action(), super().cues(event, timeline)
        if not isinstance(action, Lay):
            return usual
        return (*usual, *chime_cues(event.after.view().corners.tobytes(), action, timeline.settle_time))

    # --- the camera -----------------------------------------------------------------------------------

    def _camera(self, view: State) -> Viewport:
        return self._cameras.get(view.corners.tobytes()) or Viewport.centred_on(view)

    def follow(self, before: State, after: State) -> None:
        """Move the camera as little as possible; not at all while the pointer is over a place to choose."""
        now = self._camera(before)
        then = now if self._points_at_choice(after) else Viewport.centred_on(after, now)
        self._cameras = {before.corners.tobytes(): now, after.corners.tobytes(): then}

    def _release(self, view: State) -> bool:
        """Move the camera if the pointer has left the places to choose; return whether it moved."""
        now = self._camera(view)
        then = now if self._points_at_choice(view) else Viewport.centred_on(view, now)
        self._cameras[view.corners.tobytes()] = then
        return now != then

    def _points_at_choice(self, view: State) -> bool:
        """Whether the pointer is over a place where a card may be laid."""
        if view.result is not None or self.pointed is None:
            return False
        return self.pointed in {("cell", *cell) for cell in choices(view)}

    def tip(self, view: State, viewer: int, target: Target) -> Tip | None:
        return words.tip(view, target)

    # --- pictures of the rules ------------------------------------------------------------------------

    def bounds(self, layout: Layout) -> Rect:
        return layout.ground

    def loose(self, word: str) -> Piece:
        """Card by its hexadecimal digit, or the end marker of a seat: `end0`."""
        art = EndMarker(int(word[3:]), 0) if word.startswith("end") else CardArt(CARD_OF_DIGIT[word])
        return Piece(("loose", word), art, Rect(0, 0, 1, 1))

    def mark(self, kind: str, arguments: Sequence[str], view: State, layout: Layout) -> Sequence[Piece]:
        """Piece of the mark `route 0 -1,0 W SENE`: a route of a seat (or `wrong`) from a cell and side on."""
        if kind != "route":
            return ()
        seat, start, side, way = arguments
        x, y = map(int, start.split(","))
        curves = trace_way(view.corners, (x, y), Side[side], way)
        route = RouteArt(
            -1 if seat == "wrong" else int(seat), curves, (-ORIGIN_INDEX, -ORIGIN_INDEX, BOARD_WIDTH)
        )
        return [Piece(("mark", way), route, layout.whole, ROUTE_LAYER)]

    # --- looks ----------------------------------------------------------------------------------------

    def paint_life(self, ctx: PaintContext, layout: Layout) -> None:
        """Paint a dust devil that wanders along the rim, on one side of the basin and then on the other."""
        free = layout.ground.x - self.field.x
        if free >= dust_devil.LARGEST / 3:
            west, east = self.field.cut_left(free)[0], self.field.cut_right(free)[0]
            strip = west if int(ctx.now / dust_devil.CROSSING_SECONDS) % 2 else east
            dust_devil.draw_dust_devil(ctx.canvas, strip, ctx.now, "sturt.dust")

    def ground_key(self, layout: Layout) -> Hashable:
        """Nothing: the land does not move with the cells."""
        return None

    def paint_ground(self, ctx: PaintContext, layout: Layout) -> None:
        ctx.canvas.picture("tiles/sturt/desert.svg", self.world.cover(PLATEAU_RATIO))
        ctx.canvas.shadow(layout.ground.inset(layout.ground.w * 0.02), 60, 18)
        ctx.canvas.picture("tiles/sturt/ground.svg", layout.ground)
        _paint_pennants(ctx.canvas, layout)
        _paint_owners(ctx.canvas, layout)

    def paint_invitation(self, ctx: PaintContext, view: State, rect: Rect, strength: float) -> None:
        growing = view.phase == 1
        here = Rect(0, 0, rect.w, rect.h)
        inner = here.inset(rect.w * 0.045)

        def paint(canvas: Canvas) -> None:
            if growing:
                canvas.rounded(inner, 12, (255, 226, 160, 56))
            canvas.ring(inner, 12, "sturt.glow", width=3, soft=6 if growing else 3)

        with ctx.canvas.faded(strength if growing else strength * 0.55), ctx.canvas.shifted(rect.x, rect.y):
            ctx.canvas.layer(("sturt.slot", growing), here, paint)

    def paint_end(self, ctx: PaintContext, view: State, layout: Layout, share: float) -> None:
        """Paint the connection that decided the game as a glowing line, up to a `share` (0 … 1) of it."""
        result = view.result
        if result is None:
            return
        seat = _deciding(view)
        if seat is not None:
            light = msgspec.structs.replace(_route(view, seat), seat=result.winners[0])
            light.paint_up_to(ctx, layout.whole, share, 0.11)

    # --- what is said ---------------------------------------------------------------------------------

    def task(self, frame: Frame) -> Sentence:
        return Sentence(f"sturt.prompt.{words.task(frame.view)}", seats={"name": frame.view.turn})

    def caption(self, event: GameEvent, viewer: int) -> Sentence:
        return words.caption(event, viewer)

    def standing(self, frame: Frame, seat: Seat) -> SeatScore:
        return SeatScore(Sentence(f"sturt.seat.{seat}"))

    def measure(self, view: State, seat: Seat) -> float | None:
        return -float(distance(view, seat))


def _piles(view: State) -> tuple[str, ...]:
    """Piles from which cards are taken in this phase."""
    return ("double", "fork") if view.phase == 1 else ("triple",)


def _left(view: State, pile: str) -> int:
    """Number of cards on a pile."""
    return {"double": view.supply.doubles, "fork": view.supply.forks, "triple": view.supply.triples}[pile]


def _card(cell: Place, corners: int, layout: Layout) -> Piece:
    """Piece of a card; a triple is another piece than the card that it covers."""
    return in_cell("card", cell, CardArt(corners), layout.grid, CARD_LAYER, corners in TRIPLES)


def _ropes(view: State, layout: Layout) -> list[Piece]:
    """Piece of the ropes at visible limits of the desert, while it grows; none without any."""
    reach = limit(view)
    if reach is None or layout.camera.span != GROWING_SIGHT:
        return []
    whole, inner = layout.cell(reach[0]).union(layout.cell(reach[1])), layout.inner.grown(-1)
    seen = {
        Side.N: whole.y > inner.y,
        Side.E: whole.right < inner.right,
        Side.S: whole.bottom < inner.bottom,
        Side.W: whole.x > inner.x,
    }
    sides = tuple(side for side, inside in seen.items() if inside)
    return (
        [Piece(("ropes",), Ropes(sides), whole.meet(layout.inner), ROPE_LAYER, follows=True)] if sides else []
    )


def _deciding(view: State) -> Seat | None:
    """Seat whose connection has decided a finished game: the winner, if it has one."""
    if view.result is None:
        return None
    stands = connected_routes(view)
    return next((seat for seat in (*view.result.winners, Seat(0), Seat(1)) if stands.connected(seat)), None)


def _routes(view: State, layout: Layout) -> list[Piece]:
    """Pieces of the lines of connected seats."""
    whole = layout.whole
    return [
        Piece(("route", seat), _route(view, seat), whole, ROUTE_LAYER, follows=True)
        for seat in (Seat(0), Seat(1))
        if connected_routes(view).connected(seat)
    ]


def _route(view: State, seat: Seat) -> RouteArt:
    return RouteArt(
        seat, tuple(connected_routes(view).routes[seat]), (-ORIGIN_INDEX, -ORIGIN_INDEX, BOARD_WIDTH)
    )


def _gates(view: State, layout: Layout) -> list[Piece]:
    """Pieces of the markers at the ends of all connections."""
    return [
        Piece(
            ("end", seat, *end.cell, int(end.side)),
            EndMarker(seat, int(end.side)),
            layout.gate(end.cell, end.side),
            GATE_LAYER,
            follows=True,
        )
        for seat in (Seat(0), Seat(1))
        for end in connected_routes(view).ends[seat]
    ]


def _paint_owners(canvas: Canvas, layout: Layout) -> None:
    """Paint the badge of each seat on its two edges."""
    for side, rect in layout.edges():
        seat_badge(canvas, 1 - side % 2, rect)


def _paint_pennants(canvas: Canvas, layout: Layout) -> None:
    """Paint pennants along the edges: west and east in the colour of seat 0, north and south of seat 1."""
    inner, depth = layout.inner, layout.ground.w * 0.042
    step = inner.w / DESERT_SIZE
    for index in range(DESERT_SIZE):
        along_y, along_x = inner.y + index * step, inner.x + index * step
        spots = {
            "w": (Rect(inner.x - depth, along_y, depth, step), 0),
            "e": (Rect(inner.right, along_y, depth, step), 0),
            "n": (Rect(along_x, inner.y - depth, step, depth), 1),
            "s": (Rect(along_x, inner.bottom, step, depth), 1),
        }
        for side, (rect, seat) in spots.items():
            canvas.picture(f"tiles/sturt/edge-{side}.svg", rect, tint=f"seat.{seat}")
