"""Lobby of a server: its tables and their seats."""
