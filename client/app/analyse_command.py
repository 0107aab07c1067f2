"""`tilewright analyse`: prints how good each action of a seat is, in a kept game or a position."""

from __future__ import annotations

import json
import sys
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from assets.texts import Texts
from client.app import arguments
from client.app.text_table import print_table
from client.session.archive import seat_names
from core import record as records
from core.bots import Budget, has_compiler
from core.game import CHANCE, AnyGame, Refused, Seat
from core.games import GAMES
from core.match import Match
from server.bots import analyses

if TYPE_CHECKING:
    from core.bots.analysis import Analysis, RankedAction

USUAL_SECONDS: Final = 5.0
LEAST_SECONDS: Final = 0.1
MOST_SECONDS: Final = 3600.0
MOST_ROWS: Final = 12
COLUMNS: Final = ("action", "win", "spread", "points", "share", "line")
NUMBERS: Final = ("win", "spread", "points", "share")
MOST_LINE_WIDTH: Final = 60
"""Characters of an expected line; what follows is left out, but not its first action."""


class Question(msgspec.Struct, frozen=True):
    """A position to analyse: `state` may be a view. `names` of the seats; `step`: steps before, if known."""

    game: Any
    state: Any
    names: tuple[str, ...]
    step: int | None = None


def run(args: Any, seed: str | None, texts: Texts) -> int:
    """Run the command; the exit code. Raises `Refused`."""
    seconds = arguments.seconds("--seconds", args.seconds, LEAST_SECONDS, MOST_SECONDS, USUAL_SECONDS)
    rng = np.random.default_rng(arguments.seed(seed))
    asked = question(args, seed, texts)
    seat = deciding_seat(asked, args.seat, rng)
    view = analyses.known_view(asked.game, asked.state, seat, rng)
    if not has_compiler():
        raise Refused("match.refusal.no_compiler")
    with Progress(seconds, texts) as progress:
        analyst = analyses.analyst_of(asked.game)
        from core.bots.analysis import MOST_ITERATIONS

        progress.begin()
        analysis = analyst.analyse(view, seat, rng, Budget(MOST_ITERATIONS, progress.used))
        taken = progress.seconds()
    if args.json:
        print(json.dumps(told(asked, seat, analysis, taken), ensure_ascii=False))
    else:
        print_analysis(asked, seat, analysis, taken, texts)
    return 0


# --- What is asked -------------------------------------------------------------------------------------


def question(args: Any, seed: str | None, texts: Texts) -> Question:
    """The position that the arguments name. Raises `Refused`."""
    given = {name: value for name, value in vars(args).items() if value is not None}
    word = given.get("subject")
    of_a_game = {"position", "options", "seats"} & given.keys()
    if word is None and not of_a_game:
        raise Refused("cli.refusal.nothing_to_analyse")
    if not of_a_game and word not in {game.info.key for game in GAMES}:
        return kept_game(given, texts)
    if "move" in given:
        raise Refused("cli.refusal.move_of_position")
    return position_of_game(arguments.game(word), given, seed, texts)


def kept_game(given: dict[str, Any], texts: Texts) -> Question:
    """A position of a game in a file: after some steps, or the last one in which the seat is to act."""
    record = arguments.record(given["subject"])
    if "move" in given:
        step = arguments.number("--move", given["move"], 0, len(record.steps))
    else:
        step = _last_decision(record, given.get("seat"))
    names = seat_names(record.header, texts.translate)
    return Question(record.game, record.states[step], names, step)


def _last_decision(record: records.Record, word: str | None) -> int:
    """Steps before the last position in which a seat is to act; all if there is none."""
    seat = _seat(record.header.seats, word)
    for step in range(len(record.steps), -1, -1):
        to_act = record.game.to_act(record.states[step])
        if (to_act and to_act != (CHANCE,)) if seat is None else seat in to_act:
            return step
    return len(record.steps)


def position_of_game(game: AnyGame, given: dict[str, Any], seed: str | None, texts: Texts) -> Question:
    """The position in a file, else the beginning of a game; chance draws as in a game with this seed."""
    if "position" in given:
        begin = arguments.position(game, given)
        seats, state = begin.seats, begin.state
    else:
        options, seats = (
            arguments.options(game, given.get("options")),
            arguments.seats(game, given.get("seats")),
        )
        state = Match(game, options, seats, arguments.seed_bytes(seed)).state
    names = tuple(texts.translate("replay.player", number=number) for number in range(1, seats + 1))
    return Question(game, state, names)


def _seat(seats: int, word: str | None) -> Seat | None:
    """A seat as people count them, from 1; None if none is given. Raises `Refused`."""
    return None if word is None else Seat(arguments.number("--seat", word, 1, seats) - 1)


def deciding_seat(question: Question, word: str | None, rng: np.random.Generator) -> Seat:
    """The seat whose actions are ranked: without a word the first to act whose knowledge is all there."""
    seat = _seat(len(question.names), word)
    to_act: tuple[Seat, ...] = question.game.to_act(question.state)
    if not to_act:
        raise Refused("match.refusal.over")
    if to_act == (CHANCE,):
        raise Refused("cli.refusal.chance_decides")
    if seat is not None and seat not in to_act:
        raise Refused("cli.refusal.decides_nothing", name=question.names[seat])
    if seat is not None:
        return seat
    for seat in to_act:
        try:
            analyses.known_view(question.game, question.state, seat, rng)
        except Refused:
            continue
        return seat
    return to_act[0]


# --- While it thinks -----------------------------------------------------------------------------------


class Progress:
    """Clock of an analysis, shown on stderr if that is a terminal; nothing of it stays there."""

    def __init__(self, limit: float, texts: Texts) -> None:
        self._limit, self._texts = limit, texts
        self._begun = monotonic()
        self._shown = ""

    def __enter__(self) -> Progress:
        self._show(self._texts.translate("cli.analyse.preparing"))
        return self

    def __exit__(self, *trouble: object) -> None:
        self._show("")

    def begin(self) -> None:
        """Start the clock: before this the search is compiled."""
        self._begun = monotonic()

    def seconds(self) -> float:
        """Seconds since the clock was started."""
        return monotonic() - self._begun

    def used(self) -> float:
        """Share of the time that is used."""
        seconds = self.seconds()
        self._show(f"{min(seconds, self._limit):.0f} / {self._limit:g} s")
        return seconds / self._limit

    def _show(self, line: str) -> None:
        if line != self._shown and sys.stderr.isatty():
            blank = " " * (2 * len(self._shown))
            print(f"\r{blank}\r{line}", end="", file=sys.stderr, flush=True)
            self._shown = line


# --- What is printed -----------------------------------------------------------------------------------


def told(question: Question, seat: Seat, analysis: Analysis, seconds: float) -> dict[str, Any]:
    """All of an analysis as JSON can hold it."""
    whole = analyses.plain(question.game, seat, analysis)
    actions = whole.pop("actions")
    head = {"game": question.game.info.key, "step": question.step, **whole, "seconds": round(seconds, 3)}
    return {**head, "actions": actions}


def print_analysis(question: Question, seat: Seat, analysis: Analysis, seconds: float, texts: Texts) -> None:
    """Print an analysis for people: the best actions, and how many more there are.

    Points are left out for games without, lines where secrets hide what may follow, and how much was tried
    where all is exact.
    """
    print(_head(question, seat, analysis, seconds, texts))
    shown = analysis.actions[:MOST_ROWS]
    left_out = {
        "points": not question.game.info.scored,
        "line": not any(ranked.line for ranked in shown),
        "spread": analysis.solved,
        "share": analysis.solved,
    }
    names = [name for name in COLUMNS if not left_out.get(name)]
    heads = tuple(texts.translate(f"cli.analyse.{name}") for name in names)
    rows = [_row(question.game, ranked, analysis, names) for ranked in shown]
    print_table([heads, *rows], right=[names.index(name) for name in names if name in NUMBERS])
    if (more := len(analysis.actions) - MOST_ROWS) > 0:
        print(texts.translate("cli.analyse.more", count=more))


def _head(question: Question, seat: Seat, analysis: Analysis, seconds: float, texts: Texts) -> str:
    parts = [
        question.game.info.title,
        *([] if question.step is None else [texts.translate("cli.analyse.after", steps=question.step)]),
        question.names[seat],
        texts.translate("cli.analyse.solved")
        if analysis.solved
        else texts.translate("cli.analyse.effort", iterations=analysis.iterations, seconds=f"{seconds:.1f}"),
    ]
    return " · ".join(parts)


def _row(game: AnyGame, ranked: RankedAction, analysis: Analysis, names: list[str]) -> tuple[str, ...]:
    """Cells of an action; of one that was never tried nothing is known."""
    tried = ranked.visits > 0 or analysis.solved
    cells = {
        "action": game.notation(ranked.action),
        "win": f"{100 * ranked.win:.1f} %" if tried else "–",
        "spread": f"{100 * ranked.spread:.1f}" if tried else "–",
        "points": f"{ranked.points:.1f}" if tried else "–",
        "share": f"{100 * ranked.visits / max(1, analysis.iterations):.1f} %",
        "line": _line(game, ranked),
    }
    return tuple(cells[name] for name in names)


def _line(game: AnyGame, ranked: RankedAction) -> str:
    """The expected line: notation, with the seat where another one goes on."""
    words: list[str] = []
    last = None
    for seat, action in ranked.line:
        words.append(game.notation(action) if seat == last else f"{seat + 1}: {game.notation(action)}")
        last = seat
    line = "  ".join(words)
    while len(line) > MOST_LINE_WIDTH and len(words) > 1:
        words.pop()
        line = "  ".join([*words, "…"])
    return line
