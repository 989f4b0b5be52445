"""`matroidlab compare` as a program: tables, JSON, and faults all at once."""

import doctest
import json
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from matroidlab.errors import ConfigurationError
from matroidlab_evaluation.commands.configuration import read_compare_file

README = Path(__file__).parents[1] / "README.md"
MATROIDLAB = str(Path(sys.executable).with_name("matroidlab"))
FILE = """
name = "old against new"
runs = 10
lists = 20_000

[matroid]
family = "partition"
blocks = [[0, 1, 2], [3, 4]]
capacities = [2, 1]

[rankings]
old = [0, 1, 2, 3, 4]
new = [2, 1, 0, 4, 3]
"""
CLICKS = """
[clicks]
model = "bernoulli"
means = [0.1, 0.1, 0.3, 0.1, 0.2]
"""


def compare(place: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    (place / "it.toml").write_text(text, encoding="utf-8")
    command = [MATROIDLAB, "compare", str(place / "it.toml"), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_entry_point_names_the_command() -> None:
    (point,) = entry_points(group="matroidlab.commands", name="compare")
    assert point.dist is not None
    assert point.dist.name == "matroidlab-evaluation"


def test_a_simulation_says_how_many_lists_both_ways_need(tmp_path: Path) -> None:
    done = compare(tmp_path, FILE + CLICKS)
    assert done.returncode == 0, done.stderr
    assert "old against new: possible lists" in done.stdout
    assert "0 2 3   0.25" in done.stdout
    assert "interleaving" in done.stdout
    assert "A/B test" in done.stdout


def test_json_has_the_same_for_programs(tmp_path: Path) -> None:
    done = compare(tmp_path, FILE + CLICKS, "--json")
    found = json.loads(done.stdout)
    assert found["rankers"] == ["old", "new"]
    assert {tuple(one["items"]): one["probability"] for one in found["lists"]} == {
        (0, 2, 3): 0.25,
        (0, 2, 4): 0.25,
        (2, 0, 3): 0.25,
        (2, 0, 4): 0.25,
    }
    needed = found["lists_needed"]
    assert needed["wrong"] == [0, 0]
    assert needed["interleaving"] < needed["ab_test"]
    assert compare(tmp_path, FILE + CLICKS, "--json").stdout == done.stdout  # the same bytes


def test_a_log_gets_a_verdict(tmp_path: Path) -> None:
    rows = [f"{i},{team},{reward}" for i in range(40) for team, reward in (("old", 0), ("new", 1))]
    (tmp_path / "log.csv").write_text("\n".join(["slate_id,team,reward", *rows, "40,,1"]) + "\n")
    done = compare(tmp_path, 'log = "log.csv"\n' + FILE)
    assert "new is better than old: old to new is 0 to 40 after 41 lists" in done.stdout
    found = json.loads(compare(tmp_path, 'log = "log.csv"\n' + FILE, "--json").stdout)
    assert found["verdicts"][0]["winner"] == "new"


def test_all_faults_of_a_file_are_listed(tmp_path: Path) -> None:
    text = FILE.replace("family", "famly").replace("runs = 10", 'runs = "ten"\nmethd = "x"')
    done = compare(tmp_path, text)
    assert done.returncode == 1
    for fault in (
        "matroid.family: missing",
        "runs: must be a whole number, got 'ten'",
        "methd: not a key of a comparison; did you mean 'method'?",
        "clicks: missing; give simulated visitors, or a log",
    ):
        assert fault in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FILE + CLICKS.replace(", 0.2]", "]"), "clicks: must have a mean for each of the 5 items"),
        (
            FILE.replace("[2, 1, 0, 4, 3]", "[2, 1]") + CLICKS,
            "rankings[1] must contain a full list",
        ),
        ('log = "none.csv"\n' + FILE, "none.csv"),
        ('method = "balanced"\n' + FILE + CLICKS, "it needs a uniform matroid"),
    ],
)
def test_what_cannot_be_built_is_named(tmp_path: Path, text: str, message: str) -> None:
    done = compare(tmp_path, text)
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_log_without_a_column_or_with_an_unknown_team_is_refused(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("slate_id,reward\n1,1\n")
    assert "no column team" in compare(tmp_path, 'log = "log.csv"\n' + FILE).stderr
    (tmp_path / "log.csv").write_text("slate_id,team,reward\n1,odd,1\n")
    assert "no ranker 'odd'" in compare(tmp_path, 'log = "log.csv"\n' + FILE).stderr


def test_the_readme_is_true_and_fits_on_a_screen() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted >= 10
    assert results.failed == 0
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("/dev/zero", "neither a file nor a pipe"),
        (f"x = {'[' * 5000}", "nested deeper than 64 tables and lists"),
    ],
)
def test_an_endless_or_deeply_nested_file_is_refused(tmp_path: Path, source: str, why: str) -> None:
    path = Path(source)
    if not source.startswith("/"):
        path = tmp_path / "deep.toml"
        path.write_text(source)
    with pytest.raises(ConfigurationError, match=why):
        read_compare_file(path)
