"""Rounds of lists: how their items are placed, and how they are dealt."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from matroidlab.bandits import PairCertificates, SafeLists
from matroidlab.types import Booleans, Elements, Weights
from matroidlab_serving.engine.linear_evidence import LinearEvidence
from matroidlab_serving.engine.preferences import Proofs, partners_by_pairs


class Evidence(NamedTuple):
    """How often items were observed when a round was planned, and sums over their weights w."""

    items: Elements
    """The items, ascending."""
    counts: Elements
    sums: Weights
    spreads: Weights
    """The sums of w (1 - w)."""

    def rows(self, items: Elements) -> "Evidence":
        """Return that of some of the items, which are ascending."""
        at = np.searchsorted(self.items, items)
        return Evidence(items, self.counts[at], self.sums[at], self.spreads[at])

    def of(self, item: int) -> tuple[int, float, float]:
        """Return the count, the sum and the spread of an item."""
        at = int(np.searchsorted(self.items, item))
        return int(self.counts[at]), float(self.sums[at]), float(self.spreads[at])


@dataclass
class Round:
    """Lists that may be shown, in the places of the baseline, and the order they are dealt in.

    ``covered[i]`` is the baseline item that the i-th item of a list is compared with, -1 if there
    is none. All but m items with one are the same, or proven to be no worse by the evidence.
    """

    lists: Elements
    """``(lists, items)``."""
    places: Elements
    covered: Elements
    evidence: Evidence
    """Of all items of the lists and those that they are compared with."""
    order: list[int] = field(default_factory=list)
    """The shuffled order of the lists, of which the first ``dealt`` are gone."""
    dealt: int = 0
    proofs: "Proofs" = field(default_factory=dict)
    """Why an item is no worse than another, where visitors preferred it; none by intervals."""
    pooled: Booleans | None = None
    """``(lists, items)``: what every segment could have been shown in this place, if the promise is
    for the average visitor."""
    linear: LinearEvidence | None = None
    """For a visitor with features: who that is, and what the linear models knew of the items."""

    @property
    def is_over(self) -> bool:
        """Whether there are no lists left."""
        return self.dealt >= len(self.lists)

    def only(self, chosen: Elements) -> "Round":
        """Return some of the lists as a round, with the evidence for them."""
        lists: Elements = self.lists[chosen]
        named = np.unique(np.append(lists, self.covered[self.covered >= 0]))
        evidence = self.evidence.rows(named)
        return Round(lists, self.places, self.covered, evidence, proofs=self.proofs)

    def shuffle(self, rng: np.random.Generator) -> None:
        """Put the lists into a random order."""
        self.order = rng.permutation(len(self.lists)).tolist()

    @property
    def left(self) -> tuple[int, ...] | None:
        """The lists that are left of a shuffled round; None if all lists may be drawn again."""
        return tuple(self.order[self.dealt :]) if self.order else None

    def next(self) -> "Deal":
        """Deal the next list of the shuffled order."""
        chosen = self.order[self.dealt]
        left = self.left
        self.dealt += 1
        return Deal(self, chosen, left)

    def draw(self, rng: np.random.Generator) -> "Deal":
        """Deal a list that is drawn independently of the others."""
        self.dealt += 1
        return Deal(self, int(rng.integers(len(self.lists))), None)


class Propensities(NamedTuple):
    """The probabilities with which a list was shown, given everything that was dealt before.

    They are exact, for inverse propensity weighting: ``list`` is the probability of the list as a
    whole, ``items`` has the probability of each of its items at its place, and ``prefixes`` that of
    the list down to each place.

    Attributes
    ----------
    list
        The probability of the list as a whole.
    items
        The probability of each item at its place.
    prefixes
        The probability of the list down to each place.
    """

    list: float
    items: tuple[float, ...]
    prefixes: tuple[float, ...]


class Deal(NamedTuple):
    """One list of a round, and the lists that could have been dealt instead."""

    round: Round
    chosen: int
    left: tuple[int, ...] | None
    """The lists that were left, this one included; None stands for all lists of the round."""

    @property
    def items(self) -> Elements:
        """The items, in the places of the baseline."""
        items: Elements = self.round.lists[self.chosen]
        return items

    @property
    def pooled(self) -> list[bool] | None:
        """Which of the items every segment could have been shown, if that matters."""
        return pooled_of(self.round, self.chosen)

    @property
    def propensities(self) -> Propensities:
        """The probability of this list among those left, and of each item at its place."""
        lists = self.round.lists if self.left is None else self.round.lists[list(self.left)]
        same = lists == self.items
        prefixes = np.logical_and.accumulate(same, axis=1).mean(axis=0)
        return Propensities(
            float(same.all(axis=1).mean()),
            tuple(same.mean(axis=0).tolist()),
            tuple(prefixes.tolist()),
        )


class DealtList(Protocol):
    """A list of a round: dealt by a policy, drawn from several kinds, or drafted by rankers."""

    @property
    def round(self) -> Round: ...
    @property
    def items(self) -> Elements: ...
    @property
    def propensities(self) -> Propensities: ...


def pooled_of(round_: Round, chosen: int) -> list[bool] | None:
    """Return which items of a list every segment could have been shown, if that matters."""
    if round_.pooled is None:
        return None
    own: list[bool] = round_.pooled[chosen].tolist()
    return own


class Placement:
    """Puts the items of lists into the places of the baseline.

    An item of the baseline keeps its place, a proven item takes that of its partner, and doubtful
    items fill the free places of their component, those of available baseline items first.
    """

    safe: SafeLists

    def __init__(self, safe: SafeLists) -> None:
        self.safe = safe
        self.baseline = safe.baseline
        self._place_of = {item: place for place, item in enumerate(safe.baseline.tolist())}
        self._component_of_place: list[int] = safe.component_of[safe.baseline].tolist()

    def round(
        self,
        lists: Elements,
        cautious: Weights,
        allowed: Booleans | None,
        evidence: Callable[[Elements], Evidence],
        certified: PairCertificates | None = None,
    ) -> Round:
        """Return a round of lists, ``(lists, K)``, by the cautious weights of all items.

        Or by ``certified`` pairs, if given. Items that are not allowed are left out. ``evidence``
        returns the observations of items.
        """
        baseline = self.baseline
        safe = self.safe
        covered = baseline
        if allowed is not None:
            covered = np.where(allowed[baseline], baseline, -1)
            safe = safe.reduced_to(baseline[allowed[baseline]])
        # Most lists of a plan are the same once much is known.
        sets = [tuple(items) for items in np.sort(lists, axis=1).tolist()]
        distinct = np.array(list(dict.fromkeys(sets)), dtype=np.intp)
        proofs: Proofs = {}
        if certified is None:
            levels = np.broadcast_to(cautious, (len(distinct), len(cautious)))
            partners = safe.partners(distinct, levels)
        else:
            partners, proofs = partners_by_pairs(certified, distinct, allowed)
        # The places of available baseline items are filled first.
        first = np.argsort(covered < 0, kind="stable").tolist()
        placed_of = {
            tuple(items): self._placed(items, own, first, allowed)
            for items, own in zip(distinct.tolist(), partners.tolist(), strict=True)
        }
        placed = np.array([placed_of[items] for items in sets], dtype=np.intp)
        there = np.flatnonzero(placed[0] >= 0)
        shown = np.ascontiguousarray(placed[:, there])  # beliefs learn these without a copy
        compared = covered[there]
        named = np.unique(np.append(shown, compared[compared >= 0]))
        return Round(shown, there, compared, evidence(named), proofs=proofs)

    def _placed(
        self, items: list[int], partners: list[int], first: list[int], allowed: Booleans | None
    ) -> list[int]:
        """Return the item at each place, -1 where there is none."""
        place_of = self._place_of
        component_of = self.safe.component_of
        at = [-1] * len(self._component_of_place)
        doubtful = []
        for item, partner in zip(items, partners, strict=True):
            if partner >= 0:
                at[place_of[partner]] = item
            elif allowed is None or allowed[item]:
                doubtful.append(item)
        for item in doubtful:
            own = component_of[item]
            free = (k for k in first if at[k] < 0 and self._component_of_place[k] == own)
            at[next(free)] = item
        return at

    def completed(self, items: Elements) -> Elements:
        """Return the basis that greedy makes of items, completed by the baseline."""
        order = np.append(items, self.baseline)
        _, at = np.unique(order, return_index=True)
        return self.safe.matroid.greedy(order[np.sort(at)])
