"""Arithmetic whose last digits are the same on every processor, so that AIs decide the same there.

Those of numpy's linear algebra (OpenBLAS 0.3.31) differ from one family of processors to another. Its `exp`
and `log` have code of their own for some vector instructions, so they are not trusted either. Plain
operations are exact to the last digit everywhere.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from core.bots.contract import FloatArray

_SQUARINGS: Final = 10
_TERMS: Final = 8


def logistic(values: ArrayLike) -> FloatArray:
    """1 / (1 + e ** -value) of each value, to nine digits; values beyond ±50 count as ±50. The same shape."""
    small = np.clip(values, -50.0, 50.0) / -(2.0**_SQUARINGS)
    power = np.ones_like(small)
    for term in range(_TERMS, 0, -1):
        power = 1 + power * small / term  # Taylor's series, from its last term on
    for _ in range(_SQUARINGS):
        power = power * power
    likely: FloatArray = 1 / (1 + power)
    return likely
