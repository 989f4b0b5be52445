"""The files of a new plugin, for every choice of kinds.

That it installs and passes its own tests: project/test_new_plugins.py.
"""

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from matroidlab import __version__
from matroidlab.errors import NewPluginError
from matroidlab.registry import HOOKS, offers, plugin_manager
from matroidlab.registry.scaffold import KINDS, write_plugin
from support.distributions import (
    ONE_FAMILY,
    environment_with,
    write_distribution,
    write_metadata,
)
from support.tools import RUFF

PROJECT = Path(__file__).parents[2]
CHOICES = [choice for count in range(1, 5) for choice in combinations(KINDS, count)]


def words(folder: Path) -> Iterator[str]:
    """All that is written below a folder, names of files included."""
    for file in folder.rglob("*"):
        yield file.name
        if file.is_file():
            yield file.read_text(encoding="utf-8")


@pytest.mark.parametrize("kinds", CHOICES, ids="-".join)
def test_a_plugin_offers_just_what_was_asked_for(
    kinds: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = write_plugin("just-" + "-".join(kind[:2] for kind in kinds), kinds, tmp_path)
    monkeypatch.syspath_prepend(written.folder)
    module = written.name.module
    found = [offer for offer in offers(plugin_manager([module])) if offer.plugin.name == module]
    assert [offer.error for offer in found if offer.error] == []
    records = [offer.record for offer in found if offer.record]
    assert [(record.kind, record.name) for record in records] == [
        (HOOKS[KINDS[kind].hook].kind, written.name.plain) for kind in kinds
    ]
    assert all(record.examples and record.summary for record in records)


@pytest.mark.parametrize("kinds", CHOICES, ids="-".join)
def test_each_kind_has_a_module_a_test_and_a_section(
    kinds: tuple[str, ...], tmp_path: Path
) -> None:
    written = write_plugin("one", kinds, tmp_path)
    places = {file.relative_to(written.folder).as_posix() for file in written.files}
    assert places == {
        ".gitignore",
        "README.md",
        "pyproject.toml",
        "matroidlab_one/__init__.py",
        "matroidlab_one/py.typed",
        *(f"matroidlab_one/{kind}.py" for kind in kinds),
        *(f"tests/test_one_{kind}.py" for kind in kinds),
    }
    assert {file for file in written.folder.rglob("*") if file.is_file()} == set(written.files)
    readme = (written.folder / "README.md").read_text()
    for kind, (thing, _) in KINDS.items():
        assert (f"import {thing.replace('Acme', 'One')}\n" in readme) == (kind in kinds)
    assert readme.startswith("# matroidlab-one\n")
    assert "## Work on it\n" in readme


def test_no_trace_of_the_template_is_left(tmp_path: Path) -> None:
    written = write_plugin("red-black", KINDS, tmp_path)
    assert [
        text for text in words(written.folder) if "acme" in text.lower() or ".template" in text
    ] == []


def test_a_plugin_may_be_called_as_the_template_is_or_as_a_hook(tmp_path: Path) -> None:
    assert "class AcmeAcmeMatroid(" in "".join(
        words(write_plugin("acme-acme", KINDS, tmp_path).folder)
    )
    assert "class FamiliesMatroid(" in "".join(
        words(write_plugin("families", KINDS, tmp_path).folder)
    )


def test_the_project_file_names_the_module_and_this_version(tmp_path: Path) -> None:
    written = write_plugin("red-black", ["reward"], tmp_path)
    project = tomllib.loads((written.folder / "pyproject.toml").read_text())["project"]
    assert project["name"] == "matroidlab-red-black"
    assert project["entry-points"]["matroidlab"] == {"red-black": "matroidlab_red_black"}
    assert project["dependencies"][0] == f"matroidlab>={__version__}"


@pytest.mark.skipif(RUFF is None, reason="ruff is not installed")
@pytest.mark.parametrize("name", ["a", "red-black", "n" * 18])
def test_what_is_written_is_clean_by_its_own_rules_and_by_ours(name: str, tmp_path: Path) -> None:
    folder = write_plugin(name, KINDS, tmp_path).folder
    for rules in ([], ["--config", str(PROJECT / "pyproject.toml")]):
        for verb in (["check"], ["format", "--check"]):
            command = [str(RUFF), *verb, "--no-cache", *rules, "."]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr


def test_a_plugin_passes_its_own_tests(tmp_path: Path) -> None:
    folder = write_plugin("red-black", ["reward"], tmp_path).folder
    write_metadata(folder, "matroidlab-red-black", entry="red-black")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment_with(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "kinds", "fault"),
    [
        (
            "uniform",
            ["family"],
            "there is a family 'uniform' already, from the plugin 'matroidlab.families.uniform'",
        ),
        ("thompson", ["family", "policy"], "there is a policy 'thompson' already, from the plugin"),
        ("Uniform", ["family"], "a plugin's name must be lower-case"),
        (
            "mine",
            [],
            (
                "a plugin must offer something, one or more of family, reward, policy, problem, "
                "got nothing"
            ),
        ),
        ("mine", ["famly"], "a plugin can offer family, reward, policy, problem, got 'famly'"),
    ],
)
def test_a_wrong_wish_writes_nothing(
    name: str, kinds: list[str], fault: str, tmp_path: Path
) -> None:
    with pytest.raises(NewPluginError, match=fault):
        write_plugin(name, kinds, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_an_installed_plugin_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "installed"
    here = tmp_path / "here"
    installed.mkdir()
    here.mkdir()
    write_distribution(installed, "matroidlab-taken", ONE_FAMILY.format(name="x"), entry="taken")
    monkeypatch.syspath_prepend(installed)
    fault = "there is a plugin 'taken' already, .* of matroidlab-taken .*, or uninstall that one"
    with pytest.raises(NewPluginError, match=fault):
        write_plugin("taken", ["reward"], here)
    assert list(here.iterdir()) == []


def test_a_name_that_only_another_kind_has_is_free(tmp_path: Path) -> None:
    assert write_plugin("uniform", ["policy"], tmp_path).folder.is_dir()


@pytest.mark.parametrize("kind", ["folder", "file", "dangling link"])
def test_nothing_is_overwritten(kind: str, tmp_path: Path) -> None:
    place = tmp_path / "matroidlab-mine"
    if kind == "folder":
        place.mkdir()
    elif kind == "file":
        place.write_text("precious")
    else:
        place.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(
        NewPluginError, match="matroidlab-mine exists already: choose another name or directory"
    ):
        write_plugin("mine", ["family"], tmp_path)
    assert list(tmp_path.iterdir()) == [place]
