"""Schedules: which games are due, as pure functions of a tournament and its results so far.

Games come in *sets*. The games of a set have the same draws, and the entrants go round the table from one to
the next, so each holds every seat once (with fewer entrants than seats they sit in turns, `A B A B` and then
`B A B A`). Their order round the table changes from set to set, so nobody always has the same neighbour.

- Round robin: every choice of entrants that fills the table plays, set after set.
- Swiss: in each round those with equal points meet, two who have met only where nothing else is left. With an
  odd number at tables of two, the last who has not yet been free is, and has the points of a win.
- SPRT: two entrants play set after set until their test is decided (`sprt`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import ceil, comb
from typing import Final

import numpy as np

from core import codec
from core.game import Refused
from core.games import game as game_of
from server.tournament.contract import MOST_GAMES, PlayedGame, ScheduledGame, Tournament

Table = tuple[int, ...]
"""Entrants that play each other, by number."""

MOST_TRIES: Final = 20_000
"""Pairings of a Swiss round that are tried before two may meet again."""


def round_of(
    tournament: Tournament, number: int, played_games: Mapping[int, PlayedGame]
) -> Iterator[ScheduledGame] | None:
    """The games of a round, counted from 0; None after the last. The rounds before have to be in
    `played_games`.
    """
    if number >= rounds_in_all(tournament):
        return None
    tables = (
        _swiss_tables(tournament, number, played_games)
        if tournament.schedule == "swiss"
        else _all(tournament)
    )
    return _games(tournament, tables, number)


def rounds_in_all(tournament: Tournament) -> int:
    """Number of rounds; a round robin and a sequential test are one."""
    return tournament.rounds if tournament.schedule == "swiss" else 1


def games_in_all(tournament: Tournament) -> int:
    """Number of games, at most; whole sets."""
    return rounds_in_all(tournament) * _games_of_round(tournament)


def check(tournament: Tournament) -> None:
    """Check that a tournament can be played as it is described. Raises `Refused`."""
    entrants, sequential = len(tournament.entrants), tournament.schedule == "sprt"
    game = game_of(tournament.game)
    codec.options_of(game, tournament.options)
    if tournament.seats not in game.info.seats:
        allowed = ", ".join(map(str, game.info.seats))
        raise Refused("match.refusal.seats", seats=tournament.seats, allowed=allowed)
    if sequential and entrants != 2:
        raise Refused("arena.refusal.two_for_sprt", entrants=entrants)
    hypotheses = tournament.hypotheses
    if sequential != (hypotheses is not None) or (hypotheses and hypotheses.elo0 >= hypotheses.elo1):
        raise Refused("arena.refusal.hypotheses")
    if tournament.schedule == "swiss" and tournament.rounds > most_rounds(entrants):
        raise Refused("arena.refusal.rounds", rounds=tournament.rounds, most=most_rounds(entrants))
    if games_in_all(tournament) > MOST_GAMES:
        raise Refused("arena.refusal.games", games=games_in_all(tournament), most=MOST_GAMES)


def usual_rounds(entrants: int) -> int:
    """Swiss rounds after which at most one entrant can have won all."""
    return (entrants - 1).bit_length()


def most_rounds(entrants: int) -> int:
    """Swiss rounds in which nobody needs to meet anybody twice."""
    return entrants - 1 + entrants % 2


def _all(tournament: Tournament) -> Iterator[Table]:
    entrants = len(tournament.entrants)
    return combinations(range(entrants), min(entrants, tournament.seats))


def _games_of_round(tournament: Tournament) -> int:
    if tournament.schedule == "swiss":
        return sum(_whole_sets(tournament, size) * size for size in _swiss_sizes(tournament) if size > 1)
    entrants = len(tournament.entrants)
    size = min(entrants, tournament.seats)
    return comb(entrants, size) * _whole_sets(tournament, size) * size


def _whole_sets(tournament: Tournament, size: int) -> int:
    return ceil(tournament.games / size)


def _games(tournament: Tournament, tables: Iterator[Table], number: int) -> Iterator[ScheduledGame]:
    """Games of a round: the first set of every table, then the second, and so on."""
    at = list(tables)
    game = number * _games_of_round(tournament)
    most = max(_whole_sets(tournament, len(table)) for table in at)
    for count in range(most):
        draws = number * most + count
        for table in at:
            if count >= _whole_sets(tournament, len(table)):
                continue
            order = _order(table, draws)
            for turn in range(len(order)):
                seating = tuple(order[(seat + turn) % len(order)] for seat in range(tournament.seats))
                yield ScheduledGame(game, draws, seating)
                game += 1


def _order(table: Table, draws: int) -> Table:
    """Order of the entrants round a table, another for each set.

    Multiples of a step modulo a prime: in all the steps each entrant sits once behind each other one. Where
    the number of entrants is not prime the number after it is, up to seven; then some do so twice.
    """
    prime = len(table) if len(table) in (2, 3, 5, 7) else len(table) + 1
    step, first = draws % (prime - 1) + 1, prime - len(table)
    return tuple(table[step * place % prime - first] for place in range(first, prime))


# --- Swiss --------------------------------------------------------------------------------------------


def _swiss_sizes(tournament: Tournament) -> list[int]:
    """Entrants of each table: as equal as can be, the larger first. One alone is free."""
    entrants = len(tournament.entrants)
    if tournament.seats == 2:
        return [2] * (entrants // 2) + [1] * (entrants % 2)
    tables = ceil(entrants / tournament.seats)
    return [(entrants + index) // tables for index in reversed(range(tables))]


def _swiss_tables(
    tournament: Tournament, number: int, played_games: Mapping[int, PlayedGame]
) -> Iterator[Table]:
    """Tables of a round. Whose points are equal is in an order that the seed gives."""
    before = [played_games[game] for game in range(number * _games_of_round(tournament))]
    free, met = _free(tournament, before), {frozenset(game.seating) for game in before}
    points = _points(tournament, before, free)
    drawn = np.random.default_rng((tournament.seed, number)).permutation(len(tournament.entrants))
    order = sorted(map(int, drawn), key=lambda entrant: -points[entrant])
    if tournament.seats > 2:
        for size in _swiss_sizes(tournament):
            yield tuple(order[:size])
            order = order[size:]
        return
    if len(order) % 2:
        order.remove(next((entrant for entrant in reversed(order) if entrant not in free), order[-1]))
    yield from _Pairing(met).of(order)


def _points(tournament: Tournament, before: Sequence[PlayedGame], free: Sequence[int]) -> list[float]:
    """Points of each entrant: half a point a game among equals, whatever the size of the table."""
    points = [0.0] * len(tournament.entrants)
    for game in before:
        shares = game.shares()
        for entrant, share in shares.items():
            points[entrant] += share * len(shares) / 2
    for entrant in free:
        points[entrant] += _whole_sets(tournament, 2) * 2
    return points


def _free(tournament: Tournament, before: Sequence[PlayedGame]) -> list[int]:
    """Entrants that were free in each of the rounds before."""
    size, everybody = _games_of_round(tournament), set(range(len(tournament.entrants)))
    rounds = (before[first : first + size] for first in range(0, len(before), size))
    return [who for games in rounds for who in everybody - {one for game in games for one in game.seating}]


class _Pairing:
    """Search for pairs of neighbours in points who have not met."""

    def __init__(self, met: set[frozenset[int]]) -> None:
        self._met = met
        self._tries = 0

    def of(self, order: Sequence[int]) -> list[Table]:
        """The pairs, the best first; where the search finds none, neighbours meet again."""
        found = self._search(order)
        return list(zip(order[::2], order[1::2], strict=True)) if found is None else found

    def _search(self, order: Sequence[int]) -> list[Table] | None:
        if not order:
            return []
        for place in range(1, len(order)):
            self._tries += 1
            if self._tries > MOST_TRIES:
                return None
            if frozenset((order[0], order[place])) in self._met:
                continue
            rest = self._search([*order[1:place], *order[place + 1 :]])
            if rest is not None:
                return [(order[0], order[place]), *rest]
        return None
