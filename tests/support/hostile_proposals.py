"""Proposals that prefer the worst items, for laws of safety."""

from typing import Any

import numpy as np

from matroidlab.types import Elements, Weights


def preferring(weights: Weights) -> Any:
    """A way to weigh items that is always the same."""

    def weigh(normals: Weights, _items: Elements | None = None) -> Weights:
        return np.tile(weights, (*normals.shape[:2], 1))

    return weigh
