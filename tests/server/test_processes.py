"""`serve` as people run it, in a process of its own, and client processes that play on it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from assets.texts import LANGUAGES, Texts
from core import chance
from core.protocol import messages as m
from tests.server.helpers import Talker, planned

HOST = ("--host", "127.0.0.1", "--hidden")


@contextmanager
def _running(*command: str) -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-m", *command], stdout=pipe, stderr=pipe, encoding="utf-8")
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def _server(*args: str, module: str = "server") -> Iterator[tuple[subprocess.Popen[str], int]]:
    data = () if "--data" in args else ("--data", tempfile.mkdtemp(dir=os.environ["TILEWRIGHT_HOME"]))
    with _running(module, *HOST, "--port", "0", *data, *args) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"port (\d+)", line)
        assert found is not None, line
        yield process, int(found[1])


@contextmanager
def _player(port: int, **role: Any) -> Iterator[tuple[subprocess.Popen[str], int]]:
    with _running("tests.server.player", str(port), json.dumps(role)) as process:
        assert process.stdout is not None
        yield process, int(process.stdout.readline())


def _result(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    known: dict[str, Any] = json.loads(out)
    return known


@pytest.mark.long
def test_a_couch_plays_on_a_server_while_another_machine_watches() -> None:
    with _server(module="tests.server.toy_server") as (_, port), Talker.dial(port) as gate:
        gate.do(m.Open, game="sturt", options={}, plans=planned(("open", "open")))
        with _player(port, sit=[1, 0, 1]) as (couch, _), _player(port, watch=1) as (watcher, _):
            gate.until(
                m.Occupants, lambda people: people.spectators == 2 and people.holders[1].kind == "person"
            )
            gate.do(m.Start)
            played, watched = _result(couch), _result(watcher)
    assert played["yours"] == [0, 1]
    assert watched["yours"] == []
    assert {**played, "yours": 0} == {**watched, "yours": 0}
    assert played["outcome"]["winners"]


@pytest.mark.long
def test_a_seat_here_against_an_ai_in_a_worker_there() -> None:
    with _server(module="tests.server.toy_server") as (_, port):
        against_an_ai = _player(port, open=["sturt", "me", "random"])
        with against_an_ai as (player, _):
            known = _result(player)
    assert known["yours"] == [0]
    assert known["outcome"]["reason"].startswith("sturt.")


@pytest.mark.long
def test_two_client_processes_one_with_two_seats_and_one_ai_finish_a_game() -> None:
    with _server(module="tests.server.toy_server") as (_, port):
        host = _player(port, open=["toy", "me", "me", "open", "random"], start=3)
        with host as (ada, table), _player(port, sit=[table, 2]) as (bo, _):
            first, second = _result(ada), _result(bo)
    assert (first["yours"], second["yours"]) == ([0, 1], [2])
    assert first["view"] == second["view"]
    assert first["outcome"] == second["outcome"]
    assert len(bytes.fromhex(first["seed"])) == chance.SEED_BYTES


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal for another process")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_asked_to_stop_says_goodbye_and_ends_well(number: int) -> None:
    with _server() as (process, port), Talker.dial(port) as ada:
        ada.do(m.Open, game="sturt", options={}, plans=planned(("random", "random")), pause=0.0)
        ada.until(m.StepsMade)
        process.send_signal(number)
        assert ada.until(m.Bye).why.code == "net.bye.stopping"
        out, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert out.strip().splitlines()[-1] == Texts("en").translate("serve.stopped")
    assert "Traceback" not in err


def test_a_server_that_is_killed_leaves_no_traceback_of_its_ais() -> None:
    """The AI that thinks finds nobody to tell what it has thought."""
    with _server() as (process, port), Talker.dial(port) as ada:
        ada.do(m.Open, game="great_divide", options={}, plans=planned(("hard", "hard")), pause=0.0)
        ada.until(m.StepsMade)
        process.kill()
        _, err = process.communicate(timeout=60)  # it ends with the last of them
    assert "Traceback" not in err and "Error" not in err, err


def test_the_log_names_whoever_calls_and_is_no_guest() -> None:
    with _server() as (process, port):
        with socket.create_connection(("127.0.0.1", port)) as stranger:
            stranger.sendall(b"GET / HTTP/1.1\r\n\r\n")
            while stranger.recv(4096):
                pass
        process.terminate()
        _, err = process.communicate(timeout=30)
    assert "127.0.0.1, no guest: dismissed" in err
    assert "None" not in err


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_port_in_use_is_one_sentence_and_exit_code_2(language: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with _running("server", *HOST, "--port", str(port), "--lang", language) as process:
            _, err = process.communicate(timeout=30)
    assert process.returncode == 2
    assert err.strip() == Texts(language).translate("serve.refusal.port_in_use", port=port)


@pytest.mark.covering(most=2)
@pytest.mark.parametrize(
    ("args", "key"),
    [
        (["--host", "203.0.113.1"], "serve.refusal.cannot_listen"),
        (["--port", "70000"], "serve.refusal.value"),
        (["--max-tables", "0"], "serve.refusal.value"),
        (["--name", "x" * 10_000], "net.refusal.name_long"),
        (["--name", "a\x07b"], "net.refusal.name_unprintable"),
    ],
)
def test_what_serve_cannot_do_is_one_sentence(args: list[str], key: str) -> None:
    allowed = {"--port": "0–65535", "--max-tables": "1–1000"}.get(args[0], "")
    name = args[0].removeprefix("--").replace("-", "_")
    values = {"host": args[1], "port": 4807, "limit": m.NAME_LENGTH, "name": name, "value": args[1]}
    values["allowed"] = allowed
    with _running("server", "--hidden", *args) as process:
        _, err = process.communicate(timeout=30)
    assert process.returncode == 2
    assert err.strip() == Texts("en").translate(key, **values)
