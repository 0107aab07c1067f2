"""Tests of the board of Sturt's Stony Desert."""
