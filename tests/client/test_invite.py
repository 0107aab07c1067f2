"""Devices are invited: the gate's process, its code and word on the screen, seats that are given away."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from assets.texts import LANGUAGES
from client.screens.gather import screen as gather
from client.screens.gather.screen import GatherActions, GatherScreen
from client.screens.invite import screen as invite
from client.screens.invite.screen import InviteScreen
from client.screens.shared.qr import QUIET_ZONE, modules
from client.session.gate_codes import CODES_FILE, code_of
from client.session.gate_order import GateOpened, GateTarget
from client.session.gate_process import GateProcess, read
from client.session.own_addresses import OwnAddress
from tests.client.looking import HIGH_SIZES, Ruler
from tests.client.screens_kit import EVERYWHERE, Stage, check_layout, opened, server, stage

OPENED = GateOpened(4808, "KOALAS", "a-token-of-22-letters-")


class Gate(GateProcess):
    """A gate that is open as soon as it is asked for, or has this trouble."""

    def __init__(self, trouble: str = "") -> None:
        super().__init__()
        self.trouble, self.targets = trouble, list[GateTarget]()

    def open(self, target: GateTarget) -> None:
        if target not in self.targets:
            self.targets.append(target)
        self.opened = GateOpened(trouble=self.trouble) if self.trouble else OPENED


HOME = OwnAddress("192.168.1.23", "eth0")
WIRELESS = OwnAddress("192.168.178.123", "wlp0s20f3")
SIX = OwnAddress("fd12:3456:789a:1:5054:ff:fe12:3456", "eth0")
VPN = OwnAddress("10.8.0.2", "tun0", vpn=True)


def invited(
    on: Stage,
    house: object,
    gate: Gate,
    *people: str,
    addresses: Callable[[], tuple[OwnAddress, ...]] = lambda: (HOME,),
) -> InviteScreen:
    """The invitation to a table with these people (`open`: a free seat)."""
    session = opened(on, house, *people)  # type: ignore[arg-type]  # the house of the test
    screen = InviteScreen(session, gate, on.app.pop, addresses)
    on.app.push(screen)
    on.until(lambda: gate.targets, session)
    on.frames(0.5)
    return screen


def words(screen: InviteScreen) -> str:
    return " ".join(text for text, _ in screen._lines())  # noqa: SLF001  # what is drawn


def test_the_table_is_opened_to_the_lan_and_then_to_browsers() -> None:
    gate = Gate()
    with server() as house, stage() as on:
        screen = invited(on, house, gate, "Ada", "open")
        table = screen.client_table
        assert gate.targets == [GateTarget("127.0.0.1", table.port, table.table)] and table.port > 0
        assert "192.168.1.23:4808" in words(screen) and "K O A L A S" in words(screen)


def test_seats_here_are_given_to_devices_while_the_game_goes_on() -> None:
    with server() as house, stage() as on:
        screen = invited(on, house, Gate(), "Ada", "Kenji")
        assert len(screen.gifts) == 2
        on.click(screen.gifts[1])
        on.until(lambda: len(screen.gifts) == 1, screen.session)
        assert [holder.kind for holder in screen.client_table.holders] == ["person", "open"]


@pytest.mark.parametrize(
    ("gate", "addresses", "said"),
    [
        (lambda: Gate("no such file"), (HOME,), "no such file"),
        (Gate, (), "no address"),
        (Gate, (VPN,), "same VPN"),
    ],
)
def test_what_is_in_the_way_is_said(
    gate: Callable[[], Gate], addresses: tuple[OwnAddress, ...], said: str
) -> None:
    with server() as house, stage() as on:
        assert said in words(invited(on, house, gate(), "Ada", "open", addresses=lambda: addresses))


@pytest.mark.parametrize("size", [(960, 540), (1920, 1080), (540, 720)])
@pytest.mark.parametrize(("gate", "addresses"), [(lambda: Gate("no such file"), (HOME,)), (Gate, ())])
def test_without_a_code_what_is_said_stands_in_the_middle(
    gate: Callable[[], Gate],
    addresses: tuple[OwnAddress, ...],
    size: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with server() as house, stage("de", size) as on:
        screen = invited(on, house, gate(), "Ada", "Kenji", addresses=lambda: addresses)
        ruler = Ruler(monkeypatch)
        assert ruler.measure(screen, on.app, on.clock.now) == []
        sentence = words(screen)
        said = next(each for each in ruler.words if each.text == sentence)
        assert abs(said.place.cx - screen.sheet.cx) < 1


def test_one_steps_through_several_addresses_and_networks_come_and_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = [HOME, WIRELESS, VPN]
    drawn = list[str]()
    monkeypatch.setattr(invite, "draw_qr", lambda canvas, rect, text: drawn.append(text))
    with server() as house, stage() as on:
        screen = invited(on, house, Gate(), "Ada", "open", addresses=lambda: tuple(here))
        assert HOME.host in words(screen)
        screen.focus.focus(screen.network, on.clock.now)
        on.key(pygame.K_RIGHT)
        assert WIRELESS.host in words(screen) and "same VPN" not in words(screen)
        on.frames()
        assert drawn[-1] == OPENED.address(WIRELESS.host, token=True)
        on.key(pygame.K_RIGHT)
        assert VPN.host in words(screen) and "same VPN" in words(screen)
        here.remove(HOME)
        on.frames()
        assert VPN.host in words(screen), "the address that is shown stays"
        here.remove(VPN)
        on.frames()
        assert WIRELESS.host in words(screen)
        assert screen.network not in screen.focus.widgets, "of one address there is nothing to choose"
        here.clear()
        on.frames()
        assert "no address" in words(screen)


@pytest.mark.covering(6)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*sorted({size for _, size in EVERYWHERE}), *HIGH_SIZES])
def test_everything_fits(language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as house, stage(language, size) as on:
        check_layout(on, invited(on, house, Gate(), "Ada", "Kenji"), monkeypatch)


@pytest.mark.covering(8)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*sorted({size for _, size in EVERYWHERE}), *HIGH_SIZES])
@pytest.mark.parametrize("shown", [HOME, WIRELESS, SIX, VPN], ids=["home", "wireless", "six", "vpn"])
def test_nothing_lies_over_anything_whichever_address_is_shown(
    language: str, size: tuple[int, int], shown: OwnAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    several = (HOME, WIRELESS, SIX, VPN)
    with server() as house, stage(language, size) as on:
        screen = invited(on, house, Gate(), "Ada", "Kenji", addresses=lambda: several)
        screen.network.chosen = several.index(shown)
        ruler = Ruler(monkeypatch)
        assert ruler.measure(screen, on.app, on.clock.now) == []
        assert "K O A L A S" in [words.text for words in ruler.words], "what is to be typed is never left out"


@pytest.mark.parametrize("size", [(960, 540), (540, 960)])
def test_before_the_start_the_code_is_beside_the_addresses(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with server() as house, stage("de", size) as on:
        gate = Gate()
        session = invited(on, house, gate, "Ada", "open").session
        on.app.pop()
        actions = GatherActions(lambda: None, lambda: None, lambda session: None, lambda: None)
        screen = GatherScreen(session, actions, lambda: (OwnAddress("192.168.1.23"),), gate)
        check_layout(on, screen, monkeypatch)
        drawn = list[str]()
        monkeypatch.setattr(gather, "draw_qr", lambda canvas, rect, text: drawn.append(text))
        screen.draw(on.app.canvas, on.clock.now)
        assert set(drawn) == {OPENED.address("192.168.1.23", token=True)}
        assert screen.invite.visible and screen.invite.rect.w > 0


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ((HOME, WIRELESS, SIX, VPN), (HOME, WIRELESS)),
        ((SIX, VPN), (SIX,)),
        ((VPN,), (VPN,)),
        ((), ()),
    ],
)
@pytest.mark.covering(most=8)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(960, 540), (540, 960), *HIGH_SIZES])
def test_before_the_start_the_best_addresses_are_told(
    size: tuple[int, int],
    language: str,
    found: tuple[OwnAddress, ...],
    told: tuple[OwnAddress, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with server() as house, stage(language, size) as on:
        gate = Gate()
        session = invited(on, house, gate, "Ada", "open").session
        actions = GatherActions(lambda: None, lambda: None, lambda session: None, lambda: None)
        now = [found]
        screen = GatherScreen(session, actions, lambda: now[-1], gate)
        check_layout(on, screen, monkeypatch)
        assert screen.addresses == told
        now.append((WIRELESS,))
        on.frames(0.5)
        assert screen.addresses == (WIRELESS,), "the machine has moved"


def test_a_code_has_dark_corners_and_empty_paper_around_it() -> None:
    rows = modules(OPENED.address("192.168.1.23", token=True))
    assert len(rows) == len(rows[0]) and not any(rows[0]) and not any(row[QUIET_ZONE - 1] for row in rows)
    assert all(rows[QUIET_ZONE][QUIET_ZONE : QUIET_ZONE + 7])


# --- the process ----------------------------------------------------------------------------------


def test_a_gate_says_where_it_is_and_ends_with_its_owner() -> None:
    gate = GateProcess()
    try:
        gate.open(GateTarget("127.0.0.1", 9))
        end = time.monotonic() + 60
        while gate.opened is None:
            assert time.monotonic() < end
            time.sleep(0.02)
        assert gate.opened.port and len(gate.opened.word) == 6 and len(gate.opened.token) > 20
    finally:
        gate.close()
    assert gate.opened is None


def test_a_gate_that_cannot_begin_is_a_trouble() -> None:
    gate = GateProcess("no.such.module")
    gate.open(GateTarget("127.0.0.1", 9))
    end = time.monotonic() + 60
    while gate.opened is None:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert gate.opened.trouble
    gate.close()
    assert read(io.BytesIO(b"{")).trouble


def test_a_tables_code_is_the_same_after_a_restart_and_no_other_tables(tmp_path: Path) -> None:
    code, other = code_of(7, tmp_path), code_of(8, tmp_path)
    assert code != other and code_of(7, tmp_path) == code
    assert code_of(7, None) != code, "a server that keeps nothing begins with the same numbers again"
    file = tmp_path / CODES_FILE
    assert os.name != "posix" or file.stat().st_mode & 0o077 == 0
    for broken in (b"{", b'{"7":{"word":"","token":""}}', b"[]"):
        file.write_bytes(broken)
        assert code_of(7, tmp_path) != code
