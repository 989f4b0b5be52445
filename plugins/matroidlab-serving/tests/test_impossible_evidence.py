"""Certificates whose numbers follow from observations that there cannot have been."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import CertificateError
from matroidlab_serving import Certificate, Line, Service, Top
from matroidlab_serving.certificate_lines import Preference
from matroidlab_serving.linear_certificates import LinearAssumption, LinearBound, linear_ends

DELTA = 0.1
VISITOR = LinearAssumption((0.6, 0.8), 1.0)
MANY = 10_000


def sealed(line: Line, **others: Any) -> Certificate:
    """An honest certificate of a page of one item, about this line."""
    service = Service(Top(1), items=["a", "b", "c"], baseline=["a"], delta=DELTA, seed=1)
    honest = service.peek().certificate
    return replace(honest, lines=(line,), items=3, **others).sealed()


def bound(number: int, end: int, gram: Any, moments: Any, count: int) -> LinearBound:
    """The bound that follows from these numbers, possible or not."""
    value = linear_ends(np.array(gram), np.array(moments), VISITOR, DELTA / 3)[end]
    return LinearBound(number, count, tuple(map(tuple, gram)), tuple(moments), value)


def linear(**changes: Any) -> Certificate:
    """Item b was liked by all of 10,000 visitors like this one, and item a by none of them."""
    features = np.array(VISITOR.features)
    seen = (np.eye(2) + MANY * np.outer(features, features)).tolist()
    given = {"number": 1, "gram": seen, "moments": (MANY * features).tolist(), "count": MANY}
    lower = bound(end=0, **(given | changes))
    upper = bound(0, 1, seen, [0.0, 0.0], MANY)
    return sealed(Line("1", "b", "a", "better", lower, upper), linear=VISITOR)


def test_what_follows_from_possible_observations_verifies() -> None:
    assert linear().verify()


@pytest.mark.parametrize(
    "changes",
    [
        {"gram": [[1.000001, 0.0], [0.0, 1.0]], "moments": [50.0, 50.0]},
        {"gram": [[10_001.0, 0.0], [0.0, 1.0]], "moments": [9_000.0, 70.0]},
        {"gram": [[10_001.0, 1.0], [0.0, 1.0]]},
        {"gram": [[10_001.0, 0.0], [0.0, 0.5]]},
        {"count": 0},
        {"count": 5_000},
        {"number": 3},
        {"number": 10**9},
    ],
    ids=[
        "features of nearly no length",
        "weights in a direction without features",
        "not symmetric",
        "less than nothing",
        "nobody",
        "weights above 1",
        "one item more than there are",
        "many items more",
    ],
)
def test_impossible_observations_of_features_are_refused(changes: dict[str, Any]) -> None:
    forged = linear(**changes)
    with pytest.raises(CertificateError):
        forged.verify()


def test_one_visitor_has_one_direction() -> None:
    honest = linear()
    (line,) = honest.lines
    upper = bound(0, 1, [[10_001.0, 0.0], [0.0, 10_001.0]], [0.0, 0.0], 1)
    with pytest.raises(CertificateError, match="the observations of 'a' are impossible"):
        replace(honest, lines=(replace(line, upper=upper),)).sealed().verify()


def preferred(*chain: Preference, pairs: int) -> Certificate:
    return sealed(Line("1", "b", "a", "preferred", preferred=chain), pairs=pairs)


def test_a_proof_by_pairs_verifies() -> None:
    assert preferred(Preference("b", "a", 500.0, 0.0, 0), pairs=1).verify()
    through = Preference("b", "c", 500.0, 0.0, 0), Preference("c", "a", 500.0, 0.0, 0)
    assert preferred(*through, pairs=2).verify()


def test_no_more_pairs_are_certified_than_share_delta() -> None:
    through = Preference("b", "c", 500.0, 0.0, 0), Preference("c", "a", 500.0, 0.0, 0)
    with pytest.raises(CertificateError, match="2 pairs are certified, and 1 share delta"):
        preferred(*through, pairs=1).verify()


def test_a_pair_has_one_proof() -> None:
    one = preferred(Preference("b", "a", 500.0, 0.0, 0), pairs=6)
    second = (
        Preference("c", "b", 500.0, 0.0, 0),
        Preference("b", "a", 400.0, 0.0, 0),
        Preference("a", "d", 500.0, 0.0, 0),
    )
    lines = (*one.lines, Line("2", "c", "d", "preferred", preferred=second))
    with pytest.raises(CertificateError, match="two different proofs that 'b' is no worse than"):
        replace(one, lines=lines, items=4).sealed().verify()
