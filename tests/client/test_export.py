"""`tilewright export`: games of an archive and of a tournament as tables of data."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from client.app.command_line import main
from core import record
from server import export
from server.storage import archive
from server.tournament.contract import PlayedGame, Tournament
from server.tournament.results import ResultFile
from tests.client.screens_kit import recorded
from tests.server.archive_kit import finished, folder_of

PLAYED = recorded(3, ("Ada", "みどり"))
TEXT = record.write(PLAYED.game, PLAYED.header, PLAYED.steps)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")


@pytest.fixture
def couch(home: Path) -> Path:
    """An archive of three games, the second of them damaged."""
    folder = home / "couch"
    folder.mkdir()
    game = finished("Ada", "みどり", text=TEXT, winners=(1,), scores=(3, 7.5), title="Attic")
    with contextlib.closing(folder_of(folder, game, game, game)) as connection:
        connection.execute("UPDATE archive_records SET record = x'00' WHERE number = 2")
    return folder


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / f"{table}.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.usefixtures("couch")
def test_an_archive_as_json_lines_without_its_damaged_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "ROWS_PER_BATCH", 7)
    monkeypatch.setattr(archive, "NUMBERS_AT_A_TIME", 2)
    out = tmp_path / "data" / "new"
    assert main(("export", str(out))) == 1
    told = capsys.readouterr()
    steps = len(PLAYED.steps)
    assert told.out == f"2 games, {2 * steps} steps: games.jsonl, seats.jsonl, steps.jsonl\n"
    assert told.err == "Game 2 is damaged and left out.\n"
    assert sorted(file.name for file in out.iterdir()) == ["games.jsonl", "seats.jsonl", "steps.jsonl"]
    games = rows(out, "games")
    assert [game["number"] for game in games] == [1, 3]
    assert (games[0]["game"], games[0]["title"], games[0]["winners"]) == ("sturt", "Attic", [1])
    assert (games[0]["decisions"], games[0]["draws"], games[0]["options"]["first"]) == (steps, 0, 0)
    assert [(seat["seat"], seat["name"], seat["won"], seat["score"]) for seat in rows(out, "seats")[:2]] == [
        (0, "Ada", False, 3.0),
        (1, "みどり", True, 7.5),
    ]
    notation = PLAYED.game.notation
    told_steps = [(step["seat"], step["action"]) for step in rows(out, "steps") if step["number"] == 3]
    assert told_steps == [(step.seat, notation(step.action)) for step in PLAYED.steps]
    assert all([*row] == [*export.COLUMNS[table]] for table in export.COLUMNS for row in rows(out, table))


@pytest.mark.usefixtures("couch")
def test_parquet_has_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    main(("export", str(tmp_path / "a")))
    main(("export", str(tmp_path / "b"), "--format", "parquet"))
    for table in export.COLUMNS:
        read = parquet.read_table(tmp_path / "b" / f"{table}.parquet").to_pylist()
        if table == "games":
            read = [row | {"options": json.loads(row["options"])} for row in read]
        assert read == rows(tmp_path / "a", table)


def test_a_tournament_once_each_and_without_its_damaged_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "cup.jsonl", tmp_path / "data"
    tournament = Tournament("sturt", "0.1", "0.2", {}, 2, ("easy", "python3 bot.py"), "round-robin", 4, 1, 7)
    game = PlayedGame(0, (1, 0), (0,), (1.0, 0.0), 9, ((1.0, 2.0), (3.0, 4.0)), (2, 0), TEXT)
    with ResultFile(file, tournament) as results:
        results.add(game)
    with file.open("ab") as opened:
        again = msgspec.json.encode(game)
        opened.write(
            again + b"\nrubbish\n" + again.replace(b'"number":0', b'"number":1') + b"\n" + again[:50]
        )
    assert main(("export", str(out), "--results", str(file))) == 1
    assert capsys.readouterr().err == "Line 4 is damaged and left out.\n"
    assert [row["number"] for row in rows(out, "games")] == [0, 1]
    first = rows(out, "seats")[0]
    assert (first["name"], first["entrant"], first["faults"], first["max_ms"]) == (
        "python3 bot.py",
        1,
        2,
        2.0,
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Export to where?"),
        (("{out}", "--format", "csv"), "There is no format “csv”"),
        (("{out}", "--results", "x", "--server"), "--results names a file"),
        (("{out}", "--results", "nonsuch"), "nonsuch"),
        (("{out}", "--results", "{out}/file"), "file"),
        (("{out}", "--data", "{out}"), "{out}"),
        (("{out}/file/deeper",), "Nothing can be written to"),
        (("{full}",), "There is already a file"),
    ],
)
def test_bad_input_is_a_sentence_and_leaves_nothing(
    words: tuple[str, ...], said: str, tmp_path: Path, couch: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, full = tmp_path / "out", tmp_path / "full"
    for folder in (out, full):
        folder.mkdir()
        (folder / ("file" if folder == out else "seats.jsonl")).write_text("mine", encoding="utf-8")
    places = {"out": str(out), "full": str(full)}
    assert main(("export", *(word.format(**places) for word in words))) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1 and said.format(**places) in told.err
    assert [file.name for folder in (out, full) for file in folder.iterdir()] == ["file", "seats.jsonl"]
    assert (full / "seats.jsonl").read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("couch")
def test_without_pyarrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    out = tmp_path / "out"
    assert main(("export", str(out), "--format", "parquet")) == 2
    assert "pip install pyarrow" in capsys.readouterr().err and not out.exists()
