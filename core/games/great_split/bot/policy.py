"""Policy of The Great Split: values of positions, ratings of actions, and a player, all compiled.

`VALUES` are points still to be expected from where the tracks of a seat stand once the cards of a round are
resolved, and from the cards in its hand: sums of entries of tables, learnt from games of the compiled player
with itself (`tools/learn_great_split.py`). `rate_actions` judges by them what a seat may do, and the expert
plays the best. The tree search (`core.bots.tree`) uses the rest: `evaluate` plays the round to the end and
adds the values up.

A *ledger* is what resolving changes of a seat, an array of `LEDGER` numbers: the ten tracks, prestige, double
arrows still to be spent; but without the steps and double arrows that spaces reached have brought, and beyond
the last spaces. So the order in which cards are resolved does not matter. Hands are resolved by a beam search
with as many ledgers as it is given room for. `places` are the indices in the values at which the tables of a
seat begin, see `find_places`.
"""

from __future__ import annotations

from importlib.resources import files
from math import exp
from typing import Final

import numpy as np

from core.bots.compiled import bit_count, jit, keep_best, lowest_bit, share_chances
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
    MOST_ACTIONS,
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
MOST_SUBSET_CARDS: Final = 8
"""Cards of a hand above which it is brought down by what each card is worth."""

_ACTIONS: Final = [*CARD_ACTIONS.tolist(), *SPLITTER_ACTIONS.tolist(), *BONUS_ACTIONS.tolist()]
FIRST_SPLITTER: Final = len(CARD_ACTIONS)
FIRST_BONUS: Final = FIRST_SPLITTER + len(SPLITTER_ACTIONS)
END: Final = FIRST_BONUS + len(BONUS_ACTIONS)


def _change(code: int) -> list[int]:
    """Changes that an action of resolving makes in a ledger by itself."""
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
"""Changes that each of them makes in a ledger; at last nothing."""
BONUS_UP_TO: Final = (STEP_ON[len(RESOURCES) :] >= 0).cumsum(axis=1)
"""Steps that the spaces of each seal track have shown up to each."""
ARROWS_UP_TO: Final = ARROWS_ON[GOLD_TRACK].cumsum()
IMPOSSIBLE: Final = -1e6
"""Value of a ledger in which more double arrows are spent than there are."""


@jit
def load(s: IntArray, seat: int, ledger: IntArray) -> None:
    """Write the ledger of a seat."""
    estate = ESTATES + seat * ESTATE_SIZE
    for number in range(OWED):
        ledger[number] = s[estate + number]
    for resource in range(len(RESOURCES)):
        ledger[resource] -= BONUS_UP_TO[resource, s[estate + len(RESOURCES) + resource]]
    ledger[OWED] = s[estate + ARROWS] - ARROWS_UP_TO[s[estate + GOLD_TRACK]]


@jit
def seal_space(ledger: IntArray, resource: int) -> int:
    """The space on the seal track of a resource."""
    return min(ledger[len(RESOURCES) + resource], SPACES[len(RESOURCES) + resource])  # type: ignore[no-any-return]


@jit
def space(ledger: IntArray, resource: int) -> int:
    """The space on the track of a resource."""
    reached = ledger[resource] + BONUS_UP_TO[resource, seal_space(ledger, resource)]
    return min(reached, SPACES[resource])  # type: ignore[no-any-return]


@jit
def arrows(ledger: IntArray) -> int:
    """Double arrows that are still to be spent."""
    return ledger[OWED] + ARROWS_UP_TO[space(ledger, GOLD_TRACK)]  # type: ignore[no-any-return]


@jit
def value_after(values: FloatArray, places: IntArray, ledger: IntArray, way: int) -> float:
    """Points to be expected for a ledger after an action."""
    total, art, topaz, emerald, gold = 0.0, 0, 0, 0, 0
    for resource in range(len(RESOURCES)):
        seal = ledger[resource + len(RESOURCES)] + CHANGES[way, resource + len(RESOURCES)]
        seal = min(seal, SPACES[resource + len(RESOURCES)])
        reached = ledger[resource] + CHANGES[way, resource] + BONUS_UP_TO[resource, seal]
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
    unspent = ledger[OWED] + CHANGES[way, OWED] + ARROWS_UP_TO[gold]
    total += ledger[PRESTIGE] + CHANGES[way, PRESTIGE]
    return total + (ARROW * unspent if unspent >= 0 else IMPOSSIBLE)  # type: ignore[no-any-return]


@jit
def tracks_value(values: FloatArray, places: IntArray, ledger: IntArray) -> float:
    """Points to be expected for a ledger."""
    return value_after(values, places, ledger, NOTHING)


@jit
def change_by(ledger: IntArray, way: int) -> None:
    """Change a ledger by an action."""
    for number in range(LEDGER):
        ledger[number] += CHANGES[way, number]


@jit
def _best_way(values: FloatArray, places: IntArray, ledger: IntArray, card: int) -> int:
    """The best that can be done with a card by itself: the number of the action."""
    best, chosen = 2 * IMPOSSIBLE, 0
    for way in range(FIRST_ACTION[card], FIRST_ACTION[card] + WAYS[card]):
        value = value_after(values, places, ledger, way)
        if value > best:
            best, chosen = value, way
    return chosen


@jit
def _follow(values: FloatArray, places: IntArray, ledgers: IntArray, count: int, first: int, end: int) -> int:
    """Replace the first ledgers by the best that one of these actions makes of them; returns their number.

    No two of them are alike; there are at most as many as fit in.
    """
    ways, kept, alike = end - first, 0, 0
    losses = np.empty(count * ways)
    for number in range(count):
        for way in range(ways):
            losses[number * ways + way] = -value_after(values, places, ledgers[number], first + way)
    after = np.empty_like(ledgers)
    loss = 0.0
    for best in np.argsort(losses):
        if kept == len(ledgers) or losses[best] > -IMPOSSIBLE / 2:
            break
        after[kept] = ledgers[best // ways]
        change_by(after[kept], first + int(best % ways))
        if losses[best] != loss:
            loss, alike = losses[best], kept  # equal ledgers have equal values
        is_new = True
        for other in range(alike, kept):
            is_new &= not np.array_equal(after[other], after[kept])
        kept += is_new
    ledgers[:kept] = after[:kept]
    return kept


@jit
def resolve_all(
    values: FloatArray, places: IntArray, ledgers: IntArray, low: int, high: int, splitter: int
) -> float:
    """Resolve a group of cards, and the splitter, as best: the value of the ledger.

    The first of the ledgers is changed; all others are room for a beam search.
    """
    count = 1
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
                first = FIRST_ACTION[card]
                count = _follow(values, places, ledgers, count, first, first + WAYS[card])
    if splitter:
        count = _follow(values, places, ledgers, count, FIRST_SPLITTER, FIRST_BONUS)
    best, chosen = 2 * IMPOSSIBLE, ledgers[0].copy()
    while count:
        unfinished = 0
        for number in range(count):
            if arrows(ledgers[number]) > 0:
                ledgers[unfinished] = ledgers[number]
                unfinished += 1
                continue
            value = tracks_value(values, places, ledgers[number])
            if value > best:
                best = value
                chosen[:] = ledgers[number]
        count = unfinished
        if count:
            count = _follow(values, places, ledgers, count, FIRST_BONUS, END)
    ledgers[0] = chosen
    return best


@jit
def group_value(
    values: FloatArray, places: IntArray, s: IntArray, seat: int, low: int, high: int, ledgers: IntArray
) -> float:
    """Points to be expected for a seat with this hand, to be resolved and kept."""
    load(s, seat, ledgers[0])
    return resolve_all(values, places, ledgers, low, high, 1) + hand_value(values, places, low, high)


@jit
def finish(s: IntArray, seat: int, values: FloatArray, places: IntArray, ledgers: IntArray) -> None:
    """A seat resolves all it has left; the cards lie in its hand again."""
    estate, ledger = ESTATES + seat * ESTATE_SIZE, ledgers[0]
    load(s, seat, ledger)
    resolve_all(values, places, ledgers, s[estate + HAND], s[estate + HAND + 1], s[estate + HAS_SPLITTER])
    for resource in range(len(RESOURCES)):
        s[estate + resource] = space(ledger, resource)
        s[estate + len(RESOURCES) + resource] = seal_space(ledger, resource)
    s[estate + PRESTIGE] = ledger[PRESTIGE]
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
def taken(lead: float) -> float:
    """Probability that a chooser takes a group that is worth so many points more to it than the other."""
    return 1.0 / (1.0 + exp(-min(30.0, max(-30.0, lead / DOUBT))))


@jit
def _rate_subsets(
    s: IntArray, seat: int, values: FloatArray, cards: IntArray, count: int, rated: FloatArray
) -> None:
    """Write the value of each subset of the cards for a seat that is still to get half of its hand.

    Roughly: each card is resolved as best after those before.
    """
    ledgers, places = np.empty((1 << count, LEDGER), dtype=np.int64), np.empty(PLACES, dtype=np.int64)
    find_places(s, seat, 1, places)
    load(s, seat, ledgers[0])
    rated[0] = tracks_value(values, places, ledgers[0])
    for bit in range(count):
        for subset in range(1 << bit):
            more = 1 << bit | subset
            ledgers[more] = ledgers[subset]
            change_by(ledgers[more], _best_way(values, places, ledgers[more], cards[bit]))
            rated[more] = tracks_value(values, places, ledgers[more])
    for subset in range(1 << count):
        for bit in range(count):
            if subset >> bit & 1:
                rated[subset] += values[places[KEPT_PLACE] + cards[bit]]


@jit
def rate_hands(s: IntArray, seat: int, values: FloatArray, cards: IntArray, count: int) -> FloatArray:
    """The value of each subset of a hand, by bits: those for the seat come first, those for its left
    neighbour then.
    """
    rated = np.empty(2 << count)
    _rate_subsets(s, seat, values, cards, count, rated)
    _rate_subsets(s, (seat + 1) % s[SEATS], values, cards, count, rated[1 << count :])
    return rated


@jit
def split_value(rated: FloatArray, count: int, weight: float, right: int, other: int) -> float:
    """Value of a split in two groups, with the values of `rate_hands`."""
    mine_right, mine_other = rated[right], rated[other]
    his_right, his_other = rated[1 << count | right], rated[1 << count | other]
    share = taken(his_other - his_right + weight * (mine_other - mine_right))
    if_other, if_right = mine_right - weight * his_other, mine_other - weight * his_right
    return share * if_other + (1.0 - share) * if_right  # type: ignore[no-any-return]


@jit
def rate_splits(hands: FloatArray, count: int, weight: float, rated: FloatArray) -> None:
    """Write the value of each split, by the bits of the cards on the right; the last card is on the left."""
    for right in range(1, 1 << (count - 1)):
        rated[right - 1] = split_value(hands, count, weight, right, (1 << count) - 1 - right)


@jit
def rate_discards(hands: FloatArray, count: int, weight: float, rated: FloatArray) -> None:
    """Write the value of a hand without each of its cards: of the best split."""
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
def rate_groups(s: IntArray, seat: int, values: FloatArray, ledgers: IntArray, rated: FloatArray) -> None:
    """Write the values of taking either group of the right neighbour's wallet.

    With it comes that group of the own wallet which the left neighbour leaves.
    """
    places, count = np.empty(PLACES, dtype=np.int64), s[SEATS]
    giver, chooser, weight = (seat - 1) % count, (seat + 1) % count, RIVALRY / (count - 1)
    own, offer, lead = ESTATES + seat * ESTATE_SIZE, ESTATES + giver * ESTATE_SIZE, 0.0
    for side in range(2):
        group, sign = own + (RIGHT if side else LEFT), 1 - 2 * side
        find_places(s, chooser, 1, places)
        lead += sign * group_value(values, places, s, chooser, s[group], s[group + 1], ledgers)
        find_places(s, seat, 1, places)
        lead += sign * weight * group_value(values, places, s, seat, s[group], s[group + 1], ledgers)
    share = taken(lead)
    for side in range(2):
        group, other = offer + (RIGHT if side else LEFT), offer + (LEFT if side else RIGHT)
        find_places(s, giver, 1, places)
        rated[side] = -weight * group_value(values, places, s, giver, s[other], s[other + 1], ledgers)
        find_places(s, seat, 0, places)
        for back in range(2):
            kept = own + (LEFT if back else RIGHT)
            low, high = s[group] | s[kept], s[group + 1] | s[kept + 1]
            probability = 1.0 - share if back else share
            rated[side] += probability * group_value(values, places, s, seat, low, high, ledgers)


# --- Decisions -----------------------------------------------------------------------------------------


@jit
def _card_value(s: IntArray, seat: int, values: FloatArray, card: int) -> float:
    """Points a card of the hand is expected to bring a seat: half now, and in the rounds to come."""
    places, ledger = np.empty(PLACES, dtype=np.int64), np.empty(LEDGER, dtype=np.int64)
    find_places(s, seat, 1, places)
    load(s, seat, ledger)
    gain = value_after(values, places, ledger, _best_way(values, places, ledger, card))
    return gain - tracks_value(values, places, ledger) + values[places[KEPT_PLACE] + card]  # type: ignore[no-any-return]


@jit
def _rate_by_hands(
    s: IntArray, hands: FloatArray, cards: IntArray, count: int, actions: IntArray, rated: FloatArray
) -> int:
    """Write all splits of a hand, or discards, with their values by those of `rate_hands`."""
    weight = RIVALRY / (s[SEATS] - 1)
    if s[STAGE] == DISCARD_STAGE:
        rate_discards(hands, count, weight, rated)
        return _discards(cards, count, actions)
    splits = (1 << (count - 1)) - 1
    rate_splits(hands, count, weight, rated)
    for right in range(1, splits + 1):
        actions[right - 1] = split_code(cards, count, right)
    return splits


@jit
def _discards(cards: IntArray, count: int, actions: IntArray) -> int:
    """Write the codes of discarding each of the cards; returns their number."""
    for number in range(count):
        actions[number] = DISCARD | 1 + cards[number] << KIND_BITS
    return count


@jit
def _rate_plainly(
    s: IntArray, seat: int, values: FloatArray, ledgers: IntArray, actions: IntArray, rated: FloatArray
) -> int:
    """Write groups, what may be done with cards, or discards of a large hand, with their values."""
    if s[STAGE] == RESOLVE_STAGE:
        return _rate_resolvings(s, seat, values, ledgers, actions, rated)
    if s[STAGE] == CHOOSE_STAGE:
        rate_groups(s, seat, values, ledgers, rated)
        actions[0], actions[1] = TAKE, TAKE | 1 << KIND_BITS
        return 2
    cards = np.empty(16, dtype=np.int64)
    count = list_cards(s, ESTATES + seat * ESTATE_SIZE + HAND, cards)
    for number in range(count):
        rated[number] = -_card_value(s, seat, values, cards[number])
    return _discards(cards, count, actions)


@jit
def _rate_resolvings(
    s: IntArray, seat: int, values: FloatArray, ledgers: IntArray, actions: IntArray, rated: FloatArray
) -> int:
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
        load(s, seat, ledgers[0])
        change_by(ledgers[0], way)
        rated[way - first] = resolve_all(values, places, ledgers, low, high, splitter)
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
def decide(s: IntArray, seat: int, values: FloatArray, ledgers: IntArray) -> int:
    """Code of what the compiled player discards, how it splits, or which group it takes."""
    actions, rated = np.empty(MOST_ACTIONS, dtype=np.int64), np.empty(MOST_ACTIONS)
    cards = np.empty(16, dtype=np.int64)
    count = list_cards(s, ESTATES + seat * ESTATE_SIZE + HAND, cards)
    if s[STAGE] > SPLIT_STAGE or count > MOST_SUBSET_CARDS:
        count = _rate_plainly(s, seat, values, ledgers, actions, rated)
    else:
        hands = rate_hands(s, seat, values, cards, count)
        count = _rate_by_hands(s, hands, cards, count, actions, rated)
    return actions[np.argmax(rated[:count])]  # type: ignore[no-any-return]


@jit
def play_round(s: IntArray, rng: Generator, values: FloatArray, ledgers: IntArray) -> None:
    """Play until the market of this round is to be turned up."""
    while s[STAGE] < RESOLVE_STAGE:
        seat = actor(s)
        apply(s, seat, draw(s, rng) if seat == CHANCE else decide(s, seat, values, ledgers))
    places = np.empty(PLACES, dtype=np.int64)
    if s[STAGE] == RESOLVE_STAGE:
        for seat in range(s[SEATS]):
            find_places(s, seat, 0, places)
            finish(s, seat, values, places, ledgers)
        s[STAGE], s[OWING] = MARKET_STAGE, 0


# --- For the search ------------------------------------------------------------------------------------

with files(__package__).joinpath("values.npy").open("rb") as _file:
    VALUES: Final[FloatArray] = with_shares(np.load(_file).astype(np.float64))
"""Learnt values."""
VALUES.setflags(write=False)  # else the compiler takes it for another type than where functions name it
MOST_COMPARED: Final = 6
"""Actions that are compared by playing on, the most promising."""
FIRST_TRIES: Final = 80
"""Times each of them is tried before the worse half drops out; see `core.bots.comparison`."""
MOST_BEHIND: Final = 3.0
"""Points by which one of them may look worse than the best."""
PRIOR_WORTH: Final = 0.02
"""Share of a win that an action must look better by to have e times the weight: that of a point."""
SURENESS: Final = np.array([1.0, 1.0, 1.0, 1000.0])
"""Weight of such a point in what is discarded, split, taken and resolved: the plan of a hand is better known
than what comes of it by playing on.
"""
SAMPLED_HANDS: Final = 6_000
"""Hands that are resolved, about, to rate splits and discards by wallets as they may be offered."""
BEAM: Final = 400
"""Ways to resolve a hand that are followed up where one decides."""
WIDTH: Final = 4
"""Ways to resolve a hand that are followed up where many hands are compared."""
SPREAD: Final = np.array([4.8, 4.5, 4.0, 3.3, 2.4, 1.0])
"""Points of lead that make a seat e times as likely to win, by rounds that are done."""


@jit
def evaluate(s: IntArray, rng: Generator, wins: FloatArray, points: FloatArray) -> None:
    """See `core.bots.tree`: the round is played to the end; after the last one the points are counted."""
    ledgers, places = np.empty((WIDTH, LEDGER), dtype=np.int64), np.empty(PLACES, dtype=np.int64)
    play_round(s, rng, VALUES, ledgers)
    if s[ROUND] == ROUNDS:
        apply(s, CHANCE, draw(s, rng))
        outcome(s, wins, points)
        return
    for seat in range(s[SEATS]):
        estate = ESTATES + seat * ESTATE_SIZE
        find_places(s, seat, 0, places)
        load(s, seat, ledgers[0])
        points[seat] = tracks_value(VALUES, places, ledgers[0])
        points[seat] += hand_value(VALUES, places, s[estate + HAND], s[estate + HAND + 1])
    share_chances(points, s[SEATS], SPREAD[s[ROUND] - 1], wins)


@jit
def imagine(s: IntArray, seat: int, rng: Generator) -> None:
    """See `core.bots.kernel`. All others have made the decisions of this stage: as the compiled player."""
    if s[OWING]:
        s[OWING] = (1 << s[SEATS]) - 1
    deal_hidden(s, seat, rng)
    if not s[OWING]:
        return
    ledgers = np.empty((WIDTH, LEDGER), dtype=np.int64)
    for other in range(s[SEATS]):
        if other == seat:
            continue
        if s[STAGE] == RESOLVE_STAGE:
            _finish_sealed(s, other, ledgers)
        elif s[STAGE] == DISCARD_STAGE and _excess(s, other) <= 0:
            s[OWING] &= ~(1 << other)
        while s[OWING] >> other & 1:
            apply(s, other, decide(s, other, VALUES, ledgers))


@jit
def _excess(s: IntArray, seat: int) -> int:
    """Number of cards that a seat has to discard."""
    group = ESTATES + seat * ESTATE_SIZE + HAND
    return bit_count(s[group]) + bit_count(s[group + 1]) - HAND_LIMIT[s[ROUND]]  # type: ignore[no-any-return]


@jit
def _finish_sealed(s: IntArray, seat: int, ledgers: IntArray) -> None:
    """A seat resolves all it has left; the cards lie before it."""
    estate, places = ESTATES + seat * ESTATE_SIZE, np.empty(PLACES, dtype=np.int64)
    cards = np.empty(16, dtype=np.int64)
    find_places(s, seat, 0, places)
    finish(s, seat, VALUES, places, ledgers)
    count = list_cards(s, estate + HAND, cards)
    s[estate + HAND] = s[estate + HAND + 1] = 0
    s[estate + PLAYED] = count
    for number in range(count):
        s[estate + PLAYED + 1 + number] = 2 * cards[number]
    s[OWING] &= ~(1 << seat)


@jit
def _sample_subsets(
    s: IntArray,
    seat: int,
    values: FloatArray,
    cards: IntArray,
    count: int,
    samples: int,
    rng: Generator,
    rated: FloatArray,
) -> None:
    """Write the value of each subset of the cards for a seat, with the better group of its right neighbour's.

    The mean over wallets as they may be; less what that neighbour gets.
    """
    ledgers = np.empty((WIDTH, LEDGER), dtype=np.int64)
    imagined, places, losses = np.empty_like(s), np.empty(PLACES, dtype=np.int64), np.empty(2)
    giver = (seat - 1) % s[SEATS]
    offer = ESTATES + giver * ESTATE_SIZE
    rated[: 1 << count] = 0.0
    for _ in range(samples):
        imagined[:] = s
        imagine(imagined, seat, rng)
        if imagined[STAGE] == DISCARD_STAGE:
            imagined[STAGE], imagined[OWING] = SPLIT_STAGE, (1 << s[SEATS]) - 1
            apply(imagined, giver, decide(imagined, giver, values, ledgers))
        find_places(s, giver, 1, places)
        for side in range(2):
            other = offer + (LEFT if side else RIGHT)
            losses[side] = group_value(
                values, places, s, giver, imagined[other], imagined[other + 1], ledgers
            )
        find_places(s, seat, 0, places)
        for subset in range(1, (1 << count) - 1):
            low, high, best = 0, 0, IMPOSSIBLE
            for bit in range(count):
                if subset >> bit & 1:
                    if cards[bit] < HALF:
                        low |= 1 << cards[bit]
                    else:
                        high |= 1 << cards[bit] - HALF
            for side in range(2):
                group = offer + (RIGHT if side else LEFT)
                value = group_value(
                    values, places, s, seat, low | imagined[group], high | imagined[group + 1], ledgers
                )
                best = max(best, value - RIVALRY / (s[SEATS] - 1) * losses[side])
            rated[subset] += best / samples


@jit
def rate_actions(
    s: IntArray,
    seat: int,
    values: FloatArray,
    ledgers: IntArray,
    samples: int,
    rng: Generator,
    actions: IntArray,
    rated: FloatArray,
) -> int:
    """Write what a seat may do, each action with its value in points; returns their number.

    The cards of a hand are resolved in a fixed order. `ledgers` are room for the beam search of all hands.
    For splits and discards what the right neighbour may offer is imagined so many times.
    """
    cards = np.empty(16, dtype=np.int64)
    count = list_cards(s, ESTATES + seat * ESTATE_SIZE + HAND, cards)
    if s[STAGE] > SPLIT_STAGE or count > MOST_SUBSET_CARDS:
        return _rate_plainly(s, seat, values, ledgers, actions, rated)
    hands = rate_hands(s, seat, values, cards, count)
    if samples:
        _sample_subsets(s, seat, values, cards, count, samples, rng, hands)
    return _rate_by_hands(s, hands, cards, count, actions, rated)


@jit
def candidates(s: IntArray, seat: int, actions: IntArray, weights: FloatArray) -> int:
    """See `core.bots.tree`: the actions that look best, with weights by their values."""
    cards = np.empty(16, dtype=np.int64)
    hand = list_cards(s, ESTATES + seat * ESTATE_SIZE + HAND, cards)
    ledgers, rng = np.empty((BEAM, LEDGER), dtype=np.int64), np.zeros(1, dtype=np.uint64)
    samples = SAMPLED_HANDS >> 1 + hand
    count = rate_actions(s, seat, VALUES, ledgers, samples, rng, actions, weights)
    kept, most, total = keep_best(actions, weights, count, MOST_COMPARED), weights[0], 0.0
    while weights[kept - 1] < most - MOST_BEHIND:
        kept -= 1
    for place in range(kept):
        weights[place] = exp(max(-60.0, SURENESS[s[STAGE] - DISCARD_STAGE] * (weights[place] - most)))
        total += weights[place]
    for place in range(kept):
        weights[place] /= total
    return kept


@jit
def worth(wins: FloatArray, points: FloatArray, count: int, seat: int) -> float:
    """See `core.bots.comparison`: the seat's share of the win, so that it counts who leads."""
    return wins[seat]  # type: ignore[no-any-return]
