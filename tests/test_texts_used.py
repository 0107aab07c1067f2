"""No text lies about that nobody says."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import assets
from assets.texts import Texts

ROOT = Path(__file__).parents[1]
FOLDERS = ("core", "server", "client")
COMPOSED = (
    *("archive.stats.", "archive.steps.", "archive.total.", "gate.page."),
    *("arena.column.", "arena.method.", "arena.report.", "arena.schedule.", "arena.test."),
    *("cli.about.", "cli.analyse.", "cli.check.", "cli.examples.", "cli.lines."),
    *("cli.option.", "cli.refusal."),
    *("challenge.", "challenge.reached.tries.", "challenge.streak."),
    *(
        "coach.elsewhere.",
        "coach.other_",
        "great_split.distinction.card_",
        "review.verdict.",
        "result.luck.",
        "result.page.",
        "result.seal.",
        "table.bot.",
        "table.waiting.back.",
        "ui.key.",
    ),
    *("sturt.hint.", "sturt.offer.", "great_divide.hint."),
    *("screen.settings.", "screen.settings.help_", "screen.setup.", "screen.shelf.", "screen.title."),
    *("down_under.caption.", "down_under.meet.", "down_under.option."),
    *("down_under.moment.", "down_under.motif.", "down_under.path.", "down_under.tip."),
    *("down_under.points.", "down_under.prompt.", "down_under.reason.", "down_under.refusal."),
    *("down_under.rules.", "down_under.waiting.", "down_under.would."),
    *(
        "ghawar.caption.",
        "ghawar.cargo.",
        "ghawar.colour.",
        "ghawar.hint.",
        "ghawar.motif.",
        "ghawar.option.",
        "ghawar.prompt.",
    ),
    *(
        "ghawar.reason.",
        "ghawar.refusal.",
        "ghawar.rules.",
        "ghawar.seat.",
        "ghawar.tip.",
        "ghawar.truck.",
        "ghawar.waiting.",
    ),
    *("ghawar.would.",),
    *("great_divide.caption.", "great_divide.hint.", "great_divide.kind.", "great_divide.option."),
    *("great_divide.points.", "great_divide.prompt.", "great_divide.reason."),
    *("great_divide.refusal.", "great_divide.rules.", "great_divide.seat.", "great_divide.tally."),
    *("great_divide.moment.", "great_divide.motif.", "great_divide.tip.", "great_divide.waiting."),
    *("great_split.caption.", "great_split.character.", "great_split.hint.", "great_split.offer."),
    "great_split.motif.",
    *("great_split.points.", "great_split.prompt.", "great_split.reason.", "great_split.refusal."),
    *("great_split.rules.", "great_split.scoring.", "great_split.seal.", "great_split.track."),
    *(
        "great_split.banner.",
        "great_split.tip.",
        "great_split.waiting.",
        "great_split.warning.",
    ),
    *(
        "lan.seats.",
        "lan.tables.",
        "lobby.phase_",
        "lobby.watching.",
        "portrait.",
        "serve.help_",
        "serve.phase.",
    ),
    *(
        "sturt.caption.",
        "sturt.hint.",
        "sturt.offer.",
        "sturt.moment.",
        "sturt.motif.",
        "sturt.card.",
        "sturt.option.",
        "sturt.pile.",
        "sturt.prompt.",
        "sturt.reason.",
        "sturt.refusal.",
    ),
    *("sturt.rules.", "sturt.seat.", "sturt.tip."),
    *("down_under.decided.", "ghawar.decided.", "great_divide.decided.", "great_split.decided."),
    *("sturt.decided.",),
    *("down_under.lesson.", "ghawar.lesson.", "great_divide.lesson.", "great_split.lesson.", "sturt.lesson."),
)
"""Beginnings of keys that the program ends itself. What it puts behind them must be a word in it, too."""


@cache
def sources() -> tuple[frozenset[str], frozenset[str]]:
    """(every string in the source or the data, or part of one that is filled; every word in those)."""
    strings: set[str] = set()
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    strings.add(node.value)
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    strings.add(node.target.id)
    for file in (
        file for folder in ("rules", "themes", "lessons") for file in assets.listing(folder, ".toml")
    ):
        strings.update((file.stem, *re.findall(r'"([^"]*)"', file.read_text(encoding="utf-8"))))
    for file in sorted((ROOT / "core").rglob("*.json")):
        strings.update(re.findall(r'"([^"]*)"', file.read_text(encoding="utf-8")))
    words = {word for string in strings if len(string) < 80 for word in re.findall("[^\\W_]+", string)}
    return frozenset(strings), frozenset(words)


def said(key: str) -> bool:
    """Whether the program can come to say this text."""
    strings, words = sources()
    if key in strings:
        return True
    for start in COMPOSED:
        rest = key.removeprefix(start)
        if rest != key and all(part in words or part.isdecimal() for part in re.split("[._-]", rest)):
            return True
    return False


def test_every_text_is_said_somewhere() -> None:
    unsaid = [key for key in sorted(Texts("en").keys()) if not said(key)]
    assert unsaid == [], "no module says these; keys made of parts need their beginnings in COMPOSED"


def test_every_beginning_is_needed() -> None:
    strings, _ = sources()
    keys = Texts("en").keys() - strings
    assert [start for start in COMPOSED if not any(key.startswith(start) for key in keys)] == []


def test_the_search_sees_what_nobody_says() -> None:
    assert said("table.tool.menu") and said("cli.about.demo")
    assert not said("table.tool.zeppelin") and not said("cli.about.zeppelin")
