"""The face of The Great Divide.

`board` is what the screens know (`client.boards.base.Board`).

- What a person means: `hand`; what is said: `words`; how the seats stand: `standing`.
- Where things lie: `places`, on `hexes`. The rivers of a position: `rivers`.
- What is drawn: `scene`, put together from what lies still (`land`, `side`), the light on the water
  (`current`), what a person has in mind (`preview`) and what happens (`moves`, `disasters`; `motion` says
  when).
- With what it is drawn: `pieces` (tiles), `ground` and `cards`, made of `paper`; `water` for rivers, `lights`
  for rims.
- `pictures` draws the pictures of the rules, `fields` is their data.
"""
