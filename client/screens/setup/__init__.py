"""The set-up of a game: seats, rules, the table's own options."""
