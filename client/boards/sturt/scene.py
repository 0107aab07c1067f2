"""One picture of Sturt's table: ground, cards, gates, lines, the hand, and whatever moves."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from client.boards.base import Frame, Still
from client.boards.sturt import motion as motion_of
from client.boards.sturt.cards import draw_card, draw_end, draw_route
from client.boards.sturt.hand import Hand, left, piles
from client.boards.sturt.places import GROWING, Camera, Places, middle_of_limit
from client.boards.sturt.routes import standing
from client.mirror import Happening
from client.ui.anim import (
    HOVER,
    LANDING,
    TRAVEL,
    arc,
    breath,
    ease_in_out,
    ease_out,
    mix,
    overshoot,
    progress,
)
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Seat
from core.games.sturt.board import MIDDLE, SPAN, Crossing
from core.games.sturt.rules import STURT, cells
from core.games.sturt.state import Lay, State

ARC: Final = 90.0
"""Units a travelling card rises above the straight way."""
PUFFS: Final = 10
REACH: Final = SPAN // 2
"""Cells from the middle of the limit to its edge."""
DASHES: Final = 15
"""Number of dashes of the rope along one side of the limit."""

Layout = Callable[[State], Places]


def still(frame: Frame, hand: Hand, layout: Layout) -> Still:
    """Ground, gates, and the cards unless they move; the piles beside them."""
    view = _resting_view(frame, layout)
    places = layout(frame.view if view is None else view)
    cards = None if view is None else view.corners.tobytes()
    supply, top = _supply_shown(frame), tuple(sorted(hand.cards.items()))

    def field(canvas: Canvas) -> None:
        place = places.field.grown(10)
        canvas.layer(("sturt.ground", places.ground), place, lambda c: _ground(c, places), opaque=True)
        if view is not None:
            _desert(canvas, view, places)

    def side(canvas: Canvas) -> None:
        for pile, rect in places.piles.items():
            _pile(canvas, rect, hand.cards[pile], left(supply, pile))
            label = Rect(places.side.x, rect.bottom + 18, places.side.w, 34)
            canvas.text(frame.say(f"sturt.pile.{pile}"), label, "small", "ink", align="centre")
            count = frame.say("sturt.pile.left", count=left(supply, pile))
            canvas.text(count, label.moved(0, 32), "small", "quiet", align="centre", tabular=True)

    return Still(
        ("sturt", cards, places.camera, places.ground),
        field,
        ("sturt", supply.supply, top, places.side, tuple(places.piles)),
        side,
    )


def _resting_view(frame: Frame, layout: Layout) -> State | None:
    """The view whose cards lie still now; None while the camera carries them along."""
    before: State = frame.view
    happening = frame.happening
    if happening is None:
        return before
    after: State = happening.after.view(frame.viewer)
    if not isinstance(happening.action(frame.viewer), Lay):
        return after
    if frame.t < motion_of.LANDED:
        return before
    still = layout(before).camera == layout(after).camera
    still = still or frame.t >= motion_of.SETTLED + motion_of.PAN
    return after if still else None


def _supply_shown(frame: Frame) -> State:
    """Whose supply the piles show: the card on its way is gone from its pile."""
    before: State = frame.view
    after: State = before if frame.happening is None else frame.happening.after.view(frame.viewer)
    return after if after.phase == before.phase else before


class Scene:
    """What moves in one frame. Made for it and thrown away."""

    def __init__(self, canvas: Canvas, frame: Frame, hand: Hand, layout: Layout) -> None:
        self.canvas = canvas
        self.frame = frame
        self.hand = hand
        self.view: State = frame.view
        self.layout = layout
        self.places = layout(self.view)

    def draw(self) -> None:
        """Everything that moves, from the ground up."""
        happening = self.frame.happening
        if happening is None:
            self._rest()
        else:
            self._move(happening)
        self._held()
        if happening is not None and isinstance(happening.action(self.frame.viewer), Lay):
            self._flying(happening)

    # --- what lies still ----------------------------------------------------------------------

    def _rest(self) -> None:
        self._lines(self.view, self.places)
        if self.frame.chooser is not None and self.view.result is None:
            self._invite()
            self._blamed()
            if not self.hand.rests(self.frame):
                self._preview()
        if self.view.result is not None:
            self._decided(self.view, 1.0)

    def _lines(self, view: State, places: Places, alpha: float = 1.0) -> None:
        """Standing connections glimmer, their ends are marked."""
        stands = standing(view)
        for seat in (Seat(0), Seat(1)):
            if stands.connected(seat) and view.result is None:
                with self.canvas.faded(alpha * (0.55 + 0.3 * breath(self.frame.now, seat * 0.5))):
                    self._route(places, stands.routes[seat], seat, 0.07)
            for end in stands.ends[seat]:
                with self.canvas.faded(alpha):
                    draw_end(
                        self.canvas, places.gate(end.cell, end.side), self.canvas.theme.seats[seat], end.side
                    )

    def _decided(self, view: State, upto: float) -> None:
        """The line that decided the game, as one glowing stroke."""
        found = motion_of.winning_route(view)
        if found is not None:
            winner, route = found
            self._route(self.places, route, winner, 0.11, upto)

    # --- the person who chooses ---------------------------------------------------------------

    def _invite(self) -> None:
        """The legal places breathe softly."""
        mask = cells(self.view)
        spots = [(int(x) - MIDDLE, int(y) - MIDDLE) for y, x in zip(*mask.nonzero(), strict=True)]
        strength = 0.35 + 0.4 * breath(self.frame.now)
        growing = self.view.phase == 1
        with self.canvas.faded(strength if growing else strength * 0.55):
            for spot in spots:
                _slot(self.canvas, self.places.cell(spot), growing)

    def _blamed(self) -> None:
        """The places that are to blame for a refusal, or that speak against the card in hand."""
        asked = None if self.hand.rests(self.frame) else self.hand.refusal(self.view)
        refusal = self.frame.denied or asked
        if refusal is None:
            return
        for place in refusal.places:
            if len(place) == 2 and self.places.shows((place[0], place[1])):
                rect = self.places.cell((place[0], place[1])).inset(3)
                self.canvas.ring(rect, 10, "bad", width=5, soft=10)

    def _preview(self) -> None:
        """The card in hand, in place, with what it would do."""
        cell = self.hand.cell
        if cell is None or not self.places.shows(cell):
            return
        rect, legal = self.places.cell(cell), self.hand.refusal(self.view) is None
        since = progress(self.frame.now, self.hand.turned_at, HOVER)
        angle = 0.0 if self.frame.motion.reduced else -90.0 * self.hand.turned_by * (1 - ease_out(since))
        self.canvas.shadow(rect.inset(2), 8, 14)
        draw_card(
            self.canvas,
            rect.moved(0, -5),
            self.hand.corners(self.view),
            angle=angle,
            alpha=235 if legal else 120,
        )
        ink = f"seat.{self.view.turn}" if legal else "bad"
        self.canvas.ring(rect.moved(0, -5).grown(3), 12, ink, width=5, soft=12)
        if legal:
            self._would_be(cell)

    def _would_be(self, cell: tuple[int, int]) -> None:
        """The connections that would stand with the card there."""
        lay = Lay(self.hand.corners(self.view), *cell, self.hand.announcing)
        after: State = STURT.apply(self.view, self.view.turn, lay)
        stands = standing(after)
        for seat in (Seat(0), Seat(1)):
            if stands.connected(seat):
                with self.canvas.faded(0.75):
                    self._route(self.places, stands.routes[seat], seat, 0.06)

    def _route(
        self, places: Places, route: list[Crossing], seat: int, width: float, upto: float = 1.0
    ) -> None:
        """A glowing line; `width` is a share of a cell."""
        draw_route(self.canvas, places.cell, route, f"seat.{seat}", places.size * width, upto=upto)

    # --- what moves ---------------------------------------------------------------------------

    def _move(self, happening: Happening) -> None:
        action, t = happening.action(), self.frame.t
        after: State = happening.after.view()
        if not isinstance(action, Lay):
            self._lines(after, self.layout(after))
        elif t < motion_of.LANDED:
            self._lines(self.view, self.places, 1 - progress(t, 0, TRAVEL))
            self._awaited(action)
        else:
            self._after_landing(happening, action, after)
        start = motion_of.gesture_start(happening)
        if after.result is not None and t > start:
            self.places = self.layout(after)
            self._decided(after, ease_in_out(min(1.0, (t - start) / 1.4)))

    def _awaited(self, action: Lay) -> None:
        """Where the card will lie: light on an empty place, or the old card going under."""
        cell = self.places.cell((action.x, action.y))
        old = int(self.view.corners[action.y + MIDDLE, action.x + MIDDLE])
        if not old or self.frame.motion.reduced:
            self.canvas.glow(cell.scaled(1.3), "lamp", 0.35)
            return
        sunk = ease_in_out(progress(self.frame.t, TRAVEL * 0.25, TRAVEL * 0.75))
        self.canvas.rect(cell, "sturt.track")
        self.canvas.moving(f"tiles/sturt/{old:x}.svg", cell, angle=0.0, zoom=1 - 0.13 * sunk)
        self.canvas.rect(cell, (*self.canvas.colour("sturt.track")[:3], round(10 * sunk) * 13))

    def _after_landing(self, happening: Happening, action: Lay, after: State) -> None:
        """The camera follows the grown desert; light runs along the tracks; ends stand up."""
        t, places = self.frame.t, self.layout(after)
        seen = places
        if _resting_view(self.frame, self.layout) is None:
            seen = self._carried(after, places)
        self._dust(seen.cell((action.x, action.y)), t - motion_of.LANDED)
        self._light(happening, seen)
        self._lines(after, seen, overshoot(progress(t, motion_of.SETTLED, 0.25)))

    def _carried(self, after: State, places: Places) -> Places:
        """The cards while the camera moves; where they are seen."""
        moved = ease_in_out(progress(self.frame.t, motion_of.SETTLED, motion_of.PAN))
        if places.camera.span != self.places.camera.span or self.frame.motion.reduced:
            old = self.layout_of(self.places.camera, after)
            with self.canvas.faded(1 - moved):
                self._cards(after, old, 0.0, 0.0)
            with self.canvas.faded(moved):
                self._cards(after, places, 0.0, 0.0)
            return places if moved > 0.5 else old
        seen = self.layout_of(self.places.camera.towards(places.camera, moved), after)
        dx = (places.camera.x - seen.camera.x) * seen.size
        dy = (places.camera.y - seen.camera.y) * seen.size
        self._cards(after, places, dx, dy)
        return seen

    def layout_of(self, camera: Camera, view: State) -> Places:
        """The layout of a view as another camera sees it."""
        return Places(self.places.field, self.places.side, camera, piles(view))

    def _cards(self, view: State, places: Places, dx: float, dy: float) -> None:
        key = ("sturt.cards", view.corners.tobytes(), places.camera)
        with self.canvas.clip(places.inner.grown(4)), self.canvas.shifted(dx, dy):
            self.canvas.layer(key, places.inner, lambda c: _desert(c, view, places))

    def _light(self, happening: Happening, places: Places) -> None:
        for wave in motion_of.waves(happening):
            strength = 1 - progress(self.frame.t, wave.at, motion_of.GLIMMER)
            if self.frame.t >= wave.at and strength > 0:
                with self.canvas.faded(strength):
                    for cell, corner in wave.curves:
                        self._lit(places.cell(cell), corner)

    def _lit(self, rect: Rect, corner: int) -> None:
        """One curve aglow."""
        key = ("sturt.lit", corner, round(rect.w, 2))
        here = Rect(0, 0, rect.w, rect.h)
        with self.canvas.shifted(rect.x, rect.y):
            self.canvas.layer(key, here, lambda c: _glowing_curve(c, here, corner))

    def _dust(self, rect: Rect, t: float) -> None:
        """A puff of paper dust where the card has landed."""
        share = progress(t, 0, motion_of.DUST)
        if not 0 < share < 1 or self.frame.motion.reduced:
            return
        with self.canvas.faded(0.6 * (1 - share)):
            for index in range(PUFFS):
                turn = 2 * math.pi * (index + 0.37 * (index % 3)) / PUFFS
                reach = rect.w * (0.5 + 0.28 * ease_out(share) * (0.7 + 0.3 * (index % 2)))
                spot = (rect.cx + reach * math.cos(turn), rect.cy + reach * math.sin(turn))
                self.canvas.circle(spot, mix(3, 9, share), "sturt.land_light")

    def _flying(self, happening: Happening) -> None:
        """The card on its way from the supply: an arc, a turn, a small bounce."""
        action, t = happening.action(), self.frame.t
        target = self.places.cell((action.x, action.y))
        if t >= motion_of.LANDED + LANDING:
            return
        if self.frame.motion.reduced:
            share = progress(t, 0, motion_of.LANDED)
            draw_card(self.canvas, target, action.corners, alpha=round(255 * share))
            return
        if t >= motion_of.LANDED:
            squash = math.sin(math.pi * (t - motion_of.LANDED) / LANDING)
            picture = f"tiles/sturt/{action.corners:x}.svg"
            self.canvas.moving(picture, target, angle=0.0, zoom=1.0 + 0.06 * squash)
            return
        share = ease_in_out(progress(t, 0, TRAVEL))
        source = self._source(happening)
        x, y = arc(source.centre, target.centre, share, ARC)
        lift = math.sin(math.pi * share)
        zoom = mix(source.w, target.w, share) / target.w * (1 + 0.12 * lift)
        self.canvas.glow(Rect.around(x + 14 * lift, y + 24 * lift, target.w * 1.6), "shadow", 0.7)
        picture = f"tiles/sturt/{action.corners:x}.svg"
        self.canvas.moving(picture, Rect.around(x, y, target.w), angle=-90.0 * (1 - share), zoom=zoom)

    def _source(self, happening: Happening) -> Rect:
        """The pile the card comes from."""
        action = happening.action()
        for pile, cards in (("double", (5, 10)), ("fork", (3, 6, 12, 9))):
            if action.corners in cards and pile in self.places.piles:
                return self.places.piles[pile]
        return next(iter(self.places.piles.values()))

    # --- the supply ---------------------------------------------------------------------------

    def _held(self) -> None:
        """The top of the chosen pile: lifted, turning, in the seat's colour."""
        if self.frame.chooser is None or self.frame.happening is not None or self.view.result is not None:
            return
        pile = self.hand.held(self.view)
        rect = self.places.piles.get(pile)
        if rect is None or not left(self.view, pile):
            return
        since = progress(self.frame.now, self.hand.turned_at, HOVER)
        angle = 0.0 if self.frame.motion.reduced else -90.0 * self.hand.turned_by * (1 - ease_out(since))
        top = rect.moved(0, -6)
        draw_card(self.canvas, top, self.hand.cards[pile], angle=angle)
        self.canvas.ring(top.grown(6), 14, f"seat.{self.view.turn}", width=5, soft=12)


def _pile(canvas: Canvas, rect: Rect, corners: int, count: int) -> None:
    """A pile of cards, the thicker the more there are."""
    if not count:
        canvas.rounded(rect, 12, "well", "line", 2)
        return
    for level in range(min(4, count // 5), 0, -1):
        place = rect.moved(2.5 * level, 4.0 * level)
        canvas.rounded(place, 10, "sturt.land_deep" if level % 2 else "sturt.land")
    draw_card(canvas, rect, corners)


def _ground(canvas: Canvas, places: Places) -> None:
    """The basin on the table, with the seats' edges."""
    canvas.backdrop()
    canvas.picture("tiles/sturt/ground.svg", places.ground)
    _pennants(canvas, places)


def _pennants(canvas: Canvas, places: Places) -> None:
    """Rows of pennants along the edges: west and east in seat 0's colour, north and south in seat 1's."""
    inner, depth = places.inner, places.ground.w * 0.042
    step = inner.w / 5
    for index in range(5):
        along_y, along_x = inner.y + index * step, inner.x + index * step
        spots = {
            "w": (Rect(inner.x - depth, along_y, depth, step), 0),
            "e": (Rect(inner.right, along_y, depth, step), 0),
            "n": (Rect(along_x, inner.y - depth, step, depth), 1),
            "s": (Rect(along_x, inner.bottom, step, depth), 1),
        }
        for side, (rect, seat) in spots.items():
            canvas.picture(f"tiles/sturt/edge-{side}.svg", rect, tint=f"seat.{seat}")


def _desert(canvas: Canvas, view: State, places: Places) -> None:
    _ropes(canvas, view, places)
    _all_cards(canvas, view, places)


def _ropes(canvas: Canvas, view: State, places: Places) -> None:
    """Ropes round the limit of 5 x 5 cells, as long as it can move."""
    if places.camera.span != GROWING:
        return
    x, y = middle_of_limit(view)
    first, last = places.cell((x - REACH, y - REACH)), places.cell((x + REACH, y + REACH))
    rope = (*canvas.colour("sturt.land_light")[:3], 150)
    corners = ((first.x, first.y), (last.right, first.y), (last.right, last.bottom), (first.x, last.bottom))
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        for step in range(DASHES):
            a, b = (step + 0.2) / DASHES, (step + 0.8) / DASHES
            start, end = (mix(ax, bx, a), mix(ay, by, a)), (mix(ax, bx, b), mix(ay, by, b))
            canvas.line(start, end, 3.5, rope)
    for corner in corners:
        canvas.circle(corner, 7, "sturt.track", "sturt.land_light", 2)


def _all_cards(canvas: Canvas, view: State, places: Places) -> None:
    for y, x in zip(*view.corners.nonzero(), strict=True):
        draw_card(canvas, places.cell((int(x) - MIDDLE, int(y) - MIDDLE)), int(view.corners[y, x]))


def _slot(canvas: Canvas, cell: Rect, growing: bool) -> None:
    """A place where the card may lie: an empty slot, or light around a card that may be covered."""
    here = Rect(0, 0, cell.w, cell.h)
    inner = here.inset(cell.w * 0.045)

    def paint(c: Canvas) -> None:
        if growing:
            c.rounded(inner, 12, (255, 226, 160, 56))
        c.ring(inner, 12, "sturt.glow", width=3, soft=6 if growing else 3)

    with canvas.shifted(cell.x, cell.y):
        canvas.layer(("sturt.slot", growing), here, paint)


def _glowing_curve(canvas: Canvas, rect: Rect, corner: int) -> None:
    centre, start = {
        1: ((rect.right, rect.y), 90.0),
        2: ((rect.right, rect.bottom), 180.0),
        4: ((rect.x, rect.bottom), 270.0),
        8: ((rect.x, rect.y), 0.0),
    }[corner]
    with canvas.clip(rect):
        for width, alpha in ((0.20, 70), (0.11, 120), (0.05, 255)):
            canvas.arc(centre, rect.w / 2, start, start + 90, rect.w * width, (255, 226, 160, alpha))
