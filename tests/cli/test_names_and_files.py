"""A name of the catalogue in place of a family; parameters from files that are hostile."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import matroidlab.cli.parameters as cli_parameters
from matroidlab.cli import main

CATALOGUE = """
from matroidlab import GraphicMatroid, NamedMatroids, UniformMatroid, hookimpl

K4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
NAMED = {"my-k4": K4, "u12": UniformMatroid(2, 1)}

@hookimpl(tryfirst=True)
def matroidlab_named_matroids():
    return NamedMatroids(lambda: list(NAMED), NAMED.__getitem__, lambda matroid: None)
"""


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A plugin module with a catalogue of its own."""
    (tmp_path / "names_of_mine.py").write_text(CATALOGUE)
    monkeypatch.syspath_prepend(tmp_path)
    return "names_of_mine"


def test_a_name_stands_for_a_family_in_every_command(catalogue: str) -> None:
    done = CliRunner().invoke(main, ["orderability", "my-k4", "-p", catalogue, "--json"])
    assert done.exit_code == 1
    report = json.loads(done.stdout)
    assert report["family"] == "my-k4"
    (member,) = report["members"]
    assert len(member["parameters"]["edges"]) == 6
    done = CliRunner().invoke(main, ["check", "u12", "-p", catalogue])
    assert done.exit_code == 0
    assert "u12: 1 member" in done.stdout


def test_a_name_takes_no_parameters_and_a_wrong_one_gets_the_nearest(catalogue: str) -> None:
    done = CliRunner().invoke(main, ["check", "u12", "--param", "size=3", "-p", catalogue])
    assert done.exit_code == 2
    assert "'u12' is a single matroid, which takes no parameters" in done.output
    done = CliRunner().invoke(main, ["check", "my-k5", "-p", catalogue])
    assert done.exit_code == 2
    assert "there is no family 'my-k5'; did you mean 'my-k4'?" in done.output


def test_without_a_catalogue_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cli_parameters, "named_matroids", lambda _: None)
    for command in ("check", "orderability"):
        done = CliRunner().invoke(main, [command, "k4"])
        assert done.exit_code == 2
        assert "there is no family 'k4'" in done.output
        assert "pip install ./plugins/matroidlab-atlas" in done.output


HOSTILE = {
    f"a = {'[' * 100_000}": "nested deeper than 64 tables and lists",
    "parent = " + "{parent = " * 400 + "1" + "}" * 400: "nested deeper than 64 tables and lists",
    "size = 99999999999999999999999": "must fit in 64 bits",
    "size = ": "is not valid TOML",
    "size = 2020-01-01": "must be text, a number",
}


@pytest.mark.parametrize("text", HOSTILE, ids=HOSTILE.values())
@pytest.mark.parametrize("command", ["check", "orderability"])
def test_a_hostile_file_is_a_usage_error_that_names_it(
    command: str, text: str, tmp_path: Path
) -> None:
    (tmp_path / "a.toml").write_text(text)
    done = CliRunner().invoke(main, [command, "dual", "--file", str(tmp_path / "a.toml")])
    assert done.exit_code == 2
    assert "a.toml" in done.output
    assert HOSTILE[text] in " ".join(done.output.split())


def test_an_endless_file_is_not_read_to_its_end() -> None:
    limited = "import resource; resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))\n"
    called = "from matroidlab.cli import main; main(['check', 'uniform', '--file', '/dev/zero'])"
    program = f"{limited}{called}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "/dev/zero cannot be read: it is neither a file nor a pipe" in done.stderr


@pytest.mark.parametrize("value", ["[" * 100_000, "[" * 70 + "]" * 70, "9" * 30, "2020-01-01"])
def test_a_hostile_parameter_is_a_usage_error(value: str) -> None:
    done = CliRunner().invoke(main, ["check", "uniform", "--param", f"size={value}"])
    assert done.exit_code == 2
    assert "Error: --param size" in done.output


@pytest.mark.parametrize("command", ["check", "orderability"])
def test_a_member_with_a_million_elements_is_refused_at_once(command: str) -> None:
    given = ["uniform", "--param", "size=1000000", "--param", "rank=500000"]
    done = CliRunner().invoke(main, [command, *given])
    assert done.exit_code == 2
    assert "a member has 1,000,000 elements" in " ".join(done.output.split())
