"""AI: how the levels fare against each other, sides alternating, a draw counting ½; seconds a move.

Goals: easy beats random ≥ 75 %, normal beats random ≥ 98 %, hard beats normal ≥ 65 %, ≤ 1 s a move. Where
more than two play, hard wins ≥ 40 % of the games against three normals, and a full table of normals needs
≤ 20 s for one.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from core.bots import Budget, bot
from core.bots.greedy import settle_chance
from core.game import AnyGame, Seat
from core.games import GAMES
from core.games.down_under import state as down_under
from core.games.down_under.rules import DOWN_UNDER
from core.games.great_divide import state as great_divide
from core.games.great_divide.rules import GREAT_DIVIDE

DUELS = (
    ("easy", "random", 0.75),
    ("normal", "random", 0.98),
    ("normal", "easy", 0.5),
    ("hard", "normal", 0.65),
)
GAMES_A_DUEL = 200
MORE = {
    GREAT_DIVIDE.info.key: great_divide.Options(True, True, True, 2, True),
    DOWN_UNDER.info.key: down_under.Options(animals=True),
}
"""What else is played beside a game's usual options."""


def duel(game: AnyGame, options: Any, better: str, worse: str, games: int) -> tuple[float, list[float]]:
    """The better level's share of the wins, and its seconds for each decision.

    Four games in a row have every combination of who begins and who sits where.
    """
    rng = np.random.default_rng([7, games])
    wins, seconds = 0.0, list[float]()
    for number in range(games):
        s = settle_chance(game, game.start(options, 2), rng)
        mine = Seat(number % 2)
        while acting := game.to_act(s):
            level = better if acting[0] == mine else worse
            begun = time.perf_counter()
            action = bot(game, level).choose(game, game.view(s, acting[0]), acting[0], rng, Budget())
            if acting[0] == mine:
                seconds.append(time.perf_counter() - begun)
            s = settle_chance(game, game.apply(s, acting[0], action), rng)
        outcome = game.outcome(s)
        assert outcome is not None
        wins += (mine in outcome.winners) / len(outcome.winners)
        if number % 2:
            options = game.follow(options, outcome).options
    return wins / games, seconds


def crowd(game: AnyGame, levels: Sequence[str], number: int) -> tuple[float, float]:
    """A game of these levels: the first one's share of the win, and the seconds it took.

    From game to game it sits one seat further on.
    """
    rng = np.random.default_rng([11, number])
    seats = [levels[(seat + number) % len(levels)] for seat in range(len(levels))]
    begun = time.perf_counter()
    s = settle_chance(game, game.start(game.info.options(), len(seats)), rng)
    while acting := game.to_act(s):
        seat = acting[0]
        action = bot(game, seats[seat]).choose(game, game.view(s, seat), seat, rng, Budget())
        s = settle_chance(game, game.apply(s, seat, action), rng)
    outcome = game.outcome(s)
    assert outcome is not None
    first = Seat(-number % len(levels))
    return (first in outcome.winners) / len(outcome.winners), time.perf_counter() - begun


def crowds(game: AnyGame) -> None:
    """Print how a level fares among three of another, and how long a full table takes."""
    shares = [crowd(game, ("hard", *["normal"] * 3), number)[0] for number in range(GAMES_A_DUEL)]
    error = (statistics.pvariance(shares) / len(shares)) ** 0.5
    print(
        f"{game.info.key}: hard gets {statistics.fmean(shares):.1%} ± {error:.1%} of the wins"
        f" among three normals in {len(shares)} games (goal 40%)",
        flush=True,
    )
    most = game.info.seats[-1]
    seconds = [crowd(game, ["normal"] * most, number)[1] for number in range(3)]
    print(
        f"{game.info.key}: {most} normals need {statistics.median(seconds):.1f} s for a game (goal 20 s)",
        flush=True,
    )


def sets_of_options(game: AnyGame) -> Iterator[tuple[str, Any]]:
    """The usual options of a game, and more of them where that is another game."""
    yield "", game.info.options()
    if game.info.key in MORE:
        yield " with more options", MORE[game.info.key]


def main(keys: list[str]) -> None:
    """Print a line for each duel of every game for two, or of the games named."""
    for game in GAMES:
        if 2 not in game.info.seats or (keys and game.info.key not in keys):
            continue
        for name, options in sets_of_options(game):
            for better, worse, goal in DUELS:
                share, seconds = duel(game, options, better, worse, GAMES_A_DUEL)
                median, longest = 1000 * statistics.median(seconds), 1000 * max(seconds)
                print(
                    f"{game.info.key}{name}: {better} gets {share:.1%} against {worse}"
                    f" in {GAMES_A_DUEL} games (goal {goal:.0%});"
                    f" median {median:.0f} ms a move, longest {longest:.0f} ms",
                    flush=True,
                )
        if game.info.seats[-1] > 2:
            crowds(game)


if __name__ == "__main__":
    main(sys.argv[1:])
