"""The optional methods for many lanes, checked against the oracle lane by lane."""

from collections.abc import Iterator

import numpy as np

from matroidlab.errors import ConformanceError
from matroidlab.protocol import Batched, Dynamic, asked
from matroidlab.testing.laws.agreement_with_oracle import refuse_unless_exchange
from matroidlab.testing.laws.orderability import failing_exchange
from matroidlab.testing.laws.trial import Trial, array
from matroidlab.types import Elements, Weights

LANES = 6


def has_batched(trial: Trial) -> bool:
    """Whether the matroid offers the capability."""
    return asked(trial.matroid, Batched) is not None


def has_strong_exchanges(trial: Trial) -> bool:
    """Whether the matroid says that the exchanges it offers are strong."""
    return has_batched(trial) and bool(_batched(trial).exchanges_are_strong)


def has_dynamic(trial: Trial) -> bool:
    """Whether the matroid offers the capability."""
    return asked(trial.matroid, Dynamic) is not None


def _batched(trial: Trial) -> Batched:
    offer = asked(trial.matroid, Batched)
    assert offer is not None
    return offer


def batched_bases_agree_with_oracle(trial: Trial) -> None:
    """`max_weight_bases` finds each lane's greedy basis, ties to the smaller element.

    The guess makes no difference.
    """
    for weights in _weights(trial):
        expected = _bases(trial, weights)
        for guess in (None, expected, expected[::-1].copy()):
            bases = _batched(trial).max_weight_bases(weights.copy(), guess=guess)
            _refuse_other_bases(bases, expected, weights, "max_weight_bases")


def batched_exchanges_are_exchange_bijections(trial: Trial) -> None:
    """`exchanges` gives each lane an exchange bijection, aligned with its source."""
    for source, target, result in _exchanges(trial):
        name = f"the exchange of lanes from {source} to {target}"
        refuse_unless_exchange(trial, source, target, result, name)


def batched_exchanges_are_strong(trial: Trial) -> None:
    """If `exchanges_are_strong`, any part of the source can be exchanged at once."""
    for source, _, result in _exchanges(trial):
        failing = failing_exchange(trial, source, result)
        if failing is not None:
            raise ConformanceError(
                f"exchanges takes {source} to {result}: exchanging {failing} at once gives no basis"
            )


def tracker_agrees_with_oracle(trial: Trial) -> None:
    """A tracker's bases are the oracle's for the current weights, ties to the smaller element."""
    for weights in _weights(trial):
        tracker = _dynamic(trial).track(weights.copy())
        _refuse_other_bases(tracker.bases, _bases(trial, weights), weights, "track")
        for _ in range(10):
            elements, values = _update(trial, weights)
            tracker.update(elements.copy(), values.copy())
            # From left to right: the last weight counts.
            for lane, place in np.argwhere(elements >= 0):
                weights[lane, elements[lane, place]] = values[lane, place]
            _refuse_other_bases(
                tracker.bases, _bases(trial, weights), weights, "track, after updates,"
            )


def _dynamic(trial: Trial) -> Dynamic:
    offer = asked(trial.matroid, Dynamic)
    assert offer is not None
    return offer


def _update(trial: Trial, weights: Weights) -> tuple[Elements, Weights]:
    """Return some elements of each lane, with -1 and repeats, and their new weights."""
    shape = len(weights), 4
    elements = trial.rng.integers(-1, trial.matroid.size, size=shape)
    return elements, trial.rng.choice([-np.inf, -1.0, -0.0, 0.0, 1.0, 2.0, np.inf], size=shape)


def _weights(trial: Trial) -> Iterator[Weights]:
    """Yield weights of several lanes, one and none, with ties, infinities and both zeros."""
    size = trial.matroid.size
    rng = trial.rng
    yield np.zeros((0, size))
    yield np.zeros((1, size))
    yield rng.integers(0, 2, size=(1, size)).astype(np.float64)
    yield rng.integers(-1, 3, size=(LANES, size)).astype(np.float64)
    yield rng.random((LANES, size))
    yield rng.choice([-np.inf, -1.0, -0.0, 0.0, 0.5, np.inf], size=(LANES, size))


def _bases(trial: Trial, weights: Weights) -> Elements:
    """Return the basis of each lane, by the oracle."""
    rows = [
        trial.greedy(array(sorted(range(trial.matroid.size), key=lambda e: (-lane[e], e))))
        for lane in weights
    ]
    return np.array(rows, dtype=np.intp).reshape(len(weights), trial.rank)


def _refuse_other_bases(bases: Elements, expected: Elements, weights: Weights, name: str) -> None:
    if bases.shape != expected.shape or bases.dtype.kind not in "iu":
        raise ConformanceError(
            f"{name} must give integers of shape {expected.shape} for weights {weights.shape}, "
            f"got {bases.dtype} of shape {bases.shape}"
        )
    for lane, row, judged in zip(weights, bases.tolist(), expected.tolist(), strict=True):
        if row != judged:
            raise ConformanceError(
                f"{name} finds {row} for the weights {lane.tolist()}, "
                f"but by the oracle it is {judged}"
            )


def _exchanges(trial: Trial) -> Iterator[tuple[list[int], list[int], list[int]]]:
    """Yield source, target and offered exchange, from calls with all lanes, one lane and none."""
    shape = len(trial.basis_pairs), trial.rank
    source, target = (
        np.array([pair[side] for pair in trial.basis_pairs], dtype=np.intp).reshape(shape)
        for side in (0, 1)
    )
    offer = _batched(trial)
    blocks = [(source, target), (source[:1], target[:1]), (source[:0], target[:0])]
    for first, second in blocks:
        result = offer.exchanges(first.copy(), second.copy())
        if result.shape != first.shape:
            raise ConformanceError(
                f"exchanges must have the shape of its source, {first.shape}, got {result.shape}"
            )
        yield from zip(first.tolist(), second.tolist(), result.tolist(), strict=True)
