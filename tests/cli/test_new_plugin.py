"""``matroidlab new-plugin NAME``: what it says, and how it refuses."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result

from support import commands
from support.distributions import ONE_FAMILY

MATROIDLAB = str(Path(sys.executable).with_name("matroidlab"))


def run(*arguments: str) -> Result:
    return commands.run("new-plugin", *arguments)


def test_it_says_what_it_wrote_and_what_to_do_next(tmp_path: Path) -> None:
    place = tmp_path / "my plugins"
    place.mkdir()
    done = run("matroidlab-mine", "--family", "--directory", str(place))
    assert done.exit_code == 0
    folder = place / "matroidlab-mine"
    first, *rest = done.stdout.splitlines()
    assert first == "matroidlab-mine is written:"
    assert f"  {folder / 'matroidlab_mine' / 'family.py'}" in rest
    install, test, look = (shlex.split(line) for line in rest[-3:])
    assert install == ["python", "-m", "pip", "install", "-e", f"{folder}[testing]"]
    assert test == ["python", "-m", "pytest", str(folder)]
    assert look == ["matroidlab", "plugins"]


def test_without_a_directory_the_plugin_is_written_here(tmp_path: Path) -> None:
    command = [MATROIDLAB, "new-plugin", "mine", "--policy", "--problem"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (tmp_path / "matroidlab-mine" / "pyproject.toml").is_file()
    assert "install -e './matroidlab-mine[testing]'" in done.stdout
    assert done.stderr == ""


def test_json_lists_the_files(tmp_path: Path) -> None:
    report = json.loads(run("mine", "--reward", "--directory", str(tmp_path), "--json").stdout)
    folder = tmp_path / "matroidlab-mine"
    assert (report["plugin"], report["distribution"]) == ("mine", "matroidlab-mine")
    assert report["folder"] == str(folder)
    assert set(report["files"]) == {str(file) for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mine"], "say what it offers: one or more of --family, --reward, --policy, --problem"),
        ([], "Missing argument 'NAME'"),
        (["Mine", "--family"], "as in red-black, got 'Mine'"),
        (["uniform", "--family"], "there is a family 'uniform' already"),
        (["mine", "--family", "--directory", "nowhere"], "Directory 'nowhere' does not exist"),
    ],
)
def test_a_wrong_question_is_answered_with_exit_status_2(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_exists_is_not_overwritten(tmp_path: Path) -> None:
    assert run("mine", "--family", "--directory", str(tmp_path)).exit_code == 0
    (tmp_path / "matroidlab-mine" / "README.md").write_text("precious")
    done = run("mine", "--policy", "--directory", str(tmp_path))
    assert done.exit_code == 2
    assert "matroidlab-mine exists already" in done.stderr
    assert (tmp_path / "matroidlab-mine" / "README.md").read_text() == "precious"
    assert not (tmp_path / "matroidlab-mine" / "matroidlab_mine" / "policy.py").exists()


def test_a_name_of_a_module_that_is_not_installed_is_taken_too(tmp_path: Path) -> None:
    (tmp_path / "yours.py").write_text(ONE_FAMILY.format(name="mine"))
    command = [MATROIDLAB, "new-plugin", "mine", "--family", "-p", "yours"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert (
        "there is a family 'mine' already, from the plugin 'yours': choose another name"
        in done.stderr
    )


@pytest.mark.skipif(
    not Path("/proc").is_dir(), reason="there is no folder that nobody can write to"
)
def test_a_folder_that_cannot_be_written_to_is_named_with_exit_status_1() -> None:
    done = run("mine", "--family", "--directory", "/proc")
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: cannot write to /proc: ")
