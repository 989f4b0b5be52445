"""Laws of all methods: lists are bases, and probabilities are exact."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation_support import PAGES, all_lists, rankings_of
from matroidlab import PartitionMatroid, UniformMatroid, is_basis
from matroidlab.errors import InvalidElementsError, TooLargeError
from matroidlab_evaluation import (
    BalancedInterleaving,
    Drawn,
    InterleavingMethod,
    OptimisedInterleaving,
    ProbabilisticInterleaving,
    SafeDraft,
    TeamDraft,
)
from matroidlab_evaluation.interleaving.sequential import SequentialMethod

UNIFORM = PAGES["uniform"]


@st.composite
def sequential_methods(draw: st.DrawFn) -> SequentialMethod:
    page = PAGES[draw(st.sampled_from(sorted(PAGES)))]
    rankings = draw(rankings_of(page.size))
    kind = draw(st.sampled_from(["draft", "probabilistic", "safe"]))
    if kind == "probabilistic":
        return ProbabilisticInterleaving(page, rankings, draw(st.sampled_from([0.0, 1.0, 3.0])))
    if kind == "safe" and page.rank > 0:
        weights = draw(st.lists(st.integers(0, 4), min_size=page.size, max_size=page.size))
        baseline = page.greedy(np.array(draw(st.permutations(range(page.size)))))
        return SafeDraft(page, rankings, baseline, weights, draw(st.integers(1, page.rank)))
    return TeamDraft(page, rankings)


@given(sequential_methods())
def test_every_list_is_a_basis_and_probabilities_sum_to_one(method: SequentialMethod) -> None:
    table = method.lists()
    assert sum(table.values()) == pytest.approx(1)
    assert all(is_basis(method.matroid, items) for items in table)
    assert method.place_probabilities.sum(axis=1) == pytest.approx(1)


@given(sequential_methods())
def test_the_probability_of_a_list_is_that_of_the_table(method: SequentialMethod) -> None:
    for items, probability in method.lists().items():
        assert method.probability(items) == pytest.approx(probability)
    for (items, teams), probability in method.assignments().items():
        assert method.probability(items, teams) == pytest.approx(probability)


@given(sequential_methods())
def test_teams_given_a_list_are_those_of_the_assignments(method: SequentialMethod) -> None:
    rankers = len(method.rankings)
    found: dict[tuple[int, ...], np.ndarray[tuple[int, ...], np.dtype[np.float64]]] = {}
    for (items, teams), probability in method.assignments().items():
        own = found.setdefault(items, np.zeros((rankers, method.matroid.rank)))
        for place, team in enumerate(teams):
            own[team, place] += probability * (team >= 0)
    for items, probability in method.lists().items():
        expected = found[items] / probability
        assert method.team_probabilities(items) == pytest.approx(expected)


@given(sequential_methods())
def test_prefix_probabilities_are_sums_over_lists(method: SequentialMethod) -> None:
    table = method.lists()
    items = max(table, key=lambda one: table[one])
    expected = [
        sum(chance for other, chance in table.items() if other[: k + 1] == items[: k + 1])
        for k in range(len(items))
    ]
    assert method.prefix_probabilities(items) == pytest.approx(expected)


@given(sequential_methods(), st.data())
def test_expected_credit_is_the_average_over_assignments(
    method: SequentialMethod, data: st.DataObject
) -> None:
    rank = method.matroid.rank
    clicks = np.array(data.draw(st.lists(st.integers(0, 2), min_size=rank, max_size=rank)))
    table = method.lists()
    items = data.draw(st.sampled_from(sorted(table)))
    average = np.zeros(len(method.rankings))
    for (shown, teams), chance in method.assignments().items():
        if shown == items:
            for team, weight in zip(teams, clicks.tolist(), strict=True):
                average[team] += chance / table[items] * weight * (team >= 0)
    assert method.expected_credit(items, clicks) == pytest.approx(average)


def methods() -> list[InterleavingMethod]:
    two = [[0, 1, 2, 3, 4], [3, 1, 0, 4, 2]]
    page = PAGES["partition"]
    return [
        TeamDraft(UNIFORM, two),
        TeamDraft(page, [*two, [4, 2, 3, 0, 1]]),
        ProbabilisticInterleaving(UNIFORM, two),
        SafeDraft(page, two, baseline=[0, 1, 3], cautious=[0.5, 0.4, 0.1, 0.3, 0.4]),
        BalancedInterleaving(UNIFORM, two),
        OptimisedInterleaving(UNIFORM, two),
    ]


@pytest.mark.parametrize("method", methods(), ids=lambda one: type(one).__name__)
def test_frequencies_are_the_probabilities(method: InterleavingMethod) -> None:
    count = 20_000
    table = method.lists()
    rng = np.random.default_rng(1)
    singly = [tuple(method.draw(rng).items.tolist()) for _ in range(count // 10)]
    at_once = [tuple(row) for row in method.draw_many(count, rng).items.tolist()]
    for drawn in (singly, at_once):
        assert set(drawn) <= set(table)
        for items, chance in table.items():
            error = np.sqrt(chance * (1 - chance) / len(drawn))
            assert abs(drawn.count(items) / len(drawn) - chance) <= 4.5 * error + 5 / len(drawn)


@given(st.sampled_from(sorted(PAGES)), st.data())
def test_team_draft_gives_all_rankers_the_same_credit_for_clicks_without_taste(
    name: str, data: st.DataObject
) -> None:
    page = PAGES[name]
    draft = TeamDraft(page, data.draw(rankings_of(page.size)))
    at_place = np.zeros((len(draft.rankings), page.rank))
    for (_, teams), chance in draft.assignments().items():
        at_place[list(teams), np.arange(page.rank)] += chance
    assert at_place == pytest.approx(1 / len(draft.rankings))


@given(rankings_of(5, most=2), st.sampled_from(["linear", "inverse", "binary"]))
def test_optimised_interleaving_is_unbiased_at_every_place(
    rankings: list[list[int]], credit: str
) -> None:
    try:
        mix = OptimisedInterleaving(UNIFORM, rankings, credit)  # type: ignore[arg-type]
    except ValueError as error:
        assert "no distribution" in str(error)  # noqa: PT017
        return
    for place in range(UNIFORM.rank):
        clicks = np.eye(UNIFORM.rank)[place]
        signed = [
            chance * -np.diff(mix.credit(_shown(items), clicks))[0]
            for items, chance in mix.lists().items()
        ]
        assert sum(signed) == pytest.approx(0, abs=1e-8)


def _shown(items: tuple[int, ...]) -> Drawn:
    return Drawn(np.array(items), np.full(len(items), -1))


@given(rankings_of(4, most=2))
def test_allowed_lists_are_those_whose_prefixes_are_unions_of_prefixes(
    rankings: list[list[int]],
) -> None:
    page = PAGES["all"]
    try:
        allowed = set(OptimisedInterleaving(page, rankings, "binary").allowed)
    except ValueError:
        return
    unions = {
        frozenset(rankings[0][:i]) | frozenset(rankings[1][:j])
        for i, j in product(range(5), repeat=2)
    }
    expected = {
        items for items in all_lists(page) if all(frozenset(items[:k]) in unions for k in range(5))
    }
    assert allowed == expected


@given(st.data())
def test_lists_of_a_safe_draft_are_allowed(data: st.DataObject) -> None:
    page = PAGES[data.draw(st.sampled_from(["uniform", "partition", "graphic", "with a loop"]))]
    weights = data.draw(st.lists(st.integers(0, 4), min_size=page.size, max_size=page.size))
    baseline = page.greedy(np.array(data.draw(st.permutations(range(page.size)))))
    swap_size = data.draw(st.integers(1, page.rank))
    draft = SafeDraft(page, data.draw(rankings_of(page.size)), baseline, weights, swap_size)
    assert all(draft.allows([items]) for items in draft.lists())


@given(rankings_of(5, most=2), st.data())
def test_on_uniform_pages_a_safe_draft_refuses_nothing_that_could_be_allowed(
    rankings: list[list[int]], data: st.DataObject
) -> None:
    weights = data.draw(st.lists(st.integers(0, 4), min_size=5, max_size=5))
    draft = SafeDraft(UNIFORM, rankings, [0, 1, 2], weights, data.draw(st.integers(1, 3)))
    allowed = [items for items in all_lists(UNIFORM) if draft.allows([items])]
    (items, teams) = data.draw(st.sampled_from(sorted(draft.assignments())))
    for place, team in enumerate(teams):
        better = rankings[team][: rankings[team].index(items[place])]
        possible = {one[place] for one in allowed if one[:place] == items[:place]}
        assert not possible & set(better) - set(items[:place])


def test_with_every_place_doubtful_a_safe_draft_is_a_team_draft() -> None:
    rankings = [[0, 1, 2, 3, 4], [3, 1, 0, 4, 2]]
    safe = SafeDraft(UNIFORM, rankings, [0, 1, 2], np.zeros(5), swap_size=3)
    assert safe.lists() == TeamDraft(UNIFORM, rankings).lists()


def test_long_lists_have_probabilities_without_a_table() -> None:
    page = UniformMatroid(size=60, rank=32)
    draft = TeamDraft(page, [list(range(60)), list(range(59, -1, -1))])
    with pytest.raises(TooLargeError, match="more than 40,000 lists"):
        draft.lists()
    drawn = draft.draw(np.random.default_rng(1))
    assert draft.probability(drawn.items) == pytest.approx(0.5**16)
    assert draft.draw_many(3, np.random.default_rng(1)).items.shape == (3, 32)


@pytest.mark.parametrize(
    ("rankings", "message"),
    [
        ([[0, 1, 2]], "needs at least 2 rankings, got 1"),
        ([[0, 1, 2], [0, 1]], r"rankings\[1\] must contain a full list: a list has 3 items"),
        ([[0, 1, 2], [0, 1, 9]], r"rankings\[1\] must lie in 0..4, got 9"),
    ],
)
def test_wrong_rankings_are_refused(rankings: list[list[int]], message: str) -> None:
    with pytest.raises((InvalidElementsError, ValueError), match=message):
        TeamDraft(UNIFORM, rankings)


@pytest.mark.parametrize("kind", [BalancedInterleaving, OptimisedInterleaving])
def test_methods_for_uniform_pages_say_so(kind: type[InterleavingMethod]) -> None:
    crossed = PartitionMatroid(blocks=[[0, 2], [1, 3]], capacities=[1, 1])
    with pytest.raises(ValueError, match="does not fit on the page: it needs a uniform matroid"):
        kind(crossed, [[0, 2, 1, 3], [2, 0, 3, 1]])
    with pytest.raises(ValueError, match="compares 2 rankings, got 3"):
        kind(UNIFORM, [[0, 1, 2]] * 3)
