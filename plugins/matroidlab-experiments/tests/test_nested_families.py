"""Experiments on constructions: a matroid within another is a table that names its family."""

import tomllib

import numpy as np
import pytest

from matroidlab.errors import ConfigurationError
from matroidlab.registry import families
from matroidlab.registry.nested_families import build_matroid
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder

TOML = """
family = "truncation"
rank = 3

[parent]
family = "dual"
parent = {family = "direct-sum", parts = [{family = "graphic", edges = [[0, 1], [1, 2], [0, 2]]},
                                          {family = "uniform", size = 4, rank = 1}]}
"""
EXPERIMENT = {
    "name": "nested",
    "horizon": 40,
    "runs": 2,
    "matroid": tomllib.loads(TOML),
    "rewards": {"model": "bernoulli", "means": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]},
    "baseline": [0, 3, 4],
    "policies": [{"policy": "iucb2", "swap_size": 2}],
}


def test_an_experiment_runs_on_a_construction() -> None:
    builder = ExperimentBuilder.with_plugins()
    (cell,) = builder.check(as_experiment(EXPERIMENT))
    problem = builder.problem(cell.table)
    assert problem.matroid == build_matroid(tomllib.loads(TOML), families())
    policy = builder.policy(cell.table, problem, lanes=2, rng=np.random.default_rng(0))
    assert policy.plan().shape == (2, 2, 3)


def test_faults_of_a_construction_in_an_experiment_are_listed_with_all_others() -> None:
    table = {
        **EXPERIMENT,
        "matroid": {"family": "dual", "parent": {"family": "uniform", "size": "three", "rank": 1}},
    }
    with pytest.raises(ConfigurationError, match=r"matroid\.parent\.size: must be a whole number"):
        ExperimentBuilder.with_plugins().check(as_experiment(table))
