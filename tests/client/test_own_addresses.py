"""Which of this machine's addresses others are told."""

from __future__ import annotations

import ipaddress

import pytest

from client.session import own_addresses
from client.session.connection import address_text, parse_address
from client.session.own_addresses import OwnAddress, OwnAddresses, reachable_addresses
from server.net.interfaces import Interface, InterfaceAddress


def _interface(name: str, *networks: str, vpn: bool = False, loopback: bool = False) -> Interface:
    """An interface with addresses such as `10.0.0.5/8`."""
    known = [ipaddress.ip_interface(each) for each in networks]
    addresses = tuple(InterfaceAddress(str(each.ip), each.network) for each in known)
    return Interface(name, 1, addresses, vpn, loopback)


LO = _interface("lo", "127.0.0.1/8", "::1/128", loopback=True)
VPN = _interface("tun0", "10.8.0.2/24", vpn=True)
ETHERNET = _interface("eth0", "93.184.216.34/24", "192.168.1.5/24", "fe80::5/64", "fd00::5/64")


def test_a_private_address_of_a_real_interface_comes_first_and_a_vpn_last() -> None:
    told = reachable_addresses((LO, VPN, ETHERNET))
    assert [one.host for one in told] == ["192.168.1.5", "93.184.216.34", "fd00::5", "10.8.0.2"]
    assert [one.vpn for one in told] == [False, False, False, True]
    assert reachable_addresses((LO,)) == () == reachable_addresses((LO, _interface("e", "fe80::1/64")))
    assert reachable_addresses((LO, VPN)) == (OwnAddress("10.8.0.2", "tun0", vpn=True),)


def test_a_network_that_comes_later_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_addresses, "FOLLOW_SECONDS", 0.0)
    up = [LO]
    mine = OwnAddresses(lambda: up)
    assert mine.now() == ()
    up.append(ETHERNET)
    assert mine.now()[0].host == "192.168.1.5"


@pytest.mark.parametrize(
    "host", ["192.168.1.5", "den.local", "fd00::5", "fe80::1%eth0", "fe80::5054:ff:fe12:3456%enp0s31f6"]
)
def test_an_address_that_is_shown_can_be_typed(host: str) -> None:
    for port in (4807, 5000):
        assert parse_address(address_text(host, port), 1) == (host, port)
    assert (
        parse_address(host, 4807) == (host, 4807) == parse_address(f"[{host}]" if ":" in host else host, 4807)
    )
