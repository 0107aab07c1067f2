"""What tests of boards share: the place of a board, moments and steps of a game as a table hands them on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from assets.texts import Texts
from client.boards.contract import Frame
from client.session.events import GameEvent, PositionView, StepShown
from client.ui.geometry import Rect
from core.game import AnyGame, Seat
from core.protocol.messages import EVERYBODY

FIELD, SIDE = Rect(480, 120, 960, 880), Rect(1500, 120, 380, 880)

replace = msgspec.structs.replace
texts = lru_cache(Texts)


def viewers(state: Any) -> dict[int, Seat | None]:
    """Everybody and each seat, as the client numbers them; a game for two only does not count its seats."""
    return {EVERYBODY: None, **{seat: Seat(seat) for seat in range(getattr(state, "seats", 2))}}


def position(game: AnyGame, state: Any, turn: int = 0) -> PositionView:
    """A moment as everybody and each seat see it."""
    views = {number: game.view(state, viewer) for number, viewer in viewers(state).items()}
    return PositionView(views, turn, game.to_act(state), game.outcome(state))


def frame(
    game: AnyGame,
    state: Any,
    chooser: int | None = None,
    turn: int = 0,
    now: float = 0.0,
    language: str = "en",
) -> Frame:
    """What a board is shown of a state while `chooser` is asked: what that seat sees."""
    asked = None if chooser is None else Seat(chooser)
    viewer = EVERYBODY if chooser is None or not game.info.hidden else chooser
    return Frame(position(game, state, turn), viewer, asked, now, texts(language).translate)


def step_event(game: AnyGame, before: Any, seat: int, action: Any, after: Any) -> GameEvent:
    """A step as a client table hands it on."""
    seen = {
        number: game.seen(before, Seat(seat), action, viewer, after)
        for number, viewer in viewers(before).items()
    }
    return GameEvent(position(game, before), (StepShown(Seat(seat), seen),), position(game, after, 1))
