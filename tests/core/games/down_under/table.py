"""A table at which Down Under is played by the engine and by the second reading of its rules at once.

After every step both must agree on all there is to know: the paths that the engine lets grow step by step are
those that the oracle finds on the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from core.game import Outcome, Seat
from core.games.down_under import scoring
from core.games.down_under.board import ground, length, own_stretch, path_through
from core.games.down_under.frames import FRAMES, FieldFrame
from core.games.down_under.rules import DownUnder
from core.games.down_under.state import (
    CELL_MIDDLE,
    SIDES,
    Laid,
    Options,
    Path,
    State,
    cell_over,
    open_leads,
    opposite,
    supply,
)
from tests.core.games.down_under.oracle.board import Board, Card, Run, apart, side_at, tips
from tests.core.games.down_under.oracle.board import leads as leads_of
from tests.core.games.down_under.oracle.board import length as length_of
from tests.core.games.down_under.oracle.game import SIZES as NAMED
from tests.core.games.down_under.oracle.game import Oracle
from tests.core.lockstep import LockstepTable

Setting = tuple[int, dict[str, Any]]
"""Number of seats, and options."""

SIZES = (
    "easy",
    "recommended",
    "hard",
    "4x8",
    "5x7",
    "6x6",
    "4x10",
    "5x9",
    "6x8",
    "7x7",
    "5x11",
    "6x10",
    "7x9",
    "8x8",
    "unlimited",
)


def drawing(seats: int, size: str, frame: str | None) -> FieldFrame | None:
    """The drawing of a frame around a field of this size, if there is one."""
    return FRAMES.get((frame or "", NAMED.get(size, {}).get(seats, size)))


def go_together(seats: int, options: dict[str, Any]) -> bool:
    """Whether it may be played like that."""
    frame, two = options.get("frame"), options.get("two_paths")
    if options.get("dingo") == "loses" and not options.get("animals"):
        return False
    if options.get("paths_scored") == "longest" and not two:
        return False
    if two:
        return seats == 2 and not frame and not options.get("single_start")
    most = {"river": 3, "border": 2, None: 4}[frame]
    return seats <= most and (frame is None or drawing(seats, options["size"], frame) is not None)


def settings() -> list[Setting]:
    """All ways to play, whether they go together or not."""
    frames = (None, "river", "border")
    pairs = (False, "two cards", "one card")
    names = ("size", "animals", "frame", "single_start", "two_paths", "dingo", "paths_scored")
    readings = (("0 points", "loses"), ("both", "longest"))
    every = product((2, 3, 4), SIZES, (False, True), frames, (False, True), pairs, *readings)
    return [(seats, dict(zip(names, values, strict=True))) for seats, *values in every]


ALL_SETTINGS = settings()
SETTINGS = [(seats, options) for seats, options in ALL_SETTINGS if go_together(seats, options)]

# Both readings in the same words


def board_of(cards: Iterable[Laid]) -> Board:
    """What lies where by the engine."""
    board: dict[Any, tuple[Card, ...]] = {}
    for laid in cards:
        path = None if laid.card == "billabong" else laid.path
        card = Card(laid.card, path, laid.animal, tuple(sorted(laid.through)))
        board[laid.x, laid.y] = (*board.get((laid.x, laid.y), ()), card)
    return sorted_cells(board)


def sorted_cells(board: Board) -> Board:
    """The order of two ends, and of two ways over a billabong, does not matter."""
    return {
        cell: tuple(sorted((card._replace(ways=tuple(sorted(card.ways))) for card in cards), key=str))
        for cell, cards in board.items()
    }


def path_by_engine(path: Path) -> dict[str, Any]:
    """A path by the engine."""
    stretches = [((s.x, s.y), sides(s.enters, s.leaves)) for s in path.run]
    return {
        "stretches": sorted(stretches),
        "tips": sorted(path.tips),
        "leads": sorted(((x, y), "NESW"[side]) for x, y, side in open_leads(path)),
        "length": length(path),
    }


def sides(*ports: int) -> str:
    return "".join("NESW"[side] for side in sorted(ports) if side in SIDES)


def path_by_oracle(run: Run) -> dict[str, Any]:
    """The same by the oracle."""
    stretches = [(s.cell, sides(*("NESW".index(side_at(s.cell, there)) for there in s.spots))) for s in run]
    return {
        "stretches": sorted(stretches),
        "tips": tips(run),
        "leads": sorted(leads_of(run)),
        "length": length_of(run),
    }


def is_one_simple_run(path: Path) -> bool:
    """Whether each stretch leads to the next, none comes twice, and the ends are as they are said to be."""
    run = path.run
    if not run:
        return path.tips == ("open", "open")
    joined = all(
        cell_over(a[:2], a.leaves) == b[:2] and opposite(a.leaves) == b.enters for a, b in pairwise(run)
    )
    once = len({(s.x, s.y, frozenset((s.enters, s.leaves))) for s in run}) == len(run)
    if path.tips == ("ring", "ring"):
        first, last = run[0], run[-1]
        return joined and once and cell_over(last[:2], last.leaves) == first[:2]
    blind = tuple(tip != "open" for tip in path.tips)
    return joined and once and blind == (run[0].enters == CELL_MIDDLE, run[-1].leaves == CELL_MIDDLE)


def result_of(outcome: Outcome) -> dict[str, Any]:
    """How a game ended, by the engine; every sheet adds up."""
    for sheet, score in zip(outcome.breakdown, outcome.scores, strict=True):
        assert sum(point.amount for point in sheet) == score
        assert len({point.code for point in sheet}) == len(sheet)
    return {
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
        "reason": outcome.reason.rpartition(".")[2],
        "sheets": [
            {point.code.rpartition(".")[2]: point.amount for point in sheet} for sheet in outcome.breakdown
        ],
    }


def result_by(oracle: Oracle) -> dict[str, Any]:
    """The same by the oracle: lines without points are left out, but for lengths."""
    sheets = []
    for seat in range(oracle.seats):
        counted = [*oracle.bringing(seat)]
        amounts = [oracle.amounts(path) for path in counted]
        names = [f"length_{'ab'[path // 2]}" if oracle.two else "length" for path in counted]
        sheet = {name: amount[0] for name, amount in zip(names, amounts, strict=True)}
        more = {"animals": sum(a[1] for a in amounts), "rabbits": sum(a[2] for a in amounts)}
        sheet |= {name: amount for name, amount in more.items() if amount}
        if seat not in oracle.eligible():
            loses = oracle.options["dingo"] == "loses"
            sheet |= {"dingo_lost": 0} if loses else {"no_dingo": -sum(sheet.values())}
        sheets.append(sheet)
    return {
        "winners": oracle.winners(),
        "scores": oracle.scores(),
        "reason": reason_by(oracle),
        "sheets": sheets,
    }


def reason_by(oracle: Oracle) -> str:
    """Nobody may win; several do; somebody has more but no dingo; or there is simply most."""
    winners, everybody = (
        oracle.winners(),
        [sum(oracle.bringing(s).values()) for s in range(oracle.seats)],
    )
    if not winners:
        return "nobody"
    if len(winners) > 1:
        return "tie"
    if max(everybody) > everybody[winners[0]]:
        return "dingo"
    both = oracle.two and oracle.options["paths_scored"] == "both"
    return "points" if both or oracle.options["animals"] else "longest"


def framed(seats: int, options: dict[str, Any]) -> tuple[int, int, Board] | None:
    """The drawing of a frame as it lies on the oracle's board."""
    frame = drawing(seats, options.get("size", "recommended"), options.get("frame"))
    if frame is None:
        return None
    animals = options.get("animals")
    board = {
        (laid.x, laid.y): (Card(laid.card, seats + laid.path, laid.animal if animals else None),)
        for run in frame.runs
        for laid in run
    }
    return frame.width, frame.height, board


def state_of(oracle: Oracle) -> State:
    """A position of the oracle as the engine has it; billabongs have to lie where they came by the rules."""
    cards = tuple(
        Laid(card.name, *cell, -1 if card.path is None else card.path, card.animal, card.ways)  # type: ignore[arg-type]
        for cell, cards in oracle.board.items()
        for card in cards
    )
    land = ground(cards)
    firsts = [next(laid for laid in cards if laid.path == path) for path in range(oracle.count)]
    paths = tuple(path_through(land, own_stretch(laid)) for laid in firsts)
    stuck = tuple(path in oracle.stuck for path in range(oracle.count))
    options = Options(**oracle.options)
    turn = Seat(oracle.turn)
    return State(
        options, oracle.seats, (), cards, paths, stuck, stage="play", turn=turn, laid=tuple(oracle.laid)
    )


class Table(LockstepTable):
    """A game played by both readings at once."""

    game: DownUnder
    state: State

    def __init__(self, game: DownUnder, seats: int, options: dict[str, Any]) -> None:
        oracle = Oracle(options, seats, framed(seats, options))
        super().__init__(game, oracle, game.start(Options(**options), seats), seats)

    @classmethod
    def at(cls, game: DownUnder, oracle: Oracle) -> Table:
        """A position of the oracle, set up for the engine too."""
        table = cls.__new__(cls)
        LockstepTable.__init__(table, game, oracle, state_of(oracle), oracle.seats)
        return table

    def oracle_allows(self, seat: int) -> list[str]:
        return self.oracle.legal() if (seat,) == self.oracle.to_act() else []

    def oracle_plays(self, seat: int, text: str) -> None:
        self.oracle.play(text)

    def oracle_expects(self) -> dict[str, Fraction]:
        return {}

    def check(self) -> None:
        super().check()
        assert apart(self.oracle.board), self.explain("two paths are joined", "", "")
        for path in self.state.paths:
            assert is_one_simple_run(path), self.explain("a run", path, "one simple run")
        assert self.every_card_is_somewhere(), self.explain("cards", self.state.cards, "")

    def every_card_is_somewhere(self) -> bool:
        """What lies of a set and what is left of it are the set; and there are four billabongs."""
        own = [Counter(laid.path for laid in self.state.cards)[path] for path in range(len(self.state.stuck))]
        left = [sum(supply(self.state, path).values()) for path in range(len(own))]
        whole = all(sum(both) == sum(self.oracle.set.values()) for both in zip(own, left, strict=True))
        return whole and sum(laid.card == "billabong" for laid in self.state.cards) <= 4

    def engine_says(self) -> dict[str, Any]:
        """Everything by the engine, in the words of the oracle."""
        s = self.state
        return {
            "board": board_of(s.cards),
            "paths": {number: path_by_engine(path) for number, path in enumerate(s.paths) if path.run},
            "stuck": {path for path, stuck in enumerate(s.stuck) if stuck},
            "stage": s.stage,
            "due": sorted(((x, y), "NESW"[side]) for x, y, side in s.due),
            "laid": sorted(s.laid) if s.stage == "play" and not s.due else [],
            "scores": [scoring.score(s, Seat(seat)) for seat in range(s.seats)],
        }

    def oracle_says(self) -> dict[str, Any]:
        """The same by the oracle."""
        oracle = self.oracle
        in_play = oracle.stage == "play" and not oracle.due
        return {
            "board": sorted_cells(oracle.board),
            "paths": {path: path_by_oracle(run) for path, run in oracle.paths().items()},
            "stuck": oracle.stuck,
            "stage": oracle.stage,
            "due": sorted(oracle.due),
            "laid": sorted(oracle.laid) if in_play else [],
            "scores": [sum(oracle.bringing(seat).values()) for seat in range(oracle.seats)],
        }

    def result_of(self, outcome: Outcome) -> dict[str, Any]:
        follow = self.game.follow(self.state.options, outcome)
        return {**result_of(outcome), "series": (list(self.game.points(outcome)), follow.seating)}

    def result_by(self) -> dict[str, Any]:
        series = self.oracle.series_points(), (*range(1, self.oracle.seats), 0)
        return {**result_by(self.oracle), "series": series}
