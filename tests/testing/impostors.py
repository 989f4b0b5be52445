"""For each law of matroids a thing that breaks it: deliberately wrong, and as right as can be otherwise."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Self

import numpy as np
from support.named import K4_EDGES
from testing.false_trackers import Backwards, Unmoved
from testing.false_values import EqualToItselfOnly, HashOfUse, PicklesToAnother, UnreadableRepr

from matroidlab import Family, GraphicMatroid, Matroid, MatroidBase, OracleMatroid, UniformMatroid
from matroidlab.algorithms.exchange import matched_exchange
from matroidlab.algorithms.lanes import LaneByLane
from matroidlab.algorithms.tracking import ExchangeByExchange
from matroidlab.protocol import Tracker
from matroidlab.types import Booleans, Elements, ElementsLike, Masks, Weights


class Two(MatroidBase):
    """An honest matroid: any two of five elements."""

    size = 5

    def is_independent(self, elements: Elements, /) -> bool:
        return len(elements) <= 2


class K4(MatroidBase):
    """An honest matroid that is not strongly base-orderable."""

    size = 6

    def is_independent(self, elements: Elements, /) -> bool:
        return GraphicMatroid(K4_EDGES).is_independent(elements)


class NegativeSize(Two):
    size = -1


def only_single_elements(elements: Elements) -> bool:
    return len(elements) == 1


def all_but_one_pair(elements: Elements) -> bool:
    return set(elements.tolist()) != {0, 1}


def a_pair_and_a_loner(elements: Elements) -> bool:
    return set(elements.tolist()) <= {0, 1} or elements.tolist() == [2]


class Ascending(Two):
    """Takes two elements only in ascending order."""

    def is_independent(self, elements: Elements, /) -> bool:
        return len(elements) < 2 or (len(elements) == 2 and bool(elements[0] < elements[1]))


class RankTooLarge(Two):
    rank = 3


class SortedGreedy(Two):
    """Forgets the order."""

    def greedy(self, order: Elements, /) -> Elements:
        return np.sort(super().greedy(order))


class SwapsOfCommonElements(Two):
    """Forgets that an element of the set has only its own place."""

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        return np.ones((len(incoming), len(independent)), dtype=np.bool_)


class SortsInPlace(Two):
    def is_independent(self, elements: Elements, /) -> bool:
        elements.sort()
        return super().is_independent(elements)


class GreedyView(Two):
    """Answers with a part of the question."""

    def greedy(self, order: Elements, /) -> Elements:
        return order[:2]


class AnySwap(K4):
    """Allows every swap, so that bijections come out which exchange nothing."""

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        own = np.equal.outer(incoming, independent)
        return np.where(own.any(axis=1, keepdims=True), own, True)


class LanesOf(LaneByLane):
    """An honest capability."""


class TiesToTheLarger(Two):
    def batched(self) -> "LanesOf":
        class Batched(LanesOf):
            def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:
                last: int = weights.shape[1] - 1
                return last - super().max_weight_bases(weights[:, ::-1], guess)

        return Batched(self)


class UnalignedExchanges(Two):
    def batched(self) -> "LanesOf":
        class Batched(LanesOf):
            def exchanges(self, source: Elements, target: Elements, /) -> Elements:  # noqa: ARG002
                return target.copy()

        return Batched(self)


class ClaimsStrongExchanges(K4):
    def batched(self) -> "LanesOf":
        class Batched(LanesOf):
            exchanges_are_strong = True

        return Batched(self)


class ForgetfulTracker(Two):
    """Keeps the bases that it began with."""

    def dynamic(self) -> Self:
        return self

    def track(self, weights: Weights, /) -> Tracker:
        return Unmoved(LaneByLane(self).max_weight_bases(weights))


class FirstWeightCounts(Two):
    """Forgets that of several weights for an element the last one counts."""

    def dynamic(self) -> Self:
        return self

    def track(self, weights: Weights, /) -> Tracker:
        return Backwards(ExchangeByExchange(self).track(weights))


class ClaimsToBeStrong(K4):
    def orderability(self) -> Self:
        return self

    violation: ClassVar[None] = None

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:
        return matched_exchange(self, source, target)


class SaysNothing(ClaimsToBeStrong):
    """Claims to be strongly base-orderable, but has no bijection to show."""

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:  # noqa: ARG002
        return None


class ClaimsAViolation(Two):
    def orderability(self) -> Self:
        return self

    @property
    def violation(self) -> tuple[Elements, Elements]:
        return np.array([0, 1]), np.array([2, 3])

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:  # noqa: ARG002
        return None


class BlocksOfAGraph(K4):
    """Takes the component of a graph for a uniform matroid."""

    def uniform_blocks(self) -> Elements:
        return np.zeros(self.size, dtype=np.intp)


class MasksOneShort(Two):
    def tabulated(self) -> Self:
        return self

    def are_independent(self, masks: Masks, /) -> Booleans:
        return np.bitwise_count(masks) < 2


class ListsTooFewBases(Two):
    def listed(self) -> Self:
        return self

    @property
    def basis_masks(self) -> Masks:
        return np.array([0b0011, 0b0101], dtype=np.uint64)


class DeletesForContracts(Two):
    def delete(self, elements: ElementsLike, /) -> Matroid:
        return OracleMatroid(self.size - len(list(elements)), lambda part: len(part) <= 2)

    contract = delete


FORGETS_THE_RANK = Family("forgetful", UniformMatroid, parameters=lambda matroid: {"size": matroid.size, "rank": 0})
TELLS_TUPLES = Family("tuples", UniformMatroid, parameters=lambda matroid: {"size": matroid.size, "rank": (1,)})

IMPOSTORS: dict[str, tuple[Callable[[], Matroid], ...]] = {
    "size_is_a_count": (NegativeSize,),
    "empty_set_is_independent": (partial(OracleMatroid, 4, only_single_elements),),
    "subsets_of_independent_sets_are_independent": (partial(OracleMatroid, 4, all_but_one_pair),),
    "smaller_independent_sets_can_be_augmented": (partial(OracleMatroid, 4, a_pair_and_a_loner),),
    "order_of_elements_is_irrelevant": (Ascending,),
    "rank_agrees_with_oracle": (RankTooLarge,),
    "greedy_agrees_with_oracle": (SortedGreedy,),
    "swaps_agree_with_oracle": (SwapsOfCommonElements, AnySwap),
    "arguments_are_not_changed": (SortsInPlace,),
    "answers_are_arrays_of_their_own": (GreedyView,),
    "bases_have_exchange_bijections": (AnySwap,),
    "batched_bases_agree_with_oracle": (TiesToTheLarger,),
    "batched_exchanges_are_exchange_bijections": (UnalignedExchanges,),
    "batched_exchanges_are_strong": (ClaimsStrongExchanges,),
    "tracker_agrees_with_oracle": (ForgetfulTracker, FirstWeightCounts),
    "strong_bijections_are_strong": (ClaimsToBeStrong, SaysNothing),
    "claimed_violation_is_one": (ClaimsAViolation,),
    "uniform_blocks_agree_with_oracle": (BlocksOfAGraph,),
    "tabulated_sets_agree_with_oracle": (MasksOneShort,),
    "listed_bases_agree_with_oracle": (ListsTooFewBases,),
    "minors_agree_with_oracle": (DeletesForContracts,),
    "repr_is_the_call_that_makes_it": (partial(UnreadableRepr, 5, 2),),
    "pickles_to_an_equal_matroid": (partial(PicklesToAnother, 5, 2),),
    "equality_and_hash_are_by_value": (partial(EqualToItselfOnly, 5, 2), partial(HashOfUse, 5, 2)),
    "parameters_build_an_equal_matroid": (partial(UniformMatroid, 5, 2),),
}
"""By the name of the law that each breaks; what breaks the last is the record, `FORGETS_THE_RANK`."""
