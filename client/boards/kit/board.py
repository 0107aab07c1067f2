"""A board made of the kit: the base of every game's face.

A game overrides what only it knows: its layout, its pieces, the keys of its actions, its ground, its words.
What is drawn when, how a hand moves, what an action would change and how a step is shown is the same for all.
"""

# ruff: noqa: B027  # what a game need not say does nothing

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final

import msgspec

from client.boards.base import Animation, Cue, Frame, Line, Offer, Reply, Report, Still
from client.boards.kit.counters import Pile, draw_piles, pile_rects, pile_spots
from client.boards.kit.hand import Choices, Hand, Key, Kind
from client.boards.kit.pieces import Look, Piece, Spot, Target, draw, draw_one, in_layers, under
from client.boards.kit.preview import Preview, draw_gains, draw_preview, preview
from client.boards.kit.timeline import PAN, Effect, Source, Timeline, difference
from client.boards.kit.tips import RESTS, Tip, draw_tip
from client.mirror import Happening
from client.ui.anim import GESTURE, HOVER, Motion, breath, ease_in_out, ease_out, mix, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Point as Place
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Intent, Point, Press
from client.ui.theme import Ink
from core.game import AnyGame, Refusal, Seat

replace = msgspec.structs.replace

LIFT: Final = 6.0
"""Units by which the thing in hand lies above its pile."""
SAME: Final = 0.001
"""A zoom that differs from 1 by less is none."""
SAME_PLACE: Final = 1.0
"""Units by which pieces may be off where all are moved alike."""
KEPT: Final = 6
"""Lists of pieces that are remembered: of the views before and after a step, seen by two cameras."""


class KitBoard(ABC):
    """Draws the pieces of a view, holds a hand for each seat, and shows steps by their difference."""

    closing: float = GESTURE
    """Seconds in which the last step shows how the game was won."""
    angle: float = 90.0
    """Degrees by which a thing in hand turns at a time."""
    keeps_turn: bool = True
    """Whether a thing stays turned as it is when the cursor goes elsewhere."""
    around: float = 0.0
    """Sizes of a place that are seen round a part of the board in a picture of the rules."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        self.game, self.options, self.seats = game, options, seats
        self.hands = tuple(self.new_hand() for _ in range(seats))
        self.field = Rect(480, 120, 960, 880)
        self.side = Rect(1500, 120, 380, 880)
        self.pointed: Target | None = None
        """What is under the pointer, if the pointer was used last."""
        self._pointer, self._pointed_at = (0.0, 0.0), 0.0
        self._pieces: dict[tuple[int, Hashable], tuple[Any, tuple[Piece, ...]]] = {}
        self._shown: tuple[Happening, int, Hashable, Timeline] | None = None
        self._previewed: tuple[Any, Seat, Any, Hashable, Preview] | None = None

    # --- what a game says -----------------------------------------------------------------------------

    @abstractmethod
    def layout(self, view: Any) -> Any:
        """Where everything lies: a value that can be hashed."""
        ...

    def layout_for(self, view: Any, viewer: int) -> Any:
        """Where everything lies for a viewer: another layout where their own things lie large or near."""
        return self.layout(view)

    @abstractmethod
    def pieces(self, view: Any, layout: Any) -> Sequence[Piece]:
        """What lies on the board."""
        ...

    @abstractmethod
    def spots(self, view: Any, layout: Any) -> Sequence[Spot]:
        """What one can point at on the board."""
        ...

    @abstractmethod
    def key(self, action: Any) -> Key | None:
        """What an action is called in the hand."""
        ...

    def keys(self, action: Any) -> Sequence[Key]:
        """All keys of an action: several where its targets may be pointed at in any order."""
        key = self.key(action)
        return () if key is None else (key,)

    def action(self, view: Any, key: Key) -> Any | None:
        """The action of a key, legal or not."""
        return None

    def kinds(self, view: Any) -> Sequence[Kind]:
        """The things that can be meant now."""
        return ("",)

    def turns(self, view: Any, kind: Kind) -> int:
        """In how many ways a thing can be turned."""
        return 1

    def start(self, view: Any, seat: Seat) -> Target | None:
        """Where the cursor appears first."""
        return None

    def shares(self, kind: Kind, other: Kind) -> bool:
        """Whether the places of one thing invite while another one is meant."""
        return True

    def meant(self, choices: Choices, key: Key) -> Key:
        """The key that is meant where no legal action has the hand's own: the one most like it."""
        return choices.nearest(key)

    def new_hand(self) -> Hand:
        """A hand for a seat: one of the game's own where a decision is composite."""
        return Hand(self.game, self)

    def piles(self, view: Any, hand: Hand) -> tuple[Pile, ...]:
        """The supplies beside the board."""
        return ()

    def held(self, view: Any, layout: Any, hand: Hand) -> Mapping[Target, Rect]:
        """Where a hand holds what lies elsewhere in the view: lifted, laid in another order.

        By ids of live pieces, which are the targets of the same things; the last is drawn on top.
        """
        return {}

    def invites(self, target: Target) -> bool:
        """Whether a place that can be chosen is lit up while it only waits."""
        return True

    def foreseen(self, view: Any, key: Key, action: Any | None) -> Any | None:
        """What the preview shows: the action of a key; or, where it only leads on, what is decided of it."""
        return action

    def held_art(self, view: Any, key: Key) -> Piece | None:
        """What the hand holds over a place where it may not be put down; None: nothing is shown."""
        return None

    def score(self, view: Any) -> Sequence[float]:
        """How many points each seat has: what a preview tells the difference of."""
        return ()

    def hides(self, frame: Frame, piece: Piece) -> bool:
        """Whether a piece is in the way of whoever decides, and not shown meanwhile."""
        return False

    def source(self, happening: Happening, piece: Piece, layout: Any) -> Source | None:
        """Where a piece that is new comes from, or one that is gone goes to."""
        return None

    def way(self, happening: Happening, piece: Piece, layout: Any) -> Sequence[Place]:
        """The points through which a piece travels between its two places; none: it flies."""
        return ()

    def adjust(self, happening: Happening, timeline: Timeline, layout: Any) -> Timeline:
        """A timeline as this game wants it: other moments, changes left out because an effect shows them."""
        return timeline

    def effects(self, happening: Happening, timeline: Timeline, layout: Any) -> tuple[Effect, ...]:
        """What only this game shows of a step."""
        return ()

    def cues(self, happening: Happening, timeline: Timeline) -> tuple[Cue, ...]:
        """What a step sounds like."""
        return ()

    def paint_refusal(self, look: Look, view: Any, refusal: Refusal, layout: Any) -> None:
        """What shows why something cannot be done, besides the places to blame."""

    def paint_taken(self, look: Look, view: Any, kind: Kind, layout: Any) -> None:
        """Which thing is meant, where the supplies are not piles of the kit."""

    def paint_choices(self, look: Look, view: Any, hand: Hand, choices: Choices, layout: Any) -> None:
        """What the places that invite would bring or cost."""

    def fanfare(self, happening: Happening) -> str:
        """The sound of the end of a game."""
        return "brass"

    def paint_preview(self, look: Look, view: Any, action: Any, layout: Any) -> None:
        """What a preview shows besides pieces and points: lines, ways."""

    def tip(self, view: Any, target: Target) -> Tip | None:
        """What the thing under the pointer is, does and is worth; None: there is nothing to say."""
        return None

    def follow(self, before: Any, after: Any) -> None:
        """The camera follows a step that is about to be shown."""

    # --- what a game says for pictures of its rules -----------------------------------------------------

    def bounds(self, layout: Any) -> Rect:
        """The whole of the board."""
        return self.field

    def unit(self, view: Any, layout: Any) -> float:
        """The size of a place, by which pictures are measured: the same in all that stand side by side."""
        return min(spot.rect.w for spot in self.spots(view, layout))

    def loose(self, word: str) -> Piece:
        """A thing that is shown by itself, in sizes of a place. Raises KeyError for an unknown word."""
        raise KeyError(word)

    def mark(self, kind: str, words: Sequence[str], view: Any, layout: Any) -> Sequence[Piece]:
        """A mark that only this game knows; none: it is one of the usual. Raises ValueError for bad words."""
        return ()

    def rect_of(self, word: str, view: Any, layout: Any) -> Rect:
        """Where a place lies: one of the game's notation, `1,2`, or one that the board calls by a name.

        Raises KeyError where there is none.
        """
        target = self.blamed(place(word))
        return {spot.target: spot.rect for spot in self.spots(view, layout)}[target]

    # --- what it looks like ---------------------------------------------------------------------------

    def paint_ground(self, look: Look, layout: Any) -> None:
        """What lies under all pieces."""

    def paint_side(self, look: Look, view: Any, layout: Any) -> None:
        """What lies under the pieces and piles beside the board."""

    def beside(self, happening: Happening, timeline: Timeline, frame: Frame) -> Any:
        """The view that stands beside the board during a step."""
        return frame.view if frame.t < timeline.landing else happening.after.view(frame.viewer)

    def side_key(self, view: Any, layout: Any) -> Hashable:
        """What `paint_side` depends on, the place aside."""
        return None

    def paint_invitation(self, look: Look, view: Any, rect: Rect, strength: float) -> None:
        """A place where something may be done, `strength` 0 … 1."""
        with look.canvas.faded(strength):
            look.canvas.ring(rect, 12, "lamp", width=3, soft=6)

    def paint_rim(self, look: Look, view: Any, target: Target, rect: Rect, ink: Ink) -> None:
        """Round a place that is meant, or to blame."""
        look.canvas.ring(rect.grown(3), 12, ink, width=5, soft=12)

    def paint_lit(self, look: Look, view: Any, piece: Piece) -> None:
        """A piece that a step has changed, where somebody asks what it was."""
        if not piece.follows:
            look.canvas.ring(piece.rect.grown(4), 12, "lamp", width=5, soft=14)

    def paint_end(self, look: Look, view: Any, layout: Any, share: float) -> None:
        """How the game was won, drawn up to a share."""

    def ground_key(self, layout: Any) -> Hashable:
        """What the ground depends on."""
        key: Hashable = layout
        return key

    # --- the promises of a board ----------------------------------------------------------------------

    def arrange(self, field: Rect, side: Rect) -> None:
        self.field, self.side = field, side

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        if frame.chooser is None:
            return None
        hand = self.hands[frame.chooser]
        spots = self._all_spots(frame, hand)
        self._notice(intent, frame, spots, hand)
        return hand.handle(intent, frame, spots)

    def _notice(self, intent: Intent, frame: Frame, spots: Sequence[Spot], hand: Hand) -> None:
        """Where the pointer is, and since when."""
        before, self.pointed = self.pointed, None
        if intent.device != MOUSE:
            return
        if isinstance(intent, Point | Press):
            self._pointer = (intent.x, intent.y)
            self.pointed = under(spots, self._pointer)
        else:
            self.pointed = hand.cursor
        if self.pointed != before or not isinstance(intent, Point):
            self._pointed_at = frame.now

    def leave(self) -> None:
        self.pointed = None
        for hand in self.hands:
            hand.leave()

    def toggle(self, key: str, frame: Frame) -> None:
        """There is nothing to toggle."""

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        return ()

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        return ()

    @abstractmethod
    def prompt(self, frame: Frame) -> Line: ...

    @abstractmethod
    def caption(self, happening: Happening, viewer: int) -> Line: ...

    @abstractmethod
    def tally(self, frame: Frame, seat: Seat) -> Line: ...

    def measure(self, view: Any, seat: Seat) -> float | None:
        return None

    def report(self, view: Any) -> Report | None:
        return None

    def animation(self, happening: Happening, motion: Motion, viewer: int) -> Animation:
        before, after = happening.before.view(viewer), happening.after.view(viewer)
        self.follow(before, after)
        closing = self.closing if happening.after.outcome is not None else 0.0
        timeline = self.timeline(happening, viewer)
        shown = timeline.animation(closing)
        if closing:
            cue = Cue(timeline.seconds, self.fanfare(happening))
            return Animation(shown.seconds, (*shown.cues, cue))
        return shown

    def still(self, frame: Frame) -> Still:
        rests, view, layout = self._resting(frame)
        beside = tuple(piece for piece in rests if self._is_beside(piece))
        rests = tuple(piece for piece in rests if not self._is_beside(piece))
        ground = self.ground_key(layout)
        piles = self._piles(frame)

        def paint_field(canvas: Canvas) -> None:
            look = self._look(canvas, frame)
            self._draw_ground(look, layout)
            draw(look, rests)

        def paint_side(canvas: Canvas) -> None:
            look = self._look(canvas, frame)
            self.paint_side(look, view, layout)
            draw_piles(look, self.side, piles)
            draw(look, beside)

        side = self.side_key(view, layout), piles, beside, self.side
        return Still((ground, rests), paint_field, side, paint_side)

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        look = self._look(canvas, frame)
        with canvas.faded(0.0):  # so that it stays in the store: to make it may take longer than a frame
            self._draw_ground(look, self.layout_for(frame.view, frame.viewer))
        if frame.happening is not None:
            self._draw_happening(look, frame, frame.happening)
            return
        view = frame.view
        layout = self.layout_for(view, frame.viewer)
        self._draw_live(look, frame, layout)
        if frame.position.outcome is not None:
            self.paint_end(look, view, layout, 1.0)
        elif frame.chooser is not None:
            self._draw_choosing(look, frame, layout)
        if frame.lit is not None:
            self._draw_lit(look, frame, frame.lit, layout)
        self._draw_tip(look, frame)

    # --- what lies still ------------------------------------------------------------------------------

    def _draw_ground(self, look: Look, layout: Any) -> None:
        """The ground, painted once."""

        def paint(canvas: Canvas) -> None:
            canvas.backdrop()
            self.paint_ground(look._replace(canvas=canvas), layout)

        key = (self.game.info.key, "ground", self.ground_key(layout))
        look.canvas.layer(key, self.field.grown(10), paint, opaque=True)

    def pieces_of(self, view: Any, layout: Any) -> tuple[Piece, ...]:
        """The pieces of a view, from the lowest layer to the highest; remembered for the last few."""
        key = id(view), layout
        if key not in self._pieces:
            while len(self._pieces) >= KEPT:
                del self._pieces[next(iter(self._pieces))]
            self._pieces[key] = view, tuple(in_layers(self.pieces(view, layout)))
        return self._pieces[key][1]

    def _resting(self, frame: Frame) -> tuple[tuple[Piece, ...], Any, Any]:
        """The pieces that lie still now, the view that stands beside the board, and the layout."""
        happening = frame.happening
        if happening is None:
            layout = self.layout_for(frame.view, frame.viewer)
            rests = _still(self.pieces_of(frame.view, layout))
            if frame.chooser is not None:
                rests = tuple(piece for piece in rests if not self.hides(frame, piece))
            return rests, frame.view, layout
        timeline = self.timeline(happening, frame.viewer)
        after = happening.after.view(frame.viewer)
        before, then = (self.layout_for(view, frame.viewer) for view in (frame.view, after))
        beside = self.beside(happening, timeline, frame)
        if frame.t < timeline.pan:
            return _still(timeline.rests), beside, before
        every = _still(self.pieces_of(after, then))
        if frame.t < timeline.pan + timeline.panning:
            return tuple(piece for piece in every if self._is_beside(piece)), beside, then
        return every, beside, then

    def _is_beside(self, piece: Piece) -> bool:
        """Whether a piece lies beside the board, where no camera moves."""
        return self.side.contains(*piece.rect.centre)

    def _piles(self, frame: Frame) -> tuple[Pile, ...]:
        """The supplies: a piece on its way is gone from them."""
        view = frame.view if frame.happening is None else frame.happening.after.view(frame.viewer)
        hand = self.hand_shown(frame)
        return self.piles(view, hand) or self.piles(frame.view, hand)

    def hand_shown(self, frame: Frame) -> Hand:
        """The hand of whoever decides, or has decided what happens now."""
        seat = frame.chooser
        if seat is None:
            acting = (frame.happening.seat,) if frame.happening is not None else frame.position.to_act
            seat = next((acting_seat for acting_seat in acting if acting_seat >= 0), Seat(0))
        return self.hands[seat]

    def _look(self, canvas: Canvas, frame: Frame) -> Look:
        return Look(canvas, frame.now, frame.say, frame.motion.reduced)

    # --- what moves -----------------------------------------------------------------------------------

    def timeline(self, happening: Happening, viewer: int) -> Timeline:
        """How a step is shown; remembered for the last one."""
        before, after = happening.before.view(viewer), happening.after.view(viewer)
        layouts = self.layout_for(before, viewer), self.layout_for(after, viewer)
        known = self._shown
        if known is not None and known[:3] == (happening, viewer, layouts):
            return known[3]
        timeline = self._timeline(happening, before, after, *layouts)
        self._shown = happening, viewer, layouts, timeline
        return timeline

    def _timeline(self, happening: Happening, before: Any, after: Any, here: Any, there: Any) -> Timeline:
        plain = difference(
            self.pieces_of(before, here),
            self.pieces_of(after, here),
            lambda piece: self.source(happening, piece, here),
            lambda piece: self.way(happening, piece, here),
        )
        plain = self.adjust(happening, plain, here)
        if here != there:
            pan = min(plain.pan, plain.seconds)
            plain = replace(plain, pan=pan, seconds=max(plain.seconds, pan + PAN), panning=PAN)
        effects = self.effects(happening, plain, there)
        end = max((effect.end for effect in effects), default=0.0)
        plain = replace(plain, effects=(*plain.effects, *effects), seconds=max(plain.seconds, end))
        return replace(plain, cues=self.cues(happening, plain))

    def _draw_happening(self, look: Look, frame: Frame, happening: Happening) -> None:
        timeline = self.timeline(happening, frame.viewer)
        after = happening.after.view(frame.viewer)
        here, there = (self.layout_for(view, frame.viewer) for view in (frame.view, after))
        if frame.t < timeline.pan:
            draw(look, (piece for piece in timeline.rests if piece.art.live))
            timeline.draw(look, frame.t)
        elif frame.t < timeline.pan + timeline.panning:
            self._draw_pan(look, after, here, there, progress(frame.t, timeline.pan, timeline.panning))
        else:
            draw(look, (piece for piece in self.pieces_of(after, there) if piece.art.live))
            timeline.draw_effects(look, frame.t)
        if happening.after.outcome is not None and frame.t >= timeline.seconds:
            share = ease_in_out(progress(frame.t, timeline.seconds, self.closing * 0.7))
            self.paint_end(look, after, there, share)

    def _draw_tip(self, look: Look, frame: Frame) -> None:
        """What the thing is on which the pointer has come to rest."""
        if self.pointed is None or frame.now - self._pointed_at < RESTS:
            return
        tip = self.tip(frame.view, self.pointed)
        if tip is not None:
            draw_tip(look, tip, self._pointer, look.canvas.area.inset(12))

    def _draw_lit(self, look: Look, frame: Frame, lit: Happening, layout: Any) -> None:
        """Where a step was made: the pieces that it has changed."""
        states = lit.before.view(frame.viewer), lit.after.view(frame.viewer)
        before, after = (tuple(self.pieces(view, layout)) for view in states)
        told = preview(before, after)
        for piece in (*told.comes, *told.goes):
            self.paint_lit(look, states[1], piece)

    def _draw_pan(self, look: Look, view: Any, here: Any, there: Any, share: float) -> None:
        """All pieces on the board, on their way from one layout to another."""
        share = ease_in_out(share)
        old, new = (
            tuple(piece for piece in self.pieces_of(view, layout) if not self._is_beside(piece))
            for layout in (here, there)
        )
        with look.canvas.clip(self.field):
            zoom = None if look.reduced else _zoom(old, new)
            if zoom is None:
                self._draw_group(look, view, here, old, 1 - share, (0.0, 0.0))
                self._draw_group(look, view, there, new, share, (0.0, 0.0))
            elif abs(zoom[0] - 1) < SAME:
                self._draw_group(look, view, here, old, 1.0, (-zoom[1] * share, -zoom[2] * share))
            else:
                self._draw_zoomed(look, there, new, zoom, 1 - share)

    def _draw_zoomed(
        self, look: Look, layout: Any, pieces: Sequence[Piece], zoom: tuple[float, float, float], share: float
    ) -> None:
        """Pieces as one picture, a share of the way back to where `zoom` puts them."""
        still, room = _still(pieces), _room(pieces).grown(12)
        size, x, y = mix(1.0, zoom[0], share), zoom[1] * share, zoom[2] * share

        def paint(canvas: Canvas) -> None:
            with canvas.shifted(-room.x, -room.y):
                draw(look._replace(canvas=canvas), still)

        place = Rect.around(size * room.cx + x, size * room.cy + y, room.w, room.h)
        look.canvas.sprite((self.game.info.key, "zoomed", layout, still), place, paint, zoom=size)

    def _draw_group(
        self,
        look: Look,
        view: Any,
        layout: Any,
        pieces: Sequence[Piece],
        alpha: float,
        by: tuple[float, float],
    ) -> None:
        """Pieces as one picture, moved by so many units."""
        still = _still(pieces)
        room = _room(pieces) if pieces else self.field
        with look.canvas.faded(alpha), look.canvas.shifted(*by):
            look.canvas.layer(
                (self.game.info.key, "group", layout, still),
                room.grown(12),
                lambda canvas: draw(look._replace(canvas=canvas), still),
                slot=(self.game.info.key, "group"),
            )
            draw(look, (piece for piece in pieces if piece.art.live))

    def _draw_live(self, look: Look, frame: Frame, layout: Any) -> None:
        """The pieces that are drawn in every frame; those that a hand holds are drawn there."""
        live = [piece for piece in self.pieces_of(frame.view, layout) if piece.art.live]
        held = {} if frame.chooser is None else self.held(frame.view, layout, self.hands[frame.chooser])
        draw(look, (piece for piece in live if piece.id not in held))
        moved = {piece.id: piece for piece in live if piece.id in held}
        for target, rect in held.items():
            if target in moved:
                draw_one(look, replace(moved[target], rect=rect))

    # --- the person who chooses -----------------------------------------------------------------------

    def preview(self, view: Any, seat: Seat, action: Any, layout: Any) -> Preview:
        """What an action would change; remembered for the last one."""
        known = self._previewed
        if known is not None and known[0] is view and known[1:4] == (seat, action, layout):
            return known[4]
        after = self.game.apply(view, seat, action)
        scores = self.score(view), self.score(after)
        shown = preview(self.pieces_of(view, layout), tuple(self.pieces(after, layout)), scores)
        self._previewed = view, seat, action, layout, shown
        return shown

    def refusal(self, frame: Frame) -> Refusal | None:
        """Why what the hand means cannot be done; None while it only rests."""
        if frame.chooser is None or frame.position.outcome is not None or frame.happening is not None:
            return None
        hand = self.hands[frame.chooser]
        return None if hand.rests(frame) else hand.refusal(hand.choices(frame.view, frame.chooser))

    def _draw_choosing(self, look: Look, frame: Frame, layout: Any) -> None:
        seat, view = frame.chooser, frame.view
        assert seat is not None
        hand = self.hands[seat]
        choices = hand.choices(view, seat)
        rects = {spot.target: spot.rect for spot in self._all_spots(frame, hand)}
        strength = 0.35 + 0.4 * breath(frame.now)
        for target in choices.targets(hand.held, hand.meant(choices)):
            if target in rects and self.invites(target):
                self.paint_invitation(look, view, rects[target], strength)
        self.paint_choices(look, view, hand, choices, layout)
        refusal = frame.denied or self.refusal(frame)
        if refusal is not None:
            self.paint_refusal(look, view, refusal, layout)
        for blamed in map(self.blamed, () if refusal is None else refusal.places):
            if blamed in rects:
                self.paint_rim(look, view, blamed, rects[blamed], "bad")
        self._draw_taken(look, frame, hand, choices)
        self.paint_taken(look, view, hand.meant(choices), layout)
        if not hand.rests(frame):
            self._draw_meant(look, frame, hand, choices, layout, rects)

    def blamed(self, place: tuple[int, ...]) -> Target:
        """The target of a place of the game's notation."""
        return ("cell", *place)

    def _draw_meant(
        self,
        look: Look,
        frame: Frame,
        hand: Hand,
        choices: Choices,
        layout: Any,
        rects: dict[Target, Rect],
    ) -> None:
        """What the hand would do: its ghost with all that would come of it; or what is in the way."""
        seat, key = frame.chooser, hand.key(choices)
        assert seat is not None
        if key is None or hand.cursor not in rects:
            return
        action, rect = choices.actions.get(key), rects[hand.cursor]
        foreseen = self.foreseen(frame.view, key, action)
        if foreseen is not None:
            shown = self.preview(frame.view, seat, foreseen, layout)
            draw_preview(look, _turning(shown, self._turned(hand, look), rect))
            self.paint_preview(look, frame.view, foreseen, layout)
            draw_gains(look, shown.gains, rect, self.field)
        else:
            piece = self.held_art(frame.view, key)
            if piece is not None:
                draw_one(look, piece)
        ink = f"seat.{seat}" if action is not None or choices.leads_on(key.path, key.kind) else "bad"
        self.paint_rim(look, frame.view, hand.cursor, rect, ink)

    def _turned(self, hand: Hand, look: Look) -> float:
        """How far the thing in hand still is from how it is turned, in degrees."""
        since = progress(look.now, hand.turned_at, HOVER)
        return 0.0 if look.reduced else -self.angle * hand.turned_by * (1 - ease_out(since))

    def _draw_taken(self, look: Look, frame: Frame, hand: Hand, choices: Choices) -> None:
        """The uppermost of the chosen pile, lifted, in the seat's colour."""
        piles = self.piles(frame.view, hand)
        for pile, rect in zip(piles, pile_rects(self.side, len(piles)), strict=True):
            if pile.kind == hand.meant(choices) and pile.count:
                angle = self._turned(hand, look)
                top = Piece(("pile", str(pile.kind)), pile.art, rect.moved(0, -LIFT), angle=angle)
                draw_one(look, top)
                look.canvas.ring(top.rect.grown(6), 14, f"seat.{frame.chooser}", width=5, soft=12)

    def every_spot(self, frame: Frame) -> list[Spot]:
        """What whoever is asked can point at."""
        return self._all_spots(frame, self.hand_shown(frame))

    def _all_spots(self, frame: Frame, hand: Hand) -> list[Spot]:
        """What one can point at, on the board and beside it, where the hand holds it."""
        view, layout = frame.view, self.layout_for(frame.view, frame.viewer)
        spots, held = self.spots(view, layout), self.held(view, layout, hand)
        if held:
            spots = [replace(spot, rect=held.get(spot.target, spot.rect)) for spot in spots]
        return [*spots, *pile_spots(self.side, self.piles(view, hand))]


def place(word: str) -> tuple[int, ...]:
    """A place of the game's notation: numbers with commas. Raises KeyError for any other word."""
    try:
        return tuple(int(number) for number in word.split(","))
    except ValueError as error:
        raise KeyError(word) from error


def _still(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if not piece.art.live)


def _room(pieces: Sequence[Piece]) -> Rect:
    """The smallest rectangle around all pieces."""
    return Rect.bounding([p for piece in pieces for p in _corners(piece.rect)])


def _corners(rect: Rect) -> tuple[tuple[float, float], ...]:
    return (rect.x, rect.y), (rect.right, rect.bottom)


def _zoom(old: Sequence[Piece], new: Sequence[Piece]) -> tuple[float, float, float] | None:
    """The zoom and then the shift that bring all new pieces to the places of the old; None: there is none."""
    if not old or [piece.id for piece in old] != [piece.id for piece in new]:
        return None
    old_xs, new_xs = ([piece.rect.cx for piece in of] for of in (old, new))
    old_ys, new_ys = ([piece.rect.cy for piece in of] for of in (old, new))
    size = _extent(old_xs, old_ys) / _extent(new_xs, new_ys)
    x, y = old_xs[0] - size * new_xs[0], old_ys[0] - size * new_ys[0]
    fits = all(
        abs(a - size * b - off) < SAME_PLACE
        for olds, news, off in ((old_xs, new_xs, x), (old_ys, new_ys, y))
        for a, b in zip(olds, news, strict=True)
    )
    return (size, x, y) if fits else None


def _extent(xs: Sequence[float], ys: Sequence[float]) -> float:
    """How far places reach, in units; at least 1."""
    return max(1.0, max(xs) - min(xs), max(ys) - min(ys))


def _turning(shown: Preview, angle: float, rect: Rect) -> Preview:
    """A preview in which the piece that is laid still turns, a little above the table."""
    comes = tuple(
        replace(piece, rect=piece.rect.moved(0, -5), angle=angle) if piece.rect == rect else piece
        for piece in shown.comes
    )
    return replace(shown, comes=comes)
