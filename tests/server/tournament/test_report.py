"""The report: well-formed, in the player's language, complete, and no name gets out of its place."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from assets.texts import LANGUAGES, Texts
from server.tournament import plots
from server.tournament.contract import ENTRANT_LENGTH, Hypotheses, Tournament, names
from server.tournament.report import report
from server.tournament.schedule import round_of
from tests.server.tournament.kit import great_split, simulated, tournament

HOSTILE = (
    '<script>alert("1")</script>',
    "a & b ]]> \x00\x1b[2J\u202e\ud800",
    "'\"><svg onload=x>",
    "x" * ENTRANT_LENGTH,
)
TEST = tournament("hard", "easy", schedule="sprt", games=500, hypotheses=Hypotheses(0, 100))


def page(t: Tournament, language: str = "en", games: int | None = None) -> ElementTree.Element:
    """The report of a simulated tournament, read as XML."""
    rng = np.random.default_rng(3)
    due = list(round_of(t, 0, {}) or ())[:games]
    text = report(t, simulated(due, [50.0 * n for n in range(len(t.entrants))], rng, 0.1), Texts(language))
    text.encode()
    return ElementTree.fromstring(text.removeprefix("<!doctype html>\n"))


def words(part: ElementTree.Element) -> str:
    return " ".join(part.itertext())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("t", [tournament("easy", "hard", "random"), TEST], ids=["round robin", "test"])
def test_a_report_is_complete_in_every_language(t: Tournament, language: str) -> None:
    root = page(t, language)
    assert root.get("lang") == language and root.find("head/title") is not None
    told = words(root)
    assert all(name in told for name in names(t))
    assert "arena." not in told and re.search(r"\{\w*\}", words(root[1])) is None, "every text has its values"


def test_every_plot_says_what_it_shows_and_every_table_has_heads() -> None:
    root = page(tournament("easy", "hard", "random"))
    svg = "{http://www.w3.org/2000/svg}"
    shown = [plot for plot in root.iter(f"{svg}svg") if plot.get("role") == "img"]
    assert len(shown) == 4
    assert all(plot.findtext(f"{svg}title") and plot.findtext(f"{svg}desc") for plot in shown)
    for table in root.iter("table"):
        assert table.findtext("caption") and table.find("thead/tr/th[@scope='col']") is not None
        assert all(row.find("th[@scope='row']") is not None for row in table.findall("tbody/tr"))


def test_it_needs_nothing_else() -> None:
    root = page(great_split(4, "easy", "hard", "random", "normal"))
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not tags & {"script", "link", "img", "iframe", "object", "use", "image"}
    for element in root.iter():
        assert not any(name.startswith("on") or "href" in name or name == "src" for name in element.attrib)
    assert "url(" not in words(root) and "@import" not in words(root)


def test_hostile_names_stay_names() -> None:
    t = tournament(*HOSTILE, "easy", "easy")
    root = page(t)
    told = words(root)
    shown = names(t)
    assert all(name in told and name.isprintable() for name in shown) and len(set(shown)) == len(shown)
    assert "<script>" in told, "shown as text"


def test_it_can_be_written_of_nothing_and_of_little() -> None:
    for games in (0, 1, 2):
        assert page(tournament(), games=games).find("body") is not None
        assert page(TEST, games=games).find("body") is not None
    many = page(tournament(*["easy"] * 20, games=2))
    assert words(many).count("easy (20)") >= 3


def test_lines_bars_and_shapes_stay_within_their_plots() -> None:
    root = page(tournament(*["easy"] * 9))
    for plot in root.iter("{http://www.w3.org/2000/svg}svg"):
        _, _, width, height = map(float, (plot.get("viewBox") or "").split())
        for name, most in (
            ("cx", width),
            ("x1", width),
            ("x2", width),
            ("cy", height),
            ("y1", height),
            ("y2", height),
        ):
            assert all(0 <= float(e.get(name, 0)) <= most for e in plot.iter())
        for shape in plot.iter():
            for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", shape.get("points", "")):
                assert 0 <= float(x) <= width and 0 <= float(y) <= height


def test_no_two_of_many_entrants_look_alike() -> None:
    looks = {plots.shape(0, 0, entrant) for entrant in range(49)}
    assert len(looks) == 49


def test_ticks_are_round_and_within_the_axis() -> None:
    for low, high in ((-511.2, 430.0), (0, 3), (0.001, 0.002), (-3, -1), (0, 1_000_000)):
        ticks = plots.Axis("", low, high, 0, 100).ticks()
        assert 2 <= len(ticks) <= 8 and all(low <= tick <= high for tick in ticks)
