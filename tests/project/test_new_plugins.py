"""New plugins as authors see them: written by an installed matroidlab, installed, tested, listed.

The wheel is built from this tree and installed in an environment of its own, so the template must
be in it.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from support.tools import MYPY, RUFF

PROJECT = Path(__file__).parents[2]
PLUGINS = {
    "my-family": ["family"],
    "my-reward": ["reward"],
    "my-policy": ["policy"],
    "my-problem": ["problem"],
    "everything": ["family", "reward", "policy", "problem"],
}
EXPERIMENTS = {
    "parts": """
baseline = [1, 2]
[matroid]
family = "my-family"
deadlines = [1, 1, 2]
[rewards]
model = "my-reward"
chances = [0.9, 0.5, 0.2]
""",
    "problem": """
[problem]
name = "my-problem"
liked = [[0.5, 0.9], [0.4, 0.3, 0.6]]
""",
}
POLICIES = """
[[policies]]
policy = "my-policy"
optimism = 2.0
[[policies]]
policy = "iucb2"
"""
WORDS = {"family": "family", "reward": "reward model", "policy": "policy", "problem": "problem"}

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Place:
    """A folder with an environment of its own, away from the source tree."""

    folder: Path

    @property
    def python(self) -> str:
        return str(self.folder / "venv" / "bin" / "python")

    def run(self, *command: str | Path, cwd: str = ".") -> str:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            command,
            cwd=self.folder / cwd,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def install(self, *what: str) -> None:
        self.run(self.python, "-m", "pip", "-qq", "--disable-pip-version-check", "install", *what)

    def matroidlab(self, *arguments: str) -> str:
        return self.run(self.folder / "venv" / "bin" / "matroidlab", *arguments)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    place = Place(tmp_path_factory.mktemp("author"))
    place.run(sys.executable, "-m", "venv", "venv")
    place.install(f"{PROJECT}[testing]", str(PROJECT / "plugins" / "matroidlab-experiments"))
    for name, kinds in PLUGINS.items():
        place.matroidlab("new-plugin", name, *(f"--{kind}" for kind in kinds))
    place.install(*(part for name in PLUGINS for part in ("-e", f"./matroidlab-{name}[testing]")))
    return place


def test_matroidlab_lists_them_and_none_is_broken(place: Place) -> None:
    rows = json.loads(place.matroidlab("plugins", "--json"))
    assert {row["state"] for row in rows} == {"ok"}
    found = {
        (row["name"], row["kind"])
        for row in rows
        if row["distribution"] == f"matroidlab-{row['name']}"
    }
    assert found == {(name, WORDS[kind]) for name, kinds in PLUGINS.items() for kind in kinds}


@pytest.mark.parametrize("name", PLUGINS)
def test_a_new_plugin_passes_its_tests(place: Place, name: str) -> None:
    report = place.run(place.python, "-m", "pytest", "-rA", cwd=f"matroidlab-{name}")
    for kind in PLUGINS[name]:
        assert (
            f"PASSED tests/test_{name.replace('-', '_')}_{kind}.py::test_matroidlab_finds_the_"
            in report
        )
    assert "PASSED README.md::README.md" in report


def test_their_tests_can_also_be_run_from_outside(place: Place) -> None:
    report = place.run(place.python, "-m", "pytest", "-rA", "./matroidlab-my-reward")
    assert "README.md::README.md" in report


@pytest.mark.skipif(MYPY is None, reason="mypy is not installed")
@pytest.mark.parametrize("name", PLUGINS)
def test_a_new_plugin_has_strict_types(place: Place, name: str) -> None:
    place.run(str(MYPY), "--python-executable", place.python, ".", cwd=f"matroidlab-{name}")


@pytest.mark.skipif(RUFF is None, reason="ruff is not installed")
@pytest.mark.parametrize("name", PLUGINS)
def test_a_new_plugin_is_clean_by_our_rules(place: Place, name: str) -> None:
    rules = ("--config", str(PROJECT / "pyproject.toml"), ".")
    place.run(str(RUFF), "check", *rules, cwd=f"matroidlab-{name}")
    place.run(str(RUFF), "format", "--check", *rules, cwd=f"matroidlab-{name}")


@pytest.mark.parametrize("table", EXPERIMENTS.values(), ids=EXPERIMENTS)
def test_an_experiment_can_name_them(place: Place, table: str, tmp_path: Path) -> None:
    (tmp_path / "it.toml").write_text(f'name = "it"\nhorizon = 200\nruns = 2\n{table}\n{POLICIES}')
    rows = json.loads(
        place.matroidlab("run", str(tmp_path / "it.toml"), "--out", str(tmp_path), "--json")
    )
    assert [row["policy"] for row in rows] == ["my-policy", "iucb2"]


def test_a_new_family_can_be_checked_by_name(place: Place) -> None:
    assert "laws hold." in place.matroidlab("check", "my-family")
