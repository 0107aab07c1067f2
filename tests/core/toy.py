"""Toy: a tiny game for tests of what Sturt has not: hands, chance, sealed decisions, points, 2–4 seats.

Each of 2–4 seats is dealt three cards from a deck numbered 1–14, one at a time in turn order. In each
round all seats choose a card at once; what somebody chose stays sealed until the last has chosen. Then
the highest card (`wins="low"`: the lowest) takes as many points as it shows. Most points win, a tie is
shared. With `face_up` the hands lie open, so that there are secrets only while a round is being chosen.
`IN_TURN` is the same with open decisions, one after the other; in `OPENER` only the first of a round is open.

Notation: `7` plays the card 7, `deal 7` is the card dealt; `?` stands for a card that one may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Final, Literal

import msgspec
import numpy as np
from msgspec import Meta

from core.game import (
    CHANCE,
    GameInfo,
    Goal,
    NextGame,
    Outcome,
    Probability,
    Refusal,
    Refused,
    ScoreLine,
    Seat,
    read_only,
)
from core.position_fields import Field, Fields

DECK: Final = 14
HAND: Final = 3
NONE: Final = 0
UNKNOWN: Final = -1

Card = Annotated[int, Meta(ge=UNKNOWN, le=DECK)]


class ToyOptions(msgspec.Struct, frozen=True):
    """`wins`: which card takes a round; `rounds`: how many are played; `face_up`: hands lie open."""

    wins: Literal["high", "low"] = "high"
    rounds: Annotated[int, Meta(ge=1, le=HAND)] = 2
    face_up: bool = False


class Play(msgspec.Struct, frozen=True, tag="play"):
    """A seat chooses a card of its hand."""

    card: Card


class Deal(msgspec.Struct, frozen=True, tag="deal"):
    """Chance deals a card to the seat whose hand is next."""

    card: Card


ToyAction = Play | Deal


class ToyState(msgspec.Struct, frozen=True, eq=False):
    """`hands` int8 (seats, HAND), `chosen` int8 (seats,), `played` int8 (seats, rounds).

    Each entry is a card, NONE or UNKNOWN. A chosen card stays in the hand until the round is shown.
    """

    options: ToyOptions
    hands: np.ndarray
    chosen: np.ndarray
    played: np.ndarray


class Toy:
    """The rules."""

    info = GameInfo(
        key="toy",
        title="Toy",
        seats=(2, 3, 4),
        options=ToyOptions,
        state=ToyState,
        action=ToyAction,
        hidden=True,
        chance=True,
        goals=(Goal(games=1), Goal(points=30), Goal(games=3, most=float(HAND * DECK))),
    )

    def start(self, options: ToyOptions, seats: int) -> ToyState:
        return ToyState(options, _empty(seats, HAND), _empty(seats), _empty(seats, options.rounds))

    def to_act(self, s: ToyState) -> tuple[Seat, ...]:
        if _dealt(s) < s.hands.size:
            return (CHANCE,)
        if _round(s) == s.options.rounds:
            return ()
        return tuple(Seat(i) for i in range(len(s.chosen)) if s.chosen[i] == NONE)

    def legal(self, s: ToyState, seat: Seat) -> Sequence[ToyAction]:
        if seat not in self.to_act(s):
            return ()
        return tuple(Play(int(card)) for card in s.hands[seat] if card != NONE)

    def chances(self, s: ToyState) -> Sequence[tuple[ToyAction, Probability]]:
        if self.to_act(s) != (CHANCE,):
            return ()
        left = [card for card in range(1, DECK + 1) if card not in s.hands]
        return tuple((Deal(card), Fraction(1, len(left))) for card in left)

    def apply(self, s: ToyState, seat: Seat, a: ToyAction) -> ToyState:
        if isinstance(a, Deal):
            slot, owner = divmod(_dealt(s), len(s.hands))
            return msgspec.structs.replace(s, hands=_with(s.hands, (owner, slot), a.card))
        chosen = _with(s.chosen, (seat,), a.card)
        if NONE in chosen:
            return msgspec.structs.replace(s, chosen=chosen)
        hands = np.where(s.hands == chosen[:, None], np.int8(NONE), s.hands)
        played = s.played.copy()
        played[:, _round(s)] = chosen
        return ToyState(s.options, read_only(hands), _empty(len(chosen)), read_only(played))

    def outcome(self, s: ToyState) -> Outcome | None:
        if self.to_act(s):
            return None
        sheets: list[list[ScoreLine]] = [[] for _ in s.hands]
        best = max if s.options.wins == "high" else min
        for cards in s.played.T.tolist():
            taken = best(cards)
            sheets[cards.index(taken)].append(ScoreLine("toy.points.round", float(taken)))
        scores = tuple(sum(point.amount for point in sheet) for sheet in sheets)
        winners = tuple(Seat(i) for i, score in enumerate(scores) if score == max(scores))
        return Outcome(winners, tuple(map(float, scores)), "toy.reason.points", tuple(map(tuple, sheets)))

    def view(self, s: ToyState, viewer: Seat | None) -> ToyState:
        if not self.to_act(s):
            return s
        hands = s.hands if s.options.face_up else _blotted(s.hands, viewer)
        return ToyState(s.options, hands, _blotted(s.chosen, viewer), s.played)

    def secrets(self, s: ToyState) -> bool:
        kept = s.chosen.any() or (s.hands.any() and not s.options.face_up)
        return bool(self.to_act(s) and kept)

    def seen(self, s: ToyState, seat: Seat, a: ToyAction, viewer: Seat | None, now: ToyState) -> ToyAction:
        """A card played lies open with the round, a card dealt when the game is over (or with `face_up`)."""
        owner = _dealt(s) % len(s.hands) if isinstance(a, Deal) else seat
        played = isinstance(a, Play) and _round(now) > _round(s)
        face_up = isinstance(a, Deal) and (s.options.face_up or not self.secrets(now))
        return a if owner == viewer or played or face_up else type(a)(UNKNOWN)

    def sample_state(self, view: ToyState, seat: Seat | None, rng: np.random.Generator) -> ToyState:
        free = [card for card in range(1, DECK + 1) if card not in view.hands and card not in view.played]
        hands = view.hands.copy()
        hidden = hands == UNKNOWN
        bare = (view.chosen == UNKNOWN) & (hands == NONE).all(axis=1)
        if hidden.sum() > len(free) or bare.any():
            raise Refused("codec.refusal.malformed", detail="hands")
        hands[hidden] = rng.permutation(free)[: hidden.sum()]
        chosen = view.chosen.copy()
        for other in np.flatnonzero(chosen == UNKNOWN):
            chosen[other] = rng.choice(hands[other][hands[other] != NONE])
        return ToyState(view.options, read_only(hands), read_only(chosen), view.played)

    def why_not(self, s: ToyState, seat: Seat, a: ToyAction) -> Refusal | None:
        if seat not in self.to_act(s):
            return Refusal("toy.refusal.wait")
        if not isinstance(a, Play):
            return Refusal("toy.refusal.chance")
        if a.card < 1 or a.card not in s.hands[seat]:
            return Refusal("toy.refusal.not_in_hand", (), {"card": a.card})
        return None

    def bound(self, options: ToyOptions, seats: int) -> int:
        return seats * (HAND + options.rounds)

    def notation(self, a: ToyAction) -> str:
        card = "?" if a.card == UNKNOWN else str(a.card)
        return f"deal {card}" if isinstance(a, Deal) else card

    def parse(self, text: str) -> ToyAction:
        kind = Deal if text.startswith("deal ") else Play
        number = text.removeprefix("deal ")
        if number == "?":
            return kind(UNKNOWN)
        card = int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else 0
        if not 1 <= card <= DECK or str(card) != number:
            raise Refused("notation.refusal.malformed", text=text[:40])
        return kind(card)

    def describe(self, s: ToyState) -> list[Field]:
        fields = [Field(f"hand-{seat}", _written(hand)) for seat, hand in enumerate(s.hands) if hand.any()]
        fields += [Field("chosen", _written(s.chosen))] if s.chosen.any() else []
        return fields + [Field(f"played-{i}", _written(row)) for i, row in enumerate(s.played) if row.any()]

    def restore(self, fields: Fields, options: ToyOptions, seats: int) -> ToyState:
        hands = [_read(fields, f"hand-{seat}", HAND) for seat in range(seats)]
        chosen = _read(fields, "chosen", seats)
        played = [_read(fields, f"played-{seat}", options.rounds) for seat in range(seats)]
        arrays = [read_only(np.array(cards, np.int8)) for cards in (hands, chosen, played)]
        return ToyState(options, *arrays)

    def points(self, outcome: Outcome) -> tuple[float, ...]:
        return outcome.scores

    def follow(self, options: ToyOptions, outcome: Outcome) -> NextGame:
        """The last of the game takes seat 0, the others follow in their order."""
        seats = len(outcome.scores)
        last = outcome.scores.index(min(outcome.scores))
        return NextGame(options, tuple(Seat((last + i) % seats) for i in range(seats)))


class InTurn(Toy):
    """The toy one after the other: each seat plays all its rounds in a row, openly from a hidden hand."""

    info = msgspec.structs.replace(Toy.info, key="toy_in_turn")

    def to_act(self, s: ToyState) -> tuple[Seat, ...]:
        if _dealt(s) < s.hands.size:
            return (CHANCE,)
        return tuple(Seat(int(seat)) for seat in np.flatnonzero((s.played == NONE).any(axis=1))[:1])

    def apply(self, s: ToyState, seat: Seat, a: ToyAction) -> ToyState:
        if isinstance(a, Deal):
            return super().apply(s, seat, a)
        hands = read_only(np.where(s.hands == a.card, np.int8(NONE), s.hands))
        round_ = int(np.count_nonzero(s.played[seat]))
        return msgspec.structs.replace(s, hands=hands, played=_with(s.played, (seat, round_), a.card))

    def seen(self, s: ToyState, seat: Seat, a: ToyAction, viewer: Seat | None, now: ToyState) -> ToyAction:
        return a if isinstance(a, Play) else super().seen(s, seat, a, viewer, now)


class Opener(Toy):
    """The toy for three, in which seat 0 chooses openly before the others do so at once."""

    info = msgspec.structs.replace(Toy.info, key="toy_opener", seats=(3,))

    def to_act(self, s: ToyState) -> tuple[Seat, ...]:
        to_act = super().to_act(s)
        return to_act[:1] if len(to_act) == 3 else to_act

    def view(self, s: ToyState, viewer: Seat | None) -> ToyState:
        view = super().view(s, viewer)
        return msgspec.structs.replace(view, chosen=_with(view.chosen, (0,), s.chosen[0]))

    def seen(self, s: ToyState, seat: Seat, a: ToyAction, viewer: Seat | None, now: ToyState) -> ToyAction:
        return a if isinstance(a, Play) and seat == 0 else super().seen(s, seat, a, viewer, now)


GAME: Final = Toy()
IN_TURN: Final = InTurn()
OPENER: Final = Opener()


def twin(s: ToyState, viewer: Seat | None, rng: np.random.Generator) -> ToyState:
    """A state that differs from `s` only in what `viewer` may not know: other hands, other sealed choices.

    Written without `view` and `sample_state`, so that it finds fault with them.
    """
    others = [seat for seat in range(len(s.hands)) if seat != viewer]
    mine = [] if viewer is None else s.hands[viewer].tolist()
    free = [card for card in range(1, DECK + 1) if card not in mine and card not in s.played]
    cards = iter(rng.permutation(free).tolist())
    hands, chosen = s.hands.copy(), s.chosen.copy()
    for seat in others:
        for slot in np.flatnonzero(hands[seat]) if not s.options.face_up else ():
            hands[seat, slot] = next(cards)
        if chosen[seat] != NONE:
            chosen[seat] = rng.choice(hands[seat][hands[seat] != NONE])
    return ToyState(s.options, read_only(hands), read_only(chosen), s.played)


def _empty(*shape: int) -> np.ndarray:
    return read_only(np.zeros(shape, np.int8))


def _with(array: np.ndarray, index: tuple[int, ...], value: int) -> np.ndarray:
    changed = array.copy()
    changed[index] = value
    return read_only(changed)


def _blotted(cards: np.ndarray, viewer: Seat | None) -> np.ndarray:
    blotted = np.where(cards != NONE, np.int8(UNKNOWN), cards)
    if viewer is not None:
        blotted[viewer] = cards[viewer]
    return read_only(blotted)


def _written(cards: np.ndarray) -> str:
    return " ".join({NONE: ".", UNKNOWN: "?"}.get(card, str(card)) for card in cards.tolist())


def _read(fields: Fields, name: str, count: int) -> list[int]:
    signs = {".": NONE, "?": UNKNOWN, **{str(card): card for card in range(1, DECK + 1)}}
    return [word.one_of(signs) for word in fields.words(name, count, count)] or [NONE] * count


def _round(s: ToyState) -> int:
    """How many rounds have been shown."""
    return int(np.count_nonzero(s.played[0]))


def _dealt(s: ToyState) -> int:
    """How many cards have been dealt."""
    return int(np.count_nonzero(s.hands) + np.count_nonzero(s.played))
