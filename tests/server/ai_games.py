"""One recorded game of AIs for each game: the same seed is the same game with every Python and package.

    python -m tests.server.ai_games

writes them anew, as is needed when the AIs themselves have changed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from core.protocol.messages import Level
from server.demo import play_out

FOLDER: Final = Path(__file__).parent.parent / "data" / "games-of-ais"
SEED: Final = 1
LEVELS: Final[dict[str, tuple[Level, ...]]] = {
    "down_under": ("normal", "easy"),
    "ghawar": ("hard", "normal"),
    "great_divide": ("hard", "normal"),
    "great_split": ("hard", "normal", "easy"),
    "sturt": ("normal", "easy"),
}
"""Players by game: levels that need no compiler and are done in seconds, ending by count, not by time."""


def recorded(key: str) -> Path:
    """File with the record of a game."""
    return FOLDER / f"{key}.tilewright"


def played(key: str) -> str:
    """Record of the same game, played now."""
    return next(play_out(key, {}, LEVELS[key], SEED, 1)).text


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in LEVELS:
        recorded(each).write_text(played(each), encoding="utf-8")
