"""Sturt's Stony Desert: what its rules, its routes and its bots must keep."""
