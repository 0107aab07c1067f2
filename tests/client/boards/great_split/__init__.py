"""Tests of the board of The Great Split."""
