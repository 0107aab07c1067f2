"""The shelf: every game there is, in the order in which it stands there."""

from __future__ import annotations

from typing import Final

from core import codec
from core.game import AnyGame, Refused
from core.games.down_under.rules import DOWN_UNDER
from core.games.ghawar.rules import GHAWAR
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_split.rules import GREAT_SPLIT
from core.games.sturt.rules import STURT

GAMES: Final[tuple[AnyGame, ...]] = (GREAT_DIVIDE, STURT, GREAT_SPLIT, GHAWAR, DOWN_UNDER)
for _game in GAMES:
    codec.prepare_types(_game.info.state, _game.info.action, _game.info.options)


def game(key: str) -> AnyGame:
    """The game whose `info.key` is `key`. Raises `Refused("match.refusal.unknown_game")`."""
    for candidate in GAMES:
        if candidate.info.key == key:
            return candidate
    raise Refused("match.refusal.unknown_game", game=key[:40], known=", ".join(g.info.key for g in GAMES))
