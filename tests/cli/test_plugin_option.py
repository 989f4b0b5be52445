"""``-p MODULE``: a plugin that is not installed, from the current directory or on the path."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from support.distributions import ONE_FAMILY, environment_with, write_distribution

MATROIDLAB = Path(sys.executable).with_name("matroidlab")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("mine", "yours"):
        (tmp_path / f"{name}.py").write_text(ONE_FAMILY.format(name=name))
    return tmp_path


def names(folder: Path, *arguments: str) -> dict[str, str]:
    """Run `matroidlab ... --json` in ``folder``: the state of each name."""
    done = subprocess.run(
        [MATROIDLAB, *arguments, "--json"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    rows = {row["name"]: row["state"] for row in json.loads(done.stdout)}
    assert done.returncode == ("broken" in rows.values())
    return rows


def test_a_module_is_loaded_whether_named_before_or_after_the_command(folder: Path) -> None:
    rows = names(folder, "-p", "mine", "plugins", "-p", "yours")
    assert (rows["mine"], rows["yours"], rows["uniform"]) == ("ok", "ok", "ok")


def test_the_option_may_be_repeated_in_one_place(folder: Path) -> None:
    assert {"mine", "yours"} <= names(folder, "plugins", "-p", "mine", "-p", "yours").keys()
    assert {"mine", "yours"} <= names(folder, "-p", "mine", "-p", "yours", "plugins").keys()


def test_a_module_that_is_not_there_is_a_broken_plugin(folder: Path) -> None:
    rows = names(folder, "plugins", "-p", "mine", "-p", "theirs")
    assert (rows["mine"], rows["theirs"]) == ("ok", "broken")


def test_every_command_takes_the_option(folder: Path) -> None:
    asked = ["orderability", "mine", "--param", "size=2", "--param", "rank=1"]
    for arguments in (["-p", "mine", *asked], [*asked, "-p", "mine"]):
        done = subprocess.run(
            [MATROIDLAB, *arguments], cwd=folder, capture_output=True, text=True, check=True
        )
        assert done.stdout.startswith("mine\n")


def test_the_current_directory_runs_no_code_unless_asked(tmp_path: Path) -> None:
    write_distribution(tmp_path, "trap", "raise SystemExit('sprung')")
    assert "trap" not in names(tmp_path, "plugins")


def test_a_broken_plugin_does_not_stop_another_command(tmp_path: Path) -> None:
    write_distribution(tmp_path, "trap", "raise SystemExit('sprung')")
    write_distribution(tmp_path, "working", ONE_FAMILY.format(name="working"))
    done = subprocess.run(
        [MATROIDLAB, "check", "working", "--param", "size=3", "--param", "rank=1"],
        env=environment_with(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "PluginWarning: plugin 'trap' of trap 1.0 is broken: SystemExit: sprung" in done.stderr
    assert "working" in done.stdout
