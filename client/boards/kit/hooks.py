"""Hooks: the methods and constants with which a game defines its board.

Only `layout`, `pieces`, `spots` and `gestures` must be defined, and of a family (`grid_board`, `hex_board`,
`card_table`) even fewer; everything else has a default. Words have keys by convention, whose last part is the
name of an action's type in lower case:

    <game>.prompt.waiting, .task     `{name}` is to decide; what there is to do
    <game>.caption.<action>          what `{name}` did
    <game>.offer.<action>            button for an action that no gesture makes
    <game>.hint.accept, .turn, .next keys that are useful now
    <game>.tally.points              what is counted on the plates
"""

# ruff: noqa: B027  # hooks that a game need not define do nothing

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from client.boards.contract import Cue, Frame, LuckReport, Offer, SeatScore, Sentence
from client.boards.kit.action_picker import ActionKey, ActionPicker, Choices, ThingKind, thing_target
from client.boards.kit.counters import Pile, pile_items
from client.boards.kit.gestures import Gesture, rotation
from client.boards.kit.highlights import Highlight
from client.boards.kit.pieces import HitArea, PaintContext, Piece, Target, rects_by_target
from client.boards.kit.points import middle_of_changes, standing
from client.boards.kit.side import SideItem
from client.boards.kit.timeline import Effect, Origin, Timeline
from client.boards.kit.tips import Tip
from client.session.events import GameEvent
from client.ui.animation import GESTURE_SECONDS
from client.ui.geometry import Point as Place
from client.ui.geometry import Rect
from client.ui.intents import Intent
from client.ui.theme import Ink
from core.game import CHANCE, AnyGame, Refusal, Seat


class BoardHooks(ABC):
    """Base class with the parts of a board that differ from game to game, and their defaults."""

    zoomable: bool = True
    """Whether the board is a land that the camera may zoom into; otherwise it is always seen as a whole."""
    aspect_ratio: float = 1.0
    """Width of the playing field divided by its height."""
    foot_height: float = 0.0
    """Height in units of the part of a plate that the board paints itself, see `contract.foot_rect`."""
    min_side_height: float = 0.0
    """Least height in units of the room for supplies below the board, in a high window."""
    ending_seconds: float = GESTURE_SECONDS
    """Seconds after the last step in which the board shows how the game was won."""
    angle: float = 90.0
    """Degrees by which one turn rotates the thing in hand."""
    gestures: Sequence[Gesture] = ()
    """Gestures that make actions by hand, see `gestures`."""
    sounds: Mapping[type, str] = {}
    """Sound with which an action of a type begins; another one sounds like paper that is moved."""
    keeps_turn: bool = True
    """Whether a thing keeps its rotation when the cursor goes elsewhere."""
    magnified: bool = False
    """Whether pictures of the rules magnify the whole drawing, since not all parts grow with the field."""
    arrow: Ink = "paper_bad"
    """Colour of arrows in pictures of the rules."""
    picture_margin: float = 0.0
    """Margin, in sizes of a place, around a part of the board in a picture of the rules."""

    game: AnyGame
    field: Rect
    """Rectangle of the board, in units."""
    side: Rect
    """Rectangle for what lies beside the board, in units."""
    plates: tuple[Rect, ...] = ()
    """Rectangles of the seats' plates, to which points fly, in units."""
    world: Rect
    """Rectangle of all visible land, in units: the whole window, also under panels that float over it."""

    # --- places ---------------------------------------------------------------------------------------

    @abstractmethod
    def layout(self, view: Any) -> Any:
        """Places of everything for a view: a value that can be hashed."""
        ...

    def layout_for(self, view: Any, viewer: int) -> Any:
        """Layout for a viewer: the same for all, unless a viewer's own things lie larger or nearer."""
        return self.layout(view)

    @abstractmethod
    def pieces(self, view: Any, layout: Any) -> Sequence[Piece]:
        """Pieces on the board."""
        ...

    @abstractmethod
    def spots(self, view: Any, layout: Any) -> Sequence[HitArea]:
        """Hit areas of the targets on the board that actions name."""
        ...

    def tip_areas(self, view: Any, layout: Any) -> Sequence[HitArea]:
        """Hit areas of further targets on the board that only have a tip."""
        return ()

    def side_items(self, view: Any, layout: Any) -> Iterable[SideItem]:
        """Things beside the board, the lowest first; asked for only if there is room beside it."""
        return ()

    def key(self, action: Any) -> ActionKey | None:
        """Key of an action for the picker; None for an action that only a button can do."""
        keys = (gesture.key(action) for gesture in self.gestures)
        return next((key for key in keys if key is not None), None)

    def keys(self, action: Any) -> Sequence[ActionKey]:
        """All keys of an action: several where its targets may be pointed at in any order."""
        key = self.key(action)
        return () if key is None else (key,)

    def actions(self, view: Any, seat: Seat) -> Sequence[Any]:
        """Legal actions, without those that the game's own picker composes itself."""
        return self.game.legal(view, seat)

    def action(self, view: Any, key: ActionKey) -> Any | None:
        """Action of a key, legal or not; None if there is no such action."""
        made = (gesture.made(key) for gesture in self.gestures)
        return next((action for action in made if action is not None and self.fits(view, action)), None)

    def fits(self, view: Any, action: Any) -> bool:
        """Whether an action is what its key stands for now, where it could stand for several."""
        return True

    def kinds(self, view: Any) -> Sequence[ThingKind]:
        """Kinds of things to choose from now."""
        return ("",)

    def turns(self, view: Any, kind: ThingKind) -> int:
        """Number of rotations of a thing; 1 if it cannot be turned."""
        return next((len(gesture.turns) or 1 for gesture in self.gestures if gesture.kind == kind), 1)

    def start(self, view: Any, seat: Seat) -> Target | None:
        """Target at which the cursor appears when keys first move it; None: the first target."""
        return None

    def shares(self, kind: ThingKind, other: ThingKind) -> bool:
        """Whether places for one kind of thing stay highlighted while another kind is chosen."""
        return True

    def meant(self, choices: Choices, key: ActionKey) -> ActionKey:
        """Legal key that is meant when the picker's own is not legal: that with the next rotation."""
        return choices.nearest(key)

    def new_picker(self) -> ActionPicker:
        """New picker for a seat: the game's own class where a decision has several parts."""
        return ActionPicker(self.game, self)

    def piles(self, view: Any, picker: ActionPicker) -> tuple[Pile, ...]:
        """Supplies beside the board."""
        return ()

    def held_pieces(self, frame: Frame, layout: Any, picker: ActionPicker) -> Mapping[Target, Rect]:
        """Rectangles of live pieces that a picker has lifted or put in another order, by their ids.

        The ids are also the targets of these pieces. The last is drawn on top.
        """
        return {}

    def invites(self, target: Target) -> bool:
        """Whether a target that can be chosen is highlighted before the person points at it."""
        return True

    def previewed_action(self, view: Any, key: ActionKey, action: Any | None) -> Any | None:
        """Action that the preview shows: that of a key; or, if the key is only begun, the part decided so
        far.
        """
        return action

    def held_art(self, view: Any, key: ActionKey) -> Piece | None:
        """Piece shown over a place where it may not be put down; None: nothing is shown."""
        return None

    def refused_art(self, view: Any, key: ActionKey) -> Piece | None:
        """Piece that a picture of the rules shows where something may not be done."""
        return self.held_art(view, key)

    def score(self, view: Any) -> Sequence[float]:
        """Points of each seat: a preview shows the difference."""
        return ()

    def made_at(self, event: GameEvent, timeline: Timeline, layout: Any, seat: Seat) -> Rect | None:
        """Rectangle from which a seat's new points fly to its plate; None: they do not fly."""
        return middle_of_changes(timeline)

    def gains_beside(self, layout: Any, rect: Rect) -> Rect:
        """Rectangle beside which a preview writes the points an action would bring: `rect`, its place."""
        return rect

    def hides(self, view: Any, piece: Piece) -> bool:
        """Whether a piece is hidden during a decision because it is in the way."""
        return False

    def source(self, event: GameEvent, piece: Piece, layout: Any) -> Origin | None:
        """Origin of a new piece, or the place a vanished one goes to; None: it fades in or out.

        A new piece on the target of a gesture comes from the supply of its kind, turned as it lies there.
        """
        key = self.key(event.action())
        if key is None or piece.id[1 : len(key.path[-1])] != key.path[-1][1:]:
            return None
        before = event.before.view()
        rect = self.supply_rect(before, layout, key.kind, piece)
        if rect is None or any(piece.id == old.id for old in self.pieces(before, layout)):
            return None
        return Origin(rect, self.angle * rotation(key.turn, 0, self.turns(before, key.kind)))

    def supply_rect(self, view: Any, layout: Any, kind: ThingKind, piece: Piece) -> Rect | None:
        """Rectangle beside the board from which a piece of a kind is taken; None: it is not there."""
        items = (*self.side_of(view, layout), *pile_items(self.side, self.piles(view, self.new_picker())))
        return next((item.rect for item in items if item.target == thing_target(kind)), None)

    def way(self, event: GameEvent, piece: Piece, layout: Any) -> Sequence[Place]:
        """Points through which a piece travels between its two places; none: it flies in an arc."""
        return ()

    def adjust(self, event: GameEvent, timeline: Timeline, layout: Any) -> Timeline:
        """Timeline changed as the game needs it: other times, or without changes that an effect shows."""
        return timeline

    def effects(self, event: GameEvent, timeline: Timeline, layout: Any) -> tuple[Effect, ...]:
        """Effects of a step that only this game has."""
        return ()

    def highlights(self, event: GameEvent, timeline: Timeline, layout: Any) -> tuple[Highlight, ...]:
        """Great events that a step brings: mostly none."""
        return ()

    def cues(self, event: GameEvent, timeline: Timeline) -> tuple[Cue, ...]:
        """Sounds of a step: of its beginning, and of what comes down at the end of its way."""
        sound = self.sounds.get(type(event.action()), "paper_slide")
        flies = any(change.kind == "travel" for change in timeline.changes)
        return (Cue(0.0, sound), *((Cue(timeline.landing, "paper_land"),) if flies else ()))

    def paint_refusal(self, ctx: PaintContext, view: Any, refusal: Refusal, layout: Any) -> None:
        """Paint why something cannot be done, besides the rims of the places to blame."""

    def paint_taken(self, ctx: PaintContext, view: Any, kind: ThingKind, layout: Any) -> None:
        """Mark the chosen thing, where the supplies are not piles of the kit."""

    def paint_choices(
        self, ctx: PaintContext, view: Any, picker: ActionPicker, choices: Choices, layout: Any
    ) -> None:
        """Paint what the places that can be chosen would bring or cost."""

    def fanfare(self, event: GameEvent) -> str:
        """Sound of the end of a game."""
        return "brass"

    def paint_preview(self, ctx: PaintContext, view: Any, action: Any, layout: Any) -> None:
        """Paint what a preview shows besides pieces and points: lines, routes."""

    def tip(self, view: Any, viewer: int, target: Target) -> Tip | None:
        """Tip: what a thing is, does and is worth to the viewer; None: there is nothing to say.

        That of a thing beside the board stands in its `SideItem`.
        """
        side = self.side_of(view, self.layout_for(view, viewer))
        return next((item.tip for item in side if item.target == target), None)

    @abstractmethod
    def side_of(self, view: Any, layout: Any) -> Sequence[SideItem]:
        """Things beside the board, as remembered."""
        ...

    def follow(self, before: Any, after: Any) -> None:
        """Let the camera follow a step that is about to be shown."""

    # --- pictures of the rules --------------------------------------------------------------------------

    def bounds(self, layout: Any) -> Rect:
        """Rectangle of the whole board."""
        return self.field

    def unit(self, view: Any, layout: Any) -> float:
        """Units of one size, the measure of pictures of the rules: the width of the narrowest place."""
        return min(spot.rect.w for spot in self.spots(view, layout))

    def loose(self, word: str) -> Piece:
        """Piece shown by itself, its rectangle in sizes of a place. Raises KeyError for an unknown word."""
        raise KeyError(word)

    def mark(self, kind: str, arguments: Sequence[str], view: Any, layout: Any) -> Sequence[Piece]:
        """Pieces of a mark that only this game has; none for a mark of the kit.

        Raises ValueError for bad words.
        """
        return ()

    def rect_of(self, word: str, view: Any, layout: Any) -> Rect:
        """Rectangle of a place: one of the game's notation, `1,2`, or a name that the board knows.

        Raises KeyError where there is none.
        """
        target = self.refused_target(place(word))
        return rects_by_target(self.spots(view, layout))[target]

    # --- looks ----------------------------------------------------------------------------------------

    def paint_ground(self, ctx: PaintContext, layout: Any) -> None:
        """Paint what lies under all pieces: the land, to the edges of `world`."""

    def paint_life(self, ctx: PaintContext, layout: Any) -> None:
        """Paint what moves slowly over the land between events: gulls, dust. Not in reduced motion."""

    def beside(self, event: GameEvent, timeline: Timeline, frame: Frame) -> Any:
        """View shown beside the board during a step: that before it until the last piece has come down."""
        return frame.view if frame.t < timeline.landing else event.after.view(frame.viewer)

    def paint_invitation(self, ctx: PaintContext, view: Any, rect: Rect, strength: float) -> None:
        """Paint a place where something may be done, `strength` 0 … 1."""
        with ctx.canvas.faded(strength):
            ctx.canvas.ring(rect, 12, "lamp", width=3, soft=6)

    def paint_rim(self, ctx: PaintContext, view: Any, target: Target, rect: Rect, ink: Ink) -> None:
        """Paint the rim of a place that is chosen, or to blame."""
        ctx.canvas.ring(rect.grown(3), 12, ink, width=5, soft=12)

    def paint_lit(self, ctx: PaintContext, view: Any, piece: Piece) -> None:
        """Highlight a piece that a step has changed, for a person who asks about that step."""
        if not piece.follows:
            ctx.canvas.ring(piece.rect.grown(4), 12, "lamp", width=5, soft=14)

    def paint_end(self, ctx: PaintContext, view: Any, layout: Any, share: float) -> None:
        """Paint how the game was won, up to a `share` (0 … 1) of it."""

    def ground_key(self, layout: Any) -> Hashable:
        """Everything that `paint_ground` depends on, except the rectangles."""
        key: Hashable = layout
        return key

    def refusal_targets(self, refusal: Refusal) -> Sequence[Target]:
        """Targets that are framed because of a refusal."""
        return [self.refused_target(place) for place in refusal.places]

    def refused_target(self, place: tuple[int, ...]) -> Target:
        """Target of a place of the game's notation."""
        return ("cell", *place)

    # --- words ----------------------------------------------------------------------------------------

    def toggle(self, key: str, frame: Frame) -> None:
        """Press an offer that has no action: there is none here."""

    @abstractmethod
    def offers(self, frame: Frame) -> tuple[Offer, ...]: ...

    @abstractmethod
    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]: ...

    def waiting(self, frame: Frame) -> Sentence:
        """Sentence on the decision of somebody else, or the step of chance, that is awaited."""
        awaited = next(iter(frame.position.to_act), CHANCE)
        seats = {} if awaited == CHANCE else {"name": awaited}
        return Sentence(f"{self.game.info.key}.prompt.{'waiting' if seats else 'chance'}", seats=seats)

    def task(self, frame: Frame) -> Sentence:
        """Sentence that says what the chooser has to decide."""
        assert frame.chooser is not None
        return Sentence(f"{self.game.info.key}.prompt.task", seats={"name": frame.chooser})

    def refused(self, refusal: Refusal, seat: Seat) -> Sentence:
        """Sentence that tells a seat why its action is not legal."""
        return Sentence(refusal.code, refusal.values)

    def would(self, choices: Choices, key: ActionKey) -> Sentence | None:
        """Sentence on what the action in hand would do; None: the task is said instead."""
        return None

    def caption(self, event: GameEvent, viewer: int) -> Sentence:
        seats = {} if event.seat == CHANCE else {"name": event.seat}
        return Sentence(f"{self.game.info.key}.caption.{action_word(event.action(viewer))}", seats=seats)

    def advice(self, event: GameEvent, viewer: int) -> Sentence:
        return self.caption(event, viewer)

    @abstractmethod
    def points(self, frame: Frame) -> Sequence[float]:
        """Points of all seats by `score`, as their plates show them at the frame's time."""
        ...

    def standing(self, frame: Frame, seat: Seat) -> SeatScore:
        scores, words = self.points(frame), Sentence(f"{self.game.info.key}.tally.points")
        return standing(words, scores, seat) if scores else SeatScore(words)

    def measure(self, view: Any, seat: Seat) -> float | None:
        scores = self.score(view)
        return scores[seat] if scores else None

    def report(self, view: Any) -> LuckReport | None:
        return None


def action_word(action: Any) -> str:
    """Last part of keys of texts on an action: the name of its type in lower case."""
    return type(action).__name__.lower()


def place(word: str) -> tuple[int, ...]:
    """Place of the game's notation: numbers with commas. Raises KeyError for any other word."""
    try:
        return tuple(int(number) for number in word.split(","))
    except ValueError as error:
        raise KeyError(word) from error
