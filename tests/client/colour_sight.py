"""How well colours can be told apart by usual eyes, and by eyes without red, green or blue."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Colour = NDArray[np.float64]

EYES: dict[str, Colour] = {
    "usual": np.eye(3),
    "without red": np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    "without green": np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    "without blue": np.array([[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
}
"""What eyes of four kinds make of linear light (Machado, Oliveira and Fernandes 2009)."""
_LMS = np.array([[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]])
_LAB = np.array([[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]])


def seen(colour: tuple[int, ...], eyes: str) -> Colour:
    """A colour in a space in which distances are those that one sees (Ottosson's Oklab)."""
    found: Colour = _LAB @ np.cbrt(_LMS @ np.clip(EYES[eyes] @ linear(colour), 0, 1))
    return found


def linear(colour: tuple[int, ...]) -> Colour:
    """Red, green and blue as shares of light, 0 … 1."""
    part = np.array(colour[:3]) / 255
    found: Colour = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return found


def nearest(colours: dict[str, tuple[int, int, int]], eyes: str) -> tuple[float, str, str]:
    """The two colours that are hardest to tell apart, and how far apart they are."""
    spots = {name: seen(colour, eyes) for name, colour in colours.items()}
    return min((float(np.linalg.norm(spots[a] - spots[b])), a, b) for a, b in combinations(spots, 2))
