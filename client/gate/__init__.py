"""Gate: the client of every browser that joins, drawn here and sent as pictures.

A process of its own beside a server. `server` serves the page and the sockets; for each browser there is a
`device` with an app that draws on a `display`; `pictures` sends what has changed, `touch` makes events of
what fingers do, `messages` are what a page says.
"""
