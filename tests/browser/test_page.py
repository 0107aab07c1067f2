"""The page of a guest in a real Chromium: coming in, playing whole games by touch, losing the line."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from client.gate.server import SECURITY_HEADERS
from core.protocol import messages as m
from core.protocol.messages import EVERYBODY
from tests.browser.conftest import Table

MOST_TOUCHES = 20_000
"""Touches in a game in which people touch anything at random; how long they take is the machine's affair."""
LAPTOP = {"viewport": {"width": 1280, "height": 720}}


def begin(table: Table, pages: list[Any]) -> None:
    """Start the game once the people sit."""
    for number, page in enumerate(pages):
        table.seat(page, f"Guest {number + 1}")
    table.ask(m.Start, level="easy")
    table.until(pages[0], lambda: table.house.table.phase == "playing")
    pages[0].wait_for_timeout(2000)


def play(table: Table, pages: list[Any], spot: Callable[[random.Random, Any], tuple[float, float]]) -> None:
    """Touch places at random, on the pages of those who have to decide, until the game is over."""
    rng = random.Random(3)
    for _ in range(MOST_TOUCHES):
        if table.house.table.phase == "over":
            return
        asked = [page for seat, page in enumerate(pages) if seat in table.house.table.latest.to_act]
        for page in asked or pages[:1]:
            page.touchscreen.tap(*spot(rng, table.house.table.latest.view(EVERYBODY)))
    pytest.fail("the game goes on and on")


def on_the_board(rng: random.Random, view: Any) -> tuple[float, float]:
    return rng.uniform(5, 385), rng.uniform(640, 720) if rng.random() < 0.1 else rng.uniform(100, 590)


def on_the_cards(rng: random.Random, view: Any) -> tuple[float, float]:
    """The hand, the button below it, or a track for what a card leaves open."""
    part = rng.random()
    if part < (0.8 if view.stage == "split" else 0.05):
        return rng.uniform(150, 225), 818  # right of where one leaves before the start
    return rng.uniform(10, 380), rng.uniform(100, 430) if part > 0.9 else rng.uniform(450, 560)


def test_a_whole_game_of_sturt_by_touch(table: Callable[..., Table]) -> None:
    here = table("sturt", 1, 1)
    page = here.page()
    assert page.url == here.opened.address("127.0.0.1") + "/", "the token is in no address bar"
    begin(here, [page])
    play(here, [page], on_the_board)


def test_a_whole_great_split_with_three_phones_and_two_ais(table: Callable[..., Table]) -> None:
    here = table("great_split", 3, 2)
    pages = [here.page() for _ in range(3)]
    begin(here, pages)
    play(here, pages, on_the_cards)


def test_a_reload_a_restart_a_lost_line_and_another_code_lead_back_to_the_seat(
    table: Callable[..., Table],
) -> None:
    here = table("sturt", 1, 1)
    page = here.page()
    begin(here, [page])
    for leave, come in (
        (page.reload, lambda: None),
        (here.restart, lambda: None),
        (lambda: page.evaluate("socket.close()"), lambda: None),
        (lambda: page.goto("about:blank"), lambda: page.goto(here.opened.address("127.0.0.1", token=True))),
    ):
        leave()
        page.wait_for_timeout(1500)
        come()
        here.until(page, lambda: here.house.kinds[0] == "person")
        page.wait_for_selector("#picture:not([hidden])")


def test_the_word_is_asked_for_and_a_wrong_one_refused(table: Callable[..., Table]) -> None:
    here = table("sturt", 1, 1)
    page = here.page(scanned=False, locale="de-DE", **LAPTOP)
    page.fill("#word", "QQQQQQ")
    page.click("#form button")
    page.wait_for_selector("#why:not(:empty)")
    assert "Wort" in page.inner_text("#why")
    page.fill("#word", here.opened.word.lower())
    page.click("#form button")
    page.wait_for_selector("#picture:not([hidden])")


def test_a_laptop_plays_by_mouse_and_keys(table: Callable[..., Table]) -> None:
    here = table("sturt", 1, 1)
    page = here.page(**LAPTOP)
    begin(here, [page])
    before = here.house.table.latest.turn
    page.mouse.click(640, 380)
    here.until(page, lambda: here.house.table.latest.turn > before)


@pytest.mark.parametrize("path", ["/", "/page.js", "/page.css"])
def test_nothing_comes_without_the_policy(table: Callable[..., Table], path: str) -> None:
    here = table("sturt", 1, 1)
    page = here.page()
    answer = page.request.get(here.opened.address("127.0.0.1") + path)
    assert (
        answer.ok and answer.headers["content-security-policy"] == SECURITY_HEADERS["Content-Security-Policy"]
    )


def test_a_laptop_with_another_keyboard_finds_its_commands(table: Callable[..., Table]) -> None:
    here = table("sturt", 1, 1)
    page = here.page(**LAPTOP)
    page.wait_for_timeout(800)
    page.evaluate(
        """() => {
          window.told = [];
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) { told.push(JSON.parse(text)); send.call(this, text); };
        }"""
    )
    cdp = page.context.new_cdp_session(page)
    for kind in ("keyDown", "keyUp"):
        cdp.send("Input.dispatchKeyEvent", {"type": kind, "key": "й", "code": "KeyQ", "text": "й"})
    keys = [one for one in page.evaluate("told") if one["is"] == "Key"]
    assert [(one["key"], one["code"], one["down"]) for one in keys] == [
        ("й", "KeyQ", True),
        ("й", "KeyQ", False),
    ]


@pytest.mark.parametrize(
    ("turned", "notches"),
    [
        ({"deltaY": 100, "deltaMode": 0}, -1),
        ({"deltaY": 25, "deltaMode": 0}, -0.25),
        ({"deltaY": -3, "deltaMode": 1}, 1),
        ({"deltaY": 1, "deltaMode": 2}, -1),
    ],
)
def test_a_wheel_tells_notches_whatever_it_is_measured_in(
    table: Callable[..., Table], turned: dict[str, float], notches: float
) -> None:
    page = table("sturt", 1, 1).page(**LAPTOP)
    told = page.evaluate(
        """(turned) => new Promise((resolve) => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            const said = JSON.parse(text);
            if (said.is === "Wheel") resolve(said.dy); else send.call(this, text);
          };
          picture.dispatchEvent(new WheelEvent("wheel", { ...turned, cancelable: true }));
        })""",
        turned,
    )
    assert told == pytest.approx(notches)


@pytest.mark.parametrize("leave", ["tap", "Tab"])
def test_what_is_composed_is_the_name_of_whoever_leaves_the_field(
    table: Callable[..., Table], leave: str
) -> None:
    here = table("sturt", 1, 1)
    page = here.page(**(LAPTOP if leave == "Tab" else {}))
    page.wait_for_timeout(800)
    page.keyboard.press("Enter")
    page.wait_for_selector("#typing:not([hidden])", state="attached")
    cdp = page.context.new_cdp_session(page)
    cdp.send("Input.imeSetComposition", {"text": "Ада", "selectionStart": 3, "selectionEnd": 3})
    page.wait_for_timeout(300)
    if leave == "Tab":
        for key in ("Tab", "Tab", "Enter"):  # over the portrait to the button
            page.keyboard.press(key)
            page.wait_for_timeout(300)
    else:
        page.touchscreen.tap(113, 499)
    here.until(page, lambda: here.house.kinds[0] == "person")
    assert here.house.table.holders[0].name == "Ада"
