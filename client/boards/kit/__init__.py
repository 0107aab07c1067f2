"""What all boards share. Read in this order:

| module | idea | a game adds |
| --- | --- | --- |
| `pieces` | a view is a list of `Piece`s with ids that stay; the kit draws and keeps them | `pieces(…)` |
| `timeline` | the difference of two such lists is the animation | what is special, as `Effect`s |
| `moments` | great events: a slow zoom, a nudge, a ribbon of words | `moments(…)` |
| `points` | tokens fly to the plates, where figures roll | `score(view)`, `standing(…)` |
| `hand` | a cursor over the legal actions by their `Key` | `key(action)`, `action(key)` |
| `preview` | the view after an action, less the view before | nothing |
| `counters` | rows of things with their counts | the rows |
| `tips` | what the thing is on which the pointer rests | `tip(view, viewer, target)` |
| `hooks` | all that a game can say about its board | its layout, words and ground |
| `deciding` | whose hand it is, what is pointed at, how a decision is drawn | nothing |
| `panning` | the camera: all pieces from one layout to another | nothing |
| `board` | `KitBoard` puts these together into a `Board` | its own class |
| `paper` | cut paper: grain, sheets, stamps, ground under the lamp | colours |
| `illustration` | a picture of the rules as data: a position as text, marks, claims | the data |
| `arrangement` | where the fields of a picture lie | nothing |
| `captions` | words and signs of a picture | nothing |
| `illustrator` | draws it with the board | nothing |
"""
