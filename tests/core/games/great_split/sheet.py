"""What is printed in The Great Split, for a second reading of its rules: cards, tokens, tracks, their worth.

Read from the data file without the engine. Tracks are walked one space at a time, with a table of what every
space does.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import core.games.great_split

DATA = Path(core.games.great_split.__file__).with_name("data.json")
"""The printed numbers: the only thing that both readings share."""

RESOURCES = ("books", "art", "topaz", "emerald", "gold")
TRACKS = (*RESOURCES, *(f"{name}-seal" for name in RESOURCES))
SEALS = ("diamond", "square", "star")
"""The seals of a card in the order in which they are said."""


class Sheet:
    """What is printed: the cards, the tokens, the characters, and what each space of each track does."""

    def __init__(self, text: str) -> None:
        data = json.loads(text)
        rows = {**data["tracks"], **data["seal_tracks"]}
        self.last = {name: rows[name]["spaces"] for name in TRACKS}
        self.does: dict[tuple[str, int], str] = {}
        for space in rows["gold"]["double_arrows"]:
            self.does["gold", space] = "double arrow"
        for name in RESOURCES:
            for space, onward in rows[f"{name}-seal"]["steps"].items():
                self.does[f"{name}-seal", int(space)] = onward
        self.rows: dict[str, Any] = rows
        self.icons = {card["id"]: card["icons"] for card in data["cards"]}
        self.level = {card["id"]: card["level"] for card in data["cards"]}
        self.fits: dict[str, list[str]] = data["seals"]
        self.characters = {tile["id"]: tile for tile in data["characters"]}
        self.market: list[int] = data["market_tokens"]
        self.scoring: list[str] = data["scoring_tokens"]
        self.limits: list[int] = data["hand_limit"]
        self.art: list[dict[str, Any]] = data["art_market"]

    @classmethod
    @cache
    def printed(cls) -> Sheet:
        """The sheet of the game as it is."""
        return cls(DATA.read_text(encoding="utf-8"))

    def seals_on(self, card: int) -> list[str]:
        """The seals of a card in the order in which they are said."""
        return [seal for seal in SEALS for icon in self.icons[card] if icon == seal]

    def walk(self, tracks: dict[str, int], way: list[str]) -> Counter[str]:
        """Take steps one at a time, and those that they bring; returns what happened on the way.

        Changes `tracks`; prestige is on none of them. Double arrows are only counted.
        """
        found: Counter[str] = Counter()
        todo = list(way)
        while todo:
            track = todo.pop(0)
            if track == "prestige":
                continue
            if tracks[track] >= self.last[track]:
                found["step lost"] += 1
                continue
            tracks[track] += 1
            bonus = self.does.get((track, tracks[track]))
            if bonus == "double arrow":
                found[bonus] += 1
            elif bonus:
                found["step by a seal"] += 1
                todo.append(bonus)
        return found

    # What everything is worth

    def books(self, tracks: Mapping[str, int]) -> int:
        """The last banner reached."""
        return int(max(self.rows["books"]["banners"][: tracks["books"] + 1]))

    def art_market(self, level: int, slider: int) -> int:
        """What a level is worth: the market lies as it did when the slider last came to a new row."""
        lying: list[int] = []
        for step in range(slider + 1):
            lying = next((row["pays"] for row in self.art if row["slider"] == step), lying)
        return lying[level]

    def art_worth(self, tracks: Mapping[str, int], slider: int) -> int:
        """The level reached, looked up in the market."""
        return self.art_market(self.rows["art"]["levels"][tracks["art"]], slider)

    def gems(self, tracks: Mapping[str, int]) -> int:
        """Twice the value of the less advanced."""
        less = "topaz" if tracks["topaz"] <= tracks["emerald"] else "emerald"
        return 2 * int(self.rows[less]["values"][tracks[less]])

    def contracts(self, tracks: Mapping[str, int], character: int) -> dict[str, tuple[int, int]]:
        """For each resource its contract icons, with the tile's, and the stars of its seal track."""
        result = {}
        for name in RESOURCES:
            icons = [space for space in self.rows[name]["contracts"] if space <= tracks[name]]
            more = self.characters[character]["contracts"].get(name, 0)
            stars = max(self.rows[f"{name}-seal"]["stars"][: tracks[f"{name}-seal"] + 1])
            result[name] = len(icons) + more, stars
        return result
