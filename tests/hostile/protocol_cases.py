"""Protocol methods, asked about invalid sets: they may answer anything within bounds."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from hostile.games import CONSTRUCTIONS
from hostile.strangers import FAMILIES, MEANS, SIZE
from hostile.tracker_cases import STARTS
from matroidlab.algorithms import batched
from support.cases import Cases

CASES = Cases()
QUESTIONS: dict[str, Any] = {
    "the size": np.array([0, SIZE]),
    "far": np.array([0, 10**7, 1]),
    "beyond all memory": np.array([2**62, 0, 1]),
    "negative": np.array([-1, 2, -7]),
    "far negative": np.array([-(10**7), 0, 1]),
    "lowest": np.array([-(2**63)]),
    "repeated": np.array([1, 1, 1, 1]),
    "everything twice": np.tile(np.arange(SIZE), 2),
    "many": np.zeros(3000, dtype=np.intp),
    "small integers": np.array([0, 300], dtype=np.int16),
    "unsigned": np.array([0, 2**64 - 1], dtype=np.uint64),
    "floats": np.array([0.0, 1.0]),
    "two axes": np.array([[0, 1], [2, 3]]),
    "every other": np.arange(12)[::2],
}


def basis(matroid: Any) -> Any:
    return matroid.greedy(np.arange(matroid.size))


def strong_bijection(matroid: Any, elements: Any) -> None:
    known = matroid.orderability() if hasattr(matroid, "orderability") else None
    if known is not None:
        known.strong_bijection(basis(matroid), elements)


def minors(matroid: Any, elements: Any) -> None:
    if hasattr(matroid, "delete"):
        matroid.delete(elements)
        matroid.contract(elements)


ASKED: dict[str, Callable[[Any, Any], object]] = {
    "is_independent": lambda matroid, elements: matroid.is_independent(elements),
    "greedy": lambda matroid, elements: matroid.greedy(elements),
    "swaps of": lambda matroid, elements: matroid.swaps(elements, np.arange(SIZE)),
    "swaps for": lambda matroid, elements: matroid.swaps(basis(matroid), elements),
    "exchanges from": lambda matroid, elements: batched(matroid).exchanges(
        elements[None], basis(matroid)[None]
    ),
    "exchanges to": lambda matroid, elements: batched(matroid).exchanges(
        basis(matroid)[None], elements[None]
    ),
    "exchanges of": lambda matroid, elements: batched(matroid).exchanges(
        elements[None], elements[None, ::-1]
    ),
    "a guess": lambda matroid, elements: batched(matroid).max_weight_bases(
        MEANS[None, : matroid.size].copy(), guess=elements[None]
    ),
    "strong_bijection": strong_bijection,
    "minors": minors,
}
MATROIDS = {
    **FAMILIES,
    **{kind: build(FAMILIES["graphic"]) for kind, build in CONSTRUCTIONS.items()},
}
for kind, matroid in MATROIDS.items():
    for what, elements in QUESTIONS.items():
        for asked, ask in ASKED.items():
            name = f"{asked}, {kind}, {what}"
            CASES.add(
                "protocol methods",
                name,
                partial(ask, matroid, elements),
                nonsense_is_all_right=True,
            )
    for what, weights in STARTS.items():
        attempt = partial(
            lambda matroid, weights: batched(matroid).max_weight_bases(weights), matroid, weights
        )
        CASES.add(
            "protocol methods",
            f"max_weight_bases, {kind}, {what}",
            attempt,
            nonsense_is_all_right=True,
        )
