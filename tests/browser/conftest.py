"""A Chromium that nobody sees, and a gate to a table."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from client.session import gate_process
from client.session.gate_order import GateOrder, GateTarget
from tests.client.gate.house import House

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
PATIENCE = 30.0
"""Seconds in which something has to happen."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser; skipped with a sentence where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="install it: pip install playwright")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("install a Chromium, or name one in the environment variable CHROMIUM")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class Table:
    """Table of a server here, its gate, and the pages that have come to it."""

    def __init__(self, chromium: Any, game: str, people: int, bots: int) -> None:
        self._chromium = chromium
        self.house = House(game, people, bots=bots)
        table = self.house.table
        self._order = GateOrder(GateTarget("127.0.0.1", table.port, table.table), "127.0.0.1", 0)
        self._open()
        self.errors: list[str] = []
        self._lock, self._over = threading.Lock(), False
        self._thread = threading.Thread(target=self._poll, daemon=True)
        self._thread.start()

    def _open(self) -> None:
        self._gate = gate_process.start(self._order)
        assert self._gate.stdout is not None
        self.opened = gate_process.read(self._gate.stdout)

    def restart(self) -> None:
        """End the gate at once, and begin it anew as the host does: with the same code, at the same port."""
        self._gate.kill()
        self._gate.communicate()
        self._order = msgspec.structs.replace(self._order, port=self.opened.port)
        self._open()

    def _poll(self) -> None:
        while not self._over:
            with self._lock:
                self.house.poll()
            time.sleep(0.02)

    def ask(self, kind: Any, **fields: Any) -> None:
        with self._lock:
            self.house.host.ask(kind, **fields)

    def page(self, scanned: bool = True, **how: Any) -> Any:
        """A page of a device of its own, a phone unless said otherwise; what goes wrong in it is noted."""
        page = self._chromium.new_context(**(how or PHONE)).new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        before = self.house.table.spectators
        page.goto(self.opened.address("127.0.0.1", token=scanned))
        if scanned:
            self.until(page, lambda: self.house.table.spectators > before)
            page.wait_for_selector("#picture:not([hidden])")
        return page

    def until(self, page: Any, true: Callable[[], object]) -> None:
        """Wait for something; the page goes on meanwhile."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, "it never happened"
            page.wait_for_timeout(30)

    def seat(self, page: Any, name: str) -> None:
        """Sit down at the first free seat, by Enter and a name typed on the glass."""
        before = self.house.kinds.count("person")
        page.wait_for_timeout(800)
        page.keyboard.press("Enter")
        page.wait_for_selector("#typing:not([hidden])", state="attached")
        page.keyboard.type(name)
        page.wait_for_timeout(200)
        page.keyboard.press("Enter")
        self.until(page, lambda: self.house.kinds.count("person") > before)

    def close(self) -> None:
        self._over = True
        self._thread.join()
        self._gate.kill()
        self._gate.communicate()
        self.house.close()


@pytest.fixture
def table(chromium: Any) -> Iterator[Callable[..., Table]]:
    """Makes tables, which are closed in the end."""
    made: list[Table] = []

    def make(game: str, people: int, bots: int) -> Table:
        made.append(Table(chromium, game, people, bots))
        return made[-1]

    yield make
    for one in made:
        one.close()
        assert one.errors == []
