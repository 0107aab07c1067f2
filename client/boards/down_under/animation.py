"""How a step of Down Under is shown beyond the usual timeline: paths that grow, billabongs, curves that turn.

Until all paths have grown, those that change are drawn by effects: as they lay below the card that flies,
and as far as they have grown above it. From then on everything lies as it does afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from client.boards.down_under.art import Block, Ribbon, draw_animals, draw_laid
from client.boards.down_under.growth import compare
from client.boards.down_under.layout import Layout
from client.boards.down_under.pieces import (
    lengths,
    parts,
    ribbon,
    row_piece,
    style,
    tag_piece,
    tags,
)
from client.boards.down_under.ribbons import FLOURISH, draw_flourish, draw_ribbon, parts_of
from client.boards.down_under.sequence import (
    DROP,
    RINGS,
    SPLASH,
    STUCK,
    TURNING,
    Grows,
    Phase,
    Sequence,
)
from client.boards.down_under.signs import draw_splash
from client.boards.kit.pieces import Look, draw_one
from client.boards.kit.timeline import Change, Effect, Timeline
from client.ui.anim import TRAVEL, ease_in_out, mix_points, progress
from core.games.down_under.paths import length
from core.games.down_under.state import CURVES, OWN, Laid, State

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
BY_EFFECTS: Final = ("path", "length", "row")
"""Pieces that effects draw until all paths have grown."""


class Step:
    """A step as it is animated: positions before and after it, its sequence, where things lie meanwhile."""

    def __init__(self, before: State, after: State, steps: Sequence, layout: Layout) -> None:
        self.before, self.after, self.steps, self.layout = before, after, steps, layout
        self.changed = sorted({grows.growth.path for phase in steps.phases for grows in phase.grows})
        self.tags = [tags(before, before.paths, before.cards, layout.sight)]
        """Where lengths stand before the step, and after each phase."""
        for phase in steps.phases[:-1]:
            self.tags.append(tags(before, phase.beat.paths, phase.beat.cards, layout.sight))
        self.tags.append(tags(after, after.paths, after.cards, layout.sight))
        self.tagged = [
            number
            for number in range(len(before.stuck))
            if number in self.changed or self.tags[0].get(number) != self.tags[-1].get(number)
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
        if phase.beat.kind == "card":
            return (replace(change, start=phase.start, seconds=TRAVEL),)
        if phase.beat.kind == "turn" and piece.id[0] == "animal":
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
        if phase.beat.kind == "billabong":
            yield Effect(phase.start, DROP, lambda look, share: self._draw_drop(look, phase.beat.laid, share))
            yield Effect(phase.landed, SPLASH, lambda look, share: self._draw_splash(look, phase, share))
        elif phase.beat.kind == "turn":
            was = phase.beat.was
            assert was is not None
            yield Effect(0.0, TURNING, lambda look, share: self._draw_turn(look, was, phase.beat.laid, share))

    def _draw_drop(self, look: Look, laid: Laid, share: float) -> None:
        """A billabong comes down from above."""
        fallen = 1.0 if look.reduced else share * share
        lift = HIGH * (1 - fallen)
        rect = self.layout.sight.cell(laid.x, laid.y).moved(0, -lift)
        with look.canvas.faded(share if look.reduced else min(1.0, 2.5 * share)):
            draw_laid(look.canvas, rect, laid, 0, lift=round(lift / 4) + 1)

    def _draw_splash(self, look: Look, phase: Phase, share: float) -> None:
        if not look.reduced:
            draw_splash(look.canvas, self.layout.sight.cell(*phase.beat.cell), share)

    def _draw_turn(self, look: Look, was: Laid, laid: Laid, share: float) -> None:
        """A curve lifts off, turns by a quarter and lies down again."""
        assert laid.card in CURVES and was.card in CURVES
        left = (CURVES.index(laid.card) - CURVES.index(was.card) + 1) % 4 - 1
        up = 0.0 if look.reduced else LIFT * math.sin(math.pi * share)
        turn = 0.0 if look.reduced else -left * (1 - ease_in_out(share))
        place = self.layout.sight.cell(laid.x, laid.y).moved(0, -up)
        with look.canvas.faded(share if look.reduced else 1.0):
            draw_laid(look.canvas, place, laid, style(self.before, laid.path), lift=1 + up, turn=turn)
        if laid.animal is not None:
            draw_animals(look.canvas, self.layout.sight, [laid])

    # --- paths ------------------------------------------------------------------------------------------

    def _draw_before(self, look: Look) -> None:
        """The paths that will change, as they were."""
        turned = self.steps.phases[0].beat.was
        for number in self.changed:
            path = self.before.paths[number]
            if turned is not None and turned.path == number:
                self._draw_rest_of_ring(look, turned)
            elif path.run:
                self._draw_ribbon(look, ribbon(self.before, number, path, self.before.cards))
        self._draw_near(look, [laid for laid in self.before.cards if laid is not turned])
        for piece in lengths(self.before, self.layout):
            if piece.id[1] in self.tagged:
                draw_one(look, piece)

    def _draw_ribbon(self, look: Look, art: Ribbon) -> None:
        art.paint(look, art.block.seen(self.layout.sight))

    def _draw_rest_of_ring(self, look: Look, turned: Laid) -> None:
        """The ribbon of the ring but for the own part of the curve that turns."""
        run, own = self.before.paths[turned.path].run, set(OWN[turned.card])
        at = next(
            index
            for index, stretch in enumerate(run)
            if (stretch.x, stretch.y) == (turned.x, turned.y) and {stretch.enters, stretch.leaves} == own
        )
        rest = (*run[at + 1 :], *run[:at])
        its = parts_of(rest, self.before.cards)
        number = style(self.before, turned.path)
        draw_ribbon(look.canvas, rest, ("closed", "closed"), number, self.layout.sight.cell, parts=its)

    def _draw_growing(self, look: Look, t: float) -> None:
        """The paths that change as far as they have come by now, with their lengths."""
        phase = self.steps.phase(t)
        assert phase is not None
        for number in reversed(self.changed):
            self._draw_path(look, number, phase, t)
        self._draw_near(look, phase.beat.cards)
        for number in self.tagged:
            self._draw_length(look, number, t)

    def _draw_path(self, look: Look, number: int, phase: Phase, t: float) -> None:
        grows = self.steps.growing(number, t)
        if grows is None:
            path = self.before.paths[number]
            if path.run:
                self._draw_ribbon(look, ribbon(self.before, number, path, self.before.cards))
            return
        growth, new = grows.growth, progress(t, grows.at, grows.seconds)
        art = _ribbon_of(grows, style(self.before, number))
        if art is None:
            return
        rect = art.block.seen(self.layout.sight)
        if not look.reduced:
            first, last = grows.reach(t)
            art.lit(GLOW if new < 1 else 0.0).paint_between(look, rect, first, last)
            return
        if growth.end > growth.start:
            art.paint_between(look, rect, growth.start, growth.end)
        art.lit(0.0, new).paint(look, rect)

    def _draw_near(self, look: Look, cards: Iterable[Laid]) -> None:
        """The animals beside the paths that change, over their ribbons."""
        near = [laid for laid in cards if (laid.x, laid.y) in self.cells]
        draw_animals(look.canvas, self.layout.sight, near)

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
        """The place of its length at a moment, in units."""
        spot = self.tags[0].get(number)
        for phase, there in zip(self.steps.phases, self.tags[1:], strict=True):
            grows = phase.growing(number)
            start = phase.landed if grows is None else grows.at
            if t < start or number not in there:
                return spot
            share = ease_in_out(progress(t, start, phase.end - start if grows is None else grows.seconds))
            spot = there[number] if spot is None else mix_points(spot, there[number], share)
        return spot


def _ribbon_of(grows: Grows, number: int) -> Ribbon | None:
    """The ribbon that a path comes to have; None for a ring of which nothing is left."""
    growth = grows.growth
    if not growth.run:
        return None
    return Ribbon(growth.run, growth.tips, growth.parts, number, Block.around(growth.run))


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
            art.lit(strength).paint(look, art.block.seen(layout.sight))

    return draw
