"""The distribution as its users meet it: installed, found by its entry point, its README true."""

import doctest
import json
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

from click.testing import CliRunner

from matroidlab.cli import main
from matroidlab.registry import Plugin, families, offers, plugin_manager
from matroidlab_laminar import LaminarMatroid


def test_the_entry_point_names_the_module() -> None:
    (point,) = entry_points(group="matroidlab", name="laminar")
    assert point.dist is not None
    assert (point.value, point.dist.name) == ("matroidlab_laminar", "matroidlab-laminar")


def test_the_family_is_found_by_name_and_its_examples_build() -> None:
    family = families()["laminar"]
    assert family.required == ("size", "sets", "capacities")
    for example in family.examples:
        built = family.build(**example)
        assert isinstance(built, LaminarMatroid)
        assert family.parameters(built) == example


def test_the_command_plugins_lists_it_with_its_distribution() -> None:
    said = CliRunner(env={"COLUMNS": "80"}).invoke(main, ["plugins"]).stdout
    assert re.search(r"  laminar: size, sets, capacities  \(matroidlab-laminar [0-9.]+\)\n", said)
    rows = json.loads(CliRunner().invoke(main, ["plugins", "--json"]).stdout)
    assert {row["name"]: row["state"] for row in rows}["laminar"] == "ok"


def test_its_offer_names_the_installed_distribution() -> None:
    (point,) = entry_points(group="matroidlab", name="laminar")
    assert point.dist is not None
    (offer,) = [offer for offer in offers() if offer.record and offer.record.name == "laminar"]
    assert offer.plugin == Plugin("laminar", "matroidlab-laminar", point.dist.version)


def test_named_as_a_module_too_it_is_registered_once() -> None:
    manager = plugin_manager(["matroidlab_laminar", "matroidlab.families.uniform"])
    assert manager.faults == []
    assert [
        offer.plugin.name
        for offer in offers(manager)
        if offer.record and offer.record.name == "laminar"
    ] == ["laminar"]


def test_the_family_needs_hypothesis_only_for_its_strategy() -> None:
    program = "import matroidlab_laminar, sys; sys.exit('hypothesis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_readme_is_true() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    assert doctest.testfile(str(readme), module_relative=False).failed == 0
