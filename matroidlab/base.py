from abc import ABC, abstractmethod
from functools import cached_property
from importlib import import_module
from inspect import isfunction
from typing import TYPE_CHECKING, Any

import numpy as np

from matroidlab.algorithms.oracle import OracleSwaps, greedy_by_oracle, swaps_by_oracle
from matroidlab.algorithms.sets import takes_arrays
from matroidlab.protocol import Pairwise
from matroidlab.protocol.function_names import function_for
from matroidlab.types import Booleans, Elements

METHODS_OF_SETS = ("is_independent", "greedy", "swaps")
"""The methods that take sets, as arrays."""


class _Rank(cached_property[int]):
    """A cached property that the class itself does not show.

    A dataclass takes an attribute of its base class for the default of a field of that name. Hidden
    from the class, the rank leaves the field ``rank: int`` of a family without a default.
    """

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        if instance is None:
            raise AttributeError("rank")
        return super().__get__(instance, owner)


class MatroidBase(ABC):
    """Everything a family gets for writing ``size`` and ``is_independent``.

    >>> class AtMostOneOdd(MatroidBase):
    ...     size = 4
    ...     def is_independent(self, elements, /):
    ...         return sum(elements % 2) <= 1
    >>> AtMostOneOdd().rank
    3

    A family overrides what it can do faster. An override is only a speed, never another answer.
    """

    # At run time the name stays free, for a dataclass field or a property of the family.
    if TYPE_CHECKING:

        @property
        def size(self) -> int:
            """The number of elements."""
    else:

        def __init_subclass__(cls, **options: Any) -> None:
            """Let the methods of a family say what is wrong with a set or a list."""
            super().__init_subclass__(**options)
            for name in METHODS_OF_SETS:
                if isfunction(cls.__dict__.get(name)):
                    setattr(cls, name, takes_arrays(cls.__dict__[name]))

        def __getattr__(self, name: str) -> Any:
            answer = function_for(name)
            if answer is not None:
                kind = type(self).__name__
                raise AttributeError(f"{kind!r} object has no attribute {name!r}: see {answer}")
            return object.__getattribute__(self, name)  # which raises what the lookup has raised

    @abstractmethod
    def is_independent(self, elements: Elements, /) -> bool:
        """Whether the set is independent."""

    @_Rank
    def rank(self) -> int:
        """The number of elements of every basis; found once, by ``size`` oracle calls."""
        return len(self.greedy(np.arange(self.size)))

    @takes_arrays
    def greedy(self, order: Elements, /) -> Elements:
        """Those of ``order``, in order, that are independent of the ones kept before."""
        return greedy_by_oracle(self.is_independent, order)

    @takes_arrays
    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """``[i, j]``: whether ``independent - independent[j] + incoming[i]`` is independent."""
        return swaps_by_oracle(self.is_independent, independent, incoming)

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show, by a plugin that draws matroids; None without one."""
        # Notebooks ask the object itself, and only the registry knows which plugin draws. It is
        # loaded by name, because this room lies below it.
        picture: str | None = import_module("matroidlab.registry").svg_of(self)
        return picture

    def pairwise(self) -> Pairwise | None:
        """Swaps at some places only, unless the family has a quicker way to all of them."""
        is_generic = getattr(self.swaps, "__func__", None) is MatroidBase.swaps
        return OracleSwaps(self.is_independent) if is_generic else None
