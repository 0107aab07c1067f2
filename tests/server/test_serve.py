"""What a host chooses, checks and asks: from the command line to the sentence or the exit code."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import re
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from assets.texts import LANGUAGES, Texts
from core.game import Refused
from core.protocol import messages as m
from server import configuration, logs, status
from server.bots.pool import DirectThinker
from server.configuration import Configuration
from server.serve import main
from server.storage.database import DATABASE_FILE, Database
from server.storage.guard import LOCK_FILE
from server.storage.schema import SCHEMA_VERSION
from server.tables.lobby import Lobby
from tests.server.helpers import Ear


def _chosen(*words: str) -> Configuration:
    parser = argparse.ArgumentParser()
    configuration.add_arguments(parser, Texts("en"))
    return configuration.read_configuration(parser.parse_args(words))


def _file(folder: Path, text: str) -> str:
    file = folder / "club.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_without_a_word_everything_is_as_usual() -> None:
    assert _chosen() == Configuration()


def test_options_win_over_the_file_and_the_file_over_what_is_usual(tmp_path: Path) -> None:
    file = _file(tmp_path, 'name = "Club"\nport = 5000\nhidden = true\nkeep_days = 2.5\n')
    assert _chosen("--config", file, "--port", "6000") == Configuration(
        name="Club", port=6000, hidden=True, keep_days=2.5
    )


def test_what_is_chosen_becomes_the_limits_of_the_server() -> None:
    words = [
        "--max-tables",
        "7",
        "--max-guests",
        "8",
        "--max-per-address",
        "9",
        "--keep-days",
        "2",
        "--grace-minutes",
        "3",
    ]
    limits = _chosen(*words).limits()
    assert (limits.tables, limits.connections, limits.per_address) == (7, 8, 9)
    assert (limits.keep, limits.grace) == (172_800, 180)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("tables = 5", "serve.refusal.unknown"),
        ("port = 65536", "serve.refusal.value"),
        ("port = '4807x'", "serve.refusal.value"),
        ("port = true", "serve.refusal.value"),
        ("max_tables = 0", "serve.refusal.value"),
        ("keep_days = -1", "serve.refusal.value"),
        ("hidden = 'perhaps'", "serve.refusal.value"),
        ("name = 5", "serve.refusal.value"),
        ("name = ''", "net.refusal.name_empty"),
        ("name = 'a\\u0007'\nx", "serve.refusal.not_toml"),
        ("\x00", "serve.refusal.not_toml"),
        ("[a]\nb = [", "serve.refusal.not_toml"),
    ],
)
def test_a_configuration_that_makes_no_sense_is_refused(tmp_path: Path, text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        _chosen("--config", _file(tmp_path, text))
    assert refused.value.refusal.code == code
    for language in LANGUAGES:
        Texts(language).translate(code, **refused.value.refusal.values)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(Refused, match="not_utf8"):
        _chosen("--config", str(tmp_path / "club.toml"))


def test_what_a_check_prints_is_a_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", "--data", str(tmp_path), "--port", "0", "--name", 'A "b"', "--hidden"]) == 0
    *told, _ = capsys.readouterr().out.splitlines()
    read = _chosen("--config", _file(tmp_path, "\n".join(told)))
    assert read == Configuration(name='A "b"', port=0, data=str(tmp_path), hidden=True)


@pytest.mark.parametrize("words", [["--json"], ["--metrics"], ["--status", "--json", "--metrics"]])
def test_a_form_is_for_the_status_only_and_is_one(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.strip() == Texts("en").translate("serve.refusal.json")


def test_what_is_for_before_a_start_and_what_is_for_later_do_not_go_together(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--check", "--status"]) == 2
    assert capsys.readouterr().err.strip() == Texts("en").translate("serve.refusal.one_of_two")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="unreadable"):
        _chosen("--config", str(tmp_path / "none.toml"))


# --- looking ----------------------------------------------------------------------------------------


def _with_a_table(folder: Path) -> None:
    """A server was here and has left a game in progress."""

    async def play() -> None:
        lobby = Lobby("Club", Database.open(folder), DirectThinker())
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        await ada.act(0)
        await lobby.close()

    asyncio.run(play())


def _spoil(folder: Path, sql: str) -> None:
    with sqlite3.connect(folder / DATABASE_FILE) as connection:
        connection.execute(sql)
    connection.close()


def test_where_no_server_runs_the_tables_that_wait_are_counted(tmp_path: Path) -> None:
    assert status.find(tmp_path) == status.FolderStatus(running=False)
    _with_a_table(tmp_path)
    assert status.find(tmp_path) == status.FolderStatus(running=False, kept=1)
    _spoil(tmp_path, "UPDATE lines SET body = x'00' WHERE number = 2")
    found = status.find(tmp_path)
    assert (found.kept, [*found.aside]) == (0, [1])


def test_a_server_that_runs_says_how_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _with_a_table(tmp_path)

    async def look() -> None:
        lobby = Lobby("Club", Database.open(tmp_path), DirectThinker())
        lobby.recover()
        ada = Ear(lobby)
        await ada.do(m.Watch, table=1)
        status.write(tmp_path, status.server_status(lobby, started=time.time()))
        assert main(["--status", "--data", str(tmp_path)]) == 0
        now = status.server_status(lobby, 0.0)
        stale = msgspec.structs.replace(now, at=time.time() + 60, uptime=now.uptime - 60)
        status.write(tmp_path, stale)
        assert main(["--status", "--data", str(tmp_path), "--json"]) == 1
        await lobby.close()

    asyncio.run(look())
    *told, as_json = capsys.readouterr().out.splitlines()
    assert "Sturt's Stony Desert" in told[-1]
    assert "“Ada”" in told[-1]
    assert "watching 1" in told[-1]
    data = json.loads(as_json)
    assert (data["running"], data["late"]) == (True, True)
    assert data["found"]["status"]["tables"][0]["away"] == 2


@contextlib.contextmanager
def _running(folder: Path) -> Iterator[status.Status]:
    """A server uses a folder and has just said how it is."""
    database = Database.open(folder)
    try:
        now = status.server_status(Lobby("Club", database, DirectThinker()), time.time())
        status.write(folder, now)
        yield now
    finally:
        database.close_now()


def _asked(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Exit code of `--status`, and all that was said."""
    code = main(["--status", "--data", str(folder), *words])
    return code, "".join(capsys.readouterr())


@pytest.mark.skipif(not status.boot_id(), reason="only Linux has a boot id")
@pytest.mark.parametrize("clock", [-3600.0, 0.0, 10 * 365 * 86_400.0])
def test_a_clock_that_was_set_neither_heals_nor_harms(
    clock: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with _running(tmp_path) as now:
        moved = msgspec.structs.replace(now, at=now.at + clock)
        status.write(tmp_path, moved)
        assert _asked(tmp_path, capsys)[0] == 0
        status.write(tmp_path, msgspec.structs.replace(moved, uptime=now.uptime - 11))
        code, said = _asked(tmp_path, capsys)
        assert code == 1 and Texts("en").translate("serve.late", seconds=11) in said


@pytest.mark.parametrize(
    "changed",
    [
        {"boot": ""},  # a system without one
        {"boot": "another run"},
        {"uptime": 1e12},  # a clock that is ahead of ours is not ours
    ],
)
def test_where_the_age_is_not_known_the_lock_decides_and_it_is_said(
    changed: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unknown = Texts("en").translate("serve.age_unknown")
    with _running(tmp_path) as now:
        status.write(tmp_path, msgspec.structs.replace(now, at=0.0, **changed))
        code, said = _asked(tmp_path, capsys)
        assert code == 0 and unknown in said
        code, said = _asked(tmp_path, capsys, "--json")
        assert (code, json.loads(said)["found"]["age"], json.loads(said)["late"]) == (0, None, False)
    code, said = _asked(tmp_path, capsys)
    assert code == 1 and Texts("en").translate("serve.not_running", folder=tmp_path, tables=0) in said


def test_a_status_of_version_0_2_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with _running(tmp_path) as now:
        fields = msgspec.to_builtins(now)
        del fields["boot"], fields["uptime"]
        (tmp_path / status.STATUS_FILE).write_text(json.dumps(fields | {"at": 4e9}))
        code, said = _asked(tmp_path, capsys)
        assert code == 0 and Texts("en").translate("serve.age_unknown") in said


def _with(**changed: object) -> Callable[[bytes], bytes]:
    return lambda file: json.dumps(json.loads(file) | changed).encode()


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"\xff",
        lambda file: file.replace(b"Club", b"\xff"),
        lambda file: file[:-1],
        lambda _: b"",
        lambda _: b"[" * 100_000,
        lambda _: b"null",
        _with(started=1e300),
        _with(at=-1),
        _with(port="4807"),
        _with(tables=[{}]),
    ],
)
def test_a_damaged_status_is_a_sentence(
    damage: Callable[[bytes], bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / status.STATUS_FILE
    with _running(tmp_path):
        file.write_bytes(damage(file.read_bytes()))
        code, said = _asked(tmp_path, capsys)
        assert code == 1 and said.startswith(
            f"A server is running on {tmp_path}, but its status cannot be read:"
        )
        assert len(said.splitlines()) == 1
        code, said = _asked(tmp_path, capsys, "--json")
        assert code == 1 and json.loads(said)["found"]["unreadable"]
        code, said = _asked(tmp_path, capsys, "--metrics")
        assert code == 1 and _metrics(said)["tilewright_up"] == 0


def test_a_status_that_is_a_folder_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with _running(tmp_path):
        (tmp_path / status.STATUS_FILE).unlink()
        (tmp_path / status.STATUS_FILE).mkdir()
        code, said = _asked(tmp_path, capsys)
    assert code == 1 and "Is a directory" in said


def test_games_and_phases_of_a_newer_server_are_shown_by_their_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = status.TableStatus(1, "Club", "sixth_game", "adjourned", 3, 1, 0, 1, 0)
    with _running(tmp_path) as now:
        status.write(tmp_path, msgspec.structs.replace(now, tables=(table,)))
        code, said = _asked(tmp_path, capsys)
    assert code == 0 and "sixth_game" in said and "adjourned" in said


def test_a_server_starts_while_others_look(tmp_path: Path) -> None:
    """Before, a look held the lock while it restored every table, and what began then was refused."""
    _with_a_table(tmp_path)
    words = [sys.executable, "-m", "server", "--status", "--data", str(tmp_path), "--json"]
    ended = threading.Event()

    def look() -> None:
        while not ended.is_set():
            status.find(tmp_path)

    looks = [threading.Thread(target=look) for _ in range(3)]
    for each in looks:
        each.start()
    try:
        for _ in range(20):
            Database.open(tmp_path).close_now()
    finally:
        ended.set()
        for each in looks:
            each.join()
    first, second = (subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(2))
    told = [json.loads(each.communicate()[0])["running"] for each in (first, second)]
    assert told == [False, False], "who looks takes nobody else who looks for a server"


def test_who_looks_changes_nothing(tmp_path: Path) -> None:
    _with_a_table(tmp_path)
    (tmp_path / LOCK_FILE).unlink()
    before = {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in tmp_path.iterdir()}
    assert status.find(tmp_path).kept == 1
    assert {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in tmp_path.iterdir()} == before


def test_who_looks_at_a_lock_with_bytes_that_are_no_text_gets_a_sentence(tmp_path: Path) -> None:
    """SQLite's message quotes them, and Python's module cannot read that."""
    _with_a_table(tmp_path)
    lock = tmp_path / LOCK_FILE
    with contextlib.closing(sqlite3.connect(lock)) as connection:
        connection.execute("CREATE TABLE a_table (value)")
    lock.write_bytes(lock.read_bytes().replace(b"a_tablea_table", b"a_\xff\xfelea_\xffable"))
    with pytest.raises(Refused) as caught:
        status.find(tmp_path)
    assert caught.value.refusal.code == "net.refusal.data_file"
    assert caught.value.refusal.values["file"] == str(lock)


def test_metrics_are_lines_that_any_collector_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each metric has its type first, each value its labels once, and names with quotes break nothing."""
    _with_a_table(tmp_path)
    assert main(["--status", "--data", str(tmp_path), "--metrics"]) == 1
    assert _metrics(capsys.readouterr().out) == {
        "tilewright_up": 0,
        "tilewright_tables_waiting": 1,
        "tilewright_archive_damaged_games": 0,
    }

    async def look() -> None:
        lobby = Lobby('The "C\\lub"', Database.open(tmp_path), DirectThinker())
        lobby.recover()
        await Ear(lobby).do(m.Watch, table=1)
        status.write(tmp_path, status.server_status(lobby, started=5.0))
        assert main(["--status", "--data", str(tmp_path), "--metrics"]) == 0
        await lobby.close()

    asyncio.run(look())
    told = _metrics(capsys.readouterr().out)
    assert told['tilewright_tables{game="sturt",phase="playing"}'] == 1
    assert told['tilewright_seats{holder="away"}'] == 2
    assert (told["tilewright_up"], told["tilewright_commands_total"], told["tilewright_guests"]) == (1, 1, 1)
    assert any(r'name="The \"C\\lub\""' in name for name in told)


def _metrics(text: str) -> dict[str, float]:
    """The values of an exposition by name and labels."""
    types, values = set(), dict[str, float]()
    for line in text.splitlines():
        if found := re.fullmatch(r"# TYPE ([a-z_]+) (gauge|counter)", line):
            types.add(found[1])
            continue
        sample = re.fullmatch(r'(([a-z_]+)(?:\{(?:[a-z]+="(?:[^"\\]|\\.)*",?)+\})?) ([0-9.e+]+)', line)
        assert sample is not None and sample[2] in types and sample[1] not in values, line
        values[sample[1]] = float(sample[3])
    return values


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_check_tells_what_is_wrong_and_is_content_with_what_is_not(
    tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    say = Texts(language).translate
    words = ["--check", "--data", str(tmp_path), "--port", "0", "--lang", language]
    assert main(words) == 0
    assert say("serve.check_passed") in capsys.readouterr().out
    _with_a_table(tmp_path)
    _spoil(tmp_path, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main([*words, "--host", "127.0.0.1", "--port", str(port)]) == 1
    out = capsys.readouterr().out
    assert say("net.refusal.data_newer", theirs=SCHEMA_VERSION + 1, ours=SCHEMA_VERSION) in out
    assert say("serve.refusal.port_in_use", port=port) in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_host_is_told_of_finished_games_that_are_damaged(
    tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _with_a_table(tmp_path)
    _spoil(tmp_path, "INSERT INTO archive_kept VALUES (3)")
    sentence = Texts(language).translate("serve.damaged", numbers="3")
    words = ["--data", str(tmp_path), "--port", "0", "--lang", language]
    for question in ("--check", "--status"):
        assert main([question, *words]) == 1
        assert sentence in capsys.readouterr().out


def _lost(folder: Path) -> str:
    (folder / DATABASE_FILE).unlink()
    return Texts("en").translate("net.refusal.data_behind", file=folder / DATABASE_FILE, missing=2)


def _not_ours(folder: Path) -> str:
    (folder / DATABASE_FILE).unlink()
    (folder / DATABASE_FILE).mkdir()
    return Texts("en").translate("net.refusal.data_file", file=folder / DATABASE_FILE, why="Is a directory")


def _no_log(folder: Path) -> str:
    (folder / logs.LOG_FILE).mkdir()
    return Texts("en").translate("net.refusal.data_file", file=folder / logs.LOG_FILE, why="Is a directory")


def _no_lock(folder: Path) -> str:
    for file in folder.iterdir():
        file.unlink()
    (folder / LOCK_FILE).mkdir()
    return Texts("en").translate("net.refusal.data_file", file=folder / LOCK_FILE, why="Is a directory")


@pytest.mark.parametrize("spoil", [_lost, _not_ours, _no_log, _no_lock])
def test_a_check_finds_what_a_start_refuses(
    tmp_path: Path, spoil: Callable[[Path], str], capsys: pytest.CaptureFixture[str]
) -> None:
    _with_a_table(tmp_path)
    why = spoil(tmp_path)
    words = ["--data", str(tmp_path), "--port", "0"]
    assert main(["--check", *words]) == 1
    assert capsys.readouterr().out.splitlines()[-2:] == [why, Texts("en").translate("serve.check_failed")]
    assert main(words) == 2
    assert capsys.readouterr().err.strip() == why


def test_a_status_finds_that_the_data_is_lost_and_makes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--status", "--data", str(tmp_path)]
    assert main(words) == 1
    assert not list(tmp_path.iterdir())
    capsys.readouterr()
    _with_a_table(tmp_path)
    why = _lost(tmp_path)
    assert main(words) == 2
    assert capsys.readouterr().err.strip() == why
    assert not (tmp_path / DATABASE_FILE).exists()


@pytest.mark.parametrize("asked", ["--check", "--status"])
def test_whoever_looks_is_told_of_damage_once(tmp_path: Path, asked: str) -> None:
    """In a program of its own: here others listen to the log."""
    _with_a_table(tmp_path)
    _spoil(tmp_path, "UPDATE lines SET body = x'00' WHERE number = 2")
    words = [sys.executable, "-m", "server", asked, "--data", str(tmp_path), "--port", "0"]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert told.stderr == ""
    assert told.stdout.count("line 2 is not what it was") == 1


def test_what_is_known_before_there_is_a_log_is_in_it(tmp_path: Path) -> None:
    ours = logging.getLogger("tilewright")
    before = list(ours.handlers)
    try:
        with logs.hold_log():
            logging.getLogger("tilewright.store").warning("first")
            logs.write(tmp_path, quiet=True)
        ours.info("second")
        told = (tmp_path / logs.LOG_FILE).read_text("utf-8").splitlines()
        assert [line.split()[-1] for line in told] == ["first", "second"]
    finally:
        ours.setLevel(logging.NOTSET)
        for handler in [handler for handler in ours.handlers if handler not in before]:
            ours.removeHandler(handler)
            handler.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_only_the_owner_can_read_the_data(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    _with_a_table(folder)
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / DATABASE_FILE).stat().st_mode & 0o077 == 0
