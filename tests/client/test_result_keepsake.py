"""The picture of a result: the same whatever the window, kept where people look for pictures."""

from __future__ import annotations

import io
from pathlib import Path

import pygame
import pytest

from client.screens.result.keepsake import PICTURE_SIZE
from client.screens.result.screen import ResultScreen
from client.session import saved_games
from client.stage.settings import Settings
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.games.down_under.rules import DOWN_UNDER
from core.games.sturt.state import Options
from core.protocol import messages as m
from tests.client.couch import couch
from tests.client.couch_killed import decide
from tests.client.result_kit import played_out, result_of
from tests.client.screens_kit import EVERYWHERE, cut_texts, stage, stray_words

NAMES = ("Ada", "Bartholomäus", "Cleo", "Dan")


@pytest.mark.covering(most=1)
@pytest.mark.parametrize(("language", "size"), [EVERYWHERE[0], EVERYWHERE[5], EVERYWHERE[-1]])
def test_it_says_everything_whatever_the_window(
    language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    words, text, kept = list[str](), Canvas.text, list[bytes]()

    def written(self: Canvas, value: str, *rest: object, **named: object) -> Rect:
        words.append(value)
        return text(self, value, *rest, **named)  # type: ignore[arg-type]

    with stage(language, size) as on:
        screen = result_of(played_out(DOWN_UNDER, 4), NAMES, on.app.translate, picture=kept.append)
        on.app.push(screen)
        on.frames(0.2)
        on.key(pygame.K_RETURN)
        on.leap(40)
        monkeypatch.setattr(Canvas, "text", written)
        stray = stray_words(monkeypatch)
        with cut_texts(monkeypatch) as cut:
            on.click(screen.picture)
        assert (cut, stray) == ([], [])
        assert pygame.image.load(io.BytesIO(kept[0])).get_size() == PICTURE_SIZE
        assert {*NAMES, screen.insight} <= {*words}
        assert any(word.startswith("Down Under") for word in words)
        assert {f"{score:g}" for score in screen.outcome.scores} <= {*words}


def test_two_pictures_of_a_second_are_two_files(tmp_path: Path) -> None:
    folder = tmp_path / "Pictures" / "Tilewright"
    first, second = (saved_games.keep_picture("sturt", content, folder) for content in (b"one", b"two"))
    assert (first.read_bytes(), second.read_bytes()) == (b"one", b"two")
    assert {file.suffix for file in folder.iterdir()} == {".png"}


@pytest.mark.parametrize("writable", [True, False])
def test_it_is_said_where_it_lies_or_that_it_could_not_be_written(
    writable: bool, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = home / "Pictures"
    if not writable:
        place.write_text("a file where a folder should be")
    monkeypatch.setattr("platformdirs.user_pictures_dir", lambda: str(place))
    with couch(Settings(language="en", speed=4.0), (960, 540), tick=0.1, drawn=False) as hands:
        hands.open("sturt", Options(), m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo"))
        while hands.table.client_table.latest.outcome is None:
            decide(hands)
        hands.honour()
        result = hands.app.top
        assert isinstance(result, ResultScreen)
        hands.rest(5.0)
        hands.press(result.picture)
        (notice,) = hands.app.notices.alive(hands.clock)
        files = [str(file) for file in place.glob("Tilewright/*")] if writable else []
        assert len(files) == writable and all(file in notice.text for file in files)
        assert notice.tone == ("good" if writable else "bad")
