"""The face of Ghawar.

`board` is what the screens know (`client.boards.base.Board`).

- What a person means: `hand`, which asks `preview` what can be done with a roll; what is said: `words`.
- Where things lie: `places`; which way trucks stand there: `headings`.
- What is drawn: `scene`, put together from what lies on the field (`lying`), what can be done there
  (`meant`), what stands beside it (`side`) and what happens: `motion` says when, `moves` how, `drives` along
  which arcs a truck goes, `winner` how it ends. Units that do not depend on the window are in `lattice`.
- With what it is drawn: `ground`, `derricks`, `trucks`, `dice` and other `pieces`, in their `looks`.
- What the dice gave everybody, at the end: `luck`.
- `pictures` draws the pictures of the rules on `paper`, with what is tried there (`trials`); `fields` is
  their data.
"""
