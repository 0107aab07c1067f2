"""Lobby and tables: who sits where, what is played, and what each guest is shown of it."""
