"""Witnesses, certificates and records in a session: one line, in the names of the elements."""

import numpy as np
import pytest

from matroidlab import (
    Bernoulli,
    DirectSum,
    GraphicMatroid,
    Labelled,
    Matroid,
    OracleMatroid,
    PartitionMatroid,
    UniformMatroid,
    disjoint_bases,
    matroid_intersection,
    partition_into_independent_sets,
)
from matroidlab.bandits import Stay
from matroidlab.registry import families, policies
from matroidlab.testing import matroid_checks
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.exchange import serial_order
from matroidlab_atlas.formats import FORMATS
from matroidlab_atlas.structure import (
    automorphisms,
    axiom_violation,
    canonical_form,
    has_minor,
    paving_violation,
    representation,
    separation,
    transversal_violation,
)
from matroidlab_evaluation import TeamDraft, lists_needed, replay, simulated_log
from support.one_line import check_line

K4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])


def witnesses(matroid: Matroid) -> list[object]:
    """Return sets, orders and bounds of K4, with and without names."""
    colours = PartitionMatroid([[0, 1, 2], [3, 4], [5]])
    return [
        matroid_intersection(matroid, colours),
        matroid_intersection(matroid, colours, weights=[3, 1, 1, 5, 2, 4]),
        disjoint_bases(matroid),
        partition_into_independent_sets(matroid),
        serial_order(matroid, [0, 3, 5], [1, 2, 4]),
        has_minor(matroid, UniformMatroid(3, 2)),
        separation(DirectSum([matroid, UniformMatroid(2, 1)])),
        transversal_violation(matroid),
        paving_violation(DirectSum([matroid, matroid])),
        representation(matroid, 4),
        automorphisms(matroid),
        canonical_form(matroid),
    ]


def found_by_rooms_above() -> list[object]:
    """Return records, an entry of the catalogue, and results of evaluation."""
    page = PartitionMatroid([[0, 1, 2], [3, 4]], [2, 1])
    draft = TeamDraft(page, [[0, 1, 2, 3, 4], [2, 1, 0, 4, 3]])
    clicks = Bernoulli([0.1, 0.1, 0.4, 0.1, 0.3])
    log = simulated_log({(0, 2, 3): 0.5, (1, 2, 4): 0.5}, clicks, count=200)
    return [
        families()["uniform"],
        policies()["safe-thompson"],
        catalogue["fano"],
        FORMATS["revlex"],
        axiom_violation(OracleMatroid(4, lambda part: len(part) <= 1 or part.tolist() == [2, 3])),
        replay(Stay(page, [0, 2, 3]), log, steps=50),
        lists_needed(draft, clicks, runs=2),
        UniformMatroid(3, 1).part(),
        draft.draw(np.random.default_rng(1)),
        next(iter(matroid_checks(page))),
    ]


NAMED = Labelled(K4, "abcdef")


@pytest.mark.parametrize(
    "shown",
    [*witnesses(K4), *witnesses(NAMED), *found_by_rooms_above()],
    ids=lambda shown: type(shown).__name__,
)
def test_a_witness_is_one_line(shown: object) -> None:
    check_line(shown)


def test_a_certificate_prints_names() -> None:
    colours = PartitionMatroid([[0, 1, 2], [3, 4], [5]])
    assert repr(matroid_intersection(NAMED, colours)) == (
        "Intersection([a, d, f], certificate=CommonBound([a, b, c, d, e, f]))"
    )
    order = serial_order(NAMED, ["a", "d", "f"], ["b", "c", "e"])
    assert str(order) == "exchange a for c, f for b, d for e, one after the other"
