"""Ghawar.

`rules` is the rulebook, `state` what a game is made of, `roads` the lattice: where a truck can get, what it
may load there and at what price. `scoring` is what the oil pays, `refusals` why not, `notation` actions as
text, `position` positions as text, `bot` the AI.
"""
