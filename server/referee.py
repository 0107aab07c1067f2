"""Referee: the rules of a game behind stdin and stdout, as lines of text.

One JSON object goes out at the beginning and for every line that comes in:

    {"turn": 0, "to_act": [0], "legal": {"0": ["5@0,0", …]}, "chances": null, "outcome": null}

Lines in: `0 5@0,0` (a seat, then notation), `-1 tile W` (a given draw), `roll` (the referee draws), `view 1`
(`view -`: a spectator's), `state`, `position` (the state as text; `position 1`: a view), `undo`, `quit`;
`analyse 5000` ranks the actions of the first seat to act by so many iterations of a search in what it knows,
`analyse 5000 1` those of seat 1. Equal seeds, steps and lines have equal answers:

    {"seat": 0, "iterations": 5000, "solved": false, "actions": [{"action": "5@0,0", "win": 0.49, …}, …]}

A line that cannot be done is answered by `{"error": {"code": …, "text": …, "places": […]}}` and changes
nothing. This is a tool: everything can be taken back, draws too, and whoever asks may see everything. It may
begin with a view: then only the seat that sees so is told what is legal (see `server.partial_game`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import numpy as np

from assets.texts import Texts
from core import chance, codec, position
from core.bots import Budget
from core.game import CHANCE, AnyGame, Refusal, Refused, Seat
from core.match import Step
from core.refusal import printable
from server.bots import analyses
from server.partial_game import HIDDEN, with_views

if TYPE_CHECKING:
    from core.bots.analysis import Analyst

MAX_LINE: Final = 1000
"""Bytes of a line without its end; no notation comes near."""
MOST_ITERATIONS: Final = 1_000_000
"""Iterations of an analysis."""


class Quit(Exception):
    """Raised for the line `quit`."""


class Referee:
    """Game that goes step by step, chance included."""

    def __init__(self, game: AnyGame, options: Any, seats: int, seed: bytes, texts: Texts) -> None:
        """Raises `Refused` if the options do not go together."""
        self._game, self._begun = with_views(game, seats), game
        self._seats, self._seed, self._texts = seats, seed, texts
        self._steps: list[Step] = []
        self._states: list[Any] = [game.start(options, seats)]
        self._analyst: Analyst | None = None
        self._commands: dict[str, Callable[[str], dict[str, Any]]] = {
            "roll": self._roll,
            "view": self._view,
            "state": self._whole,
            "position": self._text,
            "analyse": self._analyse,
            "undo": self._undo,
            "quit": self._quit,
        }

    def answer(self, line: bytes) -> dict[str, Any]:
        """Answer to a line (without its end). Raises `Quit`."""
        try:
            return self._do(_text(line))
        except Refused as refused:
            return {"error": self._error(refused.refusal)}

    def position(self) -> dict[str, Any]:
        """Position of the game, with what may be done."""
        game, state = self._game, self._states[-1]
        to_act = game.to_act(state)
        outcome = game.outcome(state)
        at_chance = to_act == (CHANCE,)
        seats = () if at_chance else to_act
        told = {seat: [game.notation(a) for a in game.legal(state, seat)] for seat in seats}
        legal = {str(seat): actions for seat, actions in told.items() if actions}
        chances = {game.notation(a): float(p) for a, p in game.chances(state)}
        return {
            "turn": len(self._steps),
            "to_act": list(to_act),
            "legal": legal,
            "chances": chances if at_chance else None,
            "outcome": None if outcome is None else codec.readable(outcome),
        }

    def _do(self, line: str) -> dict[str, Any]:
        word, _, rest = line.partition(" ")
        if word in self._commands:
            return self._commands[word](rest)
        if re.fullmatch(r"-?[0-9]+", word, re.ASCII) is None:
            raise Refused("referee.refusal.command", word=printable(word), known=", ".join(self._commands))
        return self._act(self._seat(word, -1), rest)

    def _act(self, seat: Seat, text: str) -> dict[str, Any]:
        state = self._states[-1]
        to_act = self._game.to_act(state)
        if not to_act:
            raise Refused("match.refusal.over")
        action = self._game.parse(text)
        if to_act == (CHANCE,) or seat == CHANCE:
            self._check_chance(seat, action)
        elif seat not in to_act:
            raise Refused("match.refusal.not_your_turn")
        elif (refusal := self._game.why_not(state, seat, action)) is not None:
            raise Refused.of(refusal)
        return self._step(seat, action)

    def _check_chance(self, seat: Seat, action: Any) -> None:
        chances = self._chances()
        if seat != CHANCE:
            raise Refused("referee.refusal.chance_first")
        if all(action != possible for possible, _ in chances):
            raise Refused("referee.refusal.impossible")

    def _chances(self) -> Sequence[tuple[Any, Any]]:
        """Draws that chance may make now. Raises `Refused` if there are none, or they are not known."""
        state = self._states[-1]
        chances = self._game.chances(state)
        if not chances:
            at_chance = self._game.to_act(state) == (CHANCE,)
            raise Refused(HIDDEN if at_chance else "referee.refusal.no_chance")
        return chances

    def _step(self, seat: Seat, action: Any) -> dict[str, Any]:
        self._states.append(self._game.apply(self._states[-1], seat, action))
        self._steps.append(Step(seat, action))
        return self.position()

    def _roll(self, remainder: str) -> dict[str, Any]:
        _nothing(remainder)
        chances = self._chances()
        return self._step(CHANCE, chance.draw(self._seed, len(self._steps), chances))

    def _view(self, remainder: str) -> dict[str, Any]:
        viewer = None if remainder == "-" else self._seat(remainder, 0)
        return {"view": codec.readable(self._game.view(self._states[-1], viewer))}

    def _whole(self, remainder: str) -> dict[str, Any]:
        _nothing(remainder)
        return {"state": codec.readable(self._states[-1])}

    def _text(self, remainder: str) -> dict[str, Any]:
        state = self._states[-1]
        if remainder:
            viewer = None if remainder == "-" else self._seat(remainder, 0)
            state = self._game.view(state, viewer)
        return {"position": position.write(self._game, self._seats, state)}

    def _analyse(self, remainder: str) -> dict[str, Any]:
        count, more, word = remainder.partition(" ")
        iterations = _iterations(count)
        seat = self._deciding_seat(word if more else None)
        rng = np.random.default_rng([*self._seed, len(self._steps)])
        view = analyses.known_view(self._begun, self._states[-1], seat, rng)
        if self._analyst is None:
            self._analyst = analyses.analyst_of(self._begun)
        analysis = self._analyst.analyse(view, seat, rng, Budget(iterations))
        return analyses.plain(self._game, seat, analysis)

    def _deciding_seat(self, word: str | None) -> Seat:
        """A seat that is to act, the first if none is given."""
        to_act = self._game.to_act(self._states[-1])
        seat = None if word is None else self._seat(word, 0)
        if not to_act:
            raise Refused("match.refusal.over")
        if to_act == (CHANCE,):
            raise Refused("referee.refusal.chance_first")
        if seat is not None and seat not in to_act:
            raise Refused("match.refusal.not_your_turn")
        return to_act[0] if seat is None else seat

    def _undo(self, remainder: str) -> dict[str, Any]:
        _nothing(remainder)
        if not self._steps:
            raise Refused("match.refusal.nothing_to_undo")
        self._steps.pop()
        self._states.pop()
        return self.position()

    def _quit(self, remainder: str) -> dict[str, Any]:
        _nothing(remainder)
        raise Quit

    def _seat(self, word: str, least: int) -> Seat:
        found = re.fullmatch(r"-1|[0-9]{1,3}", word, re.ASCII)
        if found is None or not least <= int(word) < self._seats:
            raise Refused("match.refusal.no_such_seat", seat=printable(word), seats=self._seats)
        return Seat(int(word))

    def _error(self, refusal: Refusal) -> dict[str, Any]:
        text = self._texts.translate(refusal.code, **refusal.values)
        return {"code": refusal.code, "text": text, "places": [list(place) for place in refusal.places]}


def serve(referee: Referee, source: BinaryIO, sink: BinaryIO) -> int:
    """Answer line by line until `quit`, the end of input, or nobody reads any more; the exit code."""
    try:
        _put(sink, referee.position())
        while line := _line(source):
            _put(sink, referee.answer(line.removesuffix(b"\n").removesuffix(b"\r")))
    except (Quit, BrokenPipeError):
        return 0
    return 0


def _line(source: BinaryIO) -> bytes:
    """The next line with its end; of one that is too long only the beginning, the rest is skipped."""
    line = source.readline(MAX_LINE + 2)
    rest = line
    while rest and not rest.endswith(b"\n"):
        rest = source.readline(64 * 1024)
    return line


def _put(sink: BinaryIO, answer: dict[str, Any]) -> None:
    sink.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
    sink.flush()


def _text(line: bytes) -> str:
    if len(line) > MAX_LINE:
        raise Refused("referee.refusal.too_long", limit=MAX_LINE)
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("referee.refusal.not_utf8") from None


def _iterations(word: str) -> int:
    found = re.fullmatch(r"[0-9]{1,7}", word, re.ASCII)
    if found is None or not 1 <= int(word) <= MOST_ITERATIONS:
        raise Refused("referee.refusal.iterations", word=printable(word), most=MOST_ITERATIONS)
    return int(word)


def _nothing(remainder: str) -> None:
    if remainder:
        raise Refused("referee.refusal.too_much", word=printable(remainder))
