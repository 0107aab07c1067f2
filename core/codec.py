"""Values <-> plain data <-> bytes, checked once at the border.

*Plain data* is what msgpack knows: None, bool, int, float, str, bytes, list, dict. Frozen structs
become dicts, tagged unions carry their tag, numpy arrays become `[dtype, shape, bytes]`.
Decoding never trusts: limits first, then the type, and every failure is a `Refused` that says where.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from itertools import product
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgpack
import msgspec
import numpy as np

from core.game import AnyGame, Refused, Seat, read_only

T = TypeVar("T")

MAX_DEPTH: Final = 12
MAX_ITEMS: Final = 32 * 1024
"""Most entries of a list: enough for the log of any game in a table view."""
MAX_TEXT: Final = 16 * 1024
MAX_CELLS: Final = 4096
DTYPES: Final = frozenset({"|b1", "|i1", "|u1", "<i2", "<i4", "<i8"})


def plain(value: Any) -> Any:
    """`value` (a struct, an array, a tuple …) as plain data."""
    return msgspec.to_builtins(value, enc_hook=_array_to_plain, builtin_types=(bytes,), str_keys=False)


def readable(value: Any) -> Any:
    """`value` as JSON can hold it; arrays as nested lists."""
    return msgspec.to_builtins(value, enc_hook=_array_to_lists)


def _array_to_lists(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is not a value of the game")


def typed(data: Any, kind: type[T] | Any) -> T:
    """Plain data as a value of type `kind`. Raises `Refused("codec.refusal.malformed")`."""
    try:
        value: T = msgspec.convert(data, kind, strict=True, dec_hook=_plain_to_array)
    except (msgspec.ValidationError, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise Refused("codec.refusal.malformed", detail=_short(error)) from None
    return value


def prepare_types(*kinds: Any) -> None:
    """Prepare these types now: msgspec could crash if two threads first used one at the same moment."""
    for kind in kinds:
        msgspec.msgpack.Decoder(kind)


def pack(data: Any) -> bytes:
    """Plain data as msgpack bytes."""
    packed: bytes = msgpack.packb(data, use_bin_type=True)
    return packed


def unpack(raw: bytes, text: int = MAX_TEXT, items: int = MAX_ITEMS) -> Any:
    """Msgpack bytes as plain data, within the limits.

    `text`: the most bytes of a text, or of bytes; `items`: the most entries of a list or dict.
    Raises `Refused("codec.refusal.malformed")`.
    """
    try:
        data = msgpack.unpackb(
            raw,
            raw=False,
            strict_map_key=False,
            object_pairs_hook=_map,
            max_str_len=text,
            max_bin_len=text,
            max_array_len=items,
            max_map_len=items,
            max_ext_len=0,
            ext_hook=_no_extension,
        )
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise Refused("codec.refusal.malformed", detail=_short(error)) from None
    if _depth(data) > MAX_DEPTH:
        raise Refused("codec.refusal.malformed", detail=f"nested deeper than {MAX_DEPTH}")
    return data


def encode(value: Any) -> bytes:
    """A value as bytes, those of `pack(plain(value))`; equal values give equal bytes."""
    return _encoder.encode(value)


def digest(value: Any) -> str:
    """Hash of a value, in sixteen hexadecimal digits."""
    return hashlib.sha256(encode(value)).hexdigest()[:16]


def options_of(game: AnyGame, data: Any) -> Any:
    """The game's options from plain data; what is not named keeps its default.

    Raises `Refused` naming an unknown option or a value that it cannot take.
    """
    kind = game.info.options
    if not isinstance(data, dict):
        raise Refused("codec.refusal.options_not_a_table")
    known = kind.__struct_fields__
    for name in data:
        if not known:
            raise Refused("codec.refusal.no_options", option=_short(name), game=game.info.title)
        if name not in known:
            raise Refused("codec.refusal.unknown_option", option=_short(name), known=", ".join(known))
    for name, value in data.items():
        try:
            msgspec.convert({name: value}, kind, strict=True)
        except msgspec.ValidationError:
            raise Refused(
                "codec.refusal.bad_option",
                option=name,
                value=_short(_spelled(value)),
                allowed=_allowed(kind, name),
            ) from None
    return msgspec.convert(data, kind, strict=True)


def changed_options(options: Any) -> dict[str, Any]:
    """Options that are not as usual, as plain data."""
    usual = plain(type(options)())
    return {name: value for name, value in plain(options).items() if value != usual[name]}


def shared_options(game: AnyGame, options: Any) -> dict[str, Any]:
    """Options as records, journals and tables name them, as plain data.

    Those that not all programs know which we speak with are left out where they are as usual.
    """
    offered, usual, since = choices(type(options)), plain(type(options)()), game.info.values_since
    newer = {name for name in since if {*offered[name]} <= {*since[name], usual[name]}}
    return {n: value for n, value in plain(options).items() if n not in newer or value != usual[n]}


def choices(kind: type[msgspec.Struct]) -> dict[str, tuple[Any, ...]]:
    """Every value that each option can take: booleans, literals, and the ends of bounded numbers."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _values(hints[name]) for name in kind.__struct_fields__}


def is_range(kind: type[msgspec.Struct], name: str) -> bool:
    """Whether an option is a bounded number, so that its `choices` are only the ends of its range."""
    hint = get_type_hints(kind)[name]
    return get_origin(hint) is None and hint in (int, float)


def option_numbers(options: Any) -> list[int]:
    """Options as numbers, in the order of their fields.

    What is a number, or yes or no, is itself; of other choices it is the number of the one chosen, from 0 on.
    """
    table = choices(type(options))
    values = ((getattr(options, name), offered) for name, offered in table.items())
    return [int(value) if _counts(offered) else offered.index(value) for value, offered in values]


def options_of_numbers(kind: type[msgspec.Struct], numbers: Sequence[int]) -> Any:
    """The options that `option_numbers` writes so."""
    table = choices(kind).values()
    return kind(
        *(
            (type(offered[0])(number) if _counts(offered) else offered[number])
            for number, offered in zip(numbers, table, strict=True)
        )
    )


def _counts(offered: tuple[Any, ...]) -> bool:
    """Whether all choices of an option are numbers, or yes and no."""
    return all(isinstance(value, int) for value in offered)


def every_options(game: AnyGame) -> list[Any]:
    """All combinations of the game's options, the default first."""
    kind = game.info.options
    table = choices(kind)
    combined = [kind(**dict(zip(table, values, strict=True))) for values in product(*table.values())]
    usual = kind()
    return [usual] + [options for options in combined if options != usual]


def view_of(game: AnyGame, data: Any, options: Any, seats: int) -> Any:
    """A state received from outside: of the game's type, its arrays shaped as those of a start.

    Its tuples (for each seat, for each deck …) are as long as those of a start.
    Raises `Refused("codec.refusal.malformed")`.
    """
    state: Any = typed(data, game.info.state)
    model = game.start(options, seats)
    for name in state.__struct_fields__:
        got, want = getattr(state, name), getattr(model, name)
        if isinstance(want, np.ndarray) and (got.shape != want.shape or got.dtype != want.dtype):
            raise Refused("codec.refusal.malformed", detail=f"{name} has another shape")
        if isinstance(want, tuple) and want and len(got) != len(want):
            raise Refused("codec.refusal.malformed", detail=f"{name} has another length")
    return state


def seat_of(number: int, seats: int) -> Seat:
    """A seat from a number. Raises `Refused("match.refusal.no_such_seat")`."""
    if not 0 <= number < seats:
        raise Refused("match.refusal.no_such_seat", seat=number, seats=seats)
    return Seat(number)


def _array_to_plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return [value.dtype.str, list(value.shape), value.tobytes()]
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} is not a value of the game")


def _plain_to_array(kind: type, data: Any) -> Any:
    if kind is not np.ndarray:
        raise TypeError(f"{kind.__name__} cannot be read")
    dtype, shape, raw = data
    if dtype not in DTYPES or not isinstance(raw, bytes) or len(shape) > 4:
        raise ValueError("not an array")
    if not all(type(n) is int and n >= 0 for n in shape) or math.prod(shape) > MAX_CELLS:
        raise ValueError("not the shape of an array")
    if dtype == "|b1" and max(raw, default=0) > 1:
        raise ValueError("neither true nor false")
    return read_only(np.frombuffer(raw, dtype=dtype).reshape(shape))


def _map(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """The entries of a map. A key that comes twice is refused: not all readers would take the same entry."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key occurs twice in a map")
    return found


def _no_extension(code: int, data: bytes) -> None:
    raise ValueError("extension types are not plain data")


def _values(hint: Any) -> tuple[Any, ...]:
    if hint is bool:
        return (False, True)
    if get_origin(hint) is Literal:
        return get_args(hint)
    for extra in getattr(hint, "__metadata__", ()):
        if isinstance(extra, msgspec.Meta) and extra.ge is not None:
            return (extra.ge, extra.le) if extra.le is not None else (extra.ge,)
    raise TypeError(f"an option of type {hint} has no list of choices")


def _allowed(kind: type[msgspec.Struct], name: str) -> str:
    """The values of an option for a sentence; a bounded number as its range."""
    return ("–" if is_range(kind, name) else ", ").join(map(_shown, choices(kind)[name]))


def _shown(value: Any) -> str:
    return str(value) if isinstance(value, str) else json.dumps(value)


def _spelled(value: Any) -> str:
    """A value in JSON, as people write options."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return repr(value)


def _depth(data: Any) -> int:
    deepest, level = 0, [data]
    while level and deepest <= MAX_DEPTH:
        deepest += 1
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner += [*item.keys(), *item.values()]
            elif isinstance(item, list | tuple):
                inner += item
        level = inner
    return deepest


def _short(value: object) -> str:
    text = "".join(c if c.isprintable() else "?" for c in str(value))
    return text if len(text) <= 120 else text[:119] + "…"


_encoder: Final = msgspec.msgpack.Encoder(enc_hook=_array_to_plain)
