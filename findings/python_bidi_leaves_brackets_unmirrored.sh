#!/bin/sh
# Guess: python-bidi's `bidi.get_display` gives a line as it is to be drawn, brackets mirrored (rule L4 of UAX 9).
# So it is only with the older `bidi.algorithm.get_display` of the same package: the faster one reorders and
# leaves brackets as they were, so that they open to the wrong side.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m pip install --quiet --no-deps --target "$folder" python-bidi==0.6.12
PYTHONPATH="$folder" python3 - <<'PY'
import bidi
import bidi.algorithm

line = "\u05d0\u05d1 (\u05d2)"
fast, old = bidi.get_display(line), bidi.algorithm.get_display(line)
print("python-bidi", bidi.VERSION, ascii(line), "get_display:", ascii(fast), "algorithm:", ascii(old))
assert fast == ")\u05d2( \u05d1\u05d0", "brackets are mirrored now"
assert old == "(\u05d2) \u05d1\u05d0"
PY
