"""Board of Sturt's Stony Desert.

`board` is the game's part of the kit's board, `layout` has the places of things, `art` their looks, `routes`
the connections of the seats, `track_light` the light along tracks, `words` the sentences.
"""
