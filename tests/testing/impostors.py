"""For each law of matroids an object that breaks it, and is otherwise as right as can be."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from matroidlab import Family, Matroid, OracleMatroid, UniformMatroid
from matroidlab.types import Booleans, Elements
from testing.false_offers import (
    AnotherGraph,
    BlocksOfAGraph,
    ClaimsAViolation,
    ClaimsStrongExchanges,
    ClaimsToBeStrong,
    DeletesForContracts,
    FewerEdges,
    FirstWeightCounts,
    ForgetfulTracker,
    ListsTooFewBases,
    MasksOneShort,
    NamesByMethod,
    NamesThatAreNumbers,
    OneText,
    SaysNothing,
    TiesToTheLarger,
    TooFewNames,
    UnalignedExchanges,
)
from testing.false_parts import KeepsTheLast, PairsAsTheyStand
from testing.false_values import EqualToItselfOnly, HashOfUse, PicklesToAnother, UnreadableRepr
from testing.honest import K4, Two


class NegativeSize(Two):
    size = -1


def only_single_elements(elements: Elements) -> bool:
    return len(elements) == 1


def all_but_one_pair(elements: Elements) -> bool:
    return set(elements.tolist()) != {0, 1}


def a_pair_and_a_loner(elements: Elements) -> bool:
    return set(elements.tolist()) <= {0, 1} or elements.tolist() == [2]


def all_but(*non_bases: tuple[int, ...]) -> Callable[[Elements], bool]:
    """All sets of the size of the non-bases except these; not a matroid if two are too close."""
    return lambda part: (
        len(part) <= len(non_bases[0]) and tuple(sorted(part.tolist())) not in non_bases
    )


class AnswersNothing(Two):
    """Forgets to answer where a set is dependent."""

    def is_independent(self, elements: Elements, /) -> bool:
        if len(elements) <= 2:
            return True
        return None  # type: ignore[return-value]


class AnswersNumbers(Two):
    """Answers how many elements could still be added."""

    def is_independent(self, elements: Elements, /) -> bool:
        return max(0, 3 - len(elements))  # type: ignore[return-value]


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


FORGETS_THE_RANK = Family(
    "forgetful", UniformMatroid, parameters=lambda matroid: {"size": matroid.size, "rank": 0}
)
TELLS_TUPLES = Family(
    "tuples", UniformMatroid, parameters=lambda matroid: {"size": matroid.size, "rank": (1,)}
)

ONE_TABLE: Any = {"size": 5, "rank": 2}
ONE_TABLE_FOR_EXAMPLES = Family("one", UniformMatroid, examples=ONE_TABLE)
FALSE_RECORDS = {
    "parameters_build_an_equal_matroid": FORGETS_THE_RANK,
    "examples_are_tables_of_parameters": ONE_TABLE_FOR_EXAMPLES,
}
"""By the law that each breaks, though the matroid is honest."""

IMPOSTORS: dict[str, tuple[Callable[[], Matroid], ...]] = {
    "size_is_a_count": (NegativeSize,),
    "empty_set_is_independent": (partial(OracleMatroid, 4, only_single_elements),),
    "answers_are_truth_values": (AnswersNothing, AnswersNumbers),
    "subsets_of_independent_sets_are_independent": (partial(OracleMatroid, 4, all_but_one_pair),),
    "smaller_independent_sets_can_be_augmented": (
        partial(OracleMatroid, 4, a_pair_and_a_loner),
        partial(OracleMatroid, 6, all_but((0, 1, 2), (0, 1, 3))),
        partial(OracleMatroid, 11, all_but((0, 1, 2, 3, 4), (0, 1, 2, 3, 5))),
        partial(OracleMatroid, 16, all_but((0, 1, 2, 3, 4, 5, 6, 7), (0, 1, 2, 3, 4, 5, 6, 8))),
    ),
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
    "part_keeps_what_greedy_keeps": (KeepsTheLast,),
    "part_pairs_as_lanes_do": (PairsAsTheyStand,),
    "strong_bijections_are_strong": (ClaimsToBeStrong, SaysNothing),
    "claimed_violation_is_one": (ClaimsAViolation,),
    "uniform_blocks_agree_with_oracle": (BlocksOfAGraph,),
    "tabulated_sets_agree_with_oracle": (MasksOneShort,),
    "listed_bases_agree_with_oracle": (ListsTooFewBases,),
    "minors_agree_with_oracle": (DeletesForContracts,),
    "element_names_are_a_text_for_each": (NamesByMethod, TooFewNames, NamesThatAreNumbers, OneText),
    "graph_edges_agree_with_oracle": (AnotherGraph, FewerEdges),
    "examples_are_tables_of_parameters": (partial(UniformMatroid, 5, 2),),
    "repr_is_the_call_that_makes_it": (partial(UnreadableRepr, 5, 2),),
    "pickles_to_an_equal_matroid": (partial(PicklesToAnother, 5, 2),),
    "equality_and_hash_are_by_value": (partial(EqualToItselfOnly, 5, 2), partial(HashOfUse, 5, 2)),
    "parameters_build_an_equal_matroid": (partial(UniformMatroid, 5, 2),),
}
"""By the name of the law that each breaks, or whose record does, one of `FALSE_RECORDS`."""
