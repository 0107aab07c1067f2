"""Seven seats of The Great Split from three processes, on a server in a fourth, with cut connections."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import ExitStack
from typing import Any

from core.games.great_split.state import SEALED_STAGES

SEATS = ("0,1,2", "3,4", "5,6")


def started(stack: ExitStack, *command: str) -> subprocess.Popen[str]:
    """A process that does not outlive the test."""
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-m", *command], stdout=pipe, stderr=pipe, encoding="utf-8")
    stack.callback(process.communicate)
    stack.callback(process.kill)
    return process


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def played(stages: tuple[str, ...]) -> list[dict[str, Any]]:
    """What each client knows at the end of a game in which it was cut off in each of these stages."""
    with ExitStack() as stack:
        server = started(
            stack, "tests.server.seeded_server", "--host", "127.0.0.1", "--hidden", "--port", "0"
        )
        found = re.search(r"port (\d+)", first_line(server))
        assert found is not None
        clients = []
        for seats in SEATS:
            client = started(stack, "tests.server.cut_player", found[1], seats, ",".join(stages))
            assert first_line(client) == "seated\n"
            clients.append(client)
        return [_known(client) for client in clients]


def _known(client: subprocess.Popen[str]) -> dict[str, Any]:
    out, err = client.communicate(timeout=180)
    assert client.returncode == 0, err
    known: dict[str, Any] = json.loads(out)
    return known


def test_a_game_cut_in_every_phase_ends_like_its_uncut_twin() -> None:
    uncut, cut = played(()), played(SEALED_STAGES)
    assert [known.pop("cuts") for known in uncut] == [0] * len(SEATS)
    assert [known.pop("cuts") for known in cut] == [len(SEALED_STAGES)] * len(SEATS)
    assert uncut == cut
    assert all(known == cut[0] for known in cut) and cut[0]["outcome"]["winners"]
