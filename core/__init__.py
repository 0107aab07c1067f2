"""The rules and everything that needs no machine: Game contract, match, codec, wire protocol, bots."""
