"""The protocol: commands, messages, and the wire that carries them."""
