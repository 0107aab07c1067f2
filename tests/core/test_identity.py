"""A server proves that it is the one a guest knows; nobody else can, whatever they have heard."""

from __future__ import annotations

import secrets

from msgspec.structs import replace

from core.protocol import messages as m
from core.protocol.identity import SECRET_BYTES, identity_of, proof_key, prove, proven

SECRET = bytes(range(SECRET_BYTES))
KEY = proof_key(SECRET, b"t" * m.TICKET_BYTES)
OTHERS_KEY = proof_key(SECRET, b"u" * m.TICKET_BYTES)
VERSION = m.PROTOCOL


def nonce() -> bytes:
    return secrets.token_bytes(m.NONCE_BYTES)


def challenged(*keys: m.ProofKey) -> m.Prove:
    return m.Prove(nonce(), tuple(key.ticket for key in keys or (KEY,)))


def test_the_server_that_gave_a_key_proves_itself_and_another_does_not() -> None:
    challenge = challenged()
    assert proven((KEY,), challenge, prove(SECRET, challenge, VERSION, nonce()), VERSION) == KEY
    assert proven((KEY,), challenge, prove(bytes(SECRET_BYTES), challenge, VERSION, nonce()), VERSION) is None


def test_of_several_keys_the_one_that_fits_is_named() -> None:
    elsewhere = proof_key(bytes(SECRET_BYTES), b"v" * m.TICKET_BYTES)
    challenge = challenged(elsewhere, KEY)
    assert proven((elsewhere, KEY), challenge, prove(SECRET, challenge, VERSION, nonce()), VERSION) == KEY


def test_a_proof_holds_for_one_challenge_only() -> None:
    """Played again, and with either nonce or the version changed, it proves nothing."""
    challenge = challenged()
    proof = prove(SECRET, challenge, VERSION, nonce())
    assert proven((KEY,), challenged(), proof, VERSION) is None
    assert proven((KEY,), challenge, replace(proof, nonce=nonce()), VERSION) is None
    assert proven((KEY,), challenge, proof, VERSION - 1) is None


def test_a_nonce_that_is_sent_back_proves_nothing() -> None:
    """Nor does a code for both nonces the other way round."""
    challenge, theirs = challenged(), nonce()
    turned = prove(SECRET, replace(challenge, nonce=theirs), VERSION, challenge.nonce)
    assert proven((KEY,), challenge, replace(turned, nonce=theirs), VERSION) is None
    assert proven((KEY,), challenge, m.Proof(challenge.nonce, (challenge.nonce,)), VERSION) is None


def test_a_guest_cannot_pass_for_the_server_before_another() -> None:
    """Neither with its own key, nor with what the server answers to a challenge of its own."""
    challenge, mine = challenged(), challenged(OTHERS_KEY)
    answer = prove(SECRET, replace(mine, nonce=challenge.nonce), VERSION, nonce())
    assert proven((KEY,), challenge, answer, VERSION) is None
    assert KEY.key != OTHERS_KEY.key and KEY.identity == OTHERS_KEY.identity


def test_fewer_or_more_codes_than_tickets_prove_nothing() -> None:
    challenge = challenged()
    proof = prove(SECRET, challenge, VERSION, nonce())
    for codes in ((), proof.codes * 2):
        assert proven((KEY,), challenge, replace(proof, codes=codes), VERSION) is None


def test_nothing_that_everybody_is_told_is_the_secret() -> None:
    assert len(identity_of(SECRET)) == m.IDENTITY_BYTES
    assert identity_of(SECRET) != identity_of(bytes(SECRET_BYTES))
    assert SECRET not in (identity_of(SECRET), KEY.key) and identity_of(SECRET) not in SECRET
