"""Whether a view may be one of a game: whatever can be told without knowing what is hidden.

A view may come from anywhere. What passes here can be shown, imagined and played on with; that a server keeps
to the rules from step to step is looked after elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from core.game import Refused, Seat
from core.games.great_split import scoring
from core.games.great_split.data import FIRST_HAND, LEAST_HAND, LINES, MOST_SEATS, ROUNDS
from core.games.great_split.state import SEALED_STAGES, TRACKS, UNKNOWN, Estate, Scored, Stage, State

if TYPE_CHECKING:
    from core.games.great_split.rules import GreatSplit

MUCH: Final = 9999
"""More prestige than anybody can have."""

_MAY_CHANGE: Final[dict[Stage, tuple[str, ...]]] = {
    "discard": ("hand", "discarded"),
    "split": ("hand", "left", "right"),
    "choose": ("taken",),
    "resolve": ("hand", "played", "sold", "splitter", "arrows", "tracks", "prestige"),
}
"""What a sealed decision changes of what lies before its seat."""
_BEFORE: Final[tuple[Stage, ...]] = ("deal", "characters", "scoring", "trade")
"""Stages before the cards of the round have been drawn."""


def check(game: GreatSplit, view: State, seat: Seat | None) -> None:
    """Raises `Refused("codec.refusal.malformed")` if no game looks like this to `seat`."""
    for problem in _problems(game, view, seat):
        raise Refused("codec.refusal.malformed", detail=problem)


def _problems(game: GreatSplit, s: State, viewer: Seat | None) -> Iterator[str]:
    if not 2 <= s.seats <= MOST_SEATS or (viewer is not None and viewer >= s.seats):
        yield "estates"
        return
    yield from _round_problems(game, s)
    sealed = s.stage in SEALED_STAGES
    if not len(s.shown) == len(s.ready) == (s.seats if sealed else 0) or (sealed and all(s.ready)):
        yield "ready"
        return
    for estate in (*s.estates, *s.shown):
        yield from _estate_problems(game, s.stage, estate)
    yield from _character_problems(game, s)
    yield from _card_problems(game, s, viewer)
    yield from _scored_problems(game, s)
    if sealed:
        yield from _sealed_problems(game, s, viewer)


def _round_problems(game: GreatSplit, s: State) -> Iterator[str]:
    """Round, tokens, market."""
    over, begun = s.stage == "over", s.stage not in ("deal", "characters", "scoring")
    if not 1 <= s.round <= ROUNDS or (over and s.round != ROUNDS) or (not begun and s.round != 1):
        yield "round"
    whole = len(game.data.scoring_tokens)
    laid = len(s.tokens) == whole if begun else len(s.tokens) < (whole if s.stage == "scoring" else 1)
    if not laid or Counter(s.tokens) - Counter(game.data.scoring_tokens):
        yield "tokens"
    turned = ROUNDS if over else s.round - 1
    if len(s.market) != turned or Counter(s.market) - Counter(game.data.market_tokens):
        yield "market"


def _estate_problems(game: GreatSplit, stage: Stage, e: Estate) -> Iterator[str]:
    """What lies before a seat, looked at alone."""
    spaces = game.data.spaces
    if len(e.tracks) != len(TRACKS) or not all(
        0 <= at <= most for at, most in zip(e.tracks, spaces, strict=True)
    ):
        yield "tracks"
    if not 0 <= e.prestige <= MUCH or not 0 <= e.arrows <= sum(map(len, game.data.double_arrows)):
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
    """A group all face down, or all face up in ascending order."""
    return all(card == UNKNOWN for card in cards) or all(a < b for a, b in pairwise((UNKNOWN, *cards)))


def _character_problems(game: GreatSplit, s: State) -> Iterator[str]:
    """The tiles are dealt seat by seat, each only once."""
    dealt = [e.character for e in s.estates if e.character is not None]
    first = [e.character for e in s.estates[: len(dealt)]]
    many = {"deal": [0], "characters": range(s.seats)}.get(s.stage, [s.seats])
    if dealt != first or len(dealt) not in many or len(set(dealt)) != len(dealt):
        yield "character"
    if not all(0 <= number < len(game.data.characters) for number in dealt):
        yield "character"


def _card_problems(game: GreatSplit, s: State, viewer: Seat | None) -> Iterator[str]:
    """Every card is somewhere, none is in two places, the decks are as high as they have to be."""
    each = 2 if s.seats == 2 else 1
    most = FIRST_HAND * s.seats if s.stage == "deal" else each * s.seats if s.stage == "trade" else 1
    if not 0 <= s.drawn < most:
        yield "drawn"
    heights = [len(deck) - gone for deck, gone in zip(game.data.decks, _drawn(s, each), strict=True)]
    if [len(deck) for deck in s.decks] != heights:
        yield "decks"
    lying = s.shown or s.estates
    if s.stage in ("split", "choose") and not all(
        LEAST_HAND <= len(cards_of(e)) <= game.hand_limit(s) for e in lying
    ):
        yield "hand"
    cards = [*s.discards, *(card for deck in s.decks for card in deck)]
    cards += (card for e in lying for card in cards_of(e))
    known = [card for card in cards if card != UNKNOWN]
    whole = len(game.data.cards)
    if len(cards) != whole or len(set(known)) != len(known) or any(card >= whole for card in known):
        yield "cards"
    if viewer is not None and UNKNOWN in cards_of(lying[viewer]):
        yield "hand"


def _drawn(s: State, each: int) -> list[int]:
    """How many cards of each level have been drawn by now, if each seat draws so many in a trade."""
    drawn = [s.drawn if s.stage == "deal" else FIRST_HAND * s.seats, 0, 0]
    for round_ in range(1, s.round + 1):
        done = round_ < s.round or s.stage not in _BEFORE
        cards = each * s.seats if done else s.drawn if s.stage == "trade" else 0
        for number in range(cards):
            drawn[(1 if round_ <= LINES[0] else 2) - number % each] += 1
    return drawn


def cards_of(e: Estate) -> list[int]:
    """All cards that lie before a seat."""
    return [*e.hand, *e.left, *e.right, *e.played, *e.discarded]


def _scored_problems(game: GreatSplit, s: State) -> Iterator[str]:
    """What has scored till now, and amounts that can be."""
    lines = zip((line for line in LINES for _ in range(2)), s.tokens, strict=False)
    wanted: list[tuple[int, str]]
    wanted = [(line, token) for line, token in lines if line < s.round and token != "none"]
    if s.stage == "over":
        wanted += [(ROUNDS, token) for token in scoring.FINAL]
    if [(scored.round, scored.token) for scored in s.scored] != wanted:
        yield "scored"
        return
    for scored in s.scored:
        if len(scored.amounts) != s.seats or not _amounts(game, s, scored):
            yield "scored"


def _amounts(game: GreatSplit, s: State, scored: Scored) -> bool:
    """Whether a scoring can bring what it has brought, with the slider where it stood."""
    data = game.data
    can: Iterable[int]
    match scored.token:
        case "books":
            can = data.tracks["books"].banners
        case "gems":
            can = [2 * value for value in data.tracks["topaz"].values]
        case "art":
            can = data.art_pays(sum(s.market[: scored.round]))
        case "contracts":
            can = range(MUCH)
    return all(amount in can for amount in scored.amounts)


def _sealed_problems(game: GreatSplit, s: State, viewer: Seat | None) -> Iterator[str]:
    """What has been decided in this phase: it changes what it can, and moves one's own cards only."""
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
        if number == viewer and s.ready[number] != _ready(game, s, now):
            yield "ready"
        if s.stage == "discard" and len(before.hand) <= game.hand_limit(s) and not s.ready[number]:
            yield "ready"


def _ready(game: GreatSplit, s: State, e: Estate) -> bool:
    """Whether a seat has decided all it has to."""
    match s.stage:
        case "discard":
            return len(e.hand) <= game.hand_limit(s)
        case "split":
            return not e.hand
        case "choose":
            return e.taken is not None
        case _:
            return not (e.hand or e.splitter or e.arrows)
