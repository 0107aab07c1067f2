"""Set-up of a game: seats, rules, options of the table."""
