"""The face of Ghawar.

`board` is what the screens know (`client.boards.base.Board`), made of the kit: its pieces (`art`) lie where
`layout` says (units that do not depend on the window are in `lattice`), and stand as `headings` says.

- What can be done, and what that brings: `outlook`; how it is shown: `choosing`; what is said: `words`.
- How a step is shown: `timelines`, with what is special: `drives` of trucks, rolling `dice`, the `payout`.
- Beside the field: `standings`. What the dice gave everybody, at the end: `luck`.
- With what it is drawn: `ground`, `derricks`, `trucks`, `die` and other `pieces`, in their `looks`.
- `pictures` draws the pictures of the rules on `paper`, with what is tried there (`trials`); `fields` is
  their data.
"""
