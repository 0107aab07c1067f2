"""Which hints somebody still needs: what they have done three times is learnt, until they make a mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from client.ui.intents import Accept, Device, Intent, Press, Scroll, Secondary, Turn

if TYPE_CHECKING:
    from client.app.window import App

LEARNT_COUNT: Final = 3
"""So often somebody has to do a thing to know it."""
_SAME_INTENTS: Final[dict[type[Intent], type[Intent]]] = {Press: Accept, Scroll: Turn, Secondary: Turn}
"""What a mouse means by what it does."""

HintKeys = Sequence[tuple[Intent, str]]
"""Intents with the key of a word for each."""


class LearntHints:
    """What is learnt at this program, by each kind of device; it is kept with the settings."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._mistaken = False
        self._done: Counter[str] = Counter()

    def done(self, intent: Intent, hints: HintKeys) -> None:
        """Somebody has done what one of these hints says."""
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
        """Something could not be done: all hints come again until something is done."""
        self._mistaken = True

    def needed(self, hints: HintKeys) -> HintKeys:
        """The hints that are still to be shown for the device used last."""
        if self._mistaken:
            return hints
        learnt = self.app.settings.learnt
        return [hint for hint in hints if _name(self.app.device, hint[1]) not in learnt]


def _name(device: Device, key: str) -> str:
    """What is learnt: how a thing is done with a kind of device."""
    return f"{device.kind} {key}"
