"""A dialog lies over everything: the keys at a screen's foot do something else while it is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from client.program import Program
from client.settings import Settings
from client.ui.canvas import Canvas
from client.ui.overlays import Dialog
from tests.client.couch import Couch, couch

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
