"""Encoding of The Great Split: actions and observations as numbers (see `core.environments.encoding`).

Numbers of actions:

    0 …             part the hand: bit i of 1 + number says whether its card i goes to the right
    DISCARDS_AT …   discard this card
    TAKES_AT …      take the left, the right group
    CARDS_AT …      play a card, for each way to put its seals on tracks, or sell it: see `CARD_ACTIONS`
    SPLITTERS_AT …  play the splitter on a track; sell it for gold, for prestige
    BONUSES_AT …    spend a double arrow on a track but gold; on prestige

Cards and tracks have the numbers of the rules; a hand is in ascending order. Seats in observations are
relative: the observer first, then its left neighbour, and so on; rows of seats that do not play are 0.
"""

from __future__ import annotations

from typing import Final

from core.bots.compiled import jit
from core.bots.kernel import IntArray
from core.environments.encoding import Part, Row, offsets
from core.games.great_split.bot.kernel import (
    ARROWS,
    BONUS_ACTIONS,
    CARD,
    CARD_ACTIONS,
    CHARACTER_TILE,
    CHARACTERS,
    CHOOSE_STAGE,
    DATA,
    DECKS,
    DISCARD,
    DISCARD_STAGE,
    DISCARDED,
    DISCARDS,
    FIRST_ACTION,
    GOLD_TRACK,
    HAND,
    HAS_SPLITTER,
    KIND,
    KIND_BITS,
    LAID,
    LEFT,
    LEVEL_CARDS,
    MARKET_COUNTS,
    MARKET_TOKENS,
    NOT_TAKEN,
    OVER_STAGE,
    OWING,
    PLAY,
    PLAYED,
    PRESTIGE,
    RESOLVE_STAGE,
    RIGHT,
    ROUND,
    SCORING_TOKENS,
    SEATS,
    SELL,
    SELL_SPLITTER,
    SHOWN,
    SPLIT,
    SPLIT_STAGE,
    SPLITTER,
    SPLITTER_ACTIONS,
    STAGE,
    STAGES,
    TAKE,
    TAKEN,
    TOKENS,
    card_count,
    estate_of,
    first_card,
    split_code,
)
from core.games.great_split.data import MOST_SEATS, ROUNDS
from core.games.great_split.state import TRACKS

CARDS: Final = len(DATA.cards)
MOST_HAND: Final = max(DATA.hand_limit)

DISCARDS_AT: Final = (1 << MOST_HAND) - 2
TAKES_AT: Final = DISCARDS_AT + CARDS
CARDS_AT: Final = TAKES_AT + 2
SPLITTERS_AT: Final = CARDS_AT + len(CARD_ACTIONS)
BONUSES_AT: Final = SPLITTERS_AT + len(SPLITTER_ACTIONS)
ACTIONS: Final = BONUSES_AT + len(BONUS_ACTIONS)


@jit
def number(s: IntArray, seat: int, code: int) -> int:
    """The number of an action with this code."""
    kind, detail = code & KIND, code >> KIND_BITS
    if kind == SPLIT:
        return (detail & (1 << card_count(s, estate_of(seat) + HAND)) - 1) - 1
    if kind == DISCARD:
        return DISCARDS_AT + detail - 1
    if kind == TAKE:
        return TAKES_AT + detail
    if kind in (PLAY, SELL):
        at = FIRST_ACTION[(detail & CARD) - 1]
        while CARD_ACTIONS[at] != code:
            at += 1
        return CARDS_AT + at  # type: ignore[no-any-return]
    if kind == SPLITTER:
        return SPLITTERS_AT + detail
    if kind == SELL_SPLITTER:
        return SPLITTERS_AT + len(TRACKS) + detail
    return BONUSES_AT + detail - (detail > GOLD_TRACK)


@jit
def code(s: IntArray, seat: int, number: int) -> int:
    """The code of the action with this number."""
    if number < DISCARDS_AT:
        return split_code(s, estate_of(seat)) + (number + 1 << KIND_BITS)
    if number < TAKES_AT:
        return DISCARD | 1 + number - DISCARDS_AT << KIND_BITS
    if number < CARDS_AT:
        return TAKE | number - TAKES_AT << KIND_BITS
    if number < SPLITTERS_AT:
        return CARD_ACTIONS[number - CARDS_AT]  # type: ignore[no-any-return]
    if number < BONUSES_AT:
        return SPLITTER_ACTIONS[number - SPLITTERS_AT]  # type: ignore[no-any-return]
    return BONUS_ACTIONS[number - BONUSES_AT]  # type: ignore[no-any-return]


# --- Observations --------------------------------------------------------------------------------------

OBSERVATION: Final = (
    Part("seats", (MOST_SEATS,), "1 for each seat that plays"),
    Part("stage", (len(STAGES),), "what happens next: " + ", ".join(STAGES)),
    Part("round", (ROUNDS,), "the round"),
    Part("deciding", (MOST_SEATS,), "seats that owe a decision"),
    Part(
        "tokens",
        (len(SCORING_TOKENS), len(SCORING_TOKENS)),
        "scoring tokens, place by place: " + ", ".join(SCORING_TOKENS),
    ),
    Part("market", (len(MARKET_COUNTS),), "number of market tokens of each value turned up"),
    Part("decks", (len(LEVEL_CARDS),), "number of cards in each deck"),
    Part("discards", (1,), "number of cards laid down"),
    Part("tracks", (MOST_SEATS, len(TRACKS)), "spaces reached"),
    Part("prestige", (MOST_SEATS,), "prestige"),
    Part("characters", (MOST_SEATS, CHARACTERS), "character tiles"),
    Part("hands", (MOST_SEATS,), "number of cards in the hands"),
    Part("wallets", (MOST_SEATS, 2), "number of cards in the two groups of the wallets: left, right"),
    Part("splitters", (MOST_SEATS,), "whether the splitter is still to be played"),
    Part("arrows", (MOST_SEATS,), "double arrows to be spent"),
    Part("played", (MOST_SEATS, CARDS), "cards played in this round that lie open"),
    Part("sold", (MOST_SEATS,), "number of cards sold in this round"),
    Part("hand", (CARDS,), "own cards"),
    Part(
        "places",
        (MOST_HAND, CARDS),
        "while splitting: the first, second … card of the own hand",
    ),
    Part("wallet", (2, CARDS), "own groups, while they are in the own wallet"),
    Part("offered", (2, CARDS), "groups in the right neighbour's wallet, while choosing"),
    Part("discarded", (CARDS,), "own cards laid down in this trade, while others still decide"),
    Part("own_sold", (CARDS,), "own cards sold in this round"),
    Part("taken", (2,), "the group taken, while others still decide"),
)
(
    AT_SEATS, AT_STAGE, AT_ROUND, AT_DECIDING, AT_TOKENS, AT_MARKET, AT_DECKS, AT_DISCARDS,
    AT_TRACKS, AT_PRESTIGE, AT_CHARACTERS, AT_HANDS, AT_WALLETS, AT_SPLITTERS, AT_ARROWS, AT_PLAYED, AT_SOLD,
    AT_HAND, AT_PLACES, AT_WALLET, AT_OFFERED, AT_DISCARDED, AT_OWN_SOLD, AT_TAKEN,
) = offsets(OBSERVATION)  # fmt: skip


@jit
def observe(s: IntArray, seat: int, out: Row) -> None:
    """Write what a seat may know."""
    out[:] = 0
    _observe_table(s, out)
    for row in range(s[SEATS]):
        other = (seat + row) % s[SEATS]
        out[AT_SEATS + row] = 1
        out[AT_DECIDING + row] = s[OWING] >> other & 1
        _observe_estate(s, estate_of(other), row, out)
    _observe_own(s, estate_of(seat), out)
    _observe_wallet(s, estate_of(seat), AT_WALLET, out)
    if s[STAGE] == CHOOSE_STAGE:
        _observe_wallet(s, estate_of((seat - 1) % s[SEATS]), AT_OFFERED, out)


@jit
def _observe_table(s: IntArray, out: Row) -> None:
    """Write what belongs to nobody."""
    out[AT_STAGE + s[STAGE]] = 1
    out[AT_ROUND + s[ROUND] - 1] = 1
    for place in range(s[LAID]):
        out[AT_TOKENS + place * len(SCORING_TOKENS) + s[TOKENS + place]] = 1
    turned = ROUNDS if s[STAGE] == OVER_STAGE else s[ROUND] - 1
    for number in range(turned):
        out[AT_MARKET + s[MARKET_TOKENS + number]] += 1
    for level in range(len(LEVEL_CARDS)):
        out[AT_DECKS + level] = card_count(s, DECKS + 2 * level)
    out[AT_DISCARDS] = card_count(s, DISCARDS)


@jit
def _observe_estate(s: IntArray, estate: int, row: int, out: Row) -> None:
    """Write what lies openly before a seat: of others as it lay before they decided."""
    resolving = row > 0 and s[STAGE] == RESOLVE_STAGE
    before = estate + SHOWN if resolving else estate
    for track in range(len(TRACKS)):
        out[AT_TRACKS + row * len(TRACKS) + track] = s[before + track]
    out[AT_PRESTIGE + row] = s[before + PRESTIGE]
    if s[estate + CHARACTER_TILE] >= 0:
        out[AT_CHARACTERS + row * CHARACTERS + s[estate + CHARACTER_TILE]] = 1
    out[AT_HANDS + row] = card_count(s, estate + HAND)
    if resolving:
        out[AT_HANDS + row] += s[estate + PLAYED]
        out[AT_SPLITTERS + row] = 1
        return
    out[AT_SPLITTERS + row] = s[estate + HAS_SPLITTER]
    out[AT_ARROWS + row] = s[estate + ARROWS]
    _observe_played(s, estate, row, out)
    if row and s[STAGE] == DISCARD_STAGE:
        out[AT_HANDS + row] += card_count(s, estate + DISCARDED)
    for side in range(2):
        cards = card_count(s, estate + LEFT + 2 * side)
        if row and s[STAGE] == SPLIT_STAGE:
            out[AT_HANDS + row] += cards
        else:
            out[AT_WALLETS + 2 * row + side] = cards


@jit
def _observe_played(s: IntArray, estate: int, row: int, out: Row) -> None:
    """Write which cards a seat has played or sold; what others have sold lies face down."""
    for number in range(1, s[estate + PLAYED] + 1):
        card, sold = s[estate + PLAYED + number] >> 1, s[estate + PLAYED + number] & 1
        if not sold:
            out[AT_PLAYED + row * CARDS + card] = 1
        elif row == 0:
            out[AT_OWN_SOLD + card] = 1
        out[AT_SOLD + row] += sold


@jit
def _observe_own(s: IntArray, estate: int, out: Row) -> None:
    """Write what only the seat itself knows."""
    _observe_cards(s, estate + HAND, AT_HAND, out)
    _observe_cards(s, estate + DISCARDED, AT_DISCARDED, out)
    if s[STAGE] == SPLIT_STAGE:
        low, high, place = s[estate + HAND], s[estate + HAND + 1], 0
        while low | high:
            card, low, high = first_card(low, high)
            out[AT_PLACES + place * CARDS + card] = 1
            place += 1
    if s[estate + TAKEN] != NOT_TAKEN:
        out[AT_TAKEN + s[estate + TAKEN]] = 1


@jit
def _observe_wallet(s: IntArray, estate: int, at: int, out: Row) -> None:
    """Write the two groups of a wallet."""
    _observe_cards(s, estate + LEFT, at, out)
    _observe_cards(s, estate + RIGHT, at + CARDS, out)


@jit
def _observe_cards(s: IntArray, group: int, at: int, out: Row) -> None:
    """Write 1 for each card of a group."""
    low, high = s[group], s[group + 1]
    while low | high:
        card, low, high = first_card(low, high)
        out[at + card] = 1
