"""A name of the catalogue is accepted wherever a family is."""

import json

from click.testing import CliRunner

from matroidlab.cli import main


def test_orderability_takes_a_name() -> None:
    done = CliRunner().invoke(main, ["orderability", "k4", "--json"])
    assert done.exit_code == 1
    (member,) = json.loads(done.stdout)["members"]
    assert member["verdict"] == "not base-orderable"
    assert member["parameters"] == {"name": "k4"}


def test_check_takes_a_name() -> None:
    done = CliRunner().invoke(main, ["check", "vamos"])
    assert done.exit_code == 0
    assert "vamos: 1 member" in done.stdout


def test_a_misspelt_name_gets_the_nearest() -> None:
    done = CliRunner().invoke(main, ["orderability", "vammos"])
    assert done.exit_code == 2
    assert "there is no family 'vammos'; did you mean 'vamos'?" in done.output
