"""Interfaces of a machine, as the system tells them and as they are used."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from server.net.interfaces import MOST_INTERFACES, Interface, interfaces, preference

V4, V6, LINK = socket.AF_INET, socket.AF_INET6, psutil.AF_LINK


def _told(
    monkeypatch: pytest.MonkeyPatch, **known: tuple[bool, str, list[tuple[Any, str, str | None]]]
) -> tuple[Interface, ...]:
    """The interfaces of a machine of which psutil tells this: whether it is up, flags, and addresses."""
    states = {name: SimpleNamespace(isup=up, flags=flags) for name, (up, flags, _) in known.items()}
    addresses = {
        name: [SimpleNamespace(family=family, address=host, netmask=mask) for family, host, mask in each]
        for name, (_, _, each) in known.items()
    }
    monkeypatch.setattr(psutil, "net_if_stats", lambda: states)
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: addresses)
    return interfaces()


def test_those_are_known_that_are_up_and_have_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    lo, eth, tun = _told(
        monkeypatch,
        lo=(True, "up,loopback,running", [(V4, "127.0.0.1", "255.0.0.0")]),
        down=(False, "broadcast,multicast", [(V4, "10.0.0.1", "255.0.0.0")]),
        eth0=(
            True,
            "up,broadcast,running,multicast",
            [
                (V4, "192.168.1.5", "255.255.255.0"),
                (V6, "fe80::1%eth0", None),
                (LINK, "02:00:00:00:00:01", None),
            ],
        ),
        tun0=(True, "up,pointopoint,running,noarp,multicast", [(V4, "10.8.0.2", "255.255.255.255")]),
        bare=(True, "up,broadcast,running", [(LINK, "02:00:00:00:00:02", None)]),
        odd=(True, "up", [(V4, "nonsense", "255.255.255.0"), (V4, "10.0.0.1", "junk")]),
    )
    assert (lo.name, lo.loopback, lo.point_to_point) == ("lo", True, False)
    assert (eth.name, eth.loopback, eth.point_to_point) == ("eth0", False, False)
    assert [(each.host, str(each.network)) for each in eth.addresses] == [
        ("192.168.1.5", "192.168.1.0/24"),
        ("fe80::1%eth0", "fe80::/64"),
    ]
    assert (tun.name, tun.point_to_point) == ("tun0", True)


def test_without_flags_a_line_without_hardware_leads_to_one_other_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on Windows."""
    loopback, ethernet, vpn = _told(
        monkeypatch,
        Loopback=(True, "", [(V4, "127.0.0.1", "255.0.0.0")]),
        Ethernet=(True, "", [(LINK, "02-00-00-00-00-01", None), (V4, "192.168.1.5", "255.255.255.0")]),
        WireGuard=(True, "", [(V4, "10.8.0.2", "255.255.255.255")]),
    )
    assert [one.point_to_point for one in (loopback, ethernet, vpn)] == [False, False, True]
    assert loopback.loopback and not ethernet.loopback


def test_hundreds_of_interfaces_are_not_all_used_and_none_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = {f"veth{number}": (True, "up", [(V6, f"fe80::{number:x}", None)]) for number in range(300)}
    assert len(_told(monkeypatch, **many)) == MOST_INTERFACES

    def refuse() -> None:
        raise PermissionError(13, "not told")

    monkeypatch.setattr(psutil, "net_if_stats", refuse)
    assert interfaces() == ()


def test_this_machine_has_its_loopback() -> None:
    assert any(one.loopback and "127.0.0.1" in [each.host for each in one.addresses] for one in interfaces())


def test_the_best_address_comes_first() -> None:
    best = "127.0.0.1 192.168.1.5 93.184.216.34 fd00::5 2606:4700::5 169.254.7.7 fe80::5%eth0"
    assert sorted(sorted(best.split()), key=preference) == best.split()
