"""Servers are found on every network that a machine is in, and only on those in which they listen."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.places import parts
from tests.places.parts import Namespace

TUN = """
import fcntl, os, struct, sys
line = os.open("/dev/net/tun", os.O_RDWR)
fcntl.ioctl(line, 0x400454CA, struct.pack("16sH22x", b"tun0", 0x1001))  # TUNSETIFF: IFF_TUN | IFF_NO_PI
print("open", flush=True)
sys.stdin.read()
"""
"""Program that holds the far end of a line as a VPN does, until its stdin ends."""
ADDRESSES = """
from client.session.own_addresses import OwnAddresses
for one in OwnAddresses().now():
    print(one.host, one.interface, one.vpn)
"""
ONE_PORT = """
import socket
from server.net.ports import listen_at_port
taken = [socket.create_server(("", port)) for port in (40000, 40002)]
taken += [socket.create_server(("::", port), family=socket.AF_INET6) for port in (40001, 40003)]
print(*(sock.getsockname()[1] for sock in listen_at_port(None, 0)))
"""


def _environment(home: Path) -> dict[str, str]:
    return {**os.environ, "TILEWRIGHT_HOME": str(home), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}


def _python(where: Namespace, home: Path, *words: str, timeout: float = 60) -> str:
    """What a Python in this network prints."""
    command = where.command(sys.executable, *words)
    with subprocess.Popen(
        command, env=_environment(home), stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        return process.communicate(timeout=timeout)[0]


@contextlib.contextmanager
def _running(where: Namespace, home: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A Python in this network, from its first line on."""
    command = where.command(sys.executable, *words)
    with subprocess.Popen(
        command, env=_environment(home), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline()
            yield process
        finally:
            process.terminate()
            process.communicate(timeout=30)


@pytest.fixture
def find(tmp_path: Path) -> Callable[..., list[str]]:
    """What `find` lists in a network: the address of each server called Den."""

    def found(where: Namespace, seconds: int = 3) -> list[str]:
        said = _python(where, tmp_path / "guest", "-m", "client", "find", "--seconds", str(seconds))
        return re.findall(r"^Den: (\S+), ", said, re.MULTILINE)

    return found


@pytest.fixture
def serve(tmp_path: Path) -> Callable[..., contextlib.AbstractContextManager[subprocess.Popen[str]]]:
    """A server called Den in a network, with these options."""

    def serving(where: Namespace, *options: str) -> contextlib.AbstractContextManager[subprocess.Popen[str]]:
        data = str(tmp_path / "host")
        return _running(where, tmp_path, "-m", "server", "--name", "Den", "--data", data, "--quiet", *options)

    return serving


@contextlib.contextmanager
def _two_cables() -> Iterator[tuple[Namespace, Namespace, Namespace]]:
    """A host and two guests, each at an interface of its own, without a default route."""
    with parts.namespaces(3) as (host, left, right):
        for number, guest in enumerate((left, right)):
            parts.cable(host, f"eth{number}", guest, "eth0")
            host.ip("address", "add", f"192.168.{61 + number}.1/24", "dev", f"eth{number}")
            guest.ip("address", "add", f"192.168.{61 + number}.2/24", "dev", "eth0")
        yield host, left, right


@contextlib.contextmanager
def _vpn(host: Namespace, home: Path) -> Iterator[None]:
    """A line like that of a VPN, over which everything goes that has no other way."""
    if not os.access("/dev/net/tun", os.R_OK | os.W_OK):
        pytest.skip("/dev/net/tun cannot be used here: modprobe tun, as root")
    with _running(host, home, "-c", TUN):
        host.ip("address", "add", "10.8.0.2/24", "dev", "tun0")
        host.ip("link", "set", "tun0", "up")
        host.ip("route", "add", "default", "dev", "tun0")
        yield


def _link_local(where: Namespace, name: str) -> str:
    """The link-local address of an interface, once others may use it."""
    for _ in range(100):
        said = where.ip("-6", "address", "show", "dev", name, "scope", "link")
        if (found := re.search(r"inet6 (\S+)/64", said)) and "tentative" not in said:
            return f"{found[1]}%{name}"
        time.sleep(0.1)
    pytest.fail(f"{name} has no address: {said}")


Find = Callable[..., list[str]]
Serve = Callable[..., contextlib.AbstractContextManager[subprocess.Popen[str]]]


def test_a_server_is_found_over_each_of_two_interfaces_and_is_one(find: Find, serve: Serve) -> None:
    with _two_cables() as (host, left, right), serve(host):
        assert find(left) == ["192.168.61.1:4807"]
        assert find(right, 6) == ["192.168.62.1:4807"]
        assert find(host) == ["127.0.0.1:4807"]


def test_a_vpn_that_takes_everything_hides_nobody(find: Find, serve: Serve, tmp_path: Path) -> None:
    with _two_cables() as (host, left, right), _vpn(host, tmp_path):
        with serve(host):
            assert find(left) == ["192.168.61.1:4807"]
        with serve(right):
            assert find(host) == ["192.168.62.2:4807"]
        addresses = _python(host, tmp_path, "-c", ADDRESSES).splitlines()
        assert addresses == ["192.168.61.1 eth0 False", "192.168.62.1 eth1 False", "10.8.0.2 tun0 True"]


@pytest.mark.parametrize("six", [False, True], ids=["IPv4", "IPv6"])
def test_a_server_for_one_address_is_announced_there_only(six: bool, find: Find, serve: Serve) -> None:
    with _two_cables() as (host, left, right):
        # Whatever leaves the host by itself goes to the other side.
        host.ip("route", "add", "default", "via", "192.168.62.2")
        right.ip("route", "add", "default", "via", "192.168.62.1")
        address = _link_local(host, "eth0") if six else "192.168.61.1"
        with serve(host, "--host", address):
            assert find(right) == []
            (found,) = find(left)
        assert found == (f"[{address.partition('%')[0]}%eth0]:4807" if six else f"{address}:4807")


def test_the_lan_screen_lists_a_server_on_a_cable_that_is_laid_later(serve: Serve, tmp_path: Path) -> None:
    with parts.namespaces(2) as (host, guest):
        screen = _running(guest, tmp_path, "-m", "tests.places.lan_screen", "40")
        with serve(host), screen as window:
            parts.cable(host, "eth0", guest, "eth0")
            host.ip("address", "add", "192.168.61.1/24", "dev", "eth0")
            guest.ip("address", "add", "192.168.61.2/24", "dev", "eth0")
            assert window.stdout is not None
            name, *hosts = window.stdout.readline().split()
        assert name == "Den"
        assert hosts[0] == "192.168.61.1" or hosts[0].startswith("fe80::")


def test_without_ipv4_a_server_is_found_and_called_by_an_address_with_its_scope(
    find: Find, serve: Serve, tmp_path: Path
) -> None:
    with parts.namespaces(2) as (host, guest):
        parts.cable(host, "eth0", guest, "eth7")
        for where in (host, guest):
            where.ip("-4", "address", "flush", "dev", "lo")
        address = _link_local(host, "eth0").replace("%eth0", "%eth7")
        _link_local(guest, "eth7")
        with serve(host):
            (found,) = find(guest)
            assert found == f"[{address}]:4807"
            table = ("join", found, "--open", "sturt", "--seats", "2", "--bot", "easy", "--bot", "easy")
            with _running(guest, tmp_path, "-m", "client", *table) as bots:
                assert bots.stdout is not None
                assert "sits at seat 2" in bots.stdout.readline()


def test_any_port_is_the_same_for_both_families_where_few_are_free(tmp_path: Path) -> None:
    with parts.namespaces(1) as (alone,):
        alone.set("net.ipv4.ip_local_port_range", "40000 40005")
        for _ in range(5):
            first, second = map(int, _python(alone, tmp_path, "-c", ONE_PORT).split())
            assert first == second in (40004, 40005)


def test_a_machine_without_ipv6_serves_and_searches(find: Find, serve: Serve) -> None:
    with _two_cables() as (host, left, _):
        for where in (host, left):
            subprocess.run(
                where.command("sysctl", "-q", "-w", "net.ipv6.conf.all.disable_ipv6=1"), check=True
            )
        with serve(host, "--port", "0"):
            (found,) = find(left)
            assert re.fullmatch(r"192\.168\.61\.1:\d+", found)
