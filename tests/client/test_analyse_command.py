"""`tilewright analyse`: which position and seat are meant, what is printed, one sentence for each mistake."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assets.texts import LANGUAGES, Texts
from client.app import analyse_command
from client.app.command_line import main
from core import chance, codec, games, position, record
from core.bots import Budget
from core.bots.analysis import MOST_ITERATIONS, Analysis, RankedAction
from core.game import AnyGame, Seat
from core.match import Match
from core.protocol.messages import RECORD_LENGTH
from tests.core import toy

STURT = games.game("sturt")
SPLIT = games.game("great_split")
SAY = Texts("en").translate


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")


class StandIn:
    """Stands in for an analyst, without compiling anything: notes what it is asked, tries the first most."""

    def __init__(self) -> None:
        self.game: Any = None
        self.asked: list[tuple[Any, Seat]] = []
        self.solved = False

    def __call__(self, game: AnyGame) -> StandIn:
        self.game = game
        return self

    def analyse(self, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Analysis:
        assert budget.positions == MOST_ITERATIONS and 0 <= budget.used() < 1
        self.asked.append((view, seat))
        legal = self.game.legal(view, seat)
        ranked = [
            RankedAction(action, 0.75 - 0.05 * i, 10.0 - i, 600 - 100 * i, 0.015, ((seat, action),) * (3 - i))
            for i, action in enumerate(legal[:3])
        ]
        untried = [RankedAction(action, 0.5, 5.0, 0, 0.5) for action in legal[3:]]
        return Analysis((*ranked, *untried), 1500, self.solved)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    made = StandIn()
    monkeypatch.setattr("server.bots.analyses.analyst_of", made)
    return made


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code = main(["analyse", *words])
    told = capsys.readouterr()
    assert (code, told.err) == (0, "")
    return str(told.out)


def mistake(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code = main(["analyse", *words])
    told = capsys.readouterr()
    assert (code, told.out) == (2, "")
    assert told.err.endswith("\n") and told.err.count("\n") == 1 and "Traceback" not in told.err
    return str(told.err[:-1])


def played(tmp_path: Path, decisions: int, game: AnyGame = STURT) -> tuple[str, Match]:
    """A game with so many decisions in a file, each the last that is legal."""
    match = Match(game, game.info.options(), game.info.seats[0], chance.seed_from(1))
    while match.to_act() and decisions:
        seat = match.to_act()[0]
        match.submit(seat, game.legal(match.tip(seat), seat)[-1], match.turn, match.ply(seat))
        decisions -= 1
    file = tmp_path / "game.tilewright"
    file.write_text(record.of_match(match, ("Ada", "Bo")), encoding="utf-8")
    return str(file), match


def written(tmp_path: Path, text: str) -> str:
    file = tmp_path / "position.txt"
    file.write_text(text, encoding="utf-8")
    return str(file)


# --- What is asked about ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "step", "seat"),
    [
        ("", 5, 1),
        ("--move 3", 3, 1),
        ("--move 0", 0, 0),
        ("--seat 1", 4, 0),
        ("--seat 2", 5, 1),
        ("--seat 2 --move 3", 3, 1),
    ],
)
def test_which_position_of_a_kept_game(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], tmp_path: Path, words: str, step: int, seat: int
) -> None:
    file, match = played(tmp_path, 5)
    said(capsys, file, *words.split())
    ((view, asked),) = stand_in.asked
    assert asked == seat and codec.encode(view) == codec.encode(match.states[step])


def test_the_last_decision_of_a_finished_game(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, match = played(tmp_path, 1000)
    told = json.loads(said(capsys, file, "--json"))
    assert told["step"] == len(match.steps) - 1 and told["seat"] == match.steps[-1].seat
    assert SAY("match.refusal.over") == mistake(capsys, file, "--move", str(len(match.steps)))


def test_a_position_and_the_beginning_of_a_game(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    after = STURT.apply(STURT.start(STURT.info.options(), 2), Seat(0), STURT.parse("5@0,0"))
    said(capsys, "sturt", "--position", written(tmp_path, position.write(STURT, 2, after)))
    said(capsys, "sturt", "--options", '{"announce": "by hand"}')
    said(capsys, "sturt")
    assert [seat for _, seat in stand_in.asked] == [1, 0, 0]
    views = [view for view, _ in stand_in.asked]
    assert codec.encode(views[0]) == codec.encode(after)
    assert [view.options.announce for view in views] == ["automatic", "by hand", "automatic"]


def test_only_what_the_seat_may_know_is_used(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(games, "GAMES", (toy.GAME,))
    file, match = played(tmp_path, 1, toy.GAME)
    for words, seat in (((), 1), (("--move", str(len(match.steps))), 0), (("--seat", "2"), 1)):
        said(capsys, file, *words)
        view, asked = stand_in.asked.pop()
        step = len(match.steps) + (asked == 1)
        assert asked == seat
        assert (view.hands[1 - seat] < 1).all() and (view.hands[seat] > -1).all(), step


def test_a_position_with_all_that_its_seat_knows(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Without a seat named it is the first one whose knowledge is there."""
    match = Match(SPLIT, SPLIT.info.options(), 2, chance.seed_from(1))
    assert match.to_act() == (0, 1)
    file = written(tmp_path, position.write(SPLIT, 2, SPLIT.view(match.state, Seat(1))))
    said(capsys, "great_split", "--position", file)
    said(capsys, "great_split", "--position", file, "--seat", "2")
    assert [seat for _, seat in stand_in.asked] == [1, 1]
    unknown = SAY("position.refusal.unknown_to_seat")
    assert mistake(capsys, "great_split", "--position", file, "--seat", "1") == unknown
    file = written(tmp_path, position.write(SPLIT, 2, SPLIT.view(match.state, None)))
    assert mistake(capsys, "great_split", "--position", file) == unknown


# --- What is printed ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_for_people(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str
) -> None:
    file, match = played(tmp_path, 1)
    head, heads, *rows = said(capsys, file, "--lang", language).splitlines()
    say = Texts(language).translate
    assert head.startswith(f"Sturt's Stony Desert · {say('cli.analyse.after', steps=1)} · Bo · ")
    assert "1500" in head and say("cli.analyse.solved") not in head
    assert heads.split()[0] == say("cli.analyse.action").split()[0]
    assert say("cli.analyse.points") not in heads, "Sturt has no points"
    legal = STURT.legal(match.state, Seat(1))
    notation = STURT.notation(legal[0])
    assert rows[0].split() == [
        *(notation, "75.0", "%", "1.5", "40.0", "%", "2:"),
        *[notation] * 3,
    ]
    assert rows[3].split() == [STURT.notation(legal[3]), "–", "–", "0.0", "%"]
    assert len(rows) == 13 and rows[12] == say("cli.analyse.more", count=len(legal) - 12)


def test_a_table_of_a_game_with_points(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyse_command, "MOST_LINE_WIDTH", 20)
    head, heads, first, *_ = said(capsys, "great_split", "--seats", "4", "--seed", "1").splitlines()
    assert "Player 1" in head and "after" not in head
    assert heads.split() == ["Move", "Wins", "±", "Points", "Tried", "What", "may", "follow"]
    move, *cells = re.split("  +", first)
    assert cells == ["75.0 %", "1.5", "10.0", "40.0 %", f"1: {move}", "…"]


def test_a_table_of_exact_numbers(stand_in: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    stand_in.solved = True
    head, heads, *rows = said(capsys, "sturt").splitlines()
    assert head == f"Sturt's Stony Desert · Player 1 · {SAY('cli.analyse.solved')}"
    assert heads.split() == ["Move", "Wins", "What", "may", "follow"]
    assert rows[0].split()[1:4] == ["75.0", "%", "1:"] and rows[3].split()[1:] == ["50.0", "%"]


def test_all_of_it_as_json(stand_in: StandIn, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, match = played(tmp_path, 1)
    told = json.loads(said(capsys, file, "--json"))
    actions = told.pop("actions")
    assert 0 <= told.pop("seconds") < 5
    assert told == {"game": "sturt", "step": 1, "seat": 1, "iterations": 1500, "solved": False}
    legal = [STURT.notation(action) for action in STURT.legal(match.state, Seat(1))]
    assert [action["action"] for action in actions] == legal
    line = [f"1 {legal[0]}"] * 3
    best = {"action": legal[0], "win": 0.75, "points": 10.0, "visits": 600, "spread": 0.015, "line": line}
    assert actions[0] == best
    assert json.loads(said(capsys, "sturt", "--json"))["step"] is None


def test_progress_is_shown_on_a_terminal_only(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    said(capsys, "sturt", "--seconds", "2.5")
    shown = terminal.getvalue().split("\r")
    assert SAY("cli.analyse.preparing") in shown and "0 / 2.5 s" in shown
    assert not shown[-1] and not shown[-2].strip(), "nothing of it stays"


def test_the_time_begins_once_the_search_is_compiled(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    def compiled(game: AnyGame) -> StandIn:
        now[0] += 60
        return stand_in(game)

    monkeypatch.setattr(analyse_command, "monotonic", lambda: now[0])
    monkeypatch.setattr("server.bots.analyses.analyst_of", compiled)
    assert json.loads(said(capsys, "sturt", "--json"))["seconds"] == 0


def test_the_search_itself(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(said(capsys, "sturt", "--seconds", "0.2", "--json"))
    assert told["iterations"] >= 64 and 0.2 <= told["seconds"] < 2
    assert told["actions"][0]["win"] > 0
    assert sum(action["visits"] for action in told["actions"]) == told["iterations"]


# --- Mistakes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ("", ["Analyse what?", "--position"]),
        ("nowhere.tilewright", ["There is no file “nowhere.tilewright”."]),
        (".", ["“.”"]),
        ("stort --position x", ["stort", "Did you mean sturt?"]),
        ("--position x", ["Which game"]),
        ("sturt --position x", ["There is no file “x”."]),
        ("sturt --position x --options {}", ["--options"]),
        ("sturt --position x --seats 2", ["--seats"]),
        ("sturt --move 3", ["--move"]),
        ("sturt --seats 3", ["2", "3"]),
        ("sturt --seat 2", ["Player 2 has nothing to decide here."]),
        ("sturt --seat 0", ["--seat", "from 1 to 2", "“0”"]),
        ("sturt --seat 3", ["--seat", "from 1 to 2", "“3”"]),
        ("sturt --seat x", ["--seat", "“x”"]),
        *(
            (f"sturt --seconds {word}", ["--seconds takes seconds from 0.1 to 3600", word])
            for word in (
                "0",
                "0.09",
                "3600.1",
                "-1",
                "1e3",
                "inf",
                "nan",
                "5s",
                "0.1234",
                ".5",
                "٣",
                "9" * 20,
            )
        ),
        ("sturt --seed x", ["--seed"]),
        ("sturt extra", ["extra"]),
    ],
    ids=str,
)
def test_a_mistake_is_one_sentence(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], words: str, holds: list[str]
) -> None:
    told = mistake(capsys, *words.split())
    assert all(part in told for part in holds), told
    assert stand_in.asked == []


@pytest.mark.parametrize("word", ["6", "-1", "x", "9" * 30])
def test_a_move_that_a_kept_game_has_not(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], tmp_path: Path, word: str
) -> None:
    told = mistake(capsys, played(tmp_path, 5)[0], "--move", word)
    assert "--move takes a whole number from 0 to 5" in told


def test_a_file_that_is_no_game_or_no_position(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    name, _ = played(tmp_path, 5)
    file = Path(name)
    whole = file.read_bytes()
    for raw, holds in (
        (b"", "not a Tilewright game"),
        (b"\xff" * 100, "not a Tilewright game"),
        (whole[:-40], "missing"),
        (whole.replace(b"1 ", b"0 ", 1), "changed"),
        (b"x" * (4 * RECORD_LENGTH + 1), "too long"),
    ):
        file.write_bytes(raw)
        assert holds in mistake(capsys, name)
    for raw, holds in ((b"\xff", "no text"), (b"chess\n", "sturt"), (b"x" * 100_000, "too long")):
        file.write_bytes(raw)
        assert holds in mistake(capsys, "sturt", "--position", name)
    assert stand_in.asked == []


def test_a_position_where_chance_is_to_act(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ghawar = games.game("ghawar")
    opening = ghawar.start(ghawar.info.options(), 2)
    assert ghawar.to_act(opening) == (-1,)
    file = written(tmp_path, position.write(ghawar, 2, opening))
    assert mistake(capsys, "ghawar", "--position", file) == SAY("cli.refusal.chance_decides")


def test_without_numba_a_sentence_names_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert "numba" in mistake(capsys, "sturt")
