"""What a game's board promises the screens: it draws a view, finds what a person means, and animates.

A board is the only place in the client that knows a particular game. It keeps no game state: what it
draws is a function of the `Frame` it is given and of the *hand* it holds for the person who is choosing
(which piece, turned how, over which place).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, Protocol

import msgspec

from client.session.events import GameEvent, PositionView
from client.ui.animation import Motion
from client.ui.canvas import Canvas, ChangedParts, Painter, whole
from client.ui.geometry import Rect
from client.ui.intents import Intent
from core.game import AnyGame, Refusal, Seat

MOST_PLATE_SHARE: Final = 0.34
"""The share of a plate that is for its board at most."""
LEAST_FOOT_HEIGHT: Final = 42.0
"""Units high: the least foot of a plate; lower plates have none."""


class Cue(msgspec.Struct, frozen=True):
    """A sound `at` seconds into an animation, `pitch` semitones higher."""

    at: float
    sound: str
    pitch: int = 0


class Animation(msgspec.Struct, frozen=True):
    """How a happening is shown: for so many seconds (at normal speed), with these sounds.

    From `open` on what matters has been seen: the next decision cuts the rest short.
    """

    seconds: float
    cues: tuple[Cue, ...] = ()
    open: float = math.inf


NO_ANIMATION: Final = Animation(0.0)


class Sentence(msgspec.Struct, frozen=True):
    """A sentence of the texts with its gaps filled: by values, by the names of seats, by other texts.

    `words` are the keys of those.
    """

    key: str
    values: dict[str, str | int] = {}
    seats: dict[str, Seat] = {}
    words: dict[str, str] = {}


class SeatScore(msgspec.Struct, frozen=True):
    """How a seat stands, for its plate: its points and what they are, or a few words where none are counted.

    Several points are those of several paths. `leads`: nobody has as many.
    """

    words: Sentence
    points: tuple[float, ...] = ()
    leads: bool = False

    @property
    def figure(self) -> str:
        """The points as they are written."""
        return "+".join(f"{points:g}" for points in self.points)


class Chosen(msgspec.Struct, frozen=True):
    """The person has decided: this action."""

    action: Any


class Denied(msgspec.Struct, frozen=True):
    """The person has tried something that cannot be done."""

    why: Refusal


class Handled(msgspec.Struct, frozen=True):
    """The intent was for the board; `sound` answers it."""

    sound: str = ""


Reply = Chosen | Denied | Handled | None
"""What a board makes of an intent; None: it was not meant for the board."""


class Offer(msgspec.Struct, frozen=True):
    """Something to say instead of or beside laying a piece, shown as a button next to the board.

    With an `action` the button does it; without, pressing it calls `Board.toggle(key)` and `on` shows
    how it stands.
    """

    key: str
    action: Any = None
    on: bool | None = None


class Frame(msgspec.Struct, frozen=True):
    """Everything a picture of a board depends on, apart from the hand.

    `position` is what is shown; while `happening` is animated it is the position before it and `t` the
    seconds since its start (at normal speed). `chooser` is the local seat that is asked to decide.
    `viewer` is whose eyes we look through, -1 for everybody's; `say` gives texts in the person's language.
    `denied` is why something could not be done, `lit` a step whose place was asked for: both are lit.
    """

    position: PositionView
    viewer: int
    chooser: Seat | None
    now: float
    say: Callable[..., str]
    motion: Motion = Motion()
    happening: GameEvent | None = None
    t: float = 0.0
    denied: Refusal | None = None
    lit: GameEvent | None = None

    @property
    def view(self) -> Any:
        """The state to draw."""
        return self.position.view(self.viewer)


class StillPicture(msgspec.Struct, frozen=True):
    """What stands still in the field, beside it, and under both: the land, to the edges of the window.

    The keys name everything the painters depend on; `paint_field` begins with the land, too.

    `changed` says in which parts the field differs from what an earlier key stood for; None: anywhere.
    """

    field_key: Hashable
    paint_field: Painter
    side_key: Hashable
    paint_side: Painter
    ground_key: Hashable
    paint_ground: Painter
    changed: ChangedParts = whole


class SeatLuck(msgspec.Struct, frozen=True):
    """What the dice gave one seat.

    `counts` is how often each face came, `expected` how often each was to be expected; `total` what they came
    to, `due` what was to be expected of them. Of fair dice rolled as often the share `less` would have come
    to less, `more` to more. `facts` is what else there is to say.
    """

    counts: tuple[int, ...]
    expected: float
    total: float
    due: float
    less: float
    more: float
    facts: tuple[Sentence, ...] = ()


class LuckReport(msgspec.Struct, frozen=True):
    """The account of everybody's luck, for the result screen: the faces of the die, and each seat's rolls."""

    faces: tuple[str, ...]
    seats: tuple[SeatLuck, ...]


def foot_rect(plate: Rect, high: float) -> Rect:
    """The part of a plate for its board, so many units high if the plate is not too low for that.

    It is empty where nothing could be read in it.
    """
    room = Rect(plate.x + 24, plate.y, plate.w - 36, plate.h - 8)
    free = min(high, MOST_PLATE_SHARE * plate.h)
    return room.cut_bottom(free if free >= LEAST_FOOT_HEIGHT else 0.0)[0]


class Board(Protocol):
    """The face of one game. Made anew for every table."""

    land: bool
    """Whether the board is a land that a camera may come near; else it is only seen as a whole."""
    pointed: Any
    """What the pointer is over, or what somebody has asked about; None: nothing."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None: ...

    @property
    def shape(self) -> float:
        """The width of what is played on in its heights."""
        ...

    @property
    def foot(self) -> float:
        """Units at the foot of a plate that it paints itself: how its seat stands in more than one figure."""
        ...

    @property
    def low(self) -> float:
        """Units high at least that its supplies need where they lie below it, in a high window."""
        ...

    def arrange(
        self, field: Rect, side: Rect, world: Rect | None = None, plates: Sequence[Rect] = ()
    ) -> None:
        """Where the board lies and where its supplies and such go, in units.

        The land goes on to the edges of `world`; without one it ends around the field. Points fly to the
        `plates` of the seats, if there are any.
        """
        ...

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        """What a person who is asked to decide means by an intent."""
        ...

    def explain(self, intent: Intent, frame: Frame) -> bool:
        """Follow the pointer, and go from thing to thing for whoever asks what they are.

        Returns whether an intent was about that alone. Everybody may ask, whoever decides.
        """
        ...

    def leave(self) -> None:
        """The pointer or the focus has gone elsewhere."""
        ...

    def toggle(self, key: str, frame: Frame) -> None:
        """An offer without an action was pressed."""
        ...

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        """What can be done besides acting on the board itself."""
        ...

    def prompt(self, frame: Frame) -> Sentence:
        """What there is to do, in one sentence."""
        ...

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        """The intents that matter now, with the key of a word for each."""
        ...

    def caption(self, happening: GameEvent, viewer: int) -> Sentence:
        """What happened, in one sentence."""
        ...

    def standing(self, frame: Frame, seat: Seat) -> SeatScore:
        """How a seat stands, for its name plate."""
        ...

    def measure(self, view: Any, seat: Seat) -> float | None:
        """How well a seat stands, for the graph of the result screen; None if it cannot be told."""
        ...

    def report(self, view: Any) -> LuckReport | None:
        """Everybody's luck with the dice in a game that is over; None for a game without dice."""
        ...

    def animation(self, happening: GameEvent, motion: Motion, viewer: int) -> Animation:
        """How long the happening takes to show through the eyes of `viewer`, and how it sounds."""
        ...

    def scene_of(self, happening: GameEvent, viewer: int) -> Rect | None:
        """The part of the field in which a happening changes something; None if it changes nothing there."""
        ...

    def still(self, frame: Frame) -> StillPicture:
        """What stands still for now: painted once on the backdrop and kept until its keys change."""
        ...

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        """What moves, over what stands still: lines, the hand, pieces on their way."""
        ...

    def draw_tip(self, canvas: Canvas, frame: Frame, told: Callable[[Sentence], str]) -> None:
        """What the thing pointed at is, over everything on the screen; `told` writes a sentence out."""
        ...
