"""The Great Divide: `rules` is the rulebook, `land` the map, `drainage` where water goes."""
