"""Program of a guest in a browser: one server, its tables, and nothing of the machine it runs on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from client.app.navigation import Program
from client.screens.shared import landscape
from client.screens.shared.waiting import WaitingScreen
from client.session import saved_games
from client.session.connection import NOT_PROVEN
from client.session.gate_order import GateTarget
from client.session.identity import ProgramIdentity
from client.session.seat_keys import SeatKey, SeatKeys
from client.session.session import Session
from client.session.table import ClientTable
from client.stage.window import App, Screen
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Intent
from client.ui.widgets import Button
from core.game import Refusal
from core.games import GAMES
from core.protocol import messages as m

NOT_HERE: Final = Refusal("gate.refusal.not_here")


class GuestKeys(SeatKeys):
    """Keys to the seats of one guest, kept by their page: `keep` is told them whenever they change."""

    def __init__(self, folder: str, keep: Callable[[str], None]) -> None:
        super().__init__()
        try:
            self._keys = msgspec.json.decode(folder, type=list[SeatKey]) if folder else []
        except (msgspec.DecodeError, RecursionError):
            self._keys = []
        self._keep = keep

    def _write(self) -> None:
        self._keep(msgspec.json.encode(self._keys).decode())


class DoorScreen(Screen):
    """Lowest screen of a guest: leads to the table, at first by itself, and again after leaving it."""

    name = "door"
    fits_phones = True

    def __init__(self, enter: Callable[[], None]) -> None:
        self._enter = enter

    def enter(self) -> None:
        self.go = Button(self.app.label("gate.door.enter"), self._enter, icon="chair", kind="primary")
        self.focus = Focus((self.go,), self.app.sound)
        self.focus.focus(self.go, self.app.now)

    def layout(self, area: Rect) -> None:
        self._words = Rect.around(area.cx, area.cy - 160, area.w - 80, 200)
        self.go.layout(Rect.around(area.cx, area.cy + 60, min(520, area.w - 80), 110))
        self.focus.layout(area)

    def handle(self, intent: Intent) -> bool:
        return self.focus.handle(intent)

    def still(self, now: float) -> bool:
        return self.focus.still(now)

    def draw(self, canvas: Canvas, now: float) -> None:
        landscape.draw_veiled(canvas, GAMES[0].info.key)
        canvas.text(
            self.app.translate("gate.door.words"),
            self._words,
            "heading",
            "ink",
            align="centre",
            fit="wrap",
            size=44,
        )
        self.focus.draw(canvas, now)


class GuestProgram(Program):
    """Program that leads a guest through one server.

    `keys` are those of the guest's page; `offer(name, bytes)` gives the page a file to keep.
    """

    def __init__(
        self,
        app: App,
        gate_target: GateTarget,
        keys: GuestKeys,
        identity: ProgramIdentity,
        offer: Callable[[str, bytes], None],
    ) -> None:
        super().__init__(app)
        self._target, self._keys, self._run, self._offer = gate_target, keys, identity, offer
        app.push(DoorScreen(self.arrive))

    def arrive(self) -> None:
        """Go to the table, back to seats there if there are any; or show all tables."""
        target = self._target
        if target.table is None:
            self.call(target.host, target.port)
            return
        session = self._remote_session(target.host, target.port)
        returns = bool(session.come_back(target.table))
        if not returns:
            session.ask(m.Watch, table=target.table, password=target.password)

        def give_up(why: Refusal | None) -> None:
            session.close()
            self.app.pop()
            if why is not None and why.code == NOT_PROVEN:
                self._keys.drop(*(key.token for key in self._keys.fitting()))  # another server is here now
            if why is not None and returns and not self._keys.keys_at_table(target.table or 0):
                self.arrive()  # the seats are lost: as a newcomer
            elif why is not None:
                self.app.refuse(why)

        words = self.app.translate("table.waiting.calling")
        self.app.push(WaitingScreen(session, words, _is_there, lambda: self.enter(session), give_up))

    @property
    def session(self) -> Session | None:
        """The session with the server; None before the first call."""
        return self._away[0] if self._away else None

    @property
    def banned(self) -> bool:
        """Whether the host has sent this guest away."""
        return self.session is not None and self.session.kicked

    def close(self) -> None:
        """Hang up; seats are kept for a return."""
        for session in self._away:
            session.hang_up()

    def _remote_session(self, host: str, port: int, proof: m.ProofKey | None = None) -> Session:
        for session in self._away:
            session.close()
        known = self._run.identity_at(f"{host}:{port}")
        self._keys.expect_any()
        self._away = [Session.to(host, port, self._keys, known)]
        return self._away[0]

    # --- what belongs to the machine and not to its guests --------------------------------------

    def title(self) -> None:
        """Go to the lowest screen: guests have no title."""
        self.app.home()

    def call_me(self, name: str) -> None:
        """Keep nothing: a guest's name is asked for at a seat."""

    def note_challenge(self, client_table: ClientTable) -> None:
        """Keep nothing: challenges belong to the machine."""

    def _play_on(self, text: str, names: tuple[str, ...], imported: bool = False) -> None:
        self.app.refuse(NOT_HERE)

    def _keep(self, client_table: ClientTable) -> None:
        text = saved_games.text_of(client_table)
        self._offer(f"{client_table.game.info.key}{saved_games.FILE_SUFFIX}", text.encode())

    def _keep_picture(self, key: str, picture: bytes) -> None:
        self._offer(f"{key}.png", picture)


def _is_there(session: Session) -> bool:
    return session.client_table is not None and session.answered
