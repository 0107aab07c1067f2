"""Play on the LAN: servers nearby, an address to type."""
