"""Tests of a test: every one of these wrong engines of The Great Split is found out by the lock-step.

Each breaks one sentence of the rules. The fact at which the readings part is named, so that a fault is found
for what it is and not by accident.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from core.game import Seat
from core.games.great_split import data as numbers
from core.games.great_split import knowledge, rules, scoring
from core.games.great_split import tracks as walking
from core.games.great_split.data import GameData
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import (
    RESOURCES,
    TRACKS,
    UNKNOWN_CARD,
    Action,
    Bonus,
    Deal,
    Discard,
    Estate,
    Group,
    ResolveAction,
    Sell,
    SellSplitter,
    Split,
    State,
    WalletSide,
)
from tests.core.games.great_split.test_lockstep import Edition, edition, random_game
from tests.planting import plant

Patch = pytest.MonkeyPatch


# Wrong engines


class ArrowsOnGold(GreatSplit):
    """A double arrow may be spent on gold."""

    def _resolvings(self, estate: Estate) -> Iterator[ResolveAction]:
        return map(Bonus, TRACKS) if estate.arrows else super()._resolvings(estate)


class ArrowsWait(GreatSplit):
    """Double arrows may be spent later."""

    def _resolvings(self, estate: Estate) -> Iterator[ResolveAction]:
        yield from super()._resolvings(estate)
        if estate.arrows:
            yield from super()._resolvings(replace(estate, arrows=0))


class LimitCountsSplitter(GreatSplit):
    """The splitter is one of the cards in the hand."""

    def hand_limit(self, s: State) -> int:
        return super().hand_limit(s) - 1


class OneDiscardIsEnough(GreatSplit):
    """Whoever has discarded a card is ready."""

    def _is_ready(self, s: State, estate: Estate) -> bool:
        return s.stage == "discard" or super()._is_ready(s, estate)


class SoldIconsCount(GreatSplit):
    """A sold card advances its icons too."""

    def gains(self, a: ResolveAction) -> tuple[int, list[tuple[int, int]]]:
        prestige, steps = super().gains(a)
        if isinstance(a, Sell):
            icons = self.data.cards[a.card].icons
            steps = [*steps, *((TRACKS.index(icon), 1) for icon in icons if icon in RESOURCES)]
        return prestige, steps


class OneArrowStep(GreatSplit):
    """A double arrow is a single step."""

    def gains(self, a: ResolveAction) -> tuple[int, list[tuple[int, int]]]:
        prestige, steps = super().gains(a)
        return (prestige, steps[:1] and [(steps[0][0], 1)]) if isinstance(a, Bonus) else (prestige, steps)


class MarketFirst(GreatSplit):
    """The market token is turned up at the start of the round."""

    def _after_trade(self, s: State) -> State:
        return replace(s, stage="market")

    def _market(self, s: State, value: int) -> State:
        return super()._after_trade(replace(s, market=(*s.market, value)))

    def _opened(self, s: State) -> State:
        if s.stage != "resolve":
            return super()._opened(s)
        value, before = s.market[-1], s.market[:-1]
        return super()._market(replace(s, market=before, shown=(), ready=()), value)


class SliderLate(GreatSplit):
    """Art scores before the slider has moved."""

    def _score(self, s: State, token: Any) -> State:
        return replace(super()._score(replace(s, market=s.market[:-1]), token), market=s.market)


class AllTokensScoreAtOnce(GreatSplit):
    """Three tokens lie on the first line."""

    def _scoring_now(self, s: State) -> tuple[str, ...]:
        tokens = {3: s.tokens[:3], 4: s.tokens[3:], 6: scoring.FINAL_SCORINGS}.get(s.round, ())
        return tuple(token for token in tokens if token != "none")


class NoLastBooks(GreatSplit):
    """Books do not score in the end."""

    def _scoring_now(self, s: State) -> tuple[str, ...]:
        tokens = super()._scoring_now(s)
        return tuple(token for token in tokens if s.round != numbers.ROUNDS or token != "books")


class LevelTwoInRoundFour(GreatSplit):
    """Level III begins in round 5."""

    def drawing(self, s: State) -> tuple[Seat, int]:
        return super().drawing(replace(s, round=3) if s.round == 4 else s)


class TwoSeatsDrawOne(GreatSplit):
    """With two seats each draws one card."""

    def _draws_each(self, s: State) -> int:
        return super()._draws_each(s) if s.stage == "deal" else 1


class DiscardsComeBack(GreatSplit):
    """Discards go under the decks."""

    def _discard_card(self, s: State) -> State:
        s = super()._discard_card(s)
        decks = [
            tuple(sorted((*deck, *(card for card in s.discards if card in full))))
            for deck, full in zip(s.decks, self.data.decks, strict=True)
        ]
        return replace(s, decks=tuple(decks), discards=())


class SealsTogether(GreatSplit):
    """Several seals go on the same track."""

    def _seal_choices(self, card: int) -> Any:
        choices = super()._seal_choices(card)
        return tuple(choice for choice in choices if len(set(choice)) <= 1) or choices


class SealsInEveryOrder(GreatSplit):
    """Alike seals are listed in every order."""

    def _seal_choices(self, card: int) -> Any:
        icons = self.data.cards[card].icons
        seals = [self.data.seals[seal] for seal in numbers.SEALS for icon in icons if icon == seal]
        return tuple(product(*seals))


class AllInOneGroup(GreatSplit):
    """A group may be empty."""

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        actions, hand = super().legal(s, seat), s.estates[seat].hand
        return [*actions, Split(hand, ()), Split((), hand)] if actions and s.stage == "split" else actions


class SplitterUnsold(GreatSplit):
    """The splitter cannot be sold."""

    def _resolvings(self, estate: Estate) -> Iterator[ResolveAction]:
        return (a for a in super()._resolvings(estate) if not isinstance(a, SellSplitter))


class SplitterForTwo(GreatSplit):
    """The splitter is sold for two prestige."""

    def gains(self, a: ResolveAction) -> tuple[int, list[tuple[int, int]]]:
        return (2, []) if a == SellSplitter("prestige") else super().gains(a)


class ArrowsOnTracksOnly(GreatSplit):
    """A double arrow is never prestige."""

    def _resolvings(self, estate: Estate) -> Iterator[ResolveAction]:
        return (a for a in super()._resolvings(estate) if a != Bonus("prestige"))


class TracksAtOnce(GreatSplit):
    """Others see at once what a seat resolves."""

    def view(self, s: State, viewer: Seat | None) -> State:
        shown = [
            replace(was, tracks=now.tracks)
            for was, now in zip(s.shown, s.estates[: len(s.shown)], strict=True)
        ]
        return super().view(replace(s, shown=tuple(shown)), viewer)


def face_down(cards: Group) -> Group:
    """As many cards that nobody knows."""
    return (UNKNOWN_CARD,) * len(cards)


class GroupsUnseen(GreatSplit):
    """The chooser does not see what is in the groups."""

    def view(self, s: State, viewer: Seat | None) -> State:
        view = super().view(s, viewer)
        covered = [
            estate
            if seat == viewer or s.stage != "choose"
            else replace(estate, left=face_down(estate.left), right=face_down(estate.right))
            for seat, estate in enumerate(view.estates)
        ]
        return replace(view, estates=tuple(covered), shown=tuple(covered) if view.shown else ())


class DiscardsShown(GreatSplit):
    """Discards lie face up."""

    def view(self, s: State, viewer: Seat | None) -> State:
        return replace(super().view(s, viewer), discards=s.discards)


class DiscardsTold(GreatSplit):
    """What was discarded is told in the end of the phase."""

    def seen(self, s: State, seat: Seat, a: Action, viewer: Seat | None, now: State) -> Action:
        shown = super().seen(s, seat, a, viewer, now)
        return a if isinstance(shown, Discard) else shown


class DrawsTold(GreatSplit):
    """Everybody sees what is drawn."""

    def seen(self, s: State, seat: Seat, a: Action, viewer: Seat | None, now: State) -> Action:
        return a if isinstance(a, Deal) else super().seen(s, seat, a, viewer, now)


ENGINES: list[tuple[type[GreatSplit], str]] = [
    (ArrowsOnGold, "legal"),
    (ArrowsWait, "legal"),
    (LimitCountsSplitter, "stage"),
    (OneDiscardIsEnough, "to act"),
    (SoldIconsCount, "estates"),
    (OneArrowStep, "estates"),
    (MarketFirst, "to act"),
    (SliderLate, "estates"),
    (AllTokensScoreAtOnce, "estates"),
    (NoLastBooks, "estates"),
    (LevelTwoInRoundFour, "chances"),
    (TwoSeatsDrawOne, "chances"),
    (DiscardsComeBack, "decks"),
    (SealsTogether, "legal"),
    (SealsInEveryOrder, "legal"),
    (AllInOneGroup, "legal"),
    (SplitterUnsold, "legal"),
    (SplitterForTwo, "estates"),
    (ArrowsOnTracksOnly, "legal"),
    (TracksAtOnce, "view of"),
    (GroupsUnseen, "view of"),
    (DiscardsShown, "discards"),
    (DiscardsTold, "step"),
    (DrawsTold, "step"),
]
"""Wrong engines, and the fact at which they are found out."""


# Wrong rules that the engine has written down elsewhere


def wallets_to_the_right(patch: Patch) -> None:
    """Everybody takes from the left neighbour, and the right one returns."""
    left, right = rules.left_neighbour, rules.right_neighbour
    patch.setattr(rules, "left_neighbour", right)
    patch.setattr(rules, "right_neighbour", left)


def wallets_kept(patch: Patch) -> None:
    """The group taken is the other one."""
    wallet = rules.wallet

    def other(s: State, seat: int, side: WalletSide | None) -> Group:
        return wallet(s, seat, "right" if side == "left" else "left")

    patch.setattr(rules, "wallet", other)


def passed_spaces_forgotten(patch: Patch) -> None:
    """A bonus counts only where an advance ends."""
    advance = walking.advance

    def ends(data: GameData, tracks: Any, steps: Any) -> Any:
        now = list(tracks)
        arrows = 0
        for track, many in steps:
            begin = min(now[track] + many, data.spaces[track]) - 1
            if begin < now[track]:
                continue
            now[track] = begin
            progress = advance(data, now, [(track, 1)])
            now, arrows = list(progress.tracks), arrows + progress.arrows
        return replace(advance(data, now, []), arrows=arrows)

    patch.setattr(rules, "advance", ends)


def chains_end_early(patch: Patch) -> None:
    """Bonus steps trigger no further bonuses."""
    advance = walking.advance

    def first_only(data: GameData, tracks: Any, steps: Any) -> Any:
        progress = advance(data, tracks, steps)
        return replace(progress, arrows=sum(hop.arrows for hop in progress.hops if not hop.bonus))

    patch.setattr(rules, "advance", first_only)


def steps_bounce(patch: Patch) -> None:
    """A step beyond the last space brings a prestige on the track before it instead of being lost."""
    advance = walking.advance

    def onward(data: GameData, tracks: Any, steps: Any) -> Any:
        progress = advance(data, tracks, steps)
        full = [hop.track for hop in progress.hops if hop.lost]
        return advance(data, progress.tracks, [((track + 1) % 10, 1) for track in full]) if full else progress

    patch.setattr(rules, "advance", onward)


def better_gem(patch: Patch) -> None:
    """Gems count by the more advanced."""

    def value(data: GameData, estate: Estate) -> int:
        values = (data.tracks[gem].values[estate.tracks[TRACKS.index(gem)]] for gem in ("topaz", "emerald"))
        return max(*values)

    patch.setattr(scoring, "gem_value", value)


def gems_once(patch: Patch) -> None:
    """The value of the gems is not doubled."""
    patch.setattr(scoring, "gems", scoring.gem_value)


def no_character(patch: Patch) -> None:
    """Contracts count without the character tile."""
    icons = scoring.contracts_of
    patch.setattr(
        scoring, "contracts_of", lambda data, e, name: icons(data, replace(e, character=None), name)
    )


def stars_of_another(patch: Patch) -> None:
    """Contracts are multiplied by the stars of the next seal."""
    stars = scoring.stars_of
    following = dict(zip(RESOURCES, (*RESOURCES[1:], RESOURCES[0]), strict=True))
    patch.setattr(scoring, "stars_of", lambda data, estate, name: stars(data, estate, following[name]))


def market_stands_still(patch: Patch) -> None:
    """Art is paid for as if the slider had not moved."""
    patch.setattr(GameData, "art_pays", lambda data, slider: data.art_market[0].pays)


def market_moves_late(patch: Patch) -> None:
    """A row of the art market counts only after the slider has left its first step."""
    pays = GameData.art_pays
    patch.setattr(GameData, "art_pays", lambda data, slider: pays(data, max(0, slider - 1)))


def sold_cards_shown(patch: Patch) -> None:
    """Sold cards lie face up."""

    def face_up(covered: Any, estate: Estate, wallet: bool) -> Estate:
        return replace(covered(estate, wallet), played=estate.played)

    plant(patch, knowledge, "_public_estate", face_up)


def group_sizes_hidden(patch: Patch) -> None:
    """Nobody but the chooser sees how many cards are in the groups."""

    def hidden(covered: Any, estate: Estate, wallet: bool) -> Estate:
        estate = covered(estate, wallet)
        return estate if wallet else replace(estate, left=(), right=())

    plant(patch, knowledge, "_public_estate", hidden)


def wallets_open(patch: Patch) -> None:
    """Everybody sees into the wallets."""
    plant(patch, knowledge, "_public_estate", lambda covered, estate, wallet: covered(estate, True))


PATCHES: list[tuple[Callable[[Patch], None], str]] = [
    (wallets_to_the_right, "estates"),
    (wallets_kept, "estates"),
    (passed_spaces_forgotten, "estates"),
    (chains_end_early, "estates"),
    (steps_bounce, "estates"),
    (better_gem, "estates"),
    (gems_once, "estates"),
    (no_character, "estates"),
    (stars_of_another, "estates"),
    (market_stands_still, "estates"),
    (market_moves_late, "estates"),
    (sold_cards_shown, "view of"),
    (group_sizes_hidden, "view of"),
    (wallets_open, "view of"),
]
"""Faults, and the facts at which they are found out."""


def play_some(engine: type[GreatSplit] = GreatSplit) -> None:
    """Some games with two, three and four seats, with numbers that stay, and with a crowd of bonuses.

    In the third art is scored just as the slider comes to another row of the market.
    """
    games = (("kept", 4, 3), ("kept crowded", 5, 2), ("kept", 20, 3), ("kept", 5, 2), ("kept", 6, 4))
    for name, number, seats in games:
        right = edition(name)
        random_game(Edition(engine(right.game.data), right.sheet), number, seats)


@pytest.mark.covering(most=6)
@pytest.mark.parametrize("engine, fact", ENGINES, ids=lambda value: getattr(value, "__name__", None))
def test_a_wrong_engine_is_found_out(engine: type[GreatSplit], fact: str) -> None:
    with pytest.raises(AssertionError, match=rf"^[^:]*\b({fact})\b"):
        play_some(engine)


@pytest.mark.covering(most=4)
@pytest.mark.parametrize("fault, fact", PATCHES, ids=lambda value: getattr(value, "__name__", None))
def test_a_wrong_rule_is_found_out(
    fault: Callable[[Patch], None], fact: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError, match=rf"^[^:]*\b({fact})\b"):
        play_some()


@pytest.mark.long
def test_the_right_engine_is_not() -> None:
    play_some()
