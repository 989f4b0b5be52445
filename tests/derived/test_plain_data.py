"""Constructions in plain data: a matroid within another is a table that names its family."""

import json
import re
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import (
    Contraction,
    DirectSum,
    Dual,
    Family,
    GraphicMatroid,
    Matroid,
    MatroidUnion,
    OracleMatroid,
    Restriction,
    Truncation,
    UniformMatroid,
    hookimpl,
)
from matroidlab.errors import InvalidMatroidError, UnknownNameError
from matroidlab.registry import Plugin, families, offers, plugin_manager
from matroidlab.registry.nested_families import build_matroid, describe
from support.bare import Bare

KNOWN = families()
NAMES = ("contraction", "direct-sum", "dual", "restriction", "truncation", "union")
EDGES = [[0, 1], [1, 2], [0, 2], [2, 3]]
TOML = """
family = "truncation"
rank = 3

[parent]
family = "dual"
parent = {family = "direct-sum", parts = [{family = "graphic", edges = [[0, 1], [1, 2], [0, 2]]},
                                          {family = "uniform", size = 4, rank = 1}]}
"""


def test_a_construction_is_read_from_toml() -> None:
    built = build_matroid(tomllib.loads(TOML), KNOWN)
    triangle = GraphicMatroid([(0, 1), (1, 2), (0, 2)])
    assert built == Truncation(Dual(DirectSum([triangle, UniformMatroid(4, 1)])), 3)
    assert describe(built, KNOWN) == tomllib.loads(TOML)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_what_is_told_as_plain_data_is_built_again(name: str, data: st.DataObject) -> None:
    strategy = KNOWN[name].strategy
    assert strategy is not None
    matroid = data.draw(strategy())
    described = describe(matroid, KNOWN)
    assert described["family"] == name
    assert build_matroid(json.loads(json.dumps(described)), KNOWN) == matroid


@pytest.mark.parametrize("name", NAMES)
def test_strategies_nest_constructions_in_constructions(name: str) -> None:
    from hypothesis import Phase, find, settings

    strategy = KNOWN[name].strategy
    assert strategy is not None
    quick = settings(max_examples=500, phases=[Phase.generate], database=None)
    constructions = (Contraction, DirectSum, Dual, MatroidUnion, Restriction, Truncation)

    def depth(matroid: Any) -> int:
        inner = [matroid.parent] if hasattr(matroid, "parent") else getattr(matroid, "parts", [])
        return 1 + max(map(depth, inner), default=0) if isinstance(matroid, constructions) else 0

    assert depth(find(strategy(), lambda matroid: depth(matroid) >= 3, settings=quick)) >= 3


def test_matroids_may_be_given_as_they_are() -> None:
    assert KNOWN["dual"].build(parent=UniformMatroid(3, 1)) == Dual(UniformMatroid(3, 1))
    assert KNOWN["union"].build(
        parts=[UniformMatroid(3, 1), {"family": "uniform", "size": 3, "rank": 2}]
    ) == (MatroidUnion([UniformMatroid(3, 1), UniformMatroid(3, 2)]))


def test_a_record_says_what_it_needs_and_what_it_is() -> None:
    assert KNOWN["restriction"].required == ("parent", "kept")
    assert KNOWN["direct-sum"].summary.startswith("The matroid of several matroids side by side")


@pytest.mark.parametrize(
    "parent",
    [OracleMatroid(2, lambda part: len(part) < 2), Bare(UniformMatroid(2, 1))],
    ids=["oracle", "bare"],
)
def test_what_no_family_has_cannot_be_told(parent: Matroid) -> None:
    with pytest.raises(
        InvalidMatroidError, match=re.escape(f"{parent!r} cannot be written as plain data")
    ):
        KNOWN["dual"].parameters(Dual(parent))


def test_a_table_without_a_known_family_is_refused() -> None:
    with pytest.raises(
        InvalidMatroidError, match=r"must be a table with the key 'family', got \{'size': 3\}"
    ):
        build_matroid({"size": 3}, KNOWN)
    with pytest.raises(
        UnknownNameError, match=r"there is no family 'unifrom'; did you mean 'uniform'\?"
    ):
        KNOWN["dual"].build(parent={"family": "unifrom", "size": 3, "rank": 1})


def faults(name: str, **parameters: object) -> list[str]:
    return list(KNOWN[name].faults(parameters))


def test_all_faults_are_listed_with_their_place_however_deep() -> None:
    wrong = {"family": "uniform", "size": 4.5, "rnk": 1}
    assert faults("dual", parent=wrong) == [
        "parent.rnk: not a parameter of 'uniform'; did you mean 'rank'?",
        "parent.rank: missing",
        "parent.size: must be a whole number, got 4.5",
    ]
    assert faults(
        "direct-sum", parts=[{"family": "dual", "parent": {"family": "unifrom"}}, 3, {}]
    ) == [
        "parts.0.parent.family: there is no family 'unifrom'; did you mean 'uniform'?",
        "parts.1: must be a table with a family, got 3",
        f"parts.2.family: missing; known: {', '.join(sorted(KNOWN))}",
    ]
    assert faults("union", parts={"family": "uniform"}) == [
        "parts: must be a list of tables, each with a family, got {'family': 'uniform'}"
    ]
    assert faults("truncation", parent=[]) == [
        "rank: missing",
        "parent: must be a table with a family, got []",
    ]
    assert faults("restriction", parent={"family": "graphic", "edges": EDGES}, kept=[0, 3]) == []


def twice(matroids: list[Matroid]) -> DirectSum:
    """Everything twice."""
    return DirectSum([*matroids, *matroids])


class Doubling:
    @hookimpl
    def matroidlab_families(self) -> list[Family]:
        example = {
            "matroids": [{"family": "dual", "parent": {"family": "uniform", "size": 3, "rank": 1}}]
        }
        return [
            Family(
                "twice",
                twice,
                examples=(example,),
                parameters=lambda built: {"matroids": built.parts[::2]},
            )
        ]


def test_plugins_nest_as_the_built_ins_do() -> None:
    manager = plugin_manager()
    manager.admit(Plugin("doubling"), Doubling)
    assert [offer.error for offer in offers(manager) if offer.error] == []
    family = families(manager)["twice"]
    built = family.build(**family.examples[0])
    assert built == DirectSum([Dual(UniformMatroid(3, 1))] * 2)
    assert family.parameters(built) == family.examples[0]
    known = families(manager)
    assert build_matroid(
        {"family": "dual", "parent": {"family": "twice", **family.examples[0]}}, known
    ) == Dual(built)
