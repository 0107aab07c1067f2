"""The face of Sturt's Stony Desert.

`board` is what the screens know (`client.boards.base.Board`). `hand` is what a person holds, `places` where
things lie, `scene` what is drawn, `motion` how a happening moves, `routes` the standing connections, `cards`
the drawing pieces. `pictures` draws the pictures of the rules, `fields` is their data.
"""
