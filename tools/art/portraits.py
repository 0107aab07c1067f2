"""Portraits of players by their keys: people and animals to choose from, a robot for each level of an AI."""

from __future__ import annotations

from typing import Final

from tools.art.portraits_animals import ANIMALS
from tools.art.portraits_people import PEOPLE
from tools.art.portraits_robots import ROBOTS

PORTRAITS: Final = {**PEOPLE, **ANIMALS, **ROBOTS}
