"""The authority on the network: tables, lobby, sockets, discovery and bots in worker processes."""
