"""Tests of the board of Ghawar."""
