"""Tests of the boards: the laws of all of them, and what only one shows."""
