"""One round of a segment: the trusted list in the places of the baseline, the proposal, and the lists between them."""

import numpy as np

from matroidlab.algorithms import batched
from matroidlab.bandits import IUCB
from matroidlab.types import Booleans, Elements, Weights
from matroidlab_serving.catalogue import Catalogue
from matroidlab_serving.layout import Laid, Layout
from matroidlab_serving.rounds import Evidence, Round


class Planner:
    """Plans the rounds of one segment by its policy."""

    policy: IUCB
    layout: Layout

    def __init__(self, policy: IUCB, catalogue: Catalogue) -> None:
        self.policy, self.layout = policy, Layout(catalogue)
        self._batched = batched(policy.matroid)

    def plan(self, proposed: Elements | None = None) -> Round:
        """A round of all items; ``proposed`` items are put on the list to explore, if the policy leaves that open."""
        laid = self.layout.of(self.policy.trust()[0])
        proposal = self.policy.decide() if proposed is None else self.layout.completed(proposed)[None]
        lists = self.policy.interleaver.actions(laid.trusted[None], proposal)[0]
        return self._round(lists, np.arange(len(laid.trusted)), laid)

    def plan_for(self, allowed: Booleans, proposed: Elements | None = None) -> Round:
        """A round of some items alone: greedy on what is there."""
        beliefs = self.policy.estimates
        trusted = self._heaviest(beliefs.cautious(), allowed)
        if proposed is None:
            proposal = self._heaviest(self.policy.proposer.weights(beliefs), allowed)  # type: ignore[attr-defined]
        else:
            proposal = self.layout.completed(np.append(proposed[allowed[proposed]], trusted))
        laid = self.layout.of_allowed(trusted, allowed)
        lists = self.policy.interleaver.actions(laid.trusted[None], proposal[None])[0]
        there = np.flatnonzero(allowed[laid.trusted])
        return self._round(lists[:, there], there, Laid(laid.trusted[there], laid.covered[there]))

    def trusted(self) -> Round:
        """The trusted list alone, as a round."""
        laid = self.layout.of(self.policy.trusted()[0])
        return self._round(laid.trusted[None], np.arange(len(laid.trusted)), laid)

    def _heaviest(self, weights: Weights, allowed: Booleans) -> Elements:
        """The heaviest basis, with what is not allowed only where nothing else can be."""
        basis: Elements = self._batched.max_weight_bases(np.where(allowed, weights, -np.inf))[0]
        return basis

    def _round(self, lists: Elements, places: Elements, laid: Laid) -> Round:
        counts, sums = self.policy.estimates.counts[0], self.policy.estimates.sums[0]
        seen = Evidence(counts[laid.trusted], sums[laid.trusted])
        return Round(
            lists, places, laid.trusted, laid.covered, seen, Evidence(counts[laid.covered], sums[laid.covered])
        )
