"""Stones: the smallest game with a board, as a model of what one is made of.

In turn, each seat lays a stone on a free place. When all places are taken, a pair of own stones above one
another counts a point; most points win. The places are a square, or hexes in columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

import msgspec
import numpy as np

from core.game import GameInfo, Goal, NextGame, Outcome, Refusal, Refused, Seat, read_only
from core.open_information import OpenInformation
from core.position_fields import Field, Fields

COLUMNS: Final = {"square": (4, 4, 4, 4), "hexes": (3, 4, 3)}
"""Places in each column."""
FREE: Final = -1
SIGNS: Final = ".01"


class Options(msgspec.Struct, frozen=True, gc=False):
    places: Literal["square", "hexes"] = "square"


class Lay(msgspec.Struct, frozen=True, gc=False):
    """Lay a stone on a free place."""

    x: int
    y: int


class Stones(msgspec.Struct, frozen=True, gc=False, eq=False):
    """`stones` (int8, shape (places,)): the seat of the stone on each place, column by column, or `FREE`."""

    options: Options
    stones: np.ndarray

    @property
    def places(self) -> list[tuple[int, int]]:
        """All places: column, and place in it."""
        return [(x, y) for x, count in enumerate(COLUMNS[self.options.places]) for y in range(count)]


class StonesRules(OpenInformation[Stones, Lay]):
    """The rules."""

    info = GameInfo(
        key="stones",
        title="Stones",
        seats=(2,),
        options=Options,
        state=Stones,
        action=Lay,
        hidden=False,
        chance=False,
        variants=("places",),
        goals=(Goal(games=1),),
    )

    def start(self, options: Options, seats: int) -> Stones:
        return Stones(options, read_only(np.full(sum(COLUMNS[options.places]), FREE, np.int8)))

    def to_act(self, s: Stones) -> tuple[Seat, ...]:
        laid = int((s.stones != FREE).sum())
        return () if laid == len(s.stones) else (Seat(laid % 2),)

    def legal(self, s: Stones, seat: Seat) -> Sequence[Lay]:
        if seat not in self.to_act(s):
            return ()
        return [Lay(*place) for place, stone in zip(s.places, s.stones, strict=True) if stone == FREE]

    def chances(self, s: Stones) -> Sequence[tuple[Lay, float]]:
        return ()

    def apply(self, s: Stones, seat: Seat, a: Lay) -> Stones:
        stones = s.stones.copy()
        stones[s.places.index((a.x, a.y))] = seat
        return Stones(s.options, read_only(stones))

    def score(self, s: Stones) -> tuple[float, float]:
        """Pairs of own stones above one another."""
        stones = dict(zip(s.places, s.stones.tolist(), strict=True))
        pairs = [who for (x, y), who in stones.items() if who != FREE and stones.get((x, y + 1)) == who]
        return float(pairs.count(0)), float(pairs.count(1))

    def outcome(self, s: Stones) -> Outcome | None:
        if self.to_act(s):
            return None
        scores = self.score(s)
        winners = tuple(Seat(seat) for seat in (0, 1) if scores[seat] == max(scores))
        return Outcome(winners, scores, "stones.reason.pairs")

    def why_not(self, s: Stones, seat: Seat, a: Lay) -> Refusal | None:
        if a in self.legal(s, seat):
            return None
        if seat not in self.to_act(s):
            return Refusal("stones.refusal.wait")
        return Refusal("stones.refusal.taken", ((a.x, a.y),))

    def bound(self, options: Options, seats: int) -> int:
        return sum(COLUMNS[options.places])

    def notation(self, a: Lay) -> str:
        return f"{a.x},{a.y}"

    def parse(self, text: str) -> Lay:
        found = re.fullmatch(r"([0-9]),([0-9])", text, re.ASCII)
        if found is None:
            raise Refused("notation.refusal.malformed", text=text[:40])
        return Lay(int(found[1]), int(found[2]))

    def describe(self, s: Stones) -> list[Field]:
        signs = "".join(SIGNS[stone + 1] for stone in s.stones.tolist())
        return [Field("stones", signs)] if signs.strip(SIGNS[0]) else []

    def restore(self, fields: Fields, options: Options, seats: int) -> Stones:
        word = fields.word("stones")
        if word is None:
            return self.start(options, seats)
        stones = [SIGNS.find(sign) - 1 for sign in word.text]
        ahead = stones.count(0) - stones.count(1)
        if len(stones) != self.bound(options, seats) or min(stones) < FREE or ahead not in (0, 1):
            word.refuse("stones.position.stones")
        return Stones(options, read_only(np.array(stones, np.int8)))

    def points(self, outcome: Outcome) -> tuple[float, ...]:
        return outcome.scores

    def follow(self, options: Options, outcome: Outcome) -> NextGame:
        return NextGame(options, (Seat(1), Seat(0)))


GAME: Final = StonesRules()
