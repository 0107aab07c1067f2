"""Consistency of a view: whether some game can look like this, without knowing what is hidden.

A view may come from anywhere. What passes here can be shown, imagined and played on with; whether a server
keeps to the rules from step to step is checked elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from core.game import Refused, Seat
from core.games.great_split import scoring
from core.games.great_split.data import FIRST_HAND, LEAST_HAND, MOST_SEATS, ROUNDS, SCORING_ROUNDS, GameData
from core.games.great_split.state import SEALED_STAGES, TRACKS, UNKNOWN_CARD, Estate, Scorable, Stage, State

IMPOSSIBLE_PRESTIGE: Final = 9999
"""Prestige above what anybody can have."""

_MAY_CHANGE: Final[dict[Stage, tuple[str, ...]]] = {
    "discard": ("hand", "discarded"),
    "split": ("hand", "left", "right"),
    "choose": ("taken",),
    "resolve": ("hand", "played", "sold", "splitter", "arrows", "tracks", "prestige"),
}
"""Fields of an estate that sealed decisions may change, by stage."""
_STAGES_BEFORE_DRAW: Final[tuple[Stage, ...]] = ("deal", "characters", "scoring", "trade")
"""Stages before the cards of the round have been drawn."""


def check(data: GameData, view: State, seat: Seat | None) -> None:
    """Raises `Refused("codec.refusal.malformed")` if no game looks like this to `seat`."""
    for problem in _problems(data, view, seat):
        raise Refused("codec.refusal.malformed", detail=problem)


def is_consistent(data: GameData, view: State, seat: Seat | None) -> bool:
    """Whether `check` finds nothing wrong with a view, or with a whole state as far as it concerns `seat`."""
    return not any(_problems(data, view, seat))


def _problems(data: GameData, s: State, viewer: Seat | None) -> Iterator[str]:
    if not 2 <= s.seats <= MOST_SEATS or (viewer is not None and viewer >= s.seats):
        yield "estates"
        return
    yield from _round_problems(data, s)
    sealed = s.stage in SEALED_STAGES
    if not len(s.shown) == len(s.ready) == (s.seats if sealed else 0) or (sealed and all(s.ready)):
        yield "ready"
        return
    for estate in (*s.estates, *s.shown):
        yield from _estate_problems(data, s.stage, estate)
    yield from _character_problems(data, s)
    yield from _card_problems(data, s, viewer)
    yield from _scored_problems(data, s)
    if sealed:
        yield from _sealed_problems(data, s, viewer)


def _round_problems(data: GameData, s: State) -> Iterator[str]:
    """Problems of the round, the scoring tokens and the market tokens."""
    over, begun = s.stage == "over", s.stage not in ("deal", "characters", "scoring")
    if not 1 <= s.round <= ROUNDS or (over and s.round != ROUNDS) or (not begun and s.round != 1):
        yield "round"
    whole = len(data.scoring_tokens)
    laid = len(s.tokens) == whole if begun else len(s.tokens) < (whole if s.stage == "scoring" else 1)
    if not laid or Counter(s.tokens) - Counter(data.scoring_tokens):
        yield "tokens"
    turned = ROUNDS if over else s.round - 1
    if len(s.market) != turned or Counter(s.market) - Counter(data.market_tokens):
        yield "market"


def _estate_problems(data: GameData, stage: Stage, e: Estate) -> Iterator[str]:
    """Problems of what lies before a seat, looked at alone."""
    spaces = data.spaces
    if len(e.tracks) != len(TRACKS) or not all(
        0 <= at <= most for at, most in zip(e.tracks, spaces, strict=True)
    ):
        yield "tracks"
    if not 0 <= e.prestige <= IMPOSSIBLE_PRESTIGE or not 0 <= e.arrows <= sum(map(len, data.double_arrows)):
        yield "prestige"
    if len(e.sold) != len(e.played):
        yield "sold"
    if not all(map(_in_order, (e.hand, e.left, e.right, e.discarded))):
        yield "order"
    empty = {
        "hand": stage in ("choose", "market"),
        "left": stage not in ("split", "choose"),
        "right": stage not in ("split", "choose"),
        "discarded": stage != "discard",
        "played": stage not in ("resolve", "market"),
        "taken": stage != "choose",
        "splitter": stage != "resolve",
        "arrows": stage != "resolve",
    }
    yield from (field for field, must in empty.items() if must and getattr(e, field))
    if bool(e.left) != bool(e.right) or (stage == "choose" and not e.left):
        yield "wallet"


def _in_order(cards: tuple[int, ...]) -> bool:
    """Whether a group lies all face down, or all face up in ascending order."""
    return all(card == UNKNOWN_CARD for card in cards) or all(
        a < b for a, b in pairwise((UNKNOWN_CARD, *cards))
    )


def _character_problems(data: GameData, s: State) -> Iterator[str]:
    """Problems of the character tiles: they are dealt seat by seat, each only once."""
    dealt = [e.character for e in s.estates if e.character is not None]
    first = [e.character for e in s.estates[: len(dealt)]]
    many = {"deal": [0], "characters": range(s.seats)}.get(s.stage, [s.seats])
    if dealt != first or len(dealt) not in many or len(set(dealt)) != len(dealt):
        yield "character"
    if not all(0 <= number < len(data.characters) for number in dealt):
        yield "character"


def _card_problems(data: GameData, s: State, viewer: Seat | None) -> Iterator[str]:
    """Problems of the cards: each is in one place, and the decks are as high as they have to be."""
    if not 0 <= s.drawn < drawn_at_once(s):
        yield "drawn"
    heights = [len(deck) - gone for deck, gone in zip(data.decks, drawn_cards(s), strict=True)]
    if [len(deck) for deck in s.decks] != heights:
        yield "decks"
    lying = s.shown or s.estates
    if s.stage in ("split", "choose") and not all(
        LEAST_HAND <= len(cards_of(e)) <= data.hand_limit[s.round - 1] for e in lying
    ):
        yield "hand"
    if s.stage in ("resolve", "market") and any(len(cards_of(e)) > most_resolved(data, s) for e in lying):
        yield "hand"
    cards = [*s.discards, *(card for deck in s.decks for card in deck)]
    cards += (card for e in lying for card in cards_of(e))
    known = [card for card in cards if card != UNKNOWN_CARD]
    whole = len(data.cards)
    if len(cards) != whole or len(set(known)) != len(known) or any(card >= whole for card in known):
        yield "cards"
    if viewer is not None and UNKNOWN_CARD in cards_of(lying[viewer]):
        yield "hand"
    if viewer is not None and UNKNOWN_CARD in (*lying[viewer - 1].left, *lying[viewer - 1].right):
        yield "wallet"


def most_resolved(data: GameData, s: State) -> int:
    """Most cards that a seat resolves in a round: two groups, each with one card less than a hand."""
    return 2 * (data.hand_limit[s.round - 1] - 1)


def drawn_each(seats: int) -> int:
    """Cards that each seat draws in a trade."""
    return 2 if seats == 2 else 1


def drawn_at_once(s: State) -> int:
    """Cards drawn in the whole deal or trade; elsewhere 1, more than is ever drawn."""
    each = {"deal": FIRST_HAND, "trade": drawn_each(s.seats)}.get(s.stage)
    return 1 if each is None else each * s.seats


def drawn_cards(s: State) -> list[int]:
    """Cards of each level that have been drawn by now."""
    each = drawn_each(s.seats)
    by_level = [s.drawn if s.stage == "deal" else FIRST_HAND * s.seats, 0, 0]
    for round_ in range(1, s.round + 1):
        done = round_ < s.round or s.stage not in _STAGES_BEFORE_DRAW
        cards = each * s.seats if done else s.drawn if s.stage == "trade" else 0
        for number in range(cards):
            by_level[(1 if round_ <= SCORING_ROUNDS[0] else 2) - number % each] += 1
    return by_level


def cards_of(e: Estate) -> list[int]:
    """All cards that lie before a seat."""
    return [*e.hand, *e.left, *e.right, *e.played, *e.discarded]


def _scored_problems(data: GameData, s: State) -> Iterator[str]:
    """Problems of the scorings till now: which took place, and amounts that cannot be."""
    if [(scored.round, scored.token) for scored in s.scored] != scorings(s):
        yield "scored"
        return
    for scored in s.scored:
        can = possible_amounts(data, s.market, scored.round, scored.token)
        if len(scored.amounts) != s.seats or not all(amount in can for amount in scored.amounts):
            yield "scored"


def scorings(s: State) -> list[tuple[int, Scorable]]:
    """The scorings till now: round after which each took place, and what it was of."""
    lines = zip((line for line in SCORING_ROUNDS for _ in range(2)), s.tokens, strict=False)
    done: list[tuple[int, Scorable]]
    done = [(line, token) for line, token in lines if line < s.round and token != "none"]
    return done + [(ROUNDS, token) for token in scoring.FINAL_SCORINGS if s.stage == "over"]


def possible_amounts(data: GameData, market: Sequence[int], round_: int, token: Scorable) -> Sequence[int]:
    """Every amount that a scoring can bring, with the slider where it stood after its round."""
    match token:
        case "books":
            return data.tracks["books"].banners
        case "gems":
            return [2 * value for value in data.tracks["topaz"].values]
        case "art":
            return data.art_pays(sum(market[:round_]))
        case "contracts":
            return range(IMPOSSIBLE_PRESTIGE)


def _sealed_problems(data: GameData, s: State, viewer: Seat | None) -> Iterator[str]:
    """Problems of sealed decisions: each changes what it may, and moves one's own cards only."""
    fixed = [name for name in Estate.__struct_fields__ if name not in _MAY_CHANGE[s.stage]]
    for number, (before, now) in enumerate(zip(s.shown, s.estates, strict=True)):
        if before.taken or before.arrows or before.played or before.discarded:
            yield "shown"
        if before.splitter != (s.stage == "resolve") or (
            s.stage == "split" and (before.left or before.right)
        ):
            yield "shown"
        if any(getattr(before, name) != getattr(now, name) for name in fixed):
            yield "shown"
        if sorted(cards_of(before)) != sorted(cards_of(now)):
            yield "cards"
        if number == viewer and s.ready[number] != is_ready(data, s, now):
            yield "ready"
        if s.stage == "discard" and is_ready(data, s, before) and not s.ready[number]:
            yield "ready"


def is_ready(data: GameData, s: State, e: Estate) -> bool:
    """Whether the seat of this estate has made all its decisions of the stage."""
    match s.stage:
        case "discard":
            return len(e.hand) <= data.hand_limit[s.round - 1]
        case "split":
            return not e.hand
        case "choose":
            return e.taken is not None
        case _:
            return not (e.hand or e.splitter or e.arrows)
