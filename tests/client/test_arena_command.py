"""The command `arena`: what it prints, keeps and writes, and what it does with a file of results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assets.texts import LANGUAGES
from client.app.arena_command import tournament_of
from client.app.command_line import main
from server.tournament import results
from server.tournament.contract import Hypotheses
from tools.bootstrap import ROOT

RANDOM = ("arena", "sturt", "random", "random", "--games", "2", "--workers", "1")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """No settings of anybody, and a system that speaks English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    return told.err


def without_times(told: Any) -> Any:
    data = json.loads(told)
    for row in data["standings"]:
        del row["median_ms"], row["longest_ms"]
    return data


def test_a_tournament_is_what_was_asked() -> None:
    t = tournament_of({"game": "sturt", "bots": ["easy", "hard"], "games": "10"}, "3")
    assert (t.entrants, t.schedule, t.games, t.seats, t.seed) == (("easy", "hard"), "round-robin", 10, 2, 3)
    given = {"game": "great_split", "bots": ["easy"], "bot": ["python my.py"], "schedule": "sprt"}
    t = tournament_of(given | {"seats": "5", "elo0": "-10", "elo1": "12.5", "alpha": "0.01"}, None)
    assert t.entrants == ("easy", "python my.py") and t.games == 10_000 and t.seats == 5
    assert t.hypotheses == Hypotheses(-10, 12.5, 0.01, 0.05)
    t = tournament_of({"game": "sturt", "bots": ["easy"] * 9, "schedule": "swiss"}, None)
    assert (t.rounds, t.games) == (4, 20)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_and_a_line_for_each_pair(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, *RANDOM, "--lang", language).splitlines()
    assert len(lines) == 5 and "Elo" in lines[0] and "random (1)" in lines[4] and "%" in lines[4]


def test_json_has_all_that_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    told = without_times(said(capsys, *RANDOM, "--seed", "7", "--json"))
    assert told["games"] == 2 and len(told["standings"]) == 2 and told["test"] is None
    assert told["tournament"]["seed"] == 7 and told["duels"][0]["games"] == 2
    assert told == without_times(said(capsys, *RANDOM, "--seed", "7", "--json"))


def test_results_and_report_are_kept_and_the_file_alone_is_enough(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, page = str(tmp_path / "games.jsonl"), tmp_path / "report.html"
    first = said(capsys, *RANDOM, "--results", file)
    kept = Path(file).read_bytes()
    assert said(capsys, "arena", "--results", file, "--report", str(page), "--lang", "de").count("\n") == 5
    assert said(capsys, *RANDOM, "--results", file) == first, "nothing is played again"
    assert Path(file).read_bytes() == kept
    assert '<html lang="de">' in page.read_text(encoding="utf-8")
    said(capsys, "arena", "--results", file, "--report", str(page))
    assert '<html lang="en">' in page.read_text(encoding="utf-8"), "a report takes the place of a report"
    assert "games.jsonl" in refused(capsys, "arena", "--results", file, "--report", file)
    assert "its “games” is 2, not 4" in refused(capsys, *RANDOM, "--games", "4", "--results", file)
    assert "leave --games out" in refused(capsys, "arena", "--results", file, "--games", "4")
    assert Path(file).read_bytes() == kept


def test_a_file_alone_starts_no_program_and_no_other_version(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Whoever was sent a file does not run what is written in it."""
    marker, file = tmp_path / "started", tmp_path / "games.jsonl"
    t = tournament_of({"game": "sturt", "bots": ["easy"], "bot": [f"touch {marker}"]}, None)
    with results.ResultFile(file, t):
        pass
    assert "touch" in refused(capsys, "arena", "--results", str(file)) and not marker.exists()
    file.write_bytes(file.read_bytes().replace(b'"version":"', b'"version":"0.0-'))
    assert "Tilewright 0.0-" in refused(capsys, "arena", "--results", str(file))


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no terminals to look at")
def test_a_bar_is_shown_on_a_terminal_and_taken_away() -> None:
    ours, theirs = os.openpty()
    with os.fdopen(ours, "rb") as screen:
        done = subprocess.run([sys.executable, "-m", "client", *RANDOM], stdout=subprocess.PIPE,
                              stderr=theirs, cwd=ROOT, check=False)  # fmt: skip
        os.close(theirs)
        told = screen.read1().decode()
    assert [f"{done} / 2 games" in told for done in range(4)] == [True, True, True, False]
    assert told.endswith("\r\x1b[K") and "\n" not in told
    assert done.returncode == 0 and "█".encode() not in done.stdout
