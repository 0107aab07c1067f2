"""Down Under.

`rules` is the rulebook, `state` what a game is made of. `ground` says where stretches lead, `paths` how paths
grow, `field` and `frames` where cards may lie and what lies there from the start, `queries` what can be read
off a state, `placing` which paths would meet in a card. `scoring` is what paths are worth, `refusals` says
why not, `notation` how actions are written and `position` how positions are. `bot` is what is good, `glance`
at first sight; `strands` and `ahead` are a lighter board to look ahead on.
"""
