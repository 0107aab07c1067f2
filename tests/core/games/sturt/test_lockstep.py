"""Random games of Sturt in lock-step: the engine against the plain second reading, over all options.

Most random games would end early and alike, so some begin with a diagram that is nearly decided, and
some are played to join, some to keep everybody apart. Every kind of ending has to turn up.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from core.games import game
from tests.core.games.sturt.oracle import (
    BOTH,
    BOTH_FULL,
    CROSSED,
    DOUBLES,
    DULL,
    FORKS,
    GAP,
    TRIPLES,
    ZIGZAG,
    Oracle,
    Table,
    cards_of,
    connected,
    in_order,
)

STURT = game("sturt")
OPTIONS = [
    {"announce": announce, "no_draws": no_draws, "first": first}
    for announce in ("automatic", "by hand")
    for no_draws in (False, True)
    for first in (0, 1)
]
OPENINGS = {"": None, ZIGZAG: None, CROSSED: (2, 0), GAP: None, BOTH: (1, 1), BOTH_FULL: (1, 1), DULL: None}
"""Diagrams a game may begin with, laid in a random order, and the place that stays open."""

TALK = {"wild": 0.06, "join": 0.35, "quiet": 0.02}
"""The styles of play, and how often each declares or stops where it may."""

ENDINGS = {
    "phase 1: own card",
    "phase 1: the opponent's card",
    "phase 1: both",
    "turn start: announced",
    "turn start: laid by the opponent",
    "turn start: both connected",
    "draw",
    "declared while a connection stood",
    "alone: own connection",
    "alone: the declarer's connection",
    "stopped",
    "stopped for want of cards",
}


def choose(oracle: Oracle, rng: random.Random, style: str) -> str:
    """Something legal: anything; or joining whoever it may be; or keeping everybody apart."""
    legal = sorted(oracle.legal(oracle.turn))
    words = [text for text in legal if "@" not in text]
    lays = [text for text in legal if "@" in text]
    if not lays or (words and rng.random() < TALK[style]):
        return rng.choice(words)
    loud = [text for text in lays if text.endswith("!")]
    if loud and style != "quiet" and rng.random() < 0.4:
        return rng.choice(loud)
    lays = [text for text in lays if text not in loud]
    rng.shuffle(lays)
    if style == "join":
        return next((text for text in lays[:12] if any(joined_by(oracle, text))), lays[0])
    if style == "quiet":
        return next((text for text in lays[:40] if harmless(oracle, text)), lays[0])
    return lays[0]


def joined_by(oracle: Oracle, text: str) -> tuple[bool, bool]:
    """Who is connected after a lay."""
    twin = oracle.copy()
    twin.lay(oracle.turn, text)
    return connected(twin.board, 0), connected(twin.board, 1)


def harmless(oracle: Oracle, text: str) -> bool:
    """Whether a lay decides nothing: nobody wins by it, and it leaves nothing announced standing."""
    twin = oracle.copy()
    twin.lay(oracle.turn, text)
    return twin.result is None and (twin.by_hand or not connected(twin.board, oracle.turn))


def random_game(number: int) -> str:
    """Play one game in lock-step; returns how it ended."""
    rng = random.Random(number)
    table = Table(STURT, OPTIONS[number % len(OPTIONS)])
    diagram = rng.choice(sorted(OPENINGS))
    cards, hole = cards_of(diagram), OPENINGS[diagram]
    opening = in_order({p: d for p, d in cards.items() if p != hole}, None, rng) if cards else []
    for place, digit in opening:
        if not table.oracle.board:
            table.origin = place
        if table.oracle.to_act():
            table.lay(digit, place)
    style = rng.choice(sorted(TALK))
    while table.oracle.to_act():
        try_something(table, rng)
        table.play(choose(table.oracle, rng, style))
        assert len(table.line) <= STURT.bound(table.options, 2)
    return table.oracle.ending


def try_something(table: Table, rng: random.Random) -> None:
    """The engine refuses, with a reason, exactly what the oracle does not offer."""
    digit = rng.choice(DOUBLES + FORKS + TRIPLES)
    place = (rng.randrange(-5, 6), rng.randrange(-5, 6))
    for text in (table.text(digit, place), table.text(digit, place, "!"), "pass", "declare", "stop"):
        table.ask(table.turn, text)


def play_games(numbers: range) -> Counter[str]:
    """How often each ending occurred."""
    return Counter(random_game(number) for number in numbers)


def test_random_games_in_lock_step() -> None:
    assert set(play_games(range(40, 55))) <= ENDINGS


@pytest.mark.long
def test_many_random_games_in_lock_step() -> None:
    endings = play_games(range(1000, 1500))
    print(endings)
    assert set(endings) == ENDINGS


# Most choices


def test_most_choices_in_phase_1() -> None:
    # Eight cards join the corners of a 4x4 box and touch every cell of the 6x6 square around it, into
    # which the box may still grow anywhere: 36 - 8 places. No connection with four columns and rows.
    table = Table(STURT, OPTIONS[0]).fill("3..3 .33. .33. 3..3")
    assert len(table.legal) == 6 * 28


def test_most_choices_by_hand() -> None:
    # Two routes of West-East share nothing but the double curve of the 25th card, (2,2), one over
    # NE and one over SW. A triple leaves one of two opposite corners and breaks at most one route, so
    # every lay on the 24 cards may be announced: 2 * 4 * 24, and `declare`.
    table = Table(STURT, {"announce": "by hand", "no_draws": True, "first": 0})
    table.fill("a6a63 93569 535aa 395c6 5663a", last=(2, 2)).lay("e", (2, 0))
    assert len(table.legal) == 193


# Counting lines


def engine_lines(state: Any, depth: int) -> int:
    """How many sequences of `depth` actions the engine knows from `state`."""
    (seat,) = STURT.to_act(state)
    actions = STURT.legal(state, seat)
    if depth == 1:
        return len(actions)
    return sum(engine_lines(STURT.apply(state, seat, a), depth - 1) for a in actions)


def oracle_lines(oracle: Oracle, depth: int) -> int:
    """The same by the second reading."""
    texts = oracle.legal(oracle.turn)
    if depth == 1:
        return len(texts)
    twins = [(oracle.copy(), text) for text in texts]
    for twin, text in twins:
        twin.play(twin.turn, text)
    return sum(oracle_lines(twin, depth - 1) for twin, _ in twins)


@pytest.mark.parametrize("options", [OPTIONS[0], OPTIONS[-1]], ids=str)
def test_perft(options: dict[str, Any]) -> None:
    # 6; then 8 cells; then 10 cells around two cards side by side, 12 around two on a diagonal
    start = STURT.start(STURT.info.options(**options), 2)
    counts = [6, 6 * 48, 36 * (4 * 60 + 4 * 72)]
    assert [engine_lines(start, depth) for depth in (1, 2, 3)] == counts
    assert [oracle_lines(Oracle(options), depth) for depth in (1, 2, 3)] == counts
