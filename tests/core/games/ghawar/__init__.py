"""Ghawar: what its rules, its roads and its bots must keep."""
