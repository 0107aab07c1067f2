"""The conversation with a server, and what the client knows of tables, games and people."""
