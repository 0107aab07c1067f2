"""Players of Ghawar for tests: who drives anyhow never loads enough, so there are some that want to."""

from __future__ import annotations

import random

from tests.core.games.ghawar.boards import away
from tests.core.games.ghawar.oracle import DEPOT, Oracle, Place, own_edge, place

STYLES = ("anyhow", "drives", "loads", "loads", "obstructs")
"""Anything; no derricks; carries home what pays; the same (twice as often); keeps near the others."""


def choose(oracle: Oracle, legal: list[str], rng: random.Random, style: str) -> str:
    """Something legal, as a player of this style likes it."""
    if style == "anyhow" or rng.random() < 0.05:
        return rng.choice(legal)
    return max(legal, key=lambda text: liking(oracle, text, style) + 4 * rng.random())


def liking(oracle: Oracle, text: str, style: str) -> float:
    """How much a player of this style likes a move."""
    number, _, what = text.rpartition(": ")
    if not what.startswith("drive"):
        return shifting(oracle, what) if style != "drives" else -100
    load = oracle.loads[oracle.turn][int(number or 1) - 1]
    where, _, platform = what.removeprefix("drive ").partition(" load ")
    if platform:
        return 60 + oracle.values[oracle.cubes[place(platform)]] - 2 * oracle.price(place(platform))
    if where == "depot":
        return 50 if load else -10
    if style == "obstructs":
        return -min((away(place(where), at) for at in everybody(oracle)), default=0)
    edge = own_edge(oracle.layout, oracle.turn)
    return 20 - min(away(place(where), at) for at in edge) if load else hope(oracle, place(where))


def shifting(oracle: Oracle, what: str) -> float:
    """What it is worth to move a derrick: something if it comes from an empty platform to a cube."""
    if not what.startswith("derrick"):
        return 0
    here, there = map(place, what.removeprefix("derrick ").split(">"))
    return 1 if there in oracle.cubes and here not in oracle.cubes else -20


def hope(oracle: Oracle, where: Place) -> float:
    """What an empty truck hopes for: that something waits not too far away."""
    waiting = [spot for spot in oracle.cubes if spot in oracle.derricks]
    return -0.5 * min((away(where, spot) for spot in waiting), default=0)


def everybody(oracle: Oracle) -> list[Place]:
    """Where all trucks of the others are."""
    others = [own for seat, own in enumerate(oracle.trucks) if seat != oracle.turn]
    return [at for own in others for at in own if at is not DEPOT]
