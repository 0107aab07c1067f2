"""The coach and the review: how soon the first advice comes, how long a review takes, how true it is.

    ./test --bench advice
    python -m tests.benchmarks.bench_advice sturt ghawar --games 3 --keep reviewed

For each game some games between AIs of all levels are played and reviewed. A turning point is confirmed if a
search with ten times the tries of the check that it has passed says, too, that the action lost at least half
of what makes a turning point. Reviews are measured in seconds of the processor.
Goals: advice that is asked for a second after a decision has come up is there within 0.3 s in 95 of 100
positions; a review takes at most 20 s in Sturt's Stony Desert and Down Under, 60 s in the others; 85 % of
turning points are confirmed.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from client.session.adviser_client import AdviserClient
from client.session.reviews import ReviewRun
from core import codec, record
from core.bots import Budget, bot
from core.bots.advice import Advice, AdviceReply, AdviceRequest
from core.bots.review import CHECK_FACTOR, LEAST_TURN, Review, decisions_of, reviewed, tries_for
from core.game import AnyGame, Seat
from core.games import GAMES
from core.match import Match
from core.record import Record
from server.bots.adviser import Adviser
from server.bots.compilation import Compilation

LEVELS: Final = ("easy", "normal", "hard", "expert")
"""Levels of the first game; each begins one further."""
HEAD_START: Final = 1.0
"""Seconds that the coach has thought before it is asked."""
LONGER: Final = 10
"""Times the tries of the search that confirms."""


class LocalAdviser:
    """Adviser in this process, so that the time of its processor is counted; see `AdviserClient`."""

    busy = False

    def __init__(self, game: AnyGame) -> None:
        compilation = Compilation()
        compilation.wait(game)
        self._replies = list[AdviceReply]()
        self._adviser = Adviser(self._replies.append, lambda: False, compilation)
        self._number = 0

    def ask(
        self,
        game: AnyGame,
        options: Any,
        seats: int,
        view: Any,
        seat: Seat,
        tries: int = 0,
        also: str = "",
        compare: bool = False,
    ) -> int:
        """Ask for advice, and wait for it."""
        self._number += 1
        plain = codec.plain(options), seats, codec.plain(view), int(seat)
        self._adviser.answer(AdviceRequest(self._number, game.info.key, *plain, tries, also, compare))
        return self._number

    def poll(self) -> Iterator[AdviceReply]:
        """The answers."""
        while self._replies:
            yield self._replies.pop(0)

    def forget(self) -> None:
        """Nothing is still to come."""


def played(game: AnyGame, number: int, seed: int) -> Record:
    """A game between AIs; the number says of which levels, and for how many seats."""
    seats = game.info.seats[number % min(3, len(game.info.seats))]
    levels = [LEVELS[(number + seat) % len(LEVELS)] for seat in range(seats)]
    match, rng = (
        Match(game, game.info.options(), seats, seed.to_bytes(32, "big")),
        np.random.default_rng(seed),
    )
    players = [bot(game, level) for level in levels]
    while to_act := match.to_act():
        seat = to_act[0]
        action = players[seat].choose(game, game.view(match.tip(seat), seat), seat, rng, Budget())
        match.accept(match.propose(seat, action, match.turn, match.ply(seat)))
    header = record.Header(
        game=game.info.key,
        options=codec.plain(match.options),
        seats=seats,
        names=tuple(f"{level}" for level in levels),
    )
    return record.read(record.write(game, header, match.all_steps()))


def ask(adviser: Any, one: Record, number: int, tries: int = 0, compare: bool = False) -> None:
    """Ask about a step."""
    step = one.steps[number]
    view, notation = one.game.view(one.states[number], step.seat), one.game.notation(step.action)
    adviser.ask(one.game, one.options, one.header.seats, view, step.seat, tries, notation, compare)


def advice(adviser: AdviserClient) -> Advice:
    """The first measured advice that comes."""
    while True:
        for reply in adviser.poll():
            assert reply.advice is not None, reply.trouble
            if reply.advice.measured:
                return reply.advice
        time.sleep(0.002)


def waits(adviser: AdviserClient, records: Sequence[Record], positions: int, head_start: float) -> str:
    """Seconds until advice is there if it is asked for so long after the decision has come up.

    Median and 95 of 100, in so many positions.
    """
    if not positions:
        return "–"
    found = list[float]()
    for one in records:
        steps = decisions_of(one)
        for number in steps[:: max(1, len(steps) * len(records) // positions)]:
            begun = time.perf_counter() + head_start
            ask(adviser, one, number)
            advice(adviser)
            found.append(max(0.0, time.perf_counter() - begun))
    adviser.forget()
    return f"{statistics.median(found):.2f} / {sorted(found)[int(len(found) * 0.95)]:.2f}"


def review(adviser: LocalAdviser, one: Record, home: Path) -> tuple[Review, float]:
    """The review of a game, and the seconds of the processor that it took."""
    begun = time.process_time()
    run = ReviewRun(one, adviser, home)  # type: ignore[arg-type]  # stands in
    while not run.review.done:
        run.update()
        assert run.trouble is None, run.trouble
    return run.review, time.process_time() - begun


def confirmed(adviser: LocalAdviser, one: Record, found: Review) -> list[bool]:
    """Whether a longer search agrees, for each turning point."""
    tries = LONGER * CHECK_FACTOR * tries_for(one.game)
    agrees = list[bool]()
    for turn in found.turning_points():
        ask(adviser, one, turn.step, tries, compare=True)
        (reply,) = adviser.poll()
        assert reply.advice is not None, reply.trouble
        again = reviewed(one, turn.step, reply.advice, True)
        agrees.append(found.loss(again) >= LEAST_TURN / 2)
    return agrees


def row(client: AdviserClient, game: AnyGame, games: int, positions: int, seed: int, home: Path) -> str:
    """Row of the table for a game."""
    records = [played(game, number, seed + number) for number in range(games)]
    for number, one in enumerate(records):
        text = record.write(game, one.header, one.steps)
        (home / f"{game.info.key}-{number}.txt").write_text(text, encoding="utf-8")
    adviser = LocalAdviser(game)
    if positions:
        ask(client, records[0], decisions_of(records[0])[0], 1)
        advice(client)
    first, later = (waits(client, records, positions, head) for head in (0.0, HEAD_START))
    seconds, agrees, checked = list[float](), list[bool](), 0
    for one in records:
        found, took = review(adviser, one, home)
        seconds.append(took)
        checked += len(found.checked())
        agrees += confirmed(adviser, one, found)
    return (
        f"| {game.info.key} | {first} | {later} | {statistics.median(seconds):.0f} / {max(seconds):.0f}"
        f" | {checked} | {sum(agrees)} of {len(agrees)} |"
    )


def main(arguments: Sequence[Any] | None = None) -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games_played", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--positions", type=int, default=100, help="in which the coach is asked")
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep the records and their reviews there"
    )
    given = parser.parse_args(arguments)
    print(
        "| game | s until advice: median / 95 % | asked after 1 s | s of a review: median / longest", end=""
    )
    print(" | decisions checked | turning points confirmed |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    client = AdviserClient()
    try:
        with tempfile.TemporaryDirectory() as folder:
            home = given.keep or Path(folder)
            home.mkdir(parents=True, exist_ok=True)
            for game in GAMES:
                if not given.games_played or game.info.key in given.games_played:
                    print(row(client, game, given.games, given.positions, given.seed, home), flush=True)
    finally:
        client.close()


if __name__ == "__main__":
    main()
