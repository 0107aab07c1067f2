"""Judgement of The Great Split (see `core.bots.tree`): values of positions and a player, both compiled.

`VALUES` are points still to be expected from where the tracks of a seat stand once the cards of a round are
resolved, and from the cards in its hand: sums of entries of tables, learnt from games of the compiled player
with itself (`tools/learn_great_split.py`). `judge` plays the round to the end and adds them up.

A *ledger* is what resolving changes of a seat, `LEDGER` numbers in an array from some index on: the ten
tracks, prestige, double arrows still to be spent; but without the steps and double arrows that spaces reached
have brought, and beyond the last spaces. So the order in which cards are resolved does not matter, and an
action is taken back as it is done. `places` are the indices in the values at which the tables of a
seat begin, see `find_places`.
"""

from __future__ import annotations

from importlib.resources import files
from math import exp
from typing import Final

import numpy as np

from core.bots.compiled import bit_count, jit, lowest_bit
from core.bots.contract import FloatArray
from core.bots.kernel import CHANCE, Generator, IntArray
from core.games.great_split.bot.kernel import (
    ARROWS,
    ARROWS_ON,
    ART_TRACK,
    BONUS_ACTIONS,
    CARD_ACTIONS,
    CARD_BITS,
    CHARACTER_ICONS,
    CHARACTER_TILE,
    CHOOSE_STAGE,
    DATA,
    DISCARD,
    DISCARD_STAGE,
    EMERALD_TRACK,
    ESTATE_SIZE,
    ESTATES,
    FIRST_ACTION,
    GOLD_TRACK,
    HALF,
    HAND,
    HAND_LIMIT,
    HAS_SPLITTER,
    KIND_BITS,
    LEFT,
    MARKET_STAGE,
    MARKET_TOKENS,
    OWING,
    PLAYED,
    PRESTIGE,
    RESOLVE_STAGE,
    RIGHT,
    ROUND,
    SEATS,
    SHAPE_BITS,
    SPACES,
    SPLIT,
    SPLIT_STAGE,
    SPLITTER_ACTIONS,
    STAGE,
    STEP_ON,
    TAKE,
    TOKENS,
    TOPAZ_TRACK,
    WAYS,
    action_of,
    actor,
    apply,
    draw,
    outcome,
)
from core.games.great_split.bot.kernel import (
    imagine as deal_hidden,
)
from core.games.great_split.data import MOST_SEATS, ROUNDS, SCORING_ROUNDS
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import RESOURCES, Bonus

# --- Tables of values ----------------------------------------------------------------------------------

SIDE: Final = 16
"""Numbers that a space may have, in tables."""
AREA: Final = SIDE * SIDE
CARDS: Final = len(DATA.cards)
PAIRS: Final = ROUNDS * len(RESOURCES) * 4 * AREA
"""Before this: by round, resource, whether its token scores late, contract icons of the character, space, and
space of its seal. From here on: by round, whether gems score late, and space of both gems."""
MARKETS: Final = PAIRS + ROUNDS * 2 * AREA
"""From here on: by round, whether art scores late, slider before this round's token, and space of art."""
KEPT: Final = MARKETS + ROUNDS * 2 * AREA
"""From here on: by round and card in the hand."""
BIASES: Final = KEPT + ROUNDS * CARDS
"""From here on: by round and number of seats."""
SIZE: Final = BIASES + ROUNDS * (MOST_SEATS + 1)
PLACES: Final = len(RESOURCES) + 4
PAIR_PLACE, MARKET_PLACE, KEPT_PLACE, BIAS_PLACE = range(len(RESOURCES), PLACES)
USUAL_TOKEN: Final = 2
"""A market token, about."""
TOKEN_OF: Final = np.array([0, 1, 2, 2, -1])
"""The scoring token of each resource."""
ARROW: Final = 3.0
"""Points a double arrow is taken to be worth while it is not spent."""
RIVALRY: Final = 0.8
"""Weight of rivals' points, shared out among them."""
DOUBT: Final = 1.0
"""Points by which a chooser is taken to misjudge."""


def with_shares(values: FloatArray) -> FloatArray:
    """The values, and after them such for groups of a hand, when half of a round's cards are still to come.

    These are means of those after the round and those after the round before. Only where a token has scored
    after that one they stay as they are.
    """
    shared = values.copy()
    tables = (ROUNDS, len(RESOURCES), 2, 2, AREA), (ROUNDS, 2, AREA), (ROUNDS, 2, SIDE, SIDE)
    for begin, end, shape in zip((0, PAIRS, MARKETS), (PAIRS, MARKETS, KEPT), tables, strict=True):
        now, mean = values[begin:end].reshape(shape), shared[begin:end].reshape(shape)
        before = now[:-1]
        if begin == MARKETS:
            before = before[:, :, np.maximum(np.arange(SIDE) - USUAL_TOKEN, 0)]
        mean[1:] = (now[1:] + before) / 2
        if begin == 0:
            mean[SCORING_ROUNDS[0], :, 0] = now[SCORING_ROUNDS[0], :, 0]
        else:
            mean[SCORING_ROUNDS[0], 0] = now[SCORING_ROUNDS[0], 0]
    return np.concatenate([values, shared])


@jit
def find_places(s: IntArray, seat: int, share: int, places: IntArray) -> None:
    """Write where the tables of a seat begin: of each resource, both gems, art market, cards and bias.

    With `share` those in which half of a round's cards are still to come.
    """
    estate, after = ESTATES + seat * ESTATE_SIZE, s[ROUND] - 1
    for resource in range(len(RESOURCES)):
        late = _is_late(s, TOKEN_OF[resource])
        icons = CHARACTER_ICONS[s[estate + CHARACTER_TILE], resource]
        places[resource] = (((after * len(RESOURCES) + resource) * 2 + late) * 2 + icons) * AREA
    places[PAIR_PLACE] = PAIRS + (after * 2 + _is_late(s, TOKEN_OF[TOPAZ_TRACK])) * AREA
    slider = 0
    for number in range(after):
        slider += s[MARKET_TOKENS + number]
    late = _is_late(s, TOKEN_OF[ART_TRACK])
    places[MARKET_PLACE] = MARKETS + (after * 2 + late) * AREA + min(slider, SIDE - 1) * SIDE
    places[KEPT_PLACE] = KEPT + after * CARDS
    places[BIAS_PLACE] = BIASES + after * (MOST_SEATS + 1) + s[SEATS]
    for number in range(PLACES):
        places[number] += share * SIZE


@jit
def _is_late(s: IntArray, token: int) -> int:
    """Whether a token lies in the second line and has not scored yet."""
    if s[ROUND] > SCORING_ROUNDS[1]:
        return 0
    return 1 if s[TOKENS + 2] == token or s[TOKENS + 3] == token else 0


@jit
def hand_value(values: FloatArray, places: IntArray, low: int, high: int) -> float:
    """Points to be expected from a group of cards in the rounds to come."""
    total, place = values[places[BIAS_PLACE]], places[KEPT_PLACE]
    while low:
        total += values[place + lowest_bit(low)]
        low &= low - 1
    while high:
        total += values[place + HALF + lowest_bit(high)]
        high &= high - 1
    return total  # type: ignore[no-any-return]


# --- Resolving -----------------------------------------------------------------------------------------

OWED: Final = PRESTIGE + 1
LEDGER: Final = OWED + 1
WAY, FIRST_LEDGER = 0, LEDGER
"""Indices of ledgers in an array to work on: of a hand being resolved, of its subsets."""
MOST_SUBSET_CARDS: Final = 8
"""Cards of a hand above which it is brought down by what each card is worth."""
WORK_SIZE: Final = FIRST_LEDGER + LEDGER * (1 << MOST_SUBSET_CARDS)
MOST_ITEMS: Final = 48
"""Cards, splitter and double arrows that are resolved in a round at most."""
PASSES: Final = 3
"""How often a plan is looked through for something better."""

_ACTIONS: Final = [*CARD_ACTIONS.tolist(), *SPLITTER_ACTIONS.tolist(), *BONUS_ACTIONS.tolist()]
FIRST_SPLITTER: Final = len(CARD_ACTIONS)
FIRST_BONUS: Final = FIRST_SPLITTER + len(SPLITTER_ACTIONS)
END: Final = FIRST_BONUS + len(BONUS_ACTIONS)


def _change(code: int) -> list[int]:
    """What an action of resolving changes in a ledger by itself."""
    action, change = action_of(code), [0] * LEDGER
    prestige, steps = GREAT_SPLIT.gains(action)  # type: ignore[arg-type]
    for track, many in steps:
        change[track] += many
    change[PRESTIGE], change[OWED] = prestige, -isinstance(action, Bonus)
    return change


CODES: Final = np.array(_ACTIONS)
"""All actions of resolving: those of each card, of the splitter, of double arrows."""
NOTHING: Final = len(_ACTIONS)
CHANGES: Final = np.array([*map(_change, _ACTIONS), [0] * LEDGER])
"""What each of them changes in a ledger; at last nothing."""
BONUS_UP_TO: Final = (STEP_ON[len(RESOURCES) :] >= 0).cumsum(axis=1)
"""Steps that the spaces of each seal track have shown up to each."""
ARROWS_UP_TO: Final = ARROWS_ON[GOLD_TRACK].cumsum()
IMPOSSIBLE: Final = -1e6
"""Value of a ledger in which more double arrows are spent than there are."""


@jit
def load(s: IntArray, seat: int, a: IntArray, at: int) -> None:
    """Write the ledger of a seat."""
    estate = ESTATES + seat * ESTATE_SIZE
    for number in range(OWED):
        a[at + number] = s[estate + number]
    for resource in range(len(RESOURCES)):
        a[at + resource] -= BONUS_UP_TO[resource, s[estate + len(RESOURCES) + resource]]
    a[at + OWED] = s[estate + ARROWS] - ARROWS_UP_TO[s[estate + GOLD_TRACK]]


@jit
def seal_space(a: IntArray, at: int, resource: int) -> int:
    """The space on the seal track of a resource."""
    return min(a[at + len(RESOURCES) + resource], SPACES[len(RESOURCES) + resource])  # type: ignore[no-any-return]


@jit
def space(a: IntArray, at: int, resource: int) -> int:
    """The space on the track of a resource."""
    reached = a[at + resource] + BONUS_UP_TO[resource, seal_space(a, at, resource)]
    return min(reached, SPACES[resource])  # type: ignore[no-any-return]


@jit
def arrows(a: IntArray, at: int) -> int:
    """Double arrows that are still to be spent."""
    return a[at + OWED] + ARROWS_UP_TO[space(a, at, GOLD_TRACK)]  # type: ignore[no-any-return]


@jit
def value_after(values: FloatArray, places: IntArray, a: IntArray, at: int, way: int) -> float:
    """Points to be expected for a ledger after an action."""
    total, art, topaz, emerald, gold = 0.0, 0, 0, 0, 0
    for resource in range(len(RESOURCES)):
        track = at + resource
        seal = a[track + len(RESOURCES)] + CHANGES[way, resource + len(RESOURCES)]
        seal = min(seal, SPACES[resource + len(RESOURCES)])
        reached = a[track] + CHANGES[way, resource] + BONUS_UP_TO[resource, seal]
        reached = min(reached, SPACES[resource])
        total += values[places[resource] + SIDE * reached + seal]
        if resource == ART_TRACK:
            art = reached
        elif resource == TOPAZ_TRACK:
            topaz = reached
        elif resource == EMERALD_TRACK:
            emerald = reached
        elif resource == GOLD_TRACK:
            gold = reached
    total += values[places[PAIR_PLACE] + SIDE * topaz + emerald] + values[places[MARKET_PLACE] + art]
    unspent = a[at + OWED] + CHANGES[way, OWED] + ARROWS_UP_TO[gold]
    total += a[at + PRESTIGE] + CHANGES[way, PRESTIGE]
    return total + (ARROW * unspent if unspent >= 0 else IMPOSSIBLE)  # type: ignore[no-any-return]


@jit
def tracks_value(values: FloatArray, places: IntArray, a: IntArray, at: int) -> float:
    """Points to be expected for a ledger."""
    return value_after(values, places, a, at, NOTHING)


@jit
def change_by(a: IntArray, at: int, way: int, times: int) -> None:
    """Change a ledger by an action, or take it back."""
    for number in range(LEDGER):
        a[at + number] += times * CHANGES[way, number]


@jit
def _do_best(values: FloatArray, places: IntArray, a: IntArray, at: int, first: int, end: int) -> int:
    """Change a ledger by the best of these actions: its number."""
    best, chosen = 2 * IMPOSSIBLE, first
    for way in range(first, end):
        value = value_after(values, places, a, at, way)
        if value > best:
            best, chosen = value, way
    change_by(a, at, chosen, 1)
    return chosen


@jit
def _spend(values: FloatArray, places: IntArray, a: IntArray, at: int, items: IntArray, count: int) -> int:
    """Spend all double arrows of a ledger; returns the number of items."""
    while arrows(a, at) > 0:
        items[0, count], items[1, count] = FIRST_BONUS, END
        items[2, count] = _do_best(values, places, a, at, FIRST_BONUS, END)
        count += 1
    return count


@jit
def resolve_all(
    values: FloatArray, places: IntArray, a: IntArray, at: int, low: int, high: int, splitter: int
) -> float:
    """Resolve a group of cards, and the splitter, as best: the value of the ledger.

    First one after the other, then each is looked at again.
    """
    items, count = np.empty((3, MOST_ITEMS), dtype=np.int64), 0
    for with_seals in range(2):
        left, right = low, high
        while left | right:
            if left:
                card = lowest_bit(left)
                left &= left - 1
            else:
                card = HALF + lowest_bit(right)
                right &= right - 1
            if (WAYS[card] > 3) == with_seals:
                items[0, count], items[1, count] = FIRST_ACTION[card], FIRST_ACTION[card] + WAYS[card]
                items[2, count] = _do_best(values, places, a, at, items[0, count], items[1, count])
                count += 1
    count = _spend(values, places, a, at, items, count)
    if splitter:
        items[0, count], items[1, count] = FIRST_SPLITTER, FIRST_BONUS
        items[2, count] = _do_best(values, places, a, at, FIRST_SPLITTER, FIRST_BONUS)
        count = _spend(values, places, a, at, items, count + 1)
    for _ in range(PASSES):
        changed = False
        for item in range(count):
            change_by(a, at, items[2, item], -1)
            chosen = _do_best(values, places, a, at, items[0, item], items[1, item])
            changed |= chosen != items[2, item]
            items[2, item] = chosen
        if not changed:
            break
        count = _spend(values, places, a, at, items, count)
    return tracks_value(values, places, a, at)


@jit
def _do_card(values: FloatArray, places: IntArray, a: IntArray, at: int, card: int) -> int:
    """Change a ledger by the best that can be done with a card: the number of the action."""
    return _do_best(values, places, a, at, FIRST_ACTION[card], FIRST_ACTION[card] + WAYS[card])


@jit
def group_value(
    values: FloatArray, places: IntArray, s: IntArray, seat: int, low: int, high: int, a: IntArray
) -> float:
    """Points to be expected for a seat with this hand, to be resolved and kept."""
    load(s, seat, a, WAY)
    return resolve_all(values, places, a, WAY, low, high, 1) + hand_value(values, places, low, high)


@jit
def finish(s: IntArray, seat: int, values: FloatArray, places: IntArray, a: IntArray) -> None:
    """A seat resolves all it has left; the cards lie in its hand again."""
    estate = ESTATES + seat * ESTATE_SIZE
    load(s, seat, a, WAY)
    resolve_all(values, places, a, WAY, s[estate + HAND], s[estate + HAND + 1], s[estate + HAS_SPLITTER])
    for resource in range(len(RESOURCES)):
        s[estate + resource] = space(a, WAY, resource)
        s[estate + len(RESOURCES) + resource] = seal_space(a, WAY, resource)
    s[estate + PRESTIGE] = a[WAY + PRESTIGE]
    s[estate + HAS_SPLITTER] = s[estate + ARROWS] = 0
    for number in range(s[estate + PLAYED]):
        card = s[estate + PLAYED + 1 + number] >> 1
        s[estate + HAND + card // HALF] |= 1 << card % HALF
        s[estate + PLAYED + 1 + number] = 0
    s[estate + PLAYED] = 0


# --- Splitting and choosing ----------------------------------------------------------------------------


@jit
def list_cards(s: IntArray, group: int, cards: IntArray) -> int:
    """Write the cards of a group in ascending order; returns their number."""
    count, low, high = 0, s[group], s[group + 1]
    while low:
        cards[count] = lowest_bit(low)
        low &= low - 1
        count += 1
    while high:
        cards[count] = HALF + lowest_bit(high)
        high &= high - 1
        count += 1
    return count


@jit
def _add_cards(
    s: IntArray,
    seat: int,
    values: FloatArray,
    places: IntArray,
    a: IntArray,
    cards: IntArray,
    count: int,
    of: FloatArray,
) -> None:
    """Write a rough value of each subset of the cards for a seat: the sum of what they would bring alone."""
    load(s, seat, a, WAY)
    now = tracks_value(values, places, a, WAY)
    of[0] = 0.0
    for bit in range(count):
        card = cards[bit]
        way = _do_card(values, places, a, WAY, card)
        gain = tracks_value(values, places, a, WAY) - now + values[places[KEPT_PLACE] + card]
        change_by(a, WAY, way, -1)
        for subset in range(1 << bit):
            of[1 << bit | subset] = of[subset] + gain


@jit
def _resolve_subsets(
    s: IntArray,
    seat: int,
    values: FloatArray,
    places: IntArray,
    a: IntArray,
    cards: IntArray,
    count: int,
    of: FloatArray,
) -> None:
    """Write the value of each subset of the cards for a seat: each as best after the cards before."""
    load(s, seat, a, FIRST_LEDGER)
    of[0] = tracks_value(values, places, a, FIRST_LEDGER)
    for bit in range(count):
        for subset in range(1 << bit):
            more = 1 << bit | subset
            at = FIRST_LEDGER + more * LEDGER
            for number in range(LEDGER):
                a[at + number] = a[FIRST_LEDGER + subset * LEDGER + number]
            _do_card(values, places, a, at, cards[bit])
            of[more] = tracks_value(values, places, a, at)
    for subset in range(1 << count):
        for bit in range(count):
            if subset >> bit & 1:
                of[subset] += values[places[KEPT_PLACE] + cards[bit]]


@jit
def rate_hands(
    s: IntArray,
    seat: int,
    values: FloatArray,
    a: IntArray,
    cards: IntArray,
    count: int,
    exact: int,
    rated: FloatArray,
) -> None:
    """Write the value of each subset of a hand, by bits, as the left group of a split of the hand.

    The value of a split of part of a hand is found by `_split_value`: those for the seat come first, those
    for its left neighbour then.
    """
    places, left = np.empty(PLACES, dtype=np.int64), (seat + 1) % s[SEATS]
    for number in range(2):
        deciding = left if number else seat
        find_places(s, deciding, 1, places)
        of = rated[number << count :]
        if exact:
            _resolve_subsets(s, deciding, values, places, a, cards, count, of)
        else:
            _add_cards(s, deciding, values, places, a, cards, count, of)


@jit
def split_value(rated: FloatArray, count: int, weight: float, right: int, other: int) -> float:
    """Value of a split in two groups, with the values of `rate_hands`."""
    mine_right, mine_other = rated[right], rated[other]
    his_right, his_other = rated[1 << count | right], rated[1 << count | other]
    lead = his_other - his_right + weight * (mine_other - mine_right)
    taken = 1.0 / (1.0 + exp(-min(30.0, max(-30.0, lead / DOUBT))))
    if_other, if_right = mine_right - weight * his_other, mine_other - weight * his_right
    return taken * if_other + (1.0 - taken) * if_right  # type: ignore[no-any-return]


@jit
def rate_splits(
    s: IntArray,
    seat: int,
    values: FloatArray,
    a: IntArray,
    cards: IntArray,
    count: int,
    exact: int,
    rated: FloatArray,
) -> None:
    """Write the value of each split, by the bits of the cards on the right; the last card is on the left."""
    hands, weight = np.empty(2 << count), RIVALRY / (s[SEATS] - 1)
    rate_hands(s, seat, values, a, cards, count, exact, hands)
    for right in range(1, 1 << (count - 1)):
        rated[right] = split_value(hands, count, weight, right, (1 << count) - 1 - right)


@jit
def rate_discards(
    s: IntArray, seat: int, values: FloatArray, a: IntArray, cards: IntArray, count: int, rated: FloatArray
) -> None:
    """Write the value of a hand without each of its cards: of the best split; of many cards, less its own."""
    if count > MOST_SUBSET_CARDS:
        places = np.empty(PLACES, dtype=np.int64)
        find_places(s, seat, 1, places)
        for number in range(count):
            rated[number] = -card_value(s, seat, values, places, a, cards[number])
        return
    hands, weight = np.empty(2 << count), RIVALRY / (s[SEATS] - 1)
    rate_hands(s, seat, values, a, cards, count, 1, hands)
    for number in range(count):
        rest, rated[number] = (1 << count) - 1 - (1 << number), 2 * IMPOSSIBLE
        right = (rest - 1) & rest
        while right:
            value = split_value(hands, count, weight, right, rest - right)
            rated[number] = max(rated[number], value)
            right = (right - 1) & rest


@jit
def split_code(cards: IntArray, count: int, right: int) -> int:
    """Code of the split with these bits of the cards on the right."""
    shape = right | 1 << count
    hand = 0
    for bit in range(count):
        hand |= 1 + cards[bit] << bit * CARD_BITS
    return SPLIT | (hand << SHAPE_BITS | shape) << KIND_BITS


@jit
def rate_groups(s: IntArray, seat: int, values: FloatArray, a: IntArray, rated: FloatArray) -> None:
    """Write the values of taking either group of the right neighbour's wallet.

    With it comes that group of the own wallet which the left neighbour likes less.
    """
    places = np.empty(PLACES, dtype=np.int64)
    count = s[SEATS]
    giver, chooser = (seat - 1) % count, (seat + 1) % count
    own, offer = ESTATES + seat * ESTATE_SIZE, ESTATES + giver * ESTATE_SIZE
    find_places(s, chooser, 1, places)
    lead = group_value(values, places, s, chooser, s[own + LEFT], s[own + LEFT + 1], a)
    lead -= group_value(values, places, s, chooser, s[own + RIGHT], s[own + RIGHT + 1], a)
    back = own + (RIGHT if lead > 0 else LEFT)
    weight = RIVALRY / (count - 1)
    for side in range(2):
        group, other = offer + (RIGHT if side else LEFT), offer + (LEFT if side else RIGHT)
        find_places(s, seat, 0, places)
        low, high = s[group] | s[back], s[group + 1] | s[back + 1]
        rated[side] = group_value(values, places, s, seat, low, high, a)
        find_places(s, giver, 1, places)
        rated[side] -= weight * group_value(values, places, s, giver, s[other], s[other + 1], a)


# --- The compiled player -------------------------------------------------------------------------------


@jit
def card_value(s: IntArray, seat: int, values: FloatArray, places: IntArray, a: IntArray, card: int) -> float:
    """Points a card of the hand is expected to bring a seat: half now, and in the rounds to come."""
    load(s, seat, a, WAY)
    now = tracks_value(values, places, a, WAY)
    _do_card(values, places, a, WAY, card)
    return tracks_value(values, places, a, WAY) - now + values[places[KEPT_PLACE] + card]  # type: ignore[no-any-return]


@jit
def decide(s: IntArray, seat: int, values: FloatArray, a: IntArray, exact: int) -> int:
    """Code of what the compiled player discards, how it splits, or which group it takes."""
    cards = np.empty(16, dtype=np.int64)
    count = list_cards(s, ESTATES + seat * ESTATE_SIZE + HAND, cards)
    rated = np.empty(1 << max(count, 1))
    if s[STAGE] == CHOOSE_STAGE:
        rate_groups(s, seat, values, a, rated)
        return TAKE | (1 if rated[1] > rated[0] else 0) << KIND_BITS
    if s[STAGE] == SPLIT_STAGE:
        rate_splits(s, seat, values, a, cards, count, exact, rated)
        return split_code(cards, count, 1 + int(np.argmax(rated[1 : 1 << (count - 1)])))
    rate_discards(s, seat, values, a, cards, count, rated)
    return DISCARD | 1 + cards[int(np.argmax(rated[:count]))] << KIND_BITS  # type: ignore[no-any-return]


@jit
def play_round(s: IntArray, rng: Generator, values: FloatArray, a: IntArray, exact: int) -> None:
    """Play until the market of this round is to be turned up."""
    while s[STAGE] < RESOLVE_STAGE:
        seat = actor(s)
        apply(s, seat, draw(s, rng) if seat == CHANCE else decide(s, seat, values, a, exact))
    places = np.empty(PLACES, dtype=np.int64)
    if s[STAGE] == RESOLVE_STAGE:
        for seat in range(s[SEATS]):
            find_places(s, seat, 0, places)
            finish(s, seat, values, places, a)
        s[STAGE], s[OWING] = MARKET_STAGE, 0


# --- For the search ------------------------------------------------------------------------------------

with files(__package__).joinpath("values.npy").open("rb") as _file:
    VALUES: Final[FloatArray] = with_shares(np.load(_file).astype(np.float64))
"""What was learnt."""
EXPLORATION: Final = 1.0
"""Weight of how promising an action looks, which says much here; see `core.bots.tree`."""
LEAD_SCALE: Final = 30.0
MOST_CANDIDATES: Final = 10
WARMTH: Final = np.array([0.5, 1.0, 1.5, 0.5])
"""Points that make an action e times as promising: discarding, splitting, choosing, resolving."""
SPREAD: Final = np.array([4.8, 4.5, 4.0, 3.3, 2.4, 1.0])
"""Points of lead that make a seat e times as likely to win, by rounds that are done."""


@jit
def candidates(s: IntArray, seat: int, actions: IntArray, weights: FloatArray) -> int:
    """See `core.bots.tree`: the actions that look best. The cards of a hand are resolved in a fixed order."""
    a, cards = np.empty(WORK_SIZE, dtype=np.int64), np.empty(16, dtype=np.int64)
    count = list_cards(s, ESTATES + seat * ESTATE_SIZE + HAND, cards)
    if s[STAGE] == SPLIT_STAGE:
        rated = np.empty(1 << (count - 1))
        rate_splits(s, seat, VALUES, a, cards, count, 1, rated)
        for right in range(1, len(rated)):
            actions[right - 1], weights[right - 1] = split_code(cards, count, right), rated[right]
        count = len(rated) - 1
    elif s[STAGE] == CHOOSE_STAGE:
        rate_groups(s, seat, VALUES, a, weights)
        actions[0], actions[1], count = TAKE, TAKE | 1 << KIND_BITS, 2
    elif s[STAGE] == DISCARD_STAGE:
        rate_discards(s, seat, VALUES, a, cards, count, weights)
        for number in range(count):
            actions[number] = DISCARD | 1 + cards[number] << KIND_BITS
    else:
        count = _rate_resolvings(s, seat, a, actions, weights)
    return _keep_best(actions, weights, count, WARMTH[s[STAGE] - DISCARD_STAGE])


@jit
def _rate_resolvings(s: IntArray, seat: int, a: IntArray, actions: IntArray, weights: FloatArray) -> int:
    """Write what may be done next, with the value of the hand once all is resolved; returns their number."""
    estate, places = ESTATES + seat * ESTATE_SIZE, np.empty(PLACES, dtype=np.int64)
    find_places(s, seat, 0, places)
    low, high, splitter = s[estate + HAND], s[estate + HAND + 1], s[estate + HAS_SPLITTER]
    first, end = FIRST_BONUS, END
    if not s[estate + ARROWS]:
        card = _next_card(low, high)
        if card < 0:
            first, end, splitter = FIRST_SPLITTER, FIRST_BONUS, 0
        else:
            first, end = FIRST_ACTION[card], FIRST_ACTION[card] + WAYS[card]
            if card < HALF:
                low ^= 1 << card
            else:
                high ^= 1 << card - HALF
    for way in range(first, end):
        actions[way - first] = CODES[way]
        load(s, seat, a, WAY)
        change_by(a, WAY, way, 1)
        weights[way - first] = resolve_all(VALUES, places, a, WAY, low, high, splitter)
    return end - first


@jit
def _next_card(low: int, high: int) -> int:
    """The next card of a group to be resolved, one without a choice of seals if there is any; -1 for none."""
    first = -1
    while low | high:
        if low:
            card = lowest_bit(low)
            low &= low - 1
        else:
            card = HALF + lowest_bit(high)
            high &= high - 1
        if WAYS[card] == 3:
            return card
        if first < 0:
            first = card
    return first


@jit
def _keep_best(actions: IntArray, weights: FloatArray, count: int, warmth: float) -> int:
    """Keep the most valuable actions, in order, and make weights of their values; returns their number."""
    kept = min(count, MOST_CANDIDATES)
    for place in range(kept):
        best = place
        for number in range(place + 1, count):
            if weights[number] > weights[best]:
                best = number
        actions[place], actions[best] = actions[best], actions[place]
        weights[place], weights[best] = weights[best], weights[place]
    most, total = weights[0], 0.0
    for place in range(kept):
        weights[place] = exp(max(-30.0, (weights[place] - most) / warmth))
        total += weights[place]
    for place in range(kept):
        weights[place] /= total
    return kept


@jit
def judge(s: IntArray, rng: Generator, wins: FloatArray, points: FloatArray) -> None:
    """See `core.bots.tree`: the round is played to the end; after the last one the points are counted."""
    a, places = np.empty(WORK_SIZE, dtype=np.int64), np.empty(PLACES, dtype=np.int64)
    play_round(s, rng, VALUES, a, 0)
    if s[ROUND] == ROUNDS:
        apply(s, CHANCE, draw(s, rng))
        outcome(s, wins, points)
        return
    most, total, count = -1e9, 0.0, s[SEATS]
    for seat in range(count):
        estate = ESTATES + seat * ESTATE_SIZE
        find_places(s, seat, 0, places)
        load(s, seat, a, WAY)
        points[seat] = tracks_value(VALUES, places, a, WAY)
        points[seat] += hand_value(VALUES, places, s[estate + HAND], s[estate + HAND + 1])
        most = max(most, points[seat])
    for seat in range(count):
        wins[seat] = exp((points[seat] - most) / SPREAD[s[ROUND] - 1])
        total += wins[seat]
    for seat in range(count):
        wins[seat] /= total


@jit
def imagine(s: IntArray, seat: int, rng: Generator) -> None:
    """See `core.bots.kernel`. All others have made the decisions of this stage: as the compiled player."""
    if s[OWING]:
        s[OWING] = (1 << s[SEATS]) - 1
    deal_hidden(s, seat, rng)
    if not s[OWING]:
        return
    a = np.empty(WORK_SIZE, dtype=np.int64)
    for other in range(s[SEATS]):
        if other == seat:
            continue
        if s[STAGE] == RESOLVE_STAGE:
            _finish_sealed(s, other, a)
        elif s[STAGE] == DISCARD_STAGE and _excess(s, other) <= 0:
            s[OWING] &= ~(1 << other)
        while s[OWING] >> other & 1:
            apply(s, other, decide(s, other, VALUES, a, 0))


@jit
def _excess(s: IntArray, seat: int) -> int:
    """Number of cards that a seat has to discard."""
    group = ESTATES + seat * ESTATE_SIZE + HAND
    return bit_count(s[group]) + bit_count(s[group + 1]) - HAND_LIMIT[s[ROUND]]  # type: ignore[no-any-return]


@jit
def _finish_sealed(s: IntArray, seat: int, a: IntArray) -> None:
    """A seat resolves all it has left; the cards lie before it."""
    estate, places = ESTATES + seat * ESTATE_SIZE, np.empty(PLACES, dtype=np.int64)
    cards = np.empty(16, dtype=np.int64)
    find_places(s, seat, 0, places)
    finish(s, seat, VALUES, places, a)
    count = list_cards(s, estate + HAND, cards)
    s[estate + HAND] = s[estate + HAND + 1] = 0
    s[estate + PLAYED] = count
    for number in range(count):
        s[estate + PLAYED + 1 + number] = 2 * cards[number]
    s[OWING] &= ~(1 << seat)
