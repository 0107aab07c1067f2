"""Timeline of a step of Down Under, beyond that of the kit: growing paths, billabongs, turning curves.

Until all paths have grown, those that change are drawn by effects: in their old state below the flying
card, and above it as far as they have grown. From then on everything is as after the step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from client.boards.contract import Sentence
from client.boards.down_under.art import Billabong
from client.boards.down_under.layout import BILLABONG_KIND, Layout
from client.boards.down_under.pieces import (
    OPEN_TAG_OFFSET,
    TAG_SIZE,
    animal_pieces,
    hides_lengths,
    path_ribbon,
    point_beyond_end,
    style,
    tag_centre,
    tag_piece,
    tag_size,
    tags,
)
from client.boards.down_under.ribbons import Ribbon, block_of, draw_flourish
from client.boards.down_under.step_schedule import (
    SPLASH_SECONDS,
    Growth,
    Phase,
    StepSchedule,
    compare,
    end_gestures,
)
from client.boards.kit.gestures import rotation
from client.boards.kit.grid_camera import GridCamera
from client.boards.kit.highlights import Highlight
from client.boards.kit.paper import stamp
from client.boards.kit.pieces import PaintContext, Piece, draw, draw_one
from client.boards.kit.timeline import Change, Effect, Span, Timeline, flight_change, retimed
from client.ui.animation import TRAVEL_SECONDS, ease_in_out, ease_out, mix, mix_points, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from core.games.down_under.board import length
from core.games.down_under.state import CURVES, Laid, Path, State, owner

FADE_SECONDS: Final = 0.12
"""Seconds in which a length that is shown only while it counts up appears, and vanishes again."""
GROWTH_GLOW: Final = 0.5
"""Brightness, 0 … 1, of the light around a path while it grows."""
REST_SECONDS: Final = 0.12
"""Seconds that everything lies still after all paths have grown."""
HIGHLIGHT_GLOWS: Final = {"ring": (1.0, 0.7), "stuck": (0.6, 1.0)}
"""Greatest brightness (0 … 1) of a path that lights up, and the exponent of its swelling, by event."""
GREAT_LENGTH: Final = 6
"""Least length at which the closing of the longest path is a great event."""
LEAST_GLOW: Final = 0.05
"""Brightness up to which light is not drawn, 0 … 1."""
SPLASH_DROPS: Final = 11
"""Number of drops in a splash."""
WAVE_STEPS: Final = 10
"""Number of sizes in which a wave on water is drawn."""
EFFECT_PIECES: Final = ("path", "length", "barrier")
"""Kinds of pieces that effects draw until all paths have grown."""


class GrowthAnimation:
    """Animation of a step: positions before and after it, its phases, and the layout."""

    def __init__(self, before: State, after: State, schedule: StepSchedule, layout: Layout) -> None:
        self.before, self.after, self.steps, self.layout = before, after, schedule, layout
        self.changed = sorted({growth.path for phase in schedule.phases for growth in phase.growths})
        self.spots = tuple(tags(s, s.paths, s.cards, layout) for s in (before, after))
        """Places of lengths before and after the step, by path."""
        self.tagged = [
            number
            for number in range(len(before.stuck))
            if number in self.changed or self.spots[0].get(number) != self.spots[1].get(number)
        ]
        """Numbers of paths whose length changes, or only the place of the length."""
        self.cells = {
            stretch[:2]
            for number in self.changed
            for paths in (before.paths, after.paths)
            for stretch in paths[number].run
        }
        """Cells of the paths that change, before and after."""

    # --- the timeline -----------------------------------------------------------------------------------

    def adjust(self, plain: Timeline) -> Timeline:
        """Timeline with the times of these phases: when paths have grown, all is as after the step."""
        landed, grown = self.steps.landed, self.steps.grown
        flying = Effect(0.0, landed, lambda ctx, share: self._draw(ctx, share * landed), below=True)
        growing = Effect(
            landed, grown - landed, lambda ctx, share: self._draw(ctx, mix(landed, grown, share))
        )
        arrivals = (effect for phase in self.steps.phases for effect in self._arrival(phase))
        shown = retimed(plain, dict.fromkeys(EFFECT_PIECES, lambda change: ()), self._change, grown)
        return replace(
            shown,
            landing=landed,
            pan=grown,
            seconds=grown + REST_SECONDS,
            effects=(flying, growing, *arrivals),
        )

    def _change(self, change: Change) -> Iterable[Change]:
        """Change of a piece at its time: cards in their phase, marks when the first card lands."""
        piece, first = change.piece, self.steps.landed
        if piece.follows:
            return (replace(change, start=first) if change.after else replace(change, seconds=first),)
        phase = self.steps.phase_at((int(piece.id[1]), int(piece.id[2])))
        if phase is None:
            return (change,)
        if phase.kind == "billabong":
            return Span(phase.landed)(change)
        if phase.was is not None and piece.id[0] == "card":
            return (
                Change("travel", _turned(piece, phase.was, phase.laid), piece, phase.start, TRAVEL_SECONDS),
            )
        return Span(phase.start, TRAVEL_SECONDS)(change)

    def _arrival(self, phase: Phase) -> Iterable[Effect]:
        """Effects of a billabong that flies in over the paths, and splashes; none for other phases."""
        if phase.kind == "billabong":
            start, end = self.layout.boxes[BILLABONG_KIND], self.layout.grid.cell(*phase.cell)
            yield flight_change(Billabong(phase.laid.through), start, end, phase.start, TRAVEL_SECONDS)
            yield Effect(phase.landed, SPLASH_SECONDS, lambda ctx, share: _draw_splash(ctx, end, share))

    # --- paths ------------------------------------------------------------------------------------------

    def _draw(self, ctx: PaintContext, t: float) -> None:
        """Draw the changing paths as far as they have grown at second `t`, the animals over them, lengths."""
        phase = self.steps.phase(t)
        for number in reversed(self.changed):
            self._draw_path(ctx, number, t)
        moving = self.steps.phases[0].cell if phase is None else None
        cards = self.before.cards if phase is None else phase.cards
        near = (laid for laid in cards if (laid.x, laid.y) in self.cells and (laid.x, laid.y) != moving)
        draw(ctx, animal_pieces(near, self.layout.grid))
        for number in self.tagged:
            self._draw_length(ctx, number, t)

    def _draw_path(self, ctx: PaintContext, number: int, t: float) -> None:
        growth, path, cell = (
            self.steps.growing(number, t),
            self.before.paths[number],
            self.layout.grid.cell,
        )
        if growth is None:
            if path.run:
                path_ribbon(self.before, number).draw(ctx.canvas, cell)
            return
        if not growth.run:  # of a ring that is opened nothing may be left
            return
        art = Ribbon(growth.run, growth.tips, growth.parts, style(self.before, number))
        new = progress(t, growth.at, growth.seconds)
        if ctx.reduced:
            art.draw(ctx.canvas, cell, growth.start, growth.end)
            art.with_glow(0.0, new).draw(ctx.canvas, cell)
        else:
            art.with_glow(GROWTH_GLOW if new < 1 else 0.0).draw(ctx.canvas, cell, *growth.reach(t))

    def _draw_length(self, ctx: PaintContext, number: int, t: float) -> None:
        """Draw a path's length, which counts up and moves from its old place to its new one."""
        count = self.steps.length(number, t)
        if count is None:
            count = length(self.before.paths[number])
        if hides_lengths(self.before, self.layout):
            self._draw_count(ctx, number, count, t)
            return
        was, spot = (spots.get(number) for spots in self.spots)
        if was is not None and spot is not None:
            grown = progress(t, self.steps.landed, self.steps.grown - self.steps.landed)
            spot = mix_points(was, spot, ease_in_out(grown))
        if spot is not None and (was is not None or t >= self.steps.landed):
            draw_one(ctx, tag_piece(self.before, self.layout, number, count, spot))

    def _draw_count(self, ctx: PaintContext, number: int, count: int, t: float) -> None:
        """Draw a length that is shown only while its path grows, at the growing end."""
        growth = self.steps.growing(number, t)
        if growth is None or not growth.run:
            return
        spot = grown_end(growth, self.layout)
        gone = progress(t, self.steps.grown - FADE_SECONDS, FADE_SECONDS)
        with ctx.canvas.faded(min(progress(t, growth.at - FADE_SECONDS, FADE_SECONDS), 1 - gone)):
            draw_one(ctx, tag_piece(self.before, self.layout, number, count, spot))


def grown_end(growth: Growth, layout: Layout) -> Point:
    """Middle of a path's length at the end at which it grows more, where the tag is wholly visible."""
    first = growth.start > len(growth.run) - growth.end
    spot = point_beyond_end(Path(growth.run, growth.tips), growth.parts, layout.grid, first, OPEN_TAG_OFFSET)
    return tag_centre(spot, tag_size(TAG_SIZE, layout), layout.grid.room)


def _turned(piece: Piece, was: Laid, laid: Laid) -> Piece:
    """Piece of a curve in the direction that it had before it was turned."""
    assert laid.card in CURVES and was.card in CURVES
    quarters = rotation(CURVES.index(laid.card), CURVES.index(was.card), len(CURVES))
    return replace(piece, angle=90.0 * quarters)


def _draw_splash(ctx: PaintContext, rect: Rect, share: float) -> None:
    """Draw the splash of a billabong that has come down, after a share (0 … 1) of its time."""
    if ctx.reduced:
        return
    canvas = ctx.canvas
    for late in (0.0, 0.28):
        age = (share - late) / (1 - late)
        if 0 < age < 1:
            _wave(canvas, rect, age)
    with canvas.faded(1 - share**2):
        for index in range(SPLASH_DROPS):
            turn = 2 * math.pi * (index + 0.3 * (index % 2)) / SPLASH_DROPS
            far = rect.w * (0.12 + 0.42 * ease_out(share) * (0.7 + 0.3 * (index % 3) / 2))
            up = rect.w * 0.55 * 4 * share * (1 - share) * (0.6 + 0.2 * (index % 3))
            spot = (rect.cx + far * math.cos(turn), rect.cy + far * math.sin(turn) * 0.7 - up)
            canvas.circle(spot, rect.w * 0.032 * (1 + index % 2), "down_under.water_light")


def _wave(canvas: Canvas, rect: Rect, age: float) -> None:
    """Draw a ring on the water, wider and fainter with its age (0 … 1)."""
    step = round(age * WAVE_STEPS)
    reach = rect.w * mix(0.3, 1.0, ease_out(step / WAVE_STEPS))
    box = Rect.around(rect.cx, rect.cy, reach)
    with canvas.faded(1 - age):
        stamp(
            canvas,
            ("down_under.wave", step),
            box,
            2.0,
            lambda c, r: c.ring(r, r.w / 2, "down_under.water_light", width=4, soft=3),
        )


# --- what comes of it -----------------------------------------------------------------------------------


def glow_effects(before: State, after: State, start: float, layout: Layout) -> Iterator[Effect]:
    """Effects from second `start` on that light up new rings, closed paths and stuck ones."""
    for paths, seconds, sound in end_gestures(compare(before, after)):
        for number in paths:
            if sound == "flourish":
                yield Effect(start, seconds, _flourish(after, number, layout))
            elif after.paths[number].run:
                yield Effect(start, seconds, _light(after, number, layout, *HIGHLIGHT_GLOWS[sound]))


def _flourish(after: State, number: int, layout: Layout) -> Callable[[PaintContext, float], None]:
    """Function that draws the flourish of a path that has closed."""
    art = path_ribbon(after, number)

    def draw(ctx: PaintContext, share: float) -> None:
        if not ctx.reduced:
            draw_flourish(ctx.canvas, art, layout.grid.cell, share)

    return draw


def _light(
    after: State, number: int, layout: Layout, most: float, power: float
) -> Callable[[PaintContext, float], None]:
    """Function that draws a path that lights up to `most` (0 … 1) and dims again."""
    art = path_ribbon(after, number)

    def draw(ctx: PaintContext, share: float) -> None:
        strength = most * math.sin(math.pi * share) ** power
        if strength > LEAST_GLOW:
            art.with_glow(strength).draw(ctx.canvas, layout.grid.cell)

    return draw


# --- great moments --------------------------------------------------------------------------------------


def great_highlight(
    before: State, after: State, schedule: StepSchedule, settled: float, viewport: GridCamera
) -> Highlight | None:
    """Great event of a step: a new ring, a billabong, or the longest path closed; None without one.

    That of a path begins at second `settled`.
    """
    result = compare(before, after)
    if result.rings:
        ring = result.rings[0]
        return _of_path(after, ring, "ring", settled, viewport)
    pool = next((phase for phase in schedule.phases if phase.kind == "billabong"), None)
    if pool is not None:
        words = Sentence("down_under.moment.billabong")
        return Highlight(pool.landed, viewport.cell(*pool.cell), words, jolts=True)
    others = {number: length(path) for number, path in enumerate(after.paths)}
    for number in result.closed:
        here = others[number]
        if here >= GREAT_LENGTH and all(here > long for other, long in others.items() if other != number):
            return _of_path(after, number, "longest", settled, viewport)
    return None


def _of_path(after: State, number: int, event_name: str, start: float, viewport: GridCamera) -> Highlight:
    """Moment around a whole path, in the colour of its seat."""
    words = Sentence(f"down_under.moment.{event_name}", {"length": length(after.paths[number])})
    seat = owner(after.options, after.seats, number)
    return Highlight(
        start, viewport.box(block_of(after.paths[number].run)), words, -1 if seat is None else seat
    )
