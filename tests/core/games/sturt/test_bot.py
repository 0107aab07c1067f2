"""What Sturt's AI must see, each level as far as it claims to."""

from __future__ import annotations

import numpy as np
import pytest

from core import codec
from core.bots import Budget, bot
from core.game import Seat
from core.games.sturt import board
from core.games.sturt.bot.player import MOST_COUNTED_CARDS, distance, placements
from core.games.sturt.rules import STURT
from core.games.sturt.state import Declare, Lay, Options, State, Stop
from core.protocol.messages import LEVELS
from tests.core.games.sturt.diagrams import AUTOMATIC, BY_HAND, NO_DRAWS, NS, WE, state_of
from tests.core.games.sturt.test_rules import BATTLEMENT, DULL, play

SEEING = ("normal", "hard")
SEEDS = range(4)


def chosen(level: str, s: State, seed: int) -> object:
    """What the level does in this position."""
    return bot(STURT, level).choose(STURT, s, s.turn, np.random.default_rng(seed), Budget())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", ["easy", *SEEING])
def test_wins_in_one(level: str, seed: int) -> None:
    #  5 a 5 a .      a card with SW at the upper right completes W–E, in phase 1
    #  5 a 5 a 5
    action = chosen(level, state_of("5a5a. 5a5a5", WE), seed)
    assert isinstance(action, Lay) and (action.x, action.y) == (2, -2) and action.corners & 4


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_breaks_a_connection_that_would_win(level: str, seed: int) -> None:
    s = state_of(BATTLEMENT, NS)
    action = chosen(level, s, seed)
    assert isinstance(action, Lay)
    after = STURT.apply(s, NS, action)
    assert after.result is None and not board.connection(after.corners, WE)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_does_not_lay_the_opponents_connection(level: str, seed: int) -> None:
    #  the last cell of the desert: 5, 6 and c have SW and would complete W–E
    action = chosen(level, state_of("5a5a. 5a5a5 33333 33333 33333", NS), seed)
    assert isinstance(action, Lay) and not action.corners & 4


@pytest.mark.parametrize("seed", SEEDS)
def test_hard_fills_the_gap_before_the_opponent_does(seed: int) -> None:
    #  5 a 5 a .      NS to act: WE would win by laying SW at the upper right
    #  5 a 5 a 5
    action = chosen("hard", state_of("5a5a. 5a5a5", NS), seed)
    assert isinstance(action, Lay)
    after = STURT.apply(state_of("5a5a. 5a5a5", NS), NS, action)
    replies = [STURT.apply(after, WE, a).result for a in STURT.legal(after, WE)]
    assert not any(result is not None and WE in result.winners for result in replies)


@pytest.mark.parametrize("level", SEEING)
def test_announces_what_it_lays(level: str) -> None:
    s = state_of(BATTLEMENT.replace("5a5a5", "5a5a3", 1), WE, BY_HAND)
    for seed in SEEDS:
        action = chosen(level, s, seed)
        assert isinstance(action, Lay)
        assert action.announce == bool(board.connection(STURT.apply(s, WE, action).corners, WE))


def test_declares_only_what_is_true() -> None:
    #  nothing but triples without a route, one card left to cover that cannot help anybody
    blocked = state_of("bbbbb bbbbb bbbbb bbbbb bbbb9", WE, NO_DRAWS)
    assert chosen("normal", blocked, 0) == Declare()
    assert chosen("normal", state_of(DULL, WE, NO_DRAWS), 0) != Declare()


def test_alone_it_connects_or_stops() -> None:
    s = play(state_of(BATTLEMENT.replace("5a5a5", "5a5a3", 1), WE, NO_DRAWS), "declare")
    action = chosen("normal", s, 0)
    assert isinstance(action, Lay) and STURT.apply(s, NS, action).result is not None
    spent = play(state_of("bbbbb bbbbb bbbbb bbbbb bbbb9", WE, NO_DRAWS), "declare")
    assert chosen("normal", spent, 0) == Stop()


@pytest.mark.covering(most=6)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", codec.every_options(STURT), ids=str)
def test_plays_whole_games_legally_and_the_same_again(options: Options, level: str) -> None:
    def game() -> list[str]:
        rng = np.random.default_rng(11)
        s, texts = STURT.start(options, 2), list[str]()
        while acting := STURT.to_act(s):
            level_here = level if acting[0] == WE else "random"
            action = bot(STURT, level_here).choose(STURT, s, acting[0], rng, Budget(positions=50))
            assert action in STURT.legal(s, acting[0])
            texts.append(STURT.notation(action))
            s = STURT.apply(s, acting[0], action)
        return texts

    assert game() == game()


def test_distance() -> None:
    assert distance(state_of(BATTLEMENT, NS), WE) == 0
    assert distance(state_of(BATTLEMENT.replace("5a5a5", "5a5a3", 1), NS), WE) == 1
    assert distance(state_of("5a5a. 5a5a5", WE), WE) == 1
    assert distance(STURT.start(AUTOMATIC, 2), WE) == MOST_COUNTED_CARDS + 1
    for seat in (WE, NS):
        assert distance(state_of("bbbbb bbbbb bbbbb bbbbb bbbb9", Seat(0)), seat) == MOST_COUNTED_CARDS + 1


def test_frames_hold_every_card() -> None:
    for s in (
        state_of("3", WE, at=(0, 0)),
        state_of("3.5 aaa", WE),
        state_of("33333", WE),
        state_of(DULL, WE),
    ):
        for frame in placements(s):
            assert (frame.cards != 0).sum() == (s.corners != 0).sum()
    assert len(placements(state_of(DULL, WE))) == 1 and len(placements(state_of("33333", WE, at=(0, 0)))) == 5
