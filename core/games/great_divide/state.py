"""Types of The Great Divide: options, actions, and the state.

A tile is called by its kind: the letter of its area for a river tile, else `five`, `basin`, `pass`,
`quake` or `event`. Selection cards are called by the same letters; the eighth is `S`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
import numpy as np
from msgspec import Meta

from core.game import Place, Seat
from core.games.great_divide.drainage import BASIN_CODE, PASS_CODE, TileCodes
from core.games.great_divide.land import EIGHTH_CARD, Land

FIVE: Final = "five"
BASIN_TILE: Final = "basin"
PASS_TILE: Final = "pass"
QUAKE: Final = "quake"
EVENT: Final = "event"
OTHER_KINDS: Final = (FIVE, BASIN_TILE, PASS_TILE, QUAKE, EVENT)
"""The tiles that belong to no area, in the order of the bag."""

Event = Literal["flood", "volcanoes", "inland-sea", "quiet"]
FLOOD: Final = "flood"
VOLCANOES: Final = "volcanoes"
INLAND_SEA: Final = "inland-sea"
QUIET_YEAR: Final = "quiet"
EVENTS: Final[tuple[Event, ...]] = (FLOOD, VOLCANOES, INLAND_SEA, QUIET_YEAR)
"""The kinds of event cards."""

ACTIVE: Final = 1
PASSIVE: Final = 0
NOT_CHOSEN: Final = -1
"""Instead of a side: the seat has not yet chosen it."""
HIDDEN_SIDE: Final = -2
"""Instead of a side: the seat has chosen it, but the viewer may not know."""


class Options(msgspec.Struct, frozen=True, gc=False):
    """The variants: A special geography (two tiles), B earthquake, C events, D limited selection.

    `turning` says when any number of cards may be turned over (limited selection has its own rule, whatever
    it says); `first` is the seat that begins. `fourth_event` is the event card that the source does not
    describe, `inland_pass` what the Pass is worth once there is an inland sea.
    """

    great_basin: bool = False
    two_ocean_pass: bool = False
    earthquake: bool = False
    events: Literal[0, 1, 2] = 0
    limited_selection: bool = False
    turning: Literal["start of turn", "before each draw"] = "start of turn"
    first: Literal[0, 1] = 0
    fourth_event: Literal["quiet year", "second volcanoes"] = "quiet year"
    inland_pass: Literal["oceans reached", "one each"] = "oceans reached"

    @property
    def special_geography(self) -> bool:
        """Whether the eighth card is in play."""
        return self.great_basin or self.two_ocean_pass

    @property
    def deck(self) -> tuple[Event, ...]:
        """The event cards."""
        return (FLOOD, VOLCANOES, INLAND_SEA, QUIET_YEAR if self.fourth_event == "quiet year" else VOLCANOES)


# --- Actions -------------------------------------------------------------------------------------------


Letters = Annotated[str, Meta(pattern=r"^([0-9A-Za-z]*|\?)$", max_length=40)]
Letter = Annotated[str, Meta(pattern=r"^[0-9A-Za-z]$")]
TileKind = Annotated[str, Meta(pattern=r"^([0-9A-Za-z]|five|basin|pass|quake|event)$")]
HeadingNumber = Annotated[int, Meta(ge=0, le=5)]
"""Number of a `land.Heading`."""
AxisNumber = Annotated[int, Meta(ge=0, le=2)]


class Cards(msgspec.Struct, frozen=True, gc=False, tag="cards"):
    """Before the game: the letters of one's own cards that lie active, in the order of the cards.

    "?" stands for a choice that the viewer may not know.
    """

    active: Letters


class Flip(msgspec.Struct, frozen=True, gc=False, tag="flip"):
    """Turn over one's own selection card with this letter."""

    card: Letter


class Draw(msgspec.Struct, frozen=True, gc=False, tag="draw"):
    """Draw a tile from the bag."""


class Lay(msgspec.Struct, frozen=True, gc=False, tag="lay"):
    """Lay the drawn river tile on column `x`, row `y`, its arrow pointing `way`, see `HeadingNumber`."""

    x: int
    y: int
    way: HeadingNumber


class LayBasin(msgspec.Struct, frozen=True, gc=False, tag="basin"):
    """Lay the Great Basin."""

    x: int
    y: int


class LayPass(msgspec.Struct, frozen=True, gc=False, tag="pass"):
    """Lay the Two-Ocean Pass: its arrows point to `axis` (0 N, 1 NE, 2 SE) and the opposite way."""

    x: int
    y: int
    axis: AxisNumber


class Keep(msgspec.Struct, frozen=True, gc=False, tag="keep"):
    """Keep the "5"; the turn ends."""


class Give(msgspec.Struct, frozen=True, gc=False, tag="give"):
    """Give the "5" away and go on."""


class Remove(msgspec.Struct, frozen=True, gc=False, tag="remove"):
    """Earthquake: put this tile back into the bag."""

    x: int
    y: int


class Decline(msgspec.Struct, frozen=True, gc=False, tag="decline"):
    """Earthquake, flood, volcano: nothing more (written `pass`)."""


class Flood(msgspec.Struct, frozen=True, gc=False, tag="flood"):
    """Put all tiles downstream of this one back into the bag; from the Pass, those on the side `way`."""

    x: int
    y: int
    way: HeadingNumber | None = None


class Turn(msgspec.Struct, frozen=True, gc=False, tag="turn"):
    """Volcano: turn this river tile so that its arrow points `way`."""

    x: int
    y: int
    way: HeadingNumber


class TurnPass(msgspec.Struct, frozen=True, gc=False, tag="turn_pass"):
    """Volcano: turn the Two-Ocean Pass so that its arrows point to `axis` and the opposite way."""

    x: int
    y: int
    axis: AxisNumber


class Tile(msgspec.Struct, frozen=True, gc=False, tag="tile"):
    """Chance: a tile of this kind comes out of the bag."""

    kind: TileKind


class EventCard(msgspec.Struct, frozen=True, gc=False, tag="event"):
    """Chance: this event card is turned up."""

    event: Event


LayAction = Lay | LayBasin | LayPass
DisasterAction = Remove | Flood | Turn | TurnPass | Decline
"""The actions of an earthquake or an event."""
Action = Cards | Flip | Draw | LayAction | Keep | Give | DisasterAction | Tile | EventCard

# --- State ---------------------------------------------------------------------------------------------

Stage = Literal["cards", "turn", "again", "bag", "lay", "five", "deck", "quake", "flood", "volcanoes", "over"]
"""What happens next.

cards: both seats choose the sides of their cards, unseen. turn: `turn` may flip cards, then draws.
again: `turn` draws again. bag: chance draws a tile. lay: `actor` lays the `drawn` tile. five: `turn` keeps
the "5" or gives it away. deck: chance turns up an event card. quake, flood, volcanoes: `actor` does what the
tile or card says.
"""


class Aside(msgspec.Struct, frozen=True, gc=False):
    """A tile that could not be laid, and whether Basin and Pass lay on the board then."""

    kind: str
    basin: bool
    two_ocean: bool


class State(msgspec.Struct, frozen=True, gc=False, eq=False):
    """A position.

    `tiles` is the board (int8, shape (spaces,), see `drainage.TileCodes`); `bag` how many tiles of each kind
    are left (int8, shape (kinds,): the areas in the order of their cards, then `OTHER_KINDS`); `cards` the
    sides of each seat's cards (int8, shape (2, areas + 1): `ACTIVE`, `PASSIVE`, `NOT_CHOSEN`, `HIDDEN_SIDE`;
    the eighth one last); `flipped` the cards turned over since the last draw (bool, shape (areas + 1,)).

    `turn` is the active seat, `actor` the one who decides now. `drawn` is the tile that came out of the bag
    and is not yet dealt with, "" if there is none. `five` holds the "5"; `events` are the event cards turned
    up so far, in their order; `last` laid a tile or kept the "5" last; `turned` is the tile that the active
    seat has just turned in an eruption.
    """

    options: Options
    tiles: np.ndarray
    bag: np.ndarray
    cards: np.ndarray
    flipped: np.ndarray
    stage: Stage
    turn: Seat = Seat(0)
    actor: Seat = Seat(0)
    drawn: str = ""
    five: Seat | None = None
    aside: tuple[Aside, ...] = ()
    events: tuple[Event, ...] = ()
    last: Seat | None = None
    turned: Place | None = None

    @property
    def inland(self) -> bool:
        """Whether there is an inland sea: rivers need not reach an ocean any more."""
        return INLAND_SEA in self.events


def opponent(seat: Seat) -> Seat:
    """The opponent."""
    return Seat(1 - seat)


def kinds_of(land: Land) -> tuple[str, ...]:
    """The kinds of tiles in the order of the bag."""
    return (*land.areas, *OTHER_KINDS)


def kind_on(land: Land, tiles: TileCodes, space: int) -> str:
    """The kind of the tile that lies on a space."""
    code = int(tiles[space])
    if code < PASS_CODE:
        return land.areas[land.area[space]]
    return BASIN_TILE if code == BASIN_CODE else PASS_TILE


def cards_in_play(land: Land, options: Options) -> str:
    """The selection cards each seat has: one for each area; the eighth with special geography."""
    return land.areas + EIGHTH_CARD * options.special_geography
