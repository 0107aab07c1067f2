"""AIs: each level against the one below it, and `hard` against a search that knows nothing but the rules.

    ./test --bench bots                          every game, 100 games a pairing
    python -m tests.benchmarks.bench_bots sturt ghawar --games 200 --only expert

prints a table as in docs/opponents.md. Where two play, they change seats after each game, and two games in a
row have the same draws. With four seats one AI of the stronger level plays against three of the weaker. Elo
points are those by which the stronger level's share of the wins is expected. Goals: ≥ 150 Elo from level to
level; against the blank search with half a second a move, `hard` ≥ 90 % (≥ 60 % against three of it).

    git worktree add --detach ../old 665634f
    python -m tests.benchmarks.bench_bots ghawar --only expert --checkout ../old

plays against `hard` of another checkout instead, a process of its own that holds the game by notation; it
stops where the rules of the two differ. Goals for 0.1: `expert` ≥ 80 %, in Ghawar ≥ 65 %. All clocks and
seconds are computing time, so that what else a machine does counts little.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from math import log10
from typing import Any, Final, Protocol

import numpy as np

from core import codec
from core.bots import Bot, Budget, bot
from core.bots.contract import NoEvaluator
from core.bots.search import Search
from core.game import CHANCE, AnyGame, Seat
from core.games import GAMES
from core.protocol.messages import LEVELS
from server.bots.compilation import cache_folder, use_cache
from server.bots.worker import DECISION_SECONDS
from server.tournament.ratings import interval

BLANK: Final = "blank search"
BLANK_SECONDS: Final = 0.5
PLAYOUT_DEPTH: Final = 60
"""Actions of a playout of the blank search."""
PAIRINGS: Final = (*zip(LEVELS[1:], LEVELS, strict=False), ("hard", BLANK))
CROWD: Final = 4
"""Seats where one plays against several."""


class Chooser(Protocol):
    """Player of one game: decides for its seats, and is shown every step, those of chance included."""

    def choose(self, state: Any, seat: Seat) -> Any:
        """Its choice for a seat, by the seat's view."""
        ...

    def follow(self, seat: Seat, action: Any) -> None:
        """See a step."""
        ...

    def close(self) -> None:
        """The game is over."""
        ...


class BotChooser:
    """A bot by its level, or the blank search."""

    def __init__(self, game: AnyGame, name: str, rng: np.random.Generator) -> None:
        self._game, self._rng = game, rng
        blank = name == BLANK
        self._bot: Bot = Search(NoEvaluator(), 10**9, PLAYOUT_DEPTH) if blank else bot(game, name)
        self._seconds = BLANK_SECONDS if blank else DECISION_SECONDS if name == "expert" else None

    def choose(self, state: Any, seat: Seat) -> Any:
        """See `Chooser`."""
        budget = Budget() if self._seconds is None else clocked(self._seconds)
        return self._bot.choose(self._game, self._game.view(state, seat), seat, self._rng, budget)

    def follow(self, seat: Seat, action: Any) -> None:
        """See `Chooser`."""

    def close(self) -> None:
        """See `Chooser`."""


OLD_BOT: Final = """
import json, sys
import msgspec, numpy
from core.bots import Budget, bot
from core.game import Seat
from core.games import GAMES
for line in sys.stdin:
    asked = json.loads(line)
    if "game" in asked:
        game = next(game for game in GAMES if game.info.key == asked["game"])
        state = game.start(msgspec.convert(asked["options"], game.info.options), asked["seats"])
        player, rng = bot(game, "hard"), numpy.random.default_rng(asked["seed"])
    elif "step" in asked:
        state = game.apply(state, Seat(asked["seat"]), game.parse(asked["step"]))
    else:
        view = game.view(state, Seat(asked["seat"]))
        action = player.choose(game, view, Seat(asked["seat"]), rng, Budget())
        legal = sorted(map(game.notation, game.legal(view, Seat(asked["seat"]))))
        print(json.dumps([game.notation(action), legal]), flush=True)
"""
"""Program that runs in the other checkout: JSON lines in and out, with nothing but what both have."""


class CheckoutChooser:
    """`hard` of another checkout."""

    def __init__(self, game: AnyGame, folder: str, seats: int, seed: Sequence[int]) -> None:
        self._game = game
        self._process = subprocess.Popen(
            [sys.executable, "-c", OLD_BOT],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": folder},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        options = codec.plain(game.info.options())
        self._tell({"game": game.info.key, "options": options, "seats": seats, "seed": list(seed)})

    def choose(self, state: Any, seat: Seat) -> Any:
        """See `Chooser`. Raises ValueError where the rules differ."""
        self._tell({"seat": int(seat)})
        assert self._process.stdout is not None
        action, legal = json.loads(self._process.stdout.readline())
        if legal != sorted(map(self._game.notation, self._game.legal(self._game.view(state, seat), seat))):
            raise ValueError(f"the rules of {self._game.info.key} differ from those of the other checkout")
        return self._game.parse(action)

    def follow(self, seat: Seat, action: Any) -> None:
        """See `Chooser`."""
        self._tell({"seat": int(seat), "step": self._game.notation(action)})

    def close(self) -> None:
        """See `Chooser`."""
        self._process.communicate()

    def _tell(self, told: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(told) + "\n")
        self._process.stdin.flush()


def clocked(seconds: float) -> Budget:
    """A budget of so many seconds of computing time from now."""
    begun = time.process_time()
    return Budget(used=lambda: (time.process_time() - begun) / seconds)


def play(game: AnyGame, names: Sequence[str], seed: int) -> tuple[float, list[float]]:
    """The first name's share of a win, and the seconds of each of its decisions.

    A name is a level, the blank search, or the folder of another checkout. The first sits one seat further on
    with each seed; draws repeat after all seats.
    """
    count = len(names)
    first = Seat(seed % count)
    draws = np.random.default_rng([3, seed // count])
    players: list[Chooser] = [
        BotChooser(game, name, np.random.default_rng([5, seed, number]))
        if name in (*LEVELS, BLANK)
        else CheckoutChooser(game, name, count, (5, seed, number))
        for number, name in enumerate(names)
    ]
    s = game.start(game.info.options(), count)
    seconds = list[float]()
    while acting := game.to_act(s):
        seat = acting[0]
        if seat == CHANCE:
            action = drawn(game, s, draws)
        else:
            begun = time.process_time()
            action = players[(seat - first) % count].choose(s, seat)
            if seat == first:
                seconds.append(time.process_time() - begun)
        for each in players:
            each.follow(seat, action)
        s = game.apply(s, seat, action)
    for each in players:
        each.close()
    outcome = game.outcome(s)
    assert outcome is not None
    return (first in outcome.winners) / len(outcome.winners), seconds


def drawn(game: AnyGame, state: Any, draws: np.random.Generator) -> Any:
    """What chance does."""
    actions, odds = zip(*game.chances(state), strict=True)
    weights = np.array([float(p) for p in odds])
    return actions[int(draws.choice(len(actions), p=weights / weights.sum()))]


def elo(share: float, seats: int) -> float:
    """Elo points above the others that bring such a share of the wins."""
    share = min(max(share, 0.001), 0.999)
    return 400 * log10(share / (1 - share) * (seats - 1))


def row(game: AnyGame, better: str, worse: str, seats: int, games: int, seed: int) -> str:
    """Row of the table for a pairing."""
    results = [play(game, (better, *[worse] * (seats - 1)), seed + number) for number in range(games)]
    share = statistics.fmean(share for share, _ in results)
    low, high = interval(share, games)
    seconds = sorted(second for _, seconds in results for second in seconds)
    slow = seconds[int(len(seconds) * 0.99)]
    return (
        f"| {game.info.key} | {seats} | {better} | {worse} | {games} | {share:.0%} ({low:.0%} … {high:.0%})"
        f" | {elo(share, seats):+.0f} ({elo(low, seats):+.0f} … {elo(high, seats):+.0f})"
        f" | {statistics.median(seconds):.2f} / {slow:.2f} |"
    )


def tables(game: AnyGame) -> list[int]:
    """Numbers of seats to play with: the least, and four where that is possible and another number."""
    return sorted({game.info.seats[0], *({CROWD} & set(game.info.seats))})


def main(arguments: Sequence[Any] | None = None) -> None:
    """Print a row for each pairing."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games_played", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=100_000)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--only", help="the pairings of this stronger level, or against this weaker one")
    parser.add_argument("--checkout", help="folder of another checkout, whose `hard` is the weaker one")
    given = parser.parse_args(arguments)
    pairings = [(level, given.checkout) for level in LEVELS] if given.checkout else PAIRINGS
    use_cache(cache_folder())
    print("| game | seats | stronger | weaker | games | share of wins | Elo | s a move: median / 99 % |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for game in GAMES:
        if given.games_played and game.info.key not in given.games_played:
            continue
        for seats in tables(game):
            for better, worse in pairings:
                if given.only in (None, better, worse) and given.seats in (None, seats):
                    print(row(game, better, worse, seats, given.games, given.seed), flush=True)


if __name__ == "__main__":
    main()
