"""When items joined a catalogue, so that segments follow it alike however seldom they are asked."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from matroidlab.types import Elements, as_count


class Arrivals:
    """The versions of a catalogue at which its items joined it.

    A segment follows the catalogue when it is asked for a list, perhaps after many changes. With a
    line of newcomers the order of the changes matters, because those who come later wait behind
    the others. Here a segment reads what it has missed, in order.
    """

    def __init__(self, size: int) -> None:
        self.versions: Elements = np.zeros(size, dtype=np.intp)
        """For each item the version in which it was added, or came back last; 0 at first."""
        self._in_baseline: dict[int, int] = {}
        """The versions in which items entered the baseline for the first time, in order."""
        self.line: tuple[int, int] | None = None
        """The version in which newcomers began to wait in a line, and the number of items then."""

    def come(self, item: int, version: int) -> None:
        """Let an item be added, or come back."""
        if item == len(self.versions):
            self.versions = np.append(self.versions, version)
        self.versions[item] = version

    def enter_baseline(self, item: int, version: int) -> None:
        """Let an item enter the baseline."""
        self._in_baseline.setdefault(item, version)

    def since(self, version: int) -> Elements:
        """Return the items that came after a version, in order."""
        later = np.flatnonzero(self.versions > version)
        ordered: Elements = later[self.versions[later].argsort()]
        return ordered

    def in_baseline_since(self, version: int) -> Elements:
        """Return the items that entered the baseline first after a version, in order."""
        found = [item for item, entered in self._in_baseline.items() if entered > version]
        return np.array(found, dtype=np.intp)

    def plain(self) -> dict[str, object]:
        """Return everything as plain data, except for the versions of all items."""
        return {"in_baseline": list(self._in_baseline.items()), "line": self.line}

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any], versions: Elements) -> "Arrivals":
        """Return what `plain` and the versions describe, or raise an error."""
        last = len(versions) - 1
        made = cls(0)
        made.versions = versions
        made._in_baseline = {
            as_count(item, name="item", most=last): as_count(version, name="version")
            for item, version in plain["in_baseline"]
        }
        if plain["line"] is not None:
            version, size = plain["line"]
            made.line = (
                as_count(version, name="version"),
                as_count(size, name="number of items", most=len(versions)),
            )
        return made
