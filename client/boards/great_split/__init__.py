"""The face of The Great Split.

`board` is what the screens know (`client.boards.base.Board`).

- What a person means: `meant`; what changes it: `hand`, which parts cards in a `row`; what is said: `words`.
- Where things lie: `places`. What is drawn: `scene`, put together from `tracks` and `side`; `motion` says how
  a happening is shown. With what it is drawn: `pieces`.
- `pictures` draws the pictures of the rules.
"""
