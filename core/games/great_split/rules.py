"""The rules of The Great Split, a game for two to seven, top-down as in its rulebook.

The numbers are in `data`, values in `state`, moving along tracks in `tracks`, points in `scoring`, reasons in
`refusals`, what may be known in `knowledge`. Ours, where the source is silent: all numbers of cards, tracks
and tokens; a group has at least one card; a step onto a full track may be chosen and is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, Final

import msgspec
import numpy as np

from core.game import CHANCE, GameInfo, Goal, NextGame, Outcome, Refusal, Seat
from core.games.great_split import knowledge, notation, position, refusals, scoring
from core.games.great_split.consistency import check
from core.games.great_split.data import (
    FIRST_HAND,
    GREAT_SPLIT_DATA,
    MOST_SEATS,
    ROUNDS,
    SCORING_ROUNDS,
    SEALS,
    GameData,
)
from core.games.great_split.decisions import DECISIONS
from core.games.great_split.state import (
    GOODS,
    RESOURCES,
    TRACKS,
    UNKNOWN_CARD,
    WALLET_SIDES,
    Action,
    Bonus,
    BonusTrack,
    Character,
    Deal,
    Discard,
    Estate,
    Group,
    Market,
    Options,
    Play,
    ResolveAction,
    Scored,
    Scoring,
    Sealed,
    SealTrack,
    Sell,
    SellSplitter,
    Split,
    Splitter,
    State,
    Take,
    WalletSide,
)
from core.games.great_split.tracks import advance
from core.position_fields import Field, Fields

replace = msgspec.structs.replace

GOLD: Final = TRACKS.index("gold")
BONUS_STEPS: Final = 2
"""Steps of a double arrow, all on one track."""
BONUS_TRACKS: Final[tuple[BonusTrack, ...]] = (*(track for track in TRACKS if track != "gold"), "prestige")
"""Targets of a double arrow; prestige counts it as points."""


class GreatSplit:
    """The Great Split with a set of numbers as a `core.game.Game`."""

    info: Final = GameInfo(
        key="great_split",
        title="The Great Split",
        seats=tuple(range(2, MOST_SEATS + 1)),
        options=Options,
        state=State,
        action=Action,
        hidden=True,
        chance=True,
        goals=(Goal(games=1), Goal(games=3)),
        rules="0.2",
        decisions=DECISIONS,
        daily=True,
    )

    def __init__(self, data: GameData) -> None:
        self.data = data
        self.seal_choices: Callable[[int], tuple[tuple[SealTrack, ...], ...]] = cache(self._seal_choices)
        """For a card: every way to put its seals on tracks."""

    # --- Setup -------------------------------------------------------------------------------------

    def start(self, options: Options, seats: int) -> State:
        """Before the first card is dealt."""
        return State(options, "deal", round=1, estates=(Estate(),) * seats, decks=self.data.decks)

    def _deal(self, s: State, card: int) -> State:
        """A card from the deck for the seat whose turn it is to draw."""
        seat, level = self.drawing(s)
        estate = s.estates[seat]
        s = _with(s, seat, replace(estate, hand=_group(*estate.hand, card)))
        decks = tuple(
            tuple(other for other in deck if other != card) if number == level else deck
            for number, deck in enumerate(s.decks)
        )
        s = replace(s, decks=decks, drawn=s.drawn + 1)
        if s.drawn < s.seats * self._draws_each(s):
            return s
        s = replace(s, drawn=0)
        return replace(s, stage="characters") if s.stage == "deal" else self._after_trade(s)

    def drawing(self, s: State) -> tuple[Seat, int]:
        """The seat that draws now, and the index of its deck: 0 … 2 for level I … III."""
        each = self._draws_each(s)
        seat, nth = Seat(s.drawn // each), s.drawn % each
        if s.stage == "deal":
            return seat, 0
        return seat, (1 if s.round <= SCORING_ROUNDS[0] else 2) - nth

    def _draws_each(self, s: State) -> int:
        """Number of cards each seat draws now; two seats draw also one of the level below in each trade."""
        return FIRST_HAND if s.stage == "deal" else 2 if s.seats == 2 else 1

    def _character(self, s: State, number: int) -> State:
        """A character tile is dealt and its steps are taken."""
        seat = next(seat for seat, estate in enumerate(s.estates) if estate.character is None)
        steps = [(TRACKS.index(track), n) for track, n in self.data.characters[number].start.items()]
        estate = s.estates[seat]
        tracks = advance(self.data, estate.tracks, steps).tracks
        s = _with(s, seat, replace(estate, character=number, tracks=tracks))
        return replace(s, stage="scoring") if seat == s.seats - 1 else s

    def _scoring(self, s: State, a: Scoring) -> State:
        """A scoring token on the next place of the two lines."""
        s = replace(s, tokens=(*s.tokens, a.token))
        return replace(s, stage="trade") if len(s.tokens) == len(self.data.scoring_tokens) else s

    # --- Who decides, and what may be done -----------------------------------------------------------

    def to_act(self, s: State) -> tuple[Seat, ...]:
        """All who are not ready; or chance."""
        if s.ready:
            return tuple(Seat(seat) for seat, ready in enumerate(s.ready) if not ready)
        return () if s.stage == "over" else (CHANCE,)

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        """Everything a seat may do now."""
        if seat not in self.to_act(s):
            return ()
        estate = s.estates[seat]
        match s.stage:
            case "discard":
                return [Discard(card) for card in estate.hand]
            case "split":
                return list(_splits(estate.hand))
            case "choose":
                return [Take(side) for side in WALLET_SIDES]
            case _:
                return list(self._resolvings(estate))

    def _resolvings(self, estate: Estate) -> Iterator[ResolveAction]:
        """A double arrow to spend, else any card, or the splitter, to play or sell."""
        if estate.arrows:
            yield from map(Bonus, BONUS_TRACKS)
            return
        for card in estate.hand:
            yield from (Play(card, seals) for seals in self.seal_choices(card))
            yield from (Sell(card, goods) for goods in GOODS)
        if estate.splitter:
            yield from map(Splitter, TRACKS)
            yield from map(SellSplitter, GOODS)

    def _seal_choices(self, card: int) -> tuple[tuple[SealTrack, ...], ...]:
        icons = self.data.cards[card].icons
        each = [combinations_with_replacement(self.data.seals[seal], icons.count(seal)) for seal in SEALS]
        return tuple(sum(ways, ()) for ways in product(*each))

    # --- Chance ----------------------------------------------------------------------------------------

    def chances(self, s: State) -> Sequence[tuple[Action, Fraction]]:
        """A card from the deck, a character, a scoring token, a market token: each as likely."""
        match s.stage:
            case "deal" | "trade":
                return _evenly([Deal(card) for card in s.decks[self.drawing(s)[1]]])
            case "characters":
                dealt = {estate.character for estate in s.estates}
                return _evenly([Character(t.id) for t in self.data.characters if t.id not in dealt])
            case "scoring":
                return _evenly([Scoring(t) for t in self.data.scoring_tokens if t not in s.tokens])
            case "market":
                return self._market_chances(s)
            case _:
                return ()

    def _market_chances(self, s: State) -> list[tuple[Action, Fraction]]:
        """The tokens not yet turned up, those that were never laid out among them."""
        left = list(self.data.market_tokens)
        for value in s.market:
            left.remove(value)
        return [(Market(value), Fraction(left.count(value), len(left))) for value in sorted(set(left))]

    # --- What becomes of it ----------------------------------------------------------------------------

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        """The state after a legal action."""
        match a:
            case Deal():
                return self._deal(s, a.card)
            case Character():
                return self._character(s, a.number)
            case Scoring():
                return self._scoring(s, a)
            case Market():
                return self._market(s, a.value)
            case _:
                return self._decided(s, seat, a)

    def _decided(self, s: State, seat: Seat, a: Any) -> State:
        """A seat has made a sealed decision. Once all are ready, they are opened."""
        estate = s.estates[seat]
        match a:
            case Discard():
                hand, discarded = _without(estate.hand, a.card), _group(*estate.discarded, a.card)
                after = replace(estate, hand=hand, discarded=discarded)
            case Split():
                after = replace(estate, hand=(), left=a.left, right=a.right)
            case Take():
                after = replace(estate, taken=a.side)
            case _:
                after = self.resolved(estate, a)
        s = _with(s, seat, after)
        ready = tuple(self._is_ready(s, after) if other == seat else was for other, was in enumerate(s.ready))
        return self._opened(s) if all(ready) else replace(s, ready=ready)

    def _is_ready(self, s: State, estate: Estate) -> bool:
        """Whether a seat that has just decided has nothing more to decide in this phase."""
        match s.stage:
            case "discard":
                return len(estate.hand) <= self.hand_limit(s)
            case "resolve":
                return not (estate.hand or estate.splitter or estate.arrows)
            case _:
                return True

    def hand_limit(self, s: State) -> int:
        """Number of cards a seat may hold after the trade of this round, without the splitter."""
        return self.data.hand_limit[s.round - 1]

    def _opened(self, s: State) -> State:
        """All are ready: what they decided lies open, and the next phase begins."""
        s = replace(s, shown=(), ready=())
        match s.stage:
            case "discard":
                return _begin_sealed_stage(self._discard_card(s), "split")
            case "split":
                return _begin_sealed_stage(s, "choose")
            case "choose":
                return self._wallets_back(s)
            case _:
                return replace(s, stage="market")

    # --- 1 Trade ---------------------------------------------------------------------------------------

    def _after_trade(self, s: State) -> State:
        """Whoever holds too many cards discards down; then all split."""
        ready = tuple(len(estate.hand) <= self.hand_limit(s) for estate in s.estates)
        return (
            _begin_sealed_stage(s, "split")
            if all(ready)
            else replace(_begin_sealed_stage(s, "discard"), ready=ready)
        )

    def _discard_card(self, s: State) -> State:
        """Cards discarded are out of the game."""
        gone = (card for estate in s.estates for card in estate.discarded)
        estates = tuple(replace(estate, discarded=()) for estate in s.estates)
        return replace(s, discards=_group(*s.discards, *gone), estates=estates)

    # --- 2 Split ---------------------------------------------------------------------------------------

    def _wallets_back(self, s: State) -> State:
        """Every hand is the group taken, the group returned, and the splitter."""
        estates = []
        for seat, estate in enumerate(s.estates):
            got = wallet(s, seat, estate.taken)
            chooser = s.estates[left_neighbour(s.seats, seat)]
            returned = estate.right if chooser.taken == "left" else estate.left
            hand = _group(*got, *returned)
            estates.append(replace(estate, hand=hand, left=(), right=(), taken=None, splitter=True))
        return _begin_sealed_stage(replace(s, estates=tuple(estates)), "resolve")

    # --- 3 Resolve -------------------------------------------------------------------------------------

    def resolved(self, estate: Estate, a: ResolveAction) -> Estate:
        """The estate after a card was played or sold, or a double arrow spent."""
        match a:
            case Bonus():
                estate = replace(estate, arrows=estate.arrows - 1)
            case Splitter() | SellSplitter():
                estate = replace(estate, splitter=False)
            case Play() | Sell():
                hand, played = _without(estate.hand, a.card), (*estate.played, a.card)
                estate = replace(estate, hand=hand, played=played, sold=(*estate.sold, isinstance(a, Sell)))
        prestige, steps = self.gains(a)
        progress = advance(self.data, estate.tracks, steps)
        return replace(
            estate,
            tracks=progress.tracks,
            prestige=estate.prestige + prestige,
            arrows=estate.arrows + progress.arrows,
        )

    def gains(self, a: ResolveAction) -> tuple[int, list[tuple[int, int]]]:
        """The direct gain of an action: prestige, and steps as (number of the track, how many)."""
        match a:
            case Play():
                icons = self.data.cards[a.card].icons
                tracks = [*(icon for icon in icons if icon in RESOURCES), *a.seals]
                return icons.count("prestige"), [(TRACKS.index(track), 1) for track in tracks]
            case Sell() | SellSplitter():
                return (1, []) if a.goods == "prestige" else (0, [(GOLD, 1)])
            case Splitter():
                return 0, [(TRACKS.index(a.track), 1)]
            case Bonus(track="prestige"):
                return BONUS_STEPS, []
            case Bonus():
                return 0, [(TRACKS.index(a.track), BONUS_STEPS)]

    # --- 4 Market and 5 end of the round ---------------------------------------------------------------

    def _market(self, s: State, value: int) -> State:
        """The round's token is turned up, the slider moves on; cards return to the hands, and lines score."""
        estates = tuple(
            replace(estate, hand=_group(*estate.played), played=(), sold=()) for estate in s.estates
        )
        s = replace(s, market=(*s.market, value), estates=estates)
        for token in self._scoring_now(s):
            s = self._score(s, token)
        if s.round == ROUNDS:
            return replace(s, stage="over")
        return replace(s, stage="trade", round=s.round + 1)

    def _scoring_now(self, s: State) -> tuple[str, ...]:
        """Scoring at the end of this round."""
        if s.round == ROUNDS:
            return scoring.FINAL_SCORINGS
        if s.round in SCORING_ROUNDS:
            first = 2 * SCORING_ROUNDS.index(s.round)
            return tuple(token for token in s.tokens[first : first + 2] if token != "none")
        return ()

    def _score(self, s: State, token: Any) -> State:
        amounts = tuple(scoring.score(self.data, estate, token, s.slider) for estate in s.estates)
        estates = tuple(
            replace(estate, prestige=estate.prestige + amount)
            for estate, amount in zip(s.estates, amounts, strict=True)
        )
        return replace(s, estates=estates, scored=(*s.scored, Scored(s.round, token, amounts)))

    # --- The end -----------------------------------------------------------------------------------------

    def outcome(self, s: State) -> Outcome | None:
        """The result of the game: after the scoring of the last round."""
        return scoring.result(self.data, s) if s.stage == "over" else None

    def points(self, outcome: Outcome) -> tuple[float, ...]:
        """In a series a win counts 1, a shared one its share."""
        share = 1.0 / len(outcome.winners)
        return tuple(share if seat in outcome.winners else 0.0 for seat in range(len(outcome.scores)))

    def follow(self, options: Options, outcome: Outcome) -> NextGame:
        """All sit as they sat: nobody begins."""
        return NextGame(options, tuple(Seat(seat) for seat in range(len(outcome.scores))))

    def bound(self, options: Options, seats: int) -> int:
        """Steps of setup, market and all seats at the most.

        For each seat: its character, every card drawn and perhaps discarded, wallets filled and chosen from,
        splitters, all cards that all hands may hold, and double arrows.
        """
        drawn = FIRST_HAND + ROUNDS * (2 if seats == 2 else 1)
        arrows = sum(map(len, self.data.double_arrows))
        each = 1 + 2 * drawn + 3 * ROUNDS + sum(self.data.hand_limit) + arrows
        return len(self.data.scoring_tokens) + ROUNDS + seats * each

    # --- What may be known ---------------------------------------------------------------------------------

    def secrets(self, s: State) -> bool:
        """Hands and decks are secret to the end."""
        return s.stage != "over"

    def view(self, s: State, viewer: Seat | None) -> State:
        """See `knowledge`."""
        return knowledge.view(s, viewer)

    def seen(self, s: State, seat: Seat, a: Action, viewer: Seat | None, now: State) -> Action:
        """A step as the viewer may see it; while others decide, only whether its seat is ready."""
        if now.stage == "over" or seat == viewer:
            return a
        if seat == CHANCE:
            return Deal(UNKNOWN_CARD) if isinstance(a, Deal) and viewer != self.drawing(s)[0] else a
        if (now.round, now.stage) == (s.round, s.stage):
            return Sealed(self.apply(s, seat, a).ready[seat])
        return knowledge.face_down(s, seat, a, viewer)

    def sample_state(self, view: State, seat: Seat | None, rng: np.random.Generator) -> State:
        """A state behind the view: unknown cards are dealt anew, and whoever is ready has decided something.

        Raises `Refused("codec.refusal.malformed")` for a view that no state has.
        """
        check(self.data, view, seat)
        if view.stage == "over":
            return view
        s = knowledge.deal_hidden(self.data, view, seat, rng)
        return self._decide(s, view, seat, rng) if view.shown else s

    def _decide(self, s: State, view: State, seat: Seat | None, rng: np.random.Generator) -> State:
        """The sealed decisions of all who are ready, drawn at random; those of `seat` are known."""
        begun = [len(estate.hand) <= self.hand_limit(s) for estate in s.estates]
        ready = tuple(begun) if s.stage == "discard" else (False,) * s.seats
        s = replace(s, shown=s.estates, ready=ready)
        for number, done in enumerate(view.ready):
            while done and number != seat and not s.ready[number]:
                legal = self.legal(s, Seat(number))
                s = self.apply(s, Seat(number), legal[int(rng.integers(len(legal)))])
        if seat is None:
            return s
        estates = (*s.estates[:seat], view.estates[seat], *s.estates[seat + 1 :])
        return replace(s, estates=estates, ready=view.ready)

    # --- Reasons and words ---------------------------------------------------------------------------------

    def why_not(self, s: State, seat: Seat, a: Action) -> Refusal | None:
        """None exactly for what `legal` lists; the reason is looked for afterwards."""
        return None if self._may(s, seat, a) else refusals.reason(self.data, self.to_act(s), s, seat, a)

    def _may(self, s: State, seat: Seat, a: Action) -> bool:
        """Whether `legal` lists `a`; of the splits only the one with its right group is looked at."""
        if not isinstance(a, Split) or s.stage != "split" or seat not in self.to_act(s):
            return a in self.legal(s, seat)
        return a == _split_hand(s.estates[seat].hand, a.right) and bool(a.left and a.right)

    def notation(self, a: Action) -> str:
        """An action as text, see `notation`."""
        return notation.notation(a)

    def parse(self, text: str) -> Action:
        """An action from its text. Raises `Refused("notation.refusal.malformed")`."""
        return notation.parse(text)

    def describe(self, s: State) -> list[Field]:
        """A position as text, see `position`."""
        return position.describe(self.data, s)

    def restore(self, fields: Fields, options: Options, seats: int) -> State:
        """The position of a text. Raises `Refused` with line and column."""
        return position.restore(self.data, fields, options, seats)


def left_neighbour(seats: int, seat: int) -> Seat:
    """The seat that gets the wallet of this seat."""
    return Seat((seat + 1) % seats)


def right_neighbour(seats: int, seat: int) -> Seat:
    """The seat whose wallet this seat gets."""
    return Seat((seat - 1) % seats)


def wallet(s: State, seat: int, side: WalletSide | None) -> Group:
    """One group of the wallet that a seat has got."""
    giver = s.estates[right_neighbour(s.seats, seat)]
    return giver.left if side == "left" else giver.right


def _splits(hand: Group) -> Iterator[Split]:
    """Every way to part a hand in two groups, as numbers: bit i says whether card i goes to the right."""
    for number in range(1, 2 ** len(hand) - 1):
        right = tuple(card for bit, card in enumerate(hand) if number >> bit & 1)
        yield _split_hand(hand, right)


def _split_hand(hand: Group, right: Group) -> Split:
    """A hand with these of its cards on the right and the others on the left."""
    return Split(_without(hand, *right), tuple(card for card in hand if card in right))


def _begin_sealed_stage(s: State, stage: Any) -> State:
    """A phase begins in which all decide at once: others see what lies before a seat as it is now."""
    return replace(s, stage=stage, shown=s.estates, ready=(False,) * s.seats)


def _with(s: State, seat: int, estate: Estate) -> State:
    return replace(s, estates=(*s.estates[:seat], estate, *s.estates[seat + 1 :]))


def _group(*cards: int) -> Group:
    return tuple(sorted(cards))


def _without(cards: Group, *gone: int) -> Group:
    return tuple(card for card in cards if card not in gone)


def _evenly(actions: list[Any]) -> list[tuple[Action, Fraction]]:
    share = Fraction(1, len(actions)) if actions else Fraction(0)
    return [(action, share) for action in actions]


GREAT_SPLIT: Final = GreatSplit(GREAT_SPLIT_DATA)
