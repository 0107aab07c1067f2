"""The face of The Great Divide. Read in this order:

- `board` puts it together of the kit (`client.boards.kit`); `layout` says where everything lies, `hand` what
  a hand does beyond that of all games, `words` what is said, `score` how the seats stand.
- `timeline` says when what happens in a step; `effects` and `disasters` are what only this game shows of it,
  `preview` what a decision would change.
- `art` are the pieces, `supply` is what stands beside the land, `ground` oceans and empty land, all made of
  `paper`; `overlay` is light over spaces, `illustration_marks` are signs in pictures of the rules.
- `rivers` are the waters of a position, `water` their pictures, `water_light` the light that
  moves on them, `wildlife` surf and gulls, `moments` a watershed decided.
"""
