"""Board of The Great Divide. Read in this order:

- `board` puts it together from the kit (`client.boards.kit`); `layout` holds the places of everything,
`hand` the additions to the kit's hand, `words` the sentences, `score` the seats' points.
- `timeline` holds the times within a step; `effects` and `disasters` are animations that only this game
has, `preview` shows the changes of an action.
- `art` are the pieces, `supply` is what stands beside the land, `ground` oceans and empty land, all made
of `paper`; `overlay` is light over spaces, `illustration_marks` are signs in pictures of the rules.
- `rivers` are the waters of a position, `water` their pictures, `water_light` the light that moves on
them, `wildlife` surf and gulls, `moments` a watershed decided.
"""
