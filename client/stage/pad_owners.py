"""Owners of gamepads among the people at this screen."""

from __future__ import annotations

import msgspec

from client.ui.intents import Device

Person = tuple[str, str, int]
"""Name and portrait of somebody at this screen, and a number where two have both in common."""


class PadOwners(msgspec.Struct):
    """Gamepads of the people of one game, also those that are away.

    It outlives the screen of the table, for whoever leaves the game and goes on with it.
    """

    game: str | None = None
    """Commitment of the game, which no other game has."""
    several: bool = False
    """Whether there have been several gamepads for several people; else they share what is there."""
    pads: dict[Person, Device] = {}
