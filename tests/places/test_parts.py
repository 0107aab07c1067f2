"""The parts themselves: screens that are there, and what is said of one that is not."""

from __future__ import annotations

import subprocess

import pytest

from tests.places import parts


def test_a_missing_part_says_how_to_get_it() -> None:
    with pytest.raises(pytest.skip.Exception, match="apt install some-package"):
        parts.program("a-program-that-nobody-has", "some-package")


@pytest.mark.parametrize("depth", [8, 15, 16, 24, 30])
def test_a_screen_has_its_depth(depth: int) -> None:
    with parts.x_server(depth) as display:
        command = [parts.program("xdpyinfo", "x11-utils"), "-display", display]
        said = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    assert f"depth of root window:    {depth} planes" in said
