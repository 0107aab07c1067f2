"""Play on the LAN: servers near by, an address to type."""
