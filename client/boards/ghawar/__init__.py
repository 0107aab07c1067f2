"""The face of Ghawar.

`board` is what the screens know (`contract.Board`), made of the kit: its pieces (`art`) lie where
`layout` says; units that do not depend on the window are in `lattice`.

- What can be done, and what that brings: `reach`; how it is shown: `choices`; what is said: `words`, `tips`.
- How a step is shown: `timeline`, with what is special: `truck_motion`, `dice`, the `payout`.
- Beside the field: `standings`. What the dice gave everybody, at the end: `luck`.
- With what it is drawn: `ground`, `derricks`, `trucks`, `cubes`, `lights`.
"""
