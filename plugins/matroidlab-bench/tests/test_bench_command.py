"""The command as its users meet it, the default file, and what it refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from matroidlab.cli.main import main
from matroidlab.errors import ConfigurationError
from matroidlab_bench import as_field, read_field, run_field
from matroidlab_bench.page import write_page

SMALL = """
name = "small"
horizon = 300
first_runs = 4
most_runs = 8

[[problems]]
label = "two of six"
matroid = {family = "uniform", size = 6, rank = 2}
rewards = {model = "bernoulli", means = [0.9, 0.8, 0.5, 0.4, 0.2, 0.1]}
baseline = [2, 3]

[[policies]]
policy = "cts"
label = "CTS"

[[policies]]
policy = "stay"
label = "stay"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


def test_it_prints_json_and_continues_where_it_stopped(file: Path, tmp_path: Path) -> None:
    call = ["bench", str(file), "--out", str(tmp_path / "out"), "--executor", "serial", "--json"]
    first = CliRunner().invoke(main, call)
    assert first.exit_code == 0, first.output
    (problem,) = json.loads(first.stdout)
    assert problem["comparisons"][0]["verdict"] == "better"
    assert [row["policy"] for row in problem["policies"]] == ["CTS", "stay"]
    assert problem["policies"][1]["violations"] == 0
    again = json.loads(CliRunner().invoke(main, call).stdout)[0]
    assert again["comparisons"] == problem["comparisons"]


def test_it_writes_a_page_with_a_picture(file: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    field = read_field(file)
    page = write_page(field, run_field(field, tmp_path / "out"), tmp_path / "page.html")
    text = page.read_text()
    assert "<svg" in text
    assert "two of six" in text


def test_the_default_file_is_sound() -> None:
    field = read_field()
    labels = [policy["label"] for policy in field.policies]
    assert {problem["matroid"]["family"] for problem in field.problems} == {
        "uniform",
        "partition",
        "graphic",
        "transversal",
        "laminar",
    }
    models = {problem["rewards"]["model"] for problem in field.problems}
    assert models == {"bernoulli", "beta", "empirical", "cascade", "position-based"}
    assert {"safe Thompson", "KL-OSM", "CTS", "CUCB", "conservative UCB2"} <= set(labels)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"horizn": 3}, "horizn: not a key; did you mean 'horizon'"),
        ({"problems": [{}]}, r"problems\[0\].label: missing"),
        ({"delta": 2.0}, "delta must"),
        ({"first_runs": 1}, "first_runs must"),
        ({"policies": [{"label": "a"}, {"label": "a"}]}, "two have the label 'a'"),
        ({"policies": 3}, "policies: must be a list of tables"),
        ({"policies": []}, "policies: must be at least one, got none"),
        ({"policies": [{"label": "a"}]}, r"policies\[0\].policy: missing"),
        ({"name": 3}, "name: must be text, got 3"),
        ({"text": "x"}, "text: not a key"),
        (
            {"problems": [{"label": "p", "matriod": {}}]},
            r"problems\[0\].matriod: not a key; did you mean 'matroid'",
        ),
        ({"problems": [{"label": "p q"}, {"label": "p-q"}]}, "give one folder"),
        (
            {"policies": [{"label": "a", "policy": "omm", "only": ["q"]}]},
            r"policies\[0\].only: there is no problem 'q'",
        ),
        ({"policies": [{"label": "a", "policy": "omm", "only": "p"}]}, "must be a list of labels"),
    ],
)
def test_faults_are_named(change: dict[str, object], message: str) -> None:
    sound: dict[str, object] = {
        "name": "x",
        "horizon": 9,
        "problems": [{"label": "p"}],
        "policies": [{"label": "a", "policy": "omm"}],
    }
    with pytest.raises(ConfigurationError, match=message):
        as_field({**sound, **change})


def test_a_missing_file_is_an_error_in_one_line() -> None:
    result = CliRunner().invoke(main, ["bench", "nowhere.toml"])
    assert result.exit_code == 1
    assert "nowhere.toml: cannot be read" in result.output


SECOND = """
[[problems]]
label = "too few means"
matroid = {family = "uniform", size = 6, rank = 2}
rewards = {model = "bernoulli", means = [0.9]}
baseline = [2, 3]

[[policies]]
policy = "ctx"
label = "misspelt"
only = ["two of six"]
"""


def test_all_faults_of_a_file_are_found_before_anything_is_run(file: Path, tmp_path: Path) -> None:
    file.write_text(SMALL + SECOND)
    result = CliRunner().invoke(main, ["bench", str(file), "--out", str(tmp_path / "out")])
    assert result.exit_code == 1
    assert "too few means: rewards: must have a mean for each of the 6 items" in result.output
    assert result.output.count("there is no policy 'ctx'; did you mean 'cts'?") == 1
    assert not (tmp_path / "out").exists()


def test_a_page_that_cannot_be_written_is_refused_at_once(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    call = ["bench", str(file), "--out", str(out), "--page", str(file / "page.html")]
    result = CliRunner().invoke(main, call)
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert not out.exists()
