"""What is said at a table, as the journal shows it, and name plates."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pygame
import pytest

from assets.texts import Texts
from client.boards.contract import foot_rect
from client.screens.shared.plates import Plate, draw_plate, is_name_cut, plate_parts
from client.screens.table.journal_view import Entry, chat_entry, journal_rows
from client.screens.table.layout import HEADED_TOP, TableLayout
from client.screens.table.people import series_of
from client.ui import theme
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.overlays import Notices
from client.ui.text import LINE_HEIGHT
from core.game import Goal, Seat
from core.protocol.messages import NAME_LENGTH, Said
from tests.client.looking import inside
from tests.client.screens_kit import EVERYWHERE, cut_texts

NAMES = ("Ada", "Maximiliane-Elisabeth O.", "Donaudampfschifffahrtska")


def test_everybody_who_says_something_is_named() -> None:
    say = Texts("en").translate
    assert chat_entry(Said(seat=1, name="Bo", text="hello"), say) == Entry("Bo: hello", 1, chat=True)
    eve = Said(seat=-1, name="", text="well played", guest=7)
    assert chat_entry(eve, say) == Entry("Spectator 7: well played", -1, chat=True)


@pytest.mark.parametrize("goal", [Goal(games=1), Goal(games=7), Goal(points=90), Goal(points=150)])
@pytest.mark.parametrize(("language", "size"), EVERYWHERE)
def test_a_plate_has_room_for_name_note_and_series(
    goal: Goal, language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas, texts = Canvas(pygame.Surface(size), theme.load("lamplight")), Texts(language)
    assert {len(name) for name in NAMES[1:]} == {NAME_LENGTH}
    rect = TableLayout.of(canvas.area, 2, 4, 2).plates[0]
    note = texts.translate("great_divide.tally.1")
    account = series_of(goal, 148.0, texts.translate)
    for name in NAMES:
        with cut_texts(monkeypatch) as cut:
            words = drawn(
                canvas, rect, Plate(Seat(0), name, note, "person", account, False, False, counts=True)
            )
        assert cut == []
        assert set(words) == {name, note, account} - {""}
        assert all(inside(place, rect.inset(8)) for place in words.values())
        assert not any(a.inset(0, 3).overlaps(b.inset(0, 3)) for a, b in combinations(words.values(), 2))


@pytest.mark.parametrize("size", [(360, 480), (720, 960), (360, 640)])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_low_plate_has_room_for_all_of_a_name(
    seats: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In two lines, with the points beside it."""
    canvas = Canvas(pygame.Surface(size), theme.load("lamplight"))
    rect = TableLayout.of(canvas.area, seats, 4, 2).plates[0]
    for name in (*NAMES, "Maximilienne-Antoinette"):
        plate = Plate(Seat(0), name, "Total", "person", "", False, False, counts=True)
        with cut_texts(monkeypatch) as cut:
            words = drawn(canvas, rect, plate)
        assert cut == [] and not is_name_cut(canvas, rect, plate)
        assert all(inside(place, rect.inset(6)) for place in words.values())
        assert not words[name].overlaps(plate_parts(canvas, rect, plate).figure)


@pytest.mark.parametrize("series", ["", "Serie: 2/3"])
@pytest.mark.parametrize("high", [54.0, 69.0, 89.0])
def test_on_the_low_plates_of_seven_nothing_sticks_out(high: float, series: str) -> None:
    """At tables and replays of seven seats: less room in every direction."""
    canvas, rect = Canvas(pygame.Surface((1920, 1080)), theme.load("lamplight")), Rect(100, 100, 420, high)
    for name in NAMES[:1]:
        words = drawn(canvas, rect, Plate(Seat(0), name, "Prestige 17", "check", series, True, False))
        assert all(inside(place, rect.grown(9)) for place in words.values())
        assert not any(a.inset(0, 5).overlaps(b.inset(0, 5)) for a, b in combinations(words.values(), 2))


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080)])
@pytest.mark.parametrize("seats", range(2, 8))
def test_the_foot_of_a_plate_is_the_boards_alone(seats: int, size: tuple[int, int]) -> None:
    """Nothing of the plate reaches into it, and what stands above it can still be read."""
    canvas = Canvas(pygame.Surface(size), theme.load("lamplight"))
    for rect in TableLayout.of(canvas.area, seats, 4, 2, foot=84.0).plates:
        plate = Plate(Seat(0), NAMES[0], "Prestige", "", "", False, False, counts=True, foot=84.0)
        here, foot = plate_parts(canvas, rect, plate), foot_rect(rect, 84.0)
        assert foot.h >= 40 and rect.contains(foot.x, foot.y)
        assert not any(part.w and part.overlaps(foot) for part in here)
        assert here.name.h >= 24 * LINE_HEIGHT and here.figure.h >= 48


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080)])
@pytest.mark.parametrize("seats", range(5, 8))
def test_many_plates_with_a_foot_have_room_for_long_names_and_the_journal_for_lines(
    seats: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of a name is left out; all lies apart from all else, and the parts cover the window."""
    canvas = Canvas(pygame.Surface(size), theme.load("lamplight"))
    lay = TableLayout.of(canvas.area, seats, 4, 2, foot=84.0)
    for name in NAMES:
        plate = Plate(Seat(0), name, "Ready", "check", "", False, False, counts=True, foot=84.0)
        with cut_texts(monkeypatch) as cut:
            drawn(canvas, lay.plates[0], plate)
        assert cut == []
    journal = journal_rows(canvas, lay.journal, [Entry("All draw their cards.", -1)] * 3)
    assert len(journal) >= 2
    papers = (*lay.plates, lay.journal, lay.field, lay.side, *lay.tools, *lay.offers)
    assert not any(one.overlaps(other) for one, other in combinations(papers, 2))
    parts_of_all = lay.parts(canvas.area)
    assert sum(part.w * part.h for part in parts_of_all) == canvas.area.w * canvas.area.h
    assert inside(lay.journal, parts_of_all.journal)


def drawn(canvas: Canvas, rect: Rect, plate: Plate) -> dict[str, Rect]:
    """The words of a plate and what they cover."""
    words: dict[str, Rect] = {}
    text = Canvas.text

    def noting(self: Canvas, value: str, *rest: object, **named: object) -> Rect:
        covered: Rect = text(self, value, *rest, **named)  # type: ignore[arg-type]  # handed on as they came
        if value:
            words[value] = covered
        return covered

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "text", noting)
        draw_plate(canvas, rect, plate)
    return words


@pytest.mark.parametrize(("language", "size"), EVERYWHERE)
def test_no_notice_covers_plates_or_the_headline_or_ends_in_a_lonely_word(
    language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas, say = Canvas(pygame.Surface(size), theme.load("lamplight")), Texts(language).translate
    boxes: list[Rect] = []

    def noting(self: Canvas, rect: Rect, *rest: Any) -> None:
        boxes.append(rect)

    monkeypatch.setattr(Canvas, "panel", noting)
    lay = TableLayout.of(canvas.area, 2, 4, 2)
    for key in ("time_up", "stand_in", "waiting_for", "undo_refused"):
        for name in NAMES:
            notices = Notices()
            notices.show(say(f"net.notice.{key}", name=name), 0.0)
            notices.draw(canvas, 1.0, HEADED_TOP)
            kept_free = (*lay.plates, *lay.tools, lay.prompt)
            assert not any(boxes[-1].overlaps(place) for place in kept_free), (key, name)
    text = say("net.notice.time_up", name="Ada")
    wide, high = canvas.measure(text, "body", wrap_at=boxes[-1].w, even=True)
    most = canvas.measure(text, "body")[0]
    lines = round(high / canvas.measure("A", "body")[1])
    assert wide <= 1.35 * most / lines, "lines of about the same length"


def test_a_series_says_how_far_it_is_to_go() -> None:
    say = Texts("en").translate
    assert series_of(Goal(points=90), 34.0, say) == "Series: 34/90"
    assert series_of(Goal(games=3), 1.5, say) == "Series: 1.5"
    assert series_of(Goal(games=1), 0.0, say) == ""
