"""A client of Tilewright's protocol in plain Python: it plays a whole game of any kind at random.

    python client.py HOST PORT                 sit down at the first table with an open seat
    python client.py HOST PORT GAME [LEVEL]    open a table of GAME against AIs (LEVEL: easy, …)

It needs the package msgpack and docs/protocol.md, and knows no rules: it asks for its legal actions. If the
connection is cut it calls again, returns to its seat, and says again what was not answered.
"""

import hashlib
import itertools
import random
import secrets
import socket
import sys
import time

import msgpack

VERSION = 10
OPENING = b"TWRIGHT" + bytes([VERSION])
PATIENCE = 15.0
AGAIN = ("net.refusal.too_fast", "match.refusal.stale", "match.refusal.not_your_turn")


class Connection:
    """Messages, as dictionaries, over a socket."""

    def __init__(self, host, port, client):
        self.socket = socket.create_connection((host, port), timeout=PATIENCE)
        self.socket.sendall(OPENING)
        self.say({"is": "Hello", "program": "example", "client": client, "capabilities": ["text-views"]})
        opening = self.read(8)
        if opening[:7] != OPENING[:7] or opening[7] < VERSION:
            raise SystemExit(f"no server that speaks version {VERSION}")

    def say(self, message):
        """Send one frame."""
        raw = msgpack.packb(message)
        self.socket.sendall(len(raw).to_bytes(4, "big") + raw)

    def hear(self):
        """The next message; pings are answered, a farewell ends the program."""
        while True:
            size = int.from_bytes(self.read(4), "big")
            message = msgpack.unpackb(self.read(size))
            if message["is"] == "Bye":
                raise SystemExit(f"the server says goodbye: {message['why']['code']}")
            if message["is"] != "Ping":
                return message
            self.say({"is": "Pong"})

    def read(self, count):
        """The next bytes of the connection, `count` of them."""
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise ConnectionError("the connection is cut")
            data += more
        return data


class Player:
    """One seat at one table, from the first call to the result. `choose` picks one of the legal actions."""

    def __init__(self, host, port, choose=random.choice):
        self.where, self.choose = (host, port), choose
        self.client, self.numbers = secrets.token_bytes(16), itertools.count(1)
        self.table = self.token = self.view = self.outcome = None
        self.seat = self.turn = self.ply = -1
        self.to_act, self.log, self.legal, self.commitment = [], [], [], ""
        self.asked = {}  # commands without an answer, by their numbers
        self.connection = Connection(*self.where, self.client)

    # --- Asking ---------------------------------------------------------------------------------------

    def ask(self, kind, **fields):
        """Send a command; its number."""
        number = next(self.numbers)
        self.asked[number] = {"is": kind, "id": number, **fields}
        self.connection.say(self.asked[number])
        return number

    def do(self, kind, **fields):
        """Send a command; everything that comes up to its answer."""
        number, heard = self.ask(kind, **fields), []
        while number in self.asked:
            heard.append(self.hear())
        return heard

    def open(self, game, level="easy"):
        """Open a table with as few seats as the game allows, and hold the first."""
        games = next(message for message in self.do("ListGames") if message["is"] == "Games")["games"]
        seats = {each["key"]: each["seats"][0] for each in games}.get(game)
        if seats is None:
            raise SystemExit(f"there is no game {game}")
        self.token = secrets.token_bytes(16)  # kept before it is sent: the answer may be lost
        me = {"kind": "me", "name": "Example", "token": self.token}
        bots = [{"kind": "bot", "level": level}] * (seats - 1)
        self.do("Open", game=game, options={}, plans=[me, *bots])

    def join(self):
        """Sit down at the first table with an open seat."""
        tables = next(message for message in self.do("Browse") if message["is"] == "Tables")["tables"]
        for table in tables:
            for seat, holder in enumerate(table["holders"]):
                if holder["kind"] == "open" and not table["locked"]:
                    self.token = secrets.token_bytes(16)
                    mine = {"seat": seat, "name": "Example", "token": self.token, "program": True}
                    self.do("Sit", table=table["table"], **mine)
                    return
        raise SystemExit("there is no open seat")

    def play(self):
        """Decide whenever this seat is to act, until the game is over; its outcome."""
        while self.outcome is None:
            try:
                if self.seat in self.to_act and not self.asked:
                    self.ask("ListLegal", seat=self.seat)
                self.hear()
            except OSError:
                self.come_back()
        return self.outcome

    def come_back(self):
        """After a cut: the same client, the same seat, and the same commands with their old numbers."""
        waiting, self.asked, self.legal = self.asked, {}, []
        self.connection.socket.close()
        self.connection = Connection(*self.where, self.client)
        fresh = secrets.token_bytes(16)
        self.do("Return", table=self.table, token=self.token, fresh=fresh)
        self.token = fresh
        for number, command in waiting.items():
            self.asked[number] = command
            self.connection.say(command)

    # --- Hearing --------------------------------------------------------------------------------------

    def hear(self):
        """Take one message, and return it."""
        message = self.connection.hear()
        match message["is"]:
            case "Seated":
                self.table, self.seat = message["table"], message["seat"]
            case "TableView":
                mine = message["views"][-1]  # with one seat it is the only one
                self.turn, self.ply, self.view = message["turn"], mine["ply"], mine["view"]
                self.to_act = message["to_act"] if message["phase"] == "playing" else []
                self.log, self.commitment = message["views"][0]["log"], message["commitment"]
                self.outcome = message["outcome"]
            case "StepsMade":
                self.advance(message)
            case "DecisionSealed":
                self.ply, self.to_act, self.view = message["ply"], message["to_act"], message["view"]
            case "DecidersLeft":
                self.to_act = message["to_act"]
            case "LegalActions":
                self.legal += message["actions"]
                if message["last"]:
                    del self.asked[message["id"]]  # answered, whatever happens to its `Done`
                    action, self.legal = self.choose(self.legal), []
                    where = {"turn": message["turn"], "ply": message["ply"]}
                    self.ask("Act", seat=self.seat, action=action, **where)
            case "Done":
                self.asked.pop(message["id"], None)
            case "Failed":
                self.failed(self.asked.pop(message["id"], None), message["why"])
        return message

    def advance(self, message):
        """Take the steps that were made; at the end check that the seed is the one that was promised."""
        self.turn, self.ply, self.to_act = message["now"], 0, message["to_act"]
        self.outcome = message["outcome"]
        _, steps = message["views"][-1]
        self.log += [[step["seat"], step["action"]] for step in steps]
        for step in message["unsealed"]:
            self.log[step["number"]][1] = step["action"]
        self.view = steps[-1]["view"]
        if message["seed"]:
            words = (b"tilewright chance 1", b"tilewright chance by draw 1")
            seed = bytes.fromhex(message["seed"])
            if self.commitment not in [hashlib.sha256(word + seed).hexdigest() for word in words]:
                raise SystemExit("the seed is not the one that was promised")

    def failed(self, command, why):
        """Wait where that helps; what is still to be decided is asked for again."""
        if why["code"] not in AGAIN:
            raise SystemExit(f"{command}: {why['code']} {why['values']}")
        if why["code"] == "net.refusal.too_fast":
            time.sleep(0.2)
            self.asked[command["id"]] = command
            self.connection.say(command)


if __name__ == "__main__":
    player = Player(sys.argv[1], int(sys.argv[2]))
    player.open(*sys.argv[3:5]) if sys.argv[3:] else player.join()
    print(player.play(), player.view, sep="\n")
