"""Down Under.

Three files are its rules: `rules` the rulebook, `state` what a game is made of, `board` the field, what lies
on it, and how paths run. `frames` are the drawings of what may lie there from the start, `scoring` what paths
are worth, `refusals` why not, `notation` actions as text, `position` positions as text, `bot` the AI.
"""
