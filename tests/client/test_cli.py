"""The command line: what each word leads to, and one sentence for each mistake."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
import types
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from assets.texts import LANGUAGES, Texts
from client.app import arguments, command_line
from client.app.command_line import main
from client.app.launch import Launch
from client.session.table_policy import TablePolicy
from core import chance, games, record
from core.match import Match
from core.position import write
from core.protocol.messages import Clock
from server.net.discovery import FoundServer
from server.tables.lobby import version
from tests.core import toy

ROOT = Path(__file__).parents[2]
STURT = games.game("sturt")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """No settings of anybody, a system that speaks English, and a day with a challenge."""
    monkeypatch.setattr(arguments, "today", lambda: date(2026, 12, 24))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Launch]:
    """What the window would have been opened with."""
    launches: list[Launch] = []
    start = types.ModuleType("client.app.start")
    start.run = launches.append  # type: ignore[attr-defined]  # a module made for this test
    display = types.ModuleType("client.stage.display")
    for name in ("NoDisplay", "UnknownPixels", "DisplayLost"):
        setattr(display, name, type(name, (Exception,), {}))
    monkeypatch.setitem(sys.modules, "client.app.start", start)
    monkeypatch.setitem(sys.modules, "client.stage.display", display)
    return launches


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    told = capsys.readouterr()
    return code, told.out, told.err


def mistake(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line on stderr that a mistake leads to."""
    code, out, err = said(capsys, *words)
    assert (code, out) == (2, "")
    assert err.endswith("\n") and err.count("\n") == 1 and "Traceback" not in err
    return err[:-1]


def game_file(tmp_path: Path, decisions: int = 1000) -> Path:
    match = Match(STURT, STURT.info.options(), 2, chance.seed_from(1))
    while match.to_act() and decisions:
        seat = match.to_act()[0]
        match.submit(seat, STURT.legal(match.state, seat)[-1], match.turn)
        decisions -= 1
    file = tmp_path / "game.tilewright"
    file.write_bytes(record.of_match(match, ("Ada", "Bo")).encode())
    return file


# --- What opens a window ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "launch"),
    [
        ("", Launch("title")),
        ("--size 1920x1080", Launch("title", size=(1920, 1080))),
        ("couch sturt", Launch("couch", game="sturt")),
        ("--seed 7 couch sturt", Launch("couch", game="sturt", seed=7)),
        ("couch --lang ja sturt", Launch("couch", game="sturt", lang="ja")),
        ("couch sturt --seats 2 --bot hard", Launch("couch", game="sturt", seats=2, bots=("hard",))),
        ("couch sturt --bot easy --bot normal", Launch("couch", game="sturt", bots=("easy", "normal"))),
        ("host sturt", Launch("host", game="sturt", port=4807)),
        ("host sturt --port 0 --name Ada", Launch("host", game="sturt", port=0, name="Ada")),
        ("join", Launch("join", port=4807)),
        (
            "host sturt --clock 10m+10s --away stand-in --spectators 30",
            Launch("host", game="sturt", port=4807, policy=TablePolicy("normal", Clock(600.0, 10.0), 30.0)),
        ),
        (
            "host sturt --password sesame --clock 90s --spectators no --away hard",
            Launch("host", game="sturt", port=4807, policy=TablePolicy("hard", Clock(90.0), None, "sesame")),
        ),
        (
            "host sturt --away wait --spectators yes",
            Launch("host", game="sturt", port=4807, policy=TablePolicy()),
        ),
        ("join 10.0.0.5 --password sesame", Launch("join", host="10.0.0.5", port=4807, password="sesame")),
        ("join 10.0.0.5 --seat 1", Launch("join", host="10.0.0.5", port=4807, seat=0)),
        ("join 10.0.0.5 --seat 7", Launch("join", host="10.0.0.5", port=4807, seat=6)),
        ("join attic:5000 --name Bo", Launch("join", host="attic", port=5000, name="Bo")),
        ("join [::1]:5000", Launch("join", host="::1", port=5000)),
        ("demo", Launch("demo")),
        ("demo sturt --bot hard", Launch("demo", game="sturt", bots=("hard",))),
        ("rules sturt", Launch("rules", game="sturt")),
        ("challenge", Launch("challenge", day=date(2026, 12, 24))),
        ("challenge --date 2026-12-01", Launch("challenge", day=date(2026, 12, 1))),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_window_opens_with(opened: list[Launch], words: str, launch: Launch) -> None:
    assert main(words.split()) == 0
    assert opened == [launch]


def test_options_come_typed(opened: list[Launch]) -> None:
    main(["couch", "sturt", "--options", '{"announce": "by hand"}'])
    assert opened[0].options == STURT.info.options(announce="by hand")


def test_pictures_get_their_folder(opened: list[Launch], tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    for words in (["demo", "sturt", "--headless"], ["rules", "sturt", "--headless"]):
        main([*words, "--shots", str(folder)])
        assert opened.pop().shots == folder and folder.is_dir()


def test_a_replay_comes_read(opened: list[Launch], tmp_path: Path) -> None:
    file = game_file(tmp_path)
    main(["replay", str(file)])
    assert opened[0].file == str(file) and opened[0].record.finished


def test_a_position_comes_read_and_complete(opened: list[Launch], tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("sturt\nboard: 0,0\n  5\nturn: 1\n", encoding="utf-8")
    for command in ("couch", "host"):
        assert main([command, "sturt", "--position", str(file), "--bot", "easy"]) == 0
        launch = opened.pop()
        assert (launch.position.seats, launch.position.state.turn, launch.bots) == (2, 1, ("easy",))
    file.write_text("great_divide\nactive: choosing ?\n", encoding="utf-8")
    assert main(["couch", "great_divide", "--position", str(file)]) == 0
    assert "?" not in write(opened[0].position.game, 2, opened[0].position.state)


@pytest.mark.parametrize(
    ("text", "words", "holds"),
    [
        ("sturt\nboard: 0,0\n  5\nturn: 2\n", "couch sturt", ["Line 4", "column 7", "2"]),
        ("ghawar\n", "couch sturt", ["Line 1", "sturt", "ghawar"]),
        ("sturt\nwon: 0 early\n", "couch sturt", ["end"]),
        ("sturt\n", "couch sturt --seats 2", ["--seats"]),
        ("sturt\n", "referee sturt --options {}", ["--options"]),
        ("sturt\nboard: 0,0\n  0\n", "referee sturt", ["Line 3", "column 3"]),
        ("sturt\nboard: 0,0\n  0\n", "referee", ["Line 3", "column 3"]),
        ("stump\nboard: 0,0\n", "referee", ["stump", "sturt"]),
        ("", "referee", ["Which game"]),
        ("great_divide\nactive: ? ?\n", "couch great_divide", []),
    ],
)
def test_a_position_that_cannot_be_is_a_sentence(
    opened: list[Launch],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    text: str,
    words: str,
    holds: list[str],
) -> None:
    file = tmp_path / "position.txt"
    file.write_text(text, encoding="utf-8")
    told = mistake(capsys, *words.split(), "--position", str(file))
    assert all(part in told for part in holds), told
    assert opened == []


def test_the_exit_code_of_the_window_is_ours(opened: list[Launch], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["client.app.start"], "run", lambda launch: 3)
    assert main(["couch", "sturt"]) == 3


def test_the_other_pygame_is_recognised(
    opened: list[Launch], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pygame", types.ModuleType("pygame"))
    assert "pygame-ce" in mistake(capsys, "couch", "sturt")
    monkeypatch.setitem(sys.modules, "pygame", None)
    assert "./play" in mistake(capsys, "couch", "sturt")


def test_without_a_screen_it_says_so(
    opened: list[Launch], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_display(launch: Launch) -> int:
        raise sys.modules["client.stage.display"].NoDisplay("No available video device")

    monkeypatch.setattr(sys.modules["client.app.start"], "run", no_display)
    assert "--headless" in mistake(capsys, "couch", "sturt")


# --- Mistakes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ("cuoch sturt", ["cuoch", "arena", "Did you mean couch?"]),
        ("xyzzy", ["xyzzy", "couch"]),
        ("couch", ["Which game", "sturt"]),
        ("host", ["Which game"]),
        ("rules", ["Which game"]),
        ("referee", ["Which game"]),
        ("arena", ["Which game"]),
        ("couch stort", ["stort", "Did you mean sturt?"]),
        ("couch chess", ["chess", "sturt"]),
        ("couch sturt extra", ["extra"]),
        ("couch sturt --colour red", ["--colour"]),
        ("--colour", ["--colour"]),
        ("couch sturt --seats 3", ["2", "3"]),
        ("couch sturt --seats two", ["--seats", "two"]),
        ("couch sturt --seats", ["--seats"]),
        ("couch --seats 2", ["Which game"]),
        ("couch sturt --bot hrad", ["hrad", "Did you mean hard?"]),
        ("couch sturt --bot easy --bot easy --bot easy", ["2"]),
        ("couch sturt --options {", ['{"announce": "automatic"']),
        ("couch sturt --options []", ['{"announce": "automatic"']),
        ('couch sturt --options {"first":2}', ["first", "2", "0, 1"]),
        ('couch sturt --options {"frist":1}', ["frist", "announce, no_draws, first"]),
        ('couch great_split --options {"first":1}', ["first", "The Great Split has no options"]),
        ("couch sturt --seed x", ["--seed", "x"]),
        ("couch sturt --seed -1", ["--seed", "-1"]),
        ("couch sturt --seed 99999999999999999999999999", ["--seed"]),
        ("couch sturt --lang fr", ["fr", "en, de, ja"]),
        ("couch sturt --lang", ["--lang"]),
        ("couch sturt --size big", ["big", "1920x1080"]),
        ("couch sturt --size 100x100", ["100x100", "320x240"]),
        ("couch sturt --size 99999x99999", ["99999x99999"]),
        ("host sturt --port 65536", ["--port", "65536"]),
        ("host sturt --port x", ["--port"]),
        *(
            (f"host sturt --clock {word}", [word, "10m+10s"])
            for word in ("10", "4s", "10h", "10m+", "10m+601s", "1441m", "m", "10m+10m")
        ),
        ("host sturt --away stand", ["stand", "wait, stand-in, easy, normal, hard"]),
        ("host sturt --spectators maybe", ["maybe", "600"]),
        ("host sturt --spectators 601", ["601", "600"]),
        ("couch sturt --password sesame", ["--password"]),
        ("join 10.0.0.5:99999", ["10.0.0.5:99999"]),
        ("join : --seat 1", [":"]),
        ("join 10.0.0.5 --seat 8", ["--seat", "8"]),
        ("join 10.0.0.5 --seat 0", ["--seat", "0"]),
        ("find --seconds 0", ["--seconds"]),
        ("find here", ["here"]),
        ("demo sturt --headless --games 0", ["--games", "0"]),
        ("couch sturt --headless", ["--shots"]),
        ("join 10.0.0.5 --headless", ["--shots"]),
        ("demo sturt --headless --games 1e3", ["--games", "1e3"]),
        ("challenge --date 2026-11-30", ["2026-12-01"]),
        ("challenge --date 2026-12-25", ["2026-12-25", "not come yet"]),
        ("challenge --date 2026-13-01", ["2026-13-01", "2026-12-03"]),
        ("challenge --date tomorrow", ["tomorrow"]),
        ("challenge --date 20261203", ["20261203"]),
        ("challenge --date", ["--date"]),
        ("challenge sturt", ["sturt"]),
        ("replay", ["file"]),
        ("replay nowhere.tilewright", ["nowhere.tilewright"]),
        ("replay .", ["“.”"]),
        ("arena sturt", ["at least two"]),
        ("arena sturt easy", ["at least two"]),
        ("arena sturt easy godlike", ["godlike"]),
        ("arena sturt easy hard --workers -1", ["--workers"]),
        ("arena sturt easy hard --schedule knockout", ["knockout", "round-robin, swiss, sprt"]),
        ("arena sturt easy hard --rounds 3", ["--rounds", "swiss"]),
        ("arena sturt easy hard --elo1 50", ["--elo1", "sprt"]),
        ("arena sturt easy hard --schedule sprt --elo1 nan", ["--elo1", "nan"]),
        ("arena sturt easy hard --schedule sprt --elo1 1e3", ["--elo1", "1000"]),
        ("arena sturt easy hard --schedule sprt --elo0 -1001", ["--elo0", "-1001"]),
        ("arena sturt easy hard --schedule sprt --alpha 0", ["--alpha", "0.0001"]),
        ("arena sturt easy hard --schedule sprt --elo0 30", ["--elo0", "--elo1"]),
        ("arena sturt easy hard easy --schedule sprt", ["two", "3"]),
        ("arena sturt easy hard --schedule swiss --rounds 2", ["1 rounds", "2"]),
        ("arena sturt easy hard --games 0", ["--games"]),
        ("arena sturt easy hard --games 1000001", ["--games"]),
        ("arena sturt easy hard normal --games 1000000", ["3000000"]),
        ("arena sturt easy hard --seats 3", ["2", "3"]),
        ("arena sturt" + " easy" * 65, ["64"]),
        ("arena sturt easy hard --workers 2 --dask a:1", ["--workers", "--dask"]),
        ("arena sturt easy hard --dask here", ["here", "tcp://"]),
        ("arena sturt easy hard --results .", ["“.”"]),
        ("arena sturt easy hard --report nowhere/report.html", ["nowhere/report.html"]),
        ("arena --results nowhere.jsonl", ["nowhere.jsonl"]),
        ("arena --results pyproject.toml", ["pyproject.toml", "no results"]),
        ("referee sturt --seats 4", ["2", "4"]),
        ("serve --port x", ["port", "65535"]),
        ("serve --port 70000", ["65535"]),
    ],
    ids=str,
)
def test_a_mistake_is_one_sentence_that_names_it(
    opened: list[Launch], capsys: pytest.CaptureFixture[str], words: str, holds: list[str]
) -> None:
    told = mistake(capsys, *words.split())
    assert all(part in told for part in holds), told
    assert opened == []


@pytest.mark.parametrize("word", ["", "   ", "x" * 65, "a\x1bb"], ids=["none", "blank", "long", "esc"])
@pytest.mark.parametrize("command", ["host sturt", "join 10.0.0.5"])
def test_a_password_that_cannot_be_one_is_not_repeated(
    opened: list[Launch], capsys: pytest.CaptureFixture[str], command: str, word: str
) -> None:
    told = mistake(capsys, *command.split(), "--password", word)
    assert "64" in told and opened == []
    assert not word.strip() or word not in told


@pytest.mark.parametrize(
    "name",
    ["", "   ", "x" * 10_000, "\x1b[31mAda", "a\x00b", "\udcff"],
    ids=["none", "blank", "long", "esc", "nul", "raw"],
)
def test_a_name_that_cannot_be_one(
    opened: list[Launch], capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert "name" in mistake(capsys, "join", "--name", name)


@pytest.mark.parametrize(
    "word",
    ["x" * 100_000, "\x1b[2J", "a\nb", "\udcff", "ä🐫", "\x00"],
    ids=["long", "esc", "line", "raw", "wide", "nul"],
)
def test_whatever_a_word_is_made_of(
    opened: list[Launch], capsys: pytest.CaptureFixture[str], word: str
) -> None:
    for words in (
        [word],
        ["couch", word],
        ["couch", "sturt", word],
        ["couch", "sturt", "--seed", word],
        ["couch", "sturt", "--options", word],
        ["couch", "sturt", "--bot", word],
        ["replay", word],
        ["couch", "sturt", "--size", word],
        ["couch", "sturt", "--lang", word],
        ["join", f"{word}:0"],
    ):
        told = mistake(capsys, *words)
        assert told.isprintable() and len(told) < 400


@pytest.mark.parametrize(
    "options", ["[" * 100_000, '{"first":' * 5000, '{"first": ' + "9" * 5000 + "}", "nan", '"x"']
)
def test_options_that_are_no_json_table(capsys: pytest.CaptureFixture[str], options: str) -> None:
    assert "--options" in mistake(capsys, "referee", "sturt", "--options", options)


def test_an_option_given_twice_is_a_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    twice = '{"great_basin": true, "great_basin": false}'
    assert "great_basin" in mistake(capsys, "referee", "great_divide", "--options", twice)
    assert "true" in mistake(capsys, "referee", "great_divide", "--options", '{"events": true}')


def test_a_folder_that_cannot_be_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert "Pictures" in mistake(capsys, "couch", "sturt", "--shots", str(file / "inside"))


def test_a_saved_game_that_was_cut_or_edited(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = game_file(tmp_path)
    whole = file.read_bytes()
    for damaged, holds in (
        (whole[:-40], "missing"),
        (whole.replace(b"1 ", b"0 ", 1), "changed"),
        (b"\xff" * 100, "not a Tilewright game"),
        (b"", "not a Tilewright game"),
        (whole.replace(b"record 3", b"record 9"), "newer"),
    ):
        file.write_bytes(damaged)
        assert holds in mistake(capsys, "replay", str(file), "--headless")


@pytest.mark.parametrize("language", LANGUAGES)
def test_mistakes_are_told_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    told = mistake(capsys, "--lang", language, "rules", "stort")
    texts = Texts(language)
    expected = texts.translate(
        "cli.refusal.game", word="stort", known=", ".join(game.info.key for game in games.GAMES)
    )
    assert told == f"{expected} {texts.translate('cli.did_you_mean', near='sturt')}"


def test_the_language_is_that_of_the_settings(
    capsys: pytest.CaptureFixture[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "settings.toml").write_text('language = "de"\n')
    assert mistake(capsys, "couch").startswith("Welches Spiel?")
    (home / "settings.toml").unlink()
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert mistake(capsys, "couch").startswith("どのゲーム")


# --- Help ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["", *command_line.COMMAND_SHAPES])
def test_help_is_whole_and_in_one_language(
    capsys: pytest.CaptureFixture[str], command: str, language: str
) -> None:
    code, out, err = said(capsys, *command.split(), "--help", "--lang", language)
    texts = Texts(language)
    assert (code, err) == (0, "")
    assert out.startswith(f"{texts.translate('cli.help.usage')} tilewright {command}".rstrip())
    assert texts.translate(f"cli.about.{command or 'title'}") in out
    assert "tilewright " + command in out.partition(texts.translate("cli.help.examples"))[2]
    if language != "en":
        assert not re.search(r"usage:|options:|arguments:|show this", out)


def test_every_example_is_understood(
    opened: list[Launch], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    game_file(tmp_path)
    monkeypatch.setattr(
        command_line, "COMMAND_RUNNERS", {name: lambda *given: 0 for name in command_line.COMMAND_SHAPES}
    )
    for command in ("title", *command_line.COMMAND_SHAPES):
        for line in (
            Texts("en").translate(f"cli.examples.{command}", program="tilewright").strip().splitlines()
        ):
            program, *words = shlex.split(line)
            assert (program, main(words)) == ("tilewright", 0), (line, capsys.readouterr().err)


# --- Without a window ---------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_demo(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("demo", "sturt", "--headless", "--games", "2", "--seed", "7", "--bot", "random")
    code, out, _ = said(capsys, *words)
    assert code == 0 and said(capsys, *words)[1] == out
    lines = [json.loads(line) for line in out.splitlines()]
    keys = ["game", "seed", "options", "steps", "winners", "scores", "digest"]
    assert [list(line) for line in lines] == [keys, keys]
    assert [line["seed"] for line in lines] == [7, 8]
    assert said(capsys, *words[:-3], "8", "--bot", "random")[1] != out


def test_a_demo_with_options_and_a_bot_for_each_seat(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("server.demo.play_out", lambda *given: iter(asked.append(given) or ()))
    words = ["demo", "sturt", "--headless", "--options", '{"first": 1}', "--seed", "3"]
    main([*words, "--bot", "easy", "--bot", "hard"])
    main([*words, "--bot", "easy"])
    main(words)
    usual = {"announce": "automatic", "no_draws": False, "first": 1}
    assert [call[:5] for call in asked] == [
        ("sturt", usual, levels, 3, 1)
        for levels in (["easy", "hard"], ["easy", "easy"], ["normal", "normal"])
    ]


def test_a_replay_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = game_file(tmp_path)
    read = record.read_bytes(file.read_bytes())
    code, out, _ = said(capsys, "replay", str(file), "--headless")
    lines = out.splitlines()
    assert code == 0 and len(lines) == len(read.steps) + 2
    assert lines[1] == f"   1  Ada: {STURT.notation(read.steps[0].action)}"
    assert lines[-1] == "A draw (0.5 : 0.5)." or lines[-1].startswith("Won by ")


def test_a_replay_of_a_game_that_was_not_finished(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = said(capsys, "replay", str(game_file(tmp_path, 3)), "--headless")[1]
    assert out.splitlines()[-1] == "The game was not finished."


def test_a_replay_names_chance_and_nameless_seats(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(games, "GAMES", (toy.GAME,))
    match = Match(toy.GAME, toy.ToyOptions(), 2, chance.seed_from(1))
    match.submit(
        games.game("toy").to_act(match.state)[0],
        toy.GAME.legal(match.state, match.to_act()[0])[0],
        match.turn,
    )
    file = tmp_path / "toy"
    file.write_text(record.of_match(match))
    lines = said(capsys, "replay", str(file), "--headless")[1].splitlines()
    assert lines[1].startswith("   1  Chance: deal ") and lines[7].startswith("   7  Player 1: ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("header", "card", "code", "kind"),
    [
        ({}, 0, 0, "proven"),
        ({"seed": ""}, 0, 0, "untold"),
        ({"commitment": ""}, 0, 0, "no_promise"),
        ({"seed": chance.seed_from(2).hex()}, 0, 1, "other_seed"),
        ({}, 1, 1, "differs"),
    ],
)
def test_a_replay_says_whether_it_was_drawn_as_promised(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    language: str,
    header: dict[str, str],
    card: int,
    code: int,
    kind: str,
) -> None:
    """Also of a file that is not read otherwise; nothing else is printed."""
    monkeypatch.setattr(games, "GAMES", (toy.GAME,))
    match = Match(toy.GAME, toy.ToyOptions(), 2, chance.seed_from(1))
    while to_act := match.to_act():
        seat = to_act[0]
        match.submit(seat, toy.GAME.legal(match.tip(seat), seat)[0], match.turn, match.ply(seat))
    read = record.read(record.of_match(match))
    steps = list(read.steps)
    due = steps[5].action
    if card:
        free = set(range(1, toy.DECK + 1)) - {step.action.card for step in steps}
        steps[5] = msgspec.structs.replace(steps[5], action=toy.Deal(min(free)))
        steps = steps[:6]
    file = tmp_path / "toy"
    file.write_text(record.write(toy.GAME, msgspec.structs.replace(read.header, **header), steps))
    told = {"draws": 6, "step": 6, "drawn": toy.GAME.notation(steps[5].action), "due": toy.GAME.notation(due)}
    texts = Texts(language)
    told = {gap: told[gap] for gap in texts.gaps(f"cli.check.{kind}")}
    said_so = said(capsys, "replay", str(file), "--check", "--lang", language)
    assert said_so == (code, texts.translate(f"cli.check.{kind}", **told) + "\n", "")


def test_a_game_in_which_nothing_was_drawn_needs_no_check(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, _ = said(capsys, "replay", str(game_file(tmp_path)), "--check")
    assert (code, out) == (0, Texts("en").translate("cli.check.nothing") + "\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_in_a_terminal(capsys: pytest.CaptureFixture[str], language: str) -> None:
    code, out, _ = said(capsys, "rules", "sturt", "--headless", "--lang", language)
    texts = Texts(language)
    every = sorted(texts.keys())
    chapters = [key for key in every if re.fullmatch(r"sturt\.rules\.[0-9]+\.title", key)]
    assert code == 0 and out.startswith("Sturt's Stony Desert\n")
    assert chapters and all(texts.translate(key) in out for key in chapters)
    assert "\x00" not in out and "{" not in out


def test_find_lists_what_answers(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [
        FoundServer("10.0.0.5", 4807, "Attic", "0.1.0", 2, 1, True),
        FoundServer("10.0.0.6", 5000, "Old", "0.0.1", 0, 0, False),
    ]
    monkeypatch.setattr("server.net.discovery.find", lambda seconds: answers)
    code, out, _ = said(capsys, "find")
    assert code == 0 and out.splitlines()[0] == "Attic: 10.0.0.5:4807, 2 tables, 1 free seats"
    assert "0.0.1" in out.splitlines()[1]
    monkeypatch.setattr("server.net.discovery.find", lambda seconds: [])
    assert said(capsys, "find")[0] == 1


def test_serve_gets_what_was_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []
    monkeypatch.setattr("server.serve.serve", lambda args, texts: given.append(args) or 0)
    assert main(["serve", "--port", "5000", "--name", "Attic", "--hidden"]) == 0
    assert (given[0].port, given[0].name, given[0].hidden, given[0].quiet) == ("5000", "Attic", True, None)


def test_interrupting_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*given: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "COMMAND_RUNNERS", command_line.COMMAND_RUNNERS | {"find": interrupted})
    assert said(capsys, "find") == (130, "", "")


# --- As a process -------------------------------------------------------------------------------------


def test_the_referee_knows_the_game_of_a_position(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("sturt\nboard: 0,0\n  5\nturn: 1\n", encoding="utf-8")
    told = [process("referee", *named, "--position", str(file)).stdout for named in ((), ("sturt",))]
    assert told[0] == told[1] and json.loads(told[0])["to_act"] == [1]


def test_help_for_the_referee_lists_every_line_that_it_knows() -> None:
    told = process("referee", "--help").stdout.decode()
    for word in ("-1", "roll", "view", "state", "analyse", "undo", "quit"):
        assert f"\n  {word} " in told, word


def test_the_version_is_told_and_help_speaks_of_what_was_typed() -> None:
    typed = os.environ | {"TILEWRIGHT_TYPED": "./play"}
    assert process("--version").stdout.decode().strip() == f"Tilewright {version()}"
    for words in (("--help",), ("join", "--help")):
        told = process(*words, env=typed).stdout.decode()
        assert "\n  ./play" in told and "tilewright" not in told


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
@pytest.mark.parametrize("display", [None, ":99"], ids=["none", "one that is not there"])
def test_without_a_screen_the_program_says_so_and_ends(display: str | None) -> None:
    """SDL would open a window that nobody sees, with its driver "offscreen"."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    without = {name: value for name, value in os.environ.items() if name not in screens}
    more = {} if display is None else {"DISPLAY": display}
    done = process(env={**without, **more}, timeout=60)
    said = Texts("en").translate("cli.refusal.no_display", detail="No available video device")
    assert done.returncode == 2 and said in done.stderr.decode()


def process(*words: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "client", *words]
    more = {"stdin": subprocess.DEVNULL, **more}
    return subprocess.run(command, capture_output=True, cwd=ROOT, check=False, **more)


def imported_by(*words: str) -> set[str]:
    """The top-level packages that a run imports."""
    told = process(*words, env=os.environ | {"PYTHONPROFILEIMPORTTIME": "1"}).stderr.decode()
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in told.splitlines() if "|" in line}


@pytest.mark.parametrize(
    "words",
    [
        "rules sturt --headless",
        "demo sturt --headless --bot random",
        "arena sturt random random --games 1 --workers 1",
        "referee sturt",
        "analyse sturt --seat 2",
    ],
)
def test_what_needs_no_window_imports_neither_pygame_nor_the_compiler(words: str) -> None:
    imported = imported_by(*words.split())
    assert "client" in imported and not imported & {"pygame", "numba"}


def test_help_and_mistakes_do_not_wait_for_the_network() -> None:
    assert "asyncio" not in imported_by("--help")


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there it ends whatever the program says")
def test_whoever_ends_a_tour_of_the_screens_does_not_wait_for_the_rest_of_it(tmp_path: Path) -> None:
    words = ["demo", "sturt", "--headless", "--games", "200", "--shots", str(tmp_path)]
    command = [sys.executable, "-m", "client", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, cwd=ROOT) as running:
        try:
            while not (tmp_path / "001-step.png").exists():
                assert running.poll() is None
                time.sleep(0.02)
            running.terminate()
            assert running.communicate(timeout=10)[1] == b"" and running.returncode == 130
        finally:
            running.kill()


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [
        sys.executable,
        "-m",
        "client",
        "demo",
        "sturt",
        "--headless",
        "--games",
        "50",
        "--bot",
        "random",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert (running.stderr.read(), running.wait()) == (b"", 0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_a_sentence() -> None:
    command = [sys.executable, "-m", "client", "rules", "sturt", "--headless", "--lang", "en"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert done.stderr.startswith(b"The system does not allow that: ")


def test_a_console_that_knows_no_japanese_shows_something() -> None:
    done = process("couch", "--lang", "ja", env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stdout) == (2, b"") and b"sturt" in done.stderr and b"?" in done.stderr


def test_values_are_told_apart_from_their_likes() -> None:
    assert arguments.size("1920X1080") == arguments.size("1920×1080") == (1920, 1080)
    assert arguments.printable("x" * 500).endswith("…") and len(arguments.printable("x" * 500)) == 80
