"""Machine-readable protocol: writes `docs/protocol/schema.json` and `vectors.json` from the code.

    .venv/bin/python -m tools.protocol_files

`tests/core/test_protocol_files.py` compares both with the code.
"""

from __future__ import annotations

import inspect
import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import numpy as np

from core import chance, codec, games, position, record
from core.game import CHANCE, AnyGame, Goal, Refusal, Refused, Seat
from core.match import Match
from core.protocol import identity, wire
from core.protocol import messages as m
from core.series import Series

FOLDER: Final = Path(__file__).parents[1] / "docs" / "protocol"
SEED: Final = chance.seed_from(7)
DRAWS_SHOWN: Final = 3
ARRAY: Final = {
    "description": "array: dtype, shape, and its cells as bytes in the order of C",
    "type": "array",
    "prefixItems": [
        {"enum": sorted(codec.DTYPES)},
        {"type": "array", "items": {"type": "integer", "minimum": 0}, "maxItems": 4},
        {"type": "string", "contentEncoding": "base64"},
    ],
}


def main() -> None:
    """Write both files."""
    FOLDER.mkdir(exist_ok=True)
    for name, content in (("schema", schema()), ("vectors", vectors())):
        (FOLDER / f"{name}.json").write_text(as_text(content), encoding="utf-8")


def as_text(content: Any) -> str:
    """The text of a file."""
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


# --- Schema --------------------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    """Every message as JSON Schema, which of them each side says, views and options of each game."""
    guest, server = get_args(m.ClientMessage), get_args(m.ServerMessage)
    kinds = [*guest, *server]
    for game in games.GAMES:
        kinds += [game.info.options, game.info.state]
    refs, components = msgspec.json.schema_components(
        kinds, schema_hook=_schema_hook, ref_template="#/$defs/{name}"
    )
    known = dict(zip(kinds, refs, strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "In msgpack what has contentEncoding here is bin; its lengths here are those of base64.",
        "protocol": m.PROTOCOL,
        "lowest": m.LOWEST_PROTOCOL,
        "capabilities": list(m.CAPABILITIES),
        "frame_bytes": {
            "before_hello": wire.FRAME_BEFORE_HELLO,
            "from_guest": wire.FRAME_FROM_GUEST,
            "from_server": wire.FRAME_FROM_SERVER,
        },
        "from_guest": {kind.__name__: known[kind] for kind in guest},
        "from_server": {kind.__name__: known[kind] for kind in server},
        "commands": [kind.__name__ for kind in guest if issubclass(kind, m.Command)],
        "games": {
            game.info.key: {"options": known[game.info.options], "view": known[game.info.state]}
            for game in games.GAMES
        },
        "$defs": {name: _described(component) for name, component in components.items()},
    }


def _described(component: dict[str, Any]) -> dict[str, Any]:
    """A component whose description has no indentation: since Python 3.13 docstrings come without theirs."""
    if "description" not in component:
        return component
    return component | {"description": inspect.cleandoc(component["description"])}


def _schema_hook(kind: type) -> dict[str, Any]:
    if kind is np.ndarray:
        return ARRAY
    raise NotImplementedError(kind)


# --- Vectors -------------------------------------------------------------------------------------------


def vectors() -> dict[str, Any]:
    """Bytes and values that any implementation has to get right. Bytes are hexadecimal."""
    return {
        "protocol": m.PROTOCOL,
        "opening": wire.PREAMBLE.hex(),
        "frames": [_frame_vector(*each) for each in _messages()],
        "refused": [_refused_vector(*each) for each in _broken()],
        "draws": [_draw_vector(*each) for each in product(("great_divide", "ghawar"), (False, True))],
        "identity": _identity_vector(),
        "fingerprint": {"person": bytes(32).hex(), "fingerprint": m.fingerprint_of(bytes(32))},
        "record": _record("sturt"),
        "record_with_chance": _record("great_divide"),
        "views": [_view_vector(game) for game in games.GAMES],
    }


def _messages() -> list[tuple[str, m.Message]]:
    sturt = games.game("sturt")
    series = Series.begin(sturt, Goal(games=1), sturt.info.options(), 2)
    after = sturt.apply(sturt.start(sturt.info.options(), 2), Seat(0), sturt.parse("5@0,0"))
    step = m.StepView(0, "5@0,0", position.write(sturt, 2, after))
    refusal = Refusal("match.refusal.stale", (), {"turn": 0, "now": 1})
    plans = (m.SeatPlan("me", "Ada", token=bytes(range(16))), m.SeatPlan("bot", level="easy"))
    return [
        ("guest", m.Hello("example 1.0", bytes(range(16)), capabilities=m.CAPABILITIES)),
        ("server", m.Welcome(1, "Games night", "0.2.0")),
        ("guest", m.ListGames(1)),
        ("guest", m.Open(2, "sturt", {"announce": "by hand"}, plans)),
        ("guest", m.ListLegal(3, 0)),
        ("server", m.LegalActions(3, 0, 0, 0, ("5@0,0", "a@0,0"), last=True)),
        ("guest", m.Act(4, 0, "5@0,0", 0)),
        ("server", m.StepsMade(1, 0, 1, ((-1, (step,)),), (Seat(1),), None, series)),
        ("server", m.Done(4)),
        ("server", m.Failed(5, refusal)),
        ("server", m.Ping()),
        ("guest", m.Pong()),
        ("server", m.Bye(Refusal("net.bye.stopping"))),
    ]


def _identity_vector() -> dict[str, Any]:
    """Secret of a server with its identity, the key of a ticket, and the proof for a challenge."""
    secret, ticket = bytes(range(32)), bytes(range(16))
    challenge = m.Prove(bytes(32), (ticket,))
    proof = identity.prove(secret, challenge, m.PROTOCOL, bytes([1]) * 32)
    key = identity.proof_key(secret, ticket)
    return {
        "secret": secret.hex(),
        "identity": key.identity.hex(),
        "ticket": ticket.hex(),
        "key": key.key.hex(),
        "version": m.PROTOCOL,
        "guest_nonce": challenge.nonce.hex(),
        "server_nonce": proof.nonce.hex(),
        "code": proof.codes[0].hex(),
    }


def _frame_vector(side: str, message: m.Message) -> dict[str, Any]:
    raw = codec.encode(message)
    frame = len(raw).to_bytes(wire.LENGTH_BYTES, "big") + raw
    return {"from": side, "message": _readable(codec.plain(message)), "frame": frame.hex()}


def _broken() -> list[tuple[str, bytes]]:
    """What breaks the protocol after a `Hello`, with what is wrong."""
    act = codec.plain(m.Act(4, 0, "5@0,0", 0))
    return [
        ("an unknown message", codec.pack({"is": "Fly", "id": 4})),
        ("an unknown field", codec.pack(act | {"mood": 1})),
        ("a field missing", codec.pack({name: act[name] for name in act if name != "turn"})),
        ("a value of another type", codec.pack(act | {"turn": "0"})),
        ("a key twice", b"\x82\xa2is\xa4Pong\xa2is\xa4Pong"),
        ("no map", codec.pack([1, 2])),
        ("something left over", codec.pack(act) + b"\0"),
        ("an extension type", b"\x81\xa2is\xd4\x01\x00"),
        ("a second Hello", codec.encode(m.Hello("x", bytes(16)))),
    ]


def _refused_vector(what: str, raw: bytes) -> dict[str, Any]:
    end = wire.Connection(wire.ConnectionSide.SERVER)
    hello = codec.encode(m.Hello("x", bytes(16)))
    end.receive(wire.PREAMBLE + len(hello).to_bytes(wire.LENGTH_BYTES, "big") + hello)
    frame = len(raw).to_bytes(wire.LENGTH_BYTES, "big") + raw
    try:
        end.receive(frame)
    except wire.ProtocolBroken as broken:
        return {"what": what, "frame": frame.hex(), "code": broken.refusal.code}
    raise AssertionError(f"{what} is not refused")


def _draw_vector(key: str, by_draw: bool) -> dict[str, Any]:
    """The first draws of a game played with `SEED`, each with all that it depends on."""
    game = games.game(key)
    shown: list[dict[str, Any]] = []
    match = _played(game, duplicate=by_draw)
    drawn = 0
    for number, (state, step) in enumerate(zip(match.states, match.steps, strict=False)):
        if step.seat != CHANCE:
            continue
        counted = drawn if by_draw else number
        drawn += 1
        if len(shown) < DRAWS_SHOWN:
            chances = [[game.notation(a), _fraction(p)] for a, p in game.chances(state)]
            point = chance.point(SEED, counted)
            word = (point.numerator << chance.WORD_BITS) // point.denominator
            shown.append(
                {
                    "number": counted,
                    "word": word.to_bytes(32, "big").hex(),
                    "chances": chances,
                    "drawn": game.notation(step.action),
                }
            )
    commitment = chance.commitment(SEED, by_draw=by_draw).hex()
    return {"game": key, "seed": SEED.hex(), "commitment": commitment, "by_draw": by_draw, "draws": shown}


def _fraction(probability: Fraction | float) -> str:
    share, parts = probability.as_integer_ratio()
    return f"{share}/{parts}"


def _played(game: AnyGame, duplicate: bool = False) -> Match:
    """A whole game in which everybody does the first thing that is legal at odd turns, else the last."""
    match = Match(game, game.info.options(), game.info.seats[0], SEED, duplicate)
    while match.to_act():
        seat = match.to_act()[0]
        legal = game.legal(match.tip(seat), seat)
        match.submit(seat, legal[0 if match.turn % 2 else -1], match.turn, match.ply(seat))
    return match


def _record(key: str) -> dict[str, Any]:
    game = games.game(key)
    match = _played(game)
    header = record.Header(
        game=key,
        options=codec.plain(match.options),
        seats=match.seats,
        names=("Ada", "Bo"),
        date="2026-11-27",
        commitment=match.commitment.hex(),
        seed=SEED.hex(),
    )
    text = record.write(game, header, match.steps)
    try:
        saved = record.read(text.replace("\nsealed", "\n\nsealed"))
    except Refused as refused:
        return {"text": text, "edited": refused.refusal.code}
    raise AssertionError(saved)


def _view_vector(game: AnyGame) -> dict[str, Any]:
    """The view of seat 0 in a game's middle: as plain data and as text, with the steps that led there."""
    match = Match(game, game.info.options(), game.info.seats[0], SEED)
    while match.to_act() and match.turn < 20:
        seat = match.to_act()[0]
        match.submit(seat, game.legal(match.tip(seat), seat)[0], match.turn, match.ply(seat))
    seen = match.snapshot(Seat(0))
    return {
        "game": game.info.key,
        "seats": match.seats,
        "log": [[step.seat, game.notation(step.action)] for step in seen.log],
        "plain": _readable(codec.plain(seen.view)),
        "text": position.write(game, match.seats, seen.view),
    }


def _readable(value: Any) -> Any:
    """Plain data as JSON: bytes are `{"bytes": hexadecimal}`."""
    match value:
        case bytes():
            return {"bytes": value.hex()}
        case dict():
            return {key: _readable(each) for key, each in value.items()}
        case list() | tuple():
            return [_readable(each) for each in value]
    return value


if __name__ == "__main__":
    main()
