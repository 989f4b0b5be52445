"""The axioms of a matroid."""

from collections.abc import Iterator
from itertools import combinations
from operator import index

import numpy as np

from matroidlab.errors import ConformanceError
from matroidlab.subsets import Axiom, AxiomViolation
from matroidlab.testing.laws.trial import Trial, array


def size_is_a_count(trial: Trial) -> None:
    """The size is an integer, at least 0, and never changes."""
    size = trial.matroid.size
    if isinstance(size, bool) or index(size) < 0 or trial.matroid.size != size:
        raise ConformanceError(
            f"size must be an integer of at least 0 that never changes, got {size!r}"
        )


def empty_set_is_independent(trial: Trial) -> None:
    """The empty set is independent."""
    if not trial.is_independent([]):
        raise ConformanceError("the empty set is dependent")


def answers_are_truth_values(trial: Trial) -> None:
    """`is_independent` answers True or False, not a value that only counts as such."""
    for chosen in trial.sets:
        answer: object = trial.matroid.is_independent(array(chosen))
        if not isinstance(answer, bool | np.bool_):
            raise ConformanceError(
                f"is_independent({list(chosen)}) must be True or False, got {answer!r}"
            )


def subsets_of_independent_sets_are_independent(trial: Trial) -> None:
    """A subset of an independent set is independent."""
    _refuse(Axiom.HEREDITY, trial.axiom_violation)
    if not trial.sets_tried.are_all:
        _refuse(Axiom.HEREDITY, next(_dependent_parts(trial), None))


def smaller_independent_sets_can_be_augmented(trial: Trial) -> None:
    """Of two independent sets the smaller can be extended by an element of the larger."""
    _refuse(Axiom.AUGMENTATION, trial.axiom_violation)
    if not trial.sets_tried.are_all:
        _refuse(Axiom.AUGMENTATION, next(_sets_without_extension(trial), None))


def _refuse(axiom: Axiom, violation: AxiomViolation | None) -> None:
    if violation is not None and violation.axiom is axiom:
        raise ConformanceError(str(violation))


def _dependent_parts(trial: Trial) -> Iterator[AxiomViolation]:
    for chosen in trial.independent_sets:
        for element in chosen:
            rest = tuple(other for other in chosen if other != element)
            if not trial.is_independent(rest):
                yield AxiomViolation(Axiom.HEREDITY, (chosen, rest))


def _sets_without_extension(trial: Trial) -> Iterator[AxiomViolation]:
    for smaller, larger in combinations(trial.independent_sets, 2):
        fresh = set(larger).difference(smaller)
        if len(smaller) < len(larger) and not any(
            trial.is_independent({*smaller, element}) for element in fresh
        ):
            yield AxiomViolation(Axiom.AUGMENTATION, (smaller, larger))


def order_of_elements_is_irrelevant(trial: Trial) -> None:
    """Whether a set is independent does not depend on the order in which its elements are given."""
    for chosen in trial.some(trial.sets):
        answer = trial.is_independent(chosen)
        for order in (trial.shuffled(chosen), trial.shuffled(chosen)):
            if bool(trial.matroid.is_independent(order)) != answer:
                kind, other = (
                    ("independent", "dependent") if answer else ("dependent", "independent")
                )
                raise ConformanceError(f"{list(chosen)} is {kind}, but {order.tolist()} is {other}")
