from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from matroidlab.algorithms import is_basis
from matroidlab.orderability.certificates import has_bijection, strong_bijection_failure
from matroidlab.orderability.matching import Exchange, match_rows, symmetric_exchanges
from matroidlab.protocol import Matroid
from matroidlab.protocol.labels import names_to_show
from matroidlab.types import Elements, are_elements

SHOWN = 12
"""If there are more common elements than this, a message counts them instead of listing them."""


@dataclass(frozen=True, eq=False)
class Violation:
    """Two bases that have no bijection of the kind asked for.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> violation = Violation(k4, np.array([0, 3, 5]), np.array([1, 2, 4]))
    >>> print(violation)
    {0-1, 1-2, 2-3} and {0-2, 0-3, 1-3} have no strong bijection, because 0-1 and 2-3 can each ...
    >>> violation.verify(k4)
    True

    Attributes
    ----------
    matroid
        The matroid of which they are bases.
    source
        One of the two bases, ascending.
    target
        The other basis, ascending.
    most
        The number of elements that the bijection must be able to exchange at once, in both bases:
        1 for base-orderability, None (any number) for strong base-orderability.
    names
        The names of the elements, for printing; by default those that the matroid gives them, or
        their numbers.
    """

    matroid: Matroid = field(repr=False)
    source: Elements
    target: Elements
    most: int | None = None
    names: Sequence[str] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", np.sort(self.source))
        object.__setattr__(self, "target", np.sort(self.target))

    @property
    def short_of_partners(self) -> frozenset[int]:
        """Elements of the source with too few partners; empty if only larger exchanges fail."""
        exchange = Exchange.between(self.source, self.target)
        rows = match_rows(symmetric_exchanges(self.matroid, exchange)).rows_short
        return frozenset(exchange.leaving[rows].tolist())

    @property
    def kind(self) -> str:
        """The kind of bijection that does not exist."""
        if self.most is None:
            return "strong bijection"
        if self.most == 1:
            return "bijection of symmetric exchanges"
        return f"bijection for symmetric exchanges of up to {self.most} elements"

    def __repr__(self) -> str:
        both = f"{self._set(self.source)} and {self._set(self.target)}"
        return f"Violation({both} have no {self.kind})"

    def __str__(self) -> str:
        common = len(np.intersect1d(self.source, self.target))
        if common <= SHOWN:
            both = f"{self._set(self.source)} and {self._set(self.target)}"
            return f"{both} have no {self.kind}, because {self.reason}"
        here = np.setdiff1d(self.source, self.target)
        there = np.setdiff1d(self.target, self.source)
        same = f"each with the same {common} other elements"
        both = f"{self._set(here)} and {self._set(there)}"
        return f"{both}, {same}, have no {self.kind}, because {self.reason}"

    @cached_property
    def reason(self) -> str:
        """Why there is none: elements short of partners, or a bijection that fails later."""
        exchange = Exchange.between(self.source, self.target)
        allowed = symmetric_exchanges(self.matroid, exchange)
        matching = match_rows(allowed)
        if matching.columns is None:
            columns = np.flatnonzero(allowed[matching.rows_short].any(axis=0))
            return self._short(exchange.leaving[matching.rows_short], exchange.entering[columns])
        partners = exchange.entering[matching.columns]
        return self._failing(exchange.leaving, partners, exchange.aligned(partners))

    def _failing(self, leaving: Elements, partners: Elements, bijection: Elements) -> str:
        failing = strong_bijection_failure(self.matroid, self.source, bijection, most=self.most)
        example = ", ".join(
            f"{a} for {b}" for a, b in zip(self._words(leaving), self._words(partners), strict=True)
        )
        text = "every bijection whose single exchanges all succeed fails for a larger exchange"
        if failing is None:
            return text
        return f"{text}; {example}, for one, fails for {self._listed(failing)} together"

    def verify(self, matroid: Matroid) -> bool:
        """Whether this is a violation, by brute force over all bijections and all exchanges.

        This shares no code with the search that found it: all d! bijections of the d elements in
        which the bases differ are tried (by backtracking if d > 7), each with up to 2**d exchanges.
        """
        most: object = self.most
        is_asked = most is None or (isinstance(most, int) and most >= 1)
        if not is_asked or not are_elements([self.source, self.target], matroid.size):
            return False
        if not (is_basis(matroid, self.source) and is_basis(matroid, self.target)):
            return False
        return not has_bijection(matroid, self.source.tolist(), self.target.tolist(), self.most)

    def by_name(self, names: Sequence[str]) -> "Violation":
        """Return the same violation, which prints the names of the elements."""
        return replace(self, names=names)

    def _words(self, elements: Elements) -> list[str]:
        names = self.names or names_to_show(self.matroid)
        return [names[element] for element in elements.tolist()]

    def _set(self, elements: Elements) -> str:
        return f"{{{', '.join(self._words(elements))}}}"

    def _listed(self, elements: Elements) -> str:
        words = self._words(elements)
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"

    def _short(self, leaving: Elements, entering: Elements) -> str:
        """Hall's condition fails: fewer partners than elements."""
        if not len(entering):
            return f"{self._listed(leaving)} cannot be exchanged symmetrically"
        each = "each " if len(leaving) > 1 else ""
        partners = self._listed(entering)
        return f"{self._listed(leaving)} can {each}be exchanged symmetrically only for {partners}"

    def _key(self) -> tuple[object, ...]:
        return self.most, tuple(self.source.tolist()), tuple(self.target.tolist())

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Violation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())
