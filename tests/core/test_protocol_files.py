"""`docs/protocol/*.json` are what the code says, and what `docs/protocol.md` says of them holds.

The vectors are worked out once more here, from the page alone: with msgpack, hashlib and hmac.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from fractions import Fraction
from typing import Any

import msgpack
import pytest

from tools import protocol_files

FILES = {"schema": protocol_files.schema, "vectors": protocol_files.vectors}
VECTORS: dict[str, Any] = json.loads((protocol_files.FOLDER / "vectors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FILES)
def test_a_file_says_what_the_code_says(name: str) -> None:
    written = (protocol_files.FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert written == protocol_files.as_text(FILES[name]()), "write it anew: python -m tools.protocol_files"


def test_frames() -> None:
    assert VECTORS["opening"] == (b"TWRIGHT" + bytes([VECTORS["protocol"]])).hex()
    for vector in VECTORS["frames"]:
        frame = bytes.fromhex(vector["frame"])
        assert int.from_bytes(frame[:4], "big") == len(frame) - 4
        assert readable(msgpack.unpackb(frame[4:])) == vector["message"]


def readable(value: Any) -> Any:
    match value:
        case bytes():
            return {"bytes": value.hex()}
        case dict():
            return {key: readable(each) for key, each in value.items()}
        case list():
            return list(map(readable, value))
    return value


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda v: f"{v['game']}-{v['by_draw']}")
def test_draws(vector: dict[str, Any]) -> None:
    seed, by_draw = bytes.fromhex(vector["seed"]), " by draw" if vector["by_draw"] else ""
    assert vector["commitment"] == hashlib.sha256(f"tilewright chance{by_draw} 1".encode() + seed).hexdigest()
    for draw in vector["draws"]:
        word = hmac.digest(seed, b"tilewright chance 1" + draw["number"].to_bytes(8, "big"), "sha256")
        assert word.hex() == draw["word"]
        total, point = Fraction(0), Fraction(int.from_bytes(word, "big"), 2**256)
        ends = [(action, total := total + Fraction(share)) for action, share in draw["chances"]]
        assert next(action for action, end in ends if point < end) == draw["drawn"]


def test_a_fingerprint() -> None:
    person = bytes.fromhex(VECTORS["fingerprint"]["person"])
    number, letters = int(hashlib.sha256(b"tilewright person" + person).hexdigest(), 16), ""
    while len(letters) < 12:
        number, digit = divmod(number, 26)
        letters += "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit]
    assert letters == VECTORS["fingerprint"]["fingerprint"]


def test_an_identity_and_its_proof() -> None:
    vector = VECTORS["identity"]
    known = {name: bytes.fromhex(text) for name, text in vector.items() if isinstance(text, str)}
    digest = hashlib.sha256(b"tilewright server 1" + known["secret"]).digest()
    assert known["identity"] == digest[:16]
    key = hmac.digest(known["secret"], b"tilewright proof key 1" + known["ticket"], "sha256")
    assert known["key"] == key
    words = bytes([vector["version"]]) + known["guest_nonce"] + known["server_nonce"]
    assert known["code"] == hmac.digest(key, b"tilewright server proof 1" + words, "sha256")


@pytest.mark.parametrize("name", ["record", "record_with_chance"])
def test_records(name: str) -> None:
    text = VECTORS[name]["text"]
    above, seal = text[: text.rindex("sealed ")], text.splitlines()[-1].split()
    steps = above.splitlines()[2:]
    assert seal == ["sealed", str(len(steps)), hashlib.sha256(above.encode()).hexdigest()[:32]]
    header = json.loads(text.splitlines()[1])
    words = b"tilewright chance 1" + bytes.fromhex(header["seed"])
    assert header["commitment"] == hashlib.sha256(words).hexdigest()


def test_what_breaks_the_protocol_is_refused_in_the_way_that_is_told() -> None:
    codes = {vector["what"]: vector["code"] for vector in VECTORS["refused"]}
    assert codes.pop("a second Hello") == "net.refusal.out_of_order"
    assert set(codes.values()) == {"codec.refusal.malformed"} and len(codes) > 5
