"""Launch: what the window opens with, as the command line asks."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from client.session.table_policy import TablePolicy
from core import codec
from core.games import game as game_of
from core.protocol.messages import LEVELS, Level

Command = Literal[
    "title",
    "couch",
    "learn",
    "host",
    "join",
    "find",
    "serve",
    "demo",
    "replay",
    "rules",
    "challenge",
    "referee",
    "arena",
    "archive",
]


APP_ID: Final = "tilewright"
"""Name by which desktops know the program's windows, its menu entry and its icon."""
WINDOW_NAMES: Final = {
    "SDL_VIDEO_X11_WMCLASS": APP_ID,
    "SDL_VIDEO_WAYLAND_WMCLASS": APP_ID,
    "SDL_APP_NAME": "Tilewright",
}
"""Variables from which SDL takes the names of a window, and of who keeps the screen saver away."""


class Launch(msgspec.Struct, frozen=True):
    """Checked request of the command line for the window; `client.app.start.run` gets one.

    `game` is a key or "" where none was named; `options` are of the game's type, None for the usual ones;
    `seats` is 0 for the usual number; `position` is the `core.position.Position` to begin with, with its own
    options and seats, None for the usual start; `bots` hold the last seats (demo: all, one after the other):
    levels, or commands of programs that take at most `seconds` for a move, 0 for as many as usual.
    `host` is "" for none; `seat` the one to take in `join`, from 0 on (people count from 1); `record` a
    `core.record.Record` for `replay`, read from `file`. `policy` is the table policy, None for the usual
    one; `password` is for `join`. `go_on`: whether `host` goes on with an unfinished game; None: people are
    asked. `games` 0: without end. `day` is for `challenge`,
    `devices` for `host`: browsers are invited, and without a `name` all seats are theirs. `seed` None: drawn
    at random. `lang` "" and `size` None: as in the settings.
    """

    command: Command = "title"
    game: str = ""
    options: Any = None
    seats: int = 0
    position: Any = None
    bots: tuple[str, ...] = ()
    host: str = ""
    port: int = 0
    name: str = ""
    seat: int | None = None
    games: int = 0
    seconds: float = 0.0
    file: str = ""
    record: Any = None
    policy: TablePolicy | None = None
    password: str = ""
    go_on: bool | None = None
    day: date | None = None
    devices: bool = False
    seed: int | None = None
    lang: str = ""
    size: tuple[int, int] | None = None
    shots: Path | None = None
    headless: bool = False

    @property
    def plain_options(self) -> dict[str, Any]:
        """The options as plain data; the usual ones if none were given."""
        return {} if self.options is None else codec.shared_options(game_of(self.game), self.options)

    @property
    def levels(self) -> tuple[Level, ...]:
        """Those of `bots` that are AIs of this program."""
        return tuple(LEVELS[LEVELS.index(word)] for word in self.bots if word in LEVELS)
