"""Identity of a person to servers: a secret that lasts, another one for each server."""

from __future__ import annotations

import stat
from pathlib import Path

from client.session.archive import person_name, shared_names
from client.session.identity import PERSON_FILE, SECRET_BYTES, ProgramIdentity, person_secret
from core.protocol import messages as m


def test_a_secret_is_made_up_once_and_is_for_its_owner_only(tmp_path: Path) -> None:
    secret = person_secret(tmp_path / "home")
    assert secret is not None and len(secret) == SECRET_BYTES
    assert person_secret(tmp_path / "home") == secret != person_secret(tmp_path / "other")
    file = tmp_path / "home" / PERSON_FILE
    assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0
    assert [each.name for each in file.parent.iterdir()] == [PERSON_FILE]


def test_a_file_that_makes_no_sense_is_set_aside_and_none_that_cannot_be_kept_is_missed(
    tmp_path: Path,
) -> None:
    (tmp_path / PERSON_FILE).write_bytes(b"junk")
    assert person_secret(tmp_path) == person_secret(tmp_path) is not None
    assert (tmp_path / PERSON_FILE).with_suffix(".broken").read_bytes() == b"junk"
    (tmp_path / "a file").write_bytes(b"")
    assert person_secret(tmp_path / "a file") is None
    (tmp_path / "folder" / PERSON_FILE).mkdir(parents=True)
    assert person_secret(tmp_path / "folder") is None


def test_each_server_gets_a_secret_of_its_own_and_the_own_program_none() -> None:
    run, again = ProgramIdentity(bytes(32)), ProgramIdentity(bytes(32))
    assert run.identity_at("a:1").person == again.identity_at("a:1").person
    assert run.identity_at("a:1").person != run.identity_at("b:1").person
    assert run.identity_at("a:1").mark != again.identity_at("a:1").mark
    assert run.identity_at("").person is None and ProgramIdentity().identity_at("a:1").person is None


def test_a_name_of_several_is_shown_with_the_beginning_of_its_fingerprint() -> None:
    def standing(name: str, fingerprint: str, level: str = "", game: str = "sturt") -> m.PlayerStatistics:
        return m.PlayerStatistics(name, level, game, 1, 1, 1.0, 1.0, "", fingerprint)

    rows = [
        standing("Ada", "ABCDEFGHIJKL"),
        standing("ada", "XYZABCDEFGHI"),
        standing("Ada", ""),
        standing("Bo", "BCDEFGHIJKLM"),
        standing("Bo", "BCDEFGHIJKLM", game="ghawar"),
        standing("", "", "easy"),
    ]
    shared = shared_names(rows)
    names = [person_name(one, shared, lambda key, **_: key) for one in rows]
    assert names == ["Ada · ABCD", "ada · XYZA", "Ada", "Bo", "Bo", "table.bot.easy"]
