"""Looking ahead is playing the same game: strands and rules side by side, step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from core.game import Seat
from core.games.down_under import board, scoring
from core.games.down_under.bot.search_board import FIRST_CURVE, FIRST_END, PathMove, length, score
from core.games.down_under.bot.search_state import SearchState, action_of
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import ANIMALS, Options, State
from tests.core.games.down_under.diagrams import position
from tests.core.games.down_under.table import SETTINGS
from tests.core.games.down_under.test_billabongs import CROSSING, WINDING
from tests.core.games.down_under.test_ends import WALLED

ROUNDS = 1
"""How many games are played with each way to set one up."""
RARE: dict[str, Callable[[State], bool]] = {
    "due": lambda s: bool(s.due),
    "stuck": lambda s: any(s.stuck),
    "one pool": lambda s: any(len(path.run) > board.length(path) for path in s.paths),
}
"""What is not an action but seldom happens too."""
POSITIONS = {
    "a ring": (
        """
        ·    ·    ·    ·    ·
        ·    ┌0   ┐0   ·    ·
        ·    └0   ┘0   ·    ·
        ·    ·    ·    ·    │1
        """,
        "Turn",
    ),
    "a ring beside two ends in a cell": (
        """
        ·    ·    │1   ·
        ┌0   ┐0   ╵1╷2 ·
        └0   ┘0   │2   ·
        """,
        "Turn",
    ),
    "a ring beside billabongs": (
        """
        ·    ·    ·    ·    ·
        ·    ┌0   ┐0   ○─   ·
        ·    └0   ┘0   ○└   ·
        ·    ·    ·    ·    │1
        """,
        "Turn",
    ),
    "a pool with two ends of one path": (
        """
        ·    ┌0   ┐0   ·
        ·    └0   ·    ─1
        ·    ·    ·    ·
        ·    ·    │2   ·
        """,
        "one pool",
    ),
    "nothing fits": (WALLED, "stuck"),
    "case 1": (CROSSING, "due"),
    "case 3": (WINDING, "LayBillabong"),
}
"""What seldom happens, and what it is."""


def facts(at: SearchState) -> list[Any]:
    """All that there is in a position, in whatever order its paths are read."""
    tips = [(*sorted(tips[:2]), tips[2]) if tips else None for tips in at.paths]
    parts = [at.strands, at.cards, at.left, at.stuck, at.room, at.pools, at.turn, at.opening]
    return [tips, *parts, sorted(at.laid), sorted(at.due)]


def moves(at: SearchState) -> list[PathMove]:
    """Everything that can be done, with every animal."""
    found: list[PathMove] = []
    for move in at.moves():
        first = len(ANIMALS) * (move.card >= FIRST_CURVE)
        if not at.setting.animals or move.card >= FIRST_END or move.cell in at.cards:
            found.append(move)
        else:
            herd = (animal for animal in range(len(ANIMALS)) if at.left[move.path][first + animal])
            found += [move._replace(animal=animal) for animal in herd]
    return found


def agree(at: SearchState, s: State) -> None:
    """What was played on is what the rules have got to, and says the same of paths."""
    assert facts(at) == facts(SearchState(s))
    for tips, path in zip(at.paths, s.paths, strict=True):
        assert (length(tips) if tips else 0) == board.length(path)
    for seat in range(s.seats):
        brought = [score(at.paths[p] or (0, 0, 0)) for p in at.setting.own[seat]]
        assert (max if at.setting.longest else sum)(brought) == scoring.score(s, Seat(seat))


def side_by_side(s: State, rng: np.random.Generator) -> set[str]:
    """Play on to the end; returns what has happened that seldom happens."""
    at, seen = SearchState(s), set[str]()
    while acting := DOWN_UNDER.to_act(s):
        agree(at, s)
        found = moves(at)
        actions = [action_of(at, move) for move in found]
        assert len(set(actions)) == len(actions)
        assert set(actions) == set(DOWN_UNDER.legal(s, acting[0]))
        longer = [number for number, move in enumerate(found) if move.card < FIRST_END]
        number = int(rng.choice(longer if longer and rng.random() < 0.9 else len(found)))
        seen.add(type(actions[number]).__name__)
        seen |= {name for name, happens in RARE.items() if happens(s)}
        before = at
        at = at.copy()
        at.play(found[number])
        assert facts(before) == facts(SearchState(s)), "the copy was played on, not the position"
        s = DOWN_UNDER.apply(s, acting[0], actions[number])
    agree(at, s)
    return seen


def begun(setting: tuple[int, dict[str, Any]], rng: np.random.Generator) -> State:
    """A game in which every path has been begun at random."""
    seats, options = setting
    s = DOWN_UNDER.start(Options(**options), seats)
    while s.stage == "start":
        legal = DOWN_UNDER.legal(s, s.turn)
        s = DOWN_UNDER.apply(s, s.turn, legal[int(rng.integers(len(legal)))])
    return s


@pytest.mark.long
def test_it_is_the_same_game_with_all_options() -> None:
    rng = np.random.default_rng(5)
    seen = [side_by_side(begun(setting, rng), rng) for setting in SETTINGS for _ in range(ROUNDS)]
    assert set[str]().union(*seen) >= {"Lay", "Turn", "due"}


@pytest.mark.long
@pytest.mark.parametrize("drawing, rare", POSITIONS.values(), ids=POSITIONS)
def test_it_is_the_same_game_from_where_play_hardly_ever_gets(drawing: str, rare: str) -> None:
    rng = np.random.default_rng(3)
    seats = 3 if "2" in drawing else 2
    starts = [position(drawing, seats=seats, turn=turn).state for turn in range(seats)]
    seen = [side_by_side(s, rng) for s in starts if DOWN_UNDER.legal(s, s.turn) for _ in range(9)]
    assert rare in set[str]().union(*seen)
