"""Base of every game's board.

`hooks` holds what a game defines, `deciding` the part for decisions; this module holds the order of
drawing and the animation of steps, the same for all games.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import reduce
from typing import Any, Final

import msgspec

from client.boards.contract import Animation, Cue, Frame, StillPicture
from client.boards.kit.counters import Pile, pile_items
from client.boards.kit.deciding import DecidingBoard
from client.boards.kit.highlights import draw_highlight
from client.boards.kit.panning import LaidPieces, draw_pan
from client.boards.kit.pieces import PaintContext, Piece, draw, draw_one, live, still_pieces
from client.boards.kit.points import points_at, with_points
from client.boards.kit.preview import preview
from client.boards.kit.side import paint_side, side_key
from client.boards.kit.timeline import PAN_SECONDS, Timeline, difference
from client.boards.kit.tips import WriteSentence
from client.session.events import GameEvent
from client.ui.animation import Motion, ease_in_out, progress
from client.ui.canvas import Canvas
from client.ui.focus import Swipe
from client.ui.geometry import Rect
from core.game import AnyGame

replace = msgspec.structs.replace

FEW_CHANGES: Final = 6
"""Most rectangles of changed still pieces repainted one by one; of more, the one around them all."""


class KitBoard(DecidingBoard):
    """Board that draws the pieces of a view, and animates steps by their difference."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        super().__init__(game, options, seats)
        self.arrange(Rect(480, 120, 960, 880), Rect(1500, 120, 380, 880))
        self._shown: tuple[GameEvent, int, Hashable, Timeline] | None = None

    def arrange(
        self, field: Rect, side: Rect, world: Rect | None = None, plates: Sequence[Rect] = ()
    ) -> None:
        self.field, self.side, self.plates = field, side, tuple(plates)
        self.world = field.grown(10) if world is None else world

    def swipe(self, frame: Frame) -> Swipe:
        return "look"

    def animation(self, event: GameEvent, motion: Motion, viewer: int) -> Animation:
        before, after = event.before.view(viewer), event.after.view(viewer)
        self.follow(before, after)
        closing = self.ending_seconds if event.after.outcome is not None else 0.0
        timeline = self.timeline(event, viewer)
        shown = timeline.animation(closing)
        if closing:
            cue = Cue(timeline.seconds, self.fanfare(event))
            return Animation(shown.seconds, (*shown.cues, cue))
        return shown

    def still(self, frame: Frame) -> StillPicture:
        rests, view, layout = self._resting(frame)
        beside = tuple(piece for piece in rests if self._is_beside(piece))
        rests = tuple(piece for piece in rests if not self._is_beside(piece))
        ground = self.ground_key(layout), self.field, self.world
        side = (*self.side_of(view, layout), *pile_items(self.side, self._piles(frame)))

        def paint_ground(canvas: Canvas) -> None:
            self._draw_ground(self._context(canvas, frame), layout)

        def paint_field(canvas: Canvas) -> None:
            ctx = self._context(canvas, frame)
            self._draw_ground(ctx, layout)
            draw(ctx, rests)

        def paint_beside(canvas: Canvas) -> None:
            ctx = self._context(canvas, frame)
            paint_side(ctx, side)
            draw(ctx, beside)

        def changed(before: Any) -> Sequence[Rect] | None:
            """Rectangles around the pieces that differ from the earlier picture; None: everything differs."""
            if not isinstance(before, tuple) or before[0] != ground:
                return None
            parts = [piece.room for piece in {*before[1]} ^ {*rests}]
            return parts if len(parts) <= FEW_CHANGES else [reduce(Rect.union, parts)]

        key = side_key(side), beside, self.side
        return StillPicture((ground, rests), paint_field, key, paint_beside, ground, paint_ground, changed)

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        ctx = self._context(canvas, frame)
        layout = self.layout_for(frame.view, frame.viewer)
        self._draw_ground(ctx, layout, kept_only=True)
        if not ctx.reduced:
            with canvas.clip(self.field):
                self.paint_life(ctx, layout)
        if frame.event is not None:
            self._draw_event(ctx, frame, frame.event)
            return
        view = frame.view
        self._draw_live(ctx, frame, layout)
        if frame.position.outcome is not None:
            self.paint_end(ctx, view, layout, 1.0)
        elif frame.chooser is not None:
            self._draw_choosing(ctx, frame, layout)
        if frame.advised:
            self._draw_advised(ctx, frame, layout)
        if frame.lit is not None:
            self._draw_lit(ctx, frame, frame.lit, layout)

    def draw_tip(self, canvas: Canvas, frame: Frame, told: WriteSentence) -> None:
        """Draw the tip of the thing pointed at: last, so that it lies over everything on the screen."""
        if frame.event is None:
            self._draw_tip(self._context(canvas, frame), frame, told)

    # --- what does not move ---------------------------------------------------------------------------

    def _draw_ground(self, ctx: PaintContext, layout: Any, *, kept_only: bool = False) -> None:
        """Draw the ground, painted once; with `kept_only` only keep it in the cache, as painting is slow."""

        def paint(canvas: Canvas) -> None:
            canvas.backdrop()
            self.paint_ground(ctx._replace(canvas=canvas), layout)

        key = (self.game.info.key, "ground", self.field, self.ground_key(layout))
        ctx.canvas.layer(key, self.world, paint, opaque=True, kept_only=kept_only)

    def _resting(self, frame: Frame) -> tuple[tuple[Piece, ...], Any, Any]:
        """Pieces that do not move now, the view for what is beside the board, and the layout."""
        event = frame.event
        if event is None:
            layout = self.layout_for(frame.view, frame.viewer)
            rests = still_pieces(self.pieces_of(frame.view, layout))
            if frame.chooser is not None:
                rests = tuple(piece for piece in rests if not self.hides(frame.view, piece))
            return rests, frame.view, layout
        timeline = self.timeline(event, frame.viewer)
        after = event.after.view(frame.viewer)
        before, then = (self.layout_for(view, frame.viewer) for view in (frame.view, after))
        beside = self.beside(event, timeline, frame)
        if frame.t < timeline.pan:
            return still_pieces(timeline.rests), beside, before
        every = still_pieces(self.pieces_of(after, then))
        if frame.t < timeline.pan + timeline.panning:
            return tuple(piece for piece in every if self._is_beside(piece)), beside, then
        return every, beside, then

    def _is_beside(self, piece: Piece) -> bool:
        """Whether a piece lies beside the board, where no camera moves."""
        return self.side.contains(*piece.rect.centre)

    def _piles(self, frame: Frame) -> tuple[Pile, ...]:
        """Supplies; during a step those after it, so without the pieces in flight."""
        view = frame.view if frame.event is None else frame.event.after.view(frame.viewer)
        picker = self.shown_picker(frame)
        return self.piles(view, picker) or self.piles(frame.view, picker)

    def _context(self, canvas: Canvas, frame: Frame) -> PaintContext:
        return PaintContext(canvas, frame.now, frame.translate, frame.motion.reduced)

    # --- what moves -----------------------------------------------------------------------------------

    def timeline(self, event: GameEvent, viewer: int) -> Timeline:
        """Animation of a step; the last one is remembered."""
        before, after = event.before.view(viewer), event.after.view(viewer)
        layouts = self.layout_for(before, viewer), self.layout_for(after, viewer)
        known = self._shown
        if known is not None and known[:3] == (event, viewer, layouts):
            return known[3]
        timeline = self._timeline(event, before, after, *layouts)
        self._shown = event, viewer, layouts, timeline
        return timeline

    def _timeline(self, event: GameEvent, before: Any, after: Any, layout: Any, there: Any) -> Timeline:
        plain = difference(
            self.pieces_of(before, layout),
            self.pieces_of(after, layout),
            lambda piece: self.source(event, piece, layout),
            lambda piece: self.way(event, piece, layout),
        )
        plain = self.adjust(event, plain, layout)
        if layout != there:
            pan = min(plain.pan, plain.seconds)
            plain = replace(
                plain, pan=pan, seconds=max(plain.seconds, pan + PAN_SECONDS), panning=PAN_SECONDS
            )
        effects = self.effects(event, plain, there)
        plain = replace(plain, effects=(*plain.effects, *effects))
        plain = replace(plain, highlights=self.highlights(event, plain, there))
        ends = (*(effect.end for effect in effects), *(moment.end for moment in plain.highlights))
        end = max(ends, default=0.0)
        plain = replace(plain, seconds=max(plain.seconds, end))
        plain = replace(plain, cues=self.cues(event, plain))
        scores = self.score(before), self.score(after)
        return with_points(plain, *scores, lambda seat: self.made_at(event, plain, there, seat), self.plates)

    def points(self, frame: Frame) -> list[float]:
        """Points of all seats by `score`, as their plates show them at the frame's time."""
        before = self.score(frame.view)
        if frame.event is None:
            return list(before)
        after = self.score(frame.event.after.view(frame.viewer))
        return points_at(self.timeline(frame.event, frame.viewer), frame.t, before, after)

    def _draw_event(self, ctx: PaintContext, frame: Frame, event: GameEvent) -> None:
        timeline = self.timeline(event, frame.viewer)
        after = event.after.view(frame.viewer)
        here, there = (self.layout_for(view, frame.viewer) for view in (frame.view, after))
        if frame.t < timeline.pan:
            draw(ctx, live(timeline.rests))
            timeline.draw(ctx, frame.t)
        elif frame.t < timeline.pan + timeline.panning:
            old, new = self._on_board(after, here), self._on_board(after, there)
            with ctx.canvas.clip(self.field):
                draw_pan(ctx, old, new, progress(frame.t, timeline.pan, timeline.panning))
        else:
            draw(ctx, live(self.pieces_of(after, there)))
            timeline.draw_effects(ctx, frame.t)
        for moment in timeline.highlights:
            if moment.start <= frame.t < moment.end:
                draw_highlight(ctx, moment, frame.t, self.field)
        if event.after.outcome is not None and frame.t >= timeline.seconds:
            share = ease_in_out(progress(frame.t, timeline.seconds, self.ending_seconds * 0.7))
            self.paint_end(ctx, after, there, share)

    def _on_board(self, view: Any, layout: Any) -> LaidPieces:
        """Pieces that the camera moves: those that do not lie beside the board."""
        pieces = tuple(piece for piece in self.pieces_of(view, layout) if not self._is_beside(piece))
        return LaidPieces((self.game.info.key, layout), pieces)

    def _draw_lit(self, ctx: PaintContext, frame: Frame, lit: GameEvent, layout: Any) -> None:
        """Highlight the pieces that a step has changed."""
        for piece in self._touched(lit, frame.viewer, layout):
            self.paint_lit(ctx, lit.after.view(frame.viewer), piece)

    def _touched(self, event: GameEvent, viewer: int, layout: Any) -> tuple[Piece, ...]:
        """Pieces that a step has changed: as they are after it or, where they are gone, were before."""
        states = event.before.view(viewer), event.after.view(viewer)
        before, after = (self.pieces_of(view, layout) for view in states)
        told = preview(before, after)
        return (*told.comes, *told.goes)

    def scene_of(self, event: GameEvent, viewer: int) -> Rect | None:
        layout = self.layout_for(event.after.view(viewer), viewer)
        touched = self._touched(event, viewer, layout)
        places = [piece.rect for piece in touched if self.field.contains(*piece.rect.centre)]
        return reduce(Rect.union, places) if places else None

    def _draw_live(self, ctx: PaintContext, frame: Frame, layout: Any) -> None:
        """Draw the live pieces: on top those that the picker holds, where it holds them."""
        pieces = live(self.pieces_of(frame.view, layout))
        held = {} if frame.chooser is None else self.held_pieces(frame, layout, self.pickers[frame.chooser])
        draw(ctx, (piece for piece in pieces if piece.id not in held))
        moved = {piece.id: piece for piece in pieces if piece.id in held}
        for target, rect in held.items():
            if target in moved:
                draw_one(ctx, replace(moved[target], rect=rect))
