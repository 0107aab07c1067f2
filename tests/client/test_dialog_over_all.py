"""A dialog lies over everything: the keys at a screen's foot do something else while it is open."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from client.app.navigation import MOST_KEPT_SEATS, Program
from client.screens.shared.panes import list_names
from client.screens.shared.password import password_dialog
from client.screens.shared.question import QuestionScreen
from client.stage.settings import Settings
from client.stage.window import Screen
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.overlays import Dialog
from client.ui.widgets import Button
from tests.client.couch import Couch, couch
from tests.client.looking import HIGH_SIZES, inside
from tests.client.screens_kit import LANGUAGES, check_layout, cut_texts, stage

WAYS: dict[str, Callable[[Program], None]] = {
    "title": Program.title,
    "settings": Program.settings,
    "rules": lambda program: program.rules("sturt"),
    "setup": lambda program: program.setup("sturt", lan=False),
    "lan": Program.lan,
    "archive": Program.archive,
}


def drawn_over(hands: Couch, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All words that are drawn after an open dialog."""
    dialog = Dialog("A title", "A text", [("Close", lambda: None)], at=hands.app.now)
    hands.app.top.focus.open(dialog)  # type: ignore[union-attr]  # all of these screens have one
    words: list[str] = []
    draw, text = Dialog.draw, Canvas.text

    def drawn(self: Dialog, canvas: Canvas, now: float) -> None:
        draw(self, canvas, now)
        words[:] = ["the dialog"]

    def noted(self: Canvas, value: str, *rest: object, **named: object) -> object:
        words.append(value)
        return text(self, value, *rest, **named)  # type: ignore[arg-type]  # handed on as they came

    with monkeypatch.context() as patch:
        patch.setattr(Dialog, "draw", drawn)
        patch.setattr(Canvas, "text", noted)
        hands.app.top.draw(hands.app.canvas, hands.app.now + 1)  # type: ignore[union-attr]  # there is one
    assert words[0] == "the dialog"
    return words[1:]


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_written_over_a_dialog(way: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with couch(Settings(language="en"), (960, 540), drawn=False) as hands:
        hands.program.title()
        hands.rest(0.2)
        if way != "title":
            WAYS[way](hands.program)
            hands.until(lambda: getattr(hands.app.top, "name", "") not in ("title", "waiting"))
            hands.rest(0.2)
        assert drawn_over(hands, monkeypatch) == []


SIZES = ((960, 540), *HIGH_SIZES)
EVERYWHERE = [(language, size) for size in SIZES for language in LANGUAGES]


class Under(Screen):
    """A screen with nothing but a dialog."""

    name = "under"

    def __init__(self, dialog: Dialog) -> None:
        self.dialog = dialog

    def enter(self) -> None:
        self.focus = Focus()
        self.focus.open(self.dialog)

    def layout(self, area: Rect) -> None:
        self.focus.layout(area)

    def draw(self, canvas: Canvas, now: float) -> None:
        self.focus.draw(canvas, now)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_menu_of_many_entries_lies_within_its_sheet(size: tuple[int, int]) -> None:
    with stage(size=size) as on:
        rows = [Button("Words", lambda: None) for _ in range(13)]
        dialog = Dialog("Menu", widgets=rows, width=640)
        on.app.push(Under(dialog))
        on.frames()
        assert inside(dialog.rect, on.app.canvas.area)
        assert all(inside(row.rect, dialog.rect) and row.rect.h >= 48 for row in rows)
        assert all(a.rect.bottom < b.rect.y for a, b in pairwise(rows))


@pytest.mark.parametrize(("language", "size"), EVERYWHERE)
def test_questions_fit(language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    with stage(language, size) as on:
        say = on.app.translate
        names = [*("Maximiliane-Elisabeth O.", "Donaudampfschifffahrtska", "みどり", "José"), "W" * 16]
        text = say("couch.found", game="Sturt's Stony Desert", names=list_names(names, say))
        there = say("couch.there", server="Maximiliane-Elisabeths Haus", address="192.168.178.123:47474")
        for title, line, count in (
            ("couch.found_title", text, 2),
            ("screen.title.resume", "", MOST_KEPT_SEATS + 1),
        ):
            answers = [(there, lambda: None)] * count
            question = QuestionScreen(say(title), line or say("couch.which"), answers, lambda: None)
            check_layout(on, question, monkeypatch)
        table = "Donaudampfschifffahrtsgesellschaft, Freitag"
        dialog = password_dialog(say, table, lambda _: None, at=on.app.now, sound=on.app.sound)
        with cut_texts(monkeypatch) as cut:
            on.app.push(Under(dialog))
            on.leap(3)
        assert cut == []
