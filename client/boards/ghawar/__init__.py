"""The face of Ghawar.

`board` is what the screens know (`client.boards.base.Board`).

- What a person means: `hand`, which asks `preview` what can be done with a roll; what is said: `words`.
- Where things lie: `places`; which way trucks stand there: `headings`.
- What is drawn: `scene`, put together from field and depots, from what stands beside them (`side`) and from
  what happens (`motion` says when).
- With what it is drawn: `ground`, `derricks`, `trucks`, `dice` and other `pieces`, in their `looks`.
- What the dice gave everybody, at the end: `luck`.
- `pictures` draws the pictures of the rules on `paper`, `fields` is their data.
"""
