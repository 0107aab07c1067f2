"""Ghawar.

`rules` is the rulebook, `state` what a game is made of. `roads` is the lattice and where a truck can get,
`loading` what may be loaded there and at what price. `scoring` is what the oil pays, `refusals` says why not,
`notation` how actions are written. `bot` is what is good.
"""
