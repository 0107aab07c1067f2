"""Hints that somebody still needs: what they have done three times is learnt, until they make a mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from client.stage.window import App
from client.ui.intents import Accept, Device, Intent, Press, Scroll, Secondary, Turn

LEARNT_COUNT: Final = 3
"""Times that somebody has to do a thing to have learnt it."""
_SAME_INTENTS: Final[dict[type[Intent], type[Intent]]] = {Press: Accept, Scroll: Turn, Secondary: Turn}
"""Intents of keys that mean the same as a mouse's."""

HintKeys = Sequence[tuple[Intent, str]]
"""Intents with the key of a word for each."""


class LearntHints:
    """Hints learnt by the person here, for each kind of device; kept with the settings."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._mistaken = False
        self._done: Counter[str] = Counter()

    def done(self, intent: Intent, hints: HintKeys) -> None:
        """Count that somebody has done what one of these hints says."""
        self._mistaken = False
        meant = _SAME_INTENTS.get(type(intent), type(intent))
        for hinted, key in hints:
            if type(hinted) is not meant:
                continue
            name = _name(intent.device, key)
            self._done[name] += 1
            if self._done[name] == LEARNT_COUNT:
                self.app.change(self.app.settings.with_learnt(name))

    def mistaken(self) -> None:
        """Show all hints again after a mistake, until something is done."""
        self._mistaken = True

    def needed(self, hints: HintKeys) -> HintKeys:
        """The hints still to be shown for the device used last."""
        if self._mistaken:
            return hints
        learnt = self.app.settings.learnt
        return [hint for hint in hints if _name(self.app.device, hint[1]) not in learnt]


def _name(device: Device, key: str) -> str:
    """Key of what is learnt: an intent with a kind of device."""
    return f"{device.kind} {key}"
