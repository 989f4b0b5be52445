"""The features of visitors in requests, and the caller's functions of them."""

from collections.abc import Callable, Iterable, Sequence
from typing import cast

import numpy as np

from matroidlab.algorithms import is_basis
from matroidlab.bandits import BeliefsOfLane
from matroidlab.errors import ServingError
from matroidlab.types import Weights
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.features import BaselineFunction, Visitor, as_features
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.proposals import CallerFaults

WeightsFunction = Callable[[Weights, BeliefsOfLane], Iterable[float]]
"""A proposal for visitors with features: weights of all items, in the order of their numbers."""


class VisitorReader:
    """Reads the features of visitors, and asks the caller's functions for baselines and proposals.

    A visitor is waiting, so a function that fails is not an error of the request: the baseline of
    the service is taken instead, or a sample of the policy. `status` counts such faults.
    """

    def __init__(self, engine: Engine, baseline_for: object, propose: object) -> None:
        features = engine.settings.features
        if features is not None and features.has_own_baselines and not callable(baseline_for):
            raise ServingError(
                "this service was made with a function for the baselines of visitors: give "
                "baseline_for=function again"
            )
        self._engine = engine
        self._baseline_for = cast("BaselineFunction | None", baseline_for)
        self._propose = cast("WeightsFunction | None", propose)
        self.faults = CallerFaults("baseline")

    def visitor(self, given: object) -> Visitor | None:
        """Return the visitor of a request; None if visitors have no features here."""
        features = as_features(given, self._engine.settings.features)
        if features is None:
            return None
        catalogue = self._engine.catalogue
        baseline: list[int] = catalogue.baseline.tolist()
        if self._baseline_for is not None:
            try:
                baseline = own_baseline(self._baseline_for(np.array(features)), catalogue)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - the caller's code
                self.faults.note("a visitor", error)
        return Visitor(features, tuple(baseline))

    def proposed(
        self,
        index: int,
        visitor: Visitor,
        absent: Sequence[int],
        among: Sequence[int] | None,
        faults: CallerFaults,
    ) -> list[int] | None:
        """Return the list that the caller's weights propose for a visitor, best first.

        It is the heaviest of those that may be shown. None if the policy proposes.
        """
        engine = self._engine
        if engine.settings.proposal != "function" or not engine.explores:
            return None
        assert self._propose is not None
        is_own = bool(absent) or among is not None
        allowed = engine.allowed(absent, among) if is_own else None
        seen = engine.segments.visited(index, visitor, allowed)
        try:
            given = self._propose(np.array(visitor.features), seen.beliefs)
            weights = as_weights(given, len(engine.catalogue.keys))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the caller's code
            faults.note("a visitor", error)
            return None
        return seen.proposed(weights)


def as_weights(given: object, count: int) -> Weights:
    """Return the weights that a proposal names, one for each item, or raise an error."""
    weights = np.asarray(given, dtype=np.float64)
    if weights.shape != (count,) or not np.isfinite(weights).all():
        raise ServingError(
            f"proposal must return {count} finite weights, one for each item, got {given!r:.80}"
        )
    return weights


def own_baseline(keys: object, catalogue: ItemCatalogue) -> list[int]:
    """Return the baseline of one visitor, in the order of the places, or raise an error."""
    if isinstance(keys, str) or not isinstance(keys, Iterable):
        raise ServingError(f"baseline_for must return a list of keys, got {keys!r:.80}")
    items = [catalogue.number(key) for key in keys]
    retired = [item for item in items if item in catalogue.retired]
    if retired or not is_basis(catalogue.matroid, items):
        raise ServingError(
            f"baseline_for must return a valid list of {catalogue.matroid.rank} items that are not "
            f"retired, got {[catalogue.keys[item] for item in items]!r:.200}"
        )
    waiting: dict[str, list[int]] = {}
    for item, place in zip(
        items, catalogue.page.places(catalogue.slots[items].tolist()), strict=True
    ):
        waiting.setdefault(place, []).append(item)
    return [waiting[place].pop(0) for place in catalogue.places]
