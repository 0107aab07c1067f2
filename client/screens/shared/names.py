"""Field for a person's name, in whatever script."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from assets.texts import TextLookup
from client.ui.focus import Label
from client.ui.intents import Accept, Intent
from client.ui.text import drawable
from client.ui.text_field import TextField
from core.protocol.messages import NAME_LENGTH


class NameField(TextField):
    """Field for a name. Letters that no font can draw are left out, and a tip says so.

    Where nothing is left the next Enter does not submit: whoever typed sees that first.
    """

    def __init__(
        self,
        translate: TextLookup,
        label: Label,
        text: str,
        *,
        submit: Callable[[str], None] | None = None,
        placeholder: Label = "",
        split: float = 0.45,
    ) -> None:
        super().__init__(label, text, submit=submit, limit=NAME_LENGTH, placeholder=placeholder, split=split)
        self._say = translate

    def taken(self, text: str) -> str:
        kept = drawable(text)
        self.tip = "" if kept == unicodedata.normalize("NFC", text) else self._say("ui.name.left_out")
        return kept

    def set_focus(self, focused: bool, at: float) -> None:
        super().set_focus(focused, at)
        if not focused:
            self.tip = ""

    def handle(self, intent: Intent) -> bool:
        typed = isinstance(intent, Accept) and intent.device.kind != "gamepad"
        if typed and self.tip and not self.text.strip():
            self.tip = ""
            return True
        return super().handle(intent)
