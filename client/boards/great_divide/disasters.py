"""Earthquake, flood, volcano, inland sea and quiet year, as they are seen on the land."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import pygame

from client.boards.base import Frame
from client.boards.great_divide import motion as motion_of
from client.boards.great_divide.cards import draw_event_card
from client.boards.great_divide.hexes import HEADINGS, hexagon, turned_by
from client.boards.great_divide.land import draw_coded
from client.boards.great_divide.lights import draw_dust, draw_rim
from client.boards.great_divide.motion import CARD, ERUPTS, GATHERS, LIFTED, SHAKE, SINKS, THROWN
from client.boards.great_divide.pieces import Pose, draw_kind
from client.boards.great_divide.places import Places
from client.boards.great_divide.rivers import rivers
from client.boards.great_divide.water import on_its_way
from client.mirror import Happening
from client.ui.anim import TRAVEL, arc, ease_in_out, ease_out, mix, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from core.games.great_divide import state as play
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import State

SPARKS: Final = 22
BIRDS: Final = 7
TIDE: Final = 4.2
"""How wide a sheet of rising sea is, in radii."""
FLOOD_REACH: Final = 2.7
"""How far it comes over the land, in radii."""


class Disasters:
    """What befalls the land in one frame of a happening."""

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

    def draw(self, action: play.Action) -> None:
        """The one that this action is."""
        match action:
            case play.EventCard():
                self._event(action.event)
            case play.Remove():
                self._quake(self.places.land.space[action.x, action.y])
            case play.Flood():
                self._flood(self.places.land.space[action.x, action.y])
            case play.Turn() | play.TurnPass():
                self._erupt(self.places.land.space[action.x, action.y])

    # --- earthquake ---------------------------------------------------------------------------

    def tremble(self, t: float) -> None:
        """The whole land trembles, less and less."""
        force = 4.5 * (1 - progress(t, 0, SHAKE))
        if self.still or force <= 0:
            return
        dx, dy = force * math.sin(t * 71), force * 0.7 * math.sin(t * 97 + 1)
        land = self.places.ground.grown(12)
        with self.canvas.clip(self.places.field), self.canvas.clip(land):
            self.canvas.surface.scroll(round(dx * self.canvas.scale), round(dy * self.canvas.scale))
        self.canvas.touch(self.canvas.pixels(land))

    def _quake(self, space: int) -> None:
        """A tile comes loose and goes back into the bag."""
        self.tremble(self.t)
        code, centre = int(self.before.tiles[space]), self.places.centre(space)
        if self.t < LIFTED:
            loose = ease_in_out(progress(self.t, 0, LIFTED))
            swing = 0.0 if self.still else 7 * loose * math.sin(self.t * 60)
            draw_rim(self.canvas, self.places, space, "great_divide.ink", loose)
            draw_coded(self.canvas, self.places, space, code, Pose(angle=swing, lift=6 * loose))
            return
        kind = self.game.kind_on(self.before.tiles, space)
        self._home(kind, centre, progress(self.t, LIFTED, TRAVEL + 0.1))
        if not self.still:
            draw_dust(self.canvas, centre, self.places.radius, progress(self.t, LIFTED, 0.6))

    def _home(self, kind: str, start: Point, share: float) -> None:
        """A tile on its way back into the bag."""
        if share >= 1:
            return
        spot = (
            self.places.bag.centre
            if self.still
            else arc(start, self.places.bag.centre, ease_in_out(share), 90)
        )
        with self.canvas.faded(1 - share if self.still else min(1.0, 4 * (1 - share))):
            zoom = 1.0 if self.still else 1.15 - 0.5 * share
            angle = 0.0 if self.still else 140 * share
            place = start if self.still else spot
            draw_kind(self.canvas, place, self.places.radius, kind, Pose(zoom=zoom, angle=angle, lift=12))

    # --- flood --------------------------------------------------------------------------------

    def _flood(self, start: int) -> None:
        """A wave gathers at a tile, runs down the river and takes the tiles along."""
        taken = motion_of.washed(self.happening, self.places.land)
        gathering = math.sin(math.pi * progress(self.t, 0, 1.4 * GATHERS))
        draw_rim(self.canvas, self.places, start, "great_divide.pacific_light", gathering)
        spaces = [space for space, _ in taken]
        for index, (space, at) in enumerate(taken):
            hit = self.t - at
            if hit < 0 <= self.t - GATHERS:
                self._still_there(space)
            elif 0 <= hit < SINKS:
                self._washed(space, index, spaces, hit / SINKS)
        for space, at in taken:
            wet = 1 - progress(self.t, at, SINKS * 1.2)
            if self.t >= at and wet > 0:
                draw_rim(self.canvas, self.places, space, "great_divide.pacific_light", wet * 0.8)
        self._crest(taken)

    def _still_there(self, space: int) -> None:
        """A tile that the wave has not come to yet."""
        draw_coded(self.canvas, self.places, space, int(self.before.tiles[space]))

    def _washed(self, space: int, index: int, spaces: list[int], share: float) -> None:
        """A tile that drifts downstream, turns and sinks."""
        code, drift = int(self.before.tiles[space]), 0.0 if self.still else 1.6 * ease_in_out(share)
        ahead = min(len(spaces) - 1, index + int(drift))
        further = min(len(spaces) - 1, ahead + 1)
        (ax, ay), (bx, by) = self.places.centre(spaces[ahead]), self.places.centre(spaces[further])
        spot = mix(ax, bx, drift % 1), mix(ay, by, drift % 1) + 3 * math.sin(share * 20)
        with self.canvas.faded(1 - share**2):
            angle = 0.0 if self.still else 110 * share * (1 if space % 2 else -1)
            zoom = 1.0 if self.still else 1 - 0.4 * share
            draw_coded(self.canvas, self.places, space, code, Pose(angle=angle, zoom=zoom), at=spot)

    def _crest(self, taken: tuple[tuple[int, float], ...]) -> None:
        """The wave: foam in front, water behind."""
        if self.still:
            return
        water = rivers(self.places.land, self.before)
        for index, (space, at) in enumerate(taken):
            share = progress(self.t, at - motion_of.WAVE / 2, motion_of.WAVE)
            if not 0 < share < 1:
                continue
            way = water.water.tiles[space]
            source = (water.water.tiles[taken[index - 1][0]] + 3) % 6 if index else None
            spot = on_its_way(self.places, space, source, way, share)
            self._foam(spot, way, 1.0)

    def _foam(self, spot: Point, way: int, strength: float) -> None:
        """A breaking wave that comes `way`."""
        radius = self.places.radius
        dx, dy = HEADINGS[way]
        with self.canvas.faded(strength):
            for row, (back, ink) in enumerate(
                (
                    (0.42, "great_divide.pacific"),
                    (0.2, "great_divide.pacific_light"),
                    (0.0, "great_divide.paper"),
                )
            ):
                for i in range(-3, 4):
                    off = i * 0.2 * radius
                    curl = back + 0.045 * i * i
                    x = spot[0] - dx * curl * radius - dy * off
                    y = spot[1] - dy * curl * radius + dx * off
                    size = radius * (0.2 - 0.016 * abs(i) - 0.03 * row)
                    self.canvas.circle((x, y), size, ink)

    # --- volcano ------------------------------------------------------------------------------

    def _erupt(self, space: int) -> None:
        """The tile glows, is thrown up, turns in the air and comes down."""
        centre, radius = self.places.centre(space), self.places.radius
        heat = progress(self.t, 0, ERUPTS) * (1 - progress(self.t, ERUPTS + THROWN, motion_of.SMOKE))
        self.canvas.glow(Rect.around(*centre, radius * 4.2), "great_divide.ember", 0.9 * heat)
        landed = ERUPTS + THROWN
        if self.t < ERUPTS:
            swing = 0.0 if self.still else 4 * math.sin(self.t * 70) * heat
            draw_coded(
                self.canvas,
                self.places,
                space,
                int(self.before.tiles[space]),
                Pose(angle=swing, lift=4 * heat),
            )
            draw_rim(self.canvas, self.places, space, "great_divide.ember", heat)
        elif self.t < landed:
            self._crater(space)
            self._thrown(space, progress(self.t, ERUPTS, THROWN))
        if not self.still:
            self._sparks(centre, self.t - ERUPTS)
            self._smoke(centre, self.t - ERUPTS)

    def _crater(self, space: int) -> None:
        radius = self.places.radius
        box = Rect(-radius, -radius, 2 * radius, 2 * radius)
        with self.canvas.shifted(*self.places.centre(space)):
            self.canvas.layer("great_divide.crater", box, lambda c: _crater(c, radius), smooth=2)

    def _thrown(self, space: int, share: float) -> None:
        code, before = int(self.after.tiles[space]), int(self.before.tiles[space])
        x, y = self.places.centre(space)
        if self.still:
            with self.canvas.faded(share):
                draw_coded(self.canvas, self.places, space, code)
            return
        up = math.sin(math.pi * share)
        turn = turned_by(before, code) or 360
        angle = -turn * (1 - ease_out(share))
        spot = (x, y - 95 * up)
        draw_coded(
            self.canvas, self.places, space, code, Pose(angle=angle, lift=40 * up, zoom=1 + 0.3 * up), at=spot
        )

    def _sparks(self, centre: Point, t: float) -> None:
        """Glowing stones that fly up and fall back."""
        for index in range(SPARKS):
            born = 0.02 * (index % 9)
            age = t - born
            if not 0 < age < 0.95:
                continue
            turn = math.radians(-90 + 62 * math.sin(index * 2.4))
            speed = 330 + 130 * ((index * 37) % 11) / 11
            x = centre[0] + speed * math.cos(turn) * age
            y = centre[1] + speed * math.sin(turn) * age + 560 * age * age
            ink = ("great_divide.spark", "great_divide.ember", "great_divide.lava")[index % 3]
            self.canvas.circle((x, y), round(6.5 * (1 - age / 1.1) + 1.5), ink)

    def _smoke(self, centre: Point, t: float) -> None:
        for index in range(6):
            age = (t - 0.1 - 0.09 * index) / 1.0
            if not 0 < age < 1:
                continue
            x = centre[0] + 26 * math.sin(index * 2.1) * (0.4 + age)
            with self.canvas.faded(0.42 * (1 - age)):
                spot = (x, centre[1] - 150 * ease_out(age) + 10 * index)
                self.canvas.circle(spot, round(14 + 26 * age), "great_divide.slate")

    # --- event cards --------------------------------------------------------------------------

    def _event(self, event: str) -> None:
        if self.t > CARD - TRAVEL:
            if event == play.INLAND_SEA:
                self._sea(self.t - CARD + 0.2)
            elif event == play.QUIET:
                self._birds(self.t - TRAVEL)
        self._card(event)

    def _card(self, event: str) -> None:
        """The card comes from the deck, is held up over the land, and goes back."""
        deck, field = self.places.card_of_deck, self.places.field
        high = field.h * 0.36
        big = Rect.around(field.cx, field.cy, high * deck.w / deck.h, high)
        out = ease_out(progress(self.t, 0, TRAVEL))
        back = ease_in_out(progress(self.t, CARD - TRAVEL, TRAVEL))
        if self.t >= CARD:
            return
        if self.still:
            with self.canvas.faded(min(out, 1 - back)):
                draw_event_card(self.canvas, big, event)
            return
        share = round(min(out, 1 - back) * 16) / 16
        rect = deck.towards(big, share)
        draw_event_card(self.canvas, rect, event, turn=out)

    def _sea(self, t: float) -> None:
        """The water of both oceans rises over the coasts and falls back."""
        tide = math.sin(math.pi * progress(t, 0, motion_of.SEA)) ** 1.3
        if tide <= 0:
            return
        field, land, radius = self.places.field, self.places.ground, self.places.radius
        came = (1.0 if self.still else tide) * FLOOD_REACH * radius
        box = Rect(0.0, 0.0, TIDE * radius, field.h)
        with self.canvas.clip(field), self.canvas.faded(min(1.0, 3 * tide)):
            with self.canvas.shifted(land.x + came - box.w, field.y):
                self._sheet(box, "pacific")
            with self.canvas.shifted(land.right - came, field.y):
                self._sheet(box, "atlantic")

    def _sheet(self, box: Rect, name: str) -> None:
        radius, key = self.places.radius, ("great_divide.tide", name)
        self.canvas.layer(key, box, lambda c: _tide(c, radius, name))

    def _birds(self, t: float) -> None:
        """In a quiet year birds cross the land."""
        if self.still:
            return
        field = self.places.field
        share = progress(t, 0, CARD + motion_of.CALM - TRAVEL)
        for index in range(BIRDS):
            row = (index + 1) // 2 * (1 if index % 2 else -1)
            x = mix(field.x - 40, field.right + 160, share) - abs(row) * 34
            y = field.cy - 120 * math.sin(math.pi * share) + row * 24 + 120
            if field.x + 12 < x < field.right - 12:
                self._bird((x, y), int(t * 7 + index) % 4)

    def _bird(self, spot: Point, beat: int) -> None:
        lift = (8, 2, -5, 2)[beat]
        box = Rect(-18, -16, 36, 32)
        with self.canvas.shifted(*spot):
            self.canvas.layer(("great_divide.bird", beat), box, lambda c: _bird(c, lift), smooth=2)


def _crater(canvas: Canvas, radius: float) -> None:
    canvas.polygon(hexagon(radius * 0.95), "great_divide.ink")
    for size, name in ((0.62, "crust"), (0.46, "lava"), (0.27, "spark")):
        canvas.circle((0, 0), radius * size, f"great_divide.{name}")


def _tide(canvas: Canvas, radius: float, name: str) -> None:
    """A sheet of sea as large as the surface: foam in front, where it is deepest, and clear far behind."""
    wide, high = canvas.surface.get_size()
    r = radius * canvas.scale
    along = np.arange(high, dtype=np.float32) / r
    edge = wide - 0.45 * r + r * (0.26 * np.sin(1.3 * along) + 0.12 * np.sin(3.1 * along + 1))
    behind = (edge[None, :] - np.arange(wide, dtype=np.float32)[:, None]) / r
    ripple = 0.5 + 0.5 * np.sin(behind * 9 + 0.7 * np.sin(2.3 * along)[None, :])
    foam = np.clip(1 - np.abs(behind - 0.07) / 0.08, 0, 1) + 0.28 * ripple**6 * (behind > 0.2)
    cover = np.clip(behind * 40, 0, 1) * np.clip((TIDE - 0.6 - behind) / 1.6, 0, 1) * 0.93
    deep = np.array(canvas.colour(f"great_divide.{name}")[:3], dtype=np.float32)
    light = np.array(canvas.colour("great_divide.paper")[:3], dtype=np.float32)
    shade = deep + (light - deep) * np.clip(foam, 0, 1)[:, :, None]
    if name == "atlantic":
        shade, cover = shade[::-1], cover[::-1]
    pygame.surfarray.pixels3d(canvas.surface)[:] = shade.astype(np.uint8)
    pygame.surfarray.pixels_alpha(canvas.surface)[:] = (cover * 255).astype(np.uint8)


def _bird(canvas: Canvas, lift: float) -> None:
    wings = [(-15, -lift), (-7, -lift * 0.3 - 3), (0, 0), (7, -lift * 0.3 - 3), (15, -lift)]
    canvas.polyline(wings, 4.2, "great_divide.ink")
    canvas.polyline(wings, 2.2, "great_divide.paper")
