"""What The Great Split's AI must see, each level as far as it claims to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.bots import Budget, bot
from core.bots.greedy import settle_chance
from core.game import Seat
from core.games.great_split.bot import policy
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import Options, State
from core.protocol.messages import LEVELS
from tests.core.games.great_split.diagrams import FIRST, GAME, Position, estate, position, resolving

GAMES: Any = GAME
SEEING = ("normal", "hard", pytest.param("expert", marks=pytest.mark.long))
SEEDS = range(3)


def choice(level: str, s: Position, seat: Seat = FIRST, seed: int = 0) -> str:
    """What the level does in this position, in notation."""
    view = s.game.view(s.state, seat)
    action = bot(GAMES, level).choose(GAMES, view, seat, np.random.default_rng(seed), Budget())
    assert action in s.game.legal(view, seat)
    return s.game.notation(action)


def resolved(level: str, s: Position) -> list[str]:
    """All that seat 0 does with its hand."""
    texts = list[str]()
    while FIRST in s.game.to_act(s.state):
        texts.append(choice(level, s))
        s = s.play(texts[-1])
    return texts


def last_round(diagram: str, hand: tuple[int, ...] = (), **more: Any) -> Position:
    """Seat 0 resolves in round 6: now only points count."""
    mine = estate(diagram, hand=hand, **{"splitter": True, **more})
    return position("resolve", mine, estate(character=1, splitter=True), round=6)


# --- Resolving -----------------------------------------------------------------------------------------

FULL = """
    books   ····▪···▪··▪··▪●    books-seal   ··+★·+★·+★·+●
    topaz   ····▪···▪··▪··▪●    topaz-seal   ··+★·+★·+★·+●
    emerald ····▪···▪··▪··▪●    emerald-seal ··+★·+★·+★·+●
"""

FEW = Budget(positions=20)


@pytest.mark.parametrize("level", SEEING)
def test_no_step_of_the_splitter_is_wasted_on_a_full_track(level: str) -> None:
    track = choice(level, resolving(FULL)).removeprefix("splitter ").removesuffix("-seal")
    assert track in ("art", "gold")


@pytest.mark.parametrize("level", SEEING)
def test_a_card_for_a_full_track_is_sold(level: str) -> None:
    assert {text.split()[0] for text in resolved(level, resolving(FULL, (0, 2, 3)))[:3]} == {"sell"}


@pytest.mark.parametrize("level", SEEING)
def test_in_the_last_round_a_card_that_scores_nothing_brings_a_prestige(level: str) -> None:
    #  a step on art reaches no level, one on gold nothing at all
    s = last_round(FULL, (1,))
    assert "sell 1 prestige" in resolved(level, s)


@pytest.mark.parametrize("level", SEEING)
def test_the_splitter_takes_the_step_that_scores_most(level: str) -> None:
    #  the last banner is worth 4 more; art would reach level 1 for 6, but it is a step too far away
    s = last_round("books ····▪···▪··▪··●·  art ··●·▪···▪··▪··▪·")
    assert choice(level, s) == "splitter books"


@pytest.mark.parametrize("level", SEEING)
def test_a_double_arrow_is_spent_where_it_scores(level: str) -> None:
    #  two steps reach the first level of art, worth 6 and more
    s = last_round("art ··●·▪···▪··▪··▪·", arrows=1)
    assert choice(level, s) == "bonus art"


@pytest.mark.parametrize("level", SEEING)
def test_a_star_goes_where_it_multiplies_most_contracts(level: str) -> None:
    diagram = """
        books   ····▪···▪··▪··▪●    books-seal   ··●★·+★·+★·+★
        gold    ···»▪●»·▪»·▪»·▪»    gold-seal    ··●★·+★·+★·+★
    """
    assert "play 6 books" in resolved(level, last_round(diagram, (6,)))


@pytest.mark.parametrize("level", SEEING)
def test_the_step_shown_on_a_seal_track_is_counted(level: str) -> None:
    #  on the seal of books one step brings one on books, and so the last banner
    diagram = "books ····▪···▪··▪··●·  books-seal ·●+★·+★·+★·+★  topaz-seal ·●+★·+★·+★·+★"
    assert resolved(level, last_round(diagram, (6,), splitter=False)) == ["play 6 books"]


# --- Choosing, parting, discarding -----------------------------------------------------------------------


def choosing(left: tuple[int, ...], right: tuple[int, ...], **more: Any) -> Position:
    """Seat 0 has got these groups."""
    mine = estate(left=(1,), right=(2,), **more)
    return position("choose", mine, estate(left=left, right=right, character=1), round=3)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
@pytest.mark.parametrize("side", ["left", "right"])
def test_takes_what_is_plainly_better(side: str, level: str, seed: int) -> None:
    good, bad = (34, 46, 49), (0,)
    groups = (good, bad) if side == "left" else (bad, good)
    assert choice(level, choosing(*groups), seed=seed) == f"take {side}"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_never_leaves_everything_for_nothing(level: str, seed: int) -> None:
    assert choice(level, choosing((), (7, 8, 14)), seed=seed) == "take right"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_parts_its_hand_so_that_either_group_is_worth_having(level: str, seed: int) -> None:
    s = position("split", estate(hand=(7, 9, 14, 22, 46)), estate(hand=(8,), character=1), round=2)
    action = s.game.parse(choice(level, s, seed=seed))
    assert min(len(action.left), len(action.right)) >= 1  # type: ignore[union-attr]


@pytest.mark.parametrize("level", SEEING)
def test_discards_what_is_of_least_use(level: str) -> None:
    others = [estate(FULL, hand=(card,)) for card in (7, 8, 9)]
    s = position("discard", estate(FULL, hand=(0, 34, 35, 46, 47, 62)), *others, round=1)
    assert choice(level, s) == "discard 0"


# --- What was learnt -----------------------------------------------------------------------------------


def test_no_step_on_a_seal_track_costs_much() -> None:
    """What hardly occurred while values were learnt must not seem bad, or nobody would ever go there."""
    tables = policy.VALUES[: policy.PAIRS].reshape(-1, policy.SIDE, policy.SIDE)
    assert np.diff(tables[:, :, :9], axis=2).min() > -4


# --- Whole games -----------------------------------------------------------------------------------------


def played(levels: tuple[str, ...], seed: int) -> tuple[State, list[str]]:
    """A game between these levels."""
    game: Any = GREAT_SPLIT
    rng = np.random.default_rng(seed)
    s, texts = settle_chance(game, game.start(Options(), len(levels)), rng), list[str]()
    while acting := game.to_act(s):
        seat = acting[0]
        action = bot(game, levels[seat]).choose(game, game.view(s, seat), seat, rng, FEW)
        assert action in game.legal(s, seat)
        texts.append(game.notation(action))
        s = settle_chance(game, game.apply(s, seat, action), rng)
    return s, texts


@pytest.mark.covering(most=4)
@pytest.mark.parametrize("level", [*LEVELS[:-1], pytest.param("expert", marks=pytest.mark.long)])
@pytest.mark.parametrize("seats", [2, 3, 7])
def test_plays_whole_games_legally_and_the_same_again(seats: int, level: str) -> None:
    levels = (level, *["random"] * (seats - 1))
    assert played(levels, 3) == played(levels, 3)


@pytest.mark.long
def test_normal_beats_random() -> None:
    wins = 0
    for seed in range(12):
        levels = ("normal", "random") if seed % 2 else ("random", "normal")
        s, _ = played(levels, seed)
        outcome = GREAT_SPLIT.outcome(s)
        assert outcome is not None
        wins += outcome.winners == (Seat(levels.index("normal")),)
    assert wins >= 11


@pytest.mark.parametrize("level", [*LEVELS[1:-1], pytest.param("expert", marks=pytest.mark.long)])
@pytest.mark.parametrize("stage", ["discard", "split", "choose", "resolve"])
def test_what_a_seat_may_not_know_changes_nothing(stage: str, level: str) -> None:
    """In states that differ only in that the same is chosen."""
    game: Any = GREAT_SPLIT
    rng = np.random.default_rng(8)
    s = settle_chance(game, game.start(Options(), 3), rng)
    asked = 0
    while asked < 3:
        seat = game.to_act(s)[0]
        if s.stage == stage:
            view = game.view(s, seat)
            chosen = {
                game.notation(bot(game, level).choose(game, seen, seat, np.random.default_rng(1), FEW))
                for seen in (view, *(game.view(game.sample_state(view, seat, rng), seat) for _ in range(3)))
            }
            assert len(chosen) == 1
            asked += 1
        legal = game.legal(s, seat)
        s = settle_chance(game, game.apply(s, seat, legal[int(rng.integers(len(legal)))]), rng)
