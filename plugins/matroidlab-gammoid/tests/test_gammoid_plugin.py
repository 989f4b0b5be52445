"""The distribution as its users meet it: found by its entry point, true to the kit, played by
policies, README true."""

import doctest
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from matroidlab.bandits import IUCB, OMM
from matroidlab.registry import families
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate
from matroidlab.testing import check_matroid, check_policy, parametrize_with_checks
from matroidlab_gammoid import Gammoid, gammoids

FAMILY = families()["gammoid"]


def shared_stages() -> Gammoid:
    """Twelve items, two from each of six sources, through six stages to five sinks; rank 5."""
    sources = range(6)
    stages = range(6, 12)
    sinks = range(12, 17)
    onto_stages = [
        (source, stages[(source + step) % 6]) for source in sources for step in (0, 1, 3)
    ]
    onto_sinks = [(stage, sinks[(stage + step) % 5]) for stage in stages for step in (0, 1)]
    return Gammoid([*onto_stages, *onto_sinks, (6, 9), (9, 6)], sinks, [*sources, *sources])


def test_the_entry_point_names_the_module() -> None:
    (point,) = entry_points(group="matroidlab", name="gammoid")
    assert point.dist is not None
    assert (point.value, point.dist.name) == ("matroidlab_gammoid", "matroidlab-gammoid")


def test_the_family_is_found_by_name_and_its_examples_build() -> None:
    assert FAMILY.required == ("arcs", "sinks")
    for example in FAMILY.examples:
        built = FAMILY.build(**example)
        assert isinstance(built, Gammoid)
        assert FAMILY.parameters(built) == example


@parametrize_with_checks([FAMILY])
def test_examples_keep_every_law(matroid, check) -> None:  # type: ignore[no-untyped-def]
    check(matroid)


@given(gammoids())
@settings(max_examples=20, deadline=None)
def test_drawn_gammoids_keep_every_law(matroid: Gammoid) -> None:
    check_matroid(matroid, family=FAMILY)


def test_a_larger_gammoid_keeps_every_law() -> None:
    check_matroid(shared_stages(), family=FAMILY)


def test_policies_on_a_gammoid_keep_every_law() -> None:
    matroid = shared_stages()
    check_policy(lambda lanes: OMM(matroid, lanes=lanes))
    check_policy(
        lambda lanes: IUCB(
            matroid, matroid.greedy(np.arange(12)), horizon=500, swap_size=2, lanes=lanes
        )
    )


@pytest.mark.parametrize("seed", range(3))
def test_two_exchanges_at_a_time_break_no_promise_and_learn(seed: int) -> None:
    matroid = shared_stages()
    means = np.random.default_rng(seed).permutation(np.linspace(0.1, 0.9, 12))
    trusted = matroid.greedy(np.argsort(means))  # the worst basis: all there is can be learnt
    policy = IUCB(matroid, trusted, horizon=4_000, swap_size=2, lanes=3)
    trace = simulate(
        policy, Bernoulli(means), steps=4_000, seed=seed, baseline=trusted, swap_size=2
    )
    best = matroid.greedy(np.argsort(-means))
    staying = 4_000 * (means[best].sum() - means[trusted].sum())
    assert trace.violations[:, -1].tolist() == [0, 0, 0]
    assert (trace.regret[:, -1] < 0.5 * staying).all()


def test_the_family_needs_hypothesis_only_for_its_strategy() -> None:
    program = "import matroidlab_gammoid, sys; sys.exit('hypothesis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_readme_is_true() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    assert doctest.testfile(str(readme), module_relative=False).failed == 0
