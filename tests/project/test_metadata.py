"""All files describe the project in the same way, and all distributions have one version."""

import json
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from matroidlab import __version__
from matroidlab.cli.main import HELP

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
CITATION: dict[str, Any] = import_module("yaml").safe_load(
    (ROOT / "CITATION.cff").read_text(encoding="utf-8")
)
CODEMETA: dict[str, Any] = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
SPDX = "https://spdx.org/licenses/"


@pytest.mark.parametrize(
    "told",
    [
        pytest.param([PROJECT["name"], CITATION["title"], CODEMETA["name"]], id="name"),
        pytest.param(
            [PROJECT["description"], CITATION["abstract"], CODEMETA["description"]],
            id="description",
        ),
        pytest.param([__version__, CITATION["version"], CODEMETA["version"]], id="version"),
        pytest.param(
            [PROJECT["license"], CITATION["license"], CODEMETA["license"].removeprefix(SPDX)],
            id="licence",
        ),
        pytest.param(
            [PROJECT["keywords"], CITATION["keywords"], CODEMETA["keywords"]], id="keywords"
        ),
        pytest.param(
            [f"Python {PROJECT['requires-python']}", CODEMETA["runtimePlatform"]], id="Python"
        ),
        pytest.param(
            [PROJECT["dependencies"], CODEMETA["softwareRequirements"]], id="dependencies"
        ),
        pytest.param(
            [_["name"] for _ in (*CITATION["authors"], *CODEMETA["author"])], id="authors"
        ),
    ],
)
def test_all_files_tell_the_same(told: list[object]) -> None:
    assert all(one == told[0] for one in told)


@pytest.mark.parametrize(
    "place", sorted(ROOT.glob("plugins/*/pyproject.toml")), ids=lambda place: place.parent.name
)
def test_every_distribution_has_the_version_of_the_core(place: Path) -> None:
    project = tomllib.loads(place.read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    assert f"matroidlab=={__version__}" in project["dependencies"]
    assert (place.parent / project["readme"]).is_file()


def test_both_cite_the_same_paper() -> None:
    (cited,), paper = CITATION["references"], CODEMETA["referencePublication"]
    assert (cited["title"], cited["url"]) == (paper["name"], paper["url"])
    assert [(one["given-names"], one["family-names"]) for one in cited["authors"]] == [
        (one["givenName"], one["familyName"]) for one in paper["author"]
    ]


def test_the_files_that_are_named_are_there() -> None:
    named = [PROJECT["readme"], CODEMETA["readme"], *PROJECT["license-files"]]
    assert all((ROOT / name).is_file() for name in named)


@pytest.mark.parametrize("name", sorted(HELP))
def test_the_help_names_every_command_of_a_distribution(name: str) -> None:
    home = ROOT if name == "matroidlab" else ROOT / "plugins" / name
    project = tomllib.loads((home / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert sorted(project["entry-points"]["matroidlab.commands"]) == sorted(HELP[name])
