"""Proof that a server is the one that a guest knows, at whatever address it answers now.

A server has a *secret*, made once and kept with its data. Everybody may know its *identity*, a hash of that.
With `Welcome` each guest is given a `ProofKey` of its own, worked out from the secret and a random ticket:

    identity = SHA-256("tilewright server 1" + secret), the first 16 bytes
    key      = HMAC-SHA-256(secret, "tilewright proof key 1" + ticket)
    code     = HMAC-SHA-256(key, "tilewright server proof 1" + version + guest's nonce + server's nonce)

Later the guest sends ticket and nonce (`Prove`), before anything that is secret; the server works the key
out anew and answers with the code (`Proof`). `version` is the protocol's, the lower one of both sides, as one
byte. Only servers make codes, and no code fits other nonces: none can be replayed or reflected. A guest knows
no key but its own, so it cannot pass for the server before another guest.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from core.protocol.commands import IDENTITY_BYTES, Prove
from core.protocol.messages import Proof, ProofKey

SECRET_BYTES: Final = 32
"""Bytes of a server's secret."""


def identity_of(secret: bytes) -> bytes:
    """Public part of a server's secret."""
    return hashlib.sha256(b"tilewright server 1" + secret).digest()[:IDENTITY_BYTES]


def proof_key(secret: bytes, ticket: bytes) -> ProofKey:
    """Key for the guest that gets this ticket, which has to be random."""
    return ProofKey(identity_of(secret), ticket, _key(secret, ticket))


def prove(secret: bytes, challenge: Prove, version: int, nonce: bytes) -> Proof:
    """Answer of the server with this secret. `nonce` is random, `version` the one both sides speak."""
    keys = (_key(secret, ticket) for ticket in challenge.tickets)
    return Proof(nonce, tuple(_code(key, version, challenge.nonce, nonce) for key in keys))


def proven(keys: Sequence[ProofKey], challenge: Prove, proof: Proof, version: int) -> ProofKey | None:
    """First key that the server has shown to know; the challenge has the tickets of all, in this order."""
    if len(proof.codes) != len(keys):
        return None
    for known, code in zip(keys, proof.codes, strict=True):
        if hmac.compare_digest(code, _code(known.key, version, challenge.nonce, proof.nonce)):
            return known
    return None


def _key(secret: bytes, ticket: bytes) -> bytes:
    return hmac.digest(secret, b"tilewright proof key 1" + ticket, "sha256")


def _code(key: bytes, version: int, guest_nonce: bytes, server_nonce: bytes) -> bytes:
    words = b"tilewright server proof 1" + bytes([version]) + guest_nonce + server_nonce
    return hmac.digest(key, words, "sha256")
