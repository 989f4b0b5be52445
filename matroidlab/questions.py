"""What can be asked of every matroid: a yes-or-no question whose every "no" can be shown."""

from collections.abc import Mapping
from typing import Protocol, TypeAlias, runtime_checkable

from matroidlab.protocol import Matroid

Witness: TypeAlias = Mapping[str, object]
"""What shows that the answer is no, as plain data: it is written to files, and read by other programs."""


@runtime_checkable
class Question(Protocol):
    """A yes-or-no question about matroids of at most 22 elements, the same for isomorphic ones."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return what shows that the answer is no, or None if it is yes."""

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether a witness shows that the answer is no, by as little as possible of what found it."""

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether the answer is yes, by brute force from the definition or by another theorem; may be slow."""
