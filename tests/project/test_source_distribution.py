"""The source distribution is the whole project, with its tests, documentation and plugins."""

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="only a checkout says what belongs to the project"
)
def test_a_source_distribution_holds_every_file_of_the_project(tmp_path: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    project = {name for name in listed.splitlines() if (ROOT / name).exists()}
    subprocess.run(
        [sys.executable, "-m", "build", "--sdist", "--outdir", tmp_path], cwd=ROOT, check=True
    )
    (made,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        held = {name.split("/", 1)[1] for name in archive.getnames()}
    assert held >= project
