"""The rules to leaf through, by every device."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

import assets
from assets.texts import LANGUAGES
from client.boards.kit.illustration import Illustration
from client.screens.rules.pages import RulesError, load
from client.screens.rules.screen import RulesScreen
from client.stage.settings import Settings
from client.stage.window import App, Screen
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import AnyGame
from core.games import GAMES
from tests.client.looking import click, key, pad
from tests.client.screens_kit import stage

PAGES = len(load("sturt"))
PAD_A, PAD_B, PAD_LB, PAD_RB, PAD_LEFT, PAD_RIGHT = 0, 1, 9, 10, 13, 14


class Below(Screen):
    """What the rules were opened from."""


class Book:
    """The rules of Sturt, opened over another screen."""

    def __init__(self, size: tuple[int, int] = (960, 540), language: str = "en") -> None:
        settings = Settings(language=language, motion="reduced")  # type: ignore[arg-type]  # one of LANGUAGES
        self.app = App(settings, size=size, headless=True, clock=lambda: 0.0)
        self.below = Below()
        self.app.push(self.below)
        self.screen = RulesScreen("sturt")
        self.app.push(self.screen)
        self.app.frame(0.0, [])

    def scroll(self, dy: int) -> None:
        at = [round(v * self.app.canvas.scale) for v in self.screen.sheet.centre]
        self.app.frame(1.0, [pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))])
        self.app.frame(1.0, [pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=dy, precise_y=float(dy))])


@pytest.fixture
def book() -> Iterator[Book]:
    made = Book()
    yield made
    made.app.close()


FORWARD: list[tuple[Callable[..., None], int]] = [
    (key, pygame.K_RIGHT),
    (key, pygame.K_DOWN),
    (key, pygame.K_RETURN),
    (key, pygame.K_e),
    (key, pygame.K_TAB),
    (pad, PAD_A),
    (pad, PAD_RB),
    (pad, PAD_RIGHT),
]
BACKWARD: list[tuple[Callable[..., None], int]] = [
    (key, pygame.K_LEFT),
    (key, pygame.K_UP),
    (key, pygame.K_q),
    (pad, PAD_LB),
    (pad, PAD_LEFT),
]


@pytest.mark.covering(most=2)
@pytest.mark.parametrize(("press", "code"), FORWARD)
def test_keys_and_buttons_turn_to_the_next_page_and_stop_at_the_last(
    book: Book, press: Callable[..., None], code: int
) -> None:
    for expected in [*range(1, PAGES), PAGES - 1]:
        press(book.app, code, 1.0)
        assert book.screen.page == expected


@pytest.mark.parametrize(("press", "code"), BACKWARD)
def test_keys_and_buttons_turn_back_and_stop_at_the_first(
    book: Book, press: Callable[..., None], code: int
) -> None:
    book.screen.go(2)
    for expected in (1, 0, 0):
        press(book.app, code, 1.0)
        assert book.screen.page == expected


def test_the_wheel_turns_pages(book: Book) -> None:
    book.scroll(-1)
    book.scroll(-1)
    assert book.screen.page == 2
    book.scroll(1)
    assert book.screen.page == 1


def test_a_click_in_the_contents_opens_that_page(book: Book) -> None:
    click(book.app, book.screen.contents.row(6, 1.0).centre, 1.0)
    assert book.screen.page == 6


def test_the_buttons_turn_pages_and_say_where_the_book_ends(book: Book) -> None:
    assert not book.screen.previous.enabled
    click(book.app, book.screen.next.rect.centre, 1.0)
    assert book.screen.page == 1 and book.screen.previous.enabled
    click(book.app, book.screen.previous.rect.centre, 1.0)
    assert book.screen.page == 0
    book.screen.go(PAGES - 1)
    assert not book.screen.next.enabled


@pytest.mark.parametrize(
    "leave",
    [
        lambda book: key(book.app, pygame.K_ESCAPE, 1.0),
        lambda book: key(book.app, pygame.K_F1, 1.0),
        lambda book: pad(book.app, PAD_B, 1.0),
        lambda book: click(book.app, book.screen.back.rect.centre, 1.0),
    ],
    ids=["escape", "help", "gamepad", "click"],
)
def test_leaving_leads_back_to_where_one_was(book: Book, leave: Callable[[Book], None]) -> None:
    leave(book)
    assert book.app.top is book.below


def test_text_too_long_for_its_place_scrolls_before_the_page_turns(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    say = book.app.translate
    long = "\n\n".join(["Sand and stones."] * 60)
    monkeypatch.setattr(
        book.app, "translate", lambda k, **v: long if k == "sturt.rules.1.body" else say(k, **v)
    )
    book.screen.layout(book.app.canvas.area)
    most, presses = book.screen.text.most, 0
    assert most > 0
    while book.screen.page == 0:
        rect = book.screen.text.rect
        lowest = _ink(book, Rect(rect.x, rect.bottom + 3, rect.w, 3))
        highest = _ink(book, Rect(rect.x, rect.y - 6, rect.w, 3))
        assert max(lowest, highest) < 40, "a line is cut through"
        key(book.app, pygame.K_DOWN, 1.0 + presses)
        presses += 1
    assert presses == 1 + math.ceil(most / (4 * 24)), "four lines of the smallest type each"


def _ink(book: Book, rect: Rect) -> int:
    """Difference in brightness between the paper and the darkest point of a rectangle, 0 … 255."""
    canvas = book.app.canvas
    area = canvas.pixels(rect)
    paper = canvas.colour("paper")[1]
    return max(
        paper - canvas.surface.get_at((x, y))[1]
        for x in range(area.left, area.right)
        for y in range(area.top, area.bottom)
    )


def test_a_page_at_rest_needs_no_new_frame(book: Book) -> None:
    book.screen.turn(1)
    book.app.frame(10.0, [])
    book.app.frame(11.0, [])
    assert not book.app.frame(12.0, [])


@pytest.mark.parametrize("name", ["chess", "../sturt", ""])
def test_a_game_without_rules_is_refused(name: str) -> None:
    with pytest.raises(RulesError):
        load(name)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("pages = 3", "pages"),
        ("pages = []", "pages"),
        ("[[pages]]\nfields = []", "a page has a picture or shows decisions"),
        ('[[pages]]\ndecides = "zeppelins"', "page 1: no decisions about 'zeppelins'"),
        ('[[pages]]\nfields = [{ show = ["5"], position = "sturt" }]', "either a position or things"),
        ("no toml", "line 1"),
    ],
)
def test_broken_pages_are_told_with_their_place(
    content: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "sturt.toml"
    file.write_text(content, encoding="utf-8")
    monkeypatch.setattr(assets, "path", lambda name: file)
    with pytest.raises(RulesError, match=told):
        load("sturt")


def test_routes_grow_after_the_page_was_turned() -> None:
    shares: list[float] = []
    app = App(Settings(), size=(960, 540), headless=True, clock=lambda: 0.0)
    screen = RulesScreen("sturt")
    app.push(screen)

    class Noting:
        """Takes the place of the drawing of Sturt's pictures."""

        def ratio(self, shown: Illustration) -> float:
            return 1.0

        def picture(self, canvas: Any, rect: Any, shown: Illustration, say: Any, upto: float = 1.0) -> Any:
            shares.append(upto)
            return rect

    screen.drawer = Noting()  # type: ignore[assignment]  # only what is drawn matters
    for now in (0.0, 0.5, 1.0, 5.0):
        screen.draw(app.canvas, now)
    app.close()
    assert shares[0] == 0.0 and shares == sorted(set(shares)) and shares[-1] == 1.0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_no_chapter_in_the_contents_is_cut_off_below(
    game: AnyGame, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with stage(language, (1280, 720)) as on:
        screen = RulesScreen(game.info.key, 1)
        on.app.push(screen)
        on.frames(1.0)
        cut = list[str]()
        text = Canvas.text

        def watched(canvas: Canvas, value: str, rect: Rect, *rest: Any, **named: Any) -> Rect:
            covered: Rect = text(canvas, value, rect, *rest, **named)
            if not canvas.surface.get_clip().contains(canvas.pixels(covered)):
                cut.append(value)
            return covered

        monkeypatch.setattr(Canvas, "text", watched)
        screen.go(len(screen.pages) - 1)
        screen.contents.draw(on.app.canvas, on.clock.now)
        assert cut == []
