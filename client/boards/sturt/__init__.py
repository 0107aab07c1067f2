"""The face of Sturt's Stony Desert.

`board` is what the kit asks, `layout` where things lie, `art` what they look like, `routes` the standing
connections, `light` how they shine, `words` what is said.
"""
