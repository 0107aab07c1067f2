"""Guided first games: what they are made of, how one goes, and how it looks."""
