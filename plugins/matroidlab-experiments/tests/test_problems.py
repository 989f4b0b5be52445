"""The built-in problems: their docstrings hold, by brute force where possible."""

import json
import pickle

import numpy as np
import pytest

from matroidlab import Problem, is_basis, max_weight_basis
from matroidlab.orderability import is_strongly_base_orderable, strong_bijection
from matroidlab.registry import problems
from matroidlab_experiments.problems import CompleteGraphProblem, PopulationProblem, ScalingProblem
from matroidlab_experiments.problems.population import attraction, likes

NAMES = ("scaling", "complete-graph", "population")
PROBLEMS = problems()


def best_of(problem: Problem) -> set[int]:
    return set(max_weight_basis(problem.matroid, problem.rewards.means).tolist())


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_plain_parameters_that_come_back(name: str) -> None:
    record = PROBLEMS[name]
    assert record.examples
    for example in record.examples:
        assert json.loads(json.dumps(example)) == example
        problem = record.build(**example)
        parameters = record.parameters(problem)
        assert json.loads(json.dumps(parameters)) == parameters
        assert example.items() <= parameters.items()
        again = record.build(**parameters)
        assert (again, again.rewards, again.matroid) == (problem, problem.rewards, problem.matroid)
        assert again.baseline.tolist() == problem.baseline.tolist()


@pytest.mark.parametrize("name", NAMES)
def test_a_problem_is_whole_and_can_be_sent_to_another_process(name: str) -> None:
    for example in PROBLEMS[name].examples:
        problem = PROBLEMS[name].build(**example)
        assert is_basis(problem.matroid, problem.baseline)
        assert len(problem.rewards.means) == problem.matroid.size
        assert len(problem.labels) in (0, problem.matroid.size)
        assert len(set(problem.labels)) == len(problem.labels)
        assert pickle.loads(pickle.dumps(problem)) == problem
        assert repr(problem).startswith(f"{type(problem).__name__}({next(iter(example))}=")


def test_problems_of_other_parameters_differ() -> None:
    built = [
        ScalingProblem(3),
        ScalingProblem(3, 0.2),
        ScalingProblem(3, size=10),
        CompleteGraphProblem(4),
    ]
    assert len({*built, ScalingProblem(3, 0.4, 9)}) == 4


@pytest.mark.parametrize(
    ("name", "parameters", "fault"),
    [
        ("scaling", {"rank": 0}, "rank must be at least 1, got 0"),
        ("scaling", {"rank": 3, "size": 2}, "size must be at least 3, got 2"),
        ("scaling", {"rank": 3, "gap": 0}, "gap must be a number above 0 and at most 1, got 0.0"),
        ("complete-graph", {"vertices": 3}, "vertices must be at least 4, got 3"),
        (
            "complete-graph",
            {"vertices": 5, "gap": 1.5},
            "gap must be a number above 0 and at most 1, got 1.5",
        ),
        (
            "population",
            {"constraint": "divers"},
            "constraint must be 'top-k' or 'diverse', got 'divers'",
        ),
        ("population", {"constraint": "top-k", "seed": -1}, "seed must be at least 0, got -1"),
    ],
)
def test_wrong_parameters_are_refused(name: str, parameters: dict[str, object], fault: str) -> None:
    with pytest.raises(ValueError, match=f"^{fault}\nproblem '{name}' of plugin "):
        PROBLEMS[name].build(**parameters)


@pytest.mark.parametrize("rank", [2, 5])
def test_scaling_has_the_best_items_first_and_the_baseline_last(rank: int) -> None:
    problem = ScalingProblem(rank, gap=0.4)
    assert best_of(problem) == set(range(rank))
    assert problem.matroid.size == rank**2
    assert problem.baseline.tolist() == list(range(rank**2 - rank, rank**2))
    assert problem.rewards.means[problem.baseline] == pytest.approx(0.3)


@pytest.mark.parametrize("vertices", [4, 5, 7])
def test_the_best_tree_is_the_path_and_the_baseline_is_a_worst_one(vertices: int) -> None:
    problem = CompleteGraphProblem(vertices, gap=0.4)
    assert problem.matroid.size == vertices * (vertices - 1) // 2
    assert {problem.labels[edge] for edge in best_of(problem)} == {
        f"{v}-{v + 1}" for v in range(vertices - 1)
    }
    assert problem.rewards.means[problem.baseline] == pytest.approx(0.3)


def test_the_matroid_of_a_complete_graph_is_not_strongly_base_orderable() -> None:
    problem = CompleteGraphProblem(4)
    assert not is_strongly_base_orderable(problem.matroid)
    assert strong_bijection(problem.matroid, sorted(best_of(problem)), problem.baseline) is None


def test_the_population_has_the_shares_that_it_is_made_for() -> None:
    rewards = PopulationProblem("diverse").rewards
    assert rewards.means == pytest.approx(attraction().ravel(), abs=0.5 / 6000 + 1e-12)
    assert set(np.unique(likes(attraction().ravel(), np.random.default_rng(1)))) == {False, True}


def test_the_gaps_of_the_population_go_from_clear_to_hopeless() -> None:
    means = PopulationProblem("diverse").rewards.means.reshape(10, 20)
    assert (np.diff(means, axis=1) < 0).all()
    gaps = means[:, 0] - means[:, 1]
    assert (np.diff(gaps) < 0).all()
    assert (gaps.max(), gaps.min()) == pytest.approx((0.15, 0.0015), abs=2e-4)


def test_items_of_the_population_are_correlated_because_users_are_unequally_active() -> None:
    watched = likes(attraction().ravel(), np.random.default_rng(3)).astype(float)
    correlations = np.corrcoef(watched.T)[np.triu_indices(200, k=1)]
    # Of 6,000 independent pairs, no correlation would be above 0.07 in a lifetime.
    assert correlations.min() > 0.07
    activity = watched.sum(axis=1)
    assert activity[:600].mean() > 5 * activity[-600:].mean()


def test_the_lists_of_the_population_and_their_baselines() -> None:
    top = PopulationProblem("top-k")
    diverse = PopulationProblem("diverse")
    assert top.rewards == diverse.rewards
    ranked = sorted(range(200), key=lambda item: (-top.rewards.means[item], item))
    assert best_of(top) == set(ranked[:10])
    assert top.baseline.tolist() == ranked[10:20]
    assert best_of(diverse) == set(range(0, 200, 20))
    assert diverse.baseline.tolist() == list(range(1, 200, 20))
    assert diverse.labels[41] == "item 2 of genre 3"


def test_the_population_says_that_it_is_synthetic_and_the_seed_makes_it() -> None:
    assert PopulationProblem("top-k").note.startswith("These data are synthetic: ")
    assert PopulationProblem("top-k", seed=5).rewards != PopulationProblem("top-k").rewards
    # The default is a constant of the library: results on it are compared between versions.
    assert int(likes(attraction().ravel(), np.random.default_rng(2017))[::7, ::3].sum()) == 13892
