"""From the command line to the window: opens it, puts the first screen on, runs until somebody quits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from client import saves
from client.app import App
from client.program import Program
from client.settings import Settings, load

if TYPE_CHECKING:
    from client.cli import Launch


def run(launch: Launch) -> int:
    """Run a command that needs a window; the exit code. Raises `NoDisplay` and `Refused`."""
    app = App(
        _settings(launch),
        size=launch.size,
        headless=launch.headless,
        seed=launch.seed or 0,
        shots=Path(launch.shots) if launch.shots else None,
    )
    program = Program(app, launch.seed)
    try:
        _first_screen(program, launch)
        app.run()
    finally:
        program.close()
    return 0


def _settings(launch: Launch) -> Settings | None:
    """None: the kept settings. A language given for this start alone is not kept."""
    if not launch.lang:
        return None
    return msgspec.structs.replace(load()[0], language=launch.lang)


def _first_screen(program: Program, launch: Launch) -> None:
    program.title()
    match launch.command:
        case "couch":
            program.setup(launch.game, lan=False)
        case "host":
            program.setup(launch.game, lan=True)
        case "demo":
            program.demo(launch.game)
        case "rules":
            program.rules(launch.game)
        case "replay":
            program.replay(saves.read(Path(launch.file)))
        case "join":
            if launch.host:
                program.call(launch.host, launch.port)
            else:
                program.lan()
