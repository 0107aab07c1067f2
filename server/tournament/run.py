"""Running a tournament: what is due is played somewhere, what was played is kept, until nothing is due."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import msgspec

from core.game import Refused
from server.tournament import schedule
from server.tournament.contract import PlayedGame, ScheduledGame, Tournament
from server.tournament.play import Reply, Task, program
from server.tournament.results import Results
from server.tournament.runners import Runner
from server.tournament.sprt import SequentialTest


def run(
    tournament: Tournament, results: Results, runner: Runner, report: Callable[[SequentialTest | None], None]
) -> None:
    """Play all games that are not yet among the results; `report` is called after each. Raises `Refused`."""
    test = test_of(tournament, results)
    report(test)

    def due(scheduled: Iterator[ScheduledGame]) -> Iterator[str]:
        for game in scheduled:
            if test is not None and test.decision:
                return
            if not results.holds(game):
                yield msgspec.json.encode(Task(tournament, game, program())).decode()

    for number in count():
        games = schedule.round_of(tournament, number, results.played)
        if games is None:
            return
        for text in runner.play(due(games)):
            results.add(_played(text))
            if test is not None:
                test.follow(results.played)
            report(test)


def is_over(tournament: Tournament, results: Results) -> bool:
    """Whether nothing is due any more."""
    test = test_of(tournament, results)
    return len(results.played) >= schedule.games_in_all(tournament) or (
        test is not None and bool(test.decision)
    )


def counted(tournament: Tournament, results: Results) -> list[PlayedGame]:
    """The games that count, by number: of a sequential test only those up to its decision."""
    test = test_of(tournament, results)
    games = [results.played[number] for number in sorted(results.played)]
    return games if test is None or not test.decision else games[: 2 * test.pairs]


def test_of(tournament: Tournament, results: Results) -> SequentialTest | None:
    """The sequential test of a tournament as far as it has come; None if it has none."""
    if tournament.hypotheses is None:
        return None
    test = SequentialTest(tournament.hypotheses)
    test.follow(results.played)
    return test


def _played(text: str) -> PlayedGame:
    reply = msgspec.json.decode(text, type=Reply)
    if reply.refusal is not None:
        raise Refused.of(reply.refusal)
    assert reply.played is not None
    return reply.played
