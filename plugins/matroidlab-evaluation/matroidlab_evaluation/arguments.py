"""Arguments that are objects: an error names what was given instead, and what is needed."""

import numpy as np
from numpy.typing import ArrayLike

from matroidlab import Matroid, RewardModel
from matroidlab.types import Weights, as_count


def check_offers(value: object, names: str, *, name: str, needed: str) -> None:
    """Raise a TypeError unless an object has all these attributes.

    >>> check_offers(3, "size rank", name="matroid", needed="a matroid")
    Traceback (most recent call last):
    TypeError: matroid must be a matroid, got 3
    """
    # A class has the attributes of its instances.
    if isinstance(value, type) or not all(hasattr(value, one) for one in names.split()):
        raise TypeError(f"{name} must be {needed}, got {value!r:.80}")


def check_matroid(matroid: Matroid) -> None:
    """Raise a TypeError unless this can be a matroid."""
    needed = "a matroid, such as UniformMatroid(size=5, rank=2)"
    check_offers(matroid, "size rank is_independent greedy", name="matroid", needed=needed)


def check_rewards(rewards: RewardModel) -> None:
    """Raise a TypeError unless this can be a model of rewards."""
    needed = "a model of rewards, such as Bernoulli([0.3, 0.2])"
    check_offers(rewards, "means draw", name="rewards", needed=needed)


def check_generator(rng: np.random.Generator) -> None:
    """Raise a TypeError unless this is a generator of numpy."""
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng must be a generator, numpy.random.default_rng(seed), got {rng!r:.80}")


def generator_of(seed: int | np.random.Generator) -> np.random.Generator:
    """Return the generator of a seed, which is a count, or a generator itself."""
    if isinstance(seed, np.random.Generator):
        return seed
    return np.random.default_rng(as_count(seed, name="seed"))


def as_numbers(values: ArrayLike, *, name: str) -> Weights:
    """Return numbers as an array of floats."""
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be numbers, got {values!r:.80}") from None
