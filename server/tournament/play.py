"""Playing one game of a tournament: a task as text in, a reply as text out, in whichever process.

All follows from the task; only the times measured, and what programs from outside do, do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from statistics import median
from threading import Lock
from time import perf_counter

import msgspec

from core import chance, codec, record
from core.bots import has_compiler
from core.game import Refusal, Refused
from core.games import game as game_of
from core.match import Match
from core.protocol.messages import LEVELS
from server.bots.compilation import cache_folder, digest_of_core, use_cache
from server.tables.lobby import version
from server.tournament.choosers import Chooser, chooser_of
from server.tournament.contract import PlayedGame, ScheduledGame, Tournament, short_name


class Task(msgspec.Struct, frozen=True):
    """Game to play, by a program that is the same as this one (see `program`)."""

    tournament: Tournament
    game: ScheduledGame
    program: str


class Reply(msgspec.Struct, frozen=True):
    """Reply to a task: a game, or why there is none."""

    played: PlayedGame | None = None
    refusal: Refusal | None = None


@cache
def program() -> str:
    """Mark that has to be equal wherever a tournament is played: version, rules and AIs, compiler."""
    return f"{version()}-{digest_of_core()}-{'compiled' if has_compiler() else 'plain'}"


_one_at_a_time = Lock()
"""AIs keep what they have searched in arrays of their process; a cluster may have threads."""


def play_text(text: str) -> str:
    """Play the game of a `Task` in JSON; its `Reply` in JSON."""
    _prepare()
    task = msgspec.json.decode(text, type=Task)
    if task.program != program():
        refused = Refused("arena.refusal.other_program", ours=task.program, theirs=program())
        return _encode(Reply(refusal=refused.refusal))
    with _one_at_a_time:
        try:
            return _encode(Reply(play(task.tournament, task.game)))
        except Refused as refused:
            return _encode(Reply(refusal=refused.refusal))


def play(tournament: Tournament, scheduled: ScheduledGame) -> PlayedGame:
    """Play a game. Raises `Refused` if an entrant cannot be started."""
    game = game_of(tournament.game)
    options = codec.options_of(game, tournament.options)
    # Draws are numbered among themselves, so those of a set are equal whatever is decided between them.
    seed = chance.seed_from(tournament.seed + scheduled.draws)
    match = Match(game, options, tournament.seats, seed, duplicate=True)
    with ExitStack() as stack:
        choosers = list[Chooser]()
        for entrant in scheduled.seating:
            choosers.append(chooser_of(tournament.entrants[entrant], match))
            stack.callback(choosers[-1].close)
        seconds = play_out(match, choosers, (tournament.seed, scheduled.number))
        faults = tuple(chooser.faults for chooser in choosers)
    outcome = match.outcome()
    assert outcome is not None
    times = tuple((_ms(median(each or [0.0])), _ms(max(each, default=0.0))) for each in seconds)
    return PlayedGame(
        scheduled.number,
        scheduled.seating,
        tuple(map(int, outcome.winners)),
        outcome.scores,
        len(match.steps),
        times,
        faults,
        _record(match, tuple(tournament.entrants[entrant] for entrant in scheduled.seating)),
    )


def play_out(match: Match, choosers: Sequence[Chooser], numbers: tuple[int, ...]) -> list[list[float]]:
    """Play a match to its end; the seconds of each decision of each seat."""
    seconds: list[list[float]] = [[] for _ in choosers]
    while to_act := match.to_act():
        seat = to_act[0]
        begun = perf_counter()
        action = choosers[seat].choose(match, seat, (*numbers, match.turn, seat, match.ply(seat)))
        seconds[seat].append(perf_counter() - begun)
        match.submit(seat, action, match.turn, match.ply(seat))
    return seconds


def _record(match: Match, entrants: Sequence[str]) -> str:
    """The game as a file, its seed included; AIs by their level, programs by their name."""
    match.release_seed()
    names = tuple("" if entrant in LEVELS else short_name(entrant) for entrant in entrants)
    header = record.Header(
        match.game.info.key,
        codec.plain(match.options),
        match.seats,
        names if any(names) else (),
        commitment=match.commitment.hex(),
        seed=match.seed_at_end().hex(),
        levels=tuple(LEVELS[LEVELS.index(entrant)] if entrant in LEVELS else "" for entrant in entrants),
    )
    return record.write(match.game, header, match.all_steps())


@cache
def _prepare() -> None:
    """Keep what is compiled, once in a process."""
    use_cache(cache_folder())


def _encode(game_reply: Reply) -> str:
    return msgspec.json.encode(game_reply).decode()


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
