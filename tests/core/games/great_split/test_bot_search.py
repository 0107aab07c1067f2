"""What The Great Split's AI reckons with: worth against the rules, plans against trying everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

from core.games.great_split import scoring
from core.games.great_split.bot.evaluation import Prices, Worth, horizons, track_values
from core.games.great_split.bot.search import FloatArray, HandSearch
from core.games.great_split.state import TRACKS, Action, Estate, State
from core.games.great_split.tracks import advance
from tests.core.games.great_split.diagrams import DATA, FIRST, GAME, estate, position

replace = msgspec.structs.replace
SEEDS = range(6)


def somewhere(seed: int, furthest: int = 12) -> Estate:
    """A seat whose tracks stand anywhere."""
    rng = np.random.default_rng(seed)
    tracks = tuple(int(rng.integers(min(furthest, last) + 1)) for last in DATA.spaces)
    return replace(estate(character=seed), tracks=tracks)


def state_of(mine: Estate, round: int) -> State:
    return position("resolve", mine, estate(), round=round).state


def judge(mine: Estate, round: int, prices: Prices | None = None, share: float = 0.0) -> Worth:
    """The worth of tracks for this seat once this round is resolved."""
    return track_values(GAME, horizons(DATA, state_of(mine, round), mine), round, prices or Prices(), share)


def points(mine: Estate, tokens: Sequence[str], slider: int) -> int:
    """What these scorings bring by the rules."""
    return sum(scoring.score(DATA, mine, token, slider) for token in tokens)


# --- Worth ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_after_the_last_round_tracks_are_worth_what_they_score(seed: int) -> None:
    mine = somewhere(seed, 15)
    slider, left = expected_market(state_of(mine, 6))
    expected = np.mean([points(mine, scoring.FINAL_SCORINGS, slider + token) for token in left])
    assert judge(mine, 6)(np.array(mine.tracks)) == pytest.approx(expected)


def test_a_scoring_line_counts_once_its_round_is_over() -> None:
    #  nothing more is to be had, so what is expected of later rounds is the same whatever scores now
    never = Prices(seal=99, resource=99, arrows=0, inflow=0)
    mine = somewhere(1, 15)

    def after_four(*tokens: str) -> float:
        s = position("resolve", mine, estate(), round=4, tokens=tokens).state
        return float(track_values(GAME, horizons(DATA, s, mine), 4, never)(np.array(mine.tracks)))

    books = after_four("gems", "art", "books", "none") - after_four("gems", "books", "none", "art")
    slider, left = expected_market(state_of(mine, 4))
    art = np.mean([scoring.art(DATA, mine, slider + token) for token in left])
    assert books == pytest.approx(scoring.books(DATA, mine) - art)


def expected_market(s: State) -> tuple[int, list[int]]:
    """Where the slider stands, and the tokens one of which is turned up next."""
    left = [*DATA.market_tokens]
    for token in s.market:
        left.remove(token)
    return s.slider, left


@pytest.mark.parametrize("track", range(len(TRACKS)))
@pytest.mark.parametrize("round", range(1, 7))
def test_a_step_with_its_bonuses_is_never_worth_less_than_nothing(round: int, track: int) -> None:
    arrows = 0.0 if round == 6 else Prices().arrows
    for seed in SEEDS:
        mine, value = somewhere(seed), judge(somewhere(seed), round)
        further = advance(DATA, mine.tracks, [(track, 1)])
        gained = value(np.array(further.tracks)) - value(np.array(mine.tracks))
        assert gained + arrows * further.arrows >= -1e-9


def test_icons_still_to_come_are_worth_something() -> None:
    mine = somewhere(2, 8)
    here = np.array(mine.tracks)
    assert judge(mine, 3, share=0.5)(here) > judge(mine, 3)(here)


# --- Plans ---------------------------------------------------------------------------------------------

HANDS = ((6, 23), (34, 1), (5, 21, 0), (10, 40))


RESOLVING = position("resolve", estate(), estate(splitter=True), round=5).state


def choices(now: Estate) -> Sequence[Action]:
    """Everything a seat can do with its hand."""
    return GAME.legal(replace(RESOLVING, estates=(now, estate(splitter=True))), FIRST)


def ends(mine: Estate) -> Iterator[Estate]:
    """Everything that can come of a hand, however it is resolved."""
    seen = {mine}

    def walk(now: Estate) -> Iterator[Estate]:
        actions: Sequence[Any] = choices(now)
        if not actions:
            yield now
        for action in actions:
            after = replace(GAME.resolved(now, action), played=(), sold=())
            if after not in seen:
                seen.add(after)
                yield from walk(after)

    return walk(mine)


@cache
def best_of(seed: int, hand: tuple[int, ...]) -> float:
    """The most that a hand can be worth in round 5."""
    mine = replace(somewhere(seed, 8), hand=tuple(sorted(hand)), splitter=True)
    value = judge(mine, 5)
    return max(float(value(np.array(end.tracks))) + end.prestige for end in ends(mine))


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("hand", HANDS)
def test_with_a_wide_beam_a_plan_is_the_best_there_is(hand: tuple[int, ...], seed: int) -> None:
    mine = replace(somewhere(seed, 8), hand=tuple(sorted(hand)), splitter=True)
    value = judge(mine, 5)
    planner = HandSearch(GAME, value, Prices().arrows, 200)
    end = mine
    for action in planner.plan(mine):
        assert action in choices(end)
        end = GAME.resolved(end, action)
    assert not end.hand and not end.splitter and not end.arrows
    assert value(np.array(end.tracks)) + end.prestige == pytest.approx(best_of(seed, hand))
    whole = np.ones((1, len(hand)), dtype=bool)
    assert planner.of_hands(mine.tracks, mine.hand, whole) == pytest.approx(best_of(seed, hand))


@pytest.mark.parametrize("beam", [1, 4])
def test_all_subsets_are_judged_as_each_by_itself(beam: int) -> None:
    mine, cards = somewhere(3, 8), (6, 10, 34, 46)
    planner = HandSearch(GAME, judge(mine, 4), Prices().arrows, beam)
    masks = np.arange(2 ** len(cards))[:, None] >> np.arange(len(cards)) & 1
    alone: FloatArray = planner.of_hands(mine.tracks, cards, masks.astype(bool))
    assert planner.of_subsets(mine.tracks, cards) == pytest.approx(alone)
