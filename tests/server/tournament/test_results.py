"""The file of results: whole after any cut, never counted twice, and what is not ours is left as it is."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from core.game import Refused
from server.tournament import run as running
from server.tournament.contract import Hypotheses, PlayedGame, ScheduledGame, Tournament
from server.tournament.results import ResultFile, Results, tournament_in
from server.tournament.runners import InProcess
from server.tournament.schedule import round_of
from tests.server.tournament.kit import result, tournament

OURS = tournament("random", "random", games=6)
GAMES = list(round_of(OURS, 0, {}) or ())
RESULTS = [result(game, game.number % 2, record="ends “here”\n") for game in GAMES]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


def filled(path: Path, count: int = 3) -> bytes:
    with ResultFile(path, OURS) as file:
        for game in RESULTS[:count]:
            file.add(game)
    return path.read_bytes()


def held(path: Path, t: Tournament = OURS) -> list[PlayedGame]:
    with ResultFile(path, t) as file:
        return list(file.played.values())


def light(games: list[PlayedGame]) -> list[PlayedGame]:
    return [msgspec.structs.replace(game, record="") for game in games]


def test_what_was_added_is_there_again_once(path: Path) -> None:
    whole = filled(path)
    with ResultFile(path, OURS) as file:
        file.add(RESULTS[1])
    assert path.read_bytes() == whole and held(path) == light(RESULTS[:3])
    assert tournament_in(path) == OURS
    path.write_bytes(whole + whole.splitlines(keepends=True)[-1])
    assert held(path) == light(RESULTS[:3]), "a line that is there twice counts once"


def test_cut_off_anywhere_the_whole_lines_stay_and_the_rest_is_played_again(path: Path) -> None:
    """At every byte of the first line and of the last one."""
    whole = filled(path)
    first, last = whole.index(b"\n") + 1, whole.rindex(b"\n", 0, -1) + 1
    for cut in (*range(first + 1), *range(last, len(whole))):
        path.write_bytes(whole[:cut])
        with ResultFile(path, OURS) as file:
            ends = whole.startswith(whole[:cut] + b"\n")
            assert len(file.played) == (0 if cut <= first else 3 if ends else 2), cut
            for game in RESULTS[:3]:
                file.add(game)
        assert path.read_bytes() == whole, cut


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"my diary\n", "no_results"),
        (b"my diary", "no_results"),
        (b"\xff\xfe\x00", "no_results"),
        (b"[" * 100_000, "no_results"),
        (b'{"tilewright_tournament":2}\n', "newer"),
        (b'{"tilewright_tournament":1,"tournament":{}}\n', "malformed"),
    ],
    ids=["text", "no end", "no text", "deep", "newer", "empty"],
)
def test_what_is_no_file_of_results_is_left_as_it_is(path: Path, content: bytes, code: str) -> None:
    path.write_bytes(content)
    with pytest.raises(Refused, match=code):
        ResultFile(path, OURS)
    assert path.read_bytes() == content


@pytest.mark.parametrize("field", Tournament.__struct_fields__)
def test_another_tournament_is_refused_by_the_first_thing_in_which_it_differs(path: Path, field: str) -> None:
    changes = {
        "game": {"game": "great_divide", "options": {}},
        "rules": {"rules": "0.0"},
        "version": {"version": "0"},
        "options": {"options": {"no_draws": True}},
        "seats": {"seats": 3},
        "entrants": {"entrants": ("random", "easy")},
        "schedule": {"schedule": "swiss"},
        "games": {"games": 7},
        "rounds": {"rounds": 2},
        "seed": {"seed": 8},
        "hypotheses": {"hypotheses": Hypotheses()},
    }
    whole = filled(path)
    with pytest.raises(Refused) as caught:
        ResultFile(path, msgspec.structs.replace(OURS, **changes[field]))
    values = caught.value.refusal.values
    assert caught.value.refusal.code == "arena.refusal.other_tournament"
    assert values["field"] == next(iter(changes[field])) and values["theirs"] != values["ours"]
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line[:40],
        lambda line: line.replace(b'"number":1', b'"number":6'),
        lambda line: line.replace(b'"number":1', b'"number":-1'),
        lambda line: line.replace(b'"winners":[1]', b'"winners":[2]'),
        lambda line: line.replace(b'"steps"', b'"stops"'),
        lambda line: line.replace(b'"faults":[0,0]', b'"faults":[0]'),
        lambda line: b"\x00" * len(line),
    ],
    ids=["cut", "too high", "negative", "nobody", "field", "short", "zeros"],
)
def test_a_damaged_line_is_named_and_left_as_it_is(path: Path, damage) -> None:  # type: ignore[no-untyped-def]
    head, one, two, three = filled(path).splitlines()
    assert damage(two) != two
    content = b"\n".join((head, one, damage(two), three, b""))
    path.write_bytes(content)
    with pytest.raises(Refused) as caught:
        ResultFile(path, OURS)
    assert caught.value.refusal.code == "arena.refusal.line" and caught.value.refusal.values["line"] == 3
    assert path.read_bytes() == content


def test_a_game_of_others_than_are_due_is_refused(path: Path) -> None:
    filled(path)
    with ResultFile(path, OURS) as file:
        assert file.holds(GAMES[0])
        with pytest.raises(Refused, match="not_due"):
            file.holds(ScheduledGame(0, 0, (1, 0)))


def test_two_programs_do_not_write_one_file(path: Path) -> None:
    with ResultFile(path, OURS), pytest.raises(Refused, match="in_use"):
        ResultFile(path, OURS)
    assert held(path) == []


def test_a_place_where_nothing_can_be_written_is_refused(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nowhere" / "file", tmp_path / "a\0b"):
        with pytest.raises(Refused, match="unopened"):
            ResultFile(place, OURS)


def test_a_full_disk_loses_no_game_before(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = filled(path)
    with ResultFile(path, OURS) as file:
        real = vars(file)["_file"]

        class Full:
            """A file whose disk takes half a line more."""

            def __getattr__(self, name: str) -> object:
                return getattr(real, name)

            def write(self, line: bytes) -> int:
                real.write(line[: len(line) // 2])
                real.flush()
                raise OSError(28, "No space left on device")

        monkeypatch.setattr(file, "_file", Full())
        with pytest.raises(Refused, match="unwritable"):
            file.add(RESULTS[3])
    assert path.read_bytes() == whole


def test_a_tournament_goes_on_where_it_was_stopped(path: Path) -> None:
    """Whatever was played before stays, and each game is played once."""
    whole = Results()
    running.run(OURS, whole, InProcess(), lambda test: None)
    asked: list[str] = []

    class Stopped(InProcess):
        def play(self, tasks):  # type: ignore[no-untyped-def]
            for text in super().play(tasks):
                asked.append(text)
                yield text
                if len(asked) == 2:
                    raise KeyboardInterrupt

    with ResultFile(path, OURS) as file, pytest.raises(KeyboardInterrupt):
        running.run(OURS, file, Stopped(), lambda test: None)
    with ResultFile(path, OURS) as file:
        assert len(file.played) == 2 and not running.is_over(OURS, file)
        running.run(OURS, file, Stopped(), lambda test: None)
        assert running.is_over(OURS, file) and len(asked) == 6
        assert [(n, g.winners, g.steps) for n, g in sorted(file.played.items())] == [
            (n, g.winners, g.steps) for n, g in sorted(whole.played.items())
        ]


def test_a_test_ends_with_its_decision_and_counts_no_game_after_it() -> None:
    """Games that were under way are kept, but what they say comes too late."""
    t = tournament("easy", "random", schedule="sprt", games=1000, hypotheses=Hypotheses(0, 400))
    results = Results()
    for game in list(round_of(t, 0, {}) or ())[:60]:
        results.add(result(game, game.seating.index(0)))
    count = len(running.counted(t, results))
    assert 2 < count < 60 and running.is_over(t, results)
    running.run(t, results, InProcess(), lambda test: None)
    assert len(results.played) == 60, "nothing more is played"
