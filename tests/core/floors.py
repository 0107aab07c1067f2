"""Floors of games (`docs/adding-a-game.md`): which game has gained which, for the tests of these floors."""

from __future__ import annotations

from typing import Final

from core.bots.kernel import has_kernel
from core.bots.parts import has_part
from core.games import GAMES

GROWN: Final = [game for game in GAMES if has_kernel(game)]
"""Games with a kernel. They have a page with all of their rules, decisions, a lesson, and kept examples, too:
golden games, counts of ways to go on, notations.
"""
TOLD: Final = [game for game in GAMES if has_part(game.info.key, "motifs")]
"""Games that say what speaks for an action."""
