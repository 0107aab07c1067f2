"""Random games of The Great Divide in lock-step: the engine against the plain second reading.

Small maps are played most, since everything rare is common there: tiles set aside, rings, a Pass with hardly
a way out. After every step both readings must agree on all there is to know, and everything that can happen
in a game has to have happened.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from core.game import CHANCE, NextGame, Outcome, Seat
from core.games.great_divide.drainage import EMPTY_SPACE
from core.games.great_divide.land import Land, read
from core.games.great_divide.rules import GREAT_DIVIDE, GreatDivide
from core.games.great_divide.state import OTHER_KINDS, Aside, Options, State, TurnPass
from tests.core.games.great_divide.oracle import (
    AXES,
    COLUMNS,
    EVENTS,
    OCEANS,
    WAYS,
    Board,
    Chart,
    Oracle,
    by_completion,
    by_routes,
    end_of,
    keeps_apart,
)
from tests.core.lockstep import LockstepTable

OPTIONS: list[dict[str, Any]] = [
    {
        "great_basin": basin,
        "two_ocean_pass": two_ocean,
        "earthquake": quake,
        "events": events,
        "limited_selection": limited,
        "first": first,
        "turning": turning,
        "fourth_event": fourth if events else "quiet year",
        "inland_pass": inland if events and two_ocean else "oceans reached",
    }
    for fourth, inland, turning, first, basin, two_ocean, quake, events, limited in product(
        ("quiet year", "second volcanoes"),
        ("oceans reached", "one each"),
        ("start of turn", "before each draw"),
        (0, 1),
        (False, True),
        (False, True),
        (False, True),
        (0, 1, 2),
        (False, True),
    )
]
"""All ways to play; 48 for each seat that begins, each time to turn cards, each reading of event and Pass."""

VARIANTS = 48

SMALL = (
    ("WW", "112", "12", "122", "EE"),
    ("W", "12", "1", "22", "E"),
    ("WW", "112", "EE"),
    ("WW", "122", "21", "EEE"),
    ("WWW", "1112", "122", "1222", "EEE"),
)
"""Maps as columns from west to east. Completions are tried out on all but the last."""

TILES = (*WAYS, *AXES, "basin")
"""Tiles by the numbers that the engine has for them; an empty space is -1."""

EVERYTHING = {
    "river set aside",
    "basin set aside",
    "pass set aside",
    "returned with a special tile",
    "five kept",
    "five given",
    *EVENTS,
    "pass in quake",
    "pass in flood",
    "pass in volcanoes",
    "flood of a river",
    "flood of a ring",
    "flood from the Pass",
    "Pass turned",
    "Pass left as it is",
    "card turned later in a turn",
    "dry flood",
    "tie",
    "tie decided",
    "tie decided by the five",
    "water that reaches no ocean",
    "space left empty",
}
"""What has to happen in a set of games, by the oracle's account."""


def land_of(columns: Iterable[str]) -> Land:
    """A map of the engine."""
    chart = Chart(tuple(columns))
    spaces = Counter(chart.area.values())
    counts = "\n".join(f"{area} = {spaces[area]}" for area in chart.areas)
    return read(f"columns = {list(chart.columns)}\n[tiles]\n{counts}\n")


class Table(LockstepTable):
    """A game played by both readings at once."""

    game: GreatDivide
    state: State

    def __init__(self, game: GreatDivide, options: dict[str, Any]) -> None:
        chart = Chart(game.land.columns)
        oracle = Oracle(options, chart, by_completion if len(chart.area) <= 12 else by_routes)
        self.options = Options(**options)
        super().__init__(game, oracle, game.start(self.options, 2), 2)

    def oracle_plays(self, seat: int, text: str) -> None:
        self.oracle.apply(seat, text)

    def explain(self, fact: str, engine: Any, oracle: Any) -> str:
        return f"{super().explain(fact, engine, oracle)}\n{self.game.land.columns}"

    def engine_says(self) -> dict[str, Any]:
        """Everything by the engine, in the words of the oracle."""
        game, state, land = self.game, self.state, self.game.land
        kinds = (*land.areas, *OTHER_KINDS)
        tiles = zip(land.places, state.tiles.tolist(), strict=True)
        return {
            "board": {place: TILES[code] for place, code in tiles if code != EMPTY_SPACE},
            "bag": {kind: n for kind, n in zip(kinds, state.bag.tolist(), strict=True) if n},
            "aside": sorted((a.kind, a.basin, a.two_ocean) for a in state.aside),
            "five": state.five,
            "inland": state.inland,
            "turn": state.turn if game.to_act(state) else None,
            "deck": Counter(state.options.deck) - Counter(state.events),
        }

    def result_of(self, outcome: Outcome) -> tuple[Any, ...]:
        """Winners, scores, points for the series, who begins its next game and who sits where."""
        sums = tuple(sum(point.amount for point in points) for points in outcome.breakdown)
        assert sums == outcome.scores
        then = self.game.follow(self.options, outcome)
        assert then.options == replace(self.options, first=then.options.first), "nothing else changes"
        points = tuple(self.game.points(outcome))
        return tuple(outcome.winners), outcome.scores, points, then.options.first, tuple(then.seating)

    def oracle_says(self) -> dict[str, Any]:
        """The same by the oracle."""
        oracle = self.oracle
        over = not oracle.to_act()
        return {
            "board": oracle.board,
            "bag": dict(+oracle.bag),
            "aside": sorted((kind, "basin" in because, "pass" in because) for kind, because in oracle.aside),
            "five": oracle.five,
            "inland": oracle.inland,
            "turn": None if over else oracle.turn,
            "deck": +oracle.deck,
        }

    def result_by(self) -> tuple[Any, ...]:
        oracle = self.oracle
        return oracle.winners(), oracle.scores(), oracle.series_points(), oracle.next_first(), OCEANS


# Random games

STYLES = ("plain", "eventful", "destructive", "endless")
"""Anything; the inland sea first; many removals by the earthquake; everything that makes a game longer."""


def choose(table: Table, seat: int, rng: random.Random, style: str) -> str:
    """Something legal: flips, passes, special tiles removed or turned in measure, anything else at random."""
    oracle, texts = table.oracle, list(table.choices[seat])
    if "draw" in texts and (len(texts) == 1 or rng.random() < (0.02 if style == "endless" else 0.7)):
        return "draw"
    if oracle.stage == "quake" and len(texts) > 1:
        if rng.random() < {"destructive": 0.05, "endless": 0}.get(style, 0.3):
            return "pass"
        spots = {f"remove@{x},{y}" for (x, y), tile in oracle.board.items() if tile not in WAYS}
        if spots and rng.random() < 0.5:
            return rng.choice(sorted(spots))
        texts.remove("pass")
    axes = [text for text in texts if oracle.stage == "volcanoes" and text.rpartition(":")[2] in AXES]
    if axes and rng.random() < 0.5:
        return rng.choice(axes)
    rings = [text for text in texts if style == "eventful" and oracle.inland and comes_nowhere(oracle, text)]
    return rng.choice(rings or texts)


def comes_nowhere(oracle: Oracle, text: str) -> bool:
    """Whether this lays a river tile whose water comes to no end, or begins a flood at such a tile."""
    tile, _, spot = text.partition("@")
    if tile not in (*WAYS, "flood") or ":" in spot:
        return False
    x, y = map(int, spot.split(","))
    way = oracle.board[x, y] if tile == "flood" else tile
    return end_of(oracle.chart, {**oracle.board, (x, y): way}, (x, y), way) is None


def roll(table: Table, rng: random.Random, style: str) -> str:
    """What chance brings: what is likely, or rather what is rare."""
    chances = table.oracle.chances()
    texts = sorted(chances)
    if style == "eventful" and "event inland-sea" in texts:
        return "event inland-sea"
    soon = [text for text in texts if text not in ("tile quake", "tile event", "tile five")]
    if style == "endless" and texts[0].startswith("tile"):
        return rng.choice(soon) if soon else texts[0]
    even = style != "plain" and rng.random() < 0.3
    return rng.choices(texts, [1 if even else float(chances[text]) for text in texts])[0]


def try_something(table: Table, rng: random.Random) -> None:
    """Ask the engine for things that may be wrong."""
    x, y = rng.choice([*table.oracle.chart.area, (0, 39), (39, 0)])
    one, two = rng.sample(WAYS, 2)
    texts = [
        f"{word}@{x},{y}" for word in (one, rng.choice(AXES), "basin", "remove", "flood", f"flood:{two}")
    ]
    texts = [text if ":" not in text else f"flood@{x},{y}:{two}" for text in texts]
    texts += [
        f"turn@{x},{y}:{two}",
        f"turn@{x},{y}:{rng.choice(AXES)}",
        f"flip {rng.choice('W12345ES')}",
        "draw",
        "keep",
        "give",
        "pass",
    ]
    for text in rng.sample([*texts, "cards -", "cards W", "tile W", "event quiet"], 4):
        table.ask(rng.choice(OCEANS), text)


def random_game(game: GreatDivide, options: dict[str, Any], number: int) -> Counter[str]:
    """Play one game in lock-step; returns what happened in it."""
    rng = random.Random(number)
    table, style = Table(game, options), rng.choice(STYLES)
    while actors := table.oracle.to_act():
        if actors == (CHANCE,):
            table.play(roll(table, rng, style), CHANCE)
            continue
        try_something(table, rng)
        seat = rng.choice(actors)
        table.play(choose(table, seat, rng, style), seat)
    assert len(table.line) <= game.bound(table.options, 2)
    return ending(table) + Counter(steps=len(table.line))


def ending(table: Table) -> Counter[str]:
    """What happened in a game that is over."""
    oracle, happened = table.oracle, table.oracle.happened
    west, east = oracle.scores()
    tiles = Counter(oracle.board.values())
    worth = len(oracle.board) + 5 - tiles["basin"] + sum(tiles[axis] for axis in AXES)
    happened["tie decided" if oracle.geography else "tie"] += west == east
    if table.line[-1].endswith("tile five") and happened["five kept"]:
        happened["tie decided by the five"] += west == east
    happened["space left empty"] += len(oracle.board) < len(oracle.chart.area)
    happened["water that reaches no ocean"] += west + east < worth
    return happened


def play_games(games: Sequence[GreatDivide], numbers: range) -> Counter[str]:
    """What happened in several games, over all options and the given maps."""
    counts: Counter[str] = Counter()
    for number in numbers:
        options = OPTIONS[number % len(OPTIONS)]
        counts += random_game(games[number // VARIANTS % len(games)], options, number)
    print(len(numbers), "games:", dict(counts))
    return counts


@cache
def small_games() -> list[GreatDivide]:
    """The game on small maps."""
    return [GreatDivide(land_of(columns)) for columns in SMALL]


def test_the_map() -> None:
    assert GREAT_DIVIDE.land.columns == COLUMNS
    assert "".join(GREAT_DIVIDE.land.areas) == "".join(Chart().areas) == "W12345E"


@pytest.mark.parametrize("columns", SMALL[:4], ids="-".join)
def test_the_oracle_agrees_with_itself(columns: tuple[str, ...]) -> None:
    # Tiles laid at random and left lying while both ways to ask find the board in order.
    chart, rng, found = Chart(columns), random.Random(1), Counter[bool]()
    for _ in range(60):
        board: Board = {}
        tiles = ["basin"] * rng.randrange(2) + rng.choices(AXES, k=rng.randrange(2))
        tiles += rng.choices(WAYS, k=2 * len(chart.area))
        for tile in rng.sample(tiles, len(tiles)):
            place = rng.choice(list(chart.area))
            tried = {**board, place: tile}
            if place in board or not keeps_apart(chart, tried, place):
                continue
            answer = by_completion(chart, tried)
            assert by_routes(chart, tried) == answer, tried
            found[answer] += 1
            board = tried if answer else board
    print(columns, dict(found))
    assert found[True] and found[False]


@pytest.mark.long
def test_random_games_on_small_maps() -> None:
    # the 48 variants on each of the five maps, with every beginning and time to turn cards
    assert set(play_games(small_games(), range(1440, 1680))) >= EVERYTHING


def test_random_games() -> None:
    play_games([GREAT_DIVIDE], range(0, len(OPTIONS), 301))


@pytest.mark.long
def test_many_random_games_on_small_maps() -> None:
    assert set(play_games(small_games(), range(1200, 1200 + 240 * 10))) >= EVERYTHING


@pytest.mark.long
def test_many_random_games() -> None:
    play_games([GREAT_DIVIDE], range(1000, 1000 + VARIANTS * 4))


# A test of these tests


class Careless(GreatDivide):
    """An engine with small faults."""

    def __init__(self, land: Land, fault: str) -> None:
        super().__init__(land)
        self.fault = fault

    def legal(self, s: State, seat: Seat) -> Sequence[Any]:
        """Forgets that the other seat may refuse a flood, or that the Pass may be turned."""
        actions = super().legal(s, seat)
        if self.fault == "stiff Pass":
            return [action for action in actions if not isinstance(action, TurnPass)] or actions
        if self.fault == "no refusing" and s.stage == "flood" and len(actions) > 1:
            return [action for action in actions if self.notation(action) != "pass"]
        return actions

    def chances(self, s: State) -> Sequence[Any]:
        """Draws every kind of tile alike."""
        chances = super().chances(s)
        return [(a, Fraction(1, len(chances))) for a, _ in chances] if self.fault == "kinds" else chances

    def apply(self, s: State, seat: Seat, a: Any) -> State:
        """Forgets why tiles lie aside."""
        after = super().apply(s, seat, a)
        if self.fault == "forgetful":
            return replace(after, aside=tuple(Aside(tile.kind, False, False) for tile in after.aside))
        return after

    def points(self, outcome: Outcome) -> tuple[float, ...]:
        """Gives the loser points, too."""
        return outcome.scores if self.fault == "generous" else super().points(outcome)

    def follow(self, options: Options, outcome: Outcome) -> NextGame:
        """Lets West begin every game of a series."""
        then = super().follow(options, outcome)
        return replace(then, options=replace(options, first=0)) if self.fault == "western" else then


@pytest.mark.parametrize(
    "fault, fact",
    [
        ("no refusing", "legal"),
        ("stiff Pass", "legal"),
        ("kinds", "chances"),
        ("forgetful", "aside"),
        ("generous", "result"),
        ("western", "result"),
    ],
)
def test_a_wrong_engine_is_found_out(fault: str, fact: str) -> None:
    with pytest.raises(AssertionError, match=fact):
        play_games([Careless(land_of(SMALL[1]), fault)], range(96))
