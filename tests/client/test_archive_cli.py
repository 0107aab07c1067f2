"""`tilewright archive`: what each word prints, over a folder that a server may be working with."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.app.command_line import main
from core import record
from server.storage import archive
from tests.client.screens_kit import recorded
from tests.server.archive_kit import finished, folder_of

PLAYED = recorded(3, ("Ada", "みどり"))
TEXT = record.write(PLAYED.game, PLAYED.header, PLAYED.steps)

GAMES = (
    finished("Ada", "みどり", text=TEXT, ended="2026-11-20T10:00:00Z"),
    finished("Bo", "", levels=("", "hard"), game="ghawar", winners=(0, 1), title="Attic"),
    finished("ADA", "Cem", levels=("", "easy"), winners=(1,), scores=(0.5, 12), shared=(0, 1)),
)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")


@pytest.fixture
def couch(home: Path) -> Iterator[sqlite3.Connection]:
    """The archive of the games on this machine, still open in a server."""
    folder = home / "couch"
    folder.mkdir()
    with contextlib.closing(folder_of(folder, *GAMES)) as connection:
        yield connection


def said(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(("archive", *words)) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out.splitlines()


def mistake(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(("archive", *words)) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    return told.err


@pytest.mark.usefixtures("couch")
def test_the_list_names_everything_and_marks_who_has_won(capsys: pytest.CaptureFixture[str]) -> None:
    head, third, second, first, _, foot = said(capsys)
    assert head.split() == ["No.", "Ended", "Game", "Steps", "Name", "or", "table"]
    assert third.split()[0] == "3" and third.endswith("ADA (shared) 0.5  *Cem (Easy AI) 12")
    assert "Ghawar" in second and second.endswith("*Bo 2  *Hard AI 1  “Attic”")
    assert "2026-11-20" in first and str(GAMES[0].about.steps) in first and first.endswith("*Ada 2  みどり 1")
    assert foot.startswith("Page 1 of 1, 3 in all.")
    assert said(capsys, "list") == said(capsys)


@pytest.mark.usefixtures("couch")
def test_search_finds_letters_and_games(capsys: pytest.CaptureFixture[str]) -> None:
    def numbers(*words: str) -> list[int]:
        told = json.loads("".join(said(capsys, *words, "--json")))
        assert told["total"] == len(told["rows"])
        return [row["number"] for row in told["rows"]]

    assert numbers("search", "ada") == [3, 1]
    assert numbers("search", "みど") == [1]
    assert numbers("search", "attic") == numbers("list", "--game", "ghawar") == [2]
    assert numbers("search", "ada", "--game", "ghawar") == []


@pytest.mark.usefixtures("couch")
def test_statistics_tell_persons_and_ais(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "stats")
    assert any(line.split()[0] == "ADA" and line.split()[-6:-2] == ["2", "1", "–", "–"] for line in lines)
    assert any("Ghawar" in line and line.split()[-4:-2] == ["2", "2.0"] for line in lines)
    assert any("Easy AI" in line for line in lines) and any("Hard AI" in line for line in lines)
    told = json.loads("".join(said(capsys, "stats", "a", "--game", "sturt", "--json")))
    assert [(row["name"], row["games"], row["won"], row["best"]) for row in told["rows"]] == [
        ("ADA", 2, 1, 2)
    ]


@pytest.mark.usefixtures("couch")
def test_a_game_is_shown_and_becomes_a_file_that_replays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shown = said(capsys, "show", "1")
    assert len(shown) == len(PLAYED.steps) + 2
    file = tmp_path / "kept.tilewright"
    assert said(capsys, "export", "1", str(file)) == [f"Saved: {file}"]
    assert record.read(file.read_text(encoding="utf-8")).steps == PLAYED.steps
    assert main(("replay", str(file), "--headless")) == 0
    assert capsys.readouterr().out.splitlines() == shown
    assert str(file) in mistake(capsys, "export", "1", str(file))
    assert mistake(capsys, "export", "1", str(tmp_path / "none" / "x"))


@pytest.mark.usefixtures("couch")
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("search", "nobody"), ("table", "“nobody”", "All games")),
        (("search", "nobody", "--game", "sturt"), ("“nobody”", "Sturt")),
        (("stats", "nobody"), ("player", "“nobody”", "All games")),
        (("list", "--game", "great_divide"), ("Great Divide",)),
        (("stats", "--game", "great_divide"), ("Great Divide",)),
    ],
)
def test_where_nothing_was_found_is_told(
    capsys: pytest.CaptureFixture[str], home: Path, words: tuple[str, ...], named: tuple[str, ...]
) -> None:
    (line,) = said(capsys, *words)
    assert all(word in line for word in (*named, str(home / "couch")))


def test_a_damaged_game_is_told_and_the_others_are_shown(
    capsys: pytest.CaptureFixture[str], couch: sqlite3.Connection
) -> None:
    couch.execute("UPDATE archive_records SET about = 'x' WHERE number = 2")
    assert "Game 2 is damaged" in "\n".join(said(capsys))
    assert "2" in mistake(capsys, "show", "2")
    assert said(capsys, "show", "1")


def test_pages(capsys: pytest.CaptureFixture[str], couch: sqlite3.Connection) -> None:
    for number in range(25):
        archive.keep(couch, 9, number, finished(f"Player {number}", "Bo"))
    assert said(capsys)[-1].startswith("Page 1 of 2, 28 in all.")
    second = said(capsys, "--page", "2")
    assert [line.split()[0] for line in second[1:-2]] == [str(n) for n in range(8, 0, -1)]
    assert said(capsys, "--page", "3") == ["Page 3 is empty: page 2 is the last one."]


def test_other_folders(capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path) -> None:
    for folder, name in ((home / "server", "Served"), (tmp_path / "my games", "Mine")):
        folder.mkdir()
        folder_of(folder, finished(name)).close()
    assert "Served" in said(capsys, "--server")[1]
    assert "Mine" in said(capsys, "--data", str(tmp_path / "my games"))[1]
    assert str(home / "couch") in mistake(capsys)


def test_a_folder_that_cannot_be_used_is_not_an_empty_archive(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    mistaken = mistake(capsys, "--data", str(tmp_path / "file"))
    assert mistaken != mistake(capsys, "--data", str(tmp_path / "none"))
    assert "Not a directory" in mistaken


@pytest.mark.usefixtures("couch")
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("lst",), "list"),
        (("search",), "letters"),
        (("show",), "number"),
        (("show", "x"), "x"),
        (("show", "0"), "0"),
        (("show", "99"), "no game 99 in the archive"),
        (("export", "99", "x"), "no game 99 in the archive"),
        (("show", "1", "2"), "“2”"),
        (("export", "1"), "file"),
        (("list", "more"), "more"),
        (("--page", "0"), "--page"),
        (("--game", "chess"), "chess"),
    ],
)
def test_mistakes_are_one_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], named: str
) -> None:
    assert named in mistake(capsys, *words)


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
def test_help_names_all_that_can_be_done(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    told = "\n".join(said(capsys, "--help", "--lang", lang))
    assert all(word in told for word in ("list|search|show|export|stats", "--data", "--server", "--json"))
