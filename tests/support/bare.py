from matroidlab import Matroid
from matroidlab.types import Booleans, Elements


class Bare:
    """A matroid with the members of the protocol and nothing else."""

    __slots__ = ("_matroid",)

    def __init__(self, matroid: Matroid) -> None:
        self._matroid = matroid

    def __repr__(self) -> str:
        return f"Bare({self._matroid!r})"

    @property
    def size(self) -> int:
        return self._matroid.size

    @property
    def rank(self) -> int:
        return self._matroid.rank

    def is_independent(self, elements: Elements, /) -> bool:
        return self._matroid.is_independent(elements)

    def greedy(self, order: Elements, /) -> Elements:
        return self._matroid.greedy(order)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        return self._matroid.swaps(independent, incoming)
