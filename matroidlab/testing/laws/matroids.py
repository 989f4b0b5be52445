"""All laws of matroids, and the functions that try them."""

from collections.abc import Iterator, Mapping
from functools import partial

from matroidlab.hookspecs import Family
from matroidlab.protocol import Matroid
from matroidlab.testing.laws import (
    agreement_with_oracle,
    axioms,
    batched,
    names_and_graphs,
    orderability,
    parts,
    tabulated,
    values,
)
from matroidlab.testing.laws.check import Check, Law, checks_for, refuse_unknown, run_checks
from matroidlab.testing.laws.trial import Axioms, Trial

MATROID_LAWS = (
    Law(axioms.size_is_a_count),
    Law(axioms.empty_set_is_independent),
    Law(axioms.answers_are_truth_values),
    Law(axioms.subsets_of_independent_sets_are_independent),
    Law(axioms.smaller_independent_sets_can_be_augmented),
    Law(axioms.order_of_elements_is_irrelevant),
    Law(agreement_with_oracle.rank_agrees_with_oracle),
    Law(agreement_with_oracle.greedy_agrees_with_oracle),
    Law(agreement_with_oracle.swaps_agree_with_oracle),
    Law(agreement_with_oracle.arguments_are_not_changed),
    Law(agreement_with_oracle.answers_are_arrays_of_their_own),
    Law(agreement_with_oracle.bases_have_exchange_bijections),
    Law(batched.batched_bases_agree_with_oracle, batched.has_batched),
    Law(batched.batched_exchanges_are_exchange_bijections, batched.has_batched),
    Law(batched.batched_exchanges_are_strong, batched.has_strong_exchanges),
    Law(batched.tracker_agrees_with_oracle, batched.has_dynamic),
    Law(parts.part_keeps_what_greedy_keeps, parts.matroid_has_part),
    Law(parts.part_pairs_as_lanes_do, parts.part_pairs),
    Law(orderability.strong_bijections_are_strong, orderability.has_orderability),
    Law(orderability.claimed_violation_is_one, orderability.has_orderability),
    Law(tabulated.uniform_blocks_agree_with_oracle, tabulated.has_uniform_blocks),
    Law(tabulated.tabulated_sets_agree_with_oracle, tabulated.has_tabulated),
    Law(tabulated.listed_bases_agree_with_oracle, tabulated.has_listed),
    Law(tabulated.minors_agree_with_oracle, tabulated.has_minors),
    Law(names_and_graphs.element_names_are_a_text_for_each, names_and_graphs.has_element_names),
    Law(names_and_graphs.graph_edges_agree_with_oracle, names_and_graphs.has_graph_edges),
    Law(values.examples_are_tables_of_parameters, lambda trial: trial.family is not None),
    Law(values.repr_is_the_call_that_makes_it, values.is_value),
    Law(values.pickles_to_an_equal_matroid, values.is_value),
    Law(values.equality_and_hash_are_by_value, values.is_value),
    Law(values.parameters_build_an_equal_matroid, lambda trial: trial.family is not None),
)
"""The laws of matroids, in the order in which they are tried."""


def matroid_checks(
    matroid: Matroid, *, family: Family | None = None, seed: int = 0
) -> Iterator[Check[Matroid]]:
    """Yield the checks that concern a matroid; each is called with it.

    >>> from matroidlab import UniformMatroid
    >>> [check.name for check in matroid_checks(UniformMatroid(size=5, rank=2))][:2]
    ['size_is_a_count', 'empty_set_is_independent']

    With the record of its ``family``, the promises of the record are checked too.

    Parameters
    ----------
    matroid
        The matroid to check.
    family
        The record of its family, whose promises are then checked too.
    seed
        The seed of the sets that are drawn.
    """
    return checks_for(
        MATROID_LAWS, matroid, partial(Trial, family=family, seed=seed, axioms=Axioms())
    )


def check_matroid(
    matroid: Matroid,
    *,
    family: Family | None = None,
    expected_failures: Mapping[str, str] | None = None,
    seed: int = 0,
) -> None:
    """Try every law on a matroid, and raise one error with a witness for each broken law.

    >>> from matroidlab import OracleMatroid
    >>> check_matroid(OracleMatroid(4, lambda elements: len(elements) <= 2))
    >>> check_matroid(OracleMatroid(3, lambda elements: {0, 1} != set(elements.tolist())))
    Traceback (most recent call last):
    matroidlab.errors.ConformanceError: ...
      subsets_of_independent_sets_are_independent: [0, 1, 2] is independent, but [0, 1] is not
    ...

    The axioms of a matroid of up to 16 elements are decided, on all sets. Fast methods are tried on
    all sets of matroids of up to 10 elements. Larger matroids are tried on sets drawn with
    ``seed``. ``expected_failures`` maps names of checks to reasons; such a check
    must fail.

    Parameters
    ----------
    matroid
        The object to check.
    family
        The record of its family, whose promises are then checked too.
    expected_failures
        The reason for each check, by name, that is known to fail; such a check must fail.
    seed
        The seed of the sets that are drawn.
    """
    expected = expected_failures or {}
    refuse_unknown(expected, MATROID_LAWS)
    run_checks(matroid_checks(matroid, family=family, seed=seed), matroid, repr(matroid), expected)
