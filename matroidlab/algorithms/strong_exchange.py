from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from matroidlab.types import Elements


@dataclass(frozen=True)
class StrongExchange:
    """The orderability of a matroid that constructs a strong bijection for every pair of bases.

    >>> from matroidlab import UniformMatroid
    >>> import numpy as np
    >>> known = UniformMatroid(size=4, rank=2).orderability()
    >>> known.violation is None, known.strong_bijection(np.array([0, 1]), np.array([1, 3]))
    (True, array([3, 1]))
    """

    construct: Callable[[Elements, Elements], Elements]

    violation: ClassVar[None] = None

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements:
        """Construct it, aligned with ``source``."""
        return self.construct(source, target)
