"""Orderings that the literature agrees on; the claims were fixed before they were run."""

from pathlib import Path

import pytest

from matroidlab_bench import as_field, run_field
from matroidlab_bench.field_results import ProblemResult

POLICIES = ["omm", "kl-osm", "cts", "cucb", "safe-thompson"]
CONSERVATIVE = ["conservative-ucb", "conservative-ucb2"]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> ProblemResult:
    """Four of sixteen items; the baseline is in the middle."""
    field = as_field(
        {
            "name": "claims",
            "horizon": 4000,
            "first_runs": 20,
            "most_runs": 20,
            "problems": [
                {
                    "label": "four of sixteen",
                    "matroid": {"family": "uniform", "size": 16, "rank": 4},
                    "rewards": {
                        "model": "bernoulli",
                        "means": [*[0.8, 0.75, 0.7, 0.65], *[0.5] * 4, *[0.4] * 4, *[0.2] * 4],
                    },
                    "baseline": [4, 5, 6, 7],
                }
            ],
            "policies": [
                *({"policy": name, "label": name} for name in POLICIES),
                *({"policy": name, "label": name, "alpha": 0.1} for name in CONSERVATIVE),
            ],
        }
    )
    folder: Path = tmp_path_factory.mktemp("claims")
    return run_field(field, folder)[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("kl-osm", "omm"),
        ("cts", "cucb"),
        ("conservative-ucb2", "conservative-ucb"),
        ("cts", "safe-thompson"),
    ],
)
def test_the_ordering_of_the_literature_comes_out(
    found: ProblemResult, better: str, worse: str
) -> None:
    assert found.verdict(better, worse) == "better"


@pytest.mark.slow
def test_safe_policies_show_no_bad_list_where_cumulative_ones_show_many(
    found: ProblemResult,
) -> None:
    bad = {row.policy: row.violations for row in found.rows}
    assert bad["safe-thompson"] == 0
    # Of 20 x 4,000 lists, those of the cumulative policies are bad by the thousand.
    assert 20 * bad["conservative-ucb"] > 1000
    assert 20 * bad["conservative-ucb2"] > 1000
