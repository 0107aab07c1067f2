"""What moves on The Great Divide's table while a happening is shown: cards, tiles, water, the end."""

from __future__ import annotations

import math
from typing import Final

from client.boards.base import Frame
from client.boards.great_divide import motion as motion_of
from client.boards.great_divide.disasters import Disasters
from client.boards.great_divide.land import (
    Lying,
    draw_bare,
    draw_coded,
    draw_count,
    draw_selection,
)
from client.boards.great_divide.lights import draw_dust, draw_glimmer, draw_rim, draw_tint
from client.boards.great_divide.motion import LANDED, OUT, SEEN
from client.boards.great_divide.pieces import Pose, draw_kind
from client.boards.great_divide.places import Places
from client.boards.great_divide.rivers import rivers
from client.boards.great_divide.side import FIVE_SIZE
from client.boards.great_divide.water import draw_divide, prepare
from client.mirror import Happening
from client.ui.anim import LANDING, TRAVEL, arc, ease_in_out, ease_out, mix, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.games.great_divide import state as play
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.scoring import FIVE_POINTS, SEATS
from core.games.great_divide.state import State

AHEAD: Final = 0.1
"""In every frame before something changes, this share of the rivers that there will be is made ready."""
CARD_SHADOW: Final = 0.1
"""How far the picture of a card reaches around it, in heights."""
ARC: Final = 80.0
"""Units a travelling tile rises above the straight way."""


class Moves:
    """What moves in one frame of a happening."""

    def __init__(
        self, canvas: Canvas, frame: Frame, happening: Happening, places: Places, game: GreatDivide
    ) -> None:
        self.canvas = canvas
        self.frame = frame
        self.happening = happening
        self.places = places
        self.game = game
        self.t = frame.t
        self.still = frame.motion.reduced
        self.before: State = happening.before.view(frame.viewer)
        self.after: State = happening.after.view(frame.viewer)
        self.plan = motion_of.plan_of(happening, game)

    def draw(self) -> None:
        """The happening, and after the last one of a game its end."""
        action = self.happening.action(self.frame.viewer)
        match action:
            case play.Cards() | play.Flip():
                self._turn_cards()
            case play.Draw():
                self._reach_into_bag()
            case play.Tile():
                self._come_out(action.kind)
            case play.Lay() | play.LayBasin() | play.LayPass():
                self._lay(action)
            case play.Keep() | play.Give():
                self._carry(play.FIVE, self.places.drawn, self.places.five, 0.0)
            case play.Decline():
                self._decline()
            case play.EventCard() | play.Remove() | play.Flood() | play.Turn() | play.TurnPass():
                Disasters(self.canvas, self.frame, self.happening, self.places, self.game).draw(action)
                self._run_water()
        if self.t < self.plan.field_at:
            share = self.t / self.plan.field_at
            prepare(self.canvas, self.places, rivers(self.places.land, self.after), share - AHEAD, share)
        if self.t >= self.plan.over:
            self._end(self.t - self.plan.over)

    # --- cards --------------------------------------------------------------------------------

    def _turn_cards(self) -> None:
        lying = Lying(self.after)
        for card in motion_of.flips(self.before, self.after, self.game):
            turn = ease_in_out(progress(self.t, card.at, motion_of.FLIP))
            up = 0.0 if self.still else 8 * math.sin(math.pi * turn)
            shown = (0.0 if turn < 0.5 else 1.0) if self.still else turn
            place = self.places.card(card.seat, card.index)
            draw_bare(self.canvas, self.places, place.grown(place.h * CARD_SHADOW))
            draw_selection(self.canvas, self.places, lying, card.seat, card.index, turn=shown, up=up)

    def _decline(self) -> None:
        """The seat that does nothing goes by."""
        share = math.sin(math.pi * progress(self.t, 0, motion_of.PASSED))
        ground = self.places.ground
        off = 0.0 if self.still else 26 * (progress(self.t, 0, motion_of.PASSED) - 0.5)
        rect = Rect.around(ground.cx + off, ground.cy, 190, 100)
        badge, sign = rect.inset(14).columns(1, 1)
        with self.canvas.faded(share):
            self.canvas.rounded(rect, 50, "night", f"seat.{self.happening.seat}", 4)
            seat_badge(self.canvas, self.happening.seat, badge)
            icon(self.canvas, "step", sign.scaled(0.6), "ink")

    # --- the bag ------------------------------------------------------------------------------

    def _reach_into_bag(self) -> None:
        """Light over the bag while somebody reaches in."""
        share = math.sin(math.pi * progress(self.t, 0, motion_of.DRAW))
        self.canvas.glow(self.places.bag.scaled(1.25), "great_divide.glow", 0.5 * share)

    def _come_out(self, kind: str) -> None:
        """A tile out of the bag; what cannot be laid goes aside, a "5" to whom the card says."""
        five = kind == play.FIVE and self.after.five is not None
        aside = motion_of.is_set_aside(self.before, self.after)
        if self.t >= SEEN and (five or aside):
            target = self.places.five if five else self._last_aside()
            self._carry(kind, self.places.drawn, target, SEEN)
        elif self.t < OUT or five or aside or kind in (play.QUAKE, play.EVENT):
            self._fly_out(kind)
        if kind == play.QUAKE and self.t >= OUT:
            Disasters(self.canvas, self.frame, self.happening, self.places, self.game).tremble(self.t - OUT)
        self._card_speaks(kind)

    def _fly_out(self, kind: str) -> None:
        share = ease_out(progress(self.t, 0, OUT))
        rect = self.places.drawn
        fades = kind in (play.QUAKE, play.EVENT) and self.t > self.plan.seconds - 0.2
        gone = progress(self.t, self.plan.seconds - 0.2, 0.2) if fades else 0.0
        with self.canvas.faded((share if self.still else min(1.0, 3 * share)) * (1 - gone)):
            if self.still:
                draw_kind(self.canvas, rect.centre, rect.w / 2, kind, Pose(lift=8))
                return
            x, y = arc(self.places.bag.centre, rect.centre, share, ARC)
            zoom, angle = mix(0.35, 1.0, share), -120 * (1 - share)
            draw_kind(self.canvas, (x, y), rect.w / 2, kind, Pose(lift=8, zoom=zoom, angle=angle))

    def _card_speaks(self, kind: str) -> None:
        """The card of the active seat that says what becomes of the tile lights up."""
        index = card_of(self.game, self.places, kind)
        if index is None or self.t < OUT * 0.6:
            return
        share = math.sin(math.pi * progress(self.t, OUT * 0.6, self.plan.seconds - OUT * 0.6))
        rect = self.places.card(self.before.turn, index)
        with self.canvas.faded(share):
            self.canvas.ring(rect.grown(5), 12, "great_divide.glow", width=5, soft=12)

    def _last_aside(self) -> Rect:
        return self.places.aside_at(len(self.after.aside) - 1, len(self.after.aside))

    def _carry(self, kind: str, start: Rect, end: Rect, at: float) -> None:
        """A tile from one place beside the land to another."""
        share = ease_in_out(progress(self.t, at, TRAVEL))
        radius = start.w / 2
        size = min(end.w, end.h) * FIVE_SIZE / radius
        if self.still:
            with self.canvas.faded(share):
                draw_kind(self.canvas, end.centre, radius, kind, Pose(zoom=size))
            return
        spot = arc(start.centre, end.centre, share, ARC / 2)
        draw_kind(self.canvas, spot, radius, kind, Pose(zoom=mix(1.0, size, share), lift=8 * (1 - share)))

    # --- a tile is laid -----------------------------------------------------------------------

    def _lay(self, action: play.Lay | play.LayBasin | play.LayPass) -> None:
        space = self.places.land.space[action.x, action.y]
        self._run_water()
        if self.t < LANDED + LANDING:
            self._fly(space, int(self.after.tiles[space]))
        if not self.still:
            draw_dust(
                self.canvas,
                self.places.centre(space),
                self.places.radius,
                progress(self.t, LANDED, motion_of.DUST),
            )

    def _fly(self, space: int, code: int) -> None:
        """On an arc with a turn, and a small bounce."""
        share = ease_in_out(progress(self.t, 0, TRAVEL))
        if self.still:
            with self.canvas.faded(share):
                draw_coded(self.canvas, self.places, space, code)
            return
        if self.t >= LANDED:
            squash = math.sin(math.pi * progress(self.t, LANDED, LANDING))
            draw_coded(self.canvas, self.places, space, code, Pose(zoom=1.0 + 0.05 * squash))
            return
        draw_rim(self.canvas, self.places, space, "great_divide.glow", 0.7 * share)
        start, target = self.places.drawn, self.places.centre(space)
        spot = arc(start.centre, target, share, ARC)
        lift = 30 * math.sin(math.pi * share)
        zoom = mix(start.w / 2 / self.places.radius, 1.0, share) * (1 + 0.08 * math.sin(math.pi * share))
        angle = -75 * (1 - share)
        draw_coded(self.canvas, self.places, space, code, Pose(angle=angle, lift=lift, zoom=zoom), at=spot)

    def _run_water(self) -> None:
        """Light runs downstream, and the new watershed rises."""
        water = rivers(self.places.land, self.after)
        for stage in motion_of.run(self.happening.action(), self.after, self.places.land):
            strength = 1 - progress(self.t, stage.at, motion_of.GLIMMER)
            if self.t >= stage.at and strength > 0:
                draw_glimmer(self.canvas, self.places, stage.stretch, strength)
        share = progress(self.t, self.plan.field_at, motion_of.RISE)
        if 0 < share < 1 and not self.still:
            grown = 1 + 0.35 * math.sin(math.pi * share)
            new = water.risen(rivers(self.places.land, self.before))
            draw_divide(self.canvas, self.places, new, grown)

    # --- the end ------------------------------------------------------------------------------

    def _end(self, t: float) -> None:
        """The rivers of one ocean after the other light up, and are counted."""
        counts = [0, 0]
        won = rivers(self.places.land, self.after).won
        done = t >= motion_of.LULL + 2 * motion_of.OCEAN
        for lit in motion_of.ending(self.after, self.places.land):
            if t < lit.at:
                continue
            counts[lit.seat] += 1
            if not done:
                share = ease_out(progress(t, lit.at, 0.3))
                both = all(lit.space in tiles for tiles in won) and (lit.seat == SEATS[1] or counts[1])
                seats = SEATS if both else (lit.seat,)
                draw_tint(self.canvas, self.places, lit.space, seats, share)
                if share < 1:
                    draw_rim(self.canvas, self.places, lit.space, "great_divide.glow", 1 - share)
        if not done:
            self._five_counts(t, counts)
            for seat in SEATS:
                draw_count(self.canvas, self.places, seat, counts[seat])

    def _five_counts(self, t: float, counts: list[int]) -> None:
        """The "5" comes after its holder's rivers."""
        five = self.after.five
        if five is not None and t >= motion_of.LULL + motion_of.OCEAN * (five + 0.9):
            counts[five] += FIVE_POINTS


def card_of(game: GreatDivide, places: Places, kind: str) -> int | None:
    """The index of the selection card that governs a kind of tile; None if none does."""
    letter = game.card_for(kind)
    governed = kind not in (play.QUAKE, play.EVENT) and letter in places.letters
    return places.letters.index(letter) if governed else None
