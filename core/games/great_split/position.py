"""Positions of The Great Split as text.

great_split
seats: 3
round: 5 resolve                           the round, and its stage (`state.Stage`)
tokens: art books | none gems              scoring tokens of the lines after round 3 | after round 4
market: 0 4 0 3                            market tokens turned up; the slider stands at their sum
decks: ?                                   only where they are unknown: in what somebody may know
discards: ? ? ? ? ? ?                      cards laid down in trades
scored:                                    what these tokens have brought each seat
  art   6 0 6
  books 2 1 0
seat-0: pell                               its character; "ready" behind it where its decisions are hidden
  prestige 19
  tracks   books 7 art 7 emerald 7 gold 9  spaces reached; a track that is left out is at 0
  seals    books 6                         the same for the seal tracks, each below its resource
  hand     4 20 67 splitter                cards by their numbers; the splitter if it is still to be played
  played   (28) 33                         cards resolved in this round as they were played, (sold)
  arrows   1                               double arrows to be spent
  before   emerald 6 gold 7                what was less before the sealed decisions of this stage
seat-1: calloway
  …

Other stages have `wallet 3 17 | 40`, its two groups; `taken left`, the group chosen of the right neighbour's;
`discarded 6`, cards that are being laid down. Whatever follows is left out: the cards in the decks, for they
lie nowhere else; the hand before a wallet was filled or cards were played; what the last round's scorings
bring.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final, get_args

import msgspec

from core.game import Seat
from core.games.great_split import consistency, knowledge, scoring
from core.games.great_split.consistency import (
    IMPOSSIBLE_PRESTIGE,
    cards_of,
    drawn_at_once,
    drawn_each,
    is_ready,
)
from core.games.great_split.data import CARD_LEVELS, FIRST_HAND, LEAST_HAND, ROUNDS, SCORING_ROUNDS, GameData
from core.games.great_split.state import (
    RESOURCES,
    SEALED_STAGES,
    TRACKS,
    UNKNOWN_CARD,
    WALLET_SIDES,
    Estate,
    Group,
    Options,
    Scored,
    ScoringToken,
    Stage,
    State,
    WalletSide,
)
from core.position_fields import UNKNOWN_WORD as COVERED
from core.position_fields import Field, Fields, Word, grid

replace = msgspec.structs.replace

GROUP_SEPARATOR: Final = "|"
"""Between the groups of a wallet, and between the lines of scoring tokens."""
SPLITTER: Final = "splitter"
READY: Final = "ready"
PRESTIGE: Final = "prestige"

STAGE_WORDS: Final[dict[str, Stage]] = {stage: stage for stage in get_args(Stage)}
TOKEN_WORDS: Final[dict[str, ScoringToken]] = {token: token for token in get_args(ScoringToken)}
SIDE_WORDS: Final[dict[str, WalletSide]] = {side: side for side in WALLET_SIDES}
TRACK_NUMBERS: Final[dict[str, int]] = {track: number for number, track in enumerate(RESOURCES)}
SEAL_NUMBERS: Final[dict[str, int]] = {
    track: number for number, track in enumerate(RESOURCES, start=len(RESOURCES))
}
REACH_NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate((*TRACKS, PRESTIGE))}
"""Numbers of what can be reached by a name: spaces of tracks, and prestige behind the last of these."""

_STAGES_WITHOUT_HAND: Final = ("choose", "market")
ROW_STAGES: Final[dict[str, tuple[Stage, ...]]] = {
    PRESTIGE: get_args(Stage),
    "tracks": get_args(Stage),
    "seals": get_args(Stage),
    "hand": tuple(stage for stage in STAGE_WORDS.values() if stage not in _STAGES_WITHOUT_HAND),
    "discarded": ("discard",),
    "wallet": ("split", "choose"),
    "taken": ("choose",),
    "played": ("resolve", "market"),
    "arrows": ("resolve",),
    "before": ("resolve",),
}
"""The rows of a seat in their order, and the stages in which it may have them."""

SeatRows = Mapping[str, Sequence[Word]]
"""The rows of a seat by their names."""


# --- Writing -------------------------------------------------------------------------------------------


def describe(data: GameData, s: State) -> list[Field]:
    """The fields of a position."""
    lines = [scored for scored in s.scored if scored.round < ROUNDS]
    fields = [
        Field("round", f"{s.round} {s.stage}"),
        Field(
            "tokens",
            f" {GROUP_SEPARATOR} ".join(" ".join(line) for line in (s.tokens[:2], s.tokens[2:]) if line),
        ),
        Field("market", " ".join(map(str, s.market))),
        Field("decks", COVERED if _is_view(s) else ""),
        Field("discards", _cards(s.discards)),
        Field("scored", "", grid([scored.token, *map(str, scored.amounts)] for scored in lines)),
        *(_seat(data, s, seat) for seat in range(s.seats)),
    ]
    return [field for field in fields if field.words or field.rows]


def _is_view(s: State) -> bool:
    """Whether there are cards that the viewer may not know."""
    groups = (*s.decks, s.discards, *map(cards_of, s.estates))
    return any(UNKNOWN_CARD in group for group in groups)


def _seat(data: GameData, s: State, seat: int) -> Field:
    """Everything that lies before a seat."""
    e = s.estates[seat]
    name = "" if e.character is None else data.characters[e.character].name
    sealed = bool(s.ready) and s.ready[seat] and not is_ready(data, s, e)
    before = _reached(s.shown[seat]) if s.shown else _reached(e)
    changed = (
        (name, was) for name, was, now in zip(REACH_NUMBERS, before, _reached(e), strict=True) if was != now
    )
    rows = {
        PRESTIGE: str(e.prestige or ""),
        **dict(zip(("tracks", "seals"), _tracks(e), strict=True)),
        "hand": f"{_cards(e.hand)} {SPLITTER if e.splitter else ''}".strip(),
        "discarded": _cards(e.discarded),
        "wallet": f"{_cards(e.left)} {GROUP_SEPARATOR} {_cards(e.right)}" if e.left or e.right else "",
        "taken": e.taken or "",
        "played": " ".join(
            f"({_card(card)})" if sold else _card(card) for card, sold in zip(e.played, e.sold, strict=True)
        ),
        "arrows": str(e.arrows or ""),
        "before": _steps(changed),
    }
    return Field(
        f"seat-{seat}",
        f"{name} {READY if sealed else ''}".strip(),
        grid((name, words) for name, words in rows.items() if words),
    )


def _reached(e: Estate) -> tuple[int, ...]:
    """Reach of a seat, in the order of `REACH_NUMBERS`."""
    return (*e.tracks, e.prestige)


def _tracks(e: Estate) -> tuple[str, ...]:
    """The resource tracks and the seal tracks, each resource in its column; what stands on 0 is left out."""
    columns = [(name, e.tracks[TRACK_NUMBERS[name]], e.tracks[SEAL_NUMBERS[name]]) for name in RESOURCES]
    return grid(
        [f"{name} {both[number]}" if both[number] else "" for name, *both in columns if any(both)]
        for number in range(2)
    )


def _steps(reached: Iterable[tuple[str, int]]) -> str:
    return " ".join(f"{name} {number}" for name, number in reached)


def _cards(cards: Group) -> str:
    return " ".join(map(_card, cards))


def _card(card: int) -> str:
    return COVERED if card == UNKNOWN_CARD else str(card)


# --- Reading -------------------------------------------------------------------------------------------


def restore(data: GameData, fields: Fields, options: Options, seats: int) -> State:
    """The position of these fields."""
    round_, stage = _round(fields)
    cards = _Cards(data, is_view=_is_covered(fields, stage))
    s = State(
        options,
        stage,
        round_,
        estates=(),
        decks=(),
        discards=cards.group(fields.words("discards")),
        tokens=_tokens(fields, stage),
        market=_market(data, fields, ROUNDS if stage == "over" else round_ - 1),
    )
    rows = [_rows(fields, seat, stage) for seat in range(seats)]
    s = replace(s, estates=tuple(_estate(data, stage, of_seat, cards) for of_seat in rows))
    s = replace(s, estates=_with_characters(data, fields, s))
    s = _with_decks(data, fields, s, cards)
    if stage in SEALED_STAGES:
        s = replace(s, shown=_before(s, rows), ready=_ready(data, fields, s, cards.is_view))
        _expect_arrows(data, s, rows)
    s = replace(s, scored=_scored(data, fields, s))
    _expect_hands(data, fields, s)
    _expect_possible(data, fields, s, cards.is_view)
    return s


def _round(fields: Fields) -> tuple[int, Stage]:
    """The round, and a stage that it has."""
    words = fields.words("round", 2, 2)
    if not words:
        fields.refuse("round", "great_split.position.round")
    round_, stage = words[0].number(1, ROUNDS), words[1].one_of(STAGE_WORDS)
    only = 1 if stage in ("deal", "characters", "scoring") else ROUNDS if stage == "over" else round_
    if round_ != only:
        words[1].refuse("great_split.position.stage", round=only)
    return round_, stage


def _is_covered(fields: Fields, stage: Stage) -> bool:
    """Whether the decks are unknown; after the end nothing is."""
    covered = fields.one_of("decks", {COVERED: True}, False)
    if covered and stage == "over":
        fields.refuse("decks", "great_split.position.row")
    return covered


def _tokens(fields: Fields, stage: Stage) -> tuple[ScoringToken, ...]:
    """The scoring tokens laid out by now."""
    found: list[ScoringToken] = []
    for word in fields.words("tokens"):
        if word.text != GROUP_SEPARATOR:
            token = word.one_of(TOKEN_WORDS)
            if token in found:
                word.refuse("great_split.position.twice")
            found.append(token)
    whole = len(TOKEN_WORDS)
    low, high = {"deal": (0, 0), "characters": (0, 0), "scoring": (0, whole - 1)}.get(stage, (whole, whole))
    if not low <= len(found) <= high:
        fields.refuse("tokens", "great_split.position.tokens", span=_span(low, high))
    return tuple(found)


def _market(data: GameData, fields: Fields, count: int) -> tuple[int, ...]:
    """The market tokens turned up, so many of them."""
    left, values = list(data.market_tokens), {str(value): value for value in data.market_tokens}
    turned = list[int]()
    for word in fields.words("market"):
        value = word.one_of(values)
        if value not in left:
            word.refuse("great_split.position.twice")
        left.remove(value)
        turned.append(value)
    if len(turned) != count:
        fields.refuse("market", "great_split.position.tokens", span=_span(count, count))
    return tuple(turned)


def _rows(fields: Fields, seat: int, stage: Stage) -> SeatRows:
    """The rows of a seat, each of them one that it may have in this stage."""
    rows: dict[str, Sequence[Word]] = {}
    for name, *words in filter(None, fields.rows(f"seat-{seat}")):
        if stage not in name.one_of(ROW_STAGES):
            name.refuse("great_split.position.row")
        if name.text in rows:
            name.refuse("great_split.position.twice")
        if not words:
            name.refuse("position.refusal.few", count=1)
        rows[name.text] = words
    return rows


class _Cards:
    """The cards of a text: each is in one place only, and unknown only in a view."""

    def __init__(self, data: GameData, is_view: bool) -> None:
        self.is_view = is_view
        self.words: dict[int, Word] = {}
        """Place of each card in the text."""
        self._last = len(data.cards) - 1

    def card(self, word: Word) -> int:
        """A card that has not been read yet."""
        if word.text == COVERED:
            if not self.is_view:
                word.refuse("great_split.position.unknown")
            return UNKNOWN_CARD
        card = word.number(0, self._last)
        if card in self.words:
            word.refuse("great_split.position.twice")
        self.words[card] = word
        return card

    def group(self, words: Sequence[Word]) -> Group:
        """Cards that are all known or all unknown."""
        cards = [self.card(word) for word in words]
        for word, card in zip(words, cards, strict=True):
            if (card == UNKNOWN_CARD) != (cards[0] == UNKNOWN_CARD):
                word.refuse("great_split.position.mixed")
        return tuple(sorted(cards))

    def played(self, words: Sequence[Word]) -> tuple[Group, tuple[bool, ...]]:
        """Cards as they were played, and which of them are sold: only these lie face down."""
        cards, sold = list[int](), list[bool]()
        for word in words:
            inside = word.text.removeprefix("(").removesuffix(")")
            sold.append(word.text == f"({inside})")
            cards.append(self.card(Word(inside, word.line, word.column + 1) if sold[-1] else word))
            if cards[-1] == UNKNOWN_CARD and not sold[-1]:
                word.refuse("great_split.position.face_down")
        return tuple(cards), tuple(sold)


def _estate(data: GameData, stage: Stage, rows: SeatRows, cards: _Cards) -> Estate:
    """Everything that lies before a seat, but its character."""
    tracks = [0] * len(TRACKS)
    for row, names in (("tracks", TRACK_NUMBERS), ("seals", SEAL_NUMBERS)):
        for track, word in _numbers(rows.get(row, ()), names):
            tracks[track] = word.number(1, data.spaces[track])
    hand = rows.get("hand", ())
    splitter = stage == "resolve" and any(word.text == SPLITTER for word in hand[-1:])
    left, right = _wallet(rows.get("wallet", ()))
    played, sold = cards.played(rows.get("played", ()))
    return Estate(
        tracks=tuple(tracks),
        prestige=_only(rows[PRESTIGE]).number(1, IMPOSSIBLE_PRESTIGE) if PRESTIGE in rows else 0,
        hand=cards.group(hand[:-1] if splitter else hand),
        left=cards.group(left),
        right=cards.group(right),
        taken=_only(rows["taken"]).one_of(SIDE_WORDS) if "taken" in rows else None,
        discarded=cards.group(rows.get("discarded", ())),
        played=played,
        sold=sold,
        splitter=splitter,
        arrows=_only(rows["arrows"]).number(1, IMPOSSIBLE_PRESTIGE) if "arrows" in rows else 0,
    )


def _only(words: Sequence[Word]) -> Word:
    """The one word of a row."""
    if len(words) > 1:
        words[1].refuse("position.refusal.many", count=1)
    return words[0]


def _numbers(words: Sequence[Word], names: Mapping[str, int]) -> Iterator[tuple[int, Word]]:
    """Names with a number behind each: what the names mean, and the words of the numbers."""
    found = set[int]()
    for name, number in zip_longest(words[::2], words[1::2]):
        meaning = name.one_of(names)
        if meaning in found:
            name.refuse("great_split.position.twice")
        if number is None:
            name.refuse("great_split.position.pair")
        found.add(meaning)
        yield meaning, number


def _wallet(words: Sequence[Word]) -> tuple[Sequence[Word], Sequence[Word]]:
    """The two groups of a wallet, if there is one: neither is empty."""
    between = [number for number, word in enumerate(words) if word.text == GROUP_SEPARATOR]
    if words and not (len(between) == 1 and 0 < between[0] < len(words) - 1):
        words[between[1] if len(between) > 1 else 0].refuse("great_split.position.wallet")
    middle = between[0] if between else 0
    return words[:middle], words[middle + 1 :]


# --- What goes with the other seats --------------------------------------------------------------------


def _with_characters(data: GameData, fields: Fields, s: State) -> tuple[Estate, ...]:
    """Everything that lies before the seats with their characters, which are dealt from seat 0 on."""
    numbers = {tile.name: tile.id for tile in data.characters}
    dealt: list[int | None] = []
    for seat in range(s.seats):
        name = f"seat-{seat}"
        word = next((word for word in fields.words(name, most=2) if word.text != READY), None)
        if s.stage == "characters":
            may, must = seat < s.seats - 1 and None not in dealt, False
        else:
            may = must = s.stage != "deal"
        if word is None and must:
            fields.refuse(name, "great_split.position.no_character")
        if word is not None and not may:
            word.refuse("great_split.position.character")
        number = None if word is None else word.one_of(numbers)
        if word is not None and number in dealt:
            word.refuse("great_split.position.twice")
        dealt.append(number)
    return tuple(replace(e, character=number) for e, number in zip(s.estates, dealt, strict=True))


def _with_decks(data: GameData, fields: Fields, s: State, cards: _Cards) -> State:
    """The decks, and the count of cards drawn in this deal or trade: every card lies somewhere."""
    lying = len(s.discards) + sum(len(cards_of(e)) for e in s.estates)
    before = sum(consistency.drawn_cards(s))
    most = before + drawn_at_once(s) - 1
    if not before <= lying <= most:
        fields.refuse("round", "great_split.position.cards", count=lying, span=_span(before, most))
    s = replace(s, drawn=lying - before)
    decks = list[Group]()
    for level, deck, drawn in zip(CARD_LEVELS, data.decks, consistency.drawn_cards(s), strict=True):
        left = tuple(card for card in deck if card not in cards.words)
        if len(deck) - len(left) > drawn:
            last = [word for card, word in cards.words.items() if card in deck][drawn]
            last.refuse("great_split.position.level", level=level, count=drawn)
        decks.append((UNKNOWN_CARD,) * (len(deck) - drawn) if cards.is_view else left)
    return replace(s, decks=tuple(decks))


def _scored(data: GameData, fields: Fields, s: State) -> tuple[Scored, ...]:
    """The scorings till now. What those of the last round have brought is what tracks and market say."""
    wanted, done = consistency.scorings(s), list[Scored]()
    rows = _scored_rows(fields, s.seats, [token for round_, token in wanted if round_ in SCORING_ROUNDS])
    estates = s.shown or s.estates
    for round_, token in wanted:
        slider = sum(s.market[:round_])
        amounts = tuple(scoring.score(data, e, token, slider) for e in estates)
        if round_ in SCORING_ROUNDS:
            can = consistency.possible_amounts(data, s.market, round_, token)
            amounts = tuple(map(_amount, rows[token], amounts, [can] * s.seats))
        done.append(Scored(round_, token, amounts))
    for seat, e in enumerate(estates):
        brought = sum(scored.amounts[seat] for scored in done)
        if e.prestige < brought:
            fields.refuse(f"seat-{seat}", "great_split.position.prestige", amount=brought)
    return tuple(done)


def _scored_rows(fields: Fields, seats: int, tokens: Collection[str]) -> SeatRows:
    """The amounts that these tokens have brought, one for each seat."""
    rows: dict[str, Sequence[Word]] = {}
    for name, *words in filter(None, fields.rows("scored")):
        if name.text not in tokens:
            name.refuse("great_split.position.row")
        if name.text in rows:
            name.refuse("great_split.position.twice")
        if len(words) != seats:
            name.refuse("great_split.position.amounts", seats=seats)
        rows[name.text] = words
    for token in tokens:
        if token not in rows:
            fields.refuse("scored", "great_split.position.scored", token=token)
    return rows


def _amount(word: Word, most: int, can: Sequence[int]) -> int:
    """Points that a scoring has brought a seat: no more than it would with the markers where they are now."""
    amount = word.number(0, IMPOSSIBLE_PRESTIGE)
    if amount not in can or amount > most:
        word.refuse("great_split.position.amount", most=most)
    return amount


def _before(s: State, rows: Sequence[SeatRows]) -> tuple[Estate, ...]:
    """Estates as they were when the decisions of this stage began."""
    estates = []
    for e, of_seat in zip(s.estates, rows, strict=True):
        reached = [*_reached(e)]
        for number, word in _numbers(of_seat.get("before", ()), REACH_NUMBERS):
            reached[number] = word.number(0, IMPOSSIBLE_PRESTIGE)
            if reached[number] >= _reached(e)[number]:
                word.refuse("great_split.position.before")
        if s.stage == "resolve" and "before" in of_seat and e.splitter and not e.played:
            of_seat["before"][0].refuse("great_split.position.idle")
        was = replace(e, tracks=tuple(reached[:-1]), prestige=reached[-1], arrows=0)
        was = replace(was, taken=None, discarded=(), played=(), sold=(), splitter=s.stage == "resolve")
        if s.stage != "choose":
            was = replace(was, hand=tuple(sorted(cards_of(e))), left=(), right=())
        estates.append(was)
    return tuple(estates)


def _ready(data: GameData, fields: Fields, s: State, is_view: bool) -> tuple[bool, ...]:
    """The seats that have decided; in a view one cannot see by what."""
    flags = list[bool]()
    for seat, e in enumerate(s.estates):
        ready = is_ready(data, s, e)
        for word in fields.words(f"seat-{seat}"):
            if word.text == READY:
                if ready or not is_view:
                    word.refuse("great_split.position.ready")
                ready = True
        flags.append(ready)
    if all(flags):
        fields.refuse("round", "great_split.position.all_ready")
    return tuple(flags)


# --- What cannot be ------------------------------------------------------------------------------------


def _expect_arrows(data: GameData, s: State, rows: Sequence[SeatRows]) -> None:
    """Refuse more double arrows than the marker on gold has passed since the cards are played."""
    gold = TRACKS.index("gold")
    for was, e, of_seat in zip(s.shown, s.estates, rows, strict=True):
        passed = sum(was.tracks[gold] < space <= e.tracks[gold] for space in data.double_arrows[gold])
        if e.arrows > passed:
            of_seat["arrows"][0].refuse("great_split.position.arrows", count=passed)


def _expect_hands(data: GameData, fields: Fields, s: State) -> None:
    """Refuse a seat with more or fewer cards than it can have by now."""
    limit = data.hand_limit[s.round - 1]
    for seat, e in enumerate(s.estates):
        low, high = _hand_span(data, s, seat)
        cards = len(cards_of(e))
        if not low <= cards <= high:
            fields.refuse(f"seat-{seat}", "great_split.position.hand", count=cards, span=_span(low, high))
        if e.hand and e.left:
            fields.refuse(f"seat-{seat}", "great_split.position.filled")
        if e.discarded and len(e.hand) < limit:
            fields.refuse(f"seat-{seat}", "great_split.position.discarded", limit=limit)


def _hand_span(data: GameData, s: State, seat: int) -> tuple[int, int]:
    """The least and the most cards that lie before a seat."""
    each = FIRST_HAND if s.stage == "deal" else drawn_each(s.seats)
    drawn = min(max(s.drawn - seat * each, 0), each)
    if s.stage == "deal":
        return drawn, drawn
    low, high = (FIRST_HAND, FIRST_HAND) if s.round == 1 else (LEAST_HAND, _most(data, s.round - 1))
    match s.stage:
        case "characters" | "scoring":
            return low, high
        case "trade":
            return low + drawn, high + drawn
        case "discard":
            return low + each, high + each
        case "split" | "choose":
            limit = data.hand_limit[s.round - 1]
            return min(low + each, limit), min(high + each, limit)
        case _:
            return LEAST_HAND, _most(data, s.round)


def _most(data: GameData, round_: int) -> int:
    """The most cards that a seat gets out of the wallets of a round: of two hands all but one card each."""
    return 2 * (data.hand_limit[round_ - 1] - 1)


def _expect_possible(data: GameData, fields: Fields, s: State, is_view: bool) -> None:
    """Refuse what still cannot be: a whole state is possible to everybody, a view is somebody's."""
    viewers = (None, *map(Seat, range(s.seats)))
    if is_view and not any(_is_seen_by(data, s, viewer) for viewer in viewers):
        fields.refuse("decks", "great_split.position.impossible")
    if not is_view and not all(consistency.is_consistent(data, s, viewer) for viewer in viewers):
        fields.refuse("round", "great_split.position.impossible")


def _is_seen_by(data: GameData, s: State, viewer: Seat | None) -> bool:
    return knowledge.view(s, viewer) == s and consistency.is_consistent(data, s, viewer)


def _span(low: int, high: int) -> str:
    """From the least to the most."""
    return str(low) if low == high else f"{low}–{high}"
