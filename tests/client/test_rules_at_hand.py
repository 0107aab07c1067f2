"""Rules at hand: Help opens the page on what is pointed at, or on the rule that has refused something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from assets.texts import LANGUAGES, Texts
from client.boards import BOARDS
from client.screens.replay.screen import ReplayScreen
from client.screens.rules.pages import load
from client.screens.rules.screen import RulesScreen
from client.screens.table.screen import TableScreen
from client.stage.settings import Settings
from client.ui.bindings import BUTTON_BACK, BUTTON_STICK_2, cap_name
from client.ui.canvas import Canvas
from client.ui.intents import Help
from core.protocol import messages as m
from tests.client.boards import laws
from tests.client.boards.laws import THEME, WINDOWS
from tests.client.couch import Couch, couch

NOT_AT_A_TABLE = ("data", "map_")
"""Beginnings of what is said about damaged files and maps, which no page explains."""


def refusals(game: str) -> set[str]:
    """Codes of all refusals of a game that somebody at a table may meet."""
    known = [key.split(".") for key in Texts("en").keys()]  # noqa: SIM118  # Texts is no dict
    codes = {key[2] for key in known if key[:2] == [game, "refusal"]}
    return {f"{game}.refusal.{code}" for code in codes if not code.startswith(NOT_AT_A_TABLE)}


@pytest.mark.parametrize("game", BOARDS)
def test_every_refusal_has_one_page(game: str) -> None:
    pages = Counter(topic for page in load(game) for topic in page.topics)
    assert {topic for topic in pages if ".refusal." in topic} == refusals(game)
    assert set(pages.values()) == {1}


@pytest.mark.parametrize("game", BOARDS)
def test_every_topic_is_a_text(game: str) -> None:
    known = set(Texts("en").keys())
    assert {topic for page in load(game) for topic in page.topics} <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_fits_with_its_key(language: str) -> None:
    """The longer one of a key and a button."""
    texts = Texts(language)
    key = max((cap_name(Help(), kind, texts.translate) for kind in ("keyboard", "gamepad")), key=len)
    for size in WINDOWS:
        canvas = Canvas(pygame.Surface(size), THEME, laws.CACHE)
        lay = laws.TableLayout.of(canvas.area, 2, 4, 3)
        for code in (code for game in BOARDS for code in refusals(game)):
            told = texts.translate(code, price=6, money=5, pips=4, trucks=3, size="5×11", most=9)
            text = texts.translate("table.prompt.rule", refusal=told, key=key)
            assert not laws.cut_off(canvas, text, "prompt", lay), text


@pytest.fixture
def hands(home: Path) -> Iterator[Couch]:
    with couch(Settings(language="en"), (960, 540), tick=0.1) as made:
        made.open("sturt", {}, *(m.SeatPlan("me", name=name, token=name.encode() * 16) for name in "AB"))
        made.settle()
        yield made


def page(hands: Couch) -> str:
    """Title of the page of the rules that is open."""
    hands.rest(0.4)
    assert isinstance(hands.app.top, RulesScreen)
    return hands.app.translate(hands.app.top.pages[hands.app.top.page].title)


def explained(hands: Couch, screen: TableScreen | ReplayScreen) -> str:
    """Go on to a thing that is not explained on the first page; the title of its page."""
    pages = {topic: one for one in load("sturt") for topic in one.topics}
    for key in (pygame.K_UP, pygame.K_RIGHT) * 4:
        shown = screen.model if isinstance(screen, TableScreen) else screen
        about = shown.board.tip(shown.frame().view, -1, shown.board.explained).about.key
        if pages[about].number > 1:
            return hands.app.translate(pages[about].title)
        hands.key(key)
    raise AssertionError("everything is explained on the first page")


def lay_first(hands: Couch) -> None:
    table = hands.table
    table.model.decide(table.client_table.game.legal(table.model.frame().view, table.model.asked)[0])
    hands.settle()


def test_help_opens_the_page_on_the_thing_under_the_pointer(hands: Couch) -> None:
    lay_first(hands)
    table = hands.table
    spots = {spot.target: spot.rect for spot in table.model.board.every_spot(table.model.frame())}
    hands.point(*spots["cell", *table.model.frame().view.last].centre)
    hands.key(pygame.K_F1)
    assert page(hands) == "The cards"
    hands.key(pygame.K_ESCAPE)
    hands.rest(0.4)
    edge = next(rect for target, rect in spots.items() if target[0] == "edge")
    hands.point(*edge.centre)
    hands.key(pygame.K_h)
    assert page(hands) == "The goal"


@pytest.mark.parametrize("by", ["key", "pad"])
def test_help_opens_the_page_on_what_is_explained(hands: Couch, by: str) -> None:
    lay_first(hands)
    hands.key(pygame.K_i) if by == "key" else hands.pad(BUTTON_STICK_2)
    title = explained(hands, hands.table)
    hands.key(pygame.K_F1) if by == "key" else hands.pad(BUTTON_BACK)
    assert page(hands) == title


def test_after_a_refusal_help_opens_its_rule_and_the_sentence_says_so(hands: Couch) -> None:
    lay_first(hands)
    table = hands.table
    spots = {spot.target: spot.rect for spot in table.model.board.every_spot(table.model.frame())}
    free = {target for target in spots if target[0] == "cell"}
    free -= set(
        table.model.board.pickers[table.model.asked]
        .choices(table.model.frame().view, table.model.asked)
        .targets()
    )
    free.discard(("cell", *table.model.frame().view.last))
    hands.click(*spots[sorted(free)[0]].centre)
    hands.rest(0.2)
    assert table.prompt.text == hands.app.translate("sturt.refusal.not_adjacent") + " · F1: the rule"
    hands.key(pygame.K_F1)
    assert page(hands) == "Phase one: the desert grows"


def test_with_nothing_pointed_at_help_opens_where_one_left_off(hands: Couch) -> None:
    hands.key(pygame.K_F1)
    assert page(hands) == "The goal"
    hands.key(pygame.K_RIGHT)
    hands.key(pygame.K_RIGHT)
    hands.key(pygame.K_ESCAPE)
    hands.rest(0.4)
    hands.key(pygame.K_F1)
    assert page(hands) == "Phase one: the desert grows"


def test_a_sentence_that_is_no_refusal_names_no_key(hands: Couch) -> None:
    hands.key(pygame.K_RIGHT)
    hands.rest(0.2)
    assert "F1" not in hands.table.prompt.text


def test_in_a_replay_help_opens_the_page_on_a_thing(hands: Couch) -> None:
    lay_first(hands)
    hands.program.look_back(hands.table.client_table)
    hands.rest(2.0)
    replay = hands.app.top
    assert isinstance(replay, ReplayScreen)
    spots = {spot.target: spot.rect for spot in replay.board.every_spot(replay.frame())}
    hands.point(*next(rect for target, rect in spots.items() if target[0] == "edge").centre)
    hands.key(pygame.K_F1)
    assert page(hands) == "The goal"
    hands.key(pygame.K_ESCAPE)
    hands.rest(0.4)
    hands.key(pygame.K_i)
    title = explained(hands, replay)
    hands.key(pygame.K_F1)
    assert page(hands) == title
