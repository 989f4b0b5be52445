"""How the rounds of one segment are planned."""

import numpy as np

from matroidlab.bandits import Interleaver, SafeThompson
from matroidlab.types import Booleans, Elements, Weights
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.met_items import MetItems
from matroidlab_serving.engine.rounds import Evidence, Placement, Round

MOST_CANDIDATES = 1000
"""Of a request with more items than that, only those that are tried anyway are explored."""


class Planner:
    """Plans the rounds of one segment by its policy.

    The policy plans the heaviest lists that may be shown, by samples of its beliefs. A list as
    proposal is interleaved with the trusted list: a heaviest list would try the same items always.
    """

    policy: SafeThompson
    placement: Placement

    def __init__(
        self,
        policy: SafeThompson,
        catalogue: ItemCatalogue,
        met: MetItems,
        *,
        is_optimistic: bool,
        include_trusted: bool,
    ) -> None:
        self.policy = policy
        self.met = met
        self.catalogue = catalogue
        self.is_optimistic = is_optimistic
        self.include_trusted = include_trusted
        self.placement = Placement(catalogue.safe_lists)
        self._batched = catalogue.batched
        self._interleaver = Interleaver(
            catalogue.matroid, swap_size=policy.swap_size, rounds="lean"
        )
        self._baseline: Round | None = None

    def plan(self, proposed: Elements | None = None) -> Round:
        """Plan a round of all items.

        ``proposed`` items, if given, are explored instead of the policy's proposal.
        """
        if proposed is None and not self.is_optimistic:
            lists = self.met.numbers[self.policy.plan()[0]]
        else:
            lists = self._interleaved(self._trusted(), proposed)
        if self.include_trusted:
            lists = np.concatenate([lists, self._trusted()])
        return self._round(lists)

    def _trusted(self) -> Elements:
        """The trusted list, ``(1, K)``."""
        trusted: Elements = self.met.numbers[self.policy.trusted()]
        return trusted

    def _interleaved(self, trusted: Elements, proposed: Elements | None) -> Elements:
        if proposed is None:
            proposal = self._batched.max_weight_bases(self.policy.estimates.upper)
        else:
            proposal = self.placement.completed(proposed)[None]
        lists: Elements = self._interleaver.actions(trusted, proposal)[0]
        return lists

    def plan_for(self, allowed: Booleans, proposed: Elements | None = None) -> Round:
        """Plan a round of the allowed items alone."""
        if proposed is None and not self.is_optimistic:
            lists = self._among(allowed)
        else:
            lists = self._interleaved_of(allowed, self.trusted_among(allowed), proposed)
        if self.include_trusted:
            lists = np.concatenate([lists, self.trusted_among(allowed)[None]])
        return self._round(lists, allowed)

    def _among(self, allowed: Booleans) -> Elements:
        """Lists of the allowed items, filled up with any others, which are not shown."""
        places = np.flatnonzero(allowed[self.met.numbers])
        if self.policy.line is not None and len(places) > MOST_CANDIDATES:
            places = self._tried(places)
        found = self.met.numbers[self.policy.plan_among(places)[0]]
        lists = np.full((len(found), len(self.catalogue.baseline)), int(allowed.argmin()))
        lists[:, : found.shape[1]] = found
        return lists.astype(np.intp)

    def _tried(self, places: Elements) -> Elements:
        """Those items that do not wait in a line, and as many others as a list needs."""
        line = self.policy.line
        assert line is not None
        is_tried = line.is_tried[0][places]
        order = np.concatenate([places[is_tried], places[~is_tried]])
        needed = self.policy.matroid.greedy(order)
        return np.union1d(places[is_tried], needed)

    def _interleaved_of(
        self, allowed: Booleans, trusted: Elements, proposed: Elements | None
    ) -> Elements:
        if proposed is None:
            proposal = self._heaviest(self.policy.estimates.upper[0], allowed)
        else:
            proposal = self.placement.completed(np.append(proposed[allowed[proposed]], trusted))
        lists: Elements = self._interleaver.actions(trusted[None], proposal[None])[0]
        return lists

    def trusted(self) -> Round:
        """Return the trusted list alone, as a round."""
        return self._round(self._trusted())

    def trusted_among(self, allowed: Booleans) -> Elements:
        """Return the trusted list of the allowed items, completed by others if it must be."""
        if self.policy.pairs is not None:
            trusted: Elements = self.policy.trusted_among(allowed)[0]
            return trusted
        return self._heaviest(self._trusted_weights(), allowed)

    def _trusted_weights(self) -> Weights:
        """The weights by which the trusted list is heaviest: those of the baseline, if it stays."""
        return self._of_baseline() if self.policy.stays_at_baseline[0] else self.cautious()

    def _of_baseline(self) -> Weights:
        weights = np.zeros(len(self.catalogue.keys))
        weights[self.catalogue.baseline] = 1.0
        return weights

    def baseline(self, allowed: Booleans | None = None) -> Round:
        """Return the baseline as a round; other items replace those that are not allowed."""
        items = self.catalogue.baseline
        if allowed is None:
            # Its certificate rests on no bounds, so the round stays right while others are learnt.
            if self._baseline is None:
                self._baseline = self._round(items[None])
            return self._baseline
        return self._round(self._heaviest(self._of_baseline(), allowed)[None], allowed)

    def round_of(self, lists: Elements, allowed: Booleans | None) -> Round:
        """Return a round of given lists, ``(lists, K)``, by the bounds of now."""
        return self._round(lists, allowed)

    def _heaviest(self, weights: Weights, allowed: Booleans) -> Elements:
        """Return the heaviest basis, with other items only where the allowed do not suffice."""
        rows = np.atleast_2d(np.where(allowed, weights, -np.inf))
        basis: Elements = self._batched.max_weight_bases(rows)[0]
        return basis

    def _round(self, lists: Elements, allowed: Booleans | None = None) -> Round:
        cautious = self.cautious()
        if allowed is not None:
            cautious = np.where(allowed, cautious, -np.inf)
        return self.placement.round(lists, cautious, allowed, self.evidence, self.policy.pairs)

    def cautious(self) -> Weights:
        """The cautious weights of all items; nothing is known of those that were not met."""
        own: Weights = self.policy.estimates.cautious()[0]
        if self.policy.line is None:
            return own
        cautious = np.zeros(len(self.catalogue.keys))
        cautious[self.met.numbers] = own
        cautious[self.catalogue.excluded] = -np.inf
        return cautious

    def evidence(self, items: Elements) -> Evidence:
        """Return the observations of some items, which are ascending."""
        seen = self.policy.estimates.settled
        places = items if self.policy.line is None else self.met.places(items)
        is_met = places >= 0
        columns = (seen.counts[0], seen.sums[0], seen.spreads[0])
        counts, sums, spreads = (np.where(is_met, column[places], 0) for column in columns)
        return Evidence(items, counts, sums, spreads)
