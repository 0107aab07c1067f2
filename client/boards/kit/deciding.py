"""Decisions on a board: pickers, the thing pointed at, previews of actions."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import cached_property, reduce
from typing import Any, Final

import msgspec

from client.boards.contract import Frame, Offer, Reply, Sentence
from client.boards.kit.action_picker import THING_WORD, ActionPicker, Choices, next_target, thing_target
from client.boards.kit.counters import pile_boxes, pile_items
from client.boards.kit.hooks import BoardHooks, action_word
from client.boards.kit.pieces import (
    HitArea,
    PaintContext,
    Piece,
    Target,
    draw_one,
    in_layers,
    rects_by_target,
    target_at,
)
from client.boards.kit.preview import Preview, draw_gains, draw_preview, preview
from client.boards.kit.side import SideItem, hit_areas
from client.boards.kit.tips import TIP_REST_SECONDS, Tip, WriteSentence, draw_tip, explained_rect
from client.ui.animation import HOVER_SECONDS, breath, ease_out, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.intents import Accept, Back, Cycle, Explain, Intent, MoveFocus, PointAt, Press, Turn
from client.ui.symbols import rank_badge
from core.game import AnyGame, Refusal, Seat

HELD_LIFT: Final = 6.0
"""Units by which the thing in hand is lifted above its pile."""
ADVISED_BADGE: Final = 40.0
"""Units across, at most: the badge with the rank of an action that the coach shows."""
CACHED_LISTS: Final = 6
"""Most views kept with what is laid out of them: those before and after a step, in several layouts."""

replace = msgspec.structs.replace


class LaidOut:
    """Everything of a view in a layout that is drawn or found, each part worked out when first asked for."""

    def __init__(self, board: DecidingBoard, view: Any, layout: Any) -> None:
        self.board, self.view, self.layout = board, view, layout

    @cached_property
    def side(self) -> tuple[SideItem, ...]:
        """Things beside the board."""
        return tuple(self.board.side_items(self.view, self.layout)) if self.board.side.w else ()

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces, from the lowest layer to the highest."""
        beside = (piece for item in self.side for piece in item.pieces)
        return tuple(in_layers((*self.board.pieces(self.view, self.layout), *beside)))

    @cached_property
    def acting(self) -> tuple[HitArea, ...]:
        """Hit areas of the targets that actions name, on the board and beside it."""
        return (*self.board.spots(self.view, self.layout), *hit_areas(self.side, acts=True))

    @cached_property
    def asking(self) -> tuple[HitArea, ...]:
        """Hit areas of what one can only ask about."""
        return (*self.board.tip_areas(self.view, self.layout), *hit_areas(self.side, acts=False))


class DecidingBoard(BoardHooks):
    """Board with a picker for each seat, which draws the decision of the seat that is asked."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        self.game, self.options, self.seats = game, options, seats
        self.pickers = tuple(self.new_picker() for _ in range(seats))
        self.pointed: Target | None = None
        """Target under the pointer; None if another device was used last."""
        self._pointer, self._pointed_at = (0.0, 0.0), 0.0
        self.explained: Target | None = None
        """Target whose tip is open because a person asked for it and goes on from thing to thing."""
        self._kept: dict[tuple[int, Hashable], LaidOut] = {}
        self._previewed: tuple[Any, Seat, Any, Hashable, Preview] | None = None

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        if frame.chooser is None:
            return None
        picker = self.pickers[frame.chooser]
        return picker.handle(intent, frame, self._all_spots(frame, picker))

    def explain(self, intent: Intent, frame: Frame) -> bool:
        picker, spots = self.shown_picker(frame), self.every_spot(frame)
        self._notice(intent, frame, spots, picker)
        match intent:
            case Explain():
                told = self._with_tip(frame, spots)
                first = picker.cursor if picker.cursor in told else next(iter(told), None)
                self.explained = first if self.explained is None else None
            case MoveFocus() if self.explained is not None:
                told = self._with_tip(frame, spots)
                here = told.pop(self.explained, None)
                if here is not None:
                    self.explained = next_target(here, (intent.dx, intent.dy), told) or self.explained
            case Back() | Accept() if self.explained is not None:
                self.explained = None
            case PointAt():
                return False
            case _:
                self.explained = None
                return False
        return True

    def _notice(self, intent: Intent, frame: Frame, spots: Sequence[HitArea], picker: ActionPicker) -> None:
        """Remember where the pointer is, what is under it, and since when."""
        before, self.pointed = self.pointed, None
        if not intent.device.points:
            return
        if isinstance(intent, PointAt | Press):
            self._pointer = (intent.x, intent.y)
            self.pointed = target_at(spots, self._pointer)
        else:
            self.pointed = picker.cursor
        if not isinstance(intent, PointAt):
            self._pointed_at = math.inf  # infinity: busy, so not resting
        elif self.pointed != before or self._pointed_at == math.inf:
            self._pointed_at = frame.now

    def topics(self, frame: Frame) -> Sequence[str]:
        asked, pointed = (
            None if target is None else self._tip_of(frame, target)
            for target in (self.explained, self.pointed)
        )
        keys = (
            asked and asked.about.key,
            frame.denied and frame.denied.code,
            pointed and pointed.about.key,
            (refusal := self.refusal(frame)) and refusal.code,
        )
        return tuple(key for key in keys if key)

    def leave(self) -> None:
        self.pointed = self.explained = None
        for picker in self.pickers:
            picker.leave()

    def shown_picker(self, frame: Frame) -> ActionPicker:
        """Hand of the local seat that decides; else of the seat whose step is shown, or who is to act."""
        seat = frame.chooser
        if seat is None:
            acting = (frame.event.seat,) if frame.event is not None else frame.position.to_act
            seat = next((acting_seat for acting_seat in acting if acting_seat >= 0), Seat(0))
        return self.pickers[seat]

    def pieces_of(self, view: Any, layout: Any) -> tuple[Piece, ...]:
        """Pieces of a view, from the lowest layer to the highest; the last few lists are remembered."""
        return self._laid_out(view, layout).pieces

    def side_of(self, view: Any, layout: Any) -> tuple[SideItem, ...]:
        return self._laid_out(view, layout).side

    def _laid_out(self, view: Any, layout: Any) -> LaidOut:
        """Everything of a view in a layout; that of the last few views is remembered."""
        key = id(view), layout
        if key not in self._kept:
            while len(self._kept) >= CACHED_LISTS:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = LaidOut(self, view, layout)
        return self._kept[key]

    # --- what is drawn --------------------------------------------------------------------------------

    def preview(self, view: Any, seat: Seat, action: Any, layout: Any) -> Preview:
        """Preview of an action; the last one is remembered."""
        known = self._previewed
        if known is not None and known[0] is view and known[1:4] == (seat, action, layout):
            return known[4]
        after = self.game.apply(view, seat, action)
        scores = self.score(view), self.score(after)
        shown = preview(self.pieces_of(view, layout), LaidOut(self, after, layout).pieces, scores)
        self._previewed = view, seat, action, layout, shown
        return shown

    def draw_proposal(self, canvas: Canvas, frame: Frame, action: Any) -> None:
        seat, keys = frame.chooser, self.keys(action)
        if seat is None or frame.event is not None or not keys:
            return
        if self.pickers[seat].cursor == keys[0].path[-1] and not self.pickers[seat].rests(frame):
            return
        foreseen = self.previewed_action(frame.view, keys[0], action)
        if foreseen is not None:
            ctx = PaintContext(canvas, frame.now, frame.translate, frame.motion.reduced)
            layout = self.layout_for(frame.view, frame.viewer)
            draw_preview(ctx, self.preview(frame.view, seat, foreseen, layout), self.field)

    def refusal(self, frame: Frame) -> Refusal | None:
        """Reason why the picker's action is not legal; None if it is, or while the picker is unused."""
        if frame.chooser is None or frame.position.outcome is not None or frame.event is not None:
            return None
        picker = self.pickers[frame.chooser]
        return None if picker.rests(frame) else picker.refusal(picker.choices(frame.view, frame.chooser))

    def prompt(self, frame: Frame) -> Sentence:
        """Sentence on the first of these that there is: outcome, decision awaited, refusal, preview, task."""
        outcome, seat = frame.position.outcome, frame.chooser
        if outcome is not None:
            winners = outcome.winners
            return Sentence(outcome.reason, seats={"winner": winners[0]} if winners else {})
        if seat is None:
            return self.waiting(frame)
        if (refusal := self.refusal(frame)) is not None:
            return self.refused(refusal, seat)
        picker = self.pickers[seat]
        choices = picker.choices(frame.view, seat)
        key = None if picker.rests(frame) else picker.key(choices)
        return (key and self.would(choices, key)) or self.task(frame)

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        """Buttons for the legal actions that no gesture makes."""
        if frame.chooser is None:
            return ()
        choices = self.pickers[frame.chooser].choices(frame.view, frame.chooser)
        return tuple(Offer(f"{self.game.info.key}.offer.{action_word(act)}", act) for act in choices.keyless)

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        """Accepting, turning what can be turned, and the next of several kinds or targets."""
        if frame.chooser is None:
            return ()
        choices = self.pickers[frame.chooser].choices(frame.view, frame.chooser)
        if not choices.actions:
            return ()
        found: list[tuple[Intent, str]] = [(Accept(), "accept")]
        if any(self.turns(frame.view, kind) > 1 for kind in choices.kinds):
            found.append((Turn(step=1), "turn"))
        if len(choices.kinds) > 1:
            found.append((Cycle(step=1), "next"))
        return tuple((intent, f"{self.game.info.key}.hint.{word}") for intent, word in found)

    def _draw_choosing(self, ctx: PaintContext, frame: Frame, layout: Any) -> None:
        seat, view = frame.chooser, frame.view
        assert seat is not None
        picker = self.pickers[seat]
        choices = picker.choices(view, seat)
        rects = rects_by_target(self._all_spots(frame, picker))
        strength = 0.35 + 0.4 * breath(frame.now)
        for target in choices.targets(picker.picked(frame), picker.meant(choices)):
            if target in rects and self.invites(target):
                self.paint_invitation(ctx, view, rects[target], strength)
        self.paint_choices(ctx, view, picker, choices, layout)
        refusal = frame.denied or self.refusal(frame)
        if refusal is not None:
            self.paint_refusal(ctx, view, refusal, layout)
        for blamed in () if refusal is None else self.refusal_targets(refusal):
            if blamed in rects:
                self.paint_rim(ctx, view, blamed, rects[blamed], "bad")
        self._draw_taken(ctx, frame, picker, choices)
        self.paint_taken(ctx, view, picker.meant(choices), layout)
        if not picker.rests(frame):
            self._draw_meant(ctx, frame, picker, choices, layout, rects)

    def _draw_advised(self, ctx: PaintContext, frame: Frame, layout: Any) -> None:
        """Mark the places of the actions that are advised, and what would come of the best."""
        seat = frame.position.to_act[0] if frame.chooser is None else frame.chooser
        picker = self.pickers[seat]
        rects = rects_by_target(self._all_spots(frame, picker))
        best = frame.advised[0]
        keys = self.keys(best)
        foreseen = self.previewed_action(frame.view, keys[0], best) if keys else None
        if foreseen is not None and (picker.rests(frame) or picker.cursor is None):
            shown = self.preview(frame.view, seat, foreseen, layout)
            draw_preview(ctx, shown, self.field)
            self.paint_preview(ctx, frame.view, foreseen, layout)
        for place in dict.fromkeys(map(self.refused_target, frame.reasons)):
            if place in rects:
                self.paint_rim(ctx, frame.view, place, rects[place], "good")
        for target, rank in self.advised_ranks(frame.view, seat, frame.advised).items():
            if target in rects:
                rect = rects[target]
                size = min(ADVISED_BADGE, 0.6 * min(rect.w, rect.h))
                rank_badge(ctx.canvas, Rect(rect.right - size, rect.y, size, size), rank)

    def advised_ranks(self, view: Any, seat: Seat, advised: Sequence[Any]) -> dict[Target, int]:
        """Ranks of actions, the best first, at the targets where the picker would put them together."""
        ranks = dict[Target, int]()
        for rank, action in enumerate(advised, start=1):
            for key in self.keys(action)[:1]:
                for target in key.path:
                    ranks.setdefault(target, rank)
        return ranks

    def _draw_meant(
        self,
        ctx: PaintContext,
        frame: Frame,
        picker: ActionPicker,
        choices: Choices,
        layout: Any,
        rects: dict[Target, Rect],
    ) -> None:
        """Draw the preview of the picker's action, or the piece it holds where it may not be put down."""
        seat, key = frame.chooser, picker.key(choices)
        assert seat is not None
        if key is None or picker.cursor not in rects:
            return
        action, rect = choices.actions.get(key), rects[picker.cursor]
        foreseen = self.previewed_action(frame.view, key, action)
        if foreseen is not None:
            shown = self.preview(frame.view, seat, foreseen, layout)
            draw_preview(ctx, _turning(shown, self._turned(picker, ctx), rect), self.field)
            self.paint_preview(ctx, frame.view, foreseen, layout)
            draw_gains(ctx, shown.gains, self.gains_beside(layout, rect), self.field)
        else:
            piece = self.held_art(frame.view, key)
            if piece is not None:
                draw_one(ctx, piece)
        ink = f"seat.{seat}" if action is not None or choices.leads_on(key.path, key.kind) else "bad"
        self.paint_rim(ctx, frame.view, picker.cursor, rect, ink)

    def _turned(self, picker: ActionPicker, ctx: PaintContext) -> float:
        """Degrees that the thing in hand still has to turn until it has its final angle."""
        since = progress(ctx.now, picker.turned_at, HOVER_SECONDS)
        return 0.0 if ctx.reduced else -self.angle * picker.turned_by * (1 - ease_out(since))

    def _draw_taken(self, ctx: PaintContext, frame: Frame, picker: ActionPicker, choices: Choices) -> None:
        """Draw the uppermost thing of the chosen pile, lifted, in the seat's colour."""
        piles = self.piles(frame.view, picker)
        boxes = pile_boxes(self.side, len(piles))
        for index, pile in enumerate(piles):
            if pile.kind == picker.meant(choices) and pile.count:
                angle = self._turned(picker, ctx)
                rect = boxes[f"pile {index}"].moved(0, -HELD_LIFT)
                top = Piece(("pile", str(pile.kind)), pile.art, rect, angle=angle)
                draw_one(ctx, top)
                ctx.canvas.ring(top.rect.grown(6), 14, f"seat.{frame.chooser}", width=5, soft=12)

    def every_spot(self, frame: Frame) -> list[HitArea]:
        """Hit areas of everything that can be pointed at, to decide or to ask."""
        asking = self.asking_areas(frame.view, self.layout_for(frame.view, frame.viewer))
        return [*asking, *self._all_spots(frame, self.shown_picker(frame))]

    def thing_rect(self, words: str, frame: Frame) -> Rect | None:
        spots = self.every_spot(frame)
        parts = [spot.rect for spot in spots if " ".join(map(str, spot.target)) == words]
        kind, _, number = words.partition(" ")
        if not parts and kind == THING_WORD and number.isdecimal():
            parts = [spot.rect for spot in spots if spot.target[0] == THING_WORD][int(number) :][:1]
        return reduce(Rect.union, parts) if parts else None

    def pieces_rect(self, frame: Frame) -> Rect | None:
        pieces = self.pieces_of(frame.view, self.layout_for(frame.view, frame.viewer))
        rects = [piece.rect for piece in pieces if self.field.contains(*piece.rect.centre)]
        return reduce(Rect.union, rects) if rects else None

    def action_rects(self, action: Any, frame: Frame) -> Sequence[Rect]:
        rects = rects_by_target(self.every_spot(frame))
        keys = self.keys(action)[:1]
        several = len(self.kinds(frame.view)) > 1
        targets = (*((thing_target(keys[0].kind),) if several else ()), *keys[0].path) if keys else ()
        return [rects[target] for target in targets if target in rects]

    def distinction(self, action: Any, other: Any, frame: Frame) -> Sentence:
        keys, others = self.keys(action), self.keys(other)
        if not keys or not others:
            return Sentence("coach.marked")
        key, was = keys[0], others[0]
        if key.path[-1] != was.path[-1]:
            rects = rects_by_target(self.every_spot(frame))
            here, there = rects.get(key.path[-1]), rects.get(was.path[-1])
            way = "" if here is None or there is None else direction(there.centre, here.centre)
            return Sentence(f"coach.elsewhere.{way}" if way else "coach.marked")
        for name in ("path", "kind", "turn"):
            if getattr(key, name) != getattr(was, name):
                return Sentence(f"coach.other_{name}")
        return Sentence("coach.marked")

    def _all_spots(self, frame: Frame, picker: ActionPicker) -> list[HitArea]:
        """Hit areas on the board and beside it; held things have theirs where the picker holds them."""
        view, layout = frame.view, self.layout_for(frame.view, frame.viewer)
        spots, held = self.action_areas(view, layout), self.held_pieces(frame, layout, picker)
        if held:
            spots = tuple(replace(spot, rect=held.get(spot.target, spot.rect)) for spot in spots)
        return [*spots, *hit_areas(tuple(pile_items(self.side, self.piles(view, picker))), acts=True)]

    def action_areas(self, view: Any, layout: Any) -> Sequence[HitArea]:
        """Hit areas of the targets that actions name, on the board and beside it."""
        return self._laid_out(view, layout).acting

    def asking_areas(self, view: Any, layout: Any) -> Sequence[HitArea]:
        """Hit areas of what one can only ask about, on the board and beside it."""
        return self._laid_out(view, layout).asking

    def _draw_tip(self, ctx: PaintContext, frame: Frame, told: WriteSentence) -> None:
        """Draw the tip of the thing that was asked about, or of that on which the pointer rests."""
        room = ctx.canvas.area.inset(12)
        if self.explained is not None:
            rect = self._rect_of(frame, self.explained)
            tip = self._tip_of(frame, self.explained)
            if rect is not None and tip is not None:
                ctx.canvas.ring(rect.grown(4), 12, "focus", width=4, soft=8)
                draw_tip(ctx, tip, explained_rect(rect, rect.centre), room, told)
        elif self.pointed is not None and frame.now - self._pointed_at >= TIP_REST_SECONDS:
            tip = None if self._is_previewed(frame, self.pointed) else self._tip_of(frame, self.pointed)
            rect = self._rect_of(frame, self.pointed)
            if tip is not None and rect is not None:
                draw_tip(ctx, tip, explained_rect(rect, self._pointer), room, told)

    def _rect_of(self, frame: Frame, target: Target) -> Rect | None:
        """Rectangle of a target; None if it cannot be pointed at now."""
        return rects_by_target(self.every_spot(frame)).get(target)

    def _is_previewed(self, frame: Frame, target: Target) -> bool:
        """Whether a preview of the picker's piece covers this target: then no tip is needed."""
        seat = frame.chooser
        if seat is None or frame.position.outcome is not None or self.pickers[seat].rests(frame):
            return False
        picker = self.pickers[seat]
        choices = picker.choices(frame.view, seat)
        key = picker.key(choices)
        foreseen = None if key is None else self.previewed_action(frame.view, key, choices.actions.get(key))
        if foreseen is None or picker.cursor != target:
            return False
        layout = self.layout_for(frame.view, frame.viewer)
        places = [spot.rect for spot in self._all_spots(frame, picker) if spot.target == target]
        comes = self.preview(frame.view, seat, foreseen, layout).comes
        return any(place.contains(*piece.rect.centre) for place in places for piece in comes)

    def _with_tip(self, frame: Frame, spots: Sequence[HitArea]) -> dict[Target, Rect]:
        """Rectangles of all things that have a tip."""
        return rects_by_target(spot for spot in spots if self._tip_of(frame, spot.target) is not None)

    def _tip_of(self, frame: Frame, target: Target) -> Tip | None:
        return self.tip(frame.view, frame.viewer, target)


def _turning(preview: Preview, angle: float, rect: Rect) -> Preview:
    """Preview in which the new piece in `rect` is turned by `angle` degrees, a little above the table."""
    comes = tuple(
        replace(piece, rect=piece.rect.moved(0, -5), angle=angle) if piece.rect == rect else piece
        for piece in preview.comes
    )
    return replace(preview, comes=comes)


def direction(start: Point, end: Point) -> str:
    """Word for the way from a point to another on the screen: `left`, `up_right`; "" where they are one."""
    across, down = end[0] - start[0], end[1] - start[1]
    most = max(abs(across), abs(down))
    if not most:
        return ""
    upright = "" if abs(down) < 0.55 * most else "up" if down < 0 else "down"
    sideways = "" if abs(across) < 0.55 * most else "left" if across < 0 else "right"
    return "_".join(word for word in (upright, sideways) if word)
