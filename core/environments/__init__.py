"""Environments: the games as numbers, many at once, for people who research (`docs/environments.md`)."""

from __future__ import annotations

from typing import Final

VERSION: Final = "1.0"
"""Version of what these modules promise; a change of an encoding raises the first number."""
