"""`tilewright desktop`: the entry of the menu and its icon, in a folder of our own."""

from __future__ import annotations

import configparser
import shutil
import subprocess
from pathlib import Path

import pytest

import assets
from client.app import desktop_command
from client.app.command_line import main
from client.app.desktop_command import desktop_entry
from client.app.launch import APP_ID
from core.game import Refused


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(desktop_command.sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_it_is_installed_and_removed(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry, icon = (
        data / "applications/tilewright.desktop",
        data / "icons/hicolor/scalable/apps/tilewright.svg",
    )
    assert main(["desktop", "--lang", "en"]) == 0
    assert str(entry) in capsys.readouterr().out
    assert icon.read_bytes() == assets.path("icons/app.svg").read_bytes()
    told = configparser.RawConfigParser(strict=True, delimiters="=")
    told.optionxform = str  # type: ignore[assignment,method-assign]  # names keep their case
    told.read_string(entry.read_text())
    keys = told["Desktop Entry"]
    assert keys["StartupWMClass"] == keys["Icon"] == entry.stem == APP_ID
    assert {f"Comment{place}" for place in ("", "[de]", "[ja]")} <= keys.keys()
    assert main(["desktop"]) == 0, "again"
    assert main(["desktop", "--remove"]) == 0
    assert not entry.exists() and not icon.exists()
    assert main(["desktop", "--remove", "--lang", "en"]) == 0
    assert capsys.readouterr().out.endswith("Tilewright is not in your menu.\n")


def test_an_entry_kept_elsewhere_is_written_through_its_link(data: Path) -> None:
    kept, entry = data / "kept.desktop", data / "applications/tilewright.desktop"
    entry.parent.mkdir()
    entry.symlink_to(kept)
    assert main(["desktop"]) == 0
    assert entry.is_symlink() and "Exec=" in kept.read_text()


def test_a_folder_of_any_name_is_started_from() -> None:
    """Quoted as the specification has it: first for the command line, then for the value."""
    entry = desktop_entry([r'/home/a b/50% "of" $it\`', "-m"]).decode()
    (line,) = (line for line in entry.splitlines() if line.startswith("Exec="))
    assert line == r'Exec="/home/a b/50%% \\"of\\" \\$it\\\\\\`" "-m"'


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="apt install desktop-file-utils")
@pytest.mark.parametrize("words", [["/opt/tilewright/play"], ["/home/a b/50%/play", "-m"]])
def test_the_entry_is_valid(words: list[str], data: Path) -> None:
    file = data / "tilewright.desktop"
    file.write_bytes(desktop_entry(words))
    run = subprocess.run(["desktop-file-validate", file], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "")


@pytest.mark.parametrize("name", ["/two\nlines/play", "/no\udcfftext/play"])
def test_a_folder_that_no_entry_can_hold_is_a_sentence(name: str) -> None:
    with pytest.raises(Refused) as raised:
        desktop_entry([name])
    assert raised.value.refusal.code == "cli.refusal.desktop_folder"


def test_a_relative_folder_counts_as_none(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "some/where")
    monkeypatch.setenv("HOME", str(data))
    assert main(["desktop"]) == 0
    assert (data / ".local/share/applications/tilewright.desktop").exists()


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_have_no_such_menus(
    platform: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(desktop_command.sys, "platform", platform)
    assert main(["desktop", "--lang", "en"]) == 2
    assert "shortcut" in capsys.readouterr().err
