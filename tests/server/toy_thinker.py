"""A worker that knows the toy game."""

from __future__ import annotations

import core.games
from server.bots import worker
from tests.core import toy

core.games.GAMES = (*core.games.GAMES, toy.GAME)

if __name__ == "__main__":
    worker.main()
