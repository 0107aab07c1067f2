"""Compiled code: bits, random numbers and lists for the kernels and policies of all games.

Only AI workers, analyses, tools and tests import this module and the kernels (see `core.bots.kernel`): numba
takes a second to start, and it may be missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import exp
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic

from core.bots import kernel as contract
from core.bots.contract import FloatArray
from core.bots.kernel import Generator, IntArray

F = TypeVar("F", bound=Callable[..., Any])


def jit(function: F) -> F:
    """Compile a function when it is first called, and keep it if numba was given a folder for that.

    Nothing is kept beside the sources: numba would not notice there that what they import has changed.
    Compiled callers give constants as numbers: numba would compile the function anew for each constant.
    """
    compiled: Any = numba.njit(nogil=True)(function)
    if numba.config.CACHE_DIR:
        _keep(compiled)
    call_template = compiled.get_call_template
    compiled.get_call_template = lambda args, names: call_template(
        tuple(getattr(arg, "literal_type", arg) for arg in args), names
    )
    return cast(F, compiled)


unkept: Final[list[str]] = []
"""Why compiled code could not be kept, once for each function; it works all the same."""


def _keep(compiled: Any) -> None:
    """Keep what is compiled of a function in numba's folder as far as that can be used.

    numba would raise what the disk says out of the call, and keep it beside the sources where the folder
    cannot be used. What cannot be read again is damaged: it is compiled anew and replaced.
    """
    try:
        compiled.enable_caching()
    except (OSError, RuntimeError) as error:  # there is no folder at all
        unkept.append(_reason(error))
        return
    cache = compiled._cache  # noqa: SLF001  # numba has no other way to it
    if not cache.cache_path.startswith(numba.config.CACHE_DIR):
        cache.disable()
        unkept.append("it cannot be written to")
    load, save = cache.load_overload, cache.save_overload

    def load_or_compile(signature: Any, context: Any) -> Any:
        try:
            return load(signature, context)
        except Exception:  # what is unpickled may raise anything
            with suppress(OSError):
                cache.flush()
            return None

    def save_or_go_on(signature: Any, result: Any) -> None:
        try:
            save(signature, result)
        except OSError as error:
            unkept.append(_reason(error))

    cache.load_overload, cache.save_overload = load_or_compile, save_or_go_on


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _count(typing: Any, bits: Any) -> Any:
    return numba.int64(numba.int64), lambda context, builder, signature, args: builder.ctpop(args[0])


def _lowest(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return numba.int64(numba.int64), generate


bit_count: Final = cast("Callable[[int], int]", intrinsic(_count))
"""Number of bits set in an int64: one instruction of the processor."""
lowest_bit: Final = cast("Callable[[int], int]", intrinsic(_lowest))
"""Index of the lowest bit set in an int64 that is not 0: one instruction of the processor."""


@jit
def nth_bit(bits: int, n: int) -> int:
    """Index of the bit set in `bits` below which `n` bits are set."""
    for _ in range(n):
        bits &= bits - 1
    return lowest_bit(bits)


GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR: Final = np.uint64(0x94D049BB133111EB)
SHIFT_27, SHIFT_30, SHIFT_31, SHIFT_32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@jit
def random_bits(rng: Generator) -> np.uint64:
    """The next 64 random bits: SplitMix64 (Steele, Lea and Flood, 2014)."""
    rng[0] += GOLDEN
    bits = rng[0]
    bits = (bits ^ (bits >> SHIFT_30)) * FIRST_FACTOR
    bits = (bits ^ (bits >> SHIFT_27)) * SECOND_FACTOR
    return np.uint64(bits ^ (bits >> SHIFT_31))


@jit
def random_below(rng: Generator, n: int) -> int:
    """A random number from 0 to `n` - 1, for `n` below 2³¹."""
    return np.int64((random_bits(rng) >> SHIFT_32) * np.uint64(n) >> SHIFT_32)  # type: ignore[return-value]


@jit
def weighted_index(rng: Generator, weights: FloatArray, n: int) -> int:
    """An index below `n`, each as likely as its weight."""
    total = 0.0
    for i in range(n):
        total += weights[i]
    rest = random_below(rng, 1 << 30) / (1 << 30) * total
    for i in range(n):
        rest -= weights[i]
        if rest < 0:
            return i
    return n - 1


@jit
def keep_best(actions: IntArray, values: FloatArray, count: int, most: int) -> int:
    """Move at most so many actions of greatest value to the front, in order; returns their number."""
    kept = min(count, most)
    for place in range(kept):
        best = place
        for other in range(place + 1, count):
            if values[other] > values[best]:
                best = other
        actions[place], actions[best] = actions[best], actions[place]
        values[place], values[best] = values[best], values[place]
    return kept


@jit
def share_win(values: FloatArray, count: int, wins: FloatArray) -> None:
    """Write each seat's share of the win: that of the greatest value has all, equal ones share it.

    A seat of value −inf cannot win. `wins` may be the array `values` itself.
    """
    best, winners = -np.inf, 0
    for seat in range(count):
        if values[seat] > best:
            best, winners = values[seat], 0
        winners += values[seat] == best
    for seat in range(count):
        wins[seat] = 1.0 / winners if best > -np.inf and values[seat] == best else 0.0


@jit
def share_chances(values: FloatArray, count: int, spread: float, wins: FloatArray) -> None:
    """Write each seat's chance to win: a softmax of values that may still change by about `spread`.

    For two seats that is a logistic curve. `wins` may be the array `values` itself.
    """
    best, total = -np.inf, 0.0
    for seat in range(count):
        best = max(best, values[seat])
    for seat in range(count):
        wins[seat] = exp((values[seat] - best) / spread)
        total += wins[seat]
    for seat in range(count):
        wins[seat] /= total


# --- One algorithm for all games -----------------------------------------------------------------------


@jit
def _no_chances(s: IntArray, actions: IntArray, weights: FloatArray) -> int:
    return 0


@jit
def _no_draw(s: IntArray, rng: Generator) -> int:
    return 0


@jit
def _nothing_to_imagine(s: IntArray, seat: int, rng: Generator) -> None:
    pass


@jit
def _nothing_to_conceal(s: IntArray, seat: int) -> None:
    pass


_DEFAULTS: Final = {
    "chances": _no_chances,
    "draw": _no_draw,
    "imagine": _nothing_to_imagine,
    "conceal": _nothing_to_conceal,
}


def specialised(
    parts: Sequence[Callable[..., Any]], kernel: ModuleType, more: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """Functions by name for the game of a kernel, each compiled when it is first called.

    `parts` call each other, those of the game that are in `more`, and the functions of the contract. Each
    becomes a function with the same code but the game's functions among its globals; its name tells numba's
    cache whose it is.
    """
    names = [name for name in vars(contract) if not name.startswith("__") and hasattr(kernel, name)]
    own = _DEFAULTS | {name: getattr(kernel, name) for name in names} | dict(more)
    spaces = [part.__globals__ | own for part in parts]
    for part, space in zip(parts, spaces, strict=True):
        copy = FunctionType(part.__code__, space, part.__name__, part.__defaults__)
        copy.__module__ = part.__module__
        copy.__qualname__ = f"{part.__name__}_{kernel.__name__.replace('.', '_')}"
        own[part.__name__] = jit(copy)
    for space in spaces:
        space.update(own)
    return own
