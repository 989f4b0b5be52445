"""What a planner tells front ends: enough to show the trusted list of what is available without it."""

import json
from typing import Any, NamedTuple

import numpy as np

from matroidlab.algorithms import descending
from matroidlab.errors import ServingError
from matroidlab.types import Booleans, Elements, Weights
from matroidlab_serving.catalogue import Catalogue
from matroidlab_serving.layout import Layout
from matroidlab_serving.rounds import Evidence, Round
from matroidlab_serving.segment import Segment


class Published(NamedTuple):
    """The items in the order of their cautious weights, up to the last one of the baseline, and what was seen of them.

    What comes after weighs less than all of the baseline, so that its order does not matter: greedy takes a baseline
    item, or one that stands before it.
    """

    order: Elements
    counts: Elements
    sums: Weights
    baseline: Elements

    @classmethod
    def of(cls, segment: Segment) -> "Published":
        """What is to be told of a segment."""
        beliefs = segment.policy.estimates
        weights = beliefs.cautious()[0]
        least = weights[segment.catalogue.baseline].min()
        first = np.flatnonzero(weights >= least)
        order = first[descending(weights[first])]
        return cls(order, beliefs.counts[0][order], beliefs.sums[0][order], segment.catalogue.baseline)

    @classmethod
    def nothing(cls, catalogue: Catalogue) -> "Published":
        """What is known before there was any planner: the baseline."""
        order = np.sort(catalogue.baseline)
        return cls(order, np.zeros_like(order), np.zeros(len(order)), catalogue.baseline)

    def to_text(self) -> str:
        """The same as text."""
        return json.dumps([part.tolist() for part in self])

    @classmethod
    def from_text(cls, text: str) -> "Published":
        """What `to_text` has written."""
        order, counts, sums, baseline = json.loads(text)
        return cls(
            np.array(order, dtype=np.intp),
            np.array(counts, dtype=np.intp),
            np.array(sums, dtype=np.float64),
            np.array(baseline, dtype=np.intp),
        )

    def following(self, catalogue: Catalogue) -> "Published":
        """The same for a catalogue that has changed since: a new baseline item comes first.

        It is trusted itself until a planner has looked at it.
        """
        new = np.setdiff1d(catalogue.baseline, self.baseline)
        old = ~np.isin(self.order, new)
        seen = self._seen(new)
        return Published(
            np.append(new, self.order[old]),
            np.append(seen.counts, self.counts[old]),
            np.append(seen.sums, self.sums[old]),
            catalogue.baseline,
        )

    def trusted(self, catalogue: Catalogue, allowed: Booleans) -> Round:
        """The trusted list of what is available, as a round of one list."""
        order = np.concatenate(
            [self.order[allowed[self.order]], _others(self.order, allowed), np.flatnonzero(~allowed)]
        )
        basis = catalogue.matroid.greedy(order)
        layout = Layout(catalogue)
        laid = layout.of(basis) if allowed.all() else layout.of_allowed(basis, allowed)
        there = np.flatnonzero(allowed[laid.trusted])
        if not len(there):
            raise ServingError("no list can be shown: nothing that is available may be on one")
        trusted, covered = laid.trusted[there], laid.covered[there]
        return Round(trusted[None], there, trusted, covered, self._seen(trusted), self._seen(covered), [0])

    def _seen(self, items: Elements) -> Evidence:
        """What was seen of items; nothing of those that are not told about, which are held against nothing."""
        known: dict[int, Any] = {item: i for i, item in enumerate(self.order.tolist())}
        at = [known.get(item, -1) for item in items.tolist()]
        counts, sums = np.append(self.counts, 0), np.append(self.sums, 0.0)
        return Evidence(counts[at], sums[at])


def _others(order: Elements, allowed: Booleans) -> Elements:
    """What is available and not in the order, by number."""
    rest = allowed.copy()
    rest[order] = False
    return np.flatnonzero(rest)
