"""Board of Down Under. Read in this order:

| module | subject |
| --- | --- |
| `board` | the board: the game's part of `client.boards.kit.board` |
| `layout`, `camera` | places of everything, and the visible part of the ground |
| `pieces`, `art` | pieces on the ground, and their looks |
| `preview` | changes that an action would bring |
| `supplies` | cards, paths and billabongs beside the ground |
| `wildlife` | a kangaroo and a dust devil beside the field |
| `step_schedule`, `timeline` | the phases of a step with their times, and their animation |
| `ending` | the winning path at the end of a game |
| `words`, `tips` | sentences, and tips for things |
| `ribbons`, `roads`, `ground` | paths, the roads they are made of and their styles, the red earth |
"""
