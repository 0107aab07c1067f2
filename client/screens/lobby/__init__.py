"""The lobby of a server: its tables and who sits there."""
