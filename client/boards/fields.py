"""What the pictures of all games' rules are made of as data (`assets/rules/<game>.toml`).

Each game says what stands in its fields. How they are arranged and what is drawn round them is in
`client.boards.pictures`.
"""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

MOST_SEATS = 7
Mark = Literal["", "right", "wrong"]


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat says: the key of a text below `<game>.rules.label`."""

    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
    words: str


class Extent(msgspec.Struct, frozen=True):
    """How much room a field needs: sizes across and down, words above (`says`) and below (`labelled`).

    A size is the unit in which its game draws: a cell, a radius. All fields of a picture have the same.
    """

    across: float
    down: float
    says: bool = False
    labelled: bool = False


class AnyField(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every field has: what a seat `says` above it; below it a tick or a cross and a `label`.

    `label` is the key of a text below `<game>.rules.label`.
    """

    says: Saying | None = None
    mark: Mark = ""
    label: str = ""

    @property
    def measures(self) -> tuple[float, float]:
        """How wide and high what it shows is, in sizes."""
        raise NotImplementedError

    @property
    def extent(self) -> Extent:
        """How much room it needs with its words."""
        return Extent(*self.measures, says=self.says is not None, labelled=bool(self.label or self.mark))

    @property
    def words(self) -> tuple[str, ...]:
        """The keys of the texts in it."""
        return tuple(key for key in (self.says.words if self.says else "", self.label) if key)


SomeField = TypeVar("SomeField", bound=AnyField)


class Fields(msgspec.Struct, Generic[SomeField], frozen=True, forbid_unknown_fields=True):
    """A picture: fields side by side or one below the other; `then` puts arrows between them."""

    fields: Annotated[tuple[SomeField, ...], Meta(min_length=1, max_length=6)]
    then: bool = False
