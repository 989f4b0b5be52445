"""The public face of the distribution, its hooks, and the code of its README."""

import doctest
import re
import shlex
import subprocess
import sys
from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path

import pytest
from click.testing import CliRunner

import matroidlab_atlas
from matroidlab import GraphicMatroid, UniformMatroid
from matroidlab.cli import main
from matroidlab.errors import UnknownNameError
from matroidlab.protocol.function_names import STRUCTURE
from matroidlab_atlas import NamedMatroid, census, plugin, structure

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(
    r"^```(\w+)\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
SHELL = "".join(code for kind, code in BLOCKS if kind == "sh")
COMMANDS = [line for line in SHELL.splitlines() if line.startswith("matroidlab ")]


@pytest.mark.parametrize("face", [matroidlab_atlas, census], ids=lambda face: face.__name__)
def test_every_name_of_the_face_is_there_and_lives_where_it_says(face: object) -> None:
    homes = face._HOME_OF  # type: ignore[attr-defined]
    assert set(dir(face)) == set(homes)
    for name, home in homes.items():
        assert getattr(face, name) is getattr(import_module(home), name)
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        face.nonsense  # type: ignore[attr-defined]  # noqa: B018 - the access is what is tested


def test_importing_the_package_loads_nothing_else() -> None:
    others = "{'numpy', 'networkx', 'matroidlab'}"
    program = f"import sys, matroidlab_atlas; print({others} & sys.modules.keys())"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"


def test_the_plugin_looks_matroids_up_by_name_and_title() -> None:
    named = plugin.matroidlab_named_matroids()
    assert {"fano", "F7", "M(K4)", "M(K4) = M(W3)"} <= set(named.names())
    assert all(named.matroid(name) is not None for name in named.names())
    assert named.matroid("fano") == NamedMatroid("fano")
    assert named.matroid("M(K4)") == named.matroid("k4")
    assert (
        named.name_of(GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]))
        == "M(K4) = M(W3)"
    )
    assert named.name_of(UniformMatroid(30, 2)) == "U(2,30)"
    with pytest.raises(UnknownNameError, match="did you mean 'fano'"):
        named.matroid("phano")


def test_the_plugin_draws(tmp_path: Path) -> None:
    pictures = plugin.matroidlab_pictures()
    pictures.check(tmp_path / "fano.svg")
    assert pictures.draw(NamedMatroid("fano"), tmp_path / "fano.svg") == "points and lines"
    with pytest.raises(ValueError, match="must end in"):
        pictures.check(tmp_path / "fano.gif")


def test_the_readme_is_one_screen_and_its_python_runs() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 60
    code = "".join(code for kind, code in BLOCKS if kind == "python")
    test = doctest.DocTestParser().get_doctest(code, {}, "README", str(README), 0)
    assert doctest.DocTestRunner().run(test).failed == 0
    assert doctest.DocTestRunner().run(test).attempted >= 6


def test_the_readme_shows_each_command() -> None:
    assert {line.split()[1] for line in COMMANDS} == {
        "catalogue",
        "census",
        "convert",
        "show",
        "verify",
    }


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_of_the_readme_run(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.revlex").write_text("4 2 0*****\n")
    claim = '"from_file": true, "complete": -1, "counts": {"1 yes": 1}'
    question = f'{{"question": "base-orderable", "parameters": {{}}, "excluded": [], {claim}}}'
    verdict = '{"size": 1, "rank": 1, "bases": "*", "answer": "yes"}'
    (tmp_path / "small.jsonl").write_text(f"{question}\n{verdict}\n")
    done = CliRunner().invoke(main, shlex.split(line)[1:])
    assert done.exit_code == 0, done.output


def test_errors_of_matroids_name_each_function_of_structure_that_takes_one() -> None:
    first = {
        name: next(iter(signature(getattr(structure, name)).parameters), "")
        for name in structure.__all__
        if isfunction(getattr(structure, name))
    }
    assert {name for name in first if first[name] in ("matroid", "first")} == STRUCTURE
