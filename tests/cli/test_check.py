"""``matroidlab check FAMILY``: parameters, answer, exit status."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from support import commands
from support.strangers import STRANGERS

MATROIDLAB = str(Path(sys.executable).with_name("matroidlab"))

HALF_A_MATROID = """
from dataclasses import dataclass
from matroidlab import Family, MatroidBase, hookimpl

@dataclass(frozen=True)
class Half(MatroidBase):
    size: int

    def is_independent(self, elements):
        return set(elements.tolist()) <= {0, 1} or elements.tolist() == [2]

@hookimpl
def matroidlab_families():
    return [Family("half", Half, examples=({"size": 2}, {"size": 3}))]
"""


def run(*arguments: str) -> Result:
    return commands.run("check", *arguments)


def test_all_laws_are_tried_on_all_examples() -> None:
    done = run("uniform")
    assert done.exit_code == 0
    assert re.search(r"greedy_agrees_with_oracle +\d +holds", done.stdout)
    assert re.search(r"All \d+ laws hold\.", done.stdout)


def test_parameters_are_toml() -> None:
    done = run(
        "partition", "--param", "blocks=[[0, 1], [2]]", "--param", "capacities = [2, 1]", "--json"
    )
    assert done.exit_code == 0
    (member,) = json.loads(done.stdout)["members"]
    assert member["matroid"] == "PartitionMatroid(blocks=((0, 1), (2,)), capacities=(2, 1))"
    assert member["parameters"] == {"blocks": [[0, 1], [2]], "capacities": [2, 1]}


def test_parameters_come_from_a_file_and_the_command_line_goes_before(tmp_path: Path) -> None:
    (tmp_path / "it.toml").write_text("size = 4\nrank = 1\n")
    done = run("uniform", "--file", str(tmp_path / "it.toml"), "--param", "rank=2", "--json")
    assert json.loads(done.stdout)["members"][0]["matroid"] == "UniformMatroid(size=4, rank=2)"


def test_json_has_every_law_with_its_statement() -> None:
    report = json.loads(run("uniform", "--json").stdout)
    assert report["family"] == "uniform"
    assert report["passed"] is True
    checks = {check["name"]: check for check in report["members"][0]["checks"]}
    assert checks["empty_set_is_independent"] == {
        "name": "empty_set_is_independent",
        "law": "The empty set is independent.",
        "passed": True,
        "witness": None,
    }


def test_a_broken_law_is_shown_with_its_witness_and_exit_status_1(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text(HALF_A_MATROID)
    command = [MATROIDLAB, "check", "half", "-p", "half"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == ""
    assert re.search(r"smaller_independent_sets_can_be_augmented +2 +BROKEN", done.stdout)
    assert "half 2, Half(size=3)" in done.stdout
    assert (
        "[2] and [0, 1] are independent, but no element of the second extends the first"
        in done.stdout
    )
    assert "half 1" not in done.stdout
    report = json.loads(
        subprocess.run([*command, "--json"], cwd=tmp_path, capture_output=True, check=False).stdout
    )
    assert report["passed"] is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["unifrom"], "there is no family 'unifrom'; did you mean 'uniform'?"),
        (["uniform", "--param", "size"], "--param must be KEY=VALUE, got 'size'"),
        (
            ["uniform", "--param", "size=many"],
            "--param size: 'many' is not a TOML value; text needs quotes",
        ),
        (
            ["uniform", "--param", "size=5\nrank=2"],
            "--param size: '5\\nrank=2' is not a TOML value",
        ),
        (
            ["uniform", "--param", "size=5", "--param", "rank=7"],
            "uniform: rank must lie in 0..5, got 7",
        ),
        (["uniform", "--file", "nowhere.toml"], "File 'nowhere.toml' does not exist"),
    ],
)
def test_a_wrong_question_is_answered_with_exit_status_2(
    arguments: list[str], message: str
) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in done.stderr


def test_every_wrong_key_is_listed(tmp_path: Path) -> None:
    (tmp_path / "it.toml").write_text('sizes = 4\nrnk = 2\nrank = "high"\n')
    done = run("uniform", "--file", str(tmp_path / "it.toml"))
    assert done.exit_code == 2
    for name in ("sizes", "rnk", "size", "rank"):
        assert re.search(rf"^  {name}: ", done.stderr, flags=re.MULTILINE)


def test_a_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    (tmp_path / "it.toml").write_text("size: 4")
    done = run("uniform", "--file", str(tmp_path / "it.toml"))
    assert done.exit_code == 2
    assert "it.toml is not valid TOML: " in done.stderr


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run the command on a member of the strange family."""
    (tmp_path / "strangers.py").write_text(STRANGERS)
    monkeypatch.syspath_prepend(tmp_path)
    return lambda kind, *more: run("stranger", "-p", "strangers", "--param", f"kind={kind}", *more)


@pytest.mark.parametrize("kind", ["rank-3-on-6", "rank-5-on-11", "rank-2-on-5"])
def test_what_is_no_matroid_passes_no_check_however_few_sets_show_it(
    stranger: Callable[..., Result], kind: str
) -> None:
    done = stranger(kind)
    assert done.exit_code == 1
    assert re.search(r"smaller_independent_sets_can_be_augmented +1 +BROKEN", done.stdout)
    assert "but no element of the second extends the first" in done.stdout


def test_the_output_says_on_how_many_sets_the_axioms_were_tried() -> None:
    decided = run("uniform", "--param", "size=16", "--param", "rank=3")
    assert "The axioms are decided, on all sets." in decided.stdout
    drawn = run("uniform", "--param", "size=30", "--param", "rank=3")
    assert drawn.exit_code == 0
    assert re.search(
        r"uniform: its axioms are not decided; they were tried on \d+ drawn sets", drawn.stdout
    )
    assert "decided, on all sets" not in drawn.stdout
    (member,) = json.loads(
        run("uniform", "--param", "size=30", "--param", "rank=3", "--json").stdout
    )["members"]
    assert member["axioms"]["decided"] is False
    assert 20 < member["axioms"]["sets"] < 200


def test_a_call_that_raises_is_an_error_and_named_with_its_argument(
    stranger: Callable[..., Result],
) -> None:
    done = stranger("raises")
    assert done.exit_code == 2
    assert "stranger: its axioms are not decided; they were tried on 0 drawn sets" in done.stdout
    assert (
        "is_independent([0, 1]) raised ZeroDivisionError: integer division or modulo by zero"
        in done.stdout
    )
    assert re.search(r"smaller_independent_sets_can_be_augmented +1 +ERROR", done.stdout)


def test_names_by_a_method_break_a_law(stranger: Callable[..., Result]) -> None:
    done = stranger("names")
    assert done.exit_code == 1
    assert (
        "element_names_are_a_text_for_each: element_names must be a property, got a method"
        in done.stdout
    )


def test_one_table_in_place_of_examples_is_told(stranger: Callable[..., Result]) -> None:
    assert stranger("honest").exit_code == 0
    done = run("one-table", "-p", "strangers")
    assert done.exit_code == 2
    assert "the examples of 'one-table' must be tables of parameters, got 'edges'" in done.stderr
    given = run("one-table", "-p", "strangers", "--param", "edges=[[0, 1]]")
    assert given.exit_code == 1
    assert (
        "examples_are_tables_of_parameters: the examples of 'one-table' must be tables"
        in given.stdout
    )


@pytest.mark.parametrize(
    ("kind", "error"),
    [("exits", "is_independent([0, 1]) raised SystemExit: 0")],
)
def test_no_error_has_the_status_of_an_answer(
    stranger: Callable[..., Result], kind: str, error: str
) -> None:
    done = stranger(kind)
    assert done.exit_code == 2
    assert error in done.output
