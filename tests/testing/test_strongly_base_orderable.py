"""The property test of strong base-orderability: findings, coverage, and false claims."""

import inspect
from dataclasses import dataclass
from typing import Any

import networkx as nx
import pytest
from hypothesis import strategies as st

from matroidlab import (
    DirectSum,
    ExplicitMatroid,
    Family,
    GraphicMatroid,
    Matroid,
    MatroidBase,
    NamedMatroids,
    UniformMatroid,
)
from matroidlab.errors import ConformanceError
from matroidlab.registry import families
from matroidlab.testing import (
    assert_strongly_base_orderable,
    excluded_minors,
    parametrize_with_checks,
)
from matroidlab.types import Elements
from support.named import NAMED
from testing.false_offers import ClaimsToBeStrong
from testing.test_excluded_minors import is_k4

NAMES = {named.name: named.matroid for named in NAMED}


def named_k4() -> NamedMatroids:
    """A catalogue that knows one matroid."""

    def name_of(matroid: Matroid) -> str | None:
        return "M(K4) = M(W3)" if matroid.size == 6 else None

    return NamedMatroids(lambda: ["k4"], lambda _: NAMES["M(K4)"], name_of)


def test_the_property_fails_on_graphic_and_shows_k4_with_two_spanning_trees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(excluded_minors, "named_matroids", named_k4)
    with pytest.raises(ConformanceError) as caught:
        assert_strongly_base_orderable(families()["graphic"])
    shown, first, second, why, *_ = str(caught.value).splitlines()
    text, _, name = shown.removeprefix("not strongly base-orderable: ").partition(", which is ")
    assert name == "M(K4) = M(W3)"
    matroid = eval(text)
    assert is_k4(matroid)
    for line, start in ((first, "  bases: "), (second, "    and: ")):
        numbers, names = line.removeprefix(start).split(", that is ")
        tree: nx.Graph[int] = nx.Graph([matroid.edges[element] for element in eval(numbers)])
        assert nx.is_tree(tree)
        assert len(tree) == 4
        assert names == ", ".join(
            f"{u}-{v}" for u, v in (matroid.edges[element] for element in eval(numbers))
        )
    assert why.startswith("    why: they have no strong bijection, because ")


def test_the_property_fails_on_drawn_graphs_too() -> None:
    strategy = families()["graphic"].strategy
    assert strategy is not None
    with pytest.raises(
        ConformanceError, match=r"(?s)not strongly base-orderable: GraphicMatroid.*It is a minor of"
    ):
        assert_strongly_base_orderable(strategy())


@dataclass(frozen=True)
class SixPoints(MatroidBase):
    """M(K4) as a family without `delete` and `contract`, with names of its elements."""

    size: int = 6
    element_names = tuple("abcdef")

    def is_independent(self, elements: Elements, /) -> bool:
        return NAMES["M(K4)"].is_independent(elements)


def test_a_member_that_is_its_own_excluded_minor_is_shown_as_itself() -> None:
    with pytest.raises(ConformanceError) as caught:
        assert_strongly_base_orderable(st.just(SixPoints()), examples=1)
    shown, first, second, *_ = str(caught.value).splitlines()
    assert shown.startswith("not strongly base-orderable: SixPoints(size=6)")
    assert ", that is " in first
    assert ", that is " in second
    assert "minor of" not in str(caught.value)
    assert "ExplicitMatroid" not in str(caught.value)


def test_a_false_claim_does_not_help() -> None:
    with pytest.raises(
        ConformanceError, match=r"(?s)not strongly base-orderable: ExplicitMatroid.*claims to be"
    ):
        assert_strongly_base_orderable(st.just(ClaimsToBeStrong()), examples=1)


def test_examples_are_tried_before_anything_is_drawn() -> None:
    def strategy() -> st.SearchStrategy[Matroid]:
        raise AssertionError("nothing need be drawn")

    bad = Family(
        "bad",
        ExplicitMatroid,
        examples=({"size": 6, "bases": NAMES["M(K4)"].bases},),
        strategy=strategy,
    )
    with pytest.raises(ConformanceError, match=r"bases: \[0, 1, 5\]\n|bases: \["):
        assert_strongly_base_orderable(bad)


def test_a_thousand_are_drawn_and_the_same_in_every_run() -> None:
    runs: list[list[int]] = []

    def seen(size: int) -> Matroid:
        runs[-1].append(size)
        return UniformMatroid(6, 3)

    for examples in (1000, 30, 30):
        runs.append([])
        assert_strongly_base_orderable(st.integers(0, 10**9).map(seen), examples=examples)
    assert len(runs[0]) >= 1000
    assert runs[1] == runs[2]
    assert inspect.signature(assert_strongly_base_orderable).parameters["examples"].default == 1000


def test_the_property_needs_something_to_draw_from() -> None:
    with pytest.raises(
        ValueError, match="family 'bare' has no strategy to draw from: give its record one"
    ):
        assert_strongly_base_orderable(Family("bare", UniformMatroid))
    with pytest.raises(ValueError, match="examples must be at least 1, got 0"):
        assert_strongly_base_orderable(st.just(UniformMatroid(3, 1)), examples=0)


def test_more_examples_draw_the_same_ones_and_more() -> None:
    def drawn(examples: int) -> list[int]:
        seen: list[int] = []

        def note(number: int) -> Matroid:
            seen.append(number)
            return UniformMatroid(6, 3)

        assert_strongly_base_orderable(st.integers(0, 10**9).map(note), examples=examples)
        return seen

    few = drawn(1)
    more = drawn(120)
    many = drawn(400)
    assert many[: len(more)] == more
    assert more[: len(few)] == few
    assert len(few) < len(more) < len(many)


def test_what_was_covered_is_told() -> None:
    covered = assert_strongly_base_orderable(
        st.sampled_from([UniformMatroid(4, 1), UniformMatroid(14, 5)])
    )
    assert (covered.searched, covered.claimed) == (0, covered.in_question)
    assert set(covered.sizes) == {4, 14}
    assert set(covered.ranks) == {1, 5}
    small = assert_strongly_base_orderable(st.just(UniformMatroid(7, 3)), examples=1)
    assert str(small) == (
        "1 matroids of 7 elements and rank 3; 1 of rank and corank at least 3, "
        "1 judged by search, 0 by claim"
    )


def test_nothing_that_could_have_been_a_counterexample_is_a_failure() -> None:
    with pytest.raises(
        ConformanceError,
        match="nothing drawn could have been a counterexample: 4 matroids of 2 to 5 ",
    ):
        assert_strongly_base_orderable(
            st.integers(2, 5).map(lambda size: UniformMatroid(size, 2)), examples=1
        )
    nothing: Any = st.integers(0, 3).filter(lambda _: False)
    with pytest.raises(
        ConformanceError, match="nothing drawn could have been a counterexample: no matroid at all"
    ):
        assert_strongly_base_orderable(nothing, examples=1)


class LargerClaim(ClaimsToBeStrong):
    """The graph K6, of 15 edges, claims to be strongly base-orderable."""

    size = 15

    def is_independent(self, elements: Elements, /) -> bool:
        return GraphicMatroid.from_networkx(nx.complete_graph(6)).is_independent(elements)


def test_the_claim_of_a_larger_matroid_is_checked_on_drawn_pairs() -> None:
    with pytest.raises(ConformanceError, match=r"strongly base-orderable"):
        assert_strongly_base_orderable(st.just(LargerClaim()), examples=1)
    honest = DirectSum([UniformMatroid(7, 3), UniformMatroid(7, 3)])
    assert assert_strongly_base_orderable(st.just(honest), examples=1).claimed == 1


def test_a_single_table_for_examples_is_refused() -> None:
    one_table: Any = {"size": 6, "rank": 3}
    wrong = Family("wrong", UniformMatroid, examples=one_table)
    with pytest.raises(
        ConformanceError, match=r"the examples of 'wrong' must be tables of parameters, got 'size'"
    ):
        assert_strongly_base_orderable(wrong)
    with pytest.raises(
        ConformanceError, match=r"got 'size'; a single one is written examples=\(\{...\},\)"
    ):
        parametrize_with_checks([wrong])
