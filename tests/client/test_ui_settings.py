"""Settings survive: written whole, read with suspicion, set aside when broken."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.stage import settings
from client.stage.settings import WATCHING_SPEEDS, Settings
from client.ui.portraits import default_portrait


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    mine = Settings(
        "ja", 0.3, 0.0, 2.0, "reduced", "high-contrast", 1920, 1080, True, "off", ("Ada", ""), ("::1",)
    )
    assert settings.save(mine, tmp_path)
    assert settings.load(tmp_path) == (mine, None)
    assert [p.name for p in tmp_path.iterdir()] == ["settings.toml"]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=24), max_size=7))
def test_any_name_survives(names: list[str]) -> None:
    written = settings.to_toml(msgspec.to_builtins(Settings(names=tuple(names))))
    assert msgspec.toml.decode(written.encode(), type=Settings).names == tuple(names)


def test_nothing_there_means_defaults(tmp_path: Path) -> None:
    loaded, notice = settings.load(tmp_path / "nowhere")
    assert loaded == settings.defaults()
    assert notice is None


@pytest.mark.parametrize(
    "content",
    [
        b"language = ",
        b"\xff\xfe\x00",
        b'language = "xx"',
        b"volume = 7.0",
        b"width = -3",
        b'names = ["' + b"x" * 10_000 + b'"]',
        b'portraits = ["Fox"]',
        b'portraits = ["' + b"x" * 25 + b'"]',
        b"volume = nan",
        b"[[[",
        b"names = " + b"[" * 20_000,
    ],
)
def test_a_broken_file_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "settings.toml").write_bytes(content)
    assert settings.load(tmp_path) == (settings.defaults(), "ui.settings.broken")
    assert (tmp_path / "settings.toml.broken").read_bytes() == content
    assert settings.load(tmp_path) == (settings.defaults(), None)


def test_unknown_entries_of_newer_versions_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('language = "de"\nsomething_new = 3\n')
    loaded, notice = settings.load(tmp_path)
    assert (loaded.language, notice) == ("de", None)


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not settings.save(Settings(), tmp_path / "file" / "below")


def test_a_folder_in_the_place_of_the_file_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    assert settings.load(tmp_path)[1] == "ui.settings.unreadable"
    assert not settings.save(Settings(), tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize(("value", "language"), [("de_AT.UTF-8", "de"), ("ja_JP", "ja"), ("en_GB", "en")])
def test_the_system_says_the_language(value: str, language: str) -> None:
    assert settings.system_language({"LANG": value}) == language


def test_names_and_addresses() -> None:
    mine = Settings().with_name(2, "Ada").with_address("a").with_address("b").with_address("a")
    assert (mine.name(0), mine.name(2), mine.name(5)) == ("", "Ada", "")
    assert mine.addresses == ("a", "b")


def test_a_portrait_is_kept_with_its_name(tmp_path: Path) -> None:
    mine = Settings().with_person(2, "Ada", "owl")
    assert settings.save(mine, tmp_path) and settings.load(tmp_path) == (mine, None)
    assert (mine.name(2), mine.portrait(2)) == ("Ada", "owl")
    assert mine.portrait(2, ["owl"]) == default_portrait("Ada", ["owl"]) != "owl"
    assert Settings(names=("Ada",), portraits=("dodo",)).portrait(0) == default_portrait("Ada")


def test_paces_lead_up_and_down_and_end_somewhere() -> None:
    assert Settings(speed=1.0).with_speed(1).speed == 1.5
    assert Settings(speed=1.1).with_speed(-1).speed == 0.75, "from the nearest"
    assert Settings(speed=0.5).with_speed(-1).speed == WATCHING_SPEEDS[0]
    assert Settings(speed=3.0).with_speed(1).speed == WATCHING_SPEEDS[-1]
