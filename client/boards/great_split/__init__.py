"""The face of The Great Split: `board` is what the screens know, made of the kit.

| module | what it says |
| --- | --- |
| `layout` | where everything lies: estates, the own strip, what stands beside the field |
| `pieces` | what lies on the table in a view, what lies under it, what can be pointed at |
| `art`, `tracks` | what things look like; `tracks`: the rows of an estate, and what they are worth |
| `hand` | the hand: parts cards with the splitter, sells, warns of losses |
| `timeline` | how cards that were played, wallets and the end of a round are shown |
| `words`, `tips` | sentences, and what things are, do and are worth |
| `face_down` | steps of cards face down, as a replay needs them |
"""
