from matroidlab.conformance import agreement, axioms, lanes, small, strong, values
from matroidlab.conformance.check import Law

MATROID_LAWS = (
    Law(axioms.size_is_a_count),
    Law(axioms.empty_set_is_independent),
    Law(axioms.subsets_of_independent_sets_are_independent),
    Law(axioms.smaller_independent_sets_can_be_augmented),
    Law(axioms.order_of_elements_is_irrelevant),
    Law(agreement.rank_agrees_with_oracle),
    Law(agreement.greedy_agrees_with_oracle),
    Law(agreement.swaps_agree_with_oracle),
    Law(agreement.arguments_are_not_changed),
    Law(agreement.answers_are_arrays_of_their_own),
    Law(agreement.bases_have_exchange_bijections),
    Law(lanes.batched_bases_agree_with_oracle, lanes.has_batched),
    Law(lanes.batched_exchanges_are_exchange_bijections, lanes.has_batched),
    Law(lanes.batched_exchanges_are_strong, lanes.has_strong_exchanges),
    Law(lanes.tracker_agrees_with_oracle, lanes.has_dynamic),
    Law(strong.strong_bijections_are_strong, strong.has_orderability),
    Law(strong.claimed_violation_is_one, strong.has_orderability),
    Law(small.uniform_blocks_agree_with_oracle, small.has_uniform_blocks),
    Law(small.tabulated_sets_agree_with_oracle, small.has_tabulated),
    Law(small.listed_bases_agree_with_oracle, small.has_listed),
    Law(small.minors_agree_with_oracle, small.has_minors),
    Law(values.repr_is_the_call_that_makes_it, values.is_value),
    Law(values.pickles_to_an_equal_matroid, values.is_value),
    Law(values.equality_and_hash_are_by_value, values.is_value),
    Law(values.parameters_build_an_equal_matroid, lambda trial: trial.family is not None),
)
"""The laws of matroids, in the order in which they are tried."""
