"""Pages that are not matroids are refused when the service is made."""

import networkx as nx
import numpy as np
import pytest

from matroidlab import GraphicMatroid, OracleMatroid, UniformMatroid
from matroidlab.errors import ServingError
from matroidlab.types import Elements
from matroidlab_serving import Service


def slots_and_brands(size: int) -> OracleMatroid:
    """At most two of each of three slots, and at most one of each brand: not a matroid."""

    def is_allowed(part: Elements) -> bool:
        slots = np.bincount(part % 3, minlength=3)
        brands = np.bincount(part // 3, minlength=1)
        return bool(slots.max() <= 2 and brands.max(initial=0) <= 1)

    return OracleMatroid(size, is_allowed)


@pytest.mark.parametrize("size", [9, 12, 15, 30])
def test_an_intersection_of_two_matroids_is_refused(size: int) -> None:
    page = slots_and_brands(size)
    keys = [f"k{i}" for i in range(size)]
    baseline = [keys[i] for i in page.greedy(np.arange(size))]
    with pytest.raises(ServingError, match=r"the page is not a matroid.*brands within a slot"):
        Service(page, keys, baseline)


@pytest.mark.parametrize("size", [12, 30])
def test_brands_within_slots_are_accepted(size: int) -> None:
    def is_allowed(part: Elements) -> bool:
        slots = np.bincount(part % 3, minlength=3)
        brands = np.bincount(part % 6, minlength=6)  # each within one slot
        return bool(slots.max() <= 2 and brands.max() <= 1)

    keys = [f"k{i}" for i in range(size)]
    page = OracleMatroid(size, is_allowed)
    baseline = [keys[i] for i in page.greedy(np.arange(size))]
    assert len(Service(page, keys, baseline, seed=1).recommend().items) == 6


@pytest.mark.parametrize(
    "page", [UniformMatroid(40, 4), GraphicMatroid.from_networkx(nx.complete_graph(7))]
)
def test_a_matroid_is_accepted(page: UniformMatroid | GraphicMatroid) -> None:
    keys = [f"k{i}" for i in range(page.size)]
    baseline = [keys[i] for i in page.greedy(np.arange(page.size))]
    assert Service(page, keys, baseline, seed=1).recommend().certificate.verify()
