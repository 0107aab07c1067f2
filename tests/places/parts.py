"""Real parts of the places where people play: programs and devices that a machine has or lacks."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

SEARCHED = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))
"""Folders in which programs of a system are looked for; some are not on an ordinary user's path."""


def program(name: str, package: str) -> str:
    """Path of a program; where it is missing the test is left out, and says which package brings it."""
    found = shutil.which(name, path=SEARCHED)
    if found is None:
        pytest.skip(f"{name} is missing; on Debian and Ubuntu: apt install {package}")
    return found


@contextlib.contextmanager
def x_server(depth: int = 24, size: tuple[int, int] = (1280, 800), *options: str) -> Iterator[str]:
    """X server with one screen of so many bits that nobody sees; gives its display, such as `:7`."""
    with x_server_process(depth, size, *options) as (display, _):
        yield display


@contextlib.contextmanager
def x_server_process(
    depth: int = 24, size: tuple[int, int] = (1280, 800), *options: str
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """An X server as `x_server`, and its process."""
    read, write = os.pipe()
    command = [program("Xvfb", "xvfb"), "-displayfd", str(write), "-nolisten", "tcp"]
    command += ["-screen", "0", f"{size[0]}x{size[1]}x{depth}", *options]
    with (
        open(read, encoding="ascii") as chosen,
        subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server,
    ):
        os.close(write)
        try:
            number = chosen.readline().strip()
            if not number:
                pytest.skip(f"Xvfb cannot show {depth} bits here")
            yield f":{number}", server
        finally:
            server.terminate()


@contextlib.contextmanager
def weston(
    display: str, folder: Path, size: tuple[int, int], *options: str
) -> Iterator[tuple[dict[str, str], subprocess.Popen[bytes]]]:
    """Wayland compositor whose outputs, of this size in points, are windows on an X display.

    Gives the environment of a program whose window it shows, and its process. `folder` is a new one.
    """
    folder.chmod(0o700)
    command = [program("weston", "weston"), "--backend=x11-backend.so", "--no-config", "--use-pixman"]
    command += ["--debug", "--socket=wayland-test", "--idle-time=0", f"--log={folder / 'log'}"]
    command += [f"--width={size[0]}", f"--height={size[1]}", *options]
    environment = _plain() | {"DISPLAY": display, "XDG_RUNTIME_DIR": str(folder)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as server:
        try:
            socket, patience = folder / "wayland-test", time.monotonic() + 20
            while not socket.exists():
                assert server.poll() is None and time.monotonic() < patience, (folder / "log").read_text()
                time.sleep(0.05)
            del environment["DISPLAY"]
            names = {"WAYLAND_DISPLAY": "wayland-test", "SDL_VIDEODRIVER": "wayland"}
            yield environment | names | {"SDL_AUDIODRIVER": "dummy"}, server
        finally:
            server.terminate()


@contextlib.contextmanager
def window_manager(display: str) -> Iterator[None]:
    """A window manager on an X display: windows have frames and titles."""
    command = [program("openbox", "openbox"), "--sm-disable"]
    with subprocess.Popen(command, env=_plain() | {"DISPLAY": display}, stderr=subprocess.DEVNULL) as manager:
        try:
            yield
        finally:
            manager.terminate()


def seen_by(display: str) -> dict[str, str]:
    """Environment of a program whose window is on this X display and whose sound nobody hears."""
    return _plain() | {"DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}


def screenshot(display: str, file: Path) -> None:
    """Write what a display shows as a picture."""
    command = [program("import", "imagemagick"), "-display", display, "-window", "root", str(file)]
    subprocess.run(command, check=True, timeout=30)


class Namespace:
    """Network of its own, in which programs see nothing but the interfaces that it was given."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ip(self, *words: str) -> str:
        """Set something up in it, as `ip` does; what that prints."""
        command = [program("ip", "iproute2"), "-netns", self.name, *words]
        return subprocess.run(command, check=True, capture_output=True, encoding="utf-8", timeout=30).stdout

    def set(self, key: str, value: str) -> None:
        """Give a setting of its system this value, as `sysctl` does."""
        command = self.command(program("sysctl", "procps"), "-q", "-w", f"{key}={value}")
        subprocess.run(command, check=True, timeout=30)

    def command(self, *words: str) -> list[str]:
        """Command that runs another one inside."""
        return [program("ip", "iproute2"), "netns", "exec", self.name, *words]


@contextlib.contextmanager
def namespaces(count: int) -> Iterator[list[Namespace]]:
    """Networks of their own, with nothing but loopback each; they go with everything in them."""
    ip = program("ip", "iproute2")
    made: list[Namespace] = []
    try:
        for number in range(count):
            name = f"tilewright-{os.getpid()}-{number}"
            if subprocess.run([ip, "netns", "add", name], check=False, stderr=subprocess.DEVNULL).returncode:
                pytest.skip("networks of their own cannot be made here; try as root")
            made.append(Namespace(name))
            made[-1].ip("link", "set", "lo", "up")
        yield made
    finally:
        for one in made:
            subprocess.run([ip, "netns", "delete", one.name], check=True, timeout=30)


def cable(one: Namespace, its: str, other: Namespace, theirs: str) -> None:
    """Lay a cable between two networks, each end an interface of this name that is up."""
    one.ip("link", "add", its, "type", "veth", "peer", "name", theirs, "netns", other.name)
    for end, name in ((one, its), (other, theirs)):
        end.ip("link", "set", name, "up")


def _plain() -> dict[str, str]:
    """This environment without what keeps tests off the screen."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "WAYLAND_"))}
