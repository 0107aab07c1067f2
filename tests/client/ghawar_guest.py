"""Somebody at another machine who plays Ghawar and wants to load: `python -m tests.client.ghawar_guest ROLE`.

ROLE and what is printed at the end are those of `tests.client.great_split_guest`.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from typing import Any

from core import codec
from core.game import Seat
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import State
from tests.client.ghawar_wants import wants
from tests.client.great_split_guest import Player, main


def pick(view: State, seat: Seat) -> Any:
    """A decision that follows from the view alone, and from every bit of it."""
    digest = hashlib.sha256(codec.encode(codec.plain(view))).hexdigest()
    return wants(view, GHAWAR.legal(view, seat), random.Random(digest))


class Driver(Player):
    """Plays some seats over a session."""

    def picks(self, view: Any, seat: Seat) -> Any:
        return pick(view, seat)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), Driver)
