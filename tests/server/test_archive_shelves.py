"""The shelves: what is found, what it adds up to, and what damage does to it."""

from __future__ import annotations

import random
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.game import Refused
from core.protocol.messages import PlayerStatistics
from server.storage import archive
from server.storage.journal import Finished
from tests.server.archive_kit import any_game, finished, folder_of, memory


def _apsw() -> Any:
    apsw = pytest.importorskip("apsw")
    connection = apsw.Connection(":memory:")
    archive.create(connection)
    return connection


@pytest.fixture
def connection(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Empty shelves, of SQLite's driver where a test asks for no other."""
    opened = getattr(request, "param", memory)()
    yield opened
    opened.close()


DRIVERS = [pytest.param(memory, id="sqlite3"), pytest.param(_apsw, id="apsw")]


def keep(connection: Any, *games: Finished) -> None:
    for number, game in enumerate(games):
        archive.keep(connection, 1, number, game)


def names(connection: Any, text: str, game: str = "") -> list[str]:
    """The first names of all that is found."""
    total, lines = archive.search(connection, text, game, 0)
    assert total == len(lines)
    return [line.names[0] for line in lines]


@pytest.mark.parametrize("connection", DRIVERS, indirect=True)
def test_games_come_the_newest_first_and_in_pages(connection: Any) -> None:
    keep(connection, *(finished(f"Player {number}", "Bo") for number in range(45)))
    told = [archive.search(connection, "", "", page) for page in range(4)]
    assert [total for total, _ in told] == [45] * 4
    assert [len(lines) for _, lines in told] == [20, 20, 5, 0]
    lines = [line for _, page in told for line in page]
    assert [line.names[0] for line in lines] == [f"Player {number}" for number in reversed(range(45))]
    assert archive.fetch(connection, lines[3].number) == "the record of ('Player 41', 'Bo') at sturt"
    assert archive.fetch(connection, 46) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("zoë", ["Zoë"]),
        ("ZOË", ["Zoë"]),
        ("zoe\u0308", ["Zoë"]),
        ("ÄPF", ["Bo"]),
        ("みど", ["みどり"]),
        ("ｺﾞ", ["ゴロ"]),
        ("ⅧＲ", ["viiir"]),
        ("strasse", ["Straße"]),
        ("  ada  ", ["ada b"]),
        ("a  b", ["ada b"]),
        ("%", ["100%"]),
        ("_", ["under_score"]),
        ("'; DROP", []),
        ("normal", []),
        ("\n", ["Bo", "viiir", "under_score", "100%", "ada b", "Straße", "ゴロ", "みどり", "Zoë"]),
    ],
)
def test_letters_are_found_in_names_and_titles_however_they_are_written(
    text: str, found: list[str], connection: sqlite3.Connection
) -> None:
    known = ["Zoë", "みどり", "ゴロ", "Straße", "ada b", "100%", "under_score", "viiir"]
    keep(connection, *(finished(name, "", levels=("", "normal")) for name in known))
    archive.keep(connection, 2, 0, finished("Bo", title="Unter dem Äpfelbaum"))
    assert names(connection, text) == found


def test_only_one_game_is_asked_for(connection: sqlite3.Connection) -> None:
    keep(
        connection,
        finished("Ada", game="sturt"),
        finished("Bo", game="ghawar"),
        finished("Ada B", game="ghawar"),
    )
    assert names(connection, "", "ghawar") == ["Ada B", "Bo"]
    assert names(connection, "ADA", "ghawar") == ["Ada B"]
    assert names(connection, "", "nothing") == []


def counted(games: list[Finished]) -> dict[tuple[str, str, str], PlayerStatistics]:
    """The same statistics, counted in the plainest way."""
    of: dict[tuple[str, str, str], list[tuple[str, bool, float, str]]] = defaultdict(list)
    for game in games:
        about = game.about
        for seat, level in enumerate(about.levels):
            name = "" if level else about.names[seat]
            one = (name, seat in about.winners, about.scores[seat], about.ended)
            of[name.casefold(), level, about.game].append(one)
    return {
        key: PlayerStatistics(
            name=seats[-1][0],
            level=key[1],
            game=key[2],
            games=len(seats),
            won=sum(won for _, won, _, _ in seats),
            best=max(score for _, _, score, _ in seats),
            mean=round(sum(score for _, _, score, _ in seats) / len(seats), 9),
            last=seats[-1][3],
        )
        for key, seats in of.items()
    }


def told(connection: Any) -> dict[tuple[str, str, str], PlayerStatistics]:
    """All standings that the shelves tell."""
    total, standings = archive.tally(connection, "", "", 0)
    assert total == len(standings) and [one.games for one in standings] == sorted(
        (one.games for one in standings), reverse=True
    )
    rounded = (msgspec.structs.replace(one, mean=round(one.mean, 9)) for one in standings)
    return {(one.name.casefold(), one.level, one.game): one for one in rounded}


@pytest.mark.parametrize("connection", DRIVERS, indirect=True)
def test_statistics_are_what_the_games_add_up_to(connection: Any) -> None:
    rng = random.Random(5)
    kept: dict[tuple[int, int], Finished] = {}
    for _ in range(120):
        where = (rng.randrange(40), rng.randrange(2))
        if rng.random() < 0.3:
            archive.drop(connection, *where)
            kept.pop(where, None)
        else:
            kept.pop(where, None)
            kept[where] = any_game(rng)
            archive.keep(connection, *where, kept[where])
    assert len(kept) > 30
    assert told(connection) == counted(list(kept.values()))
    assert archive.search(connection, "", "", 0)[0] == len(kept)
    for where in list(kept):
        archive.drop(connection, *where)
    assert told(connection) == {} and archive.search(connection, "", "", 0) == (0, [])


def test_equal_names_are_one_person_and_all_who_share_a_victory_have_won(
    connection: sqlite3.Connection,
) -> None:
    keep(
        connection, finished("ADA", "Bo", winners=(0, 1)), finished("Ada", "bo", scores=(3, 8), winners=(1,))
    )
    _, standings = archive.tally(connection, "", "", 0)
    assert [(one.name, one.games, one.won, one.best, one.mean) for one in standings] == [
        ("Ada", 2, 1, 3, 2.5),
        ("bo", 2, 2, 8, 4.5),
    ]
    assert [one.name for one in archive.tally(connection, "O", "", 0)[1]] == ["bo"]


def test_an_ai_is_counted_by_its_level_at_every_seat(connection: sqlite3.Connection) -> None:
    keep(connection, finished("Ada", "", "", levels=("", "hard", "hard"), winners=(2,), scores=(1, 2, 6)))
    standings = {one.level: one for one in archive.tally(connection, "", "sturt", 0)[1]}
    assert (standings["hard"].games, standings["hard"].won, standings["hard"].mean) == (2, 1, 4)
    assert archive.tally(connection, "", "ghawar", 0) == (0, [])


def test_a_seat_that_an_ai_held_for_somebody_is_found_by_their_name_and_counts_as_the_ais(
    connection: sqlite3.Connection,
) -> None:
    keep(connection, finished("Ada", "Cem", levels=("", "easy")))
    assert names(connection, "cem") == ["Ada"]
    assert {(one.name, one.level) for one in archive.tally(connection, "", "", 0)[1]} == {
        ("Ada", ""),
        ("", "easy"),
    }


def test_a_game_taken_back_leaves_nothing_and_its_number_is_not_used_again(
    connection: sqlite3.Connection,
) -> None:
    keep(connection, finished("Ada", "Bo"))
    first = archive.search(connection, "", "", 0)[1][0].number
    archive.drop(connection, 1, 0)
    archive.drop(connection, 1, 0)
    assert archive.fetch(connection, first) is None and told(connection) == {}
    keep(connection, finished("Ada", "Bo", winners=(1,)))
    (again,) = archive.search(connection, "", "", 0)[1]
    assert again.number > first and archive.fetch(connection, first) is None
    archive.keep(connection, 1, 0, finished("Ada", "Bo", winners=(0, 1)))
    assert [line.winners for line in archive.search(connection, "", "", 0)[1]] == [(0, 1)]
    assert [one.games for one in told(connection).values()] == [1, 1]


DAMAGE = [
    *(f"UPDATE archive_records SET {column} = ? WHERE number = 2" for column in ("about", "record")),
    *(
        f"UPDATE archive_records SET {column} = ? WHERE number = 2"
        for column in ("about_hash", "record_hash")
    ),
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_game_is_told_as_damaged_and_the_others_stay(
    damage: str, connection: sqlite3.Connection
) -> None:
    column = damage.split()[3]
    keep(connection, *(finished(name, "Bo", title="Tea") for name in ("Ada", "Cem", "Dee")))
    sound = archive.search(connection, "", "", 0)[1]
    (raw,) = connection.execute(f"SELECT {column} FROM archive_records WHERE number = 2").fetchone()
    flipped = [raw[:at] + bytes([raw[at] ^ 1 << at % 8]) + raw[at + 1 :] for at in range(len(raw))]
    # One bit of a row's head makes another type of it, and another length.
    for worse in (*flipped, raw[:-1], b"", raw.hex(), "\ud7ff", 7, 0.5):
        connection.execute(damage, (worse,))
        total, lines = archive.search(connection, "tea", "", 0)
        assert total == 3 and (lines[0], lines[2]) == (sound[0], sound[2])
        assert lines[1] in (archive.damaged_game(2), sound[1])
        if column != "about_hash":
            with pytest.raises(Refused) as refused:
                archive.fetch(connection, 2)
            assert refused.value.refusal.code == "net.refusal.archive_damaged"
        if column.startswith("about"):
            assert lines[1] == archive.damaged_game(2)
        assert "Ada" in str(archive.fetch(connection, 1)) and "Dee" in str(archive.fetch(connection, 3))


def test_a_lost_record_is_damage_too(connection: sqlite3.Connection) -> None:
    keep(connection, finished("Ada"), finished("Bo"))
    connection.execute("DELETE FROM archive_records WHERE number = 1")
    assert archive.search(connection, "", "", 0)[1][1] == archive.damaged_game(1)
    with pytest.raises(Refused):
        archive.fetch(connection, 1)


def test_two_games_whose_contents_changed_places_are_damaged(connection: sqlite3.Connection) -> None:
    keep(connection, finished("Ada"), finished("Bo"))
    for number, other in ((1, 9), (2, 1), (9, 2)):
        connection.execute("UPDATE archive_records SET number = ? WHERE number = ?", (other, number))
    assert archive.search(connection, "", "", 0)[1] == [archive.damaged_game(2), archive.damaged_game(1)]


@pytest.mark.parametrize("worse", [b"", b"\xff", "text", 3])
def test_a_damaged_standing_is_counted_anew(worse: object, connection: sqlite3.Connection) -> None:
    rng = random.Random(2)
    games = [any_game(rng) for _ in range(20)]
    keep(connection, *games)
    connection.execute("UPDATE archive_standings SET standing = ?", (worse,))
    assert told(connection) == counted(games)
    more = [any_game(rng) for _ in range(20)]
    for number, game in enumerate(more):
        archive.keep(connection, 2, number, game)
    assert told(connection) == counted(games + more)


def test_whatever_a_disk_changes_nothing_wrong_is_told(tmp_path: Path) -> None:
    rng = random.Random(9)
    games = [any_game(rng) for _ in range(18)]
    connection = folder_of(tmp_path, *games)
    sound = {line.number: line for line in archive.search(connection, "", "", 0)[1]}
    texts = {number: archive.fetch(connection, number) for number in sound}
    connection.close()
    raw = (tmp_path / "tilewright.db").read_bytes()
    noticed = 0
    for _ in range(200):
        worse = bytearray(raw)
        worse[rng.randrange(4096, len(raw))] ^= 1 << rng.randrange(8)
        (tmp_path / "tilewright.db").write_bytes(worse)
        connection = sqlite3.connect(tmp_path / "tilewright.db", isolation_level=None)
        noticed += _looked_through(connection, sound, texts)
        connection.close()
    assert 10 < noticed < 190


def _looked_through(connection: Any, sound: dict[int, Any], texts: dict[int, str | None]) -> bool:
    """Whether something was noticed; what is told is as it was written."""
    noticed = False
    try:
        for line in archive.search(connection, "", "", 0)[1]:
            if line != archive.damaged_game(line.number):
                assert line == sound.get(line.number)
            else:
                noticed = True
        archive.tally(connection, "", "", 0)
    except sqlite3.DatabaseError:
        noticed = True
    for number, text in texts.items():
        try:
            assert archive.fetch(connection, number) in (text, None)
        except (Refused, sqlite3.DatabaseError):
            noticed = True
    return noticed
