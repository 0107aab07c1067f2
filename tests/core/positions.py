"""A position of any game for tests: what may be done in it, why not, and where it leads."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from core import position
from core.game import CHANCE, AnyGame, Outcome, Place, Refusal, Seat

P = TypeVar("P", bound="Position")


class Position(msgspec.Struct, frozen=True):
    """A game and where it has got to. Where no seat is named it is the one that is to act."""

    game: AnyGame
    state: Any

    @property
    def actor(self) -> Seat | None:
        """Who is to act (of several the first), `CHANCE` for bag, deck or dice; None if the game is over."""
        return next(iter(self.game.to_act(self.state)), None)

    def actions(self, seat: int | None = None) -> Sequence[Any]:
        """Everything that can be done or happen now, as actions."""
        if self.actor == CHANCE:
            return [action for action, _ in self.game.chances(self.state)]
        return self.game.legal(self.state, self._seat(seat))

    def offers(self, word: str = "", seat: int | None = None) -> set[str]:
        """The same as notation, as far as it has this word in it."""
        texts = [self.game.notation(action) for action in self.actions(seat)]
        assert len(set(texts)) == len(texts), "something is listed twice"
        return {text for text in texts if word in text}

    def odds(self) -> dict[str, Fraction | float]:
        """What may come of a draw, and how probably."""
        return {self.game.notation(action): chance for action, chance in self.game.chances(self.state)}

    def why_not(self, text: str, seat: int | None = None) -> Refusal | None:
        """Why an action cannot be done; `legal` and `why_not` have to agree."""
        action, actor = self.game.parse(text), self._seat(seat)
        listed = action in self.game.legal(self.state, actor)
        refusal = self.game.why_not(self.state, actor, action)
        assert listed == (refusal is None), f"{text}: legal says {listed}, why_not {refusal}"
        return refusal

    def allows(self, text: str, seat: int | None = None) -> bool:
        """Whether an action can be done."""
        return self.why_not(text, seat) is None

    def refuses(self, text: str, seat: int | None = None) -> tuple[str, tuple[Place, ...]]:
        """Why an action cannot be done: the last part of its code, and the places to blame."""
        refusal = self.why_not(text, seat)
        assert refusal is not None, f"{text} is allowed"
        return refusal.code.removeprefix(f"{self.game.info.key}.refusal."), refusal.places

    def play(self: P, *texts: str, seat: int | None = None) -> P:
        """The position after these steps, or draws; each must be possible."""
        s = self
        for text in texts:
            action = s.game.parse(text)
            assert action in s.actions(seat), f"{text} is not among {sorted(s.offers(seat=seat))}"
            assert s.actor == CHANCE or s.allows(text, seat)
            acting = CHANCE if s.actor == CHANCE else s._seat(seat)
            s = msgspec.structs.replace(s, state=s.game.apply(s.state, acting, action))
        return s

    def changed(self: P, **facts: object) -> P:
        """The same position with something else in its state."""
        return msgspec.structs.replace(self, state=msgspec.structs.replace(self.state, **facts))

    def outcome(self) -> Outcome:
        """How it ended."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None and self.actor is None
        return outcome

    def text(self, seats: int = 2) -> str:
        """The position as text."""
        return position.write(self.game, seats, self.state)

    def _seat(self, seat: int | None) -> Seat:
        if seat is not None:
            return Seat(seat)
        assert self.actor is not None and self.actor != CHANCE, "nobody is to act"
        return self.actor


def refusal_of(text: str, game: AnyGame) -> tuple[str, int | str, int | str]:
    """Why a text is no position of this game: the code, the line and the column."""
    try:
        position.read(text, game)
    except position.Refused as refused:
        values = refused.refusal.values
        return refused.refusal.code, values.get("line", 0), values.get("column", 0)
    raise AssertionError("the text is a position")
