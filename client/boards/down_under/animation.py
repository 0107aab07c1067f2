"""How a step of Down Under is shown beyond the usual timeline: paths that grow, billabongs, curves that turn.

Until all paths have grown, those that change are drawn by effects: as they lay below the card that flies,
and as far as they have grown above it. From then on everything lies as it does afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from client.boards.down_under.art import Ribbon, art_of, block_of
from client.boards.down_under.layout import Layout
from client.boards.down_under.pieces import (
    animals,
    lengths,
    parts,
    ribbon,
    row_piece,
    style,
    tag_piece,
    tags,
)
from client.boards.down_under.ribbons import FLOURISH, draw_flourish
from client.boards.down_under.sequence import (
    DROP,
    RINGS,
    SPLASH,
    STUCK,
    TURNING,
    Growth,
    Phase,
    Sequence,
    compare,
)
from client.boards.kit.paper import stamp
from client.boards.kit.pieces import Look, Piece, draw, draw_one, draw_shadow
from client.boards.kit.timeline import Change, Effect, Timeline
from client.ui.anim import TRAVEL, ease_in_out, ease_out, mix, mix_points, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.games.down_under.paths import length
from core.games.down_under.state import CURVES, NOBODY, Laid, State

GLOW: Final = 0.5
"""How brightly a path is lit while it grows."""
HIGH: Final = 60.0
"""Units from which a billabong drops."""
LIFT: Final = 14.0
"""Units a curve rises while it turns."""
RESTS: Final = 0.12
"""Seconds everything lies still in the end."""
FAINT: Final = 0.05
"""Strength from which light is drawn."""
DROPS: Final = 11
"""Drops of a splash."""
STEPS: Final = 10
"""In so many sizes a wave on water is drawn."""
BY_EFFECTS: Final = ("path", "length", "row")
"""Pieces that effects draw until all paths have grown."""


class Step:
    """A step as it is animated: positions before and after it, its sequence, where things lie meanwhile."""

    def __init__(self, before: State, after: State, steps: Sequence, layout: Layout) -> None:
        self.before, self.after, self.steps, self.layout = before, after, steps, layout
        self.changed = sorted({growth.path for phase in steps.phases for growth in phase.growths})
        self.spots = tuple(tags(s, s.paths, s.cards, layout.sight) for s in (before, after))
        """Where lengths stand before and after the step."""
        self.tagged = [
            number
            for number in range(len(before.stuck))
            if number in self.changed or self.spots[0].get(number) != self.spots[1].get(number)
        ]
        """The paths of which the length changes, or only stands elsewhere."""
        self.cells = {
            stretch[:2]
            for number in self.changed
            for paths in (before.paths, after.paths)
            for stretch in paths[number].run
        }
        """The cells of the paths that change."""

    # --- the timeline -----------------------------------------------------------------------------------

    def adjust(self, plain: Timeline) -> Timeline:
        """The usual timeline with this sequence: all lies as it does afterwards when paths have grown."""
        grown = self.steps.grown
        changes = tuple(found for change in plain.changes for found in self._change(change))
        return replace(
            plain,
            changes=changes,
            landing=self.steps.landed,
            landed=grown,
            pan=grown,
            seconds=grown + RESTS,
            effects=tuple(self._effects()),
        )

    def _change(self, change: Change) -> Iterable[Change]:
        """When a piece changes: cards with their phase, marks when the first card lands, paths by effects."""
        piece = change.after or change.before
        assert piece is not None
        first = self.steps.landed
        if piece.id[0] in BY_EFFECTS or piece.id[0] == "barrier":
            return ()
        if piece.follows:
            return (replace(change, start=first) if change.after else replace(change, seconds=first),)
        phase = self.steps.phase_at((int(piece.id[1]), int(piece.id[2])))
        if phase is None:
            return (change,)
        if phase.kind == "card":
            return (replace(change, start=phase.start, seconds=TRAVEL),)
        if phase.kind == "turn" and piece.id[0] == "animal":
            return (replace(change, start=phase.start, seconds=TURNING),)
        return (Change("appear", None, change.after, phase.landed, 0.0),)

    def _effects(self) -> Iterable[Effect]:
        landed, grown = self.steps.landed, self.steps.grown
        yield Effect(0.0, landed, lambda look, share: self._draw_before(look), below=True)
        yield Effect(
            landed,
            grown - landed,
            lambda look, share: self._draw_growing(look, landed + share * (grown - landed)),
        )
        for phase in self.steps.phases:
            yield from self._arrival(phase)

    # --- something comes to lie -------------------------------------------------------------------------

    def _arrival(self, phase: Phase) -> Iterable[Effect]:
        """How a billabong or a curve that turns arrives; a card flies like all pieces."""
        if phase.kind == "billabong":
            yield Effect(phase.start, DROP, lambda look, share: self._draw_drop(look, phase.laid, share))
            yield Effect(phase.landed, SPLASH, lambda look, share: self._draw_splash(look, phase, share))
        elif phase.kind == "turn":
            was = phase.was
            assert was is not None
            yield Effect(0.0, TURNING, lambda look, share: self._draw_turn(look, was, phase.laid, share))

    def _draw_drop(self, look: Look, laid: Laid, share: float) -> None:
        """A billabong comes down from above."""
        fallen = 1.0 if look.reduced else share * share
        lift = HIGH * (1 - fallen)
        rect = self.layout.sight.cell(laid.x, laid.y).moved(0, -lift)
        with look.canvas.faded(share if look.reduced else min(1.0, 2.5 * share)):
            draw_shadow(look, rect, 1 - fallen)
            art_of(laid, NOBODY).paint(look, rect)

    def _draw_splash(self, look: Look, phase: Phase, share: float) -> None:
        if not look.reduced:
            _draw_splash(look.canvas, self.layout.sight.cell(*phase.cell), share)

    def _draw_turn(self, look: Look, was: Laid, laid: Laid, share: float) -> None:
        """A curve lifts off, turns by a quarter and lies down again."""
        assert laid.card in CURVES and was.card in CURVES
        left = (CURVES.index(laid.card) - CURVES.index(was.card) + 1) % 4 - 1
        up = 0.0 if look.reduced else LIFT * math.sin(math.pi * share)
        angle = 0.0 if look.reduced else -90.0 * left * (1 - ease_in_out(share))
        place = self.layout.sight.cell(laid.x, laid.y).moved(0, -up)
        card = Piece(("turning",), art_of(laid, style(self.before, laid.path)), place, angle=angle)
        draw_shadow(look, place, up / LIFT)
        draw_one(look, replace(card, alpha=share if look.reduced else 1.0))
        draw(look, animals([laid], self.layout.sight))

    # --- paths ------------------------------------------------------------------------------------------

    def _draw_before(self, look: Look) -> None:
        """The paths that will change, as they were."""
        for number in self.changed:
            path = self.before.paths[number]
            if path.run:
                self._draw_ribbon(look, ribbon(self.before, number, path, self.before.cards))
        turned = self.steps.phases[0].was
        self._draw_near(look, [laid for laid in self.before.cards if laid is not turned])
        for piece in lengths(self.before, self.layout):
            if piece.id[1] in self.tagged:
                draw_one(look, piece)

    def _draw_ribbon(self, look: Look, art: Ribbon) -> None:
        art.paint(look, self.layout.sight.box(art.block))

    def _draw_growing(self, look: Look, t: float) -> None:
        """The paths that change as far as they have come by now, with their lengths."""
        phase = self.steps.phase(t)
        assert phase is not None
        for number in reversed(self.changed):
            self._draw_path(look, number, phase, t)
        self._draw_near(look, phase.cards)
        for number in self.tagged:
            self._draw_length(look, number, t)

    def _draw_path(self, look: Look, number: int, phase: Phase, t: float) -> None:
        growth = self.steps.growing(number, t)
        if growth is None:
            path = self.before.paths[number]
            if path.run:
                self._draw_ribbon(look, ribbon(self.before, number, path, self.before.cards))
            return
        new = progress(t, growth.at, growth.seconds)
        art = _ribbon_of(growth, style(self.before, number))
        if art is None:
            return
        rect = self.layout.sight.box(art.block)
        if not look.reduced:
            first, last = growth.reach(t)
            art.lit(GLOW if new < 1 else 0.0).paint_between(look, rect, first, last)
            return
        if growth.end > growth.start:
            art.paint_between(look, rect, growth.start, growth.end)
        art.lit(0.0, new).paint(look, rect)

    def _draw_near(self, look: Look, cards: Iterable[Laid]) -> None:
        """The animals beside the paths that change, over their ribbons."""
        near = [laid for laid in cards if (laid.x, laid.y) in self.cells]
        draw(look, animals(near, self.layout.sight))

    def _draw_length(self, look: Look, number: int, t: float) -> None:
        """Its length counts up, moves with the end of the path, and is the same beside the ground."""
        count = self.steps.length(number, t)
        if count is None:
            count = length(self.before.paths[number])
        draw_one(look, row_piece(self.before, self.layout, number, count))
        spot = self._spot(number, t)
        if spot is not None:
            draw_one(look, tag_piece(self.before, self.layout, number, count, spot))

    def _spot(self, number: int, t: float) -> tuple[float, float] | None:
        """The place of its length at a moment, in units; None before it has one."""
        was, will = (spots.get(number) for spots in self.spots)
        grown = progress(t, self.steps.landed, self.steps.grown - self.steps.landed)
        return will if was is None or will is None else mix_points(was, will, ease_in_out(grown))


def _ribbon_of(growth: Growth, number: int) -> Ribbon | None:
    """The ribbon that a path comes to have; None for a ring of which nothing is left."""
    if not growth.run:
        return None
    return Ribbon(growth.run, growth.tips, growth.parts, number, block_of(growth.run))


def _draw_splash(canvas: Canvas, rect: Rect, share: float) -> None:
    """Water that splashes where a billabong has come down, 0 … 1 of its time."""
    if not 0 < share < 1:
        return
    for late in (0.0, 0.28):
        age = (share - late) / (1 - late)
        if 0 < age < 1:
            _wave(canvas, rect, age)
    with canvas.faded(1 - share**2):
        for index in range(DROPS):
            turn = 2 * math.pi * (index + 0.3 * (index % 2)) / DROPS
            far = rect.w * (0.12 + 0.42 * ease_out(share) * (0.7 + 0.3 * (index % 3) / 2))
            up = rect.w * 0.55 * 4 * share * (1 - share) * (0.6 + 0.2 * (index % 3))
            spot = (rect.cx + far * math.cos(turn), rect.cy + far * math.sin(turn) * 0.7 - up)
            canvas.circle(spot, rect.w * 0.032 * (1 + index % 2), "down_under.water_light")


def _wave(canvas: Canvas, rect: Rect, age: float) -> None:
    """A ring on the water that becomes wider and fainter."""
    step = round(age * STEPS)
    reach = rect.w * mix(0.3, 1.0, ease_out(step / STEPS))
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


def point_out(before: State, after: State, start: float, layout: Layout) -> tuple[Effect, ...]:
    """Rings ring, closed paths flourish, who is stuck is shown, once everything lies."""
    result = compare(before, after)
    found: list[Effect] = []
    for number in result.closed:
        found.append(Effect(start, FLOURISH, _flourish(after, number, layout)))
    for number in result.rings:
        found.append(Effect(start, RINGS, _light(after, number, layout, 1.0, 0.7)))
    for number in result.stuck:
        if after.paths[number].run:
            found.append(Effect(start, STUCK, _light(after, number, layout, 0.6, 1.0)))
    return tuple(found)


def _flourish(after: State, number: int, layout: Layout) -> Callable[[Look, float], None]:
    """A light runs along a path that has closed."""
    path = after.paths[number]
    its = parts(path, after.cards)

    def draw(look: Look, share: float) -> None:
        if not look.reduced:
            cell = layout.sight.cell
            draw_flourish(look.canvas, path.run, style(after, number), cell, share, parts=its)

    return draw


def _light(
    after: State, number: int, layout: Layout, most: float, power: float
) -> Callable[[Look, float], None]:
    """A path lights up and dims again."""
    art = ribbon(after, number, after.paths[number], after.cards)

    def draw(look: Look, share: float) -> None:
        strength = most * math.sin(math.pi * share) ** power
        if strength > FAINT:
            art.lit(strength).paint(look, layout.sight.box(art.block))

    return draw
