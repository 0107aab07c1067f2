"""One picture of Sturt's table: ground, cards, gates, lines, the hand, and whatever moves."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from client.boards import sturt_motion as motion_of
from client.boards.base import Frame
from client.boards.sturt_cards import draw_card, draw_end, draw_route
from client.boards.sturt_hand import Hand, Pile, left, piles
from client.boards.sturt_places import Places
from client.boards.sturt_routes import standing
from client.mirror import Happening
from client.ui.anim import HOVER, LANDING, TRAVEL, arc, breath, ease_in_out, ease_out, mix, overshoot, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Place, Seat
from core.games.sturt.board import MIDDLE
from core.games.sturt.rules import STURT, Lay, State, cells

ARC: Final = 90.0
"""Units a travelling card rises above the straight way."""
PUFFS: Final = 10

Layout = Callable[[State], Places]


class Scene:
    """Draws one frame. Made for it and thrown away."""

    def __init__(self, canvas: Canvas, frame: Frame, hand: Hand, layout: Layout) -> None:
        self.canvas = canvas
        self.frame = frame
        self.hand = hand
        self.view: State = frame.view
        self.layout = layout
        self.places = layout(self.view)

    def draw(self) -> None:
        """Everything, from the ground up."""
        happening = self.frame.happening
        self._ground()
        self._gates()
        if happening is None:
            self._rest()
        else:
            self._move(happening)
        self._piles()
        if happening is not None and isinstance(happening.action(), Lay):
            self._flying(happening)

    # --- what lies still ----------------------------------------------------------------------

    def _ground(self) -> None:
        ground = self.places.ground
        self.canvas.layer(
            ("sturt.ground",), ground, lambda c: c.picture("tiles/sturt/ground.svg", ground)
        )

    def _gates(self) -> None:
        """A row of pennants along each edge: the seats' own edges, in their colours."""
        inner, depth = self.places.inner, self.places.ground.w * 0.042
        key = ("sturt.gates", inner, depth)
        self.canvas.layer(key, self.places.ground, lambda c: _pennants(c, inner, depth))

    def _cards(self, view: State, places: Places, without: Place | None = None) -> None:
        key = ("sturt.cards", view.corners.tobytes(), without, places.camera)
        self.canvas.layer(key, places.inner, lambda c: _all_cards(c, view, places, without))

    def _rest(self) -> None:
        self._cards(self.view, self.places)
        self._lines(self.view, self.places)
        if self.frame.chooser is not None and self.view.result is None:
            self._invite()
            self._blamed()
            self._preview()
        if self.view.result is not None:
            self._decided(self.view, 1.0)

    def _lines(self, view: State, places: Places, alpha: float = 1.0) -> None:
        """Standing connections glimmer, their ends are marked."""
        stands = standing(view)
        for seat in (Seat(0), Seat(1)):
            if stands.connected(seat) and view.result is None:
                with self.canvas.faded(alpha * (0.55 + 0.3 * breath(self.frame.now, seat * 0.5))):
                    draw_route(self.canvas, places.cell, stands.routes[seat], f"seat.{seat}", places.size * 0.07)
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
            glow = self.places.size * (0.10 + 0.015 * breath(self.frame.now))
            draw_route(self.canvas, self.places.cell, route, f"seat.{winner}", glow, upto=upto)

    # --- the person who chooses ---------------------------------------------------------------

    def _invite(self) -> None:
        """The legal places breathe softly."""
        mask = cells(self.view)
        spots = [(int(x) - MIDDLE, int(y) - MIDDLE) for y, x in zip(*mask.nonzero(), strict=True)]
        glow = 0.35 + 0.4 * breath(self.frame.now)
        growing = self.view.phase == 1
        with self.canvas.faded(glow if growing else glow * 0.55):
            key = ("sturt.invite", mask.tobytes(), self.places.camera, growing)
            self.canvas.layer(key, self.places.inner, lambda c: _slots(c, self.places, spots, growing))

    def _blamed(self) -> None:
        """The places that are to blame for a refusal, or that speak against the card in hand."""
        refusal = self.frame.denied or self.hand.refusal(self.view)
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
        lay = self.hand.lay(self.view)
        after: State = STURT.apply(self.view, self.view.turn, lay)
        stands = standing(after)
        for seat in (Seat(0), Seat(1)):
            if stands.connected(seat):
                with self.canvas.faded(0.75):
                    draw_route(
                        self.canvas, self.places.cell, stands.routes[seat], f"seat.{seat}", self.places.size * 0.06
                    )

    # --- what moves ---------------------------------------------------------------------------

    def _move(self, happening: Happening) -> None:
        action, t = happening.action(), self.frame.t
        after: State = happening.after.view()
        if not isinstance(action, Lay):
            self._cards(after, self.layout(after))
            self._lines(after, self.layout(after))
        elif t < motion_of.LANDED:
            self._before_landing(action)
        else:
            self._after_landing(happening, action, after)
        start = motion_of.gesture_start(happening)
        if after.result is not None and t > start:
            self.places = self.layout(after)
            self._decided(after, ease_in_out(min(1.0, (t - start) / 1.4)))

    def _before_landing(self, action: Lay) -> None:
        self._cards(self.view, self.places)
        self._lines(self.view, self.places, 1 - progress(self.frame.t, 0, TRAVEL))
        self.canvas.glow(self.places.cell((action.x, action.y)).scaled(1.3), "lamp", 0.35)

    def _after_landing(self, happening: Happening, action: Lay, after: State) -> None:
        """The camera follows the grown desert; light runs along the tracks; ends stand up."""
        t, places = self.frame.t, self.layout(after)
        moved = ease_in_out(progress(t, motion_of.SETTLED, 0.3))
        if places.camera.span == self.places.camera.span and not self.frame.motion.reduced:
            camera = self.places.camera.towards(places.camera, moved)
            seen = Places(self.places.ground, self.places.side, camera, piles(after))
        else:
            seen = self.places if moved < 1 else places
        self._cards_seen(after, places if seen.camera.span == places.camera.span else seen, seen)
        self._dust(seen.cell((action.x, action.y)), t - motion_of.LANDED)
        self._light(happening, seen)
        self._lines(after, seen, overshoot(progress(t, motion_of.SETTLED, 0.25)))

    def _cards_seen(self, after: State, drawn: Places, seen: Places) -> None:
        """The cards as laid out in `drawn`, moved to where the camera sees them."""
        dx = (drawn.camera.x - seen.camera.x) * seen.size
        dy = (drawn.camera.y - seen.camera.y) * seen.size
        with self.canvas.clip(seen.inner.grown(2)), self.canvas.shifted(dx, dy):
            self._cards(after, drawn)

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
            draw_card(self.canvas, target.scaled(1.0 + 0.06 * squash), action.corners)
            return
        share = ease_in_out(progress(t, 0, TRAVEL))
        source = self._source(happening)
        x, y = arc(source.centre, target.centre, share, ARC)
        lift = math.sin(math.pi * share)
        zoom = mix(source.w, target.w, share) / target.w * (1 + 0.12 * lift)
        rect = Rect.around(x, y, target.w)
        self.canvas.shadow(rect.moved(10 * lift, 16 * lift).scaled(zoom), 8, 10 + 18 * lift)
        draw_card(self.canvas, rect, action.corners, angle=-90.0 * (1 - share), zoom=zoom)

    def _source(self, happening: Happening) -> Rect:
        """The pile the card comes from."""
        action = happening.action()
        for pile, cards in (("double", (5, 10)), ("fork", (3, 6, 12, 9))):
            if action.corners in cards and pile in self.places.piles:
                return self.places.piles[pile]
        return next(iter(self.places.piles.values()))

    # --- the supply ---------------------------------------------------------------------------

    def _piles(self) -> None:
        for pile, rect in self.places.piles.items():
            self._pile(pile, rect)

    def _pile(self, pile: Pile, rect: Rect) -> None:
        count = left(self.view, pile)
        choosing = self.frame.chooser is not None and self.frame.happening is None
        held = choosing and self.hand.held(self.view) == pile
        depth = min(4, count // 5) if count else 0
        for level in range(depth, 0, -1):
            draw_card(self.canvas, rect.moved(3.0 * level, 4.0 * level), self.hand.cards[pile], alpha=255)
        if not count:
            self.canvas.rounded(rect, 12, "well")
        else:
            self._top_card(pile, rect, held)
        label = Rect(rect.cx - 170, rect.bottom + 18, 340, 34)
        self.canvas.text(self.frame.say(f"sturt.pile.{pile}"), label, "small", "ink", align="centre")
        self.canvas.text(
            self.frame.say("sturt.pile.left", count=count), label.moved(0, 32), "small", "quiet", align="centre", tabular=True
        )

    def _top_card(self, pile: Pile, rect: Rect, held: bool) -> None:
        since = progress(self.frame.now, self.hand.turned_at, HOVER) if held else 1.0
        angle = 0.0 if self.frame.motion.reduced else -90.0 * self.hand.turned_by * (1 - ease_out(since))
        top = rect.moved(0, -6) if held else rect
        draw_card(self.canvas, top, self.hand.cards[pile], angle=angle, alpha=255 if held or not self.frame.chooser else 200)
        if held:
            self.canvas.ring(top.grown(6), 14, f"seat.{self.view.turn}", width=5, soft=12)


def _pennants(canvas: Canvas, inner: Rect, depth: float) -> None:
    """West and east in seat 0's colour, north and south in seat 1's."""
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


def _all_cards(canvas: Canvas, view: State, places: Places, without: Place | None) -> None:
    for y, x in zip(*view.corners.nonzero(), strict=True):
        cell = (int(x) - MIDDLE, int(y) - MIDDLE)
        if cell != without:
            draw_card(canvas, places.cell(cell), int(view.corners[y, x]))


def _slots(canvas: Canvas, places: Places, spots: list[tuple[int, int]], growing: bool) -> None:
    for spot in spots:
        rect = places.cell(spot).inset(places.size * 0.045)
        if growing:
            canvas.rounded(rect, 12, "#FFE2A038")
        canvas.ring(rect, 12, "sturt.glow", width=3, soft=6 if growing else 3)


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

