"""Report of a tournament: one HTML page with tables and plots that needs nothing else, also no script.

The page is well-formed XML, too. Each plot says in a sentence what it shows; colours never say anything
alone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from math import ceil
from typing import Final

import msgspec

import assets
from assets.texts import Texts
from core import codec
from core.games import game as game_of
from server.tournament import plots
from server.tournament.contract import PlayedGame, Tournament, names
from server.tournament.plots import Course, Interval, badge
from server.tournament.ratings import Duel, course, duels
from server.tournament.sprt import SequentialTest
from server.tournament.standings import COLUMNS, cells, standings

FIRST_WORDS: Final = "<!doctype html>"
"""Head of every report."""
CHECKPOINTS: Final = 30
"""Moments of a tournament at which ratings are worked out for their course."""
MOST_COURSES: Final = 7
MOST_BINS: Final = 20


def report(tournament: Tournament, played_games: Sequence[PlayedGame], texts: Texts) -> str:
    """The page, in the language of the texts."""
    return Report(tournament, played_games, texts).page()


def test_sentence(names: Sequence[str], test: SequentialTest, texts: Texts) -> str:
    """Finding of a sequential test about the first of two entrants."""
    values = {
        "one": names[0],
        "two": names[1],
        "games": 2 * test.pairs,
        "ratio": f"{test.ratio:+.2f}",
        "lower": f"{test.lower:.2f}",
        "upper": f"{test.upper:.2f}",
        **{name: f"{getattr(test.hypotheses, name):g}" for name in ("elo0", "elo1")},
    }
    return texts.translate(f"arena.test.{test.decision or 'open'}", **values)


class Report:
    """Page about a tournament, part by part."""

    def __init__(self, tournament: Tournament, played_games: Sequence[PlayedGame], texts: Texts) -> None:
        self._tournament = tournament
        self._played = played_games
        self._texts = texts
        self._names = names(tournament)
        self._standings = standings(tournament, played_games)
        self._title = game_of(tournament.game).info.title

    def page(self) -> str:
        """The whole page."""
        translate, t = self._texts.translate, self._tournament
        summary = translate(
            "arena.report.summary",
            entrants=len(t.entrants),
            games=len(self._played),
            seats=t.seats,
            seed=t.seed,
        )
        sections = [self._verdict(), self._ratings()]
        if self._played:
            sections += [self._course(), self._duels(), self._seats(), self._lengths()]
        sections.append(self._method())
        return (
            f'{FIRST_WORDS}\n<html lang="{self._texts.language}"><head><meta charset="utf-8"/>'
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
            f"<title>{escape(self._title)} – {escape(translate('arena.report.title'))}</title>"
            f"<style>{_style_sheet()}</style></head><body><main>"
            f'<header><p class="kind">{escape(translate(f"arena.schedule.{t.schedule}"))}</p>'
            f"<h1>{escape(self._title)}</h1><p>{escape(summary)}</p></header>"
            f"{''.join(sections)}<footer>Tilewright {escape(t.version)}</footer></main></body></html>\n"
        )

    def _verdict(self) -> str:
        """Sentence of a sequential test."""
        test = self._test()
        if test is None:
            return ""
        return f'<p class="verdict">{escape(test_sentence(self._names, test, self._texts))}</p>'

    def _test(self) -> SequentialTest | None:
        if self._tournament.hypotheses is None:
            return None
        test = SequentialTest(self._tournament.hypotheses)
        test.follow({game.number: game for game in self._played})
        return test

    # --- Parts --------------------------------------------------------------------------------------

    def _ratings(self) -> str:
        translate = self._texts.translate
        heads = [translate(f"arena.column.{column}") for column in COLUMNS]
        rows = [list(map(escape, cells(rank, row))) for rank, row in enumerate(self._standings, start=1)]
        for row, standing in zip(rows, self._standings, strict=True):
            row[1] = badge(standing.entrant) + row[1]
        faults = "".join(
            f"<p>{escape(translate('arena.faults', name=row.name, faults=row.faults))}</p>"
            for row in self._standings
            if row.faults
        )
        plot = plots.intervals(
            translate("arena.report.ratings"),
            translate("arena.report.ratings_note"),
            translate("arena.report.elo"),
            [
                Interval(row.name, row.entrant, row.rating.elo, row.rating.low, row.rating.high)
                for row in self._standings
            ],
        )
        return self._section(
            "ratings", plot + self._table(heads, rows, 1, translate("arena.report.ratings")) + faults
        )

    def _course(self) -> str:
        """Plot of how ratings, or the ratio of a test, came about."""
        if self._tournament.hypotheses is not None:
            return self._course_of_test()
        translate, count = self._texts.translate, len(self._played)
        shown = sorted(row.entrant for row in self._standings[:MOST_COURSES])
        moments = sorted({max(1, ceil(count * part / CHECKPOINTS)) for part in range(3, CHECKPOINTS + 1)})
        rated = list(zip(moments, course(len(self._names), self._played, moments), strict=True))
        lines = [
            Course(
                self._names[one],
                one,
                tuple((float(moment), ranks[one].elo) for moment, ranks in rated),
            )
            for one in shown
        ]
        axes = (translate("arena.report.games"), translate("arena.report.elo"))
        plot = plots.courses(
            translate("arena.report.course"), translate("arena.report.course_note"), axes, lines
        )
        return self._section("course", plot)

    def _course_of_test(self) -> str:
        translate, hypotheses = self._texts.translate, self._tournament.hypotheses
        assert hypotheses is not None
        test = SequentialTest(hypotheses)
        points = [(0.0, 0.0)]
        for one, two in zip(self._played[::2], self._played[1::2], strict=False):
            test.follow({one.number: one, two.number: two})
            points.append((2.0 * test.pairs, test.ratio))
        bounds = [
            (translate("arena.report.bound", elo=f"{elo:g}"), level)
            for elo, level in ((hypotheses.elo1, test.upper), (hypotheses.elo0, test.lower))
        ]
        axes = (translate("arena.report.games"), translate("arena.report.ratio"))
        line = Course("", 0, tuple(points))
        plot = plots.courses(
            translate("arena.report.test"), translate("arena.report.test_note"), axes, [line], bounds
        )
        return self._section("test", plot)

    def _duels(self) -> str:
        translate, order = self._texts.translate, [row.entrant for row in self._standings]
        scores = duels(self._played)
        heads = [translate("arena.column.entrant"), *(self._names[one] for one in order)]
        rows = [
            [
                f"{badge(one)}{escape(self._names[one])}",
                *(self._duel(scores, one, two) for two in order),
            ]
            for one in order
        ]
        return self._section("duels", self._table(heads, rows, 0, translate("arena.report.duels"), "duels"))

    def _duel(self, scores: dict[tuple[int, int], Duel], one: int, two: int) -> str:
        score = scores.get((min(one, two), max(one, two)))
        if score is None:
            return '<span class="none">–</span>'
        share, wins, losses = score.share, score.wins, score.losses
        if one > two:
            share, wins, losses = 1 - share, losses, wins
        strength = min(1.0, abs(share - 0.5) * 2)
        kind = "ahead" if share > 0.5 else "behind"
        return (
            f'<span class="{kind}" style="--part: {strength:.2f}"><b>{100 * share:.0f} %</b> '
            f"<small>{wins} : {losses}</small></span>"
        )

    def _seats(self) -> str:
        translate, seats = self._texts.translate, self._tournament.seats
        won = [0.0] * seats
        for game in self._played:
            for seat in game.winners or range(seats):
                won[seat] += 1 / len(game.winners or range(seats))
        heights = [
            (translate("arena.report.seat", seat=seat), 100 * share / len(self._played),
             f"{100 * share / len(self._played):.1f} %")
            for seat, share in enumerate(won, start=1)
        ]  # fmt: skip
        level = (translate("arena.report.equal"), 100 / seats)
        axes = ("", translate("arena.report.share"))
        plot = plots.columns(
            translate("arena.report.seats"), translate("arena.report.seats_note"), axes, heights, level
        )
        return self._section("seats", plot)

    def _lengths(self) -> str:
        translate = self._texts.translate
        lengths = [game.steps for game in self._played]
        first, width = min(lengths), ceil((max(lengths) - min(lengths) + 1) / MOST_BINS)
        bins = [0] * ((max(lengths) - first) // width + 1)
        for length in lengths:
            bins[(length - first) // width] += 1
        heights = [(str(first + place * width), float(games), "") for place, games in enumerate(bins)]
        axes = (translate("arena.report.steps"), translate("arena.report.games"))
        plot = plots.columns(
            translate("arena.report.lengths"), translate("arena.report.lengths_note"), axes, heights
        )
        return self._section("lengths", plot)

    def _method(self) -> str:
        """With what and how it was played."""
        translate, t = self._texts.translate, self._tournament
        facts = [
            ("options", json.dumps(codec.plain(t.options), ensure_ascii=False)),
            ("rules", t.rules),
            ("entrants", ", ".join(_shown(entrant) for entrant in t.entrants)),
        ]
        if t.hypotheses is not None:
            facts.append(("hypotheses", json.dumps(msgspec.to_builtins(t.hypotheses))))
        listed = "".join(
            f"<dt>{escape(translate(f'arena.report.{name}'))}</dt><dd>{escape(value)}</dd>"
            for name, value in facts
        )
        notes = ["seating", "sprt" if t.hypotheses is not None else "", "elo"]
        told = "".join(f"<p>{escape(translate(f'arena.method.{note}'))}</p>" for note in notes if note)
        return self._section("method", f"<dl>{listed}</dl>{told}")

    # --- Pieces -------------------------------------------------------------------------------------

    def _section(self, name: str, inside: str) -> str:
        translate, note = self._texts.translate, f"arena.report.{name}_note"
        lead = f"<p>{escape(translate(note))}</p>" if self._texts.has(note) else ""
        return f"<section><h2>{escape(translate(f'arena.report.{name}'))}</h2>{lead}{inside}</section>"

    def _table(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], title: int, caption: str, kind: str = ""
    ) -> str:
        """Table of escaped cells; column `title` names the row. A wide one scrolls by itself."""
        top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
        lines = "".join(
            "<tr>"
            + "".join(
                f'<th scope="row">{cell}</th>' if place == title else f"<td>{cell}</td>"
                for place, cell in enumerate(row)
            )
            + "</tr>"
            for row in rows
        )
        return (
            f'<div class="wide" role="region" tabindex="0" aria-label="{escape(caption)}">'
            f'<table class="{kind}"><caption>{escape(caption)}</caption>'
            f"<thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>"
        )


def _shown(entrant: str) -> str:
    return "".join(letter if letter.isprintable() else "�" for letter in entrant)


def _style_sheet() -> str:
    """Style of the page, in the colours of the usual theme."""
    colours = "".join(f"--{name}:{colour};" for name, colour in plots.theme()["colours"].items())
    return f":root{{{colours}}}" + assets.path("report.css").read_text(encoding="utf-8")
