"""Playthroughs of the last moves of each game, as OpenSpiel tells them.

    python -m tests.adapters.playthroughs

writes them anew, for a change of an encoding that is meant.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms import generate_playthrough

from core.environments import open_spiel
from tests.adapters.ways import WAYS, Way

FOLDER: Final = Path(__file__).parent.parent / "data" / "playthroughs"
MOVES: Final = 3
"""Moves of each, chance included, that are played through."""
SEED: Final = 1


def late_position(way: Way) -> str:
    """The position so many moves before the end of a random game, as a parameter."""
    rng = np.random.default_rng(SEED)
    state: Any = open_spiel_game(way).new_initial_state()
    texts = []
    while not state.is_terminal():
        texts.append(str(state))
        legal = state.legal_actions()
        state.apply_action(int(legal[rng.integers(len(legal))]))
    return open_spiel.quoted(texts[-MOVES])


def open_spiel_game(way: Way) -> Any:
    """A way to play as OpenSpiel's game."""
    return pyspiel.load_game(open_spiel.PREFIX + way.key, {"players": way.seats, **way.options})


def write_all() -> None:
    """Write the playthrough of the first way to play of each game."""
    FOLDER.mkdir(exist_ok=True)
    for way in {way.key: way for way in reversed(WAYS)}.values():
        game = f"{open_spiel.PREFIX}{way.key}(position={late_position(way)})"
        text = generate_playthrough.playthrough(game, None, seed=SEED)
        (FOLDER / f"{way.key}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_all()
