"""Parts that all boards share. Read in this order:

| module | idea | a game adds |
| --- | --- | --- |
| `pieces` | a view is a list of `Piece`s with ids that stay; the kit draws and caches them | `pieces(…)` |
| `timeline` | the difference of two such lists is the animation | special `Effect`s |
| `highlights` | great events: a slow zoom, a jolt, a ribbon of words | `highlights(…)` |
| `points` | tokens fly to the plates, where figures roll | `score(view)`, `standing(…)` |
| `hand` | a cursor over the legal actions by their `ActionKey` | `kinds(view)`, `start(view, seat)` |
| `gestures` | how actions are made by hand, read in both directions | `gestures` |
| `preview` | the view after an action, less the view before | nothing |
| `side` | a thing beside the board: place, picture, press and tip in one declaration | `side_items(…)` |
| `counters` | rows of piles with their counts | `piles(…)` |
| `tips` | what the thing under the pointer is and does | `tip(view, viewer, target)` |
| `hooks` | everything a game defines of its board | its layout, words and ground |
| `deciding` | pickers, the target pointed at, the picture of a decision | nothing |
| `grid_board`, `hex_board`, `card_table` | boards of cells, hexes, hands of cards | what lies where |
| `hexes` | places of hexes and the light on their rims | nothing |
| `grid_camera` | which cells of a grid are visible where | what has to be visible |
| `dust_devil` | a column of dust over dry land | nothing |
| `panning` | the camera: all pieces from one layout to another | nothing |
| `board` | `KitBoard` puts these together into a `Board` | its own class |
| `paper` | cut paper: grain, sheets, stamps, ground under the lamp | colours |
| `illustration` | a picture of the rules as data: a position as text, marks, claims | the data |
| `arrangement` | layout of the fields of such a picture | nothing |
| `captions` | words and signs of such a picture | nothing |
| `illustrator` | draws such a picture with the board | nothing |
"""
