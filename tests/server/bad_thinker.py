"""A worker that misbehaves as its first argument, or the level it is asked for, says:

`easy` ends without an answer, `normal` never answers, `hard` answers junk, `random` plays properly.
"""

from __future__ import annotations

import sys
from typing import BinaryIO

from core import codec
from server.bots.worker import LENGTH_BYTES, ThinkAnswer, ThinkRequest, think


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    while len(head := source.read(LENGTH_BYTES)) == LENGTH_BYTES:
        asked: ThinkRequest = codec.typed(
            codec.unpack(source.read(int.from_bytes(head, "big"))), ThinkRequest
        )
        if asked.level == "easy":
            return
        while asked.level == "normal":
            source.read(1)
        packed = b"\xc1\xc1" if asked.level == "hard" else codec.encode(ThinkAnswer(think(asked)))
        sink.write(len(packed).to_bytes(LENGTH_BYTES, "big") + packed)
        sink.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
