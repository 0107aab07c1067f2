r"""Bots from outside: a program that speaks lines on stdin and stdout decides for a seat.

The exchange, which `docs/bots.md` explains to those who write such programs. Each line is one JSON object:

    to it:   {"type": "hello", "version": 1, "game": "sturt"}
    from it: {"version": 1, "name": "Walker", "games": ["sturt"]}
    to it:   {"type": "decide", "game": "sturt", "options": {…}, "seats": 2, "seat": 0, "turn": 0,
              "position": "sturt\n…", "view": {…}, "legal": ["5@0,0", …], "seconds": 10.0}
    from it: 5@0,0
    to it:   {"type": "end", "winners": [0], "scores": [1.0, 0.0], "reason": "…"}

Each question holds all that the seat may know, so a program needs no memory, and what it may not know never
reaches it. What goes wrong with it costs one move, as with a worker of this program.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any, Final

import msgspec
import numpy as np
from msgspec import Meta

from core import codec, position
from core.bots import Budget, bot
from core.game import AnyGame, Outcome, Refusal, Refused, Seat
from core.protocol.messages import Level
from core.refusal import printable
from server.bots.child_program import MOST_SHOWN, ChildProgram, ErrorLog, check_command

VERSION: Final = 1
"""Version of the lines. Fields may be added without another one."""
MOST_FAILURES: Final = 3
"""Moves that a program fails in a row before an AI plays the game on for it."""

LEAST_SECONDS: Final = 0.1
"""Seconds for a decision where next to nothing is left on the clock."""

MOVE_LOST: Final = "outside.notice.move_lost"
STAND_IN: Final = "outside.notice.stand_in"
UNASKED: Final = "outside.notice.unasked"

OptionChoices = dict[str, list[Any]]
"""Values of options that a program plays with, by the option's name or `seats`; what is not named is free."""


class HelloAnswer(msgspec.Struct, frozen=True):
    """Answer to `hello`: what the program is called, and which games it plays."""

    version: int
    games: Annotated[list[str], Meta(max_length=64)] | dict[str, OptionChoices]
    name: str = ""

    def plays(self, game: AnyGame) -> bool:
        """Whether it plays this game at all."""
        return game.info.key in self.games

    def check_game(self, game: AnyGame) -> None:
        """Check that it plays this game. Raises `Refused`."""
        if not self.plays(game):
            known = printable(", ".join(self.games), MOST_SHOWN)
            raise Refused("outside.refusal.other_game", game=game.info.key, known=known)

    def check(self, game: AnyGame, options: Any, seats: int) -> None:
        """Check that it plays this game with these options and so many seats. Raises `Refused`."""
        self.check_game(game)
        key = game.info.key
        choices = self.games[key] if isinstance(self.games, dict) else {}
        values = codec.plain(options) | {"seats": seats}
        if not all(values.get(name) in allowed for name, allowed in choices.items()):
            raise Refused("outside.refusal.other_options", game=key, seats=seats)


class TimeLimits(msgspec.Struct, frozen=True):
    """Seconds that a program may take to answer `hello`, and for each decision."""

    start: float = 30.0
    move: float = 10.0


class Trouble(msgspec.Struct, frozen=True):
    """Notice about a program that has failed: the code of a sentence, and why."""

    code: str
    why: Refusal
    cause: Refusal | None = None

    def sentence(self, translate: Callable[..., str]) -> str:
        """The notice with its reason, in the language of `translate`."""
        return translate(self.code, why=reason(self.why, self.cause, translate))


def reason(why: Refusal, cause: Refusal | None, translate: Callable[..., str]) -> str:
    """Fault of a program, in the language of `translate`."""
    if cause is None:
        return translate(why.code, **why.values)
    return translate(why.code, **(why.values | {"why": translate(cause.code, **cause.values)}))


class WrongAnswer(Refused):
    """Raised for an answer that is no legal action; `cause` is what the rules say."""

    def __init__(self, line: str, cause: Refusal) -> None:
        super().__init__("outside.refusal.answer", answer=printable(line, MOST_SHOWN), why="")
        self.cause = cause


class OutsideBot:
    """Program that decides for one seat, and is started again when it has failed.

    `tell` is called with every trouble, in the thread that asks. `answer` is the last one to `hello`, `log`
    keeps what it prints on stderr, `faults` counts the decisions that were not its own.
    """

    def __init__(
        self,
        command: str,
        limits: TimeLimits | None = None,
        report: Callable[[Trouble], None] = lambda trouble: None,
        stand_in: Level = "normal",
        log: ErrorLog | None = None,
    ) -> None:
        """Raises `Refused` if there is no such program."""
        check_command(command)
        self._command, self._limits = command, limits or TimeLimits()
        self._tell, self._stand_in = report, stand_in
        self.log = log or ErrorLog()
        self.answer: HelloAnswer | None = None
        self.faults = 0
        self._failures = 0
        self._closed = False
        self._program: ChildProgram | None = None

    def start(self, game: AnyGame) -> HelloAnswer:
        """Start the program for a game, unless it runs; its answer to `hello`. Raises `Refused`."""
        if self._program is None or self.answer is None:
            self._program = ChildProgram(self._command, self.log)
            if self._closed:
                self._stop()
            try:
                self.answer = self._greet(game)
            except Refused:
                self._stop()
                raise
        return self.answer

    def begin(self, game: AnyGame, options: Any, seats: int) -> HelloAnswer:
        """Start the program for a game with these options; its answer to `hello`. Raises `Refused`."""
        answer = self.start(game)
        answer.check(game, options, seats)
        return answer

    def choose(
        self, game: AnyGame, seats: int, view: Any, seat: Seat, turn: int, rng: np.random.Generator,
        seconds: float = float("inf"),
    ) -> Any:  # fmt: skip
        """The decision of a seat. Never fails: what goes wrong costs a random move.

        `seconds` are left on the seat's clock, if there is one.
        """
        if self._failures < MOST_FAILURES:
            try:
                action = self.ask(game, seats, view, seat, turn, seconds)
            except Refused as refused:
                self._fail(refused)
            else:
                self._failures = 0
                return action
            legal = game.legal(view, seat)
            return legal[int(rng.integers(len(legal)))]
        self.faults += 1
        return bot(game, self._stand_in).choose(game, view, seat, rng, Budget())

    def ask(
        self, game: AnyGame, seats: int, view: Any, seat: Seat, turn: int, seconds: float = float("inf")
    ) -> Any:
        """The decision of a seat. Raises `Refused` for everything that goes wrong."""
        self.start(game)
        seconds = min(self._limits.move, max(seconds, LEAST_SECONDS))
        self._say_unasked()
        self._send(question(game, seats, view, seat, turn, seconds))
        return _action(game, view, seat, self._receive(seconds, "outside.refusal.time"))

    def end(self, outcome: Outcome | None) -> None:
        """Say how the game has ended, None: it was given up. The next question is about another one."""
        self._failures = 0
        self._say_unasked()
        if outcome is None:
            self._send({"type": "end"})
            return
        winners, scores = [*map(int, outcome.winners)], [*outcome.scores]
        self._send({"type": "end", "winners": winners, "scores": scores, "reason": outcome.reason})

    def close(self) -> None:
        """End the program; whatever is asked from another thread is answered soon."""
        self._closed = True
        self._stop()

    def _greet(self, game: AnyGame) -> HelloAnswer:
        self._send({"type": "hello", "version": VERSION, "game": game.info.key})
        line = self._receive(self._limits.start, "outside.refusal.start_time")
        try:
            answer: HelloAnswer = msgspec.json.decode(line, type=HelloAnswer)
        except (msgspec.DecodeError, RecursionError):
            raise _wrote("outside.refusal.no_hello", line) from None
        if answer.version != VERSION:
            raise Refused("outside.refusal.other_version", theirs=answer.version, ours=VERSION)
        return answer

    def _say_unasked(self) -> None:
        line = None if self._program is None else self._program.unasked()
        if line is not None:
            self._tell(Trouble(UNASKED, _wrote("outside.refusal.unasked", line).refusal))

    def _send(self, data: dict[str, Any]) -> None:
        if self._program is not None:
            self._program.send(json.dumps(data, ensure_ascii=False).encode())

    def _receive(self, seconds: float, late: str) -> str:
        """The next line; whoever gives none in time, or none at all, is ended. Raises `Refused`."""
        program = self._program
        if program is None:  # another thread has closed it
            raise Refused("outside.refusal.closed")
        try:
            line = program.receive(seconds)
        except Refused:
            self._stop()
            raise
        if line is None:
            self._stop()  # an answer that is late would be taken for the next
            raise Refused(late, seconds=f"{seconds:g}")
        return line

    def _fail(self, refused: Refused) -> None:
        self.faults += 1
        self._failures += 1
        if self._closed:
            return
        cause = refused.cause if isinstance(refused, WrongAnswer) else None
        self._tell(Trouble(MOVE_LOST, refused.refusal, cause))
        if self._failures == MOST_FAILURES:
            self._stop()
            self._tell(Trouble(STAND_IN, Refusal("outside.refusal.often", (), {"times": MOST_FAILURES})))

    def _stop(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.kill()


class _JsonAnswer(msgspec.Struct):
    """Answer as JSON, for programs that write nothing else."""

    action: str


def question(game: AnyGame, seats: int, view: Any, seat: Seat, turn: int, seconds: float) -> dict[str, Any]:
    """The question to a program: all that the seat may know, and nothing else."""
    return {
        "type": "decide",
        "game": game.info.key,
        "options": codec.plain(view.options),
        "seats": seats,
        "seat": int(seat),
        "turn": turn,
        "position": position.write(position.usual(game), seats, view),
        "view": codec.readable(view),
        "legal": [game.notation(action) for action in game.legal(view, seat)],
        "seconds": round(seconds, 3),
    }


def _wrote(code: str, line: str) -> Refused:
    return Refused(code, line=printable(line, MOST_SHOWN))


def _action(game: AnyGame, view: Any, seat: Seat, line: str) -> Any:
    """The action that an answer names. Raises `Refused`."""
    text = line.strip()
    if text.startswith("{"):
        try:
            text = msgspec.json.decode(text, type=_JsonAnswer).action
        except (msgspec.DecodeError, RecursionError):
            raise _wrote("outside.refusal.no_action", line) from None
    try:
        action = game.parse(text)
    except Refused as refused:
        raise WrongAnswer(line, refused.refusal) from None
    refusal = game.why_not(view, seat, action)
    if refusal is not None:
        raise WrongAnswer(line, refusal)
    return action
