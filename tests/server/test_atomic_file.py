"""Files that are replaced whole, where symbolic links lead: dotfiles that are kept elsewhere stay there."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from client.session import challenges, gate_codes
from client.session.challenges import ChallengeResults
from client.session.identity import PERSON_FILE, person_secret
from client.session.seat_keys import KEYS_FILE, SeatKey, keys_for
from client.stage import settings
from client.stage.settings import SETTINGS_FILE, Settings
from server import status
from server.bots.pool import DirectThinker
from server.status import STATUS_FILE
from server.storage import atomic_file
from server.storage.journal import MemoryStore
from server.tables.lobby import Lobby
from tools.bootstrap import ROOT


def write_settings(home: Path) -> None:
    assert settings.save(Settings(language="ja"), home)


def write_keys(home: Path) -> None:
    keys_for("elsewhere:4807", home).add(SeatKey(1, 0, bytes(16)))


def write_codes(home: Path) -> None:
    gate_codes.code_of(1, home)


def write_status(home: Path) -> None:
    status.write(home, status.server_status(Lobby("", MemoryStore(), DirectThinker()), 0.0))


WRITERS: dict[str, Callable[[Path], object]] = {
    SETTINGS_FILE: write_settings,
    KEYS_FILE: write_keys,
    PERSON_FILE: person_secret,
    gate_codes.CODES_FILE: write_codes,
    STATUS_FILE: write_status,
}
"""What writes each file into a folder."""


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_is_a_link_stays_one(name: str, tmp_path: Path) -> None:
    home, dotfiles = tmp_path / "home", tmp_path / "dotfiles"
    home.mkdir()
    dotfiles.mkdir()
    (home / "between").symlink_to(dotfiles / "kept")
    (home / name).symlink_to("between")
    WRITERS[name](home)
    assert (home / name).is_symlink() and (home / "between").is_symlink()
    assert (dotfiles / "kept").stat().st_size > 0
    assert {file.name for file in home.iterdir()} == {name, "between"}
    assert {file.name for file in dotfiles.iterdir()} == {"kept"}, "no draft is left"


def test_settings_of_a_link_are_read_again(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text('language = "de"\n')
    (tmp_path / SETTINGS_FILE).symlink_to("kept")
    read, notice = settings.load(tmp_path)
    assert settings.save(msgspec.structs.replace(read, volume=0.25), tmp_path)
    assert (settings.load(tmp_path)[0].language, settings.load(tmp_path)[0].volume) == ("de", 0.25)
    assert notice is None and (tmp_path / SETTINGS_FILE).is_symlink()


def test_a_damaged_file_behind_a_link_is_set_aside_where_it_lies(tmp_path: Path) -> None:
    dotfiles = tmp_path / "dotfiles"
    dotfiles.mkdir()
    for name in (SETTINGS_FILE, PERSON_FILE, challenges.RESULTS_FILE):
        (dotfiles / name).write_bytes(b"\xff")
        (tmp_path / name).symlink_to(dotfiles / name)
    assert settings.load(tmp_path)[1] == "ui.settings.broken"
    person_secret(tmp_path)
    ChallengeResults(tmp_path)
    write_settings(tmp_path)
    assert {file.name for file in dotfiles.iterdir()} == {
        SETTINGS_FILE,
        SETTINGS_FILE + ".broken",
        PERSON_FILE,
        "person.broken",
        challenges.RESULTS_FILE + ".broken",
    }
    assert all((tmp_path / name).is_symlink() for name in (SETTINGS_FILE, PERSON_FILE))


def test_a_link_to_a_disk_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).symlink_to(tmp_path / "unmounted" / SETTINGS_FILE)
    assert not settings.save(Settings(), tmp_path)
    assert (tmp_path / SETTINGS_FILE).is_symlink() and not (tmp_path / "unmounted").exists()


def test_links_in_a_circle_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(OSError) as raised:
        atomic_file.write(tmp_path / "one", b"")
    assert raised.value.errno == errno.ELOOP and (tmp_path / "one").is_symlink()


def test_what_cannot_be_written_leaves_all_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / "file").write_bytes(b"before")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError):
        atomic_file.write(tmp_path / "file", b"after")
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"before"]


def test_secrets_are_for_their_owner_and_the_status_for_whoever_may_read_the_folder(tmp_path: Path) -> None:
    for name, write in WRITERS.items():
        write(tmp_path)
        others = (tmp_path / name).stat().st_mode & 0o077
        assert bool(others) == (name == STATUS_FILE), name


def test_nothing_else_writes_drafts() -> None:
    for folder in ("client", "server"):
        for file in (ROOT / folder).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            assert "mkstemp(dir" not in text and "os.replace(" not in text, file
