"""The Great Divide against brute force: what may lie where, and whether all tiles are accounted for.

On small maps every way to fill the whole board is written down, and those are kept in which all ends well:
every river in an ocean, the Pass in both, no water on special tiles. A tile may then lie where one of these
fillings has it that agrees with the board. With the inland sea there is no such thing, so arrows are compared
in pairs. The engine is asked through the contract alone.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from core.game import CHANCE, Seat, read_only
from core.games.great_divide.drainage import BASIN_CODE, EMPTY_SPACE, PASS_CODE, water
from core.games.great_divide.land import Land
from core.games.great_divide.rules import GREAT_DIVIDE, GreatDivide
from core.games.great_divide.state import INLAND_SEA, OTHER_KINDS, Options, State
from tests.core.games.great_divide.oracle import AXES, COLUMNS, WAYS, Board, Chart, Place, by_completion
from tests.core.games.great_divide.test_lockstep import OPTIONS, TILES, land_of

TINY = (("WW", "111", "EE"), ("W", "11", "1", "11", "E"), ("W", "11", "1", "EE"))
"""Maps as columns from west to east, on which every filling can be written down."""

SMALL = (("WW", "111", "11", "EEE"), ("WWW", "1111", "EEE"), ("W", "11", "1", "11", "1", "11", "E"))
"""Maps on which completions are tried one by one."""

LEFT_EMPTY, TAKEN = 6, 7
"""What a space of a filling holds besides the six ways: nothing, or a special tile."""


class Fillings:
    """Every way to fill the spaces that special tiles leave free so that all ends well.

    `rows` has one filling each, a way, `LEFT_EMPTY` or `TAKEN` for every space (int8, (fillings, spaces)).
    Water on a space left empty has ended badly; so has water on a special tile or over the border.
    """

    def __init__(self, chart: Chart, specials: Board) -> None:
        self.places = list(chart.area)
        self.bad = len(self.places) + 2
        lead = {p: [self.number(chart.beyond[p, way]) for way in WAYS] for p in self.places}
        choices = [
            [TAKEN] if p in specials else [w for w in range(6) if lead[p][w] != self.bad] + [LEFT_EMPTY]
            for p in self.places
        ]
        rows = np.stack(np.meshgrid(*choices, indexing="ij"), axis=-1).reshape(-1, len(self.places))
        after = np.full((len(rows), self.bad + 1), self.bad, dtype=np.int8)
        after[:, -3:] = range(len(self.places), self.bad + 1)
        for number, place in enumerate(self.places):
            after[:, number] = np.array([*lead[place], self.bad, self.bad], dtype=np.int8)[rows[:, number]]
        for _ in range(3):  # one step, two, four, eight: no river is longer
            after = np.take_along_axis(after, after.astype(np.intp), axis=1)
        well = (after == len(self.places)) | (after == len(self.places) + 1)
        good = (well[:, : len(self.places)] | (rows >= LEFT_EMPTY)).all(axis=1)
        for place, tile in specials.items():
            if tile != "basin":
                one, two = (self.number(chart.beyond[place, way]) for way in tile.split("-"))
                good &= well[:, one] & well[:, two] & (after[:, one] != after[:, two])
        self.rows = rows[good].astype(np.int8)
        self.codes = self.rows @ (8 ** np.arange(len(self.places)))

    def number(self, there: Place | int | None) -> int:
        """A space, an ocean, or the place where water ends badly as a column of the tables."""
        if there is None:
            return self.bad
        return self.places.index(there) if isinstance(there, tuple) else len(self.places) + there

    def agreeing(self, rivers: Board) -> NDArray[np.int8]:
        """The fillings that have these river tiles."""
        spots = {self.places.index(place): WAYS.index(tile) for place, tile in rivers.items()}
        mask, code = sum(7 * 8**n for n in spots), sum(way * 8**n for n, way in spots.items())
        found: NDArray[np.int8] = self.rows[self.codes & mask == code]
        return found


class Force:
    """What may be done on a board of one map, by trying everything."""

    def __init__(self, columns: tuple[str, ...]) -> None:
        self.chart = Chart(columns)
        self.tables: dict[frozenset[tuple[Place, str]], Fillings] = {}

    def fillings(self, board: Board) -> NDArray[np.int8]:
        """The fillings that agree with a board."""
        rivers = {place: tile for place, tile in board.items() if tile in WAYS}
        specials = {place: tile for place, tile in board.items() if tile not in WAYS}
        key = frozenset(specials.items())
        if key not in self.tables:
            self.tables[key] = Fillings(self.chart, specials)
        return self.tables[key].agreeing(rivers)

    def arrows(self, board: Board, spots: list[Place], word: str) -> set[str]:
        """The ways that fillings have on these spaces."""
        rows = self.fillings(board)
        found = {(x, y): np.unique(rows[:, list(self.chart.area).index((x, y))]) for x, y in spots}
        return {word.format(way=WAYS[w], x=x, y=y) for (x, y), ways in found.items() for w in ways if w < 6}

    def lays(self, board: Board) -> set[str]:
        """Every river tile and special tile that may be laid."""
        empty = [place for place in self.chart.area if place not in board]
        special = ["basin"] * ("basin" not in board.values()) + [*AXES] * (
            not set(AXES) & set(board.values())
        )
        found = {
            f"{t}@{x},{y}" for t in special for x, y in empty if len(self.fillings({**board, (x, y): t}))
        }
        return found | self.arrows(board, empty, "{way}@{x},{y}")

    def turns(self, board: Board) -> set[str]:
        """Every turn of a river tile, and of the Pass."""
        found = set()
        for (x, y), tile in board.items():
            rest = {p: t for p, t in board.items() if p != (x, y)}
            if tile in WAYS:
                found |= self.arrows(rest, [(x, y)], "turn@{x},{y}:{way}")
            elif tile in AXES:
                axes = [axis for axis in AXES if len(self.fillings({**rest, (x, y): axis}))]
                found |= {f"turn@{x},{y}:{axis}" for axis in axes}
        return found


class Trial(Force):
    """The same for larger maps: each tile is tried, and each completion of the board with it."""

    def fits(self, board: Board) -> bool:
        """Whether a board is in order."""
        return by_completion(self.chart, board)

    def lays(self, board: Board) -> set[str]:
        empty = [place for place in self.chart.area if place not in board]
        taken = set(board.values())
        tiles = [*WAYS, *["basin"] * ("basin" not in taken), *[*AXES] * (not set(AXES) & taken)]
        return {f"{t}@{x},{y}" for t in tiles for x, y in empty if self.fits({**board, (x, y): t})}

    def turns(self, board: Board) -> set[str]:
        turned = [
            (place, way)
            for place, tile in board.items()
            if tile != "basin"
            for way in (WAYS if tile in WAYS else AXES)
        ]
        return {f"turn@{x},{y}:{way}" for (x, y), way in turned if self.fits({**board, (x, y): way})}


class Inland(Trial):
    """What is left with the inland sea: no two tiles face each other, nothing flows onto special tiles."""

    def fits(self, board: Board) -> bool:
        flows = {
            (place, self.chart.beyond[place, way])
            for place, tile in board.items()
            if tile != "basin"
            for way in tile.split("-")
        }
        taken = {place for place, tile in board.items() if tile not in WAYS}
        return not any(there is None or (there, place) in flows or there in taken for place, there in flows)


class Engine:
    """What the engine says of a board that it did not get to by itself."""

    def __init__(self, columns: tuple[str, ...]) -> None:
        self.game = GreatDivide(land_of(columns))
        options = Options(great_basin=True, two_ocean_pass=True, events=1, limited_selection=True)
        self.start = self.game.start(options, 2)

    def asked(self, board: Board, inland: bool, **stage: Any) -> set[str]:
        """What the active seat may do in such a stage."""
        tiles = np.full_like(self.start.tiles, EMPTY_SPACE)
        for place, tile in board.items():
            tiles[self.game.land.space[place]] = TILES.index(tile)
        state = replace(self.start, tiles=read_only(tiles), events=(INLAND_SEA,) if inland else (), **stage)
        return {self.game.notation(a) for a in self.game.legal(state, Seat(0))}

    def lays(self, board: Board, inland: bool) -> set[str]:
        """Every tile that may be laid, of whatever kind."""
        taken = set(board.values())
        kinds = [*self.game.land.areas, *["basin"] * ("basin" not in taken)]
        kinds += ["pass"] * (not set(AXES) & taken)
        return {text for kind in kinds for text in self.asked(board, inland, stage="lay", drawn=kind)}

    def turns(self, board: Board, inland: bool) -> set[str]:
        """Every turn a volcano may make."""
        return self.asked(board, inland, stage="volcanoes", drawn="event") - {"pass"}


def compare(engine: Engine, force: Force, board: Board, turns: bool) -> set[str]:
    """Both must allow the same; returns what may be laid."""
    inland = isinstance(force, Inland)
    lays = force.lays(board)
    told = engine.lays(board, inland)
    assert told == lays, f"{force.chart.columns}\n{board}\nextra {told - lays}\nmissing {lays - told}"
    if turns:
        found, told = force.turns(board), engine.turns(board, inland)
        assert told == found, f"{force.chart.columns}\n{board}\nextra {told - found}\nmissing {found - told}"
    return lays


def grow(engine: Engine, force: Force, rng: random.Random, wanted: tuple[str, ...]) -> set[frozenset[Any]]:
    """Lay and take away at random, comparing after each step; returns the boards compared.

    Only the special tiles `wanted` come to lie, but all are asked for.
    """
    board: Board = {}
    compared = set()
    while True:
        texts = [text.split("@") for text in sorted(compare(engine, force, board, turns=rng.random() < 0.3))]
        compared.add(frozenset(board.items()))
        rivers = [text for text in texts if text[0] in WAYS]
        specials = [text for text in texts if ("pass" if text[0] in AXES else text[0]) in wanted]
        if board and rng.random() < 0.1:
            del board[rng.choice(list(board))]
        elif rivers or specials:
            tile, spot = rng.choice(specials if specials and (not rivers or rng.random() < 0.4) else rivers)
            x, y = spot.split(",")
            board[int(x), int(y)] = tile
        else:
            return compared


@cache
def engine(columns: tuple[str, ...]) -> Engine:
    """The engine for a map."""
    return Engine(columns)


@cache
def force(columns: tuple[str, ...]) -> Force:
    """All fillings of a tiny map, kept from one test to the next."""
    return Force(columns)


def compare_boards(columns: tuple[str, ...], by: Force, number: int, seed: int = 1) -> None:
    """Grow boards with each choice of special tiles until as many different ones have been compared.

    A tiny map has not so many: then until twice as many have been compared, some of them again.
    """
    rng = random.Random(seed)
    compared: dict[str, set[frozenset[Any]]] = {}
    for wanted in ((), ("basin",), ("pass",), ("basin", "pass")):
        boards = compared.setdefault("+".join(wanted) or "rivers only", set())
        count = 0
        while len(boards) < number and count < 2 * number:
            grown = grow(engine(columns), by, rng, wanted)
            count += len(grown)
            boards |= grown
    print(columns, type(by).__name__, {name: len(boards) for name, boards in compared.items()})


@pytest.mark.long
@pytest.mark.covering(most=1)
@pytest.mark.parametrize("columns", TINY, ids="-".join)
def test_tiles_lie_where_some_filling_has_them(columns: tuple[str, ...]) -> None:
    compare_boards(columns, force(columns), 350)


@pytest.mark.parametrize("columns", TINY, ids="-".join)
def test_with_the_inland_sea_arrows_only_must_not_meet(columns: tuple[str, ...]) -> None:
    compare_boards(columns, Inland(columns), 150)


@pytest.mark.covering(most=1)
@pytest.mark.parametrize("columns", SMALL, ids="-".join)
def test_tiles_lie_where_some_completion_has_them(columns: tuple[str, ...]) -> None:
    compare_boards(columns, Trial(columns), 20)


def test_every_board_of_the_least_map() -> None:
    # Everything that can come to lie on four spaces, in whatever order, with both special tiles.
    columns = ("W", "11", "E")
    waiting: list[Board] = [{}]
    known = {frozenset[Any]()}
    for board in waiting:
        for text in compare(engine(columns), force(columns), board, turns=True):
            tile, _, spot = text.partition("@")
            x, y = spot.split(",")
            longer = {**board, (int(x), int(y)): tile}
            if frozenset(longer.items()) not in known:
                known.add(frozenset(longer.items()))
                waiting.append(longer)
    print(len(known), "boards")


@pytest.mark.long
@pytest.mark.parametrize("columns", TINY, ids="-".join)
def test_tiles_lie_where_some_filling_has_them_many_times(columns: tuple[str, ...]) -> None:
    compare_boards(columns, force(columns), 3000, seed=2)
    compare_boards(columns, Inland(columns), 3000, seed=2)


@pytest.mark.long
@pytest.mark.parametrize("columns", SMALL, ids="-".join)
def test_tiles_lie_where_some_completion_has_them_many_times(columns: tuple[str, ...]) -> None:
    compare_boards(columns, Trial(columns), 300, seed=2)
    compare_boards(columns, Inland(columns), 3000, seed=2)


# A test of these tests


def lying(monkeypatch: pytest.MonkeyPatch, forget: int, inland: bool = False) -> None:
    """Let the engine take special tiles from `forget` on for the Great Basin, or think of the inland sea."""

    def wrong(land: Land, tiles: Any, at_sea: bool) -> Any:
        return water(
            land,
            read_only(np.where(tiles >= forget, BASIN_CODE, tiles).astype(tiles.dtype)),
            at_sea or inland,
        )

    monkeypatch.setattr("core.games.great_divide.rules.water", wrong)


@pytest.mark.parametrize(
    "forget, inland", [(PASS_CODE, False), (BASIN_CODE, True)], ids=["no streams", "no oceans"]
)
def test_a_wrong_engine_is_found_out(monkeypatch: pytest.MonkeyPatch, forget: int, inland: bool) -> None:
    lying(monkeypatch, forget, inland)
    with pytest.raises(AssertionError, match="extra"):
        compare_boards(TINY[1], force(TINY[1]), 50)


# All tiles accounted for


IN_THE_BOX = {"W": 9, "1": 10, "2": 9, "3": 10, "4": 9, "5": 10, "E": 9, "five": 1}
"""The tiles of the basic game."""


def in_the_box(options: dict[str, Any]) -> Counter[str]:
    """How many tiles of each kind a game begins with."""
    special = {
        "basin": options["great_basin"],
        "pass": options["two_ocean_pass"],
        "quake": options["earthquake"],
    }
    return Counter({**IN_THE_BOX, **{k: int(n) for k, n in special.items()}, "event": options["events"]})


def whereabouts(state: State, drawn: Counter[str]) -> Counter[str]:
    """Where all tiles are: board, aside, bag, a seat's keeping, in hand, or out of the game."""
    land = GREAT_DIVIDE.land
    found = Counter({kind: int(n) for kind, n in zip((*land.areas, *OTHER_KINDS), state.bag, strict=True)})
    for (x, y), code in zip(land.places, state.tiles.tolist(), strict=True):
        if code != EMPTY_SPACE:
            found["basin" if code == BASIN_CODE else "pass" if code >= PASS_CODE else COLUMNS[x][y]] += 1
    found.update(kind.kind for kind in state.aside)
    found.update(["five"] * (state.five is not None))
    found.update([state.drawn] * (state.drawn != ""))
    for kind in ("quake", "event"):
        found[kind] += drawn[kind] - (state.drawn == kind)
    return found


def account(number: int) -> tuple[int, bool]:
    """Play a random game and count its tiles after every step; returns its steps, and if any lay aside."""
    rng = random.Random(number)
    options = rng.choice(OPTIONS)
    box, drawn, steps, aside = in_the_box(options), Counter[str](), 0, False
    state = GREAT_DIVIDE.start(Options(**options), 2)
    while actors := GREAT_DIVIDE.to_act(state):
        seat = rng.choice(actors)
        if seat == CHANCE:
            actions, weights = zip(*GREAT_DIVIDE.chances(state), strict=True)
            action = rng.choices(actions, [float(weight) for weight in weights])[0]
            drawn[getattr(action, "kind", "")] += 1
        else:
            action = rng.choice(GREAT_DIVIDE.legal(state, seat))
        state = GREAT_DIVIDE.apply(state, seat, action)
        steps += 1
        aside |= bool(state.aside)
        assert whereabouts(state, drawn) == box, (
            f"game {number}, step {steps}: {GREAT_DIVIDE.notation(action)}"
        )
    assert_all_water_ends(state)
    return steps, aside


def assert_all_water_ends(state: State) -> None:
    """Without the inland sea no space is empty, and all rivers and both sides of the Pass have scored."""
    outcome = GREAT_DIVIDE.outcome(state)
    assert outcome is not None
    rivers, passes = (
        (state.tiles < PASS_CODE).sum(),
        ((state.tiles >= PASS_CODE) & (state.tiles < BASIN_CODE)).sum(),
    )
    if state.inland:
        assert sum(outcome.scores) <= rivers + 2 * passes + 5
        return
    assert EMPTY_SPACE not in state.tiles
    assert sum(outcome.scores) == rivers + 2 * passes + 5
    assert state.options.special_geography or sum(outcome.scores) == 71


def account_for(numbers: range) -> None:
    """Several games; in some of them tiles have to lie aside."""
    games = [account(number) for number in numbers]
    steps = [steps for steps, _ in games]
    print(
        f"{len(games)} games of {min(steps)} to {max(steps)} steps; tiles aside in {sum(a for _, a in games)}"
    )
    assert any(aside for _, aside in games)


@pytest.mark.long
def test_all_tiles_are_accounted_for() -> None:
    account_for(range(60))


@pytest.mark.long
def test_all_tiles_are_accounted_for_in_many_games() -> None:
    account_for(range(1000, 3000))


def test_a_lost_tile_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = GreatDivide.apply

    def careless(game: GreatDivide, s: State, seat: Seat, a: Any) -> State:
        return replace(whole(game, s, seat, a), aside=())

    monkeypatch.setattr(GreatDivide, "apply", careless)
    with pytest.raises(AssertionError, match="game"):
        account_for(range(60))
