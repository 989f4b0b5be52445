"""What the Dockerfile runs to make wheels, on what Docker would send: no image is built."""

import re
import shlex
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.slow
DEPLOY = Path(__file__).parents[2] / "deploy"
ROOT = DEPLOY.parents[2]


def is_ignored(path: str) -> bool:
    """Whether Docker leaves a file out, by the patterns of the folder of the Dockerfile."""
    patterns = (DEPLOY / "Dockerfile.dockerignore").read_text().split()
    places = [path, *(str(folder) for folder in Path(path).parents)]
    return any(fnmatch(place, one.removeprefix("**/")) for place in places for one in patterns)


def test_the_wheels_are_made_of_what_docker_sends(tmp_path: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    sent = [path for path in listed if not is_ignored(path)]
    assert not [path for path in sent if path.startswith(("docs/", "tests/"))]
    for path in sent:
        (tmp_path / "context" / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / "context" / path)
    (step,) = re.findall(r"^RUN pip (wheel .*)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    arguments = [one.replace("/wheels", str(tmp_path / "wheels")) for one in shlex.split(step)]
    subprocess.run(
        [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", *arguments, "--no-deps"],
        cwd=tmp_path / "context",
        check=True,
    )
    made = {path.name.partition("-")[0]: path for path in (tmp_path / "wheels").iterdir()}
    assert set(made) == {"matroidlab", "matroidlab_serving"}
    files = set(ZipFile(made["matroidlab_serving"]).namelist())
    for source in (ROOT / "plugins/matroidlab-serving/matroidlab_serving").rglob("*.py"):
        assert str(source.relative_to(ROOT / "plugins/matroidlab-serving")) in files
