"""What a game says about its board: the hooks that its own class fills in.

Only `layout`, `pieces`, `spots`, `key` and the sentences must be said; what a game does not say is as usual.
"""

# ruff: noqa: B027  # what a game need not say does nothing

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from client.boards.contract import Cue, Frame, LuckReport, Offer, SeatScore, Sentence
from client.boards.kit.counters import Pile
from client.boards.kit.hand import ActionKey, Choices, Hand, ThingKind
from client.boards.kit.moments import Moment
from client.boards.kit.pieces import HitArea, PaintContext, Piece, Target
from client.boards.kit.points import middle_of_changes
from client.boards.kit.timeline import Effect, Origin, Timeline
from client.boards.kit.tips import Tip
from client.session.events import GameEvent
from client.ui.animation import GESTURE_SECONDS
from client.ui.geometry import Point as Place
from client.ui.geometry import Rect
from client.ui.intents import Intent
from client.ui.theme import Ink
from core.game import AnyGame, Refusal, Seat


class BoardHooks(ABC):
    """One game's board, as far as only that game knows it."""

    land: bool = True
    """Whether the board is a land that a camera may come near; else it is only seen as a whole."""
    shape: float = 1.0
    """The width of what is played on in its heights: a slim one gets all of a window's height."""
    foot: float = 0.0
    """Units at the foot of a plate that it paints itself, see `base.foot_of`."""
    low: float = 0.0
    """Units high at least that supplies need where they lie below the board, in a high window."""
    closing: float = GESTURE_SECONDS
    """Seconds in which the last step shows how the game was won."""
    angle: float = 90.0
    """Degrees by which a thing in hand turns at a time."""
    keeps_turn: bool = True
    """Whether a thing stays turned as it is when the cursor goes elsewhere."""
    magnified: bool = False
    """Whether pictures of the rules magnify it as it is laid out: not all of it grows with its field."""
    arrow: Ink = "paper_bad"
    """The colour of arrows in pictures of the rules."""
    around: float = 0.0
    """Sizes of a place that are seen round a part of the board in a picture of the rules."""

    game: AnyGame
    field: Rect
    """Where the board is, in units."""
    side: Rect
    """Where what lies beside it is."""
    plates: tuple[Rect, ...] = ()
    """Where the seats' points stand."""
    world: Rect
    """All that can be seen of its land: the window, under everything that floats over it."""

    # --- what lies where -----------------------------------------------------------------------------

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
    def spots(self, view: Any, layout: Any) -> Sequence[HitArea]:
        """What one can point at on the board."""
        ...

    def sights(self, view: Any, layout: Any) -> Sequence[HitArea]:
        """What one can only ask about: things that are no place to decide on."""
        return ()

    @abstractmethod
    def key(self, action: Any) -> ActionKey | None:
        """What an action is called in the hand."""
        ...

    def keys(self, action: Any) -> Sequence[ActionKey]:
        """All keys of an action: several where its targets may be pointed at in any order."""
        key = self.key(action)
        return () if key is None else (key,)

    def actions(self, view: Any, seat: Seat) -> Sequence[Any]:
        """The legal actions, less those that a hand of the game's own makes up itself."""
        return self.game.legal(view, seat)

    def action(self, view: Any, key: ActionKey) -> Any | None:
        """The action of a key, legal or not."""
        return None

    def kinds(self, view: Any) -> Sequence[ThingKind]:
        """The things that can be meant now."""
        return ("",)

    def turns(self, view: Any, kind: ThingKind) -> int:
        """In how many ways a thing can be turned."""
        return 1

    def start(self, view: Any, seat: Seat) -> Target | None:
        """Where the cursor appears first."""
        return None

    def shares(self, kind: ThingKind, other: ThingKind) -> bool:
        """Whether the places of one thing invite while another one is meant."""
        return True

    def meant(self, choices: Choices, key: ActionKey) -> ActionKey:
        """The key that is meant where no legal action has the hand's own: the one most like it."""
        return choices.nearest(key)

    def new_hand(self) -> Hand:
        """A hand for a seat: one of the game's own where a decision is composite."""
        return Hand(self.game, self)

    def piles(self, view: Any, hand: Hand) -> tuple[Pile, ...]:
        """The supplies beside the board."""
        return ()

    def held(self, frame: Frame, layout: Any, hand: Hand) -> Mapping[Target, Rect]:
        """Where a hand holds what lies elsewhere in the view: lifted, laid in another order.

        By ids of live pieces, which are the targets of the same things; the last is drawn on top.
        """
        return {}

    def invites(self, target: Target) -> bool:
        """Whether a place that can be chosen is lit up while it only waits."""
        return True

    def previewed_action(self, view: Any, key: ActionKey, action: Any | None) -> Any | None:
        """What the preview shows: the action of a key; or, where it only leads on, what is decided of it."""
        return action

    def held_art(self, view: Any, key: ActionKey) -> Piece | None:
        """What the hand holds over a place where it may not be put down; None: nothing is shown."""
        return None

    def refused_art(self, view: Any, key: ActionKey) -> Piece | None:
        """What a picture of the rules shows where something may not be done."""
        return self.held_art(view, key)

    def score(self, view: Any) -> Sequence[float]:
        """How many points each seat has: what a preview tells the difference of."""
        return ()

    def made_at(self, happening: GameEvent, timeline: Timeline, layout: Any, seat: Seat) -> Rect | None:
        """Where a seat's new points were made; None: they come without a flight."""
        return middle_of_changes(timeline)

    def gains_beside(self, layout: Any, rect: Rect) -> Rect:
        """Beside which place a preview says what it would bring: the one that is meant."""
        return rect

    def hides(self, view: Any, piece: Piece) -> bool:
        """Whether a piece is in the way of whoever decides, and not shown meanwhile."""
        return False

    def source(self, happening: GameEvent, piece: Piece, layout: Any) -> Origin | None:
        """Where a piece that is new comes from, or one that is gone goes to."""
        return None

    def way(self, happening: GameEvent, piece: Piece, layout: Any) -> Sequence[Place]:
        """The points through which a piece travels between its two places; none: it flies."""
        return ()

    def adjust(self, happening: GameEvent, timeline: Timeline, layout: Any) -> Timeline:
        """A timeline as this game wants it: other moments, changes left out because an effect shows them."""
        return timeline

    def effects(self, happening: GameEvent, timeline: Timeline, layout: Any) -> tuple[Effect, ...]:
        """What only this game shows of a step."""
        return ()

    def moments(self, happening: GameEvent, timeline: Timeline, layout: Any) -> tuple[Moment, ...]:
        """The great events of a step, one of two or three that a game has."""
        return ()

    def cues(self, happening: GameEvent, timeline: Timeline) -> tuple[Cue, ...]:
        """What a step sounds like."""
        return ()

    def paint_refusal(self, look: PaintContext, view: Any, refusal: Refusal, layout: Any) -> None:
        """What shows why something cannot be done, besides the places to blame."""

    def paint_taken(self, look: PaintContext, view: Any, kind: ThingKind, layout: Any) -> None:
        """Which thing is meant, where the supplies are not piles of the kit."""

    def paint_choices(self, look: PaintContext, view: Any, hand: Hand, choices: Choices, layout: Any) -> None:
        """What the places that invite would bring or cost."""

    def fanfare(self, happening: GameEvent) -> str:
        """The sound of the end of a game."""
        return "brass"

    def paint_preview(self, look: PaintContext, view: Any, action: Any, layout: Any) -> None:
        """What a preview shows besides pieces and points: lines, ways."""

    def tip(self, view: Any, viewer: int, target: Target) -> Tip | None:
        """What a thing is, does and is worth to the viewer; None: there is nothing to say."""
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
        target = self.refused_target(place(word))
        return {spot.target: spot.rect for spot in self.spots(view, layout)}[target]

    # --- what it looks like ---------------------------------------------------------------------------

    def paint_ground(self, look: PaintContext, layout: Any) -> None:
        """What lies under all pieces: the land, to the edges of `world`."""

    def paint_life(self, look: PaintContext, layout: Any) -> None:
        """What moves slowly over the land though nothing happens: gulls, dust. Not in reduced motion."""

    def paint_side(self, look: PaintContext, view: Any, layout: Any) -> None:
        """What lies under the pieces and piles beside the board."""

    def beside(self, happening: GameEvent, timeline: Timeline, frame: Frame) -> Any:
        """The view that stands beside the board during a step."""
        return frame.view if frame.t < timeline.landing else happening.after.view(frame.viewer)

    def side_key(self, view: Any, layout: Any) -> Hashable:
        """What `paint_side` depends on, the place aside."""
        return None

    def paint_invitation(self, look: PaintContext, view: Any, rect: Rect, strength: float) -> None:
        """A place where something may be done, `strength` 0 … 1."""
        with look.canvas.faded(strength):
            look.canvas.ring(rect, 12, "lamp", width=3, soft=6)

    def paint_rim(self, look: PaintContext, view: Any, target: Target, rect: Rect, ink: Ink) -> None:
        """Round a place that is meant, or to blame."""
        look.canvas.ring(rect.grown(3), 12, ink, width=5, soft=12)

    def paint_lit(self, look: PaintContext, view: Any, piece: Piece) -> None:
        """A piece that a step has changed, where somebody asks what it was."""
        if not piece.follows:
            look.canvas.ring(piece.rect.grown(4), 12, "lamp", width=5, soft=14)

    def paint_end(self, look: PaintContext, view: Any, layout: Any, share: float) -> None:
        """How the game was won, drawn up to a share."""

    def ground_key(self, layout: Any) -> Hashable:
        """What the ground depends on."""
        key: Hashable = layout
        return key

    def refusal_targets(self, refusal: Refusal) -> Sequence[Target]:
        """The targets that are framed because of a refusal."""
        return [self.refused_target(place) for place in refusal.places]

    def refused_target(self, place: tuple[int, ...]) -> Target:
        """The target of a place of the game's notation."""
        return ("cell", *place)

    # --- words ----------------------------------------------------------------------------------------

    def toggle(self, key: str, frame: Frame) -> None:
        """There is nothing to toggle."""

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        return ()

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        return ()

    @abstractmethod
    def prompt(self, frame: Frame) -> Sentence: ...

    @abstractmethod
    def caption(self, happening: GameEvent, viewer: int) -> Sentence: ...

    @abstractmethod
    def standing(self, frame: Frame, seat: Seat) -> SeatScore: ...

    def measure(self, view: Any, seat: Seat) -> float | None:
        return None

    def report(self, view: Any) -> LuckReport | None:
        return None


def place(word: str) -> tuple[int, ...]:
    """A place of the game's notation: numbers with commas. Raises KeyError for any other word."""
    try:
        return tuple(int(number) for number in word.split(","))
    except ValueError as error:
        raise KeyError(word) from error
