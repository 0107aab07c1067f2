"""Makes the puzzles of the daily challenge: positions in which one action, or very few, is clearly the best.

    python -m tools.make_challenges sturt --count 60

Positions come from games that a short search plays against itself, now and then at random. Of those in which
a search finds an action far ahead, a search of ten times the tries has to agree, then a search after every
action. Up to three equally good actions are answers: a card that may lie in two ways. An action that wins at
once, or that an easy AI plays in most of its games, is no puzzle.

Everything follows from the numbers of the games, which are kept with the puzzles: each puzzle is added to
`assets/challenges/<game>.toml` as soon as it is found, and the tool goes on after the last game there.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

import numpy as np

import assets
from core import position
from core.bots import Budget, bot
from core.bots.analysis import Analyst, RankedAction
from core.game import AnyGame, Seat
from core.games import game as game_of

SEATS: Final = 2
SHORT_TRIES, SEARCH_TRIES, LONG_TRIES = 1000, 4000, 40_000
"""Iterations of a search that plays, of one that finds puzzles, of one that has to agree."""
OTHER_TRIES: Final = 4000
"""Iterations of the search after each action; that of the answers and best others has `LONG_TRIES`."""
DANGEROUS_OTHERS: Final = 3
MOST_ANSWERS: Final = 3
EQUAL_MARGIN: Final = 0.06
"""Most chance to win by which an answer may be behind the best."""
FIRST_MARGIN: Final = 0.12
"""Least margin after the short search, without which a position is not looked at again."""
LEAST_MARGIN: Final = 0.25
"""Least chance to win by which the best action is ahead of all others."""
LEAST_WIN: Final = 0.45
"""Least chance to win with the best action: nobody likes to look for the best way to lose."""
LEAST_CHOICES: Final = 5
EASY_GAMES: Final = 8
MOST_EASY_HITS: Final = 3
"""Times out of `EASY_GAMES` that an easy AI may play the best action."""
MOST_IN_A_GAME: Final = 2
PLIES_APART: Final = 5
"""Puzzles at most of one game, and decisions at least between them."""
STRAY_CHANCE: Final = 0.3
"""Chance that a decision of the games is one of the better ones at random instead of the best."""
HEAD: Final = """\
# Puzzles of the daily challenge, made by tools/make_challenges.py: positions with a clearly best action.
# win, next: chance to win with an answer, and with the best other action. game: number of the game.
"""


class Found(NamedTuple):
    """Position with its best actions and what they, at least, and the best other are expected to bring."""

    state: Any
    answers: tuple[Any, ...]
    win: float
    next: float


def main() -> None:
    """Add puzzles to a game's file until there are enough."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=60)
    options = parser.parse_args()
    game = game_of(options.game)
    file = assets.ROOT / "challenges" / f"{game.info.key}.toml"
    known = tomllib.loads(file.read_text(encoding="utf-8"))["puzzles"] if file.is_file() else []
    make(game, file, options.count, [puzzle["game"] for puzzle in known])


def make(game: AnyGame, file: Path, count: int, games: list[int]) -> None:
    """Play games from the one after the last on, and add what they bring to the file."""
    if not file.is_file():
        file.write_text(HEAD, encoding="utf-8")
    analyst, begun, made, number = Analyst(game), perf_counter(), len(games), max(games, default=-1)
    while made < count:
        number += 1
        for found in puzzles(analyst, number):
            with file.open("a", encoding="utf-8") as out:
                out.write(entry(game, found, number))
            made += 1
            seconds = perf_counter() - begun
            print(f"{made:3}  game {number}  {found.win:.2f} > {found.next:.2f}  {seconds:.0f} s", flush=True)


def entry(game: AnyGame, found: Found, number: int) -> str:
    """Lines of a file for a puzzle."""
    answers = ", ".join(f'"{game.notation(answer)}"' for answer in found.answers)
    return (
        f'\n[[puzzles]]\nposition = """\n{position.write(game, SEATS, found.state)}"""\n'
        f"answers = [{answers}]\n"
        f"win = {found.win:.2f}\nnext = {found.next:.2f}\ngame = {number}\n"
    )


def puzzles(analyst: Analyst, number: int) -> Iterator[Found]:
    """Puzzles of the game with this number, not too close to each other."""
    game, rng = analyst.game, np.random.default_rng([number, 7])
    s, ply, last, made = game.start(game.info.options(), SEATS), 0, -PLIES_APART, 0
    while (acting := game.to_act(s)) and made < MOST_IN_A_GAME:
        seat = acting[0]
        actions = analyst.analyse(s, seat, rng, Budget(SHORT_TRIES)).actions
        promising = ply - last >= PLIES_APART and len(actions) >= LEAST_CHOICES
        if promising and _is_ahead(actions, FIRST_MARGIN) and (found := puzzle(analyst, s, seat, rng)):
            last, made = ply, made + 1
            yield found
        strays = rng.random() < STRAY_CHANCE
        s = game.apply(s, seat, actions[int(rng.integers(min(len(actions), 6))) if strays else 0].action)
        ply += 1


def _is_ahead(actions: Sequence[RankedAction], margin: float) -> bool:
    """Whether few actions are so far ahead of all that were tried, and good enough to look for."""
    wins = sorted((each.win for each in actions if each.visits >= 10 or not actions[0].visits), reverse=True)
    first = [win for win in wins if win >= wins[0] - EQUAL_MARGIN]
    return (
        wins[0] >= LEAST_WIN
        and len(first) <= MOST_ANSWERS
        and (len(first) == len(wins) or wins[0] - wins[len(first)] >= margin)
    )


def puzzle(analyst: Analyst, s: Any, seat: Seat, rng: np.random.Generator) -> Found | None:
    """The puzzle of a position; None if it has no clearly best action, or an easy one."""
    game = analyst.game
    for tries in (SEARCH_TRIES, LONG_TRIES):
        if not _is_ahead(analyst.analyse(s, seat, rng, Budget(tries)).actions, LEAST_MARGIN):
            return None
    after = {action: game.apply(s, seat, action) for action in game.legal(s, seat)}
    wins = {action: value(analyst, then, seat, rng, OTHER_TRIES) for action, then in after.items()}
    ranked = sorted(wins, key=lambda action: -wins[action])[: MOST_ANSWERS + DANGEROUS_OTHERS]
    wins = {action: value(analyst, after[action], seat, rng, LONG_TRIES) for action in ranked}
    best = max(wins.values())
    answers = tuple(action for action in ranked if wins[action] >= best - EQUAL_MARGIN)
    least = min(wins[answer] for answer in answers)
    second = max((wins[action] for action in ranked if action not in answers), default=1.0)
    over = any(not game.to_act(after[answer]) for answer in answers)
    if best < LEAST_WIN or len(answers) > MOST_ANSWERS or least - second < LEAST_MARGIN or over:
        return None
    return None if _is_easy(game, s, seat, answers, rng) else Found(s, answers, least, second)


def value(analyst: Analyst, s: Any, seat: Seat, rng: np.random.Generator, tries: int) -> float:
    """Chance of a seat to win from a position, by a search of so many iterations there."""
    outcome = analyst.game.outcome(s)
    if outcome is not None:
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
    actor = analyst.game.to_act(s)[0]
    win = analyst.analyse(s, actor, rng, Budget(tries)).actions[0].win
    return win if actor == seat else 1 - win


def _is_easy(game: AnyGame, s: Any, seat: Seat, answers: tuple[Any, ...], rng: np.random.Generator) -> bool:
    """Whether an easy AI plays an answer too often."""
    easy = bot(game, "easy")
    hits = sum(easy.choose(game, s, seat, rng, Budget()) in answers for _ in range(EASY_GAMES))
    return hits > MOST_EASY_HITS


if __name__ == "__main__":
    main()
