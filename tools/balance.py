"""Measures whether the numbers of The Great Split are fair, by games between AIs.

    python -m tools.balance characters --games 2000    no character wins much more than its share
    python -m tools.balance plans --games 200          favouring one kind of points does not pay
    python -m tools.balance course --games 200         lengths, scores, the last round, with 2, 4 and 7 seats
    python -m tools.balance levels --games 400         one seat of a level against three of another

Everything follows from `--seed`. With `--out FOLDER` every game is kept as a line of JSON as soon as it
is over, and games that stand there already are not played again. `--data FILE` measures other numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any, Final

import msgspec
import numpy as np

from core.bots import Bot, Budget, bot
from core.game import CHANCE, AnyGame, Seat
from core.games.great_split import scoring
from core.games.great_split.data import ROUNDS, GameData, read
from core.games.great_split.rules import GREAT_SPLIT, GreatSplit
from core.games.great_split.state import RESOURCES, Action, Options, State

FIELD: Final = 4
"""Seats at a table where not said otherwise."""
SEATS: Final = (2, 4, 7)
"""The tables whose course is measured."""


class Game(msgspec.Struct, frozen=True):
    """What is kept of a game: by seat the level or plan, the character, the score, the points by kind,
    and the points as if everything had been scored after round 5. `winners` share the win.
    """

    number: int
    who: list[str]
    characters: list[int]
    scores: list[int]
    winners: list[int]
    kinds: list[dict[str, int]]
    before_last: list[int]
    steps: int

    def share(self, seat: int) -> float:
        """The part of the win that is a seat's."""
        return (seat in self.winners) / len(self.winners)


# --- Playing -------------------------------------------------------------------------------------------


class Leaning:
    """A bot that takes the points of some kind for more than they are: it judges by other numbers."""

    def __init__(self, inner: Bot, belief: GameData) -> None:
        self._inner, self._belief = inner, GreatSplit(belief)

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `Bot`. Only what scores differs, so what may be done is the same."""
        return self._inner.choose(self._belief, view, seat, rng, budget)


Table = tuple[Sequence[str], Sequence[Bot]]
"""Who sits at a table: names and bots."""


def play(game: GreatSplit, table: Table, number: int, seed: int) -> Game:
    """One game. Its chances depend on seed and number, not on who plays."""
    names, bots = table
    rng, thoughts = np.random.default_rng([seed, number]), np.random.default_rng([seed, number, 1])
    s, steps, before_last = game.start(Options(), len(bots)), 0, [0] * len(bots)
    while acting := game.to_act(s):
        if acting == (CHANCE,):
            action = drawn(game, s, rng)
        else:
            action = bots[acting[0]].choose(game, game.view(s, acting[0]), acting[0], thoughts, Budget())
        s, last = game.apply(s, acting[0], action), s.round
        steps += 1
        if (last, s.round) == (ROUNDS - 1, ROUNDS):
            before_last = [_would_be(game.data, s, seat) for seat in range(s.seats)]
    outcome = game.outcome(s)
    assert outcome is not None
    return Game(
        number,
        list(names),
        [estate.character or 0 for estate in s.estates],
        [int(score) for score in outcome.scores],
        [int(seat) for seat in outcome.winners],
        [_kinds(game.data, s, Seat(seat)) for seat in range(s.seats)],
        before_last,
        steps,
    )


def drawn(game: GreatSplit, s: State, rng: np.random.Generator) -> Action:
    """What chance does."""
    actions, odds = zip(*game.chances(s), strict=True)
    weights = np.array([float(p) for p in odds])
    chosen: Action = actions[int(rng.choice(len(actions), p=weights))]
    return chosen


def _would_be(data: GameData, s: State, seat: int) -> int:
    """The score of a seat if everything were scored now as it is at the end."""
    estate = s.estates[seat]
    return estate.prestige + scoring.final_points(data, estate, s.slider)


def _kinds(data: GameData, s: State, seat: Seat) -> dict[str, int]:
    """The points of a seat by kind."""
    kinds: dict[str, int] = {}
    for point in scoring.sheet(data, s, seat):
        kind = point.code.removeprefix("great_split.points.").split("_")[0]
        kinds[kind] = kinds.get(kind, 0) + int(point.amount)
    return kinds


def played(
    game: GreatSplit, tables: Callable[[int], Table], games: int, seed: int, out: Path | None
) -> list[Game]:
    """So many games; those that are in the file already are taken from there."""
    lines = out.read_bytes().splitlines() if out and out.exists() else []
    done = [msgspec.json.decode(line, type=Game) for line in lines]
    for number in range(len(done), games):
        done.append(play(game, tables(number), number, seed))
        if out:
            with out.open("ab") as file:
                file.write(msgspec.json.encode(done[-1]) + b"\n")
    return done[:games]


# --- What is asked -------------------------------------------------------------------------------------


def characters(game: GreatSplit, games: Callable[..., list[Game]], level: str) -> Iterator[str]:
    """How often each character wins, in four-seat games with characters dealt at random."""
    table = ([level] * FIELD, [bot(game, level)] * FIELD)
    results = games(f"field-{FIELD}", lambda number: table)
    for tile in game.data.characters:
        shares = [g.share(seat) for g in results for seat in range(FIELD) if g.characters[seat] == tile.id]
        scores = [g.scores[seat] for g in results for seat in range(FIELD) if g.characters[seat] == tile.id]
        share, error = _mean(shares)
        yield (
            f"{tile.name:14} {len(shares):5} times, wins {share:.1%} ± {error:.1%},"
            f" {share * FIELD:.2f} of its share; scores {fmean(scores):.1f}"
        )


def plans(game: GreatSplit, games: Callable[..., list[Game]], level: str) -> Iterator[str]:
    """How a seat that leans towards one kind of points fares against three that do not."""
    for name, belief in beliefs(game.data):
        leaning: Any = Leaning(bot(game, level), belief)
        tables = partial(_one, name, leaning, level, bot(game, level))
        results = games(f"plan-{name}", tables)
        share, error = _mean([g.share(g.number % FIELD) for g in results])
        score = fmean(g.scores[g.number % FIELD] for g in results)
        others = fmean(g.scores[seat] for g in results for seat in range(FIELD) if seat != g.number % FIELD)
        yield f"{name:18} wins {share:.1%} ± {error:.1%}; scores {score:.1f}, the others {others:.1f}"


def _one(name: str, different: Bot, level: str, usual: Bot, number: int) -> Table:
    """One seat is different; it moves on from game to game."""
    mine = number % FIELD
    return (
        [name if seat == mine else level for seat in range(FIELD)],
        [different if seat == mine else usual for seat in range(FIELD)],
    )


def levels(game: GreatSplit, games: Callable[..., list[Game]], level: str) -> Iterator[str]:
    """One seat of a level against three of another."""
    for better, worse in (("hard", "normal"), ("normal", "easy"), ("easy", "random")):
        tables = partial(_one, better, bot(game, better), worse, bot(game, worse))
        results = games(f"level-{better}", tables)
        share, error = _mean([g.share(g.number % FIELD) for g in results])
        score = fmean(g.scores[g.number % FIELD] for g in results)
        yield f"{better} among three {worse}: wins {share:.1%} ± {error:.1%}, scores {score:.1f}"


def course(game: GreatSplit, games: Callable[..., list[Game]], level: str) -> Iterator[str]:
    """How long games are, how scores spread and where they come from, and what the last round changes."""
    for seats in SEATS:
        table = ([level] * seats, [bot(game, level)] * seats)
        results = games(f"field-{seats}", lambda number, table=table: table)
        scores = [score for g in results for score in g.scores]
        margins = [sorted(g.scores)[-1] - sorted(g.scores)[-2] for g in results]
        yield (
            f"{seats} seats: scores {fmean(scores):.1f}, σ {pstdev(scores):.1f} (within a game"
            f" {fmean(pstdev(g.scores) for g in results):.1f}), from {min(scores)} to {max(scores)};"
            f" the first leads by {fmean(margins):.1f}; {fmean(g.steps for g in results):.0f} steps"
        )
        total = {kind: sum(k.get(kind, 0) for g in results for k in g.kinds) for kind in _KINDS}
        yield "   points: " + ", ".join(f"{kind} {n / sum(scores):.0%}" for kind, n in total.items())
        lost = [1 - _leads(g) for g in results]
        lead, error = _mean(lost)
        yield f"   whoever is ahead after round 5 does not win {lead:.1%} ± {error:.1%} of the games"


_KINDS: Final = ("prestige", "books", "art", "gems", "contract")


def _leads(g: Game) -> float:
    """The part of the win that goes to those who were ahead after round 5."""
    ahead = [seat for seat, points in enumerate(g.before_last) if points == max(g.before_last)]
    return sum(g.share(seat) for seat in ahead)


def beliefs(data: GameData) -> Iterator[tuple[str, GameData]]:
    """By name of the plan: numbers in which one kind of points is three times what it is."""
    for kind in ("books", "art", "gems"):
        yield kind, _more(data, kind)
    for resource in RESOURCES:
        yield f"{resource} and seal", _more(_seal(data, resource), resource)
    every = data
    for resource in RESOURCES:
        every = _seal(every, resource)
    yield "contracts", every


def _more(data: GameData, kind: str) -> GameData:
    """Three times the points of books, art or gems; of a single gem only what it counts."""
    replace = msgspec.structs.replace
    tracks = dict(data.tracks)
    match kind:
        case "books":
            tracks["books"] = replace(tracks["books"], banners=_times(tracks["books"].banners))
        case "art":
            rows = tuple(replace(row, pays=_times(row.pays)) for row in data.art_market)
            return replace(data, art_market=rows)
        case "gems":
            for gem in ("topaz", "emerald"):
                tracks[gem] = replace(tracks[gem], values=_times(tracks[gem].values))
    return replace(data, tracks=tracks)


def _seal(data: GameData, resource: Any) -> GameData:
    """Three times the stars of a resource's seal."""
    seals, name = dict(data.seal_tracks), data.seal_of[resource]
    seals[name] = msgspec.structs.replace(seals[name], stars=_times(seals[name].stars))
    return msgspec.structs.replace(data, seal_tracks=seals)


def _times(row: Sequence[int]) -> tuple[int, ...]:
    return tuple(LEAN * number for number in row)


LEAN: Final = 3


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return fmean(values), pstdev(values) / len(values) ** 0.5


ASKED: Final[Mapping[str, Callable[..., Iterator[str]]]] = {
    "characters": characters,
    "plans": plans,
    "course": course,
    "levels": levels,
}


def main() -> None:
    """See above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=ASKED)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--out", type=Path, help="a folder")
    given = parser.parse_args()
    game = GreatSplit(read(given.data.read_bytes())) if given.data else GREAT_SPLIT
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)

    def games(name: str, tables: Callable[[int], Table]) -> list[Game]:
        out = given.out / f"{name}.jsonl" if given.out else None
        return played(game, tables, given.games, given.seed, out)

    for line in ASKED[given.what](game, games, given.level):
        print(line, flush=True)


if __name__ == "__main__":
    main()
