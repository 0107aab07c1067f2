"""Tests of the board of Down Under."""
