"""The archive and its statistics on the screen, over a real server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from client.screens.archive.page import SEARCH_DELAY
from client.screens.archive.rows import draw_row, shares
from client.screens.archive.screen import ArchiveScreen
from client.screens.archive.statistics import StatisticsScreen
from client.screens.archive.visit import show_archive
from client.session.archive import MOST_STANDINGS, ArchiveClient, local_time, valid_summary
from client.session.connection import ServerConnection
from client.session.session import Session
from client.stage.window import Screen
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core import record
from core.game import Refusal
from core.games import GAMES
from core.protocol import messages as m
from core.protocol.commands import GAMES_PER_PAGE
from server.embedded import Embedded
from server.storage.journal import Finished
from tests.client.looking import HIGH_SIZES
from tests.client.screens_kit import LANGUAGES, Stage, check_layout, recorded, stage
from tests.server.archive_kit import Shelved, finished

PLAYED = recorded(3)
TEXT = record.write(PLAYED.game, PLAYED.header, PLAYED.steps)


class Visit:
    """The archive of a server with these games, and the records that were watched."""

    def __init__(self, on: Stage, *games: Finished) -> None:
        self.store = Shelved(*games)
        self.server = Embedded("Parlour", port=0, host="127.0.0.1", beacon_port=0, store=self.store)
        self.on = on
        self.watched: list[record.Record] = []
        self.session = Session(ServerConnection(self.server.connect()))
        show_archive(on.app, self.session, self.watched.append, on.app.pop)
        self.rest()

    @property
    def screen(self) -> ArchiveScreen:
        assert isinstance(self.on.app.top, ArchiveScreen)
        return self.on.app.top

    @property
    def names(self) -> list[str]:
        return [line.names[0] for line in self.screen.archive.games or ()]

    def rest(self) -> None:
        """Until everything asked for has come and been drawn."""
        top = self.on.app.top
        assert isinstance(top, ArchiveScreen | StatisticsScreen)
        self.on.until(lambda: not top.archive.busy and top.due is None, self.session)
        self.on.frames()

    def statistics(self) -> StatisticsScreen:
        self.on.click(self.screen.stats)
        top = self.on.app.top
        assert isinstance(top, StatisticsScreen)
        self.rest()
        return top

    def close(self) -> None:
        self.session.close()
        self.server.close()


@contextmanager
def visiting(on: Stage, *games: Finished) -> Iterator[Visit]:
    made = Visit(on, *games)
    try:
        yield made
    finally:
        made.close()


def game(*names: str, key: str = "sturt", **more: object) -> Finished:
    return finished(*names, game=key, text=TEXT, **more)  # type: ignore[arg-type]  # handed on as they came


def many(count: int) -> list[Finished]:
    return [game(f"Player {number}", "Bo") for number in range(count)]


def test_the_newest_game_is_looked_at_and_two_presses_watch_another_again() -> None:
    with stage() as on, visiting(on, game("Ada", "Bo"), game("Cem", "Dee"), game("Eve", "Fay")) as there:
        assert there.names == ["Eve", "Cem", "Ada"]
        assert there.screen.selected is not None and there.screen.selected.names == ("Eve", "Fay")
        on.key(pygame.K_DOWN, pygame.K_RETURN)
        assert (
            there.screen.selected.names == ("Cem", "Dee") and there.screen.focus.current is there.screen.open
        )
        on.key(pygame.K_RETURN)
        there.rest()
        assert [played.steps for played in there.watched] == [PLAYED.steps]


def test_by_mouse_a_row_is_looked_at_and_kept_as_a_file_that_can_be_replayed(home: Path) -> None:
    with stage() as on, visiting(on, game("Ada", "Bo"), game("Cem", "Dee")) as there:
        on.click(there.screen.list.row(1, on.clock.now))
        assert there.screen.selected is not None and there.screen.selected.names == ("Ada", "Bo")
        for _ in range(2):
            on.click(there.screen.keep)
            there.rest()
        files = sorted((home / "games").iterdir())
        assert len(files) == 2
        assert {record.read(file.read_text(encoding="utf-8")).steps for file in files} == {PLAYED.steps}
        assert (
            str(files[-1]) in on.app.notices.shown[-1].text or str(files[0]) in on.app.notices.shown[-1].text
        )
        assert there.watched == []


def test_a_page_at_rest_is_not_drawn_again() -> None:
    with stage() as on, visiting(on, *many(30)) as there:
        for _ in range(2):
            on.frames(1.5)
            drawn = on.app.frames
            on.frames(0.5)
            assert on.app.frames == drawn
            on.key(pygame.K_e)
            there.rest()
            on.frames(0.1)
            assert on.app.frames >= drawn + 6
        there.statistics()
        on.frames(1.5)
        drawn = on.app.frames
        on.frames(0.5)
        assert on.app.frames == drawn
        on.key(pygame.K_DOWN)
        on.frames(0.1)
        assert on.app.frames >= drawn + 6


class Rests(Screen):
    def still(self, now: float) -> bool:
        return True


def test_a_page_that_comes_without_motion_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.stage.window.TRANSITION_SECONDS", 0.0)
    with stage() as on, visiting(on, game("Ada", "Bo")):
        on.frames(4.0)
        drawn = on.app.frames
        on.app.push(Rests())
        on.frames(0.5)
        assert on.app.frames == drawn + 1


def test_letters_are_looked_for_once_they_rest() -> None:
    with stage() as on, visiting(on, game("Zoë", "Bo"), game("みどり", "Bo"), game("Ada", "Bo")) as there:
        on.click(there.screen.field)
        on.type("ZO")
        on.frames(SEARCH_DELAY / 2)
        assert not there.screen.archive.busy and len(there.names) == 3
        there.rest()
        assert there.names == ["Zoë"]
        on.type("x")
        there.rest()
        assert there.names == [] and there.screen.selected is None and not there.screen.open.focusable
        assert there.screen.focus.current is there.screen.field
        on.key(pygame.K_BACKSPACE, pygame.K_BACKSPACE, pygame.K_BACKSPACE, pygame.K_RETURN)
        there.rest()
        assert there.names == ["Ada", "みどり", "Zoë"]


def test_one_game_only() -> None:
    with (
        stage() as on,
        visiting(on, game("Ada", "Bo", key="sturt"), game("Cem", "Bo", key="ghawar")) as there,
    ):
        for info in (known.info for known in GAMES):
            on.click((there.screen.games.rect.right - 20, there.screen.games.rect.cy))
            there.rest()
            assert there.names == {"sturt": ["Ada"], "ghawar": ["Cem"]}.get(info.key, [])
        on.click((there.screen.games.rect.right - 20, there.screen.games.rect.cy))
        there.rest()
        assert there.names == ["Cem", "Ada"]


def test_pages_are_turned_by_keys_and_by_the_mouse() -> None:
    with stage() as on, visiting(on, *many(45)) as there:
        screen = there.screen
        assert screen.pages == 3 and not screen.newer.enabled
        on.key(pygame.K_q)
        assert not screen.archive.busy
        on.key(pygame.K_e)
        there.rest()
        assert there.names[0] == "Player 24" and len(there.names) == GAMES_PER_PAGE
        on.click(screen.older)
        there.rest()
        assert there.names == [f"Player {number}" for number in (4, 3, 2, 1, 0)]
        assert not screen.older.enabled and screen.focus.current is screen.list
        on.key(pygame.K_e)
        assert not screen.archive.busy
        on.click(screen.newer)
        there.rest()
        assert there.names[0] == "Player 24"


def test_no_hint_says_of_the_wheel_what_only_keys_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """It scrolls, here and in the statistics."""
    with stage() as on, visiting(on, *many(GAMES_PER_PAGE + 1)) as there:
        keys, (page, sort) = (
            ["Q", "E"],
            [on.app.translate(f"archive.hint.{does}") for does in ("page", "sort")],
        )
        on.click((4.0, 4.0))  # where nothing is
        words = drawn(on, monkeypatch)
        assert words[words.index(page) - 2 : words.index(page)] == keys
        there.statistics()
        words = drawn(on, monkeypatch)
        assert words[words.index(sort) - 2 : words.index(sort)] == keys


def drawn(on: Stage, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words of a frame, in order."""
    words: list[str] = []
    text = Canvas.text

    def noting(self: Canvas, value: str, *rest: Any, **named: Any) -> Rect:
        words.append(value)
        return text(self, value, *rest, **named)

    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "text", noting)
        on.app.draw()
    return words


def test_a_damaged_game_can_be_looked_at_but_not_watched_and_the_others_can() -> None:
    with stage() as on, visiting(on, *many(3)) as there:
        there.store.shelves.execute("UPDATE archive_records SET about = x'00' WHERE number = 3")
        there.store.shelves.execute("UPDATE archive_records SET record = x'00' WHERE number = 2")
        there.screen.ask()
        there.rest()
        assert not there.screen.open.enabled and not there.screen.keep.enabled
        on.click(there.screen.list.row(1, on.clock.now))
        on.key(pygame.K_RETURN)
        there.rest()
        assert there.watched == [] and "2" in on.app.notices.shown[-1].text
        on.click(there.screen.list.row(2, on.clock.now))
        on.key(pygame.K_RETURN)
        there.rest()
        assert len(there.watched) == 1


def test_a_game_taken_back_meanwhile_is_said_to_be_gone() -> None:
    with stage() as on, visiting(on, *many(1)) as there:
        there.store.shelves.execute("DELETE FROM archive_games")
        there.store.shelves.execute("DELETE FROM archive_records")
        on.click(there.screen.open)
        there.rest()
        assert on.app.notices.shown[-1].text == on.app.translate("net.refusal.no_such_game")


def test_an_empty_archive_has_nothing_to_press_but_the_way_back() -> None:
    with stage() as on:
        below = on.app.top
        with visiting(on) as there:
            assert there.screen.focus.current is there.screen.back
            on.key(pygame.K_ESCAPE)
            assert on.app.top is below


def test_a_server_that_is_lost_leads_back() -> None:
    with stage() as on, visiting(on, *many(1)) as there:
        screen = there.screen
        there.server.close()
        on.until(lambda: on.app.top is not screen)


def test_statistics_are_sorted_by_any_column_and_told_for_ais_too() -> None:
    games = [
        game("Ada", "Bo", winners=(1,)),
        game("Ada", "", levels=("", "hard"), winners=(1,)),
        game("Bo", "Ada", winners=(0,)),
        game("Cem", "Ada", key="ghawar", winners=(0, 1), scores=(80, 80)),
    ]
    with stage() as on, visiting(on, *games) as there:
        screen = there.statistics()

        def shown() -> list[tuple[str, str, int, int]]:
            return [(one.name, one.level, one.games, one.won) for one in screen.rows]

        assert shown()[0] == ("Ada", "", 3, 0) and len(shown()) == 5
        on.click(screen.heads[3])
        assert shown()[0] == ("Bo", "", 2, 2) and screen.heads[3].sorts == 1
        on.click(screen.heads[3])
        assert shown()[0] == ("Ada", "", 3, 0) and screen.heads[3].sorts == -1
        on.click(screen.heads[0])
        assert shown()[-1] == ("", "hard", 1, 1)
        on.key(pygame.K_q)
        assert screen.by == "last"
        on.click(screen.field)
        on.type("CE")
        there.rest()
        assert shown() == [("Cem", "", 1, 1)]
        on.key(pygame.K_ESCAPE)
        assert on.app.top is not screen


def test_statistics_come_in_pages_up_to_a_bound() -> None:
    with stage() as on, visiting(on, *(game(f"{n}a", f"{n}b") for n in range(70))) as there:
        screen = there.statistics()
        assert len(screen.rows) == 140 and len({one.name for one in screen.rows}) == 140


GAMES_TO_LOOK_AT = [
    game("Ada", "Kenji", title="Friday evening"),
    game("Zoë", "", "José", levels=("", "normal", ""), key="down_under", scores=(81, 7, 64)),
    game(
        "みどり",
        "Bo",
        "",
        "Ann",
        levels=("", "", "hard", ""),
        key="ghawar",
        scores=(12, 3, 40, 5),
        winners=(2,),
    ),
    game("Friedrich-Wilhelm", "", levels=("", "easy"), key="great_divide", winners=(0, 1), scores=(9, 9)),
    game(
        *("Ada", "Maximiliane Ott", "みどり", "WWWWWWWWWW", "", "Bo", "Friedrich-Wilhelm"),
        levels=("",) * 4 + ("hard", "", ""),
        key="down_under",
        scores=tuple(range(74, 81)),
        winners=(0,),
    ),
    *many(40),
]


@pytest.mark.covering(most=4)
@pytest.mark.parametrize(
    ("language", "size"),
    [
        *((language, size) for size in ((960, 540), *HIGH_SIZES) for language in LANGUAGES),
        ("de", (1440, 1080)),
    ],
)
def test_everything_fits(language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    with stage(language, size) as on, visiting(on, *GAMES_TO_LOOK_AT) as there:
        there.store.shelves.execute("UPDATE archive_records SET about = x'00' WHERE number = 1")
        there.screen.ask(2)
        there.rest()
        for index in range(len(GAMES_TO_LOOK_AT) - 2 * GAMES_PER_PAGE):
            there.screen.look_at(index)
            check_layout(on, there.screen, monkeypatch, frames=2)
        there.screen.field.set_text("nobody")
        there.screen.ask()
        there.rest()
        check_layout(on, there.screen, monkeypatch, frames=2)
        check_layout(on, there.statistics(), monkeypatch, frames=2)


def test_long_names_give_way_to_short_ones() -> None:
    assert shares([10, 100, 50, 100], 200) == [10, 70, 50, 70]
    assert shares([10, 100, 50, 40], 200) == [10, 100, 50, 40]
    assert shares([90, 90, 90], 60) == [20, 20, 20]


# --- What a server might say --------------------------------------------------------------------------

LINE = finished("Ada", "Bo").about


class Silent(Session):
    """A session that only counts what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[type[m.Command], dict[str, object]]] = []

    def ask(self, kind: type[m.Command], **fields: object) -> int:
        self.asked.append((kind, fields))
        return len(self.asked)


def test_only_the_answer_to_the_last_question_counts() -> None:
    archive = ArchiveClient(Silent())
    archive.search("a", "", 0)
    archive.search("ab", "", 0)
    archive.handle_news(m.ArchivePage(1, 1, (LINE,)))
    assert (archive.total, archive.busy) == (0, True)
    archive.handle_news(m.ArchivePage(2, 99, (LINE,) * 99))
    assert (archive.total, archive.busy) == (99, False) and archive.games == (LINE,) * GAMES_PER_PAGE
    archive.handle_news(m.ArchivePage(2, 1, ()))
    assert archive.total == 99


def test_a_record_without_end_is_not_gathered() -> None:
    archive = ArchiveClient(Silent())
    archive.fetch(1)
    for _ in range(m.RECORD_LENGTH // 16_000 + 1):
        archive.handle_news(m.RecordPart(1, "x" * 16_000, last=False))
    assert (
        archive.trouble == Refusal("net.refusal.archive_long") and not archive.busy and archive.record is None
    )
    archive.handle_news(m.RecordPart(1, "x", last=True))
    assert archive.record is None


def test_statistics_without_end_are_asked_for_up_to_a_bound() -> None:
    session = Silent()
    archive = ArchiveClient(session)
    archive.tally("", "")
    one = m.PlayerStatistics("Ada", "", "sturt", 1, 1, 1, 1, "")
    for number in range(1, 1000):
        archive.handle_news(m.Statistics(number, 2**40, (one, msgspec.structs.replace(one, level="?")) * 25))
    assert len(session.asked) == MOST_STANDINGS // 50
    assert archive.standings is not None and {standing.level for standing in archive.standings} == {""}


def test_lines_that_make_no_sense_are_damaged_and_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    strange: list[dict[str, Any]] = [
        {"levels": ("",)},
        {"levels": ("", "?")},
        {"scores": (1.0, 2.0, 3.0)},
        {"winners": (2,)},
        {"winners": (-1,)},
        {"names": (), "levels": (), "scores": (), "winners": ()},
        {"names": ("A",) * 8, "levels": ("",) * 8, "scores": (1.0,) * 8},
        {"game": ""},
    ]
    lines = tuple(msgspec.structs.replace(LINE, **change) for change in strange)
    assert [valid_summary(line) for line in lines] == [None] * len(strange)
    odd: tuple[dict[str, Any], ...] = (
        {"game": "../x", "ended": "yesterday", "steps": -5, "scores": (float("nan"), 1e300)},
        {"names": ("W" * 500, ""), "title": "M" * 500, "ended": "9999-12-31T23:59:59+00:00"},
    )
    lines += tuple(msgspec.structs.replace(LINE, **change) for change in odd)
    with stage() as on, visiting(on) as there:
        monkeypatch.setattr(there.session, "ask", lambda kind, **fields: 77)  # it is answered here
        there.screen.archive.search("", "", 0)
        there.screen.handle_news(m.ArchivePage(77, len(lines), lines), on.clock.now)
        assert there.screen.archive.games == lines
        for index in range(len(lines)):
            there.screen.look_at(index)
            on.key(pygame.K_DOWN)
            on.leap(2)


def test_times_are_those_of_here(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert local_time("2026-11-22T18:15:00Z") == "2026-11-23 03:15"
        assert local_time("2026-11-22T18:15:00Z", date_only=True) == "2026-11-23"
        assert local_time("soon") == "soon"
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("wide", "shown"),
    [
        (1200, ["Ann", "1", "Bartholomew", "2", "Cem", "3"]),
        (500, ["1", "Bartholomew", "2", "3"]),
        (400, ["Bartholomew"]),
    ],
)
def test_where_names_have_no_room_the_winner_is_named(
    wide: float, shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = game("Ann", "Bartholomew", "Cem", winners=(1,), scores=(1, 2, 3)).about
    with stage() as on:
        drawn: list[str] = []
        text = Canvas.text

        def noting(self: Canvas, value: str, *rest: Any, **named: Any) -> Rect:
            drawn.append(value)
            return text(self, value, *rest, **named)

        monkeypatch.setattr(Canvas, "text", noting)
        draw_row(on.app.canvas, Rect(0, 0, wide, 96), line, False, on.app.translate)
    assert drawn[2:] == shown
