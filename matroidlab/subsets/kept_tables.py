"""Tables that are made once for a matroid and kept as long as the matroid lives."""

from typing import Generic, TypeVar
from weakref import ref

Value = TypeVar("Value")

MOST_BYTES = 1 << 28
"""The most memory that kept tables take together; the oldest are forgotten first."""


class KeptTables(Generic[Value]):
    """Values by the identity of an object, which is not kept alive by them.

    >>> class Thing: pass
    >>> thing, kept = Thing(), KeptTables[int]()
    >>> kept.put(thing, 7, cost=8)
    >>> kept.get(thing)
    7

    By identity and not by value: hashing a matroid that lists its bases takes longer than most
    questions about it.
    """

    def __init__(self) -> None:
        self._values: dict[int, tuple[ref[object], Value, int]] = {}
        self._bytes = 0

    def get(self, owner: object) -> Value | None:
        """Return the value of an object, or None."""
        found = self._values.get(id(owner))
        return found[1] if found is not None and found[0]() is owner else None

    def put(self, owner: object, value: Value, *, cost: int) -> None:
        """Keep a value of ``cost`` bytes, unless its object cannot be referred to weakly."""
        key = id(owner)
        try:
            weak = ref(owner, lambda _: self._forget(key))
        except TypeError:
            return
        self._forget(key)
        self._values[key] = (weak, value, cost)
        self._bytes += cost
        while self._bytes > MOST_BYTES:
            self._forget(next(iter(self._values)))

    def _forget(self, key: int) -> None:
        found = self._values.pop(key, None)
        if found is not None:
            self._bytes -= found[2]
