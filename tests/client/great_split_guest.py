"""Somebody at another machine who plays The Great Split: `python -m tests.client.great_split_guest ROLE`.

ROLE is JSON: `port`, the `seats` to take, and `cuts`: `[round, stage, moment]` each, where the connection is
cut for good and made anew. Every decision follows from the view alone. At the end one line of JSON says how
the game was seen from here.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from client.mirror import Mirror
from client.net import Dial, Link
from client.session import Session
from core import codec
from core import messages as m
from core.game import AnyGame, Seat

PATIENCE: Final = 60.0
PACE: Final = 0.04
"""Seconds between two decisions: a server listens to no more for long."""
MOMENTS: Final = ("fresh", "asked", "some", "ready", "missed")
"""When a connection is cut: before the first decision of a phase, with one on its way, amid them, after the
last, and after the last until the next phase has begun."""
Cut = tuple[int, str, str]
"""A round, a stage, and a moment in it."""


def pick(game: AnyGame, view: Any, seat: Seat) -> Any:
    """A decision that follows from the view alone, and from every bit of it."""
    digest = hashlib.sha256(codec.encode(codec.plain(view))).digest()
    legal = game.legal(view, seat)
    return legal[int.from_bytes(digest[:8], "big") % len(legal)]


class Player:
    """Plays some seats over a session, one decision after another.

    `decided` are the decisions as turn, seat, ply, what was seen and what was done; `cuts` are still to come,
    `heard` is what was said at the table.
    """

    def __init__(self, session: Session, cuts: list[Cut]) -> None:
        self.session, self.cuts = session, cuts
        self.decided: dict[tuple[int, int, int], tuple[str, str]] = {}
        self.heard: set[str] = set()
        self._asked: tuple[int, int, int] | None = None
        self._acted_at = 0.0
        self._answers: dict[int, m.Done | m.Failed] = {}
        self._polls = 0.0

    @property
    def mirror(self) -> Mirror:
        assert self.session.mirror is not None
        return self.session.mirror

    @property
    def at(self) -> tuple[int, str]:
        """The round and stage that the server is at."""
        view = self.mirror.latest.view()
        return view.round, view.stage

    # --- talking --------------------------------------------------------------------------------------------

    def poll(self) -> None:
        """Hear what there is to hear."""
        self._polls += 1
        for news in self.session.poll(self._polls):
            if isinstance(news, m.Said):
                self.heard.add(news.text)
            elif isinstance(news, m.Done | m.Failed):
                self._answers[news.id] = news
        time.sleep(0.001)

    def until(self, true: Callable[[], object]) -> None:
        """Listen until something is true."""
        end = time.monotonic() + PATIENCE
        while not true():
            self.poll()
            assert time.monotonic() < end, (self.session.status, self.session.trouble, self._answers)

    def do(self, kind: type[m.Command], **fields: Any) -> m.Done:
        """A command that has to work."""
        number = self.session.ask(kind, **fields)
        self.until(lambda: number in self._answers)
        answer = self._answers[number]
        assert isinstance(answer, m.Done), answer
        return answer

    # --- playing --------------------------------------------------------------------------------------------

    def play(self, may_finish: Callable[[], bool] = lambda: True) -> None:
        """To the end of the game. The last of our seats decides in a phase once that `may_finish`."""
        while self.mirror.latest.outcome is None:
            self.poll()
            self.go_on(may_finish)

    def go_on(self, may_finish: Callable[[], bool] = lambda: True) -> None:
        """A cut that is due, or else a decision."""
        if self.session.status != "open":
            raise EOFError(self.session.trouble)
        cut = self._due()
        if cut is not None:
            self.cuts.remove(cut)
            self.lose(cut)
        elif len(self.mirror.mine_to_act()) > (0 if may_finish() else 1):
            self.decide()

    def decide(self) -> None:
        """One decision of the first of our seats, unless it is on its way already."""
        seat = self.mirror.mine_to_act()[0]
        latest = self.mirror.latest
        here = latest.turn, int(seat), latest.ply(seat)
        if here == self._asked or time.monotonic() < self._acted_at + PACE:
            return
        view = latest.view(seat)
        action = self.picks(view, seat)
        self._asked, self._acted_at = here, time.monotonic()
        self.decided[here] = codec.digest(view), self.mirror.game.notation(action)
        self.session.act(seat, action)

    def picks(self, view: Any, seat: Seat) -> Any:
        """What is decided."""
        return pick(self.mirror.game, view, seat)

    def one_decision(self) -> None:
        """Decide, and hear of it."""
        made = len(self.decided)
        while len(self.decided) == made:
            self.decide()
            self.poll()
        turn, seat, ply = max(self.decided)
        self.until(lambda: (self.mirror.latest.turn, self.mirror.latest.ply(seat)) != (turn, ply))

    def catch_up(self, turn: int) -> None:
        """Listen until the game has come there."""
        self.until(lambda: self.mirror.latest.turn >= turn)

    # --- being cut off --------------------------------------------------------------------------------------

    def _due(self) -> Cut | None:
        for cut in self.cuts:
            if cut[:2] == self.at and self._is_moment(cut[2]):
                return cut
        return None

    def _is_moment(self, moment: str) -> bool:
        """Whether a phase with decisions of ours has come so far."""
        mine, made = self.mirror.mine_to_act(), sum(len(self.mirror.line(seat)) for seat in self.mirror.yours)
        match moment:
            case "fresh" | "asked":
                return bool(mine) and not made and self._asked != (self.mirror.latest.turn, mine[0], 0)
            case "some":
                return bool(mine) and made > 0
            case _:
                return not mine and made > 0

    def lose(self, cut: Cut) -> None:
        """The socket is closed; then all seats are taken again, and everything is as it was."""
        name, before = " ".join(map(str, cut)), self._memory()
        if cut[2] == "asked":
            self.decide()
            self.poll()
        if cut[2] == "missed":
            self.do(m.Say, text=f"away {name}")
        line = self.session._line
        assert isinstance(line, Link)
        line._socket.close()
        self.until(lambda: self.session.status == "lost")
        if cut[2] == "missed":
            sys.stdin.readline()
        assert self.session.call_again()
        self.until(lambda: self.session.returned)
        self._asked = None
        self._remember(cut[2], before)
        if cut[2] != "missed":
            self.do(m.Say, text=f"back {name}")

    def _memory(self) -> tuple[Any, ...]:
        mirror = self.mirror
        lines = {seat: mirror.line(seat) for seat in mirror.yours}
        return mirror.yours, mirror.latest.turn, [*mirror.log], lines

    def _remember(self, moment: str, before: tuple[Any, ...]) -> None:
        """What was known is known again; one decision more where it was on its way."""
        yours, turn, log, lines = self._memory()
        assert yours == before[0]
        if moment == "missed":
            assert turn > before[1] and not any(lines.values())
            return
        assert (turn, log) == before[1:3]
        more = sum(len(lines[seat]) - len(line) for seat, line in before[3].items())
        assert more in ((0, 1) if moment == "asked" else (0,))
        assert all(lines[seat][: len(line)] == line for seat, line in before[3].items())

    # --- in the end -----------------------------------------------------------------------------------------

    def known(self) -> dict[str, Any]:
        """The game as it was seen from here, as JSON has it."""
        mirror = self.mirror
        decided = [[*where, *what] for where, what in sorted(self.decided.items())]
        log = [[int(step.seat), mirror.game.notation(step.action)] for step in mirror.log]
        view = codec.digest(mirror.latest.view())
        outcome = codec.plain(mirror.latest.outcome)
        found = {"decided": decided, "log": log, "view": view, "outcome": outcome, "seed": mirror.seed}
        return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def main(role: dict[str, Any], kind: type[Player] = Player) -> None:
    """Take the seats, play, say how it went."""

    def dial() -> Dial:
        return Dial("127.0.0.1", role["port"])

    player = kind(Session(dial(), dial), [(int(cut[0]), cut[1], cut[2]) for cut in role["cuts"]])
    player.until(lambda: player.session.status == "open")
    for seat in role["seats"]:
        player.do(m.Sit, table=1, seat=seat, name=f"Seat {seat}")
    player.until(lambda: player.mirror.phase == "playing")
    player.play()
    print(json.dumps({**player.known(), "missing": player.cuts}), flush=True)
    player.session.close()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
