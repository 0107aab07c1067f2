"""What the pictures of The Great Split's rules show: cards, wallets, tracks and the market as data.

The data is `assets/rules/great_split.toml`. What a picture claims (a card may be played there, this is
reached, so much is scored) is worked out with the rules, or stands in the data and is checked against them
by `tests/client/test_great_split_pictures.py`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from client.boards.fields import AnyField, Fields
from client.boards.great_split.layout import TALLEST
from core.game import Refused
from core.games.great_split import scoring
from core.games.great_split.data import FIRST_HAND, GREAT_SPLIT_DATA, LINES, MOST_SEATS, ROUNDS, Seal
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import (
    TRACKS,
    Bonus,
    Estate,
    Options,
    Play,
    Resolving,
    Resource,
    ScoringToken,
    Sell,
    Side,
    Splitter,
    State,
    Track,
)
from core.games.great_split.tracks import Hop, advance

replace = msgspec.structs.replace

Card = Annotated[int, Meta(ge=0, lt=len(GREAT_SPLIT_DATA.cards))]
Group = Annotated[tuple[Card, ...], Meta(max_length=9)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Slider = Annotated[tuple[Annotated[int, Meta(ge=0, le=4)], ...], Meta(max_length=ROUNDS)]
Scored = Literal["", "books", "gems", "contract-books", "contract-art", "contract-topaz",
                 "contract-emerald", "contract-gold"]  # fmt: skip

CARD: Final = (1.96, 2.8)
"""Sizes across and down for a card; GAP: between two things in a row."""
GAP: Final = 0.22
SPLITTER: Final = 0.9
"""How wide the splitter is."""
LINE: Final = 0.95
"""How high a track is; APART: between those of a row; BETWEEN: between rows, with room for marks."""
APART: Final = 0.3
BETWEEN: Final = 0.55
PAD: Final = 0.4
TRACKS_ACROSS: Final = 15.4
SUM: Final = 1.4
"""How high the line with a sum is."""


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards side by side, those before and those behind the splitter; `whole`: without one."""

    left: Group = ()
    right: Group = ()
    whole: bool = False

    def __post_init__(self) -> None:
        if len({*self.left, *self.right}) != len(self.left) + len(self.right):
            raise ValueError("each card is there only once")
        if not self.left or self.whole == bool(self.right):
            raise ValueError("cards side by side, or parted by the splitter")

    @property
    def extent(self) -> tuple[float, float]:
        """How wide and high it is, in sizes."""
        cards = len(self.left) + len(self.right)
        things = cards * (CARD[0] + GAP) - GAP
        return things + (0.0 if self.whole else SPLITTER + 5 * GAP), CARD[1]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card or the splitter, and what it brings as it is played: `play 17 topaz`, `sell 3 gold`."""

    play: str

    def __post_init__(self) -> None:
        if not isinstance(_step(self.play), Play | Sell | Splitter):
            raise ValueError(f"nothing that is played: {self.play}")

    @property
    def action(self) -> Play | Sell | Splitter:
        """What is done."""
        action = _step(self.play)
        assert isinstance(action, Play | Sell | Splitter)
        return action

    @property
    def icons(self) -> tuple[str, ...]:
        """Prestige and the tracks that go on a step, by the rules."""
        prestige, steps = GREAT_SPLIT.gains(self.action)
        return ("prestige",) * prestige + tuple(TRACKS[track] for track, many in steps for _ in range(many))


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sign, and the tracks of which one goes on for it."""

    sign: Seal
    tracks: Annotated[tuple[Track, ...], Meta(min_length=1)]


class Wallet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wallet of a seat in the hands of the next one, which takes a group of it; the rest goes back."""

    giver: SeatNumber
    taker: SeatNumber
    left: Group
    right: Group
    take: Side

    @property
    def taken(self) -> Group:
        """What the taker gets; `returned` is what goes back."""
        return self.left if self.take == "left" else self.right

    @property
    def returned(self) -> Group:
        return self.right if self.take == "left" else self.left

    @property
    def extent(self) -> tuple[float, float]:
        cards = max(len(self.left), 1) + max(len(self.right), 1)
        return 2.7 + cards * (CARD[0] + GAP) + SPLITTER + 4 * GAP, CARD[1] + 1.3


class Ring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seats round a table, a wallet on its way from each to the next."""

    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands beside the estates: the round, scoring tokens, market tokens turned up."""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)]
    turned: Slider = ()
    tokens: Annotated[tuple[ScoringToken, ...], Meta(max_length=4)] = ()
    seats: SeatNumber = 4

    @property
    def decks(self) -> tuple[int, ...]:
        """How many cards are left of each level when all have drawn."""
        late = max(0, self.round - LINES[0])
        drawn = (FIRST_HAND, self.round - late, late)
        whole = map(len, GREAT_SPLIT_DATA.decks)
        return tuple(cards - self.seats * many for cards, many in zip(whole, drawn, strict=True))


class Market(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The art market with these tokens turned up."""

    turned: Slider


class Tracks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some resources of an estate with their seals, and how they go on.

    `at` is where tracks stand (else at 0), `plays` what is done then, in notation: all advances are marked
    in their order. `arrows` double arrows wait to be spent. `scores` is one scoring, with the icons of
    `character`; art is worth what it is with the market tokens `turned` up.
    """

    show: Annotated[tuple[Resource, ...], Meta(min_length=1, max_length=5)]
    at: dict[Track, Annotated[int, Meta(ge=0, le=40)]] = {}
    plays: Annotated[tuple[str, ...], Meta(max_length=6)] = ()
    arrows: Annotated[int, Meta(ge=0, le=5)] = 0
    scores: Scored = ""
    turned: Slider = ()
    character: str = ""

    def __post_init__(self) -> None:
        for name, space in self.at.items():
            if space > GREAT_SPLIT_DATA.spaces[TRACKS.index(name)]:
                raise ValueError(f"{name} has no space {space}")
        for play in self.plays:
            _step(play)
        if self.character not in ("", *(tile.name for tile in GREAT_SPLIT_DATA.characters)):
            raise ValueError(f"nobody is called {self.character}")

    @property
    def extent(self) -> tuple[float, float]:
        rows = len(self.show) * (2 * LINE + APART + BETWEEN) - BETWEEN
        return TRACKS_ACROSS, rows + 2 * PAD + (SUM if self.scores else 0.0)

    @property
    def slider(self) -> int:
        """How far the art market has advanced."""
        return sum(self.turned)

    @property
    def estate(self) -> Estate:
        """What lies before the seat at first; the cards played are in its hand."""
        steps = [_step(play) for play in self.plays]
        hand = tuple(sorted(step.card for step in steps if isinstance(step, Play | Sell)))
        tile = next((t.id for t in GREAT_SPLIT_DATA.characters if t.name == self.character), None)
        return Estate(
            tracks=tuple(self.at.get(name, 0) for name in TRACKS),
            character=tile,
            hand=hand,
            splitter=any(isinstance(step, Splitter) for step in steps),
            arrows=self.arrows,
        )

    def state(self) -> State:
        """The position of the rules that it shows: somebody else is still to play."""
        s = GREAT_SPLIT.start(Options(), 2)
        estates = (self.estate, Estate(splitter=True))
        return replace(s, stage="resolve", estates=estates, shown=estates, ready=(False, False))

    @property
    def steps(self) -> tuple[Resolving, ...]:
        """What is done."""
        return tuple(_step(play) for play in self.plays)

    def hops(self) -> tuple[Hop, ...]:
        """All advances in their order."""
        tracks, found = self.estate.tracks, list[Hop]()
        for step in self.steps:
            progress = advance(GREAT_SPLIT_DATA, tracks, GREAT_SPLIT.gains(step)[1])
            tracks, found = progress.tracks, [*found, *progress.hops]
        return tuple(found)

    def after(self, hops: int | None = None) -> Estate:
        """Where the tracks stand after so many advances, or all."""
        tracks = list(self.estate.tracks)
        for hop in self.hops()[:hops]:
            tracks[hop.track] = hop.after
        return replace(self.estate, tracks=tuple(tracks))

    @property
    def sum(self) -> str:
        """How the scoring is worked out: `2 × 3 = 6`."""
        data, estate = GREAT_SPLIT_DATA, self.after()
        match self.scores.partition("-"):
            case "books", _, _:
                return str(scoring.books(data, estate))
            case "gems", _, _:
                value = scoring.gem_value(data, estate)
                return f"2 × {value} = {2 * value}"
            case _, _, name:
                resource: Any = name
                icons = scoring.contracts_of(data, estate, resource)
                stars = scoring.stars_of(data, estate, resource)
                return f"{icons} × {stars} = {icons * stars}"


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character tile: its portrait, its first steps, its contract icons."""

    name: str

    def __post_init__(self) -> None:
        if self.name not in (tile.name for tile in GREAT_SPLIT_DATA.characters):
            raise ValueError(f"nobody is called {self.name}")

    @property
    def start(self) -> tuple[str, ...]:
        """The tracks that go on a step, each as often as it does."""
        return tuple(name for name, many in self._tile.start.items() for _ in range(many))

    @property
    def contracts(self) -> tuple[Resource, ...]:
        """The contract icons."""
        return tuple(name for name, many in self._tile.contracts.items() for _ in range(many))

    @property
    def _tile(self) -> Any:
        return next(tile for tile in GREAT_SPLIT_DATA.characters if tile.name == self.name)


class Field(AnyField, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing in a picture, exactly one of those below."""

    hand: Hand | None = None
    effect: Effect | None = None
    choice: Choice | None = None
    wallet: Wallet | None = None
    ring: Ring | None = None
    board: Board | None = None
    market: Market | None = None
    tracks: Tracks | None = None
    person: Person | None = None

    def __post_init__(self) -> None:
        if sum(getattr(self, name) is not None for name in THINGS) != 1:
            raise ValueError("a field shows one thing")

    @property
    def measures(self) -> tuple[float, float]:
        for thing in (self.hand, self.wallet, self.tracks):
            if thing is not None:
                return thing.extent
        if self.effect is not None:
            return CARD[0] + 1.5 + 1.4, CARD[1]
        if self.choice is not None:
            return 3.6 + 1.75 * len(self.choice.tracks), 1.9
        if self.board is not None:
            return BOARD
        if self.market is not None:
            return MARKET
        return RING if self.ring is not None else PERSON


RING: Final = (11.0, 9.0)
PERSON: Final = (6.6, 4.2)
BOARD: Final = (8.4, 8.4 * TALLEST / 420)
MARKET: Final = (8.4, 3.8)
THINGS: Final = ("hand", "effect", "choice", "wallet", "ring", "board", "market", "tracks", "person")
"""What a field can show."""


class Picture(Fields[Field], frozen=True, forbid_unknown_fields=True):
    """What a page shows."""


def _step(text: str) -> Any:
    """What is played, in notation."""
    try:
        action = GREAT_SPLIT.parse(text)
    except Refused as error:
        raise ValueError(f"no step: {text}") from error
    if not isinstance(action, Play | Sell | Splitter | Bonus):
        raise ValueError(f"nothing that is played: {text}")
    return action
