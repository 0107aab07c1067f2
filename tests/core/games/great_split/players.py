"""Players with habits for random games of The Great Split, so that what is rare in them happens.

They decide with what the oracle knows, in the words of the notation.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from tests.core.games.great_split.oracle import Oracle, heard
from tests.core.games.great_split.sheet import TRACKS


class Habits(NamedTuple):
    """How a seat parts, takes and resolves; "any" is at random."""

    splits: str = "any"
    takes: str = "any"
    resolves: str = "any"


SPLITS = ("any", "lopsided", "two apart")
TAKES = ("any", "bigger", "smaller")
RESOLVES = ("any", "gold", "seals", "gold-seal", "sells", "sells for gold", "one track", "in a row")


def company(seats: int, number: int, rng: random.Random) -> list[Habits]:
    """Who sits at the table of a game: every fourth a tower of cards is passed on, else all kinds."""
    if number % 4 == 0:
        return [
            Habits("lopsided", ("bigger", "smaller")[seat % 2], rng.choice(RESOLVES)) for seat in range(seats)
        ]
    if number % 4 == 1:
        return [Habits(resolves=rng.choice(RESOLVES)) for _ in range(seats)]
    return [Habits(*map(rng.choice, (SPLITS, TAKES, RESOLVES))) for _ in range(seats)]


def decide(oracle: Oracle, seat: int, texts: list[str], habits: Habits, rng: random.Random) -> str:
    """One of these, as it is the habit of the seat."""
    if oracle.stage == "split":
        return split(texts, habits.splits, rng)
    if oracle.stage == "choose":
        return take(oracle, seat, habits.takes, rng)
    if oracle.stage == "resolve":
        return resolve(oracle, seat, texts, habits.resolves, rng)
    return rng.choice(texts)


def split(texts: list[str], habit: str, rng: random.Random) -> str:
    """Lopsided: all cards but one in one group, or but two."""
    smaller = {"lopsided": 1, "two apart": 2}.get(habit)
    liked = [text for text in texts if min(map(len, heard(text))) == smaller]
    return rng.choice(liked or texts)


def take(oracle: Oracle, seat: int, habit: str, rng: random.Random) -> str:
    """The bigger or the smaller group."""
    left, right = map(len, oracle.places[oracle.right_of(seat)]["wallet"])
    if habit == "any" or left == right:
        return rng.choice(("take left", "take right"))
    return "take left" if (left > right) == (habit == "bigger") else "take right"


def resolve(oracle: Oracle, seat: int, texts: list[str], habit: str, rng: random.Random) -> str:
    """What brings most by the habit's measure."""
    if habit == "any":
        return rng.choice(texts)
    if habit == "in a row":
        return texts[0]
    if habit.startswith("sells"):
        word = "gold" if habit.endswith("gold") else ""
        liked = [text for text in texts if text.startswith("sell") and text.endswith(word)]
        return rng.choice(liked or texts)
    measure = worth(oracle, seat, habit)
    most = max(map(measure, texts))
    return rng.choice([text for text in texts if measure(text) == most])


def worth(oracle: Oracle, seat: int, habit: str) -> Callable[[str], int]:
    """How much an action advances the tracks that the habit is after."""
    liked = {"seals": TRACKS[5:], "one track": (TRACKS[seat],)}.get(habit, (habit,))
    tracks: dict[str, int] = oracle.places[seat]["tracks"]

    def measure(text: str) -> int:
        after = dict(tracks)
        found = oracle.sheet.walk(after, oracle.way(text))
        arrows = found["double arrow"] if "gold" in habit else 0
        return sum(after[track] - tracks[track] for track in liked) + arrows

    return measure
