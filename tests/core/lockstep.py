"""A game played by its rules and by a second reading of them at once: after every step both say the same.

A game's own table says what there is to know in the words of both readings. Everybody's choices, what chance
may bring and who is to act are compared in all games alike.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from fractions import Fraction
from typing import Any, Self

from core.game import AnyGame, Outcome, Refused, Seat


class LockstepTable:
    """A game at which both readings sit.

    A subclass gives facts by their names (`engine_says`, `oracle_says`), and says how its oracle is asked
    where that is not the usual way.
    """

    def __init__(self, game: AnyGame, oracle: Any, state: Any, seats: int) -> None:
        self.game, self.oracle, self.state = game, oracle, state
        self.seats = range(seats)
        self.line: list[str] = []
        self.befores: list[Any] = []
        """The states before each step."""
        self.check()

    def after(self, text: str) -> Self:
        """A table where this is played next, while this one stays as it is."""
        table = type(self).__new__(type(self))
        table.__dict__.update(
            self.__dict__, oracle=deepcopy(self.oracle), line=[*self.line], befores=[*self.befores]
        )
        table.oracle.happened.clear()
        table.play(text)
        return table

    def play(self, text: str, seat: int | None = None) -> Self:
        """One step of a seat, or of the only one that is to act; afterwards both must agree."""
        acting = Seat(self.game.to_act(self.state)[0] if seat is None else seat)
        action = self.game.parse(text)
        assert self.game.notation(action) == text
        self.line.append(text if seat is None else f"{seat} {text}")
        self.befores.append(self.state)
        self.state = self.game.apply(self.state, acting, action)
        self.oracle_plays(acting, text)
        self.check()
        return self

    # --- what both say ----------------------------------------------------------------------------------

    def check(self) -> None:
        """Both readings say the same about who may do what, what may come, and how everything lies."""
        self.choices = [sorted(self.oracle_allows(seat)) for seat in self.seats]
        self.agree(
            {**self._engine_offers(), **self.engine_says()}, {**self._oracle_offers(), **self.oracle_says()}
        )
        outcome, over = self.game.outcome(self.state), not self.oracle.to_act()
        self.agree(
            {"result": outcome and self.result_of(outcome)}, {"result": self.result_by() if over else None}
        )

    def agree(self, engine: dict[str, Any], oracle: dict[str, Any]) -> None:
        """Every fact is the same; the message begins with those that are not."""
        assert engine.keys() == oracle.keys()
        apart = [fact for fact, ours in oracle.items() if engine[fact] != ours]
        assert not apart, ", ".join(
            [*apart[:-1], self.explain(apart[-1], engine[apart[-1]], oracle[apart[-1]])]
        )

    def _engine_offers(self) -> dict[str, Any]:
        game, state = self.game, self.state
        return {
            "to act": tuple(game.to_act(state)),
            "chances": {game.notation(action): Fraction(odds) for action, odds in game.chances(state)},
            **{
                f"legal for {seat}": sorted(map(game.notation, game.legal(state, Seat(seat))))
                for seat in self.seats
            },
        }

    def _oracle_offers(self) -> dict[str, Any]:
        return {
            "to act": tuple(self.oracle.to_act()),
            "chances": self.oracle_expects(),
            **{f"legal for {seat}": texts for seat, texts in enumerate(self.choices)},
        }

    def explain(self, fact: str, engine: Any, oracle: Any) -> str:
        """Where the readings part, and how the game has come there."""
        if fact.startswith("legal"):
            engine, oracle = Counter(engine) - Counter(oracle), Counter(oracle) - Counter(engine)
        board = str(getattr(self.oracle, "board", ""))
        options = str(getattr(self.state, "options", ""))
        return "\n".join([f"{fact}: engine {engine}, oracle {oracle}", options, board, str(self.line)])

    def ask(self, seat: int, text: str) -> None:
        """The engine refuses, with a reason, exactly what the oracle does not offer to this seat."""
        try:
            refusal = self.game.why_not(self.state, Seat(seat), self.game.parse(text))
        except Refused as malformed:
            refusal = malformed.refusal
        assert (refusal is None) == self.offered(seat, text), self.explain(f"{seat} {text}", refusal, "")

    @property
    def legal(self) -> list[str]:
        """What the only seat that is to act may do, by the oracle; nothing if it is nobody or chance."""
        acting = self.oracle.to_act()
        return self.choices[acting[0]] if acting and acting[0] >= 0 else []

    # --- what a game brings -----------------------------------------------------------------------------

    def engine_says(self) -> dict[str, Any]:
        """How everything lies by the engine, in the words of the oracle, where choices do not tell all."""
        return {}

    def oracle_says(self) -> dict[str, Any]:
        """The same by the oracle."""
        return {}

    def result_of(self, outcome: Outcome) -> Any:
        """How the game ended, by the engine."""
        raise NotImplementedError

    def result_by(self) -> Any:
        """The same by the oracle."""
        raise NotImplementedError

    def oracle_allows(self, seat: int) -> Any:
        """What a seat may do by the oracle, written down."""
        return self.oracle.legal(seat)

    def oracle_plays(self, seat: int, text: str) -> None:
        """The oracle does a step, too."""
        self.oracle.play(seat, text)

    def oracle_expects(self) -> dict[str, Fraction]:
        """What chance may bring by the oracle, and how likely it is."""
        expected: dict[str, Fraction] = self.oracle.chances()
        return expected

    def offered(self, seat: int, text: str) -> bool:
        """Whether the oracle lets a seat do this now."""
        return text in self.choices[seat]
