"""One round of a segment: the trusted list in the places of the baseline, the proposal, and the lists between them."""

import numpy as np

from matroidlab.algorithms import batched
from matroidlab.bandits import IUCB
from matroidlab.serving.catalogue import Catalogue
from matroidlab.serving.rounds import Evidence, Round
from matroidlab.types import Booleans, Elements, Weights


class Planner:
    """Plans the rounds of one segment by its policy.

    A list is laid out in the places of the baseline: the exchange bijection sends each trusted item to the baseline
    item that it stands in for, and since the trusted list is the heaviest by cautious weights, it is no worse.
    """

    def __init__(self, policy: IUCB, catalogue: Catalogue) -> None:
        self.policy, self.catalogue = policy, catalogue
        self._batched = batched(policy.matroid)
        self._last: tuple[bytes, Elements] | None = None

    def plan(self, proposed: Elements | None = None) -> Round:
        """A round of all items; ``proposed`` items are put on the list to explore, if the policy leaves that open."""
        bounds = self.policy.beliefs.bounds
        trusted = self._laid_out(self.policy.trust(bounds)[0])
        proposal = self.policy.decide(bounds) if proposed is None else self._completed(proposed)[None]
        lists = self.policy.interleaver.actions(trusted[None], proposal)[0]
        return self._round(lists, np.arange(len(trusted)), trusted, self.catalogue.baseline)

    def plan_for(self, allowed: Booleans, proposed: Elements | None = None) -> Round:
        """A round of some items alone: greedy on what is there."""
        weights = self.policy.beliefs.cautious(self.policy.beliefs.bounds)
        trusted = self._heaviest(weights, allowed)
        if proposed is None:
            proposal = self._heaviest(self.policy.proposer.weights(self.policy.beliefs), allowed)  # type: ignore[attr-defined]
        else:
            proposal = self._completed(np.append(proposed[allowed[proposed]], trusted))
        covered, places = self._against(trusted, allowed)
        arranged, held = np.empty_like(trusted), np.empty_like(trusted)
        arranged[places], held[places] = trusted, covered
        lists = self.policy.interleaver.actions(arranged[None], proposal[None])[0]
        there = np.flatnonzero(allowed[arranged])
        return self._round(lists[:, there], there, arranged[there], held[there])

    def trusted(self) -> Round:
        """The trusted list alone, as a round."""
        trusted = self._laid_out(self.policy.trusted()[0])
        return self._round(trusted[None], np.arange(len(trusted)), trusted, self.catalogue.baseline)

    def _laid_out(self, trusted: Elements) -> Elements:
        """The trusted list in the places of the baseline; found anew only when it has changed."""
        key = trusted.tobytes()
        if self._last is None or self._last[0] != key:
            partners = self._batched.exchanges(trusted[None], self.catalogue.baseline[None])[0]
            laid_out = np.empty_like(trusted)
            laid_out[self.catalogue.place_of[partners]] = trusted
            self._last = key, laid_out
        return self._last[1]

    def _against(self, trusted: Elements, allowed: Booleans) -> tuple[Elements, Elements]:
        """For each trusted item the available baseline item that it is held against, or -1, and its place.

        The available baseline items are completed to a basis by trusted ones; the exchange that takes the trusted
        basis there says what is held against what, and one more, to the baseline, where it stands.
        """
        baseline, first = self.catalogue.baseline, trusted[np.argsort(~allowed[trusted], kind="stable")]
        order = np.append(baseline[allowed[baseline]], first)
        _, at = np.unique(order, return_index=True)
        completed = self.policy.matroid.greedy(order[np.sort(at)])
        partners = self._batched.exchanges(trusted[None], completed[None])[0]
        stand_ins = self._batched.exchanges(partners[None], baseline[None])[0]
        is_held = allowed[partners] & (self.catalogue.place_of[partners] >= 0)
        return np.where(is_held, partners, -1), self.catalogue.place_of[stand_ins]

    def _heaviest(self, weights: Weights, allowed: Booleans) -> Elements:
        """The heaviest basis, with what is not allowed only where nothing else can be."""
        basis: Elements = self._batched.max_weight_bases(np.where(allowed, weights, -np.inf))[0]
        return basis

    def _completed(self, items: Elements) -> Elements:
        """The basis that greedy makes of items, and of the baseline where they do not suffice."""
        order = np.append(items, self.catalogue.baseline)
        _, at = np.unique(order, return_index=True)
        return self.policy.matroid.greedy(order[np.sort(at)])

    def _round(self, lists: Elements, places: Elements, trusted: Elements, covered: Elements) -> Round:
        counts, sums = self.policy.beliefs.counts[0], self.policy.beliefs.sums[0]
        seen, against = Evidence(counts[trusted], sums[trusted]), Evidence(counts[covered], sums[covered])
        return Round(lists, places, trusted, covered, seen, against)
