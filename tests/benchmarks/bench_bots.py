"""AI: how the levels fare against each other, sides alternating, a draw counting ½; seconds a move.

Goals: easy beats random ≥ 75 %, normal beats random ≥ 98 %, hard beats normal ≥ 65 %, ≤ 1 s a move.
"""

from __future__ import annotations

import statistics
import time

import numpy as np

from core.bots import Budget, bot
from core.game import AnyGame, Seat
from core.games import GAMES

DUELS = (
    ("easy", "random", 0.75),
    ("normal", "random", 0.98),
    ("normal", "easy", 0.5),
    ("hard", "normal", 0.65),
)
GAMES_A_DUEL = 200


def duel(game: AnyGame, better: str, worse: str, games: int) -> tuple[float, list[float]]:
    """The better level's share of the points, and its seconds for each move.

    Four games in a row have every combination of who begins and who sits where.
    """
    options = game.info.options()
    rng = np.random.default_rng([7, games])
    points, seconds = 0.0, list[float]()
    for number in range(games):
        s = game.start(options, 2)
        mine = Seat(number % 2)
        while acting := game.to_act(s):
            level = better if acting[0] == mine else worse
            begun = time.perf_counter()
            action = bot(game, level).choose(game, game.view(s, acting[0]), acting[0], rng, Budget())
            if acting[0] == mine:
                seconds.append(time.perf_counter() - begun)
            s = game.apply(s, acting[0], action)
        outcome = game.outcome(s)
        assert outcome is not None
        points += outcome.scores[mine]
        if number % 2:
            options = game.follow(options, outcome).options
    return points / games, seconds


def main() -> None:
    """Print a line for each duel of every game for two without hidden cards or chance."""
    for game in GAMES:
        if 2 not in game.info.seats or game.info.hidden or game.info.chance:
            continue
        for better, worse, goal in DUELS:
            share, seconds = duel(game, better, worse, GAMES_A_DUEL)
            median, longest = 1000 * statistics.median(seconds), 1000 * max(seconds)
            print(
                f"{game.info.key}: {better} gets {share:.1%} against {worse} in {GAMES_A_DUEL} games"
                f" (goal {goal:.0%}); median {median:.0f} ms a move, longest {longest:.0f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()
