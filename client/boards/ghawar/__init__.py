"""Board of Ghawar.

`board` is what the screens use (`contract.Board`), made of the kit: its pieces (`art`) have their places
from `layout`; units that do not depend on the window are in `lattice`.

- Legal actions and their gains: `reach`; their picture: `choices`; sentences: `words`, `tips`.
- Animation of steps: `timeline`, with `truck_motion`, `dice` and the `payout`.
- Beside the field: `standings`. Everybody's luck with the dice, at the end: `luck`.
- Pictures: `ground`, `derricks`, `trucks`, `cubes`, `lights`.
"""
