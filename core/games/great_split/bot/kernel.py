"""Kernel of The Great Split: its rules compiled (see `core.bots.kernel`).

A state is an int64 array: `SEATS` … `DISCARDS`, then an estate for each seat, `ESTATE_SIZE` numbers from
`estate_of(seat)` on with indices of their own: the numbers of the ten tracks, then `PRESTIGE` … `AMOUNTS`.

A group of cards, be it a hand or a deck, is two numbers: bits of the cards 0 … 49, and of those from 50 on.
`PLAYED` counts the cards resolved in this round; they follow as `2 * card + sold`. `OWING` has a bit for each
seat that still decides. How a seat lay before it decided follows from the rest, but for tracks and prestige:
while seats resolve, these are kept from `SHOWN` on.

Code of an action: its kind, and shifted by `KIND_BITS`

    DISCARD, DEAL      1 + card, or 0 face down
    SPLIT              bit i if card i goes to the right, and a bit after that of the last card; shifted by
                       `SHAPE_BITS` the cards, 1 + card in `CARD_BITS` each, or 0 face down
    PLAY               1 + card; shifted by `CARD_BITS` the seals, 1 + track in `TRACK_BITS` each
    SELL               1 + card, or 0 face down; shifted by `CARD_BITS` index of the goods
    CHARACTER, MARKET  number of the tile, value of the token
    all others         index of their side, track, goods, token … in `_VALUES`; prestige as `PRESTIGE`
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, get_args

import msgspec
import numpy as np

from core.bots.compiled import bit_count, jit, lowest_bit, nth_bit, random_below, share_win
from core.bots.contract import FloatArray
from core.bots.kernel import CHANCE, OVER, Generator, IntArray
from core.games.great_split.consistency import scorings
from core.games.great_split.data import FIRST_HAND, MOST_SEATS, ROUNDS, SCORING_ROUNDS
from core.games.great_split.rules import BONUS_STEPS, BONUS_TRACKS, GREAT_SPLIT
from core.games.great_split.scoring import FINAL_SCORINGS
from core.games.great_split.state import (
    GOODS,
    RESOURCES,
    SEAL_TRACKS,
    TRACKS,
    UNKNOWN_CARD,
    WALLET_SIDES,
    Action,
    Bonus,
    Character,
    Deal,
    Discard,
    Estate,
    Group,
    Market,
    Options,
    Play,
    Scored,
    Scoring,
    ScoringToken,
    Sealed,
    Sell,
    SellSplitter,
    Split,
    Splitter,
    Stage,
    State,
    Take,
)

DATA: Final = GREAT_SPLIT.data

SEATS, STAGE, ROUND, DRAWN, OWING, LAID, SCORED = range(7)
TOKENS: Final = 7
"""The scoring tokens, of which `LAID` lie."""
MARKET_TOKENS: Final = TOKENS + len(DATA.scoring_tokens)
"""The market tokens turned up: one for each round that is done, then 0."""
DECKS: Final = MARKET_TOKENS + ROUNDS
DISCARDS: Final = DECKS + 6
ESTATES: Final = DISCARDS + 2

PRESTIGE: Final = len(TRACKS)
SHOWN: Final = PRESTIGE + 1
"""Here the numbers before this one, tracks and prestige, are kept while the seat resolves."""
CHARACTER_TILE: Final = 2 * SHOWN
TAKEN, HAS_SPLITTER, ARROWS = range(CHARACTER_TILE + 1, CHARACTER_TILE + 4)
HAND, LEFT, RIGHT, DISCARDED, PLAYED = range(ARROWS + 1, ARROWS + 11, 2)
MOST_PLAYED: Final = 2 * (max(DATA.hand_limit) - 1)
"""Most cards resolved in a round: two groups, each with one card less than a hand."""
AMOUNTS: Final = PLAYED + 1 + MOST_PLAYED
"""Points that the seat got in each of the `SCORED` scorings."""
MOST_SCORINGS: Final = len(DATA.scoring_tokens) - 1 + len(FINAL_SCORINGS)
ESTATE_SIZE: Final = AMOUNTS + MOST_SCORINGS

SIZE: Final = ESTATES + MOST_SEATS * ESTATE_SIZE
HIDDEN: Final = True

STAGES: Final[tuple[Stage, ...]] = get_args(Stage)
(
    DEAL_STAGE, CHARACTERS_STAGE, SCORING_STAGE, TRADE_STAGE, DISCARD_STAGE,
    SPLIT_STAGE, CHOOSE_STAGE, RESOLVE_STAGE, MARKET_STAGE, OVER_STAGE,
) = range(len(STAGES))  # fmt: skip
SCORING_TOKENS: Final[tuple[ScoringToken, ...]] = get_args(ScoringToken)
NO_SCORING: Final = SCORING_TOKENS.index("none")
BOOKS, ART, GEMS, CONTRACTS = range(len(FINAL_SCORINGS))
"""The scorings; books, art and gems have the numbers of their tokens."""

HALF: Final = 50
"""Cards in the first number of a group."""
KIND_BITS, CARD_BITS, TRACK_BITS, SHAPE_BITS = 4, 7, 4, 8
KIND, CARD, TRACK, SHAPE = ((1 << bits) - 1 for bits in (KIND_BITS, CARD_BITS, TRACK_BITS, SHAPE_BITS))
(
    DISCARD, SPLIT, TAKE, PLAY, SELL, SPLITTER, SELL_SPLITTER, BONUS,
    SEALED, DEAL, CHARACTER, SCORING, MARKET,
) = range(13)  # fmt: skip
_KINDS: Final[tuple[Any, ...]] = (
    Discard, Split, Take, Play, Sell, Splitter, SellSplitter, Bonus,
    Sealed, Deal, Character, Scoring, Market,
)  # fmt: skip
_VALUES: Final[Mapping[Any, Sequence[Any]]] = {
    Take: WALLET_SIDES,
    Splitter: TRACKS,
    SellSplitter: GOODS,
    Bonus: (*TRACKS, "prestige"),
    Sealed: (False, True),
    Scoring: SCORING_TOKENS,
}
"""Values of the one field of these actions."""
NOT_TAKEN: Final = -1
GOLD_GOODS: Final = GOODS.index("gold")


# --- From the rules and back ---------------------------------------------------------------------------


def from_state(state: State) -> IntArray:
    """The array of a state."""
    s = np.zeros(SIZE, dtype=np.int64)
    s[SEATS], s[STAGE], s[ROUND], s[DRAWN] = state.seats, STAGES.index(state.stage), state.round, state.drawn
    s[OWING] = sum(1 << seat for seat, ready in enumerate(state.ready) if not ready)
    s[LAID], s[SCORED] = len(state.tokens), len(state.scored)
    for number, token in enumerate(state.tokens):
        s[TOKENS + number] = SCORING_TOKENS.index(token)
    s[MARKET_TOKENS : MARKET_TOKENS + len(state.market)] = state.market
    for level, deck in enumerate(state.decks):
        _put_all(s, DECKS + 2 * level, deck)
    _put_all(s, DISCARDS, state.discards)
    for seat, estate in enumerate(state.estates):
        _put_estate(s, estate_of(seat), estate)
        shown = state.shown[seat] if state.stage == "resolve" else Estate()
        s[estate_of(seat) + SHOWN : estate_of(seat) + 2 * SHOWN] = *shown.tracks, shown.prestige
        for number, scored in enumerate(state.scored):
            s[estate_of(seat) + AMOUNTS + number] = scored.amounts[seat]
    return s


def _put_estate(s: IntArray, at: int, estate: Estate) -> None:
    s[at : at + SHOWN] = *estate.tracks, estate.prestige
    s[at + CHARACTER_TILE] = -1 if estate.character is None else estate.character
    s[at + TAKEN] = NOT_TAKEN if estate.taken is None else WALLET_SIDES.index(estate.taken)
    s[at + HAS_SPLITTER], s[at + ARROWS], s[at + PLAYED] = estate.splitter, estate.arrows, len(estate.played)
    _put_all(s, at + HAND, estate.hand)
    _put_all(s, at + LEFT, estate.left)
    _put_all(s, at + RIGHT, estate.right)
    _put_all(s, at + DISCARDED, estate.discarded)
    for number, (card, sold) in enumerate(zip(estate.played, estate.sold, strict=True), start=1):
        s[at + PLAYED + number] = 2 * card + sold


def _put_all(s: IntArray, group: int, cards: Iterable[int]) -> None:
    for card in cards:
        _put(s, group, card)


def to_state(s: IntArray) -> State:
    """The state of an array."""
    count, stage, round_ = int(s[SEATS]), STAGES[s[STAGE]], int(s[ROUND])
    turned = ROUNDS if stage == "over" else round_ - 1
    before = s.copy()
    for seat in range(count):
        _take_back(before, seat)
    sealed = bool(s[OWING])
    state = State(
        Options(),
        stage,
        round_,
        tuple(_estate_of(s, seat) for seat in range(count)),
        tuple(_cards(s, DECKS + 2 * level) for level in range(3)),
        tuple(_estate_of(before, seat) for seat in range(count)) if sealed else (),
        tuple(not s[OWING] >> seat & 1 for seat in range(count)) if sealed else (),
        _cards(s, DISCARDS),
        int(s[DRAWN]),
        tuple(SCORING_TOKENS[token] for token in s[TOKENS : TOKENS + s[LAID]]),
        tuple(s[MARKET_TOKENS : MARKET_TOKENS + turned].tolist()),
    )
    amounts = [[int(s[estate_of(seat) + AMOUNTS + n]) for seat in range(count)] for n in range(s[SCORED])]
    scored = [
        Scored(after, token, tuple(each))
        for (after, token), each in zip(scorings(state), amounts, strict=True)
    ]
    return msgspec.structs.replace(state, scored=tuple(scored))


def _estate_of(s: IntArray, seat: int) -> Estate:
    at = estate_of(seat)
    character, taken = int(s[at + CHARACTER_TILE]), int(s[at + TAKEN])
    played = s[at + PLAYED + 1 : at + PLAYED + 1 + s[at + PLAYED]].tolist()
    return Estate(
        tuple(s[at : at + PRESTIGE].tolist()),
        int(s[at + PRESTIGE]),
        None if character < 0 else character,
        _cards(s, at + HAND),
        _cards(s, at + LEFT),
        _cards(s, at + RIGHT),
        None if taken == NOT_TAKEN else WALLET_SIDES[taken],
        _cards(s, at + DISCARDED),
        tuple(entry // 2 for entry in played),
        tuple(entry % 2 == 1 for entry in played),
        bool(s[at + HAS_SPLITTER]),
        int(s[at + ARROWS]),
    )


def _cards(s: IntArray, group: int) -> Group:
    bits, cards = int(s[group]) | int(s[group + 1]) << HALF, []
    while bits:
        cards.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return tuple(cards)


def code_of(action: Action) -> int:
    """The code of an action."""
    match action:
        case Split():
            detail = _split_detail(action)
        case Play():
            detail = 1 + action.card | _joined(map(TRACKS.index, action.seals), TRACK_BITS) << CARD_BITS
        case Sell():
            detail = 1 + action.card | GOODS.index(action.goods) << CARD_BITS
        case Discard() | Deal():
            detail = 1 + action.card
        case Character():
            detail = action.number
        case Market():
            detail = action.value
        case _:
            (value,) = msgspec.structs.astuple(action)
            detail = _VALUES[type(action)].index(value)
    return _KINDS.index(type(action)) | detail << KIND_BITS


def action_of(code: int) -> Action:
    """The action with a code."""
    kind, detail = _KINDS[code & KIND], code >> KIND_BITS
    action: Action
    if kind is Split:
        action = _split_of(detail & SHAPE, _parted(detail >> SHAPE_BITS, CARD_BITS))
    elif kind is Play:
        seals = (SEAL_TRACKS[track - len(RESOURCES)] for track in _parted(detail >> CARD_BITS, TRACK_BITS))
        action = Play((detail & CARD) - 1, tuple(seals))
    elif kind is Sell:
        action = Sell((detail & CARD) - 1, GOODS[detail >> CARD_BITS])
    elif kind in (Discard, Deal):
        action = kind(detail - 1)
    else:
        action = kind(_VALUES[kind][detail] if kind in _VALUES else detail)
    return action


def _split_detail(split: Split) -> int:
    """Detail of a code: which cards of a hand go to the right, and the hand."""
    hand = sorted((*split.left, *split.right))
    if UNKNOWN_CARD in hand:
        return _split_shape(range(len(split.left), len(hand)), len(hand))
    return _split_shape(map(hand.index, split.right), len(hand)) | _joined(hand, CARD_BITS) << SHAPE_BITS


def _split_shape(right: Iterable[int], count: int) -> int:
    return sum(1 << number for number in right) | 1 << count


def _split_of(shape: int, cards: Group) -> Split:
    count = shape.bit_length() - 1
    hand = cards or (UNKNOWN_CARD,) * count
    return Split(
        tuple(hand[number] for number in range(count) if not shape >> number & 1),
        tuple(hand[number] for number in range(count) if shape >> number & 1),
    )


def _joined(numbers: Iterable[int], bits: int) -> int:
    """Numbers in one, the first in the lowest bits, each with 1 added."""
    return sum(1 + number << bits * place for place, number in enumerate(numbers))


def _parted(joined: int, bits: int) -> Group:
    """The numbers that `_joined` has joined."""
    places = range(0, joined.bit_length(), bits)
    return tuple((joined >> place & (1 << bits) - 1) - 1 for place in places)


# --- Tables of the numbers in `data` -------------------------------------------------------------------


def _table(rows: Iterable[Iterable[int]]) -> IntArray:
    """Rows of numbers, shape (rows, most numbers), filled up with 0."""
    lists = [list(row) for row in rows]
    table = np.zeros((len(lists), max(map(len, lists))), dtype=np.int64)
    for filled, row in zip(table, lists, strict=True):
        filled[: len(row)] = row
    return table


def _codes(actions: Iterable[Any]) -> IntArray:
    return np.array([code_of(action) for action in actions], dtype=np.int64)


_ICONS: Final = [card.icons for card in DATA.cards]
LEVEL_CARDS: Final = _table(
    [sum(1 << card % HALF for card in deck if card // HALF == half) for half in range(2)]
    for deck in DATA.decks
)
"""Group of all cards of each level."""
CARD_PRESTIGE: Final = np.array([icons.count("prestige") for icons in _ICONS])
CARD_STEPS: Final = np.array(
    [_joined((TRACKS.index(icon) for icon in icons if icon in RESOURCES), TRACK_BITS) for icons in _ICONS]
)
"""For each card the tracks of its resource icons, as in the code of `Play`."""
_CARD_ACTIONS: Final = [
    [
        *(Play(card, seals) for seals in GREAT_SPLIT.seal_choices(card)),
        *(Sell(card, goods) for goods in GOODS),
    ]
    for card in range(len(DATA.cards))
]
CARD_ACTIONS: Final = _codes(action for actions in _CARD_ACTIONS for action in actions)
"""Everything that may be done with a card: `WAYS` of each, beginning at its `FIRST_ACTION`."""
WAYS: Final = np.array([*map(len, _CARD_ACTIONS)])
FIRST_ACTION: Final = WAYS.cumsum() - WAYS
SPLITTER_ACTIONS: Final = _codes([*map(Splitter, TRACKS), *map(SellSplitter, GOODS)])
BONUS_ACTIONS: Final = _codes(map(Bonus, BONUS_TRACKS))
MOST_ACTIONS: Final = max(
    2 ** max(DATA.hand_limit),
    int(np.sort(WAYS)[-MOST_PLAYED:].sum()) + len(SPLITTER_ACTIONS),
)

HAND_LIMIT: Final = np.array([0, *DATA.hand_limit])
"""Most cards in a hand after the trade of each round."""
SPACES: Final = np.array(DATA.spaces)
STEP_ON: Final = _table(
    [steps.get(space, -1) for space in range(spaces + 1)]
    for steps, spaces in zip(DATA.steps, DATA.spaces, strict=True)
)
"""Track of the step that each space of each track shows, or -1."""
ARROWS_ON: Final = _table(
    [space in arrows for space in range(spaces + 1)]
    for arrows, spaces in zip(DATA.double_arrows, DATA.spaces, strict=True)
)
"""Whether each space of each track has a double arrow."""
CHARACTERS: Final = len(DATA.characters)
CHARACTER_STEPS: Final = _table([tile.start.get(track, 0) for track in TRACKS] for tile in DATA.characters)
CHARACTER_ICONS: Final = _table(
    [tile.contracts.get(resource, 0) for resource in RESOURCES] for tile in DATA.characters
)
CONTRACT_ICONS: Final = _table(
    [sum(space <= reached for space in track.contracts) for reached in range(track.spaces + 1)]
    for track in DATA.tracks.values()
)
"""Contract icons up to each space of each resource track."""
SEAL_TRACK: Final = np.array([TRACKS.index(DATA.seal_of[resource]) for resource in RESOURCES])
STARS: Final = _table(DATA.seal_tracks[DATA.seal_of[resource]].stars for resource in RESOURCES)
"""Stars by resource and space of its seal track."""
BANNERS: Final = np.array(DATA.tracks["books"].banners)
GEM_VALUES: Final = np.array(DATA.tracks["topaz"].values)
ART_PAYS: Final = _table(
    [DATA.art_pays(slider)[level] for level in DATA.tracks["art"].levels]
    for slider in range(sum(DATA.market_tokens) + 1)
)
"""Prestige by slider and space of the art track."""
MARKET_COUNTS: Final = np.array(
    [DATA.market_tokens.count(value) for value in range(max(DATA.market_tokens) + 1)]
)
"""Number of market tokens of each value."""
ALL_MARKET_TOKENS: Final = len(DATA.market_tokens)
BOOKS_TRACK, ART_TRACK, TOPAZ_TRACK, EMERALD_TRACK, GOLD_TRACK = range(len(RESOURCES))


# --- Groups of cards -----------------------------------------------------------------------------------


@jit
def estate_of(seat: int) -> int:
    """The index of what lies before a seat."""
    return ESTATES + seat * ESTATE_SIZE


@jit
def card_count(s: IntArray, group: int) -> int:
    """Number of cards in a group."""
    return bit_count(s[group]) + bit_count(s[group + 1])


@jit
def _put(s: IntArray, group: int, card: int) -> None:
    """Put a card into a group."""
    s[group + card // HALF] |= 1 << card % HALF


@jit
def _remove(s: IntArray, group: int, card: int) -> None:
    s[group + card // HALF] &= ~(1 << card % HALF)


@jit
def _move(s: IntArray, source: int, target: int) -> None:
    """Put all cards of a group into another."""
    for half in range(2):
        s[target + half] |= s[source + half]
        s[source + half] = 0


@jit
def first_card(low: int, high: int) -> tuple[int, int, int]:
    """The lowest card of a group, and the rest of the group."""
    if low:
        return lowest_bit(low), low & low - 1, high
    return HALF + lowest_bit(high), 0, high & high - 1


@jit
def _random_card(s: IntArray, group: int, rng: Generator) -> int:
    """Any card of a group."""
    low = bit_count(s[group])
    number = random_below(rng, card_count(s, group))
    return nth_bit(s[group], number) if number < low else HALF + nth_bit(s[group + 1], number - low)


# --- Who decides, and what may be done -----------------------------------------------------------------


@jit
def seats(s: IntArray) -> int:
    """Number of seats."""
    return s[SEATS]  # type: ignore[no-any-return]


@jit
def actor(s: IntArray) -> int:
    """The lowest seat that owes a decision, `CHANCE` or `OVER`."""
    if s[OWING]:
        return lowest_bit(s[OWING])
    return OVER if s[STAGE] == OVER_STAGE else CHANCE


@jit
def legal(s: IntArray, seat: int, actions: IntArray) -> int:
    """Write the codes of all that a seat may do; returns their number."""
    estate = estate_of(seat)
    if s[STAGE] == SPLIT_STAGE:
        return _splits(s, estate, actions)
    if s[STAGE] == CHOOSE_STAGE:
        actions[0], actions[1] = TAKE, TAKE | 1 << KIND_BITS
        return 2
    if s[STAGE] == RESOLVE_STAGE:
        return _resolvings(s, estate, actions)
    return _card_codes(s, estate + HAND, DISCARD, actions)


@jit
def _card_codes(s: IntArray, group: int, kind: int, actions: IntArray) -> int:
    """Write a code for each card of a group."""
    low, high, count = s[group], s[group + 1], 0
    while low | high:
        card, low, high = first_card(low, high)
        actions[count] = kind | 1 + card << KIND_BITS
        count += 1
    return count


@jit
def _splits(s: IntArray, estate: int, actions: IntArray) -> int:
    """Every way to part a hand in two groups, as numbers: bit i says whether card i goes to the right."""
    code, most = split_code(s, estate), (1 << card_count(s, estate + HAND)) - 1
    for number in range(1, most):
        actions[number - 1] = code + (number << KIND_BITS)
    return most - 1


@jit
def split_code(s: IntArray, estate: int) -> int:
    """The code of a split with the whole hand on the left, to which the bits of the others are added."""
    low, high = s[estate + HAND], s[estate + HAND + 1]
    cards = count = 0
    while low | high:
        card, low, high = first_card(low, high)
        cards |= 1 + card << count * CARD_BITS
        count += 1
    return SPLIT | (cards << SHAPE_BITS | 1 << count) << KIND_BITS


@jit
def _resolvings(s: IntArray, estate: int, actions: IntArray) -> int:
    """A double arrow to spend, else any card, or the splitter, to play or sell."""
    if s[estate + ARROWS]:
        for number in range(len(BONUS_ACTIONS)):
            actions[number] = BONUS_ACTIONS[number]
        return len(BONUS_ACTIONS)
    low, high, count = s[estate + HAND], s[estate + HAND + 1], 0
    while low | high:
        card, low, high = first_card(low, high)
        for number in range(WAYS[card]):
            actions[count] = CARD_ACTIONS[FIRST_ACTION[card] + number]
            count += 1
    if s[estate + HAS_SPLITTER]:
        for number in range(len(SPLITTER_ACTIONS)):
            actions[count] = SPLITTER_ACTIONS[number]
            count += 1
    return count


@jit
def random_action(s: IntArray, seat: int, rng: Generator) -> int:
    """The code of anything that a seat may do."""
    estate = estate_of(seat)
    if s[STAGE] == SPLIT_STAGE:
        ways = (1 << card_count(s, estate + HAND)) - 2
        return split_code(s, estate) + (1 + random_below(rng, ways) << KIND_BITS)
    if s[STAGE] == CHOOSE_STAGE:
        return TAKE | random_below(rng, 2) << KIND_BITS
    if s[STAGE] == RESOLVE_STAGE:
        return _random_resolving(s, estate, rng)
    return DISCARD | 1 + _random_card(s, estate + HAND, rng) << KIND_BITS


@jit
def _random_resolving(s: IntArray, estate: int, rng: Generator) -> int:
    """Any of `_resolvings`: one of their numbers is drawn, then looked for."""
    if s[estate + ARROWS]:
        return BONUS_ACTIONS[random_below(rng, len(BONUS_ACTIONS))]  # type: ignore[no-any-return]
    low, high = s[estate + HAND], s[estate + HAND + 1]
    count = len(SPLITTER_ACTIONS) * s[estate + HAS_SPLITTER]
    while low | high:
        card, low, high = first_card(low, high)
        count += WAYS[card]
    number = random_below(rng, count)
    low, high = s[estate + HAND], s[estate + HAND + 1]
    while low | high:
        card, low, high = first_card(low, high)
        if number < WAYS[card]:
            return CARD_ACTIONS[FIRST_ACTION[card] + number]  # type: ignore[no-any-return]
        number -= WAYS[card]
    return SPLITTER_ACTIONS[number]  # type: ignore[no-any-return]


# --- Chance --------------------------------------------------------------------------------------------


@jit
def chances(s: IntArray, actions: IntArray, weights: FloatArray) -> int:
    """Write what chance may do and the odds; returns their number."""
    if s[STAGE] == MARKET_STAGE:
        return _market_chances(s, actions, weights)
    if s[STAGE] == CHARACTERS_STAGE:
        count = _number_codes(_characters_left(s), CHARACTER, actions)
    elif s[STAGE] == SCORING_STAGE:
        count = _number_codes(_tokens_left(s), SCORING, actions)
    else:
        count = _card_codes(s, _deck(s), DEAL, actions)
    for number in range(count):
        weights[number] = 1.0
    return count


@jit
def draw(s: IntArray, rng: Generator) -> int:
    """Action of chance, drawn at random."""
    if s[STAGE] == CHARACTERS_STAGE:
        return CHARACTER | _random_bit(_characters_left(s), rng) << KIND_BITS
    if s[STAGE] == SCORING_STAGE:
        return SCORING | _random_bit(_tokens_left(s), rng) << KIND_BITS
    if s[STAGE] == MARKET_STAGE:
        return MARKET | _random_market_token(s, rng) << KIND_BITS
    return DEAL | 1 + _random_card(s, _deck(s), rng) << KIND_BITS


@jit
def _draws_each(s: IntArray) -> int:
    """Number of cards each seat draws now; two seats draw also one of the level below in each trade."""
    if s[STAGE] == DEAL_STAGE:
        return FIRST_HAND
    return 2 if s[SEATS] == 2 else 1


@jit
def _drawing(s: IntArray) -> int:
    """The seat that draws now."""
    return s[DRAWN] // _draws_each(s)  # type: ignore[no-any-return]


@jit
def _deck(s: IntArray) -> int:
    """The deck from which is drawn now."""
    if s[STAGE] == DEAL_STAGE:
        return DECKS
    level = 1 if s[ROUND] <= SCORING_ROUNDS[0] else 2
    return DECKS + 2 * (level - s[DRAWN] % _draws_each(s))  # type: ignore[no-any-return]


@jit
def _characters_left(s: IntArray) -> int:
    """Bits of the characters that nobody has."""
    left = (1 << CHARACTERS) - 1
    for seat in range(s[SEATS]):
        number = s[estate_of(seat) + CHARACTER_TILE]
        if number >= 0:
            left &= ~(1 << number)
    return left


@jit
def _tokens_left(s: IntArray) -> int:
    """Bits of the scoring tokens that are not yet laid out."""
    left = (1 << len(SCORING_TOKENS)) - 1
    for number in range(s[LAID]):
        left &= ~(1 << s[TOKENS + number])
    return left


@jit
def _number_codes(bits: int, kind: int, actions: IntArray) -> int:
    """Write a code for each bit."""
    count = 0
    while bits:
        actions[count] = kind | lowest_bit(bits) << KIND_BITS
        count += 1
        bits &= bits - 1
    return count


@jit
def _random_bit(bits: int, rng: Generator) -> int:
    return nth_bit(bits, random_below(rng, bit_count(bits)))


@jit
def _market_left(s: IntArray, value: int) -> int:
    """Number of tokens of a value that are not yet turned up."""
    left = MARKET_COUNTS[value]
    for number in range(s[ROUND] - 1):
        left -= s[MARKET_TOKENS + number] == value
    return left  # type: ignore[no-any-return]


@jit
def _market_chances(s: IntArray, actions: IntArray, weights: FloatArray) -> int:
    count = 0
    for value in range(len(MARKET_COUNTS)):
        left = _market_left(s, value)
        if left:
            actions[count], weights[count] = MARKET | value << KIND_BITS, left
            count += 1
    return count


@jit
def _random_market_token(s: IntArray, rng: Generator) -> int:
    """The value of any token not yet turned up."""
    number = random_below(rng, ALL_MARKET_TOKENS - s[ROUND] + 1)
    for value in range(len(MARKET_COUNTS)):
        number -= _market_left(s, value)
        if number < 0:
            return value
    return -1


# --- What becomes of it --------------------------------------------------------------------------------


@jit
def apply(s: IntArray, seat: int, action: int) -> None:
    """Change the state to the one after an action."""
    kind, detail = action & KIND, action >> KIND_BITS
    if kind == DEAL:
        _deal(s, detail - 1)
    elif kind == CHARACTER:
        _deal_character(s, detail)
    elif kind == SCORING:
        _lay_token(s, detail)
    elif kind == MARKET:
        _turn_market(s, detail)
    else:
        _decide(s, seat, action)
        if not _owed(s, seat):
            s[OWING] &= ~(1 << seat)
            if not s[OWING]:
                _open(s)


@jit
def playout(s: IntArray, rng: Generator) -> None:
    """Play on at random to the end."""
    while s[STAGE] != OVER_STAGE:
        seat = actor(s)
        apply(s, seat, draw(s, rng) if seat == CHANCE else random_action(s, seat, rng))


@jit
def outcome(s: IntArray, wins: FloatArray, points: FloatArray) -> None:
    """Write each seat's share of the win, and its points."""
    for seat in range(s[SEATS]):
        points[seat] = s[estate_of(seat) + PRESTIGE]
    share_win(points, s[SEATS], wins)


# --- Setup ---------------------------------------------------------------------------------------------


@jit
def _deal(s: IntArray, card: int) -> None:
    """A card from the deck for the seat whose turn it is to draw."""
    _remove(s, _deck(s), card)
    _put(s, estate_of(_drawing(s)) + HAND, card)
    s[DRAWN] += 1
    if s[DRAWN] < s[SEATS] * _draws_each(s):
        return
    s[DRAWN] = 0
    if s[STAGE] == DEAL_STAGE:
        s[STAGE] = CHARACTERS_STAGE
    else:
        _after_trade(s)


@jit
def _deal_character(s: IntArray, number: int) -> None:
    """A character tile is dealt and its steps are taken."""
    seat = CHARACTERS - bit_count(_characters_left(s))
    estate = estate_of(seat)
    s[estate + CHARACTER_TILE] = number
    for track in range(len(TRACKS)):
        for _ in range(CHARACTER_STEPS[number, track]):
            _advance(s, estate, track)
    if seat == s[SEATS] - 1:
        s[STAGE] = SCORING_STAGE


@jit
def _lay_token(s: IntArray, token: int) -> None:
    """A scoring token on the next place of the two lines."""
    s[TOKENS + s[LAID]] = token
    s[LAID] += 1
    if s[LAID] == len(SCORING_TOKENS):
        s[STAGE] = TRADE_STAGE


# --- Sealed decisions ----------------------------------------------------------------------------------


@jit
def _decide(s: IntArray, seat: int, action: int) -> None:
    """A seat makes a sealed decision."""
    kind, detail, estate = action & KIND, action >> KIND_BITS, estate_of(seat)
    if kind == DISCARD:
        _remove(s, estate + HAND, detail - 1)
        _put(s, estate + DISCARDED, detail - 1)
    elif kind == SPLIT:
        _part(s, estate, detail)
    elif kind == TAKE:
        s[estate + TAKEN] = detail
    else:
        _resolve(s, estate, kind, detail)


@jit
def _owed(s: IntArray, seat: int) -> int:
    """Number of decisions that a seat has to make in this stage; double arrows to come may add to it."""
    estate = estate_of(seat)
    hand = card_count(s, estate + HAND)
    if s[STAGE] == DISCARD_STAGE:
        return max(hand - HAND_LIMIT[s[ROUND]], 0)  # type: ignore[no-any-return]
    if s[STAGE] == SPLIT_STAGE:
        return min(hand, 1)
    if s[STAGE] == CHOOSE_STAGE:
        return 1 if s[estate + TAKEN] == NOT_TAKEN else 0
    return hand + s[estate + HAS_SPLITTER] + s[estate + ARROWS]  # type: ignore[no-any-return]


@jit
def _begin_next_stage(s: IntArray) -> None:
    """The next stage begins, in which all decide at once."""
    s[STAGE] += 1
    s[OWING] = (1 << s[SEATS]) - 1


@jit
def _open(s: IntArray) -> None:
    """All are ready: what they decided lies open, and the next phase begins."""
    if s[STAGE] == DISCARD_STAGE:
        for seat in range(s[SEATS]):
            _move(s, estate_of(seat) + DISCARDED, DISCARDS)
        _begin_next_stage(s)
    elif s[STAGE] == SPLIT_STAGE:
        _begin_next_stage(s)
    elif s[STAGE] == CHOOSE_STAGE:
        _wallets_back(s)
    else:
        s[STAGE] = MARKET_STAGE


@jit
def _take_back(s: IntArray, seat: int) -> None:
    """Take back what a seat has decided in this stage: it lies as the others still see it."""
    estate = estate_of(seat)
    if s[STAGE] == DISCARD_STAGE:
        _move(s, estate + DISCARDED, estate + HAND)
    elif s[STAGE] == SPLIT_STAGE:
        _move(s, estate + LEFT, estate + HAND)
        _move(s, estate + RIGHT, estate + HAND)
    elif s[STAGE] == CHOOSE_STAGE:
        s[estate + TAKEN] = NOT_TAKEN
    elif s[STAGE] == RESOLVE_STAGE:
        _cards_back(s, estate)
        s[estate + HAS_SPLITTER], s[estate + ARROWS] = 1, 0
        for number in range(SHOWN):
            s[estate + number] = s[estate + SHOWN + number]


# --- 1 Trade -------------------------------------------------------------------------------------------


@jit
def _after_trade(s: IntArray) -> None:
    """Whoever holds too many cards discards down; then all split."""
    s[STAGE] = DISCARD_STAGE
    for seat in range(s[SEATS]):
        if _owed(s, seat):
            s[OWING] |= 1 << seat
    if not s[OWING]:
        _begin_next_stage(s)


# --- 2 Split -------------------------------------------------------------------------------------------


@jit
def _part(s: IntArray, estate: int, shape: int) -> None:
    """Part a hand: bit i of `shape` says whether card i goes to the right."""
    low, high = s[estate + HAND], s[estate + HAND + 1]
    s[estate + HAND] = s[estate + HAND + 1] = 0
    while low | high:
        card, low, high = first_card(low, high)
        _put(s, estate + (RIGHT if shape & 1 else LEFT), card)
        shape >>= 1


@jit
def _wallets_back(s: IntArray) -> None:
    """Every hand is the group taken, the group returned, and the splitter."""
    count = s[SEATS]
    for seat in range(count):
        chooser = estate_of(seat + 1 if seat < count - 1 else 0)
        estate = estate_of(seat)
        _move(s, estate + (RIGHT if s[chooser + TAKEN] else LEFT), chooser + HAND)
        _move(s, estate + (LEFT if s[chooser + TAKEN] else RIGHT), estate + HAND)
    for seat in range(count):
        estate = estate_of(seat)
        s[estate + TAKEN], s[estate + HAS_SPLITTER] = NOT_TAKEN, 1
        for number in range(SHOWN):
            s[estate + SHOWN + number] = s[estate + number]
    _begin_next_stage(s)


# --- 3 Resolve -----------------------------------------------------------------------------------------


@jit
def _resolve(s: IntArray, estate: int, kind: int, detail: int) -> None:
    """A card is played or sold, or a double arrow spent."""
    if kind == BONUS:
        s[estate + ARROWS] -= 1
        _spend(s, estate, detail)
    elif kind == SPLITTER:
        s[estate + HAS_SPLITTER] = 0
        _advance(s, estate, detail)
    elif kind == SELL_SPLITTER:
        s[estate + HAS_SPLITTER] = 0
        _sell(s, estate, detail)
    else:
        card = (detail & CARD) - 1
        _lay_card(s, estate, card, kind == SELL)
        if kind == SELL:
            _sell(s, estate, detail >> CARD_BITS)
        else:
            _play(s, estate, card, detail >> CARD_BITS)


@jit
def _play(s: IntArray, estate: int, card: int, seals: int) -> None:
    """Gain from the icons of a card."""
    s[estate + PRESTIGE] += CARD_PRESTIGE[card]
    _advance_all(s, estate, CARD_STEPS[card])
    _advance_all(s, estate, seals)


@jit
def _lay_card(s: IntArray, estate: int, card: int, sold: bool) -> None:
    """Put a card of the hand to those that are resolved."""
    _remove(s, estate + HAND, card)
    s[estate + PLAYED] += 1
    s[estate + PLAYED + s[estate + PLAYED]] = 2 * card + sold


@jit
def _sell(s: IntArray, estate: int, goods: int) -> None:
    """Price of a card or the splitter."""
    if goods == GOLD_GOODS:
        _advance(s, estate, GOLD_TRACK)
    else:
        s[estate + PRESTIGE] += 1


@jit
def _spend(s: IntArray, estate: int, track: int) -> None:
    """Spend a double arrow on a track, or on `PRESTIGE`."""
    if track == PRESTIGE:
        s[estate + PRESTIGE] += BONUS_STEPS
        return
    for _ in range(BONUS_STEPS):
        _advance(s, estate, track)


@jit
def _advance_all(s: IntArray, estate: int, tracks: int) -> None:
    """One step on each of these tracks, as in the code of `Play`."""
    while tracks:
        _advance(s, estate, (tracks & TRACK) - 1)
        tracks >>= TRACK_BITS


@jit
def _advance(s: IntArray, estate: int, track: int) -> None:
    """One step on a track, and the steps that follow from the spaces reached."""
    while track >= 0 and s[estate + track] < SPACES[track]:
        s[estate + track] += 1
        space = s[estate + track]
        s[estate + ARROWS] += ARROWS_ON[track, space]
        track = STEP_ON[track, space]


@jit
def _cards_back(s: IntArray, estate: int) -> None:
    """Cards resolved return to the hand."""
    for number in range(s[estate + PLAYED]):
        _put(s, estate + HAND, s[estate + PLAYED + 1 + number] >> 1)
        s[estate + PLAYED + 1 + number] = 0
    s[estate + PLAYED] = 0


# --- 4 Market and 5 end of the round -------------------------------------------------------------------


@jit
def _turn_market(s: IntArray, value: int) -> None:
    """The round's token is turned up, the slider moves on; cards return to the hands, and lines score."""
    s[MARKET_TOKENS + s[ROUND] - 1] = value
    for seat in range(s[SEATS]):
        _cards_back(s, estate_of(seat))
    if s[ROUND] == ROUNDS:
        for token in range(len(FINAL_SCORINGS)):
            _score(s, token)
        s[STAGE] = OVER_STAGE
        return
    for line in range(len(SCORING_ROUNDS)):
        if s[ROUND] == SCORING_ROUNDS[line]:
            _score_token(s, s[TOKENS + 2 * line])
            _score_token(s, s[TOKENS + 2 * line + 1])
    s[STAGE] = TRADE_STAGE
    s[ROUND] += 1


@jit
def _score_token(s: IntArray, token: int) -> None:
    if token != NO_SCORING:
        _score(s, token)


@jit
def _score(s: IntArray, scored: int) -> None:
    """A scoring takes place."""
    slider = _slider(s)
    for seat in range(s[SEATS]):
        estate = estate_of(seat)
        amount = _amount(s, estate, scored, slider)
        s[estate + PRESTIGE] += amount
        s[estate + AMOUNTS + s[SCORED]] = amount
    s[SCORED] += 1


@jit
def _slider(s: IntArray) -> int:
    """Steps that the art market has advanced."""
    slider = 0
    for number in range(s[ROUND]):
        slider += s[MARKET_TOKENS + number]
    return slider


@jit
def _amount(s: IntArray, estate: int, scored: int, slider: int) -> int:
    """The prestige of one scoring."""
    if scored == BOOKS:
        return BANNERS[s[estate + BOOKS_TRACK]]  # type: ignore[no-any-return]
    if scored == ART:
        return ART_PAYS[slider, s[estate + ART_TRACK]]  # type: ignore[no-any-return]
    if scored == GEMS:
        return 2 * GEM_VALUES[min(s[estate + TOPAZ_TRACK], s[estate + EMERALD_TRACK])]  # type: ignore[no-any-return]
    amount = 0
    for resource in range(len(RESOURCES)):
        amount += _contracts(s, estate, resource) * STARS[resource, s[estate + SEAL_TRACK[resource]]]
    return amount


@jit
def _contracts(s: IntArray, estate: int, resource: int) -> int:
    """Contract icons of a resource: those reached on its track and those on the character tile."""
    reached = CONTRACT_ICONS[resource, s[estate + resource]]
    return reached + CHARACTER_ICONS[s[estate + CHARACTER_TILE], resource]  # type: ignore[no-any-return]


# --- What may be known ---------------------------------------------------------------------------------


@jit
def conceal(s: IntArray, seat: int) -> None:
    """Leave only the number of the cards that a seat does not know; others lie as before they decided."""
    if s[STAGE] == OVER_STAGE:
        return
    for other in range(s[SEATS]):
        if other == seat:
            continue
        _take_back(s, other)
        estate = estate_of(other)
        _count_only(s, estate + HAND)
        if seat != (other + 1) % s[SEATS]:
            _count_only(s, estate + LEFT)
            _count_only(s, estate + RIGHT)
        for played in range(s[estate + PLAYED]):
            if s[estate + PLAYED + 1 + played] & 1:
                s[estate + PLAYED + 1 + played] = 1
    for group in (DECKS, DECKS + 2, DECKS + 4, DISCARDS):
        _count_only(s, group)


@jit
def _count_only(s: IntArray, group: int) -> None:
    """Put the lowest cards in the place of a group's cards, so that only their number can be told."""
    count = card_count(s, group)
    s[group] = (1 << min(count, HALF)) - 1
    s[group + 1] = (1 << max(count - HALF, 0)) - 1


@jit
def imagine(s: IntArray, seat: int, rng: Generator) -> None:
    """Deal the cards anew that a seat does not know; the others who are ready have decided something."""
    if s[STAGE] == OVER_STAGE:
        return
    for other in range(s[SEATS]):
        if other != seat:
            _take_back(s, other)
    _deal_hidden(s, seat, rng)
    if s[OWING]:
        for other in range(s[SEATS]):
            ready = other != seat and not s[OWING] >> other & 1
            while ready and _owed(s, other):
                _decide(s, other, random_action(s, other, rng))


@jit
def _deal_hidden(s: IntArray, seat: int, rng: Generator) -> None:
    """Mix the cards that a seat does not know: they are put to the discards and drawn from there.

    Each group and deck stays as big as it is.
    """
    groups = np.empty(3 * MOST_SEATS, dtype=np.int64)
    count = _hidden_groups(s, seat, groups)
    for number in range(count):
        for half in range(2):
            s[DISCARDS + half] |= s[groups[number] + half]
    for other in range(s[SEATS]):
        if other != seat:
            _discard_sold(s, estate_of(other))
    for level in range(len(LEVEL_CARDS)):
        _mix_deck(s, level, rng)
    for number in range(count):
        _draw_group(s, groups[number], rng)
    for other in range(s[SEATS]):
        if other != seat:
            _draw_sold(s, estate_of(other), rng)


@jit
def _hidden_groups(s: IntArray, seat: int, groups: IntArray) -> int:
    """Write all hands and wallets in which a seat knows no card; returns their number."""
    count = 0
    for other in range(s[SEATS]):
        if other == seat:
            continue
        groups[count] = estate_of(other) + HAND
        count += 1
        if seat != (other + 1) % s[SEATS]:
            groups[count], groups[count + 1] = estate_of(other) + LEFT, estate_of(other) + RIGHT
            count += 2
    return count


@jit
def _mix_deck(s: IntArray, level: int, rng: Generator) -> None:
    """Exchange cards of a deck for those of its level among the discards."""
    deck, more = DECKS + 2 * level, 0
    for half in range(2):
        cards = s[DISCARDS + half] & LEVEL_CARDS[level, half]
        s[deck + half] |= cards
        s[DISCARDS + half] ^= cards
        more += bit_count(cards)
    for _ in range(more):
        _put(s, DISCARDS, _drawn(s, deck, rng))


@jit
def _draw_group(s: IntArray, group: int, rng: Generator) -> None:
    """Draw the cards of a group anew, from the discards."""
    count = card_count(s, group)
    s[group] = s[group + 1] = 0
    for _ in range(count):
        _put(s, group, _drawn(s, DISCARDS, rng))


@jit
def _discard_sold(s: IntArray, estate: int) -> None:
    """Put the cards that a seat has sold to the discards; they also stay where they lie."""
    for number in range(1, s[estate + PLAYED] + 1):
        played = s[estate + PLAYED + number]
        if played & 1:
            _put(s, DISCARDS, played >> 1)


@jit
def _draw_sold(s: IntArray, estate: int, rng: Generator) -> None:
    """Draw the cards that a seat has sold anew."""
    for number in range(1, s[estate + PLAYED] + 1):
        if s[estate + PLAYED + number] & 1:
            s[estate + PLAYED + number] = 2 * _drawn(s, DISCARDS, rng) + 1


@jit
def _drawn(s: IntArray, group: int, rng: Generator) -> int:
    """A card drawn from a group."""
    card = _random_card(s, group, rng)
    _remove(s, group, card)
    return card
