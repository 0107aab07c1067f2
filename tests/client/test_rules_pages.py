"""The rules pages of all games: every one can be read and seen, in every window, language and theme."""

from __future__ import annotations

from typing import Any

import pytest

from assets.texts import LANGUAGES, Texts
from client.boards import BOARDS
from client.boards.kit import illustrator
from client.boards.kit.illustration_layout import FIELDS_MARGIN, FieldPlace, arrange
from client.screens.rules.pages import load
from client.screens.rules.screen import MOST_PICTURE_SHARE, RulesScreen
from client.ui.bindings import KeyLabels
from client.ui.geometry import Rect
from client.ui.intents import KEYBOARD
from client.ui.keyboard_layout import QWERTY
from core.games import game as find_game
from tests.client.looking import ALL_SIZES, Ruler
from tests.client.pages_kit import book, fields

ALL = pytest.mark.parametrize("game", BOARDS)


@ALL
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_and_picture_has_its_words(language: str, game: str) -> None:
    texts, loaded = Texts(language), load(game)
    gaps = KeyLabels(KEYBOARD, QWERTY, texts.translate).names()
    for page in loaded:
        assert texts.has(page.title) and page.body(texts.translate, gaps).strip(), page.number
        assert texts.has(page.caption) == bool(page.picture.fields), page.number
    used = {word for page in loaded for field in page.picture.fields for word in field.words}
    start = f"{game}.rules.label."
    assert {key.removeprefix(start) for key in texts.keys() if key.startswith(start)} == used  # noqa: SIM118
    chapters = sum(page.decisions is None for page in loaded)
    assert not texts.has(f"{game}.rules.{chapters + 1}.title"), "a text without a page"


@pytest.mark.covering(most=5)
@ALL
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ALL_SIZES)
def test_nothing_is_cut_off_or_overlaps(
    size: tuple[int, int], language: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with book(game, size, language=language, motion="reduced") as (app, screen):
        ruler, wrong = Ruler(monkeypatch), {}
        for page in range(len(screen.pages)):
            screen.go(page)
            found = ruler.measure(screen, app, 60.0)
            if found or screen.text.most > 0:
                wrong[page + 1] = found or ["the text has to be scrolled"]
    assert not wrong


@ALL
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(540, 720), pytest.param((800, 1200), marks=pytest.mark.long)])
def test_in_a_high_window_pages_scroll_but_no_word_is_cut_off(
    size: tuple[int, int], language: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with book(game, size, language=language, motion="reduced") as (app, screen):
        ruler, wrong = Ruler(monkeypatch), {}
        for page in range(len(screen.pages)):
            screen.go(page)
            found = [line for line in ruler.measure(screen, app, 60.0) if line.startswith("cut off")]
            if found:
                wrong[page + 1] = found
    assert not wrong


@ALL
@pytest.mark.parametrize("size", [(540, 720), pytest.param((800, 1200), marks=pytest.mark.long)])
def test_in_a_high_window_pictures_use_the_room_that_they_have(
    size: tuple[int, int], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None is tiny, and where the text leaves room none would be larger with it."""
    places = list[FieldPlace]()
    monkeypatch.setattr(illustrator, "arrange", lambda *args, **named: _noted(places, *args, **named))
    with book(game, size, language="de", motion="reduced") as (app, screen):
        for page in illustrated(screen):
            screen.go(page)
            screen.draw(app.canvas, 60.0)
            assert min(max(place.box.w, place.box.h) for place in places) >= 44, page + 1
            figure, text = screen.figure, screen.text
            spare = text.rect.h - text.height - 2 * FIELDS_MARGIN
            room = min(figure.h + spare, MOST_PICTURE_SHARE * (text.rect.bottom - figure.y))
            larger = Rect(figure.x, figure.y, figure.w, max(figure.h, room))
            shown = screen.pages[page].picture
            assert screen.drawer.fitted(app.canvas, larger, shown, app.translate)[0].h <= figure.h + 6, (
                page + 1
            )


@ALL
def test_the_last_pages_are_all_decisions_in_their_order(game: str) -> None:
    shown = [page.decisions for page in load(game)]
    groups = find_game(game).info.decisions
    first = len(shown) - len(groups)
    assert tuple(shown[first:]) == groups and not any(shown[:first])


@ALL
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_decision_is_read_with_the_name_of_its_option(language: str, game: str) -> None:
    say, info = Texts(language).translate, find_game(game).info
    for page in load(game):
        body = page.body(say, dict[str, str]()) if page.decisions else ""
        for decision in page.decisions.decisions if page.decisions else ():
            start = f"{game}.decided.{page.decisions.key}.{decision.key}"
            option = say(f"{info.key}.option.{decision.option}.name") if decision.option else ""
            source, here = body.index(say(f"{start}.source")), body.index(say(f"{start}.here"))
            assert source < here and option in body[here:].split("\n\n")[0]


def illustrated(screen: RulesScreen) -> list[int]:
    """Pages with a picture, counted from 0."""
    return [index for index, page in enumerate(screen.pages) if page.picture.fields]


def _noted(places: list[FieldPlace], *args: Any, **named: Any) -> tuple[FieldPlace, ...]:
    found = arrange(*args, **named)
    places[:] = found
    return found


@pytest.mark.covering(most=2)
@ALL
@pytest.mark.parametrize("theme", ["lamplight", pytest.param("high-contrast", marks=pytest.mark.long)])
def test_pictures_are_drawn_in_every_theme_and_grow(theme: str, game: str) -> None:
    """Each page draws something in the place of its picture, also half-way."""
    with book(game, motion="full", theme=theme) as (app, screen):
        for page in illustrated(screen):
            screen.go(page)
            for now in (0.9, 60.0):
                screen.draw(app.canvas, now)
            area = app.canvas.pixels(screen.figure)
            pixels = app.canvas.surface.subsurface(area).copy()
            colours = {tuple(pixels.get_at((x, y))) for x in range(0, area.w, 9) for y in range(0, area.h, 9)}
            assert len(colours) > 12, page + 1


@ALL
def test_only_seats_of_the_game_say_something(game: str) -> None:
    said = [p.values[0].says for p in fields(load(game)) if p.values[0].says]
    assert all(saying.seat < max(find_game(game).info.seats) for saying in said)
