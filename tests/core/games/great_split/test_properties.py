"""What holds in every game: random games for every number of seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game import CHANCE, Seat
from core.games.great_split import scoring
from core.games.great_split.data import GREAT_SPLIT_DATA, ROUNDS
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import (
    SEALED_STAGES,
    TRACKS,
    Bonus,
    Estate,
    Options,
    Play,
    ResolveAction,
    Sell,
    SellSplitter,
    Splitter,
    State,
)
from core.games.great_split.tracks import advance
from tests.core import laws

SEATS = range(2, 8)
ALL_CARDS = tuple(range(len(GREAT_SPLIT_DATA.cards)))

Step = tuple[State, Seat, Any, State]


def steps(seats: int, seed: int) -> Iterator[Step]:
    """A random game: the state before, who did what, the state after."""
    played = laws.playout(laws.Shape(GREAT_SPLIT, Options(), seats), np.random.default_rng([seats, seed]))
    for step, (before, after) in zip(played.steps, pairwise(played.states), strict=True):
        yield before, step.seat, step.action, after


@cache
def games() -> list[tuple[int, list[Step]]]:
    """Three random games of each number of seats, with that number."""
    return [(seats, list(steps(seats, seed))) for seats in SEATS for seed in range(3)]


def cards_in(s: State) -> tuple[int, ...]:
    """Every card, wherever it is."""
    groups = [*s.decks, s.discards]
    for e in s.estates:
        groups += [e.hand, e.left, e.right, e.played, e.discarded]
    return tuple(sorted(card for group in groups for card in group))


def test_no_card_is_lost_or_made() -> None:
    for _, game in games():
        assert all(cards_in(after) == ALL_CARDS for _, _, _, after in game)


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
def test_no_card_is_lost_or_made_in_many_games(seats: int) -> None:
    """A thousand games with those of other numbers of seats."""
    for seed in range(167):
        for _, _, _, after in steps(seats, 1000 + seed):
            assert cards_in(after) == ALL_CARDS


def test_groups_are_in_order_and_lines_fit_together() -> None:
    for seats, game in games():
        for _, _, _, s in game:
            for e in (*s.estates, *s.shown):
                assert all(list(group) == sorted(group) for group in (e.hand, e.left, e.right, e.discarded))
                assert len(e.played) == len(e.sold) and e.arrows >= 0
                assert all(
                    0 <= at <= most for at, most in zip(e.tracks, GREAT_SPLIT_DATA.spaces, strict=True)
                )
            sealed = s.stage in SEALED_STAGES
            assert len(s.shown) == len(s.ready) == (seats if sealed else 0)
            assert not sealed or not all(s.ready)
            assert list(s.discards) == sorted(s.discards)


def test_between_rounds_nothing_lies_before_the_seats() -> None:
    for _, game in games():
        for _, _, _, s in game:
            if s.stage in ("trade", "over"):
                bare = {
                    (e.left, e.right, e.taken, e.discarded, e.played, e.sold, e.arrows) for e in s.estates
                }
                assert bare == {((), (), None, (), (), (), 0)} and not any(e.splitter for e in s.estates)


def test_limits_hold_before_the_split_and_hands_are_parted_and_joined_whole() -> None:
    for seats, game in games():
        for before, _, _, after in game:
            if after.stage == "split" and before.stage != "split":
                limit = GREAT_SPLIT_DATA.hand_limit[after.round - 1]
                assert all(len(e.hand) <= limit for e in after.estates)
            if after.stage == "resolve" and before.stage == "choose":
                wallets = sum(len(e.left) + len(e.right) for e in before.estates)
                assert wallets == sum(len(e.hand) for e in after.estates)
                for seat, e in enumerate(after.estates):
                    own, right = before.estates[seat], before.estates[(seat - 1) % seats]
                    assert set(e.hand) <= {*own.left, *own.right, *right.left, *right.right}


def test_every_card_and_splitter_is_played_once_in_each_round() -> None:
    for seats, game in games():
        hands: Counter[int] = Counter()
        for before, _, action, after in game:
            if before.stage == "choose" and after.stage == "resolve":
                hands = Counter(card for e in after.estates for card in e.hand)
                hands[-1] = seats
            if isinstance(action, Play | Sell):
                hands[action.card] -= 1
            if isinstance(action, Splitter | SellSplitter):
                hands[-1] -= 1
            if after.stage == "market" and before.stage == "resolve":
                assert not +hands and not -hands


def test_arrows_are_spent_as_they_come() -> None:
    """Steps of gold and double arrows: as many spent as spaces with one have been reached in all."""
    for seats, game in games():
        spent = Counter(seat for _, seat, action, _ in game if isinstance(action, Bonus))
        for seat in range(seats):
            gold = game[-1][3].estates[seat].tracks[TRACKS.index("gold")]
            reached = sum(space <= gold for space in GREAT_SPLIT_DATA.tracks["gold"].double_arrows)
            assert spent[Seat(seat)] == reached


def test_bonuses_of_seal_tracks_are_gained_once_each() -> None:
    """All steps of a seat on a track: icons, sales, splitter, arrows, and one for each space passed."""
    for seats, game in games():
        steps_of: Counter[tuple[int, int]] = Counter()
        last = game[-1][3]
        for _, seat, action, _ in game:
            if isinstance(action, ResolveAction):
                for track, many in GREAT_SPLIT.gains(action)[1]:
                    steps_of[seat, track] += many
        for number in range(seats):
            e = last.estates[number]
            start = GREAT_SPLIT_DATA.characters[e.character or 0].start
            for track, name in enumerate(TRACKS):
                bonus = sum(
                    there == track and space <= e.tracks[seal]
                    for seal, found in enumerate(GREAT_SPLIT_DATA.steps)
                    for space, there in found.items()
                )
                whole = steps_of[number, track] + start.get(name, 0) + bonus
                assert e.tracks[track] == min(whole, GREAT_SPLIT_DATA.spaces[track])


def test_prestige_only_grows_and_is_what_the_sheet_says() -> None:
    for seats, game in games():
        for before, _, _, after in game:
            pairs = zip(before.estates, after.estates, strict=True)
            assert all(b.prestige >= a.prestige for a, b in pairs)
        outcome = GREAT_SPLIT.outcome(game[-1][3])
        assert outcome is not None
        for seat in range(seats):
            sheet = outcome.breakdown[seat]
            assert (
                sum(point.amount for point in sheet)
                == outcome.scores[seat]
                == game[-1][3].estates[seat].prestige
            )
            for point in sheet:
                if point.how:
                    a, sign, b = point.how.split()
                    assert point.amount == (int(a) * int(b) if sign == "×" else int(a) + int(b))


def test_each_game_turns_up_six_tokens_and_scores_seven_times() -> None:
    for _, game in games():
        s = game[-1][3]
        assert len(s.market) == ROUNDS and not Counter(s.market) - Counter(GREAT_SPLIT_DATA.market_tokens)
        assert Counter(scored.token for scored in s.scored) == {
            "books": 2,
            "art": 2,
            "gems": 2,
            "contracts": 1,
        }
        lines = [token for token in s.tokens if token != "none"]
        assert [scored.token for scored in s.scored] == [*lines, "books", "art", "gems", "contracts"]


def test_a_sealed_decision_changes_nothing_of_what_others_have() -> None:
    for _, game in games():
        for before, seat, _, after in game:
            if seat != CHANCE and before.stage == after.stage:
                for other, (b, a) in enumerate(zip(before.estates, after.estates, strict=True)):
                    assert other == seat or a == b
                assert after.shown == before.shown


@pytest.mark.parametrize("seats", SEATS)
def test_games_end_in_time(seats: int) -> None:
    longest = max(len(game) for count, game in games() if count == seats)
    assert longest <= GREAT_SPLIT.bound(Options(), seats)


# --- Tracks ----------------------------------------------------------------------------------------------

anywhere = st.tuples(*[st.integers(0, most) for most in GREAT_SPLIT_DATA.spaces])
some_steps = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 2)), max_size=6)


@given(anywhere, some_steps)
def test_tracks_never_go_back_nor_beyond_the_end(
    tracks: tuple[int, ...], some: list[tuple[int, int]]
) -> None:
    progress = advance(GREAT_SPLIT_DATA, tracks, some)
    for before, after, most in zip(tracks, progress.tracks, GREAT_SPLIT_DATA.spaces, strict=True):
        assert before <= after <= most


@given(anywhere, some_steps)
def test_hops_tell_the_whole_way(tracks: tuple[int, ...], some: list[tuple[int, int]]) -> None:
    progress = advance(GREAT_SPLIT_DATA, tracks, some)
    now = list(tracks)
    for hop in progress.hops:
        assert now[hop.track] == hop.before and hop.lost >= 0
        now[hop.track] = hop.after
    assert tuple(now) == progress.tracks
    assert sum(not hop.bonus for hop in progress.hops) == len(some)
    assert progress.arrows == sum(hop.arrows for hop in progress.hops)


@given(anywhere, some_steps)
def test_steps_in_two_goes_are_the_same_as_in_one(
    tracks: tuple[int, ...], some: list[tuple[int, int]]
) -> None:
    whole, half = advance(GREAT_SPLIT_DATA, tracks, some), len(some) // 2
    first = advance(GREAT_SPLIT_DATA, tracks, some[:half])
    second = advance(GREAT_SPLIT_DATA, first.tracks, some[half:])
    assert second.tracks == whole.tracks and first.arrows + second.arrows == whole.arrows


@given(anywhere, some_steps)
def test_the_order_of_steps_does_not_matter_to_where_they_end(
    tracks: tuple[int, ...], some: list[tuple[int, int]]
) -> None:
    forth, back = (advance(GREAT_SPLIT_DATA, tracks, order) for order in (some, some[::-1]))
    assert forth.tracks == back.tracks and forth.arrows == back.arrows


@given(anywhere, st.integers(0, 15), st.booleans())
def test_more_on_a_track_is_never_worth_less(tracks: tuple[int, ...], slider: int, contracts: bool) -> None:
    for track in range(len(TRACKS)):
        more = advance(GREAT_SPLIT_DATA, tracks, [(track, 1)]).tracks
        for token in ("books", "art", "gems", *(["contracts"] if contracts else [])):
            before, after = (
                scoring.score(GREAT_SPLIT_DATA, Estate(tracks=t, character=0), token, slider)
                for t in (tracks, more)
            )
            assert before <= after
