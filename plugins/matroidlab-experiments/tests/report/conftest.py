"""Small experiments, run for real, and the page about them."""

from collections.abc import Callable
from typing import Any

import pytest

from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.result_files.results import Results
from matroidlab_experiments.running.running import run_experiment

Run = Callable[..., Results]

SMALL: dict[str, Any] = {
    "name": "small",
    "title": "Three policies",
    "horizon": 60,
    "runs": 4,
    "block": 2,
    "checkpoints": 6,
    "matroid": {"family": "uniform", "size": 6, "rank": 3},
    "rewards": {"model": "bernoulli", "means": [0.9, 0.8, 0.7, 0.3, 0.2, 0.1]},
    "baseline": [0, 1, 3],
    "policies": [
        {"policy": "iucb1", "label": "I-UCB1"},
        {"policy": "omm", "label": "OMM"},
        {"policy": "stay", "label": "stay"},
    ],
}


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run the small experiment with changes."""

    def run_changed(**changes: object) -> Results:
        table = {key: value for key, value in (SMALL | changes).items() if value is not None}
        experiment = as_experiment(table)
        return run_experiment(experiment, tmp_path_factory.mktemp("results") / experiment.name)

    return run_changed


@pytest.fixture(scope="session")
def small(run: Run) -> Results:
    return run()


@pytest.fixture(scope="session")
def plain(run: Run) -> Results:
    """Results that make one picture only."""
    return run(name="plain", policies=[{"policy": "stay"}])


@pytest.fixture(scope="session")
def scaling(run: Run) -> Results:
    sweep = {"problem.gap": [0.8, 0.4], "problem.rank": [4, 2, 3]}
    return _on_problem(
        run, name="scaling", figure="scaling", policies=[{"policy": "iucb1"}], sweep=sweep
    )


@pytest.fixture(scope="session")
def price(run: Run) -> Results:
    return _on_problem(
        run,
        name="price",
        figure="price",
        policies=[{"policy": "iucb1"}],
        sweep={"policies.*.swap_size": [4, 1, 2]},
    )


@pytest.fixture(scope="session")
def comparison(run: Run) -> Results:
    return run(name="comparison", figure="comparison")


@pytest.fixture(scope="session")
def everything(
    small: Results, scaling: Results, price: Results, comparison: Results
) -> list[Results]:
    return [small, scaling, price, comparison]


def _on_problem(run: Run, **changes: object) -> Results:
    problem = {"name": "scaling", "rank": 4, "gap": 0.8}
    return run(matroid=None, rewards=None, baseline=None, problem=problem, **changes)


@pytest.fixture(scope="session")
def page_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Write the page about results, and return it."""
    from matroidlab_experiments.report_pages.page import write_report

    def written(*results: Results, **options: Any) -> str:
        page = write_report(results, tmp_path_factory.mktemp("page"), **options)
        return page.read_text(encoding="utf-8")

    return written
