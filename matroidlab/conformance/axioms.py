"""What makes a set system a matroid."""

from collections.abc import Iterator
from itertools import combinations
from operator import index

from matroidlab.conformance.trial import Set, Trial
from matroidlab.errors import ConformanceError


def size_is_a_count(trial: Trial) -> None:
    """The size is an integer, at least 0, and the same whenever it is asked for."""
    size = trial.matroid.size
    if isinstance(size, bool) or index(size) < 0 or trial.matroid.size != size:
        raise ConformanceError(f"size must be an integer of at least 0 that stays, got {size!r}")


def empty_set_is_independent(trial: Trial) -> None:
    """The empty set is independent."""
    if not trial.is_independent([]):
        raise ConformanceError("the empty set is dependent")


def subsets_of_independent_sets_are_independent(trial: Trial) -> None:
    """A subset of an independent set is independent."""
    for chosen in trial.independent_sets:
        for element in chosen:
            rest = [other for other in chosen if other != element]
            if not trial.is_independent(rest):
                raise ConformanceError(f"{list(chosen)} is independent, but {rest} is not")


def smaller_independent_sets_can_be_augmented(trial: Trial) -> None:
    """Of two independent sets the smaller can be extended by an element of the larger."""
    for smaller, larger in _pairs_of_independent_sets(trial):
        if not any(trial.is_independent({*smaller, element}) for element in set(larger).difference(smaller)):
            raise ConformanceError(
                f"{list(smaller)} and {list(larger)} are independent, but no element of the second extends the first"
            )


def _pairs_of_independent_sets(trial: Trial) -> Iterator[tuple[Set, Set]]:
    """A smaller and a larger set; of a small matroid all pairs in which one has one element more, which is enough."""
    for smaller, larger in combinations(trial.independent_sets, 2):
        more = len(larger) - len(smaller)
        if more == 1 or (more > 1 and not trial.is_small):
            yield smaller, larger


def order_of_elements_is_irrelevant(trial: Trial) -> None:
    """Whether a set is independent does not depend on the order in which its elements are given."""
    for chosen in trial.some(trial.sets):
        answer = trial.is_independent(chosen)
        for order in (trial.shuffled(chosen), trial.shuffled(chosen)):
            if bool(trial.matroid.is_independent(order)) != answer:
                kind, other = ("independent", "dependent") if answer else ("dependent", "independent")
                raise ConformanceError(f"{list(chosen)} is {kind}, but {order.tolist()} is {other}")
