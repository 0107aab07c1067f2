"""Screen for the LAN, open until it lists a server: `python -m tests.places.lan_screen SECONDS`.

Prints that it searches, then each server with all its addresses; the exit code is 1 if none came in time.
"""

from __future__ import annotations

import sys
import time

from client.screens.lan.screen import LanActions, LanScreen
from tests.client.screens_kit import stage


def main(seconds: float) -> int:
    """Look for so many seconds; the exit code."""
    with stage() as on:
        actions = LanActions(lambda game: None, lambda host, port: None, lambda: None)
        screen = LanScreen(None, actions)
        on.app.push(screen)
        until = time.monotonic() + seconds
        on.frames()
        print("searching", flush=True)
        while not screen.sightings and time.monotonic() < until:
            time.sleep(0.05)
            on.frames()
        for seen in screen.sightings:
            print(seen.found.name, *seen.found.hosts, flush=True)
        return 0 if screen.sightings else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
