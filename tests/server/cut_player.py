"""A client process whose connection is cut: `python -m tests.server.cut_player PORT SEATS STAGES`.

SEATS like `0,1,2` are taken at table 1 (opened by whoever has seat 0). In each of STAGES like `split,resolve`
the connection breaks once, in the middle of a message and of a line, and another one goes on with the tokens.
What a seat decides depends only on where it stands. At the end one line tells what this client knows.
"""

from __future__ import annotations

import json
import socket
import struct
import sys
from typing import Any

import numpy as np

from core import codec
from core import messages as m
from core.game import Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import State
from tests.server.helpers import Talker

SEATS = 7
RESET = struct.pack("ii", 1, 0)
"""With so little patience a closed socket sends a reset and drops what it has not sent."""


class Player:
    """Some seats at the table, over one connection after another."""

    def __init__(self, port: int, seats: list[int], stages: set[str]) -> None:
        self.port, self.seats, self.stages = port, seats, stages
        self.cuts = 0
        self.tokens: dict[int, bytes] = {}
        self.talker = Talker.dial(port)
        self.last: m.Stepped | None = None
        self.asked = False

    def sit(self) -> None:
        """Take the seats; whoever has the first opens the table and begins when all are taken."""
        host = 0 in self.seats
        if host:
            self.talker.ask(m.Open, game="great_split", options={}, plans=(m.Plan("open"),) * SEATS)
        for seat in self.seats:
            self.talker.ask(m.Sit, table=1, seat=seat, name=f"Seat {seat}")
        while len(self.tokens) < len(self.seats):
            seated = self.talker.until(m.Seated)
            self.tokens[seated.seat] = seated.token
        print("seated", flush=True)
        if host:
            self.talker.until(m.People, lambda told: all(h.kind == "person" for h in told.holders))
            self.talker.ask(m.Start)
        self.see(self.talker.until(m.Scene, lambda scene: scene.phase == "playing"))

    def see(self, scene: m.Scene) -> None:
        """A new scene."""
        self.turn, self.to_act = scene.turn, scene.to_act
        self.views = {sight.viewer: sight.view for sight in scene.sights}
        self.plies = {sight.viewer: sight.ply for sight in scene.sights}
        self.asked = False

    def play(self) -> m.Stepped:
        """Until the end of the game."""
        while True:
            self.decide()
            message = self.talker.next()
            if isinstance(message, m.Scene):
                self.see(message)
            elif isinstance(message, m.Stepped):
                self.turn, self.to_act, self.plies = message.now, message.to_act, {}
                self.views = {viewer: steps[-1].view for viewer, steps in message.sights}
                self.asked = False
                if message.outcome is not None:
                    return message
            elif isinstance(message, m.Decided):
                self.to_act = message.to_act
                self.views[message.seat], self.plies[message.seat] = message.view, message.ply
                self.asked = False
                self.cut(self.state(message.seat).stage)
            elif isinstance(message, m.Ready):
                self.to_act = message.to_act
            elif isinstance(message, m.Seated):
                self.tokens[message.seat] = message.token
            assert not isinstance(message, m.Failed), message

    def state(self, seat: int) -> State:
        view: State = codec.typed(self.views.get(seat, self.views.get(-1)), State)
        return view

    def decide(self) -> None:
        """The next decision of a seat of ours, if one is owed."""
        mine = [seat for seat in self.to_act if seat in self.seats]
        if not mine or self.asked:
            return
        seat, ply = mine[0], self.plies.get(mine[0], 0)
        legal = GREAT_SPLIT.legal(self.state(seat), Seat(seat))
        action = legal[int(np.random.default_rng([seat, self.turn, ply]).integers(len(legal)))]
        self.asked = True
        self.talker.ask(m.Act, seat=seat, action=GREAT_SPLIT.notation(action), turn=self.turn, ply=ply)

    def cut(self, stage: str) -> None:
        """The connection breaks where it has not yet in this stage, and another takes the seats again."""
        if stage not in self.stages:
            return
        self.stages.remove(stage)
        self.cuts += 1
        self.talker.sock.sendall(self.talker.wire.send(m.Say(999, "half of a mess"))[:11])
        self.talker.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.talker.sock.close()
        self.talker = Talker.dial(self.port)
        for seat in self.seats:
            self.talker.ask(m.Return, table=1, token=self.tokens[seat])
            seated = self.talker.until(m.Seated)
            assert seated.seat == seat
            self.tokens[seat] = seated.token
        self.see(self.talker.until(m.Scene, lambda scene: set(scene.yours) == set(self.seats)))


def main(port: int, seats: list[int], stages: set[str]) -> None:
    player = Player(port, seats, stages)
    player.sit()
    last = player.play()
    known: dict[str, Any] = {
        "cuts": player.cuts,
        "steps": last.now,
        "outcome": codec.plain(last.outcome),
        "view": codec.digest(last.sights[0][1][-1].view),
        "seed": last.seed,
    }
    print(json.dumps(known), flush=True)


if __name__ == "__main__":
    _, port_, seats_, stages_ = sys.argv
    main(int(port_), [int(seat) for seat in seats_.split(",")], set(filter(None, stages_.split(","))))
