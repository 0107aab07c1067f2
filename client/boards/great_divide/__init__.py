"""Board of The Great Divide. Read in this order:

- `board` is the game's part of the kit's board (`client.boards.kit`); `layout` has the places of everything,
`hand` the additions to the kit's hand, `words` the sentences, `tips` the tips, `score` the seats' points.
- `timeline` has the times within a step; `effects` and `disasters` are animations that only this game has,
`moments` those of decided watersheds, `preview` shows the changes by an action.
- `art` has the looks of the pieces, `supply` paints the bag and more beside the land, `ground` and `sea`
paint empty land and oceans, all made of `paper`; `overlay` is light over spaces, `illustration_marks` are
marks in pictures of the rules.
- `rivers` are the waters of a position, `water` their pictures, `water_light` the light that moves on them,
`wildlife` surf and gulls; `hexes` is the geometry of a space.
"""
