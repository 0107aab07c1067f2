"""Lobby and tables: who sits where, what is played, and what each guest is told of it."""
