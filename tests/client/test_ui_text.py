"""Text: which font a character comes from, where lines end, and what never reaches a font."""

from __future__ import annotations

import unicodedata

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.texts import LANGUAGES, Texts
from client.ui import text
from client.ui.text import Style

BODY = Style(30)
DISPLAY = Style(44, "display")


def test_every_run_comes_from_a_font_that_has_it() -> None:
    assert text.runs("Sturt 線路 ok", "display") == [
        ("lilita", "Sturt "),
        ("cjk_bold", "線路"),
        ("lilita", " ok"),
    ]
    assert text.runs("Ñandú €5 Ж", "display")[-1] == ("sans", "Ж")
    assert {font for font, _ in text.runs("ひらがな、カタカナ（漢字）", "body")} == {"cjk"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("face", ["display", "body"])
def test_every_character_of_every_text_has_a_glyph(language: str, face: text.Face) -> None:
    texts = Texts(language)
    used = set(
        "".join(
            text.clean(texts.say(key, **dict.fromkeys(texts.gaps(key), "0"))) for key in sorted(texts.keys())
        )
    )
    missing = {c for c in used - {" "} if _is_box(text.font_of(c, face), c)}
    assert missing == set()


def _is_box(font: str, c: str) -> bool:
    """Whether a font shows its sign for "no such character"."""
    loaded = text.load_font(font, 40)
    box = pygame.image.tobytes(loaded.render("\U0010fffd", True, (255, 255, 255)), "RGBA")
    return pygame.image.tobytes(loaded.render(c, True, (255, 255, 255)), "RGBA") == box


def test_a_missing_glyph_is_recognised() -> None:
    assert _is_box("lilita", "線")
    assert not _is_box("cjk", "線")


@pytest.mark.parametrize("name", ["lilita", "sans", "cjk"])
def test_a_font_that_changes_its_size_is_like_one_opened_anew(name: str) -> None:
    opened = text.open_font(name, 33).render("Divide 12", True, (255, 255, 255))
    sizes = range(20, 20 + 3 * text.FONT_SIZES)
    assert len({id(text.load_font(name, px)) for px in sizes}) == text.FONT_SIZES
    changed = text.load_font(name, 33).render("Divide 12", True, (255, 255, 255))
    assert pygame.image.tobytes(changed, "RGBA") == pygame.image.tobytes(opened, "RGBA")


def test_lines_end_at_spaces_and_fit() -> None:
    lines = text.wrap("Lay your track from coast to coast before the others do.", BODY, 300)
    assert len(lines) > 2
    assert all(text.width(line, BODY) <= 300 for line in lines)
    assert " ".join(lines) == "Lay your track from coast to coast before the others do."


def test_japanese_lines_never_begin_with_a_mark_or_end_with_an_opening_one() -> None:
    sentence = "ほかの人より先に、岸から岸まで「線路」をつなげましょう。カードは（いつでも）回せますよ。"
    for limit in range(70, 700, 13):
        lines = text.wrap(sentence, BODY, limit)
        assert "".join(lines) == sentence
        assert all(line[0] not in "、。」）ょ" and line[-1] not in "「（" for line in lines), (limit, lines)


def test_a_word_wider_than_the_line_is_broken() -> None:
    lines = text.wrap("Donaudampfschifffahrtsgesellschaft", BODY, 120)
    assert len(lines) > 2
    assert all(text.width(line, BODY) <= 120 for line in lines)


def test_empty_lines_stay() -> None:
    assert text.wrap("a\n\nb", BODY, 400) == ("a", "", "b")


@pytest.mark.parametrize("limit", range(400, 1000, 37))
@pytest.mark.parametrize(
    "sentence",
    [
        "Ada: turn over a selection card, or draw a tile out of the bag.",
        "Maximiliane: Drehe eine Auswahlkarte um oder ziehe ein Plättchen.",
        "Adaさん、タイルを引いてください。選択カードを裏返すこともできます。",
    ],
)
def test_balanced_lines_are_no_more_and_none_is_a_leftover(sentence: str, limit: int) -> None:
    lines, full = text.balance(sentence, BODY, limit), text.wrap(sentence, BODY, limit)
    widths = [text.width(line, BODY) for line in lines]
    assert len(lines) == len(full) and max(widths) <= limit
    assert len(lines) == 1 or min(widths) > 0.55 * max(widths)


def test_balanced_japanese_ends_its_lines_between_phrases() -> None:
    sentence = "Adaさん、タイルを引いてください。選択カードを裏返すこともできます。"
    assert text.balance(sentence, BODY, text.width(sentence, BODY) - 10) == (
        "Adaさん、タイルを引いてください。",
        "選択カードを裏返すこともできます。",
    )


@given(st.text(max_size=60), st.integers(30, 600))
def test_balancing_loses_nothing_but_spaces(value: str, limit: int) -> None:
    kept = text.clean(value, lines=True)
    lines = text.balance(value, BODY, limit)
    assert "".join("".join(lines).split()) == "".join(kept.split())
    assert len(lines) == len(text.wrap(value, BODY, limit))


@given(st.text(max_size=60), st.integers(30, 600))
def test_wrapping_loses_nothing_but_spaces(value: str, limit: int) -> None:
    kept = text.clean(value, lines=True)
    assert "".join("".join(text.wrap(value, BODY, limit)).split()) == "".join(kept.split())


@given(st.text(max_size=80))
def test_control_characters_never_reach_a_font(value: str) -> None:
    cleaned = text.clean(value + "\x00\x1b[31m\u202e\ud800\n")
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for c in cleaned)
    text.render(cleaned, BODY, (255, 255, 255, 255))


def test_shortening_keeps_the_beginning() -> None:
    short = text.shorten("Ada Lovelace, Countess of Lovelace", BODY, 200)
    assert short.startswith("Ada Lov")
    assert short.endswith("…")
    assert text.width(short, BODY) <= 200


def test_shrinking_stops_at_the_least_size() -> None:
    assert text.shrink("wide wide wide", BODY, 10, 24).px == 24
    fitting = text.shrink("wide wide wide", BODY, 170, 10)
    assert 10 < fitting.px < 30
    assert text.width("wide wide wide", fitting) <= 170


def test_tabular_figures_share_one_width() -> None:
    style = Style(44, "display", tabular=True)
    assert text.width("1111", style) == text.width("8888", style)
    assert text.width("1111", DISPLAY) < text.width("8888", DISPLAY)


def test_fonts_share_a_baseline() -> None:
    """The feet of H and the feet of a Japanese character drawn beside it are close together."""
    mixed = text.render("H工", Style(100), (255, 255, 255, 255))
    latin = text.render("H", Style(100), (255, 255, 255, 255)).get_bounding_rect()
    assert abs(mixed.get_bounding_rect().bottom - latin.bottom) <= 10
    assert latin.bottom == pytest.approx(100 * text.BASELINE_OFFSET, abs=1.5)
