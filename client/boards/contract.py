"""Board: interface through which screens draw a game, read a person's input and animate events.

A board is the only place in the client that knows a particular game. It keeps no game state: what it draws
is a function of the `Frame` it is given and of the picker: which piece the deciding person holds, how it
is turned, and over which place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, Protocol

import msgspec

from client.session.events import GameEvent, PositionView
from client.ui.animation import Motion
from client.ui.canvas import Canvas, ChangedParts, Painter, whole
from client.ui.focus import Swipe
from client.ui.geometry import Rect
from client.ui.intents import Intent
from core.game import AnyGame, Refusal, Seat
from core.refusal import Place

MOST_PLATE_SHARE: Final = 0.34
"""Greatest share of a plate's height that the board may paint itself."""
LEAST_FOOT_HEIGHT: Final = 42.0
"""Units high: the lowest foot of a plate that is still painted; below that there is none."""


class Cue(msgspec.Struct, frozen=True):
    """Sound `at` seconds into an animation, `pitch` semitones higher."""

    at: float
    sound: str
    pitch: int = 0


class Animation(msgspec.Struct, frozen=True):
    """Duration of an event's animation, in seconds at normal speed, with its sounds.

    From `open` on everything that matters has been shown: the next decision may cut the rest short.
    """

    seconds: float
    cues: tuple[Cue, ...] = ()
    open: float = math.inf


NO_ANIMATION: Final = Animation(0.0)


class Sentence(msgspec.Struct, frozen=True):
    """Sentence of the texts with its gaps filled: by values, by names of seats, by other texts (keys in
    `words`).
    """

    key: str
    values: dict[str, str | int] = {}
    seats: dict[str, Seat] = {}
    words: dict[str, str] = {}


class SeatScore(msgspec.Struct, frozen=True):
    """Score of a seat for its plate: points and their name, or a few words where no points are counted.

    Several points belong to several paths. `leads`: no other seat has as many.
    """

    words: Sentence
    points: tuple[float, ...] = ()
    leads: bool = False

    @property
    def figure(self) -> str:
        """Points as written on the plate."""
        return "+".join(f"{points:g}" for points in self.points)


class Chosen(msgspec.Struct, frozen=True):
    """Reply: the person has decided on this action."""

    action: Any


class Denied(msgspec.Struct, frozen=True):
    """Reply: the person has tried something that cannot be done."""

    why: Refusal


class Handled(msgspec.Struct, frozen=True):
    """Reply: the intent was for the board; `sound` answers it."""

    sound: str = ""


Reply = Chosen | Denied | Handled | None
"""Answer of a board to an intent; None: the intent was not meant for the board."""


class Offer(msgspec.Struct, frozen=True):
    """Button beside the board, for an action instead of or besides laying a piece.

    With an `action` the button does it; without one, pressing it calls `Board.toggle(key)`, and `on` is
    its current state.
    """

    key: str
    action: Any = None
    on: bool | None = None


class Frame(msgspec.Struct, frozen=True):
    """Everything a picture of a board depends on, apart from the picker.

    `position` is what is shown. While the event `event` is animated, it is the position before that
    event, and `t` the seconds since its start (at normal speed). `chooser` is the local seat that is asked
    to decide. `viewer` is the seat whose knowledge is shown, -1 for what everybody may know; `translate`
    gives texts in the person's language. `denied` is why something could not be done, `lit` a step whose
    place was asked for: both are highlighted. `advised` are the actions that the coach shows, the best first,
    and `reasons` the places that speak for it.
    """

    position: PositionView
    viewer: int
    chooser: Seat | None
    now: float
    translate: Callable[..., str]
    motion: Motion = Motion()
    event: GameEvent | None = None
    t: float = 0.0
    denied: Refusal | None = None
    lit: GameEvent | None = None
    advised: tuple[Any, ...] = ()
    reasons: tuple[Place, ...] = ()

    @property
    def view(self) -> Any:
        """State to draw."""
        return self.position.view(self.viewer)


class StillPicture(msgspec.Struct, frozen=True):
    """Parts of a board that do not move: in the field, beside it, and the land under both up to the window's
    edges.

    The keys name everything the painters depend on; `paint_field` paints the land first, too.

    `changed` names the parts of the field that differ from the picture of an earlier key; None: all of it.
    """

    field_key: Hashable
    paint_field: Painter
    side_key: Hashable
    paint_side: Painter
    ground_key: Hashable
    paint_ground: Painter
    changed: ChangedParts = whole


class SeatLuck(msgspec.Struct, frozen=True):
    """Luck of one seat with the dice.

    `counts` is how often each face came, `expected` the average number of times it would come; `total` the
    sum of the rolls, `due` the average sum. Among fair dice rolled as often, the share `less` would have a
    lower sum and `more` a higher one. `facts` are further sentences.
    """

    counts: tuple[int, ...]
    expected: float
    total: float
    due: float
    less: float
    more: float
    facts: tuple[Sentence, ...] = ()


class LuckReport(msgspec.Struct, frozen=True):
    """Luck of all seats for the result screen: the faces of the die, and each seat's rolls."""

    faces: tuple[str, ...]
    seats: tuple[SeatLuck, ...]


def foot_rect(plate: Rect, high: float) -> Rect:
    """Part of a plate that the board paints, `high` units high unless the plate is too low for that.

    Empty where the text would be too small to read.
    """
    room = Rect(plate.x + 24, plate.y, plate.w - 36, plate.h - 8)
    free = min(high, MOST_PLATE_SHARE * plate.h)
    return room.cut_bottom(free if free >= LEAST_FOOT_HEIGHT else 0.0)[0]


class Board(Protocol):
    """Picture and picker of one game. Made anew for every table."""

    zoomable: bool
    """Whether the board is a land that the camera may zoom into; otherwise it is always seen as a whole."""
    pointed: Any
    """Target under the pointer, or the one somebody has asked about; None: nothing."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None: ...

    @property
    def aspect_ratio(self) -> float:
        """Width of the playing field divided by its height."""
        ...

    @property
    def foot_height(self) -> float:
        """Units high: the foot of a plate that the board paints, for scores of more than one figure."""
        ...

    @property
    def min_side_height(self) -> float:
        """Units high: the least room for supplies that lie below the board, in a high window."""
        ...

    def arrange(
        self, field: Rect, side: Rect, world: Rect | None = None, plates: Sequence[Rect] = ()
    ) -> None:
        """Place the board, its supplies and the like, in units.

        The land extends to the edges of `world`; without one it ends around the field. Points fly to the
        `plates` of the seats, if there are any.
        """
        ...

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        """Turn an intent of the deciding person into a reply; `explain` has followed the pointer before."""
        ...

    def swipe(self, frame: Frame) -> Swipe:
        """Effect of a finger that moves over the board."""
        ...

    def explain(self, intent: Intent, frame: Frame) -> bool:
        """Follow the pointer, and move from thing to thing for a person who asks what they are.

        Returns whether the intent was about that alone. Everybody may ask, no matter who decides.
        """
        ...

    def leave(self) -> None:
        """Forget the pointer: it or the focus is now elsewhere."""
        ...

    def toggle(self, key: str, frame: Frame) -> None:
        """Press an offer that has no action."""
        ...

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        """Actions that are offered as buttons, besides acting on the board itself."""
        ...

    def prompt(self, frame: Frame) -> Sentence:
        """Sentence that says what there is to decide."""
        ...

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        """Intents that are useful now, each with the key of its word."""
        ...

    def caption(self, event: GameEvent, viewer: int) -> Sentence:
        """Sentence that says what happened in an event."""
        ...

    def advice(self, event: GameEvent, viewer: int) -> Sentence:
        """Sentence on an action that is advised, marked on the board; usually its caption."""
        ...

    def distinction(self, action: Any, other: Any, frame: Frame) -> Sentence:
        """Sentence on how an action differs from another of the same words: where it is, or how turned."""
        ...

    def standing(self, frame: Frame, seat: Seat) -> SeatScore:
        """Score of a seat, for its plate."""
        ...

    def measure(self, view: Any, seat: Seat) -> float | None:
        """Number that tells how well a seat stands, for the graph of the result screen; None if there is
        none.
        """
        ...

    def report(self, view: Any) -> LuckReport | None:
        """Luck of all seats with the dice in a finished game; None for a game without dice."""
        ...

    def animation(self, event: GameEvent, motion: Motion, viewer: int) -> Animation:
        """Duration and sounds of an event as `viewer` sees it."""
        ...

    def scene_of(self, event: GameEvent, viewer: int) -> Rect | None:
        """Part of the field in which an event changes something; None if it changes nothing there."""
        ...

    def still(self, frame: Frame) -> StillPicture:
        """Parts that do not move now: painted once on the backdrop and kept until their keys change."""
        ...

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        """Draw what moves, over the still parts: highlights, the picker, pieces in flight."""
        ...

    def topics(self, frame: Frame) -> Sequence[str]:
        """Topics that the person asks about now, the nearest first: codes of refusals, keys of tips."""
        ...

    def thing_rect(self, words: str, frame: Frame) -> Rect | None:
        """Rectangle of a thing by the words of its target, like "cell 3 4"; None if it is not there now.

        The things of the supplies may also be counted, from "thing 0" on.
        """
        ...

    def pieces_rect(self, frame: Frame) -> Rect | None:
        """Rectangle around all pieces in the field; None if there are none."""
        ...

    def action_rects(self, action: Any, frame: Frame) -> Sequence[Rect]:
        """Rectangles that the chooser points at for an action: a kind of thing, if there are several; places.

        There are none for an action that only a button can do.
        """
        ...

    def draw_proposal(self, canvas: Canvas, frame: Frame, action: Any) -> None:
        """Draw what an action of the chooser would add, as a ghost; nothing where the picker shows it."""
        ...

    def draw_tip(self, canvas: Canvas, frame: Frame, write_out: Callable[[Sentence], str]) -> None:
        """Draw the tip of the thing pointed at, over everything else; `write_out` writes a sentence out."""
        ...
