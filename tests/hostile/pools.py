"""Arguments for public callables, right and wrong ones."""

from typing import Any

import numpy as np

from hostile.strangers import MEANS, SIZE

NUMBERS: list[Any] = [True, -1, 0, 1, 2, 3, 7, 0.5, -0.5, 1.0, float("nan"), float("inf")]
SCALARS: list[Any] = [*NUMBERS, None, "paper", "lean", "", b"1"]
ARRAYS: list[Any] = [
    np.arange(3),
    np.array([5, 4, 2]),
    np.array([0, 2, 4]),
    np.array([1, 1, 1]),
    np.array([-1, 2, 3]),
    np.array([0, SIZE]),
    np.array([0, 10**6, 2]),
    np.array([2**62, -(2**63), 0]),
    np.arange(SIZE),
    np.zeros(2000, dtype=np.intp),
    np.array([], dtype=np.intp),
    np.array([0, 300], dtype=np.int16),
    np.arange(12)[::2],
    np.tile([5, 4, 2], (2, 1)),
    np.tile([0, 1, 2], (2, 1)),
    np.tile([0, 1, 2], (3, 1)),
    np.array([[0, 10**6, 2], [0, 1, 2]]),
    np.array([[[0, 2, 4], [1, 3, 5]]] * 2),
    np.array([[[0, 2, 4], [1, 3, 10**6]]] * 2),
    np.array([[[0, 2, -1], [-1, -1, -1]]] * 2),
    np.zeros((2, 0, 3), dtype=np.intp),
    MEANS,
    np.tile(MEANS, (2, 1)),
    np.tile(MEANS, (2, 1)).T,
    np.full((2, 2, 3), 0.5),
    np.zeros((2, 2)),
    np.zeros((2, 2), dtype=np.bool_),
    np.ones((3, 3), dtype=np.bool_),
    np.full(SIZE, np.nan),
    np.array([3, 5, 6], dtype=np.uint64),
    [[0, 1], [2, 3], [4, 5]],
    [(0, 1), (1, 2), (0, 2)],
    [5, 4, 3],
    [1.0, 0.5],
    {0: 0.5},
    "012",
]
OTHERS: list[Any] = [lambda elements: len(elements) <= 2, np.random.default_rng(3), object()]
LIKELY: dict[str, list[Any]] = {
    "rng": [np.random.default_rng(3)],
    "steps": [1, 5, 60],
    "seed": [1],
    "lanes": [1, 2, 3],
    "horizon": [1, 50, 200],
    "patience": [1.0],
    "size": [0, 1, SIZE],
}
"""Usual values of a parameter of this name, so that a call gets far."""
INTEGERS = [array for array in ARRAYS if isinstance(array, np.ndarray) and array.dtype.kind == "i"]
REALS = [array for array in ARRAYS if isinstance(array, np.ndarray) and array.dtype.kind in "fb"]
ROUNDS = [array for array in ARRAYS if isinstance(array, np.ndarray) and array.ndim == 3]
for (
    name
) in "trusted proposal source target independent incoming order elements guess baseline".split():  # noqa: SIM905
    LIKELY[name] = INTEGERS
for name in ("actions", "lists"):
    LIKELY[name] = [*ROUNDS, *INTEGERS[-6:]]
for name in ("weights", "totals", "means", "violated", "settled"):
    LIKELY[name] = REALS
