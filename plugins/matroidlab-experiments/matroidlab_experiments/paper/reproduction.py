"""The experiments and the claims of each figure: a to c of the paper, d to g of ours."""

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from matroidlab_experiments.configuration.experiment import Experiment, as_experiment
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.paper.claim import Claim
from matroidlab_experiments.paper.figure_b_c_claims import recommendation_claims
from matroidlab_experiments.paper.figure_d_claims import price_claims
from matroidlab_experiments.paper.figure_g_claims import promise_claims
from matroidlab_experiments.paper.regret_scaling import scaling_claims
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import Results

FIGURES: Mapping[str, tuple[str, ...]] = {
    "a": ("figure_a_scaling",),
    "b": ("figure_b_top_k",),
    "c": ("figure_c_diverse",),
    "d": ("figure_d_uniform", "figure_d_graphic"),
    "e": ("figure_e_confidence",),
    "f": ("figure_f_ways_to_explore",),
    "g": ("figure_g_top_k", "figure_g_diverse"),
}
"""The experiment files of each figure, in the folder ``figures``."""

TITLES: Mapping[str, str] = {
    "a": "regret ~ K^3",
    "b": "top-10 movies",
    "c": "diverse movies",
    "d": "price of caution",
    "e": "confidence bounds",
    "f": "ways to explore",
    "g": "price of the promise",
}
"""A few words on each figure, for the terminal."""

FULL: Mapping[str, Mapping[str, object]] = {
    "figure_a_scaling": {
        "sweep": {"problem.gap": [0.8, 0.4, 0.2], "problem.rank": list(range(2, 13))}
    },
    "figure_b_top_k": {"horizon": 500_000},
    "figure_c_diverse": {"horizon": 500_000},
    "figure_d_uniform": {"horizon": 100_000},
    "figure_d_graphic": {"horizon": 100_000},
    "figure_e_confidence": {"horizon": 500_000},
    "figure_f_ways_to_explore": {"horizon": 500_000},
    "figure_g_top_k": {"horizon": 500_000},
    "figure_g_diverse": {"horizon": 500_000},
}
"""Changes for the paper's size, where the default is smaller."""

QUICK: Mapping[str, object] = {"horizon": 300, "runs": 2}
"""Enough to see that everything works, too little to compare with the paper."""


def experiments_of(
    figure: str, *, full: bool = False, quick: bool = False, ratings: Path | None = None
) -> list[Experiment]:
    """Return the experiments of a figure.

    With ``ratings``, a folder, MovieLens 1M replaces the synthetic population.
    """
    return [_experiment(name, full=full, quick=quick, ratings=ratings) for name in FIGURES[figure]]


def _experiment(name: str, *, full: bool, quick: bool, ratings: Path | None) -> Experiment:
    file = files("matroidlab_experiments.paper") / "figures" / f"{name}.toml"
    table: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    if full:
        table |= FULL.get(name, {})
    if quick:
        table |= QUICK
    if ratings is not None and table["problem"]["name"] == "population":
        constraint = table["problem"]["constraint"]
        table["problem"] = {"name": "movielens", "constraint": constraint, "ratings": str(ratings)}
    return as_experiment(table, source=str(file))


def claims_of(figure: str, results: list[Results], problems: Problems | None = None) -> list[Claim]:
    """Compare the claims about a figure with results.

    ``problems`` are those of the results; by default they are built with the installed plugins.
    """
    return [claim for result in results for claim in _claims(figure, result, problems)]


def _claims(figure: str, results: Results, problems: Problems | None) -> Iterable[Claim]:
    if figure == "d":
        return price_claims(figure, results, problems or Problems(ExperimentBuilder.with_plugins()))
    checks = {
        "a": scaling_claims,
        "b": recommendation_claims,
        "c": recommendation_claims,
        "g": promise_claims,
    }
    return checks[figure](figure, results) if figure in checks else ()
