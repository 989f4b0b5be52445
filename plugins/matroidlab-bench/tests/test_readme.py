"""The README is true: its file runs, and it names every policy."""

import json
import re
import tomllib
from pathlib import Path

from click.testing import CliRunner

from matroidlab.cli.main import main
from matroidlab_bench import as_field
from matroidlab_bench.records import policy_families

PLUGIN = Path(__file__).parents[1]
DOCS = PLUGIN.parents[1] / "docs" / "howto"
README = (PLUGIN / "README.md").read_text(encoding="utf-8")


def test_its_file_runs(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", README, flags=re.DOTALL)
    (tmp_path / "mine.toml").write_text(text)
    call = ["bench", str(tmp_path / "mine.toml"), "--out", str(tmp_path), "--executor", "serial"]
    done = CliRunner().invoke(main, [*call, "--json"])
    assert done.exit_code == 0, done.output
    (problem,) = json.loads(done.stdout)
    assert {row["policy"] for row in problem["policies"]} == {"safe Thompson", "KL-OSM"}


def test_it_names_every_policy() -> None:
    assert [one.name for one in policy_families() if f"`{one.name}`" not in README] == []


def test_files_in_the_guide_are_sound() -> None:
    guide = (DOCS / "bench.md").read_text(encoding="utf-8")
    (text, *_) = re.findall(r"```toml\n(name.*?)```", guide, flags=re.DOTALL)

    assert as_field(tomllib.loads(text)).name == "mine"
