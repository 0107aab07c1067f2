"""The screen for waiting: whatever there is to say while a server is called and looked for."""

from __future__ import annotations

from typing import Any

import pytest

from assets.texts import LANGUAGES
from client.screens.shared.waiting import RELOCATION_REFUSALS, WaitingScreen
from core.game import Refusal
from tests.client.looking import HIGH_SIZES, SIZES, Ruler
from tests.client.screens_kit import stage


class Lost:
    """A server that is called and looked for, in vain."""

    status, may_return = "lost", True
    keys: Any = type("Keys", (), {"proof": b"key"})

    def __init__(self, code: str) -> None:
        place = {"host": "fe80::5054:ff:fe12:3456%wlp0s20f3", "port": 48070}
        self.trouble = Refusal(code, values=place)

    def poll(self, _: float) -> tuple[object, ...]:
        return ()


class Search:
    """A search that finds nobody."""

    def poll(self, _: float) -> None:
        return None

    def close(self) -> None:
        """Nothing to end."""


@pytest.mark.covering(most=4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, *HIGH_SIZES])
@pytest.mark.parametrize("code", RELOCATION_REFUSALS)
def test_what_is_said_of_a_lost_server_fits(
    code: str, size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with stage(language, size) as on:
        lost: Any = Lost(code)
        search: Any = lambda _: Search()  # noqa: E731
        words = on.app.translate("table.waiting.back.watching").rstrip(" …")  # else it looks cut off
        screen = WaitingScreen(
            *(lost, words, lambda _: False, lambda: None, lambda _: None),
            again=lambda: None,
            search=search,
            follow=lambda _: None,
        )
        on.app.push(screen)
        on.frames(0.5)
        assert screen.searching
        ruler = Ruler(monkeypatch)
        assert ruler.measure(screen, on.app, on.clock.now) == []
        assert on.app.explain(code, lost.trouble.values) in [words.text for words in ruler.words]
