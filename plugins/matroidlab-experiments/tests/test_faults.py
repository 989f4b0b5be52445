"""All faults of a file are listed at once, each with the file and its key; nothing is written."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from matroidlab.errors import ConfigurationError
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder

WRONG = """
nam = "wrong"
horizn = 100
horizon = "long"
runs = 0
baseline = [0, 1]

[matroid]
family = "partition"
blocks = [[0, 1], [2, 3]]

[rewards]
model = "bernoulli"
means = [0.9, 0.2, 0.7, 0.1]

[[policies]]
policy = "iucb2"
swap_size = "two"

[[policies]]
policy = "om"

[[policies]]
policy = "iucb1"
alpa = 0.5
"""
NO_INTEGER = "must be a whole number, got"
TOO_SMALL = "horizon: Input should be greater than or equal to 1"
UNKNOWN = "not a parameter of 'iucb1'; did you mean 'confidence'?"
FAULTS = [
    "name: Field required",
    "horizon: Input should be a valid integer",
    "runs: Input should be greater than or equal to 1",
    "nam: not a key of an experiment; did you mean 'name'?",
    "horizn: not a key of an experiment; did you mean 'horizon'?",
    f"policies.0.swap_size: {NO_INTEGER} 'two'",
    "policies.1.policy: there is no policy 'om'; did you mean 'omm'?",
    "policies.2.alpa: not a parameter of 'iucb1'; did you mean 'alpha'?",
]


@pytest.fixture(scope="module")
def builder() -> ExperimentBuilder:
    return ExperimentBuilder.with_plugins()


def faults_of(builder: ExperimentBuilder, path: Path, text: str) -> list[str]:
    path.write_text(text)
    with pytest.raises(ConfigurationError) as caught:
        builder.read(path)
    return [line.removeprefix(f"{path}: ") for line in str(caught.value).splitlines()]


def test_all_wrong_keys_names_and_parameters_are_listed_at_once(
    builder: ExperimentBuilder, tmp_path: Path
) -> None:
    assert faults_of(builder, tmp_path / "wrong.toml", WRONG) == FAULTS


def test_the_command_lists_them_with_the_file_and_touches_nothing(tmp_path: Path) -> None:
    (tmp_path / "wrong.toml").write_text(WRONG)
    command = [sys.executable, "-m", "matroidlab", "run", "wrong.toml"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.removeprefix("Error: ").splitlines() == [
        f"wrong.toml: {fault}" for fault in FAULTS
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["wrong.toml"]


SOUND = """
name = "swept"
horizon = 9
problem = {name = "scaling", rank = 2}
policies = [{policy = "iucb1", label = "careful"}, {policy = "omm"}]
"""


def test_faults_of_swept_values_say_where_they_are_each_once(
    builder: ExperimentBuilder, tmp_path: Path
) -> None:
    sweep = """[sweep]
horizon = [9, 0]
"problem.rank" = [2, "three"]
"policies.careful.confidance" = [1, 2]
"policies.who.alpha" = [1]
"problm.rank" = [1]
"""
    rest = ", policies.careful.confidance = 1)"
    assert faults_of(builder, tmp_path / "swept.toml", SOUND + sweep) == [
        "sweep.policies.who.alpha: there is no 'who' to replace; known: careful, iucb1, omm",
        "sweep.problm.rank: not a key to sweep over; did you mean 'problem'?",
        f"{TOO_SMALL} (where horizon = 0, problem.rank = 2{rest}",
        f"policies.0.confidance: {UNKNOWN} (where horizon = 9, problem.rank = 2{rest}",
        f"problem.rank: {NO_INTEGER} 'three' (where horizon = 9, problem.rank = 'three'{rest}",
    ]


@pytest.mark.parametrize(
    "key", ["seed", "runs", "block", "name", "title", "figure", "checkpoints", "sweep"]
)
def test_what_would_make_rows_that_differ_in_their_label_only_is_refused_by_name(
    builder: ExperimentBuilder, tmp_path: Path, key: str
) -> None:
    (fault,) = faults_of(builder, tmp_path / "swept.toml", f"{SOUND}[sweep]\n{key} = [1, 2]\n")
    assert fault.startswith(f"sweep.{key}: not a key to sweep over")


@pytest.mark.parametrize("path", ["policies", "policies.omm", "policies.1"])
def test_a_policy_is_swept_by_its_parameters_alone(
    builder: ExperimentBuilder, tmp_path: Path, path: str
) -> None:
    (fault,) = faults_of(
        builder, tmp_path / "swept.toml", f'{SOUND}[sweep]\n"{path}" = [[{{policy = "omm"}}]]\n'
    )
    assert (
        fault == f"sweep.{path}: name the policy and its parameter, as in policies.LABEL.swap_size"
    )


def test_a_label_is_refused_too(builder: ExperimentBuilder, tmp_path: Path) -> None:
    (fault,) = faults_of(
        builder, tmp_path / "swept.toml", f'{SOUND}[sweep]\n"policies.*.label" = ["A", "B"]\n'
    )
    assert (
        fault
        == "sweep.policies.*.label: a label does not change the game, so the rows would differ "
        "only in their labels"
    )


@pytest.mark.parametrize(
    "text",
    [
        "sweep = 3",
        "policies = 3",
        "policies = [3]",
        "sweep = {horizon = 3}",
        "sweep = {horizon = []}",
        "problem = 3",
    ],
)
def test_parts_of_a_wrong_kind_are_faults_like_others(
    builder: ExperimentBuilder, tmp_path: Path, text: str
) -> None:
    key = re.split(r"[ .]", text)[0]
    rest = "\n".join(line for line in SOUND.splitlines() if not line.startswith(key))
    (fault,) = faults_of(builder, tmp_path / "wrong.toml", f"{rest}\n{text}\n")
    assert fault.startswith(key)
