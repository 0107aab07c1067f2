"""The face of The Great Split: `board` is what the screens know, made of the kit.

| module | what it says |
| --- | --- |
| `layout` | where everything lies: estates, the own strip, what stands beside the field |
| `estates`, `strip`, `side` | the pieces of a view; `standing`: an estate in numbers |
| `art`, `tracks`, `velvet` | what they look like |
| `parting` | the hand: parts cards with the splitter, sells, warns of losses |
| `recap`, `wallets`, `market` | how cards that were played, wallets and the end of a round are shown |
| `words` | sentences; `covered`: steps face down, for whoever comes later |
| `pictures`, `fields` | the pictures of the rules, and their data |
"""
