"""Configuration: every fault is listed before anything runs, and a sweep is a table of cells."""

from pathlib import Path

import pytest

from matroidlab.errors import ConfigurationError
from matroidlab_experiments.configuration.experiment import as_experiment, cells
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.configuration.sweeps import replaced

TINY = {
    "name": "tiny",
    "horizon": 50,
    "runs": 4,
    "block": 2,
    "checkpoints": 3,
    "matroid": {"family": "uniform", "size": 4, "rank": 2},
    "rewards": {"model": "bernoulli", "means": [0.9, 0.8, 0.2, 0.1]},
    "baseline": [2, 3],
    "policies": [{"policy": "iucb1"}, {"policy": "omm", "label": "OMM"}],
}


def faults_of(changes: dict[str, object]) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        ExperimentBuilder.with_plugins().check(as_experiment({**TINY, **changes}))
    return str(caught.value).splitlines()


def test_a_sound_table_makes_a_cell_a_policy() -> None:
    assert [cell.label for cell in cells(as_experiment(TINY))] == ["iucb1", "OMM"]


def test_all_wrong_keys_are_listed_at_once() -> None:
    faults = faults_of({"horizn": 3, "horizon": "long", "runs": 0})
    assert len(faults) == 3
    assert any("horizn" in fault for fault in faults)
    assert any("horizon" in fault and "integer" in fault for fault in faults)
    assert any("runs" in fault and "greater than or equal to 1" in fault for fault in faults)


def test_wrong_parameters_of_every_part_are_listed_at_once() -> None:
    faults = faults_of(
        {
            "matroid": {"family": "uniform", "size": 4, "rnk": 2},
            "rewards": {"model": "bernouli", "means": [0.9, 0.8, 0.2, 0.1]},
            "policies": [{"policy": "iucb1", "swap_size": "two"}, {"policy": "om"}],
        }
    )
    assert any(
        "matroid.rnk: not a parameter of 'uniform'; did you mean 'rank'?" in fault
        for fault in faults
    )
    assert any("matroid.rank: missing" in fault for fault in faults)
    assert any("did you mean 'bernoulli'?" in fault for fault in faults)
    assert any(
        "policies.0.swap_size: must be a whole number, got 'two'" in fault for fault in faults
    )
    assert any("there is no policy 'om'; did you mean 'omm'?" in fault for fault in faults)


def test_a_problem_excludes_its_own_parts() -> None:
    (fault,) = faults_of(
        {"problem": {"name": "scaling", "rank": 2}, "rewards": None, "baseline": None}
    )
    assert "matroid: cannot be given together with a problem" in fault


def test_without_a_problem_its_parts_are_missed() -> None:
    assert any(
        "baseline: missing; give it, or a [problem]" in fault
        for fault in faults_of({"baseline": None})
    )


def test_a_sweep_is_the_product_of_its_values() -> None:
    experiment = as_experiment(
        {**TINY, "sweep": {"horizon": [10, 20], "first_look": [True, False]}}
    )
    asked = [(10, True), (10, False), (20, True), (20, False)]
    found = [
        (cell.table["horizon"], cell.table["first_look"], cell.label) for cell in cells(experiment)
    ]
    assert found == [(*point, label) for point in asked for label in ("iucb1", "OMM")]


def test_a_policy_is_swept_by_its_label() -> None:
    table = replaced(
        {"policies": [{"policy": "omm", "label": "OMM"}, {"policy": "iucb1"}]},
        {"policies.OMM.x": 1},
    )
    assert table["policies"] == [{"policy": "omm", "label": "OMM", "x": 1}, {"policy": "iucb1"}]


@pytest.mark.parametrize(
    "path", ["problem.gap", "policies.nothing.x", "horizon.deep", "policies.0.policy.deep"]
)
def test_a_sweep_that_leads_nowhere_is_refused(path: str) -> None:
    with pytest.raises(ConfigurationError, match="sweep"):
        cells(as_experiment({**TINY, "sweep": {path: [1]}}))


def test_a_swept_value_is_checked_like_any_other() -> None:
    with pytest.raises(ConfigurationError, match="horizon"):
        as_experiment({**TINY, "sweep": {"horizon": [10, 0]}})


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"name = ", "not valid TOML"), (b"\xff", "not valid TOML"), (b"", "name: Field required")],
)
def test_a_bad_file_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "bad.toml").write_bytes(content)
    with pytest.raises(ConfigurationError, match=message) as caught:
        ExperimentBuilder.with_plugins().read(tmp_path / "bad.toml")
    assert "bad.toml" in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"none\.toml: cannot be read"):
        ExperimentBuilder.with_plugins().read(tmp_path / "none.toml")
