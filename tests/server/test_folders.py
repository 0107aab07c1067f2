"""Where a user's files lie: users without a home folder, relative folders of XDG, paths with `~`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from client.app.command_line import main
from core.game import Refused
from server.storage import folders
from tools.bootstrap import ROOT

NOBODYS: int = 54321
"""Number of a user that no machine knows."""
COMMANDS = (
    ["archive", "list", "--data", "somewhere"],
    ["serve", "--check", "--data", "x"],
    ["rules", "sturt"],
)


def told(words: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """What the program says to somebody whom the system does not know."""
    unshare = shutil.which("unshare")
    as_nobody = [str(unshare), "--user", f"--map-user={NOBODYS}", f"--map-group={NOBODYS}"]
    if unshare is None or subprocess.run([*as_nobody, "true"], check=False).returncode:
        pytest.skip("a user without an entry needs unshare with user namespaces (package util-linux 2.38)")
    command = [*as_nobody, sys.executable, "-P", "-m", "client", *words]
    known = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(command, check=False, env=known, capture_output=True, encoding="utf-8", timeout=60)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_without_a_home_a_command_names_what_to_set(words: list[str]) -> None:
    said = told(words)
    assert (said.returncode, said.stdout) == (2, "")
    assert "TILEWRIGHT_HOME" in said.stderr and len(said.stderr.splitlines()) == 1


def test_without_a_home_help_is_given(tmp_path: Path) -> None:
    assert told(["--help"]).returncode == 0


def test_with_a_folder_named_no_home_is_needed(tmp_path: Path) -> None:
    said = told(["archive", "list"], TILEWRIGHT_HOME=str(tmp_path))
    assert str(tmp_path / "couch") in said.stderr and "TILEWRIGHT_HOME" not in said.stderr


@pytest.mark.parametrize("kind", list(folders.SYSTEM_FOLDERS))
def test_a_relative_folder_counts_as_unset(
    kind: folders.Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TILEWRIGHT_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    names = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_PICTURES_DIR")
    for name in names:
        monkeypatch.delenv(name, raising=False)
    usual = folders.user_folder(kind), folders.pictures()
    for name in names:
        monkeypatch.setenv(name, "elsewhere")
    assert (folders.user_folder(kind), folders.pictures()) == usual
    assert tmp_path in usual[0].parents


def test_the_folder_can_be_chosen(tmp_path: Path) -> None:
    assert folders.user_folder("settings", {"TILEWRIGHT_HOME": str(tmp_path)}) == tmp_path
    assert folders.user_folder("settings", {}).name == "tilewright"


@pytest.mark.parametrize("answer", ["~/.config/tilewright", RuntimeError("no home")])
def test_no_version_of_the_library_makes_a_folder_called_tilde(
    answer: str | Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a home folder older ones answer `~/.config`, newer ones raise."""

    def found(*_: object, **__: object) -> str:
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.delenv("TILEWRIGHT_HOME", raising=False)
    monkeypatch.setattr("platformdirs.user_config_dir", found)
    with pytest.raises(Refused, match=r"cli\.refusal\.no_home"):
        folders.user_folder("settings")


def test_a_home_of_nobody_is_a_sentence(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["archive", "list", "--data=~nobody-has-this/x"],
        ["serve", "--status", "--data=~nobody-has-this"],
    ):
        assert main(words) == 2
        assert "~nobody-has-this" in capsys.readouterr().err
