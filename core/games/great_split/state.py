"""Types of The Great Split: actions, a seat's estate, and the state.

A card is its number in the data file; `UNKNOWN_CARD` is one that the viewer may not know. Groups of cards are
in ascending order.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta

UNKNOWN_CARD: Final = -1
"""A card face down."""

Resource = Literal["books", "art", "topaz", "emerald", "gold"]
SealTrack = Literal["books-seal", "art-seal", "topaz-seal", "emerald-seal", "gold-seal"]
Track = Literal[
    "books", "art", "topaz", "emerald", "gold",
    "books-seal", "art-seal", "topaz-seal", "emerald-seal", "gold-seal",
]  # fmt: skip
RESOURCES: Final[tuple[Resource, ...]] = get_args(Resource)
SEAL_TRACKS: Final[tuple[SealTrack, ...]] = get_args(SealTrack)
TRACKS: Final[tuple[Track, ...]] = get_args(Track)
"""The ten tracks of a seat in their order."""

BonusTrack = Track | Literal["prestige"]
"""Targets of a double arrow; prestige is none of the ten tracks."""

WalletSide = Literal["left", "right"]
WALLET_SIDES: Final[tuple[WalletSide, ...]] = get_args(WalletSide)
"""The two groups of a wallet: before and behind the splitter."""

Goods = Literal["gold", "prestige"]
GOODS: Final[tuple[Goods, ...]] = get_args(Goods)
"""Goods for which a card can be sold."""

ScoringToken = Literal["books", "art", "gems", "none"]
Scorable = Literal["books", "art", "gems", "contracts"]
"""Subject of a scoring."""


class Options(msgspec.Struct, frozen=True, gc=False):
    """There are no variants."""


# --- Actions -------------------------------------------------------------------------------------------

Card = Annotated[int, Meta(ge=UNKNOWN_CARD, le=999)]
Group = Annotated[tuple[Card, ...], Meta(max_length=32)]


class Discard(msgspec.Struct, frozen=True, gc=False, tag="discard"):
    """Trade: lay down a card, one too many for the hand."""

    card: Card


class Split(msgspec.Struct, frozen=True, gc=False, tag="split"):
    """Part the whole hand in two groups of at least one card each."""

    left: Group
    right: Group


class Take(msgspec.Struct, frozen=True, gc=False, tag="take"):
    """Take this group out of the right neighbour's wallet."""

    side: WalletSide


class Play(msgspec.Struct, frozen=True, gc=False, tag="play"):
    """Play a card for its icons; `seals` are the tracks for its seals: diamonds, squares, stars.

    Those for seals of one kind in the order of the tracks.
    """

    card: Card
    seals: Annotated[tuple[SealTrack, ...], Meta(max_length=8)] = ()


class Sell(msgspec.Struct, frozen=True, gc=False, tag="sell"):
    """Sell a card for a step on gold or one prestige; its icons do not count."""

    card: Card
    goods: Goods


class Splitter(msgspec.Struct, frozen=True, gc=False, tag="splitter"):
    """Play the splitter: one step on any track."""

    track: Track


class SellSplitter(msgspec.Struct, frozen=True, gc=False, tag="sell-splitter"):
    """Sell the splitter like a card."""

    goods: Goods


class Bonus(msgspec.Struct, frozen=True, gc=False, tag="bonus"):
    """Spend a double arrow: two steps on one track, not gold, or two prestige."""

    track: BonusTrack


class Sealed(msgspec.Struct, frozen=True, gc=False, tag="sealed"):
    """Decision of somebody else while others still decide; `ready` if it was their last.

    Only seen, never done.
    """

    ready: bool


class Deal(msgspec.Struct, frozen=True, gc=False, tag="deal"):
    """Chance: a seat gets this card, from the deck and for the seat whose turn it is to draw."""

    card: Card


class Character(msgspec.Struct, frozen=True, gc=False, tag="character"):
    """Chance: a seat gets this character."""

    number: Annotated[int, Meta(ge=0, le=99)]


class Scoring(msgspec.Struct, frozen=True, gc=False, tag="scoring"):
    """Chance: this scoring token lies on the next free place of the two lines."""

    token: ScoringToken


class Market(msgspec.Struct, frozen=True, gc=False, tag="market"):
    """Chance: this market token is turned up."""

    value: Annotated[int, Meta(ge=0, le=99)]


ResolveAction = Play | Sell | Splitter | SellSplitter | Bonus
ChanceAction = Deal | Character | Scoring | Market
Action = Discard | Split | Take | ResolveAction | Sealed | ChanceAction

# --- State ---------------------------------------------------------------------------------------------

Stage = Literal[
    "deal", "characters", "scoring", "trade", "discard", "split", "choose", "resolve", "market", "over"
]
"""What happens next.

deal: chance deals the first hands. characters: and the character tiles. scoring: the scoring tokens are
laid out. trade: each seat draws. discard: whoever has too many cards discards. split: all fill their
wallets. choose: all take a group out of their right neighbour's. resolve: all play their cards. market: the
round's token is turned up.
"""
SEALED_STAGES: Final[tuple[Stage, ...]] = ("discard", "split", "choose", "resolve")
"""In these all decide at once, and nobody sees what others have decided before the last is ready."""


class Estate(msgspec.Struct, frozen=True, gc=False):
    """Everything that lies before a seat.

    `tracks` are the spaces reached on the ten tracks, in the order of `TRACKS`; `character` the number of
    its tile, None before it is dealt. `left` and `right` are the groups in its wallet while that is with
    the left neighbour, `taken` what it has taken out of the right neighbour's. `discarded` are the cards laid
    down in this trade while others still decide. `played` are the cards resolved in this round as they were
    played, `sold` says which of them face down; `splitter` is True while the splitter is still to be played,
    `arrows` counts the double arrows to be spent.
    """

    tracks: tuple[int, ...] = (0,) * len(TRACKS)
    prestige: int = 0
    character: int | None = None
    hand: Group = ()
    left: Group = ()
    right: Group = ()
    taken: WalletSide | None = None
    discarded: Group = ()
    played: Group = ()
    sold: tuple[bool, ...] = ()
    splitter: bool = False
    arrows: int = 0


class Scored(msgspec.Struct, frozen=True, gc=False):
    """A scoring that took place: after which round, of what, and what it brought each seat."""

    round: int
    token: Scorable
    amounts: tuple[int, ...]


class State(msgspec.Struct, frozen=True, gc=False):
    """A position.

    `round` counts from 1. `estates` are as the seats have them now; `shown`, while decisions are sealed, as
    they were before the first of these, which is how others still see them (else empty). `ready` are the
    seats that have made all their sealed decisions. `decks` are the cards not yet drawn of each level,
    `discards` those laid down. `drawn` counts the draws of the deal or of this trade. `tokens` are the
    scoring tokens: two for the line after round 3, two for that after round 4. `market` are the tokens turned
    up so far; the slider stands at their sum.
    """

    options: Options
    stage: Stage
    round: int
    estates: tuple[Estate, ...]
    decks: tuple[tuple[Card, ...], ...]
    shown: tuple[Estate, ...] = ()
    ready: tuple[bool, ...] = ()
    discards: tuple[Card, ...] = ()
    drawn: int = 0
    tokens: tuple[ScoringToken, ...] = ()
    market: tuple[int, ...] = ()
    scored: tuple[Scored, ...] = ()

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.estates)

    @property
    def slider(self) -> int:
        """Steps that the art market has advanced."""
        return sum(self.market)
