"""Arena: AIs play each other many times, with a confidence interval for who is better.

Every pairing plays `games` games with the seats taken in turns; the two games of a pair have the same draws.
All follows from the seed; only the times measured do not.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from statistics import median
from time import perf_counter
from typing import Any, Final

import msgspec

from assets.texts import Texts
from core import chance, codec
from core.game import AnyGame, Seat
from core.match import Match
from server.bots import worker
from server.bots.compilation import cache_folder, use_cache
from server.bots.pool import question

CONFIDENCE: Final = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Task(msgspec.Struct, frozen=True):
    """One game: who sits where, as places in the pairing; `number` counts the pairing's games from 0."""

    game: str
    options: Any
    levels: tuple[str, str]
    holders: tuple[int, ...]
    seed: int
    number: int


class GameResult(msgspec.Struct, frozen=True):
    """Result of a game for both: a share of the win each (they sum to 1), and seconds for each move."""

    shares: tuple[float, float]
    seconds: tuple[list[float], list[float]]


class PairScore(msgspec.Struct, frozen=True):
    """Score of a pairing, for its first bot. Times are milliseconds, per bot."""

    game: str
    bots: tuple[str, str]
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    low: float
    high: float
    median_ms: tuple[float, float]
    max_ms: tuple[float, float]


def compare(
    game: AnyGame,
    options: Any,
    bots: Sequence[str],
    games: int,
    seed: int,
    workers: int = 0,
    texts: Texts | None = None,
) -> int:
    """Play every pairing of `bots` and print a line for each: in words with `texts`, else JSON.

    `workers`: number of processes; 0 for one per processor but one, 1 plays in this process.
    """
    with _pool(workers) as play:
        for one, two in combinations(bots, 2):
            tasks = schedule(game, options, (one, two), games, seed)
            line = tally(game.info.key, (one, two), list(_count_on_terminal(play(tasks), games)))
            print(_sentence(line, texts) if texts else json.dumps(codec.plain(line)), flush=True)
    return 0


def _count_on_terminal(results: Iterable[GameResult], games: int) -> Iterator[GameResult]:
    """The same results, with their count on a terminal while they come; nothing of it stays there."""
    seen = sys.stderr.isatty()
    for number, result in enumerate(results, start=1):
        if seen:
            print(f"\r{number} / {games}", end="", file=sys.stderr, flush=True)
        yield result
    if seen:
        print("\r" + " " * len(f"{games} / {games}") + "\r", end="", file=sys.stderr, flush=True)


def schedule(game: AnyGame, options: Any, levels: tuple[str, str], games: int, seed: int) -> list[Task]:
    """The games of a pairing. Both sit on every other seat of the smallest table and then change over."""
    seats = game.info.seats[0]
    told = codec.plain(options)
    return [
        Task(game.info.key, told, levels, tuple((seat + number) % 2 for seat in range(seats)), seed, number)
        for number in range(games)
    ]


def play(task: Task) -> GameResult:
    """Play one game."""
    from core.games import game as game_of

    game = game_of(task.game)
    match = Match(
        game,
        codec.options_of(game, task.options),
        len(task.holders),
        chance.seed_from(task.seed + task.number // 2),
    )
    seconds: tuple[list[float], list[float]] = ([], [])
    while to_act := match.to_act():
        seat = to_act[0]
        holder = task.holders[seat]
        begun = perf_counter()
        action = _choose(match, seat, task, task.levels[holder])
        seconds[holder].append(perf_counter() - begun)
        match.submit(seat, action, match.turn, match.ply(seat))
    return GameResult(_shares(match, task.holders), seconds)


def tally(game: str, bots: tuple[str, str], results: Sequence[GameResult]) -> PairScore:
    """The score of a pairing from its games."""
    shares = [result.shares[0] for result in results]
    wins = sum(share > 0.5 for share in shares)
    losses = sum(share < 0.5 for share in shares)
    low, high = interval(sum(shares) / len(shares), len(shares))
    times = [sorted(t for result in results for t in result.seconds[bot]) or [0.0] for bot in (0, 1)]
    return PairScore(
        game,
        bots,
        len(results),
        wins,
        len(results) - wins - losses,
        losses,
        round(sum(shares) / len(shares), 4),
        round(low, 4),
        round(high, 4),
        (_ms(median(times[0])), _ms(median(times[1]))),
        (_ms(times[0][-1]), _ms(times[1][-1])),
    )


def interval(share: float, games: int) -> tuple[float, float]:
    """Interval of the true share with 95 % certainty: Wilson's, wide where there are draws."""
    z2 = CONFIDENCE**2 / games
    middle = (share + z2 / 2) / (1 + z2)
    reach = CONFIDENCE / (1 + z2) * (share * (1 - share) / games + z2 / (4 * games)) ** 0.5
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _choose(match: Match, seat: Seat, task: Task, level: Any) -> Any:
    numbers = (task.seed, task.number, match.turn, seat, match.ply(seat))
    asked = question(match, seat, level, numbers, by_count=True)
    return codec.typed(worker.think(asked), match.game.info.action)


def _shares(match: Match, holders: tuple[int, ...]) -> tuple[float, float]:
    outcome = match.outcome()
    assert outcome is not None
    winners = outcome.winners or range(len(holders))
    first = sum(holders[seat] == 0 for seat in winners) / len(winners)
    return first, 1 - first


@contextmanager
def _pool(workers: int) -> Iterator[Any]:
    """Function that plays tasks and gives their results in order."""
    count = workers or max(1, (os.cpu_count() or 2) - 1)
    if count == 1:
        use_cache(cache_folder())
        yield lambda tasks: map(play, tasks)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(count, initializer=_be_a_worker) as pool:
        yield lambda tasks: pool.imap(play, tasks, chunksize=4)


def _be_a_worker() -> None:
    """Ignore Ctrl+C, which is for the parent process, and keep what is compiled."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    use_cache(cache_folder())


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)


def _sentence(line: PairScore, texts: Texts) -> str:
    values = msgspec.structs.asdict(line) | {
        "one": line.bots[0],
        "two": line.bots[1],
        "share": f"{100 * line.share:.1f}",
        "low": f"{100 * line.low:.1f}",
        "high": f"{100 * line.high:.1f}",
        "median_one": f"{line.median_ms[0]:.1f}",
        "median_two": f"{line.median_ms[1]:.1f}",
        "max_one": f"{line.max_ms[0]:.0f}",
        "max_two": f"{line.max_ms[1]:.0f}",
    }
    return texts.say("arena.line", **values)
