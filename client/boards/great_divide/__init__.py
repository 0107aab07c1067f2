"""The face of The Great Divide. Read in this order:

- `board` puts it together of the kit (`client.boards.kit`); `layout` says where everything lies, `hand` what
  a hand does beyond that of all games, `words` what is said, `score` how the seats stand.
- `timeline` says when what happens in a step; `effects` and `disasters` are what only this game shows of it,
  `preview` what a decision would change, `beside` what stands beside the land.
- `art` are the pieces, painted with `tiles`, `cards`, `lights` and `ground`, all made of `paper`; `rivers`
  are the waters of a position, `water` their pictures, `current` the light that moves on them.
- `marks` are signs and loose things in pictures of the rules.
"""
