"""The data from which front ends show the trusted list of the available items without a planner."""

import json
from math import inf
from time import monotonic
from typing import NamedTuple

import numpy as np

from matroidlab.algorithms import descending
from matroidlab.bandits import SafeLists
from matroidlab.errors import ServingError
from matroidlab.types import Booleans, Elements, Weights
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.rounds import Evidence, Placement, Round
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.postgres.damage import damage_is_reported
from matroidlab_serving.state.state_part import check_numbers

SECONDS_BETWEEN_READS = 5.0


class Published(NamedTuple):
    """The items by cautious weight, down to the last of the baseline, and their observations.

    The others weigh less than all of the baseline, so their order does not matter: greedy takes a
    baseline item, or one that comes before it.
    """

    order: Elements
    counts: Elements
    sums: Weights
    spreads: Weights
    baseline: Elements

    @classmethod
    def of(cls, segment: Segment) -> "Published":
        """Return the data of a segment; pairs have no order, so theirs is the baseline."""
        if segment.policy.pairs is not None or segment.policy.stays_at_baseline[0]:
            return cls.nothing(segment.catalogue)
        weights = segment.planner.cautious()
        least = weights[segment.catalogue.baseline].min()
        first = np.flatnonzero(weights >= least)
        order = first[descending(weights[first])]
        seen = segment.planner.evidence(order)
        return cls(order, *seen[1:], segment.catalogue.baseline)

    @classmethod
    def nothing(cls, catalogue: ItemCatalogue) -> "Published":
        """Return the data before any planner has run: the baseline."""
        order = np.sort(catalogue.baseline)
        zeros = np.zeros(len(order))
        return cls(order, np.zeros_like(order), zeros, zeros, catalogue.baseline)

    def to_text(self) -> str:
        """Return the data as JSON."""
        return json.dumps([part.tolist() for part in self])

    @classmethod
    def from_text(cls, text: str) -> "Published":
        """Return the data that `to_text` has written."""
        order, counts, sums, spreads, baseline = json.loads(text)
        return cls(
            np.array(order, dtype=np.intp),
            np.array(counts, dtype=np.intp),
            np.array(sums, dtype=np.float64),
            np.array(spreads, dtype=np.float64),
            np.array(baseline, dtype=np.intp),
        )

    def following(self, catalogue: ItemCatalogue) -> "Published":
        """Return the data for a catalogue that has changed since: a new baseline item comes first.

        It is trusted until a planner has compared it with the others.
        """
        new = np.setdiff1d(catalogue.baseline, self.baseline)
        old = ~np.isin(self.order, new)
        seen = self._evidence(len(catalogue.keys))
        return Published(
            np.append(new, self.order[old]),
            np.append(seen.counts[new], self.counts[old]),
            np.append(seen.sums[new], self.sums[old]),
            np.append(seen.spreads[new], self.spreads[old]),
            catalogue.baseline,
        )

    def trusted(self, catalogue: ItemCatalogue, allowed: Booleans) -> Round:
        """Return the trusted list of the available items, as a round of one list."""
        order = np.concatenate(
            [
                self.order[allowed[self.order]],
                _others(self.order, allowed),
                np.flatnonzero(~allowed),
            ]
        )
        basis = catalogue.matroid.greedy(order)
        if not allowed[basis].any():
            raise ServingError("no list can be shown: no item that may be on a list is available")
        safe = SafeLists(catalogue.matroid, catalogue.baseline, swap_size=1)
        # The order of the cautious weights is all that placing needs of them.
        cautious = np.full(len(allowed), -np.inf)
        cautious[self.order] = np.arange(len(self.order), 0, -1)
        cautious[~allowed] = -np.inf
        is_whole = allowed.all()
        found = Placement(safe).round(
            basis[None], cautious, None if is_whole else allowed, self._evidence(len(allowed)).rows
        )
        found.order = [0]
        return found

    def _evidence(self, size: int) -> Evidence:
        """Return the observations of all items.

        Items that are not in the order count as never observed.
        """
        columns = (np.zeros(size, dtype=np.intp), np.zeros(size), np.zeros(size))
        seen = (self.counts, self.sums, self.spreads)
        for column, values in zip(columns, seen, strict=True):
            column[self.order] = values
        return Evidence(np.arange(size), *columns)


def _others(order: Elements, allowed: Booleans) -> Elements:
    """Return the available items that are not in the order, by number."""
    rest = allowed.copy()
    rest[order] = False
    return np.flatnonzero(rest)


class PublishedMemory:
    """The data that was last published of each segment, to show lists while the database is away.

    It is read again from time to time while there are dealt lists, which do without it.
    """

    def __init__(self) -> None:
        self._found: dict[int, Published] = {}
        self._read_at: dict[int, float] = {}

    def is_due(self, index: int) -> bool:
        """Whether the data of a segment were read long ago."""
        return monotonic() - self._read_at.get(index, -inf) > SECONDS_BETWEEN_READS

    def read(self, index: int, catalogue: ItemCatalogue, text: str | None) -> Published:
        """Take in what is published of a segment while the catalogue is this one."""
        found = Published.nothing(catalogue)
        if text is not None:
            with damage_is_reported(f"the published data of segment {index}"):
                found = Published.from_text(text)
                check_numbers(found.order, len(catalogue.keys))
                check_numbers(found.baseline, len(catalogue.keys))
                found = found.following(catalogue)
        self._found[index] = found
        self._read_at[index] = monotonic()
        return found

    def of(self, index: int, catalogue: ItemCatalogue) -> Published:
        """Return the data that is known, or the baseline."""
        found = self._found.get(index)
        if found is None or found.order.max() >= len(catalogue.keys):
            return Published.nothing(catalogue)
        return found.following(catalogue)
