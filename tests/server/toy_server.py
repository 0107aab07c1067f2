"""`python -m server` with the toy game on the shelf, for tests with processes of their own."""

from __future__ import annotations

import sys
from functools import partial

import core.games
from server import serve
from server.bots.pool import WorkerPool
from tests.core import toy

core.games.GAMES = (*core.games.GAMES, toy.GAME)
serve.WorkerPool = partial(WorkerPool, module="tests.server.toy_thinker")

if __name__ == "__main__":
    sys.exit(serve.main(sys.argv[1:]))
