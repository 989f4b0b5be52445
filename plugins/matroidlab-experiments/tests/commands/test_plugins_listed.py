"""The command `plugins` lists the problems of this distribution."""

import json
import re

from click.testing import CliRunner

from matroidlab.cli import main


def test_plugins_says_what_the_scaling_problem_takes() -> None:
    said = CliRunner(env={"COLUMNS": "80"}).invoke(main, ["plugins"]).stdout
    pattern = r"  scaling: rank, \[gap\], \[size\]  \(matroidlab-experiments [0-9.]+\)\n"
    assert re.search(pattern, said)


def test_plugins_tells_programs_the_same() -> None:
    listed = json.loads(CliRunner().invoke(main, ["plugins", "--json"]).stdout)
    rows = {(row["kind"], row["name"]): row for row in listed}
    assert rows["problem", "scaling"]["parameters"] == [
        {"name": "rank", "required": True},
        {"name": "gap", "required": False},
        {"name": "size", "required": False},
    ]
