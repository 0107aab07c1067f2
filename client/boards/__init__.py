"""One file a game: draws its view, finds what is under the pointer, animates a step."""
