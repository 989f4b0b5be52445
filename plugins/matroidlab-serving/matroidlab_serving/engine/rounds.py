"""Rounds of lists: how a round is planned, and how its lists are dealt."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from matroidlab.algorithms import batched
from matroidlab.bandits import IUCB
from matroidlab.types import Booleans, Elements, Weights
from matroidlab_serving.engine.items import ItemCatalogue


class Evidence(NamedTuple):
    """How often items were observed when a round was planned, and sums over their weights w."""

    counts: Elements
    sums: Weights
    spreads: Weights
    """The sums of w (1 - w)."""


@dataclass
class Round:
    """The lists of a round, in the places of the baseline, and the order in which they are dealt.

    ``covered[i]`` is the baseline item that the i-th item of a list is compared with, -1 if there
    is none; the trusted item ``trusted[i]`` is no worse than it.
    """

    lists: Elements
    """``(lists, items)``."""
    places: Elements
    trusted: Elements
    covered: Elements
    trusted_evidence: Evidence
    covered_evidence: Evidence
    order: list[int] = field(default_factory=list)
    """The shuffled order of the lists, of which the first ``dealt`` are gone."""
    dealt: int = 0

    @property
    def is_over(self) -> bool:
        """Whether there are no lists left."""
        return self.dealt >= len(self.lists)

    def shuffle(self, rng: np.random.Generator) -> None:
        """Put the lists into a random order."""
        self.order = rng.permutation(len(self.lists)).tolist()

    def next(self) -> "Deal":
        """Deal the next list of the shuffled order."""
        chosen = self.order[self.dealt]
        left = tuple(self.order[self.dealt :])
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


class PlacedList(NamedTuple):
    """A trusted list in the places of the baseline, and its counterpart at each place.

    -1 stands for none, where the baseline item is not available.
    """

    trusted: Elements
    covered: Elements


class Placement:
    """Puts the items of trusted lists into the places of the baseline.

    The exchange bijection sends each trusted item to the baseline item that it replaces; since the
    trusted list is the heaviest by cautious weights, it is no worse.
    """

    catalogue: ItemCatalogue

    def __init__(self, catalogue: ItemCatalogue) -> None:
        self.catalogue = catalogue
        self._batched = batched(catalogue.matroid)
        self._last: tuple[bytes, PlacedList] | None = None

    def of(self, trusted: Elements) -> PlacedList:
        """Place a list of which everything is available.

        It is computed again only when the list has changed.
        """
        key = trusted.tobytes()
        if self._last is None or self._last[0] != key:
            baseline = self.catalogue.baseline
            partners = self._batched.exchanges(trusted[None], baseline[None])[0]
            placed = np.empty_like(trusted)
            placed[self.catalogue.place_of[partners]] = trusted
            self._last = (key, PlacedList(placed, baseline))
        return self._last[1]

    def of_allowed(self, trusted: Elements, allowed: Booleans) -> PlacedList:
        """Place a list of which only some items are available.

        The available baseline items are completed to a basis by trusted ones. The exchange from the
        trusted basis to this one says which item is compared with which, and a second exchange, to
        the baseline, gives the places.
        """
        baseline = self.catalogue.baseline
        place_of = self.catalogue.place_of
        first = trusted[np.argsort(~allowed[trusted], kind="stable")]
        completed = self.completed(np.append(baseline[allowed[baseline]], first))
        partners = self._batched.exchanges(trusted[None], completed[None])[0]
        replaced = self._batched.exchanges(partners[None], baseline[None])[0]
        is_covered = allowed[partners] & (place_of[partners] >= 0)
        places = place_of[replaced]
        placed = PlacedList(np.empty_like(trusted), np.empty_like(trusted))
        placed.trusted[places] = trusted
        placed.covered[places] = np.where(is_covered, partners, -1)
        return placed

    def completed(self, items: Elements) -> Elements:
        """Return the basis that greedy makes of items, completed by the baseline."""
        order = np.append(items, self.catalogue.baseline)
        _, at = np.unique(order, return_index=True)
        return self.catalogue.matroid.greedy(order[np.sort(at)])


class Planner:
    """Plans the rounds of one segment by its policy."""

    policy: IUCB
    placement: Placement

    def __init__(self, policy: IUCB, catalogue: ItemCatalogue) -> None:
        self.policy = policy
        self.placement = Placement(catalogue)
        self._batched = batched(policy.matroid)

    def plan(self, proposed: Elements | None = None) -> Round:
        """Plan a round of all items.

        ``proposed`` items, if given, are explored instead of the policy's proposal.
        """
        placed = self.placement.of(self.policy.trusted()[0])
        given = None if proposed is None else self.placement.completed(proposed)[None]
        proposal = self.policy.decide() if given is None else given
        lists = self.policy.plan_from(placed.trusted[None], proposal)[0]
        return self._round(lists, np.arange(len(placed.trusted)), placed)

    def plan_for(self, allowed: Booleans, proposed: Elements | None = None) -> Round:
        """Plan a round of the allowed items alone."""
        beliefs = self.policy.estimates
        trusted = self._heaviest(beliefs.cautious(), allowed)
        if proposed is None:
            weights = self.policy.proposer.weights(beliefs)
            assert weights is not None, "a segment's own proposals are weights"
            proposal = self._heaviest(weights, allowed)
        else:
            proposal = self.placement.completed(np.append(proposed[allowed[proposed]], trusted))
        placed = self.placement.of_allowed(trusted, allowed)
        lists = self.policy.plan_from(placed.trusted[None], proposal[None])[0]
        there = np.flatnonzero(allowed[placed.trusted])
        left = PlacedList(placed.trusted[there], placed.covered[there])
        return self._round(lists[:, there], there, left)

    def trusted(self) -> Round:
        """Return the trusted list alone, as a round."""
        placed = self.placement.of(self.policy.trusted()[0])
        return self._round(placed.trusted[None], np.arange(len(placed.trusted)), placed)

    def _heaviest(self, weights: Weights, allowed: Booleans) -> Elements:
        """Return the heaviest basis, with other items only where the allowed do not suffice."""
        basis: Elements = self._batched.max_weight_bases(np.where(allowed, weights, -np.inf))[0]
        return basis

    def _round(self, lists: Elements, places: Elements, placed: PlacedList) -> Round:
        trusted, covered = placed
        return Round(
            lists, places, trusted, covered, self._evidence(trusted), self._evidence(covered)
        )

    def _evidence(self, items: Elements) -> Evidence:
        seen = self.policy.estimates.settled
        return Evidence(seen.counts[0][items], seen.sums[0][items], seen.spreads[0][items])
