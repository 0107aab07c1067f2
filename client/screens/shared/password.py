"""Password of a table: a field that hides it, and the dialog that asks for it."""

from __future__ import annotations

from collections.abc import Callable

from assets.texts import TextLookup
from client.session.table_policy import clean_password
from client.ui.overlays import Dialog
from client.ui.text_field import TextField
from core.protocol.messages import PASSWORD_LENGTH

DOT = "•"


class PasswordField(TextField):
    """Field that shows dots; only a letter being picked with a gamepad is visible."""

    def visible_text(self, text: str) -> str:
        """Dots for what has been typed."""
        dots = DOT * len(text)
        if not (self.picking and self.focused) or not text:
            return dots
        at = min(self.caret, len(self.text) - 1)
        return dots[:at] + text[at : at + 1] + dots[at + 1 :]

    @property
    def password(self) -> str:
        """Password as it is sent."""
        return clean_password(self.text)


def password_dialog(
    translate: TextLookup,
    title: str,
    go: Callable[[str], None],
    *,
    wrong: str = "",
    at: float,
    sound: Callable[[str], None],
) -> Dialog:
    """Dialog that asks for a table's password and gives it to `go`.

    `wrong` says what was wrong with the last one.
    """
    field = PasswordField(
        "", limit=PASSWORD_LENGTH, placeholder=lambda: translate("lobby.password_placeholder")
    )
    dialog = Dialog(
        lambda: translate("lobby.password_title", table=title),
        wrong or (lambda: translate("lobby.password_line")),
        [
            (lambda: translate("lobby.password_go"), lambda: go(field.password)),
            (lambda: translate("lobby.password_cancel"), lambda: None),
        ],
        widgets=(field,),
        at=at,
        sound=sound,
    )

    def submit(_: str) -> None:
        dialog.close()
        go(field.password)

    field.submit = submit
    return dialog
