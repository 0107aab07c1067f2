"""Board of Ghawar.

`board` is the game's part of the kit's board: its pieces (`art`) get their places from `layout`; `lattice`
has lengths in units of the lattice, which do not depend on the window.

- Legal actions and their gains: `reach`; their picture: `choices`; sentences: `words`, `tips`.
- Animation of steps: `timeline`, with `truck_motion`, `dice`, great `moments` and the `payout`.
- Beside the field: `standings`. Everybody's luck with the dice, at the end: `luck`.
- Pictures: `ground`, `derricks`, `trucks`, `cubes`, `lights`.
"""
