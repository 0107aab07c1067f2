"""Sturt's Stony Desert: `rules` is the rulebook, `board` cards and routes, `bot` what is good."""
