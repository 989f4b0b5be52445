"""Sequences of changed weights, and what a tracker must answer to them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from matroidlab.kernels import Kernel
from matroidlab.protocol import Tracker
from matroidlab.types import Elements, Weights

TIES = np.array([-np.inf, -1.0, -0.0, 0.0, 0.5, np.inf])


def weights_of(rng: np.random.Generator, shape: tuple[int, ...]) -> Weights:
    """Few values with both zeros and infinities, or many without ties."""
    return rng.choice(TIES, size=shape) if rng.random() < 0.6 else rng.random(shape)


def follow(
    track: Callable[[Weights], Tracker],
    bases_of: Callable[[Weights], Elements],
    rng: np.random.Generator,
    shape: tuple[int, int],
    *,
    steps: int = 6,
    most: int = 8,
) -> None:
    """Compare a tracker with bases found from scratch; with -1, repeats and empty updates."""
    weights = weights_of(rng, shape)
    given = weights.copy()
    tracker = track(given)
    for _ in range(steps):
        assert tracker.bases.tolist() == bases_of(weights).tolist()
        elements = rng.integers(-1, shape[1], size=(shape[0], rng.integers(most + 1)))
        changes = weights_of(rng, elements.shape)
        earlier = tracker.bases
        kept = earlier.copy()
        tracker.update(elements, changes)
        if rng.random() < 0.2:  # two updates before the next look
            tracker.update(elements[:, ::-1], changes[:, ::-1])
            elements, changes = (
                np.concatenate([part, part[:, ::-1]], axis=1) for part in (elements, changes)
            )
        for lane, place in np.argwhere(elements >= 0):
            weights[lane, elements[lane, place]] = changes[lane, place]
        assert tracker.bases.dtype == np.intp
        assert earlier.tolist() == kept.tolist()  # an answer is an array of its own
    assert tracker.bases.tolist() == bases_of(weights).tolist()


@contextmanager
def kernels(way: str) -> Iterator[None]:
    """Call every kernel in one of its ways, ``plain`` or ``compiled``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            Kernel, "__call__", lambda kernel, *arguments: getattr(kernel, way)(*arguments)
        )
        yield
