"""Segments whose visitors have features: each item has a linear model of its own."""

from functools import cached_property

import numpy as np

from matroidlab.bandits import BeliefsOfLane, LinearSafeThompson
from matroidlab.types import Booleans, Elements, Weights
from matroidlab_serving.engine.features import Visitor
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.linear_evidence import RIDGE, LinearEvidence
from matroidlab_serving.engine.list_answer import FinishedList, Values
from matroidlab_serving.engine.rounds import Deal, Evidence, Placement, Round
from matroidlab_serving.engine.settings import Settings


class LinearSegment:
    """The linear policy for one kind of visitors; each request is planned for its visitor."""

    catalogue: ItemCatalogue
    settings: Settings
    policy: LinearSafeThompson
    version: int

    def __init__(self, index: int, catalogue: ItemCatalogue, settings: Settings) -> None:
        assert settings.features is not None
        self.catalogue = catalogue
        self.settings = settings
        seeds = np.random.SeedSequence(settings.seed, spawn_key=(index,))
        self.rng = np.random.default_rng(seeds)
        self.policy = LinearSafeThompson(
            catalogue.matroid,
            catalogue.baseline,
            features=settings.features.count,
            norm=settings.features.norm,
            delta=settings.share,
            ridge=RIDGE,
            swap_size=settings.swap_size,
            seed=self.rng,
        )
        self.version = catalogue.version

    @property
    def cells(self) -> int:
        """The memory that it needs, in items of a segment without features."""
        features = self.policy.features
        return len(self.catalogue.keys) * (1 + features * (features + 5) // 5)

    def is_out_of_lists(self) -> bool:
        """Whether the next list needs a plan: always."""
        return True

    def refresh(self) -> None:
        """Follow the catalogue, in which items may only have been retired."""
        self.version = self.catalogue.version

    def learn(
        self, items: Elements, values: Values, features: tuple[float, ...] | None = None
    ) -> bool:
        """Learn the weights that a visitor gave to a list; whether there were any."""
        reported = [i for i, value in enumerate(values) if value is not None]
        if reported:
            weights = np.array([values[i] for i in reported], dtype=np.float64)
            context = np.array(features, dtype=np.float64)
            self.policy.learn(items[reported][None, None], weights[None, None], context)
        return bool(reported)

    def learn_list(self, one: FinishedList) -> bool:
        """Learn a list that is complete; whether there was anything to learn."""
        return self.learn(one.items, one.values, one.features)

    def count_in_flight(self, _cost: int) -> None:
        """Do nothing: there are no budgets."""

    def cost_in_millionths(self, _items: Elements) -> None:
        """Return None: there are no budgets."""

    def as_seen(
        self, _index: int, allowed: Booleans | None, visitor: Visitor | None
    ) -> "VisitedSegment":
        """Return the segment as the visitor of a request sees it."""
        assert visitor is not None
        return self.visited(visitor, allowed)

    def visited(self, visitor: Visitor, allowed: Booleans | None) -> "VisitedSegment":
        """Return the segment as one visitor sees it, perhaps with some of the items alone."""
        if allowed is None and self.catalogue.retired:
            allowed = np.ones(len(self.catalogue.keys), dtype=np.bool_)
            allowed[self.catalogue.excluded] = False
        return VisitedSegment(self, visitor, allowed)


class VisitedSegment:
    """A segment for one visitor: the lists that may be shown by the bounds at these features."""

    def __init__(self, segment: LinearSegment, visitor: Visitor, allowed: Booleans | None) -> None:
        self.policy = segment.policy
        self.rng = segment.rng
        self.visitor = visitor
        self.allowed = allowed
        self._include_trusted = segment.settings.include_trusted
        self._features = np.array(visitor.features)
        baseline = np.array(visitor.baseline, dtype=np.intp)
        self.levels = self.policy.levels(self._features, baseline, allowed)
        self._placement = Placement(self.policy.safe_lists.reduced_to(baseline))

    @property
    def planner(self) -> "VisitedSegment":
        """The planner of its rounds: itself."""
        return self

    def refresh(self) -> None:
        """Do nothing: it is made for one request."""

    def in_hand(self, proposed: Elements | None) -> Round:
        """Return a round planned for the visitor.

        ``proposed`` items, if given, are explored instead of samples of the policy, the first most
        of all.
        """
        lists = self.policy.lists_by(self.levels, self._rank, self._weights_of(proposed))
        if self._include_trusted:
            lists = np.concatenate([lists, self._trusted])
        return self._round(lists)

    def deal_among(self, _allowed: Booleans | None, proposed: Elements | None) -> Deal:
        """Deal a list that is drawn from a round for the visitor, of whom it knows all."""
        return self.next_of(self.in_hand(proposed))

    def next_of(self, round_: Round) -> Deal:
        """Deal a list of a round."""
        return round_.draw(self.rng)

    def trusted(self) -> Round:
        """Return the trusted list for the visitor alone, as a round."""
        return self._round(self._trusted)

    def baseline(self) -> Round:
        """Return the baseline of the visitor as a round; others replace what is not allowed."""
        return self._round(self._heaviest(self._weights_of(self._placement.baseline)))

    def proposed(self, weights: Weights) -> list[int]:
        """Return the heaviest list by weights among those that may be shown, best first."""
        lots = np.zeros((1, self.levels.safe.lots))
        found: list[int] = self.levels.heaviest(weights[None].copy(), lots)[0].tolist()
        return found

    @property
    def beliefs(self) -> BeliefsOfLane:
        """The linear models, for a proposal from outside."""
        return BeliefsOfLane(self.policy.beliefs, 0)

    @property
    def _rank(self) -> int:
        return self.policy.matroid.rank

    @cached_property
    def _trusted(self) -> Elements:
        return self._heaviest(self.levels.cautious)

    def _heaviest(self, weights: Weights | None) -> Elements:
        """``(1, K)``: the heaviest list, with other items only where the allowed do not suffice."""
        assert weights is not None
        allowed = self.levels.available
        values = weights if allowed is None else np.where(allowed, weights, -np.inf)
        order = np.argsort(-values, kind="stable")
        return self.policy.matroid.greedy(order)[None]

    def _weights_of(self, items: Elements | None) -> Weights | None:
        """Weights by which the given items are heaviest, in their order; 0 for all others."""
        if items is None:
            return None
        weights = np.zeros(self.policy.matroid.size)
        weights[items] = np.arange(len(items), 0, -1)
        return weights

    def _round(self, lists: Elements) -> Round:
        found = self._placement.round(lists, self.levels.cautious, self.allowed, self._evidence)
        found.linear = LinearEvidence.of(self.policy.beliefs, self.visitor, found.evidence.items)
        return found

    def _evidence(self, items: Elements) -> Evidence:
        none = np.zeros(len(items))
        return Evidence(items, self.policy.beliefs.counts[0, items], none, none)
