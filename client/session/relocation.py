"""Relocation: search for the address that a server has now, on this network.

Whoever answers a search with the identity of our server is called, all at the same time, and has to prove to
be the one before it is told anything. So a copied identity gets nothing, and delays nothing.
"""

from __future__ import annotations

from typing import Final

from client.session.connection import ConnectionAttempt, ConnectionLost
from client.session.nearby_servers import NearbyServers
from core.protocol.messages import ProofKey

CLAIMANT_DELAY: Final = 5.0
"""Seconds until a claimant that could not prove itself is called again."""


class Relocation:
    """Search for the server that `key` checks. Call `poll` often; it never waits."""

    def __init__(self, key: ProofKey) -> None:
        self._key = key
        self._nearby = NearbyServers()
        self._attempts: dict[tuple[str, int], ConnectionAttempt] = {}
        self._not_before: dict[tuple[str, int], float] = {}

    def poll(self, now: float) -> ConnectionAttempt | None:
        """The attempt in which the server has proven itself; it belongs to the caller. None so far."""
        for seen in self._nearby.poll(now):
            if seen.found.identity == self._key.identity:
                for host in seen.found.hosts:
                    self._call(host, seen.found.port, now)
        for claimant, attempt in tuple(self._attempts.items()):
            try:
                proven = attempt.poll() is not None
            except ConnectionLost:
                proven = False
                self._not_before[claimant] = now + CLAIMANT_DELAY
                del self._attempts[claimant]
            if proven:
                del self._attempts[claimant]
                return attempt
        return None

    def _call(self, host: str, port: int, now: float) -> None:
        claimant = host, port
        if claimant not in self._attempts and now >= self._not_before.get(claimant, now):
            self._attempts[claimant] = ConnectionAttempt(host, port, (self._key,))

    def close(self) -> None:
        """End the search and all calls."""
        self._nearby.close()
        for attempt in self._attempts.values():
            attempt.hang_up()
        self._attempts.clear()
