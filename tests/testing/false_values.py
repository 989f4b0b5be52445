"""Matroids that are wrong as values: shown, copied, compared or hashed badly."""

from dataclasses import dataclass
from typing import Any, Self

from matroidlab import UniformMatroid
from matroidlab.types import Booleans, Elements


@dataclass(frozen=True, repr=False)
class UnreadableRepr(UniformMatroid):
    def __repr__(self) -> str:
        return "<a matroid>"


@dataclass(frozen=True)
class PicklesToAnother(UniformMatroid):
    def __reduce__(self) -> tuple[Any, ...]:
        return UniformMatroid, (self.size, 0)

    def __deepcopy__(self, memo: object) -> Self:
        return self


@dataclass(frozen=True, eq=False)
class EqualToItselfOnly(UniformMatroid):
    __hash__ = object.__hash__


@dataclass(frozen=True)
class HashOfUse(UniformMatroid):
    """Its hash changes with use."""

    def __hash__(self) -> int:
        return len(vars(self))

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        vars(self)["used"] = True
        return super().swaps(independent, incoming)
