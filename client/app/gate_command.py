"""`serve --devices`: the gate beside a server without a screen, told in the terminal."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import segno

from assets.texts import Texts
from client.session import gate_process
from client.session.gate_codes import code_of
from client.session.gate_order import GateOrder, GateTarget
from client.session.nearby_servers import THIS_MACHINE
from client.session.own_addresses import OwnAddresses
from core.game import Refused


def open_gate(texts: Texts, host: str, port: int, folder: Path) -> Callable[[], None]:
    """Open the gate to a server of this machine, whose data are in this folder, and print how devices come.

    Returns the function that closes it.

    Raises `Refused("cli.refusal.gate")`.
    """
    try:
        process = gate_process.start(
            GateOrder(GateTarget(host or THIS_MACHINE, port), host or None, code=code_of(None, folder))
        )
    except OSError as error:
        raise Refused("cli.refusal.gate", why=str(error)) from None
    assert process.stdout is not None
    opened = gate_process.read(process.stdout)
    if opened.trouble:
        raise Refused("cli.refusal.gate", why=opened.trouble)
    others = OwnAddresses().now()
    place = host or (others[0].host if others else THIS_MACHINE)
    code = io.StringIO()
    segno.make(opened.address(place, token=True), error="l", micro=False).terminal(code, compact=True)
    print(code.getvalue())
    print(texts.translate("cli.devices", address=opened.address(place), word=opened.word), flush=True)
    for other in others[1:] if not host else ():
        print(
            texts.translate("cli.devices_also", address=opened.address(other.host), interface=other.interface)
        )

    def close() -> None:
        process.kill()
        process.communicate()

    return close
