"""Replay of a recorded game."""
