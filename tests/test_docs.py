"""README and docs point to what is there: links, headings, pictures, files, commands and their options."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from client.app import command_line
from tools.bootstrap import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")
SOURCE = re.compile(r"`((?:core|server|client|assets|tools|tests|docs)/[\w/.-]+)`")
MODULE = re.compile(r"`([\w/]+\.py)`")
COMMAND = re.compile(r"\./play((?: [^\s`|>#…\[]+| '[^']*')+)")
PARTS = ("core", "server", "client", "assets", "tools", "tests", "docs")
OUTSIDE = ("https://", "http://", "mailto:")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def headings(text: str) -> set[str]:
    """What a link may name within a page: its headings, spelled as usual, and marks of its own."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    spelled = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
    return spelled | set(re.findall(r'<a id="([^"]+)"', text))


def broken_links(page: Path, text: str) -> list[str]:
    broken = []
    for link in LINK.findall(text):
        if link.startswith(OUTSIDE):
            continue
        path, _, heading = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        there = target.is_relative_to(ROOT) and target.is_file()
        if not there or (heading and heading not in headings(_text(target, page, text))):
            broken.append(link)
    return broken


def _text(target: Path, page: Path, text: str) -> str:
    return text if target == page else target.read_text(encoding="utf-8")


def missing_files(text: str) -> list[str]:
    return [path for path in SOURCE.findall(text) if not (ROOT / path).exists()]


def missing_modules(text: str) -> list[str]:
    """Modules, in whole or by the end of their path, that there are none of."""
    known = ["/" + name(path) for part in PARTS for path in (ROOT / part).rglob("*.py")]
    return [end for end in MODULE.findall(text) if not any(path.endswith("/" + end) for path in known)]


def unknown_words(text: str) -> list[str]:
    """Command lines whose command or option the program does not know."""
    unknown = []
    for line in COMMAND.findall(text):
        words = shlex.split(line)
        command = words[0] if words and not words[0].startswith("-") else ""
        if command and command not in command_line.COMMAND_SHAPES:
            unknown.append(command)
            continue
        known = {*command_line.COMMON_OPTIONS, *command_line.COMMON_FLAGS, "help", "version"}
        if command:
            known |= {
                *command_line.COMMAND_SHAPES[command].options,
                *command_line.COMMAND_SHAPES[command].flags,
            }
        if command != "serve":  # its options are the server's own
            given = {word[2:] for word in words if word.startswith("--")}
            unknown += sorted(given - known)
    return unknown


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_and_pictures_are_there(page: Path) -> None:
    assert broken_links(page, page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_are_named_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert missing_files(text) + missing_modules(text) == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_that_are_named_exist(page: Path) -> None:
    assert unknown_words(page.read_text(encoding="utf-8")) == []


def test_every_command_is_explained_to_players() -> None:
    playing = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    assert [command for command in command_line.COMMAND_SHAPES if f"`./play {command}" not in playing] == []


def test_every_page_is_reached_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [
        name(page) for page in PAGES[1:] if f"({name(page)})" not in readme and page.name != "README.md"
    ] == []


def test_these_tests_can_see() -> None:
    page = ROOT / "README.md"
    text = "# A b, c!\n[x](#a-b-c) [y](#d) ![z](docs/pictures/none.png) [up](../x.md) [out](https://x.y)"
    assert broken_links(page, text) == ["#d", "docs/pictures/none.png", "../x.md"]
    assert missing_files("`core/game.py` and `core/gone.py` and `core/*`") == ["core/gone.py"]
    assert missing_modules("`game.py` and `kit/action_picker.py` and `handy.py`") == ["handy.py"]
    assert unknown_words("`./play join --bot hard` `./play fly` `./play demo --fast`") == ["fly", "fast"]
