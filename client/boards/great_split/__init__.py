"""Board of The Great Split: `board` is what the screens use, made of the kit.

| module | content |
| --- | --- |
| `layout` | places of everything: estates, the strip of the own hand, papers beside the field |
| `pieces` | pieces on the table, ground below them, hit areas |
| `art`, `tracks` | looks of the pieces; `tracks`: the rows of an estate, and what they are worth |
| `hand` | the hand, which parts cards with the splitter, sells them, and warns of losses |
| `timeline` | animation of resolved cards, wallets and the end of a round |
| `words`, `tips` | sentences, and what things are, do and are worth |
| `face_down` | steps of cards face down, as a replay needs them |
"""
