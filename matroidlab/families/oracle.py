from collections.abc import Callable
from dataclasses import dataclass, field

from matroidlab.base import MatroidBase
from matroidlab.errors import InvalidMatroidError
from matroidlab.types import Elements, as_count


@dataclass(frozen=True)
class OracleMatroid(MatroidBase):
    """The matroid of a plain function that says which arrays of elements are independent.

    >>> at_most_two = OracleMatroid(size=4, is_independent=lambda elements: len(elements) <= 2)
    >>> at_most_two.rank
    2

    The function is trusted to describe a matroid; ``matroidlab.testing.check_matroid`` tests
    whether it does. No plugin record offers this family: a file that could name a function could
    run code.

    Parameters
    ----------
    size
        The number of elements, which are ``0 .. size-1``.
    is_independent
        A function from an array of distinct elements to True or False.

    Raises
    ------
    InvalidMatroidError
        If ``size`` is negative.

    See Also
    --------
    ExplicitMatroid, RankMatroid
    """

    size: int = field()
    is_independent: Callable[[Elements], bool] = field()

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "size", as_count(self.size, name="size", error=InvalidMatroidError)
        )
        if not callable(self.is_independent):
            raise InvalidMatroidError(
                f"is_independent must be callable, got {self.is_independent!r}"
            )

    def __repr__(self) -> str:
        function = getattr(self.is_independent, "__name__", type(self.is_independent).__name__)
        return f"OracleMatroid(size={self.size}, is_independent={function})"


OracleMatroid.__abstractmethods__ = frozenset()  # the field stands in the abstract method's place
