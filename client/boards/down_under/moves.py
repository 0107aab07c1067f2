"""What moves on Down Under's table while a happening is shown: cards, ribbons, billabongs, the end."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

import pygame
from msgspec.structs import replace

from client.boards.base import Frame
from client.boards.down_under import motion as motion_of
from client.boards.down_under.camera import Sight
from client.boards.down_under.field import (
    EDGE,
    Lying,
    draw_animals,
    draw_cards,
    draw_laid,
    draw_lengths,
    draw_marks,
    draw_paths,
    parts,
    tags,
)
from client.boards.down_under.lays import USUAL
from client.boards.down_under.motion import Grows, Phase
from client.boards.down_under.pieces import animal_rect, draw_animal, draw_card
from client.boards.down_under.places import Places
from client.boards.down_under.preview import compare
from client.boards.down_under.ribbons import FLOURISH, draw_flourish, draw_length, draw_ribbon, parts_of
from client.boards.down_under.signs import draw_dust, draw_splash
from client.boards.down_under.winner import Winner
from client.mirror import Happening
from client.ui.anim import GESTURE, arc, ease_in_out, mix, mix_points, progress
from client.ui.canvas import Canvas, Painter
from client.ui.geometry import Rect
from core.games.down_under.state import (
    BILLABONG,
    CURVES,
    ENDS,
    OWN,
    SHAPES,
    STRAIGHTS,
    Card,
    Laid,
    State,
)

ARC: Final = 90.0
"""Units a travelling card rises above the straight way."""
GLOW: Final = 0.5
"""How brightly a path is lit while it grows."""
PAD: Final = 0.08
"""How far its shadow reaches around a card, in sides of it."""


class Moves:
    """What moves in one frame of a happening; `lying` lies still, seen as `sight` says."""

    def __init__(
        self,
        canvas: Canvas,
        frame: Frame,
        happening: Happening,
        places: Places,
        lying: Lying,
        sight: Sight | None,
    ) -> None:
        self.canvas = canvas
        self.frame = frame
        self.happening = happening
        self.places = places
        self.lying = lying
        self.t = frame.t
        self.still = frame.motion.reduced
        self.before: State = happening.before.view(frame.viewer)
        self.after: State = happening.after.view(frame.viewer)
        self.plan = motion_of.plan_of(happening, frame.viewer)
        self.carried = sight is None
        self.sight = places.sight(self.before) if sight is None else sight

    def draw(self) -> None:
        """All of it."""
        with self.canvas.clip(self.places.field.grown(EDGE)):
            if self.carried:
                self._carry()
            phase = self.plan.phase(self.t)
            if phase is not None and self.t < self.plan.grown:
                self._grow(phase)
            if self.t >= self.plan.grown:
                self._tell()
            if not self.carried:
                draw_lengths(self.canvas, self.sight, self.lying)
            if phase is not None and phase.landed <= self.t < self.plan.grown:
                self._lengths(phase)
            if self.t >= self.plan.over:
                self._end(progress(self.t, self.plan.over, GESTURE))
        if phase is not None:
            self._come(phase)

    # --- something comes to lie -----------------------------------------------------------------

    def _come(self, phase: Phase) -> None:
        """A card, a billabong or a curve on its way, and what it raises where it lands."""
        rect = self.sight.cell(*phase.beat.cell)
        if self.t < phase.landed:
            share = progress(self.t, phase.start, phase.landed - phase.start)
            if self.still:
                self._appear(phase, rect, share)
            elif phase.beat.kind == "turn":
                self._turn(phase, rect, share)
            elif phase.beat.kind == "billabong":
                self._drop(phase.beat.laid, rect, share)
            else:
                self._fly(phase.beat.laid, rect, ease_in_out(share))
        elif not self.still:
            age = self.t - phase.landed
            if phase.beat.kind == "billabong":
                draw_splash(self.canvas, rect, age / motion_of.SPLASH)
            else:
                draw_dust(self.canvas, rect, age / motion_of.DUST)

    def _appear(self, phase: Phase, rect: Rect, share: float) -> None:
        """Without motion it fades in."""
        with self.canvas.faded(share):
            draw_laid(self.canvas, rect, phase.beat.laid, self._look(phase.beat.laid.path))
            self._animal(phase.beat.laid, rect)

    def _animal(self, laid: Laid, rect: Rect) -> None:
        if laid.animal is not None and laid.card != BILLABONG:
            draw_animal(self.canvas, animal_rect(rect, laid.card), laid.animal)

    def _look(self, path: int) -> int:
        return self.lying.look(path) if path >= 0 else 0

    def _turn(self, phase: Phase, rect: Rect, share: float) -> None:
        """A curve lifts off, turns by a quarter and lies down again."""
        laid, was = phase.beat.laid, phase.beat.was
        assert was is not None and laid.card in CURVES and was.card in CURVES
        self._rest_of_ring(was)
        left = (CURVES.index(laid.card) - CURVES.index(was.card) + 1) % 4 - 1
        up = 14 * math.sin(math.pi * share)
        turn = -left * (1 - ease_in_out(share))
        place = rect.moved(0, -up)
        draw_laid(self.canvas, place, laid, self._look(laid.path), lift=1 + up, turn=turn)
        self._animal(laid, place)

    def _rest_of_ring(self, turned: Laid) -> None:
        """The ribbon of the ring but for the own part of the curve that turns."""
        run = self.before.paths[turned.path].run
        own = set(OWN[turned.card])
        at = next(
            index
            for index, stretch in enumerate(run)
            if (stretch.x, stretch.y) == (turned.x, turned.y) and {stretch.enters, stretch.leaves} == own
        )
        rest = (*run[at + 1 :], *run[:at])
        laid = parts_of(rest, self.before.cards)
        look = self._look(turned.path)
        draw_ribbon(self.canvas, rest, ("closed", "closed"), look, self.sight.cell, parts=laid)

    def _drop(self, laid: Laid, rect: Rect, share: float) -> None:
        """A billabong comes down from above."""
        fallen = share * share
        lift = 60 * (1 - fallen)
        with self.canvas.faded(min(1.0, 2.5 * share)):
            draw_laid(self.canvas, rect.moved(0, -lift), laid, 0, lift=round(lift / 4) + 1)

    def _fly(self, laid: Laid, rect: Rect, share: float) -> None:
        """A card from the supply to its cell, on an arc and with a turn."""
        card = laid.card
        assert card != BILLABONG
        start = self.places.supply_slot(laid.path, SHAPES[card], laid.animal)
        size, look = max(start.w, rect.w), self._look(laid.path)
        x, y = arc(start.centre, rect.centre, share, ARC)
        wide = mix(start.w, rect.w, share) * (1 + 0.1 * math.sin(math.pi * share))
        turn = quarters(card) * (1 - share)
        self._shadow(Rect.around(x, y, wide), card, 22 * math.sin(math.pi * share))
        usual = USUAL[SHAPES[card]]
        key = ("down_under.flying", usual, look, round(size * self.canvas.scale), self.canvas.theme.name)
        sprite = self.canvas.cache.get(key, partial(_sprite, self.canvas, usual, look, size))
        turned = pygame.transform.rotozoom(sprite, 90 * (quarters(card) - turn), wide / size)
        place = turned.get_rect(center=self.canvas.pixel(x, y))
        self.canvas.touch(self.canvas.surface.blit(turned, place, special_flags=pygame.BLEND_PREMULTIPLIED))
        if laid.animal is not None:
            spot = animal_rect(Rect.around(x, y, wide), card, turn)
            still = animal_rect(rect, card)
            draw_animal(self.canvas, Rect.around(spot.cx, spot.cy, still.w, still.h), laid.animal)

    def _shadow(self, rect: Rect, card: Card, lift: float) -> None:
        if lift > 1 and SHAPES[card] != "end":
            size = self.sight.size
            self.canvas.shadow(Rect.around(rect.cx, rect.cy, size), size * 0.05, round(lift / 4) * 4 + 1)

    # --- paths run on ---------------------------------------------------------------------------

    def _grow(self, phase: Phase) -> None:
        """The paths that change just now, as far as they have come."""
        if self.t < phase.landed:
            return
        for grows in reversed(phase.grows):
            self._ribbon(grows)
        cells = {(stretch.x, stretch.y) for grows in phase.grows for stretch in grows.growth.run}
        near = [laid for laid in phase.beat.cards if (laid.x, laid.y) in cells]
        draw_animals(self.canvas, self.sight, near)

    def _ribbon(self, grows: Grows) -> None:
        growth, look = grows.growth, self._look(grows.growth.path)
        if not growth.run:
            return
        first, last = (0.0, float(len(growth.run))) if self.still else grows.reach(self.t)
        new = progress(self.t, grows.at, grows.seconds)
        if self.still and growth.end > growth.start:
            self._piece(grows, look, growth.start, growth.end)
        alpha, glow = (new, 0.0) if self.still else (1.0, GLOW if new < 1 else 0.0)
        self._piece(grows, look, first, last, alpha, glow)

    def _piece(
        self, grows: Grows, look: int, first: float, last: float, alpha: float = 1.0, glow: float = 0.0
    ) -> None:
        growth = grows.growth
        draw_ribbon(
            self.canvas,
            growth.run,
            growth.tips,
            look,
            self.sight.cell,
            parts=growth.parts,
            frm=first,
            upto=last,
            alpha=alpha,
            glow=glow,
        )

    def _lengths(self, phase: Phase) -> None:
        """The lengths of these paths count up, and move with their ends."""
        last = self.plan.phases.index(phase) - 1
        cards, paths = self.before.cards, self.before.paths
        if last >= 0:
            cards, paths = self.plan.phases[last].beat.cards, self.plan.phases[last].beat.paths
        old = tags(replace(self.lying, cards=cards, paths=paths), self.sight)
        new = tags(self.lying, self.sight)
        for grows in phase.grows:
            number = grows.growth.path
            share = ease_in_out(progress(self.t, grows.at, grows.seconds))
            spot = mix_points(old.get(number, new[number]), new[number], 1.0 if self.still else share)
            draw_length(self.canvas, spot, self._look(number), grows.count(self.t))

    # --- what has come of it --------------------------------------------------------------------

    def _tell(self) -> None:
        """Rings ring, closed paths flourish, who is stuck is shown."""
        change, age = compare(self.before, self.after), self.t - self.plan.grown
        for number in change.rings:
            strength = math.sin(math.pi * progress(age, 0, motion_of.RINGS)) ** 0.7
            self._lit(number, strength)
        if self.t < self.plan.over and not self.still and self.plan.over == math.inf:
            for number in change.closed:
                self._flourish(number, age / FLOURISH)
        for number in change.stuck:
            share = progress(age, 0, motion_of.STUCK)
            self._lit(number, 0.6 * math.sin(math.pi * share))

    def _lit(self, number: int, strength: float) -> None:
        """A path with light around it."""
        path = self.after.paths[number]
        if strength <= 0.05 or not path.run:
            return
        draw_ribbon(
            self.canvas,
            path.run,
            path.tips,
            self._look(number),
            self.sight.cell,
            parts=parts(path, self.after.cards),
            glow=strength,
        )

    def _flourish(self, number: int, t: float) -> None:
        path = self.after.paths[number]
        draw_flourish(
            self.canvas,
            path.run,
            self._look(number),
            self.sight.cell,
            t,
            parts=parts(path, self.after.cards),
        )

    def _end(self, share: float) -> None:
        """The path that has won runs once more from end to end, and stays lit."""
        outcome = self.happening.after.outcome
        assert outcome is not None
        winner = Winner(self.canvas, self.after, outcome, self.sight, self.lying)
        winner.draw(1.0 if self.still else share, share)

    # --- the camera follows ---------------------------------------------------------------------

    def _carry(self) -> None:
        """Everything that lies, while the camera moves."""
        then, now = self.places.sight(self.before), self.places.sight(self.after)
        share = motion_of.carried(self.t, self.plan)
        if self.still:
            for sight, alpha in ((then, 1 - share), (now, share)):
                with self.canvas.faded(alpha):
                    self.canvas.layer(*self._picture(sight))
            self.sight = now if share > 0.5 else then
            return
        self.sight = Sight(then.room, then.camera.towards(now.camera, share))
        if then.size == now.size:
            self._everything(self.canvas, self.sight)
        else:
            self._zoom(now)

    def _everything(self, canvas: Canvas, sight: Sight) -> None:
        draw_marks(canvas, sight, self.lying)
        draw_cards(canvas, sight, self.lying)
        draw_paths(canvas, sight, self.lying)
        draw_lengths(canvas, sight, self.lying)

    def _zoom(self, now: Sight) -> None:
        """Everything as it will be seen, larger or smaller for the moment."""
        canvas, room = self.canvas, self.places.room
        area = canvas.pixels(room)
        key = ("down_under.zoom", self.lying, now, area.size, canvas.theme.name)
        picture = canvas.cache.get(key, lambda: self._painted(now, area.size), slot="down_under.zoom")
        large = self.sight.size / now.size
        wide, high = round(area.w * large), round(area.h * large)
        off_x, off_y = (
            (there - here) * self.sight.size * canvas.scale
            for there, here in zip(now.camera[:2], self.sight.camera[:2], strict=True)
        )
        place = (round(area.centerx - wide / 2 + off_x), round(area.centery - high / 2 + off_y))
        canvas.touch(canvas.surface.blit(pygame.transform.scale(picture, (wide, high)), place))

    def _painted(self, sight: Sight, size: tuple[int, int]) -> pygame.Surface:
        surface = pygame.Surface(size, pygame.SRCALPHA)
        inner = Canvas(surface, self.canvas.theme, self.canvas.cache)
        inner.scale, inner.width, inner.area = self.canvas.scale, self.canvas.width, self.canvas.area
        with inner.shifted(-sight.room.x, -sight.room.y):
            self._everything(inner, sight)
        return surface

    def _picture(self, sight: Sight) -> tuple[tuple[object, ...], Rect, Painter]:
        """Everything as one picture: its key, its place, and how it is painted."""
        key = ("down_under.fades", self.lying, sight)
        return key, self.places.field, lambda canvas: self._everything(canvas, sight)


def quarters(card: Card) -> int:
    """By how many quarters a card is turned from how it lay beside the ground to how it will lie."""
    usual = USUAL[SHAPES[card]]
    for row in (STRAIGHTS, CURVES, ENDS):
        if card in row and usual in row:
            return (row.index(usual) - row.index(card) + 1) % len(row) - 1
    return 0


def _sprite(canvas: Canvas, card: Card, look: int, size: float) -> pygame.Surface:
    """A card as it lies beside the ground, to be turned and scaled while it flies."""
    pixels = round(size * (1 + 2 * PAD) * canvas.scale)
    surface = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
    inner = Canvas(surface, canvas.theme, canvas.cache)
    inner.scale, inner.width, inner.area = canvas.scale, canvas.width, canvas.area
    draw_card(inner, Rect(size * PAD, size * PAD, size, size), card, look)
    return surface.premul_alpha()
