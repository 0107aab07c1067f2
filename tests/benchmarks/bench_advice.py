"""The coach and the review: how soon the first advice comes, how long a review takes, how true it is.

    ./test --bench advice
    python -m tests.benchmarks.bench_advice sturt ghawar --games 3

For each game some games of `easy` against `normal` are played and reviewed. A turning point is confirmed if a
search with ten times the tries says, too, that the action lost at least half of what makes a turning point.
Goals: the first advice within 0.3 s in 95 of 100 positions; a review within 20 s in Sturt's Stony Desert and
Down Under, 60 s in the others; 85 % of turning points confirmed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import numpy as np

from client.session.adviser_client import AdviserClient
from core import codec, record
from core.bots import Budget, bot
from core.bots.advice import Advice
from core.bots.review import LEAST_TURN, Review, begin, decisions_of, reviewed, tries_for, with_values_after
from core.game import AnyGame
from core.games import GAMES
from core.match import Match
from core.record import Record

LEVELS: Final = ("easy", "normal")
POSITIONS: Final = 20
"""Positions of each game in which the coach is asked."""
LONGER: Final = 10
"""Times the tries of the search that confirms."""


def played(game: AnyGame, seed: int) -> Record:
    """A game between two AIs."""
    match, rng = Match(game, game.info.options(), 2, seed.to_bytes(32, "big")), np.random.default_rng(seed)
    players = [bot(game, level) for level in LEVELS]
    while to_act := match.to_act():
        seat = to_act[0]
        action = players[seat].choose(game, game.view(match.tip(seat), seat), seat, rng, Budget())
        match.accept(match.propose(seat, action, match.turn, match.ply(seat)))
    header = record.Header(game=game.info.key, options=codec.plain(match.options), seats=2)
    return record.read(record.write(game, header, match.all_steps()))


def advice(adviser: AdviserClient, one: Record, number: int, tries: int) -> tuple[Advice, float]:
    """The first measured advice about a step, and the seconds until it came."""
    step, begun = one.steps[number], time.perf_counter()
    view = one.game.view(one.states[number], step.seat)
    notation = one.game.notation(step.action)
    adviser.ask(one.game, one.options, one.header.seats, view, step.seat, tries, notation)
    while True:
        for reply in adviser.poll():
            assert reply.advice is not None, reply.trouble
            if reply.advice.measured:
                return reply.advice, time.perf_counter() - begun
        time.sleep(0.002)


def review(adviser: AdviserClient, one: Record) -> tuple[Review, float]:
    """The review of a game, and the seconds it took."""
    begun, steps = time.perf_counter(), decisions_of(one)
    tries = tries_for(one.game)
    decisions = [reviewed(one, number, advice(adviser, one, number, tries)[0]) for number in steps]
    known = with_values_after(decisions, one)
    return msgspec.structs.replace(begin(one), decisions=known), time.perf_counter() - begun


def confirmed(adviser: AdviserClient, one: Record, found: Review) -> list[bool]:
    """Whether a longer search agrees, for each turning point."""
    tries = LONGER * tries_for(one.game)
    agrees = list[bool]()
    for turn in found.turning_points():
        longer = advice(adviser, one, turn.step, tries)[0]
        again = reviewed(one, turn.step, longer)
        agrees.append(again.got is None or found.loss(again) >= LEAST_TURN / 2)
    return agrees


def row(adviser: AdviserClient, game: AnyGame, games: int, seed: int) -> str:
    """Row of the table for a game."""
    records = [played(game, seed + number) for number in range(games)]
    advice(adviser, records[0], decisions_of(records[0])[0], 1)  # compiles the search
    waits = list[float]()
    for one in records:
        steps = decisions_of(one)
        for number in steps[:: max(1, len(steps) // (POSITIONS // games))]:
            waits.append(advice(adviser, one, number, 0)[1])
    seconds, agrees = list[float](), list[bool]()
    for one in records:
        found, took = review(adviser, one)
        seconds.append(took)
        agrees += confirmed(adviser, one, found)
    waits.sort()
    late = waits[int(len(waits) * 0.95)]
    return (
        f"| {game.info.key} | {statistics.median(waits):.2f} / {late:.2f} | {max(seconds):.0f}"
        f" | {sum(agrees)} of {len(agrees)} |"
    )


def main(arguments: Sequence[Any] | None = None) -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games_played", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=100)
    given = parser.parse_args(arguments)
    print("| game | s until advice: median / 95 % | s of a review | turning points confirmed |")
    print("| --- | --- | --- | --- |", flush=True)
    adviser = AdviserClient()
    try:
        for game in GAMES:
            if not given.games_played or game.info.key in given.games_played:
                print(row(adviser, game, given.games, given.seed), flush=True)
    finally:
        adviser.close()


if __name__ == "__main__":
    main()
