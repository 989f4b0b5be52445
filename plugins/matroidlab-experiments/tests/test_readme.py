"""The README is true: its file is read, its commands run, and its Python lines do what they say."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
MATROIDLAB = str(Path(sys.executable).with_name("matroidlab"))


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with the file that the README shows."""
    (tmp_path / "first.toml").write_text(blocks("toml")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_commands_run_as_they_stand_there(folder: Path) -> None:
    commands = [line[2:] for block in blocks("console") for line in block.splitlines()]
    assert len(commands) == 4
    for command in commands:
        words = shlex.split(command)
        assert words[0] == "matroidlab"
        done = subprocess.run([MATROIDLAB, *words[1:]], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert (folder / "results" / "first" / "report.html").is_file()
    assert (folder / "results" / "quick" / "report.html").is_file()


def test_the_python_lines_do_what_they_say(folder: Path) -> None:
    pytest.importorskip("pandas")
    names: dict[str, Any] = {}
    (block,) = blocks("python")
    exec(block.replace('executor="local"', 'executor="serial"'), names)
    assert set(names["frame"]["policy"]) == {"safe-thompson", "omm"}
    assert names["page"] == Path("results/first/report.html")
    assert (folder / "results" / "first" / "report.html").is_file()


def test_the_readme_fits_on_a_screen() -> None:
    assert len(README.splitlines()) <= 70
