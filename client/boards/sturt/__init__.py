"""Board of Sturt's Stony Desert.

`board` is the kit's board, `layout` the places of things, `art` their looks, `routes` the connections on
the board, `track_light` the light along them, `words` the sentences.
"""
