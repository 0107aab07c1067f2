"""Tests of the rules and bots of each game; all games have the same layout."""

from pathlib import Path
from typing import Final

DATA_FOLDER: Final = Path(__file__).parents[2] / "data"
"""Folder of the kept counts, golden games and numbers, a folder for each game."""
