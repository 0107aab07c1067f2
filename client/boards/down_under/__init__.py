"""The face of Down Under.

`board` is what the screens know (`client.boards.base.Board`).

- What a person means: `hand`, which asks `lays` what could lie where and `preview` what would come of it;
  what is said: `words`.
- Where things lie: `places`, and on the ground what the `camera` has in sight.
- What is drawn: `scene`, put together from what lies (`field`, `side`), what a person has in mind (`meant`)
  and what happens (`moves`, `winner`; `growth` says in which order, `motion` when).
- With what it is drawn: `pieces` (cards, billabongs with their `pool`, animals) and `ribbons` (paths, in
  `bands`), in the `looks` of paths along their `ways`, on `earth`; all of cut `paper`. Small marks: `signs`.
- `pictures` draws the pictures of the rules, `fields` is their data.
"""
