"""Matches to try things on, and short words for what is done with them."""

from __future__ import annotations

from typing import Any

import pytest

from core import chance
from core.game import Refused, Seat
from core.games import game as game_of
from core.match import Match
from tests.core import toy

SEED = chance.seed_from(1)
FIRST, SECOND = Seat(0), Seat(1)


def sturt() -> Match:
    game = game_of("sturt")
    return Match(game, game.info.options(), 2, SEED)


def toys(seats: int = 2, rounds: int = 2, face_up: bool = False) -> Match:
    return Match(toy.GAME, toy.ToyOptions(rounds=rounds, face_up=face_up), seats, SEED)


def legal(match: Match, seat: Seat) -> Any:
    return match.game.legal(match.tip(seat), seat)


def choose(match: Match, seat: Seat, index: int = 0) -> None:
    match.submit(seat, legal(match, seat)[index], match.turn, match.ply(seat))


def refusal(code: str) -> Any:
    return pytest.raises(Refused, match=f"^{code}")
