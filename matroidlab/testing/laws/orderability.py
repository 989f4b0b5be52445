"""Claims of strong base-orderability, and claimed counterexamples."""

from itertools import combinations

from matroidlab.errors import ConformanceError
from matroidlab.orderability import Violation
from matroidlab.protocol import Orderability, asked
from matroidlab.testing.laws.trial import Trial

MOST = 8
"""Up to this many exchanged elements all 256 subsets are tried; beyond, as many drawn ones."""


def has_orderability(trial: Trial) -> bool:
    """Whether the matroid offers the capability."""
    return asked(trial.matroid, Orderability) is not None


def _orderability(trial: Trial) -> Orderability:
    offer = asked(trial.matroid, Orderability)
    assert offer is not None
    return offer


def strong_bijections_are_strong(trial: Trial) -> None:
    """A claimed strong bijection is one, over all subsets; None needs a violation."""
    offer = _orderability(trial)
    for source, target in trial.basis_pairs:
        name = f"strong_bijection({source.tolist()}, {target.tolist()})"
        result = offer.strong_bijection(source.copy(), target.copy())
        if result is None:
            if offer.violation is None:
                raise ConformanceError(
                    f"{name} is None, but the matroid claims to be strongly base-orderable"
                )
            continue
        if sorted(result.tolist()) != sorted(target.tolist()):
            raise ConformanceError(f"{name} must rearrange its target, got {result.tolist()}")
        failing = failing_exchange(trial, source.tolist(), result.tolist())
        if failing is not None:
            raise ConformanceError(
                f"{name} is {result.tolist()}: exchanging {failing} at once gives no basis"
            )


def claimed_violation_is_one(trial: Trial) -> None:
    """The two bases of a claimed violation have no strong bijection, by brute force."""
    pair = _orderability(trial).violation
    if pair is None:
        return
    if not Violation(trial.matroid, *pair).verify(trial.matroid):
        shown = " and ".join(str(basis.tolist()) for basis in pair)
        raise ConformanceError(
            f"{shown} are claimed to be a violation, but they have a strong bijection"
        )


def failing_exchange(trial: Trial, source: list[int], result: list[int]) -> list[int] | None:
    """Return a smallest subset of ``source`` whose exchange gives no basis, or None."""
    moved = [place for place, old in enumerate(source) if result[place] != old]
    for places in _parts(trial, moved):
        exchanged = [result[i] if i in places else old for i, old in enumerate(source)]
        if len(set(exchanged)) < len(exchanged) or not trial.is_independent(exchanged):
            return [source[i] for i in sorted(places)]
    return None


def _parts(trial: Trial, places: list[int]) -> list[set[int]]:
    if len(places) <= MOST:
        return [
            set(part) for count in range(1, len(places) + 1) for part in combinations(places, count)
        ]
    chosen = trial.rng.random((1 << MOST, len(places))) < trial.rng.random((1 << MOST, 1))
    return [
        {place for place, taken in zip(places, row, strict=True) if taken}
        for row in chosen.tolist()
    ]
