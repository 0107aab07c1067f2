"""Themes and texts are data: checked as a whole."""

from __future__ import annotations

import math
import shutil
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

import assets
from assets.texts import LANGUAGES, TextError, Texts
from client.app.command_line import main
from client.ui import theme
from client.ui.patterns import PATTERN_MARKS
from client.ui.symbols import _SHAPES


@pytest.mark.parametrize("name", theme.names())
def test_every_theme_loads(name: str) -> None:
    loaded = theme.load(name)
    assert len(loaded.seats) == 7
    assert set(loaded.data.panels) >= {"sheet", "raised", "paper", "well", "accent", "tip"}


def test_the_usual_theme_comes_first_and_all_have_the_same_palettes() -> None:
    assert theme.names()[0] == "lamplight"
    usual = theme.load("lamplight").data.palettes
    for name in theme.names():
        other = theme.load(name).data.palettes
        assert {game: set(colours) for game, colours in other.items()} == {
            game: set(colours) for game, colours in usual.items()
        }


@pytest.mark.parametrize("name", theme.names())
def test_seats_differ_in_colour_pattern_and_symbol(name: str) -> None:
    seats = theme.load(name).seats
    for a, b in combinations(seats, 2):
        assert a.colour != b.colour
        assert a.pattern != b.pattern
        assert a.symbol != b.symbol
    assert {s.pattern for s in seats} == set(PATTERN_MARKS)
    assert {s.symbol for s in seats} == {"disc", *_SHAPES}


@pytest.mark.parametrize("name", theme.names())
@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        ("ink", "sheet", 7),
        ("ink", "table", 7),
        ("quiet", "sheet", 4.5),
        ("quiet", "table", 4.5),
        ("paper_ink", "paper", 7),
        ("paper_quiet", "paper", 4.5),
        ("paper_good", "paper", 4.5),
        ("paper_bad", "paper", 4.5),
        ("accent_ink", "accent", 4.5),
        ("focus", "sheet", 4.5),
        ("bad", "sheet", 4.5),
        *((f"seat.{n}.ink", f"seat.{n}", 3) for n in range(7)),
    ],
)
def test_what_is_written_can_be_read(name: str, ink: str, ground: str, least: float) -> None:
    """Contrast as WCAG 2 counts it: 4.5 for text, 3 for large signs."""
    loaded = theme.load(name)
    one, two = sorted((_light(loaded.colour(ink)), _light(loaded.colour(ground))), reverse=True)
    assert (one + 0.05) / (two + 0.05) >= least


def _light(colour: theme.Colour) -> float:
    parts = [c / 255 / 12.92 if c <= 10 else math.pow((c / 255 + 0.055) / 1.055, 2.4) for c in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('ink = "#F6EDDC"', 'ink = "warm"'),
        ('ink = "#F6EDDC"\n', ""),
        ('fill = "sheet"', 'fill = "chocolate"'),
        ("radius = 22", "radius = -1"),
        ('symbol = "disc"', 'symbol = "heart"'),
        ('face = "body", size = 24', 'face = "body", size = 9'),
    ],
)
def test_a_wrong_theme_is_refused(before: str, after: str) -> None:
    whole = assets.path("themes/lamplight.toml").read_text(encoding="utf-8")
    assert before in whole
    with pytest.raises((theme.ThemeError, msgspec.ValidationError)):
        theme.Theme("test", msgspec.toml.decode(whole.replace(before, after, 1), type=theme.ThemeData))


@pytest.mark.parametrize(
    ("line", "instead", "said"),
    [
        ("lamp", "", 'no colour "lamp"'),
        ("track", "", 'no colour "sturt.track"'),
        ("lamp", 'lamp = "warm"', "$.colours.lamp"),
        ("lamp", "lamp", "cannot be used"),
        ("[colours]", "colours = 3\n[colors]", "cannot be used"),
    ],
)
def test_what_is_wrong_with_a_theme_is_said_at_the_start(
    line: str, instead: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Which file, which colour: one sentence before a window opens."""
    for folder in ("themes", "texts"):
        shutil.copytree(assets.ROOT / folder, tmp_path / folder)
    monkeypatch.setattr(assets, "ROOT", tmp_path)
    monkeypatch.setattr("client.app.start.run", lambda launch: pytest.fail("a window opens"))
    file = tmp_path / "themes" / "lamplight.toml"
    lines = file.read_text(encoding="utf-8").splitlines()
    at = next(n for n, text in enumerate(lines) if text.split(" =")[0] == line)
    file.write_text("\n".join([*lines[:at], instead, *lines[at + 1 :]]), encoding="utf-8")
    assert main(["rules", "sturt", "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert said in told and str(file) in told and told.count("\n") == 1


def test_a_theme_that_is_not_there_is_an_error_of_its_own() -> None:
    with pytest.raises(theme.ThemeError):
        theme.load("midnight")
    with pytest.raises(theme.ThemeError):
        theme.load("lamplight").colour("chocolate")


def test_all_languages_say_the_same_things() -> None:
    first = Texts(LANGUAGES[0])
    for language in LANGUAGES[1:]:
        other = Texts(language)
        assert first.keys() ^ other.keys() == frozenset(), language
        for key in sorted(first.keys()):
            assert first.gaps(key) == other.gaps(key), (language, key)


def test_texts_are_never_empty() -> None:
    for language in LANGUAGES:
        texts = Texts(language)
        empty = [
            key
            for key in sorted(texts.keys())
            if not texts.translate(key, **dict.fromkeys(texts.gaps(key), "x")).strip()
        ]
        assert empty == []


def test_missing_texts_and_gaps_are_errors() -> None:
    with pytest.raises(TextError):
        Texts("xx")
    with pytest.raises(TextError):
        Texts("en").translate("no.such.key")
    gapped = next((key for key in sorted(Texts("en").keys()) if Texts("en").gaps(key)), None)
    if gapped is not None:
        with pytest.raises(TextError):
            Texts("en").translate(gapped)


def test_files_outside_of_assets_are_not_found() -> None:
    for name in ("../pyproject.toml", "themes", "nothing.svg", "/etc/hostname"):
        with pytest.raises(FileNotFoundError):
            assets.path(name)
