"""Gamepads at a real window; through the kernel where it lets us make some."""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pygame
import pytest

from client.ui import gamepads
from client.ui.input import Input
from client.ui.intents import Accept
from tests.places import parts

ROOT: Final = Path(__file__).parents[2]
UINPUT: Final = Path("/dev/uinput")
SET_KIND, SET_KEY, SET_AXIS, SET_UP, CREATE, DESTROY = (
    0x40045564, 0x40045565, 0x40045567, 0x405C5503, 0x5501, 0x5502,
)  # fmt: skip
"""Requests to the kernel's maker of input devices."""
KEYS, AXES, BUTTON_SOUTH = 1, 3, 0x130
PATIENCE: Final = 200


TRIED: Final = (
    "test_of_equal_pads_one_that_comes_back_alone_is_known",
    "test_equal_pads_that_both_come_back_are_asked_whose_they_are",
    "test_only_the_pad_in_question_answers_and_others_go_on",
    "test_hints_of_pads_go_with_the_last_pad",
)
"""Tests that run without a window each time, and here at a real one."""

SCRIPT: Final = """
import sys
import pygame
from tests.client import test_pads

pygame.display.init()
assert pygame.display.get_driver() == "x11", pygame.display.get_driver()
getattr(test_pads, sys.argv[1])()
"""


@pytest.mark.parametrize("name", TRIED)
def test_pads_belong_to_people_at_a_real_window(name: str, tmp_path: Path) -> None:
    with parts.x_server() as display:
        environment = parts.seen_by(display) | {"TILEWRIGHT_HOME": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, name],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    assert done.returncode == 0, done.stderr[-3000:]


@contextmanager
def kernel_pad() -> Iterator[int]:
    """A pad that the kernel has for as long as this lasts; what its events are written to."""
    line = os.open(UINPUT, os.O_WRONLY | os.O_NONBLOCK)
    try:
        for kind in (KEYS, AXES):
            fcntl.ioctl(line, SET_KIND, kind)
        for key in range(BUTTON_SOUTH, BUTTON_SOUTH + 11):
            fcntl.ioctl(line, SET_KEY, key)
        for axis in range(2):
            fcntl.ioctl(line, SET_AXIS, axis)
        fcntl.ioctl(line, SET_UP, struct.pack("4H80sI", 3, 0x1234, 1, 1, b"Tilewright test pad", 0))
        fcntl.ioctl(line, CREATE)
        yield line
        fcntl.ioctl(line, DESTROY)
    finally:
        os.close(line)


def press(line: int) -> None:
    for down in (1, 0):
        os.write(line, struct.pack("llHHi", 0, 0, KEYS, BUTTON_SOUTH, down))
        os.write(line, struct.pack("llHHi", 0, 0, 0, 0, 0))


def test_equal_pads_of_the_kernel_keep_their_numbers_whatever_the_order() -> None:
    """Three come, two go, two come back: which is which is not known, so neither has an old number."""
    if not os.access(UINPUT, os.W_OK):
        pytest.skip(f"{UINPUT} cannot be written; as root: modprobe uinput, and give this user access")
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    gamepads.start()
    source = Input()

    def until(count: int) -> None:
        for _ in range(PATIENCE):
            source.read(pygame.event.get(), 0.0)
            if len(source.gamepads) == count:
                return
            pygame.time.wait(20)
        pytest.fail(f"{len(source.gamepads)} gamepads instead of {count}")

    try:
        with ExitStack() as third, ExitStack() as others:
            kept = third.enter_context(kernel_pad())
            until(1)
            for count in (2, 3):
                others.enter_context(kernel_pad())
                until(count)
            others.close()
            until(1)
            for count in (2, 3):
                others.enter_context(kernel_pad())
                until(count)
            assert [pad.number for pad in source.gamepads] == [0, 3, 4]
            press(kept)
            pygame.time.wait(100)
            heard = source.read(pygame.event.get(), 1.0)
            assert [(type(intent), intent.device.number) for intent in heard] == [(Accept, 0)]
    finally:
        pygame.quit()
