"""`python -m server` with the toy game on the shelf, for tests with processes of their own."""

from __future__ import annotations

import sys
from functools import partial

import core.games
from server import serve
from server.bots.pool import Workers
from tests.core import toy

core.games.GAMES = (*core.games.GAMES, toy.GAME)
serve.Workers = partial(Workers, module="tests.server.toy_thinker")

if __name__ == "__main__":
    sys.exit(serve.main(sys.argv[1:]))
