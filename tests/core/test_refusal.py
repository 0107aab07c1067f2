"""Texts from outside in sentences."""

from __future__ import annotations

from core.refusal import printable, printable_path


def test_what_is_long_is_cut_where_it_says_least() -> None:
    assert printable("a\nb") == printable_path("a\nb") == "a?b"
    assert printable("head " * 30, 9) == "head hea…"
    assert printable_path("/long" * 30 + "/games.jsonl", 12) == "…games.jsonl"
    assert printable_path("games.jsonl", 11) == "games.jsonl"
