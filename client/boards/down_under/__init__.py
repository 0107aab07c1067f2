"""Board of Down Under. Read in this order:

| module | what |
| --- | --- |
| `board` | the board (`client.boards.kit.board`): what can be done, meant and seen |
| `layout`, `camera` | where things lie, and which part of the ground is in sight |
| `pieces`, `art` | what lies on the ground, and what it looks like |
| `preview` | what an action would change |
| `supplies` | what floats beside the ground |
| `wildlife` | what lives around what is played on |
| `step_phases`, `timeline` | what a step changes and when, and how that is shown |
| `ending` | how the game was won |
| `words`, `tips` | what is said, and what each thing is |
| `ribbons`, `roads`, `ground` | paths, the roads they are made of and their styles, the ground |
"""
