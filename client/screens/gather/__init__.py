"""Gathering before a game: who sits where, and how others join."""
