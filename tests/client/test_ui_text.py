"""Text: which font a character comes from, where lines end, and what never reaches a font."""

from __future__ import annotations

import unicodedata

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.texts import LANGUAGES, Texts
from client.ui import direction, fonts, text
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
            text.clean(texts.translate(key, **dict.fromkeys(texts.gaps(key), "0")))
            for key in sorted(texts.keys())
        )
    )
    missing = {c for c in used - {" "} if (font := fonts.font_of(c, face)) is None or _is_box(font[0], c)}
    assert missing == set()
    assert all(any(fonts.surely_has(name, c) for name in fonts.FACES[face]) for c in used - {"\n", "✓"}), (
        "none is asked for"
    )


def _is_box(font: str, c: str) -> bool:
    """Whether a font shows its sign for "no such character"."""
    loaded = fonts.load_font(font, 40)
    box = pygame.image.tobytes(loaded.render("\U0010fffd", True, (255, 255, 255)), "RGBA")
    return pygame.image.tobytes(loaded.render(c, True, (255, 255, 255)), "RGBA") == box


def test_a_missing_glyph_is_recognised() -> None:
    assert _is_box("lilita", "線")
    assert not _is_box("cjk", "線")


@pytest.mark.parametrize("name", ["lilita", "sans", "cjk", "arabic"])
def test_a_font_that_changes_its_size_is_like_one_opened_anew(name: str) -> None:
    opened = fonts.open_font(name, 33).render("Divide 12", True, (255, 255, 255))
    sizes = range(20, 20 + 3 * fonts.FONT_SIZES)
    assert len({id(fonts.load_font(name, px)) for px in sizes}) == fonts.FONT_SIZES
    changed = fonts.load_font(name, 33).render("Divide 12", True, (255, 255, 255))
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
    kept = text.clean(value, multiline=True)
    lines = text.balance(value, BODY, limit)
    assert "".join("".join(lines).split()) == "".join(kept.split())
    assert len(lines) == len(text.wrap(value, BODY, limit))


@given(st.text(max_size=60), st.integers(30, 600))
def test_wrapping_loses_nothing_but_spaces(value: str, limit: int) -> None:
    kept = text.clean(value, multiline=True)
    assert "".join("".join(text.wrap(value, BODY, limit)).split()) == "".join(kept.split())


@given(st.text(max_size=80))
def test_control_characters_never_reach_a_font(value: str) -> None:
    cleaned = text.clean(value + "\x00\x1b[31m\u202e\ud800\n")
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for c in cleaned)
    marked = text.clean(f"\u2068{value}\u2069\u2069", multiline=True).replace("\n", "")
    drawn = "".join(part for _, part in text.runs(marked, "body"))
    assert not any(unicodedata.category(c)[0] == "C" for c in drawn)
    text.render(marked, BODY, (255, 255, 255, 255))


# --- names in other scripts ---------------------------------------------------------------------

NAMES = {
    "arabic": "محمد علي", "armenian": "Արմեն", "bengali": "শ্রীকৃষ্ণ", "devanagari": "क्षत्रिय",
    "emoji": "😀👍🏽🇩🇪", "ethiopic": "አማርኛ", "georgian": "ნინო", "gujarati": "ક્ષત્રિય", "gurmukhi": "ਸ੍ਰੀ",
    "hebrew": "שָׁלוֹם", "kannada": "ಕ್ಷತ್ರಿಯ", "khmer": "ភាសាខ្មែរ", "lao": "ກຸ້ນ", "malayalam": "സ്ത്രീ",
    "myanmar": "မြန်မာ", "oriya": "କ୍ଷତ୍ରିୟ", "sans": "Łódź", "sinhala": "සිංහල", "symbols": "⚕",
    "tamil": "தமிழ்", "telugu": "తెలుగు", "thai": "ปู่น้ำ", "cjk": "김민준さくら桜",
}  # fmt: skip


@pytest.mark.parametrize("font", NAMES)
def test_names_are_drawn_by_the_font_of_their_script(font: str) -> None:
    name = NAMES[font].replace(" ", "")
    assert text.runs(name, "body") == [(font, unicodedata.normalize("NFC", name))]
    assert text.drawable(name) == unicodedata.normalize("NFC", name)
    assert not any(_is_box(font, c) for c in name if unicodedata.category(c)[0] not in "MS")
    found = text.render(name, Style(60), (255, 255, 255, 255)).get_bounding_rect()
    assert found.top > 0 and found.bottom < round(60 * text.LINE_HEIGHT), "nothing of it is cut off"


def test_letters_are_drawn_in_the_display_face_where_it_has_them() -> None:
    """Lilita has no letters of Polish, Czech or Turkish: their boxes stood in headings."""
    assert text.runs("Łódź Bo", "display") == [("sans", "Łódź"), ("lilita", " Bo")], "a word looks alike"
    assert text.runs("e\u0301", "display") == [("lilita", "é")], "composed"
    assert text.runs("x\u0302", "display") == [("sans", "x\u0302")], "the font that has the mark too"


@pytest.mark.parametrize("name", [name for name, font in fonts.FONTS.items() if font.surely])
def test_a_font_has_what_it_surely_has(name: str) -> None:
    table = fonts.open_table(name)
    assert table is not None
    codes = (code for first, last in fonts.FONTS[name].surely for code in range(first, last + 1))
    known = [c for c in map(chr, codes) if unicodedata.category(c) not in ("Cn", "Cc", "Cf", "Zl", "Zp")]
    metrics = table.get_metrics("".join(known))
    missing = {c for c, found in zip(known, metrics, strict=True) if found is None}
    newer = {c for c in missing if c in "\u20c1"}
    assert missing - newer == set()


def test_a_font_that_is_not_there_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("manimgx_fonts", "no_such_package_of_fonts"):
        gone = fonts.FontFile(package, "NoSuchFont.ttf")
        monkeypatch.setitem(fonts.FONTS, "hebrew", gone)
        monkeypatch.setattr(fonts, "_tables", {})
        fonts.font_of.cache_clear()
        assert text.runs("א", "body") == [("cjk", text.MISSING)]
    fonts.font_of.cache_clear()


@pytest.mark.parametrize("strange", ["𓀀", "\u3164", "\u2800", "\U000e0041", "\u0f40", "\ue000"])
def test_what_no_font_can_draw_is_a_sign_or_left_out(strange: str) -> None:
    assert text.drawable(f"Bo{strange} A") == "Bo A"
    shown = "".join(part for _, part in text.runs(f"Bo {strange}", "display"))
    assert shown == f"Bo {text.MISSING}"


def test_marks_without_a_letter_and_too_many_of_them_do_no_harm() -> None:
    assert text.drawable("\u0301\u0e34") == ""
    many = "a" + "\u0336" * 300 + "ש" + "\u05b8" * 300
    assert text.render(many, BODY, (255, 255, 255, 255)).get_height() == round(30 * text.LINE_HEIGHT)


def shown(line: str) -> str:
    """A line as it stands from left to right."""
    return "".join(part[::-1] if backwards else part for part, backwards in direction.stretches(line))


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("Ada אבג 12", "Ada 12 גבא"),
        ("אבג (12) Ada", "Ada (12) גבא"),
        ("\u2068אבג\u2069: 12 points", "גבא: 12 points"),
        ("\u2068אבג דה\u2069, \u2068محمد\u2069さん", "הד גבא, دمحمさん"),
        ("Ada 12", "Ada 12"),
    ],
)
def test_lines_of_both_directions_are_laid_out(line: str, seen: str) -> None:
    assert shown(line) == seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_keeps_its_order_whatever_name_is_in_it(language: str) -> None:
    texts = Texts(language, drawn=True)
    sentence = texts.translate("archive.shared", name="אבג 12")
    plain = texts.translate("archive.shared", name="@")
    assert shown(sentence) == plain.replace("@", "12 גבא")


def test_the_caret_stands_behind_what_was_typed() -> None:
    for line in ("Ada", "אבגדה", "محمد", "Ada אבג 12"):
        places = [text.caret(line, index, BODY) for index in range(len(line) + 1)]
        whole = text.width(line, BODY)
        if line.isascii():
            assert places == sorted(places) and places[-1] == whole
        elif direction.begins_at_the_right(line):
            assert places == sorted(places, reverse=True)
            assert places[-1] == 0 and abs(places[0] - whole) <= 2
        assert all(0 <= place <= whole + 2 for place in places)


def test_letters_keep_their_marks_where_lines_are_cut() -> None:
    name = "ปู่น้ำกี๋" * 4
    for limit in range(20, 200, 7):
        for line in (*text.wrap(name, BODY, limit), text.shorten(name, BODY, limit)):
            assert not fonts.belongs(line[0])
            assert name.startswith(line.rstrip("…")) or line in name
            end = name.index(line.rstrip("…")) + len(line.rstrip("…"))
            assert end == len(name) or not fonts.belongs(name[end])


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
