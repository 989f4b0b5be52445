"""``matroidlab report``: from results on disk to a page, or a clear word on why not."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from matroidlab.errors import ResultsError
from matroidlab_experiments.result_files.results import Results, collected_results

MATROIDLAB = Path(sys.executable).with_name("matroidlab")


def report(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [MATROIDLAB, "report", *arguments], capture_output=True, text=True, check=False
    )


@pytest.fixture
def folder(plain: Results, tmp_path: Path) -> Path:
    """A copy of results that a test may harm."""
    return Path(shutil.copytree(plain.folder, tmp_path / "plain"))


def test_one_experiment_has_its_page_beside_its_results(folder: Path) -> None:
    done = report(folder, "--json")
    assert done.stderr == ""
    assert json.loads(done.stdout) == {
        "report": str(folder / "report.html"),
        "experiments": ["plain"],
    }
    assert {"report.html", "plain-regret.svg", "plain-regret.png"} <= {
        path.name for path in folder.iterdir()
    }


def test_several_experiments_share_a_page_where_one_wants_it(
    folder: Path, small: Results, tmp_path: Path
) -> None:
    shutil.copytree(small.folder, tmp_path / "another")
    done = report(tmp_path, "--out", tmp_path / "deep" / "page")
    assert done.returncode == 0
    assert (
        done.stdout
        == f"The report, with all pictures: {tmp_path / 'deep' / 'page' / 'report.html'}\n"
    )
    page = (tmp_path / "deep" / "page" / "report.html").read_text(encoding="utf-8")
    assert page.index('href="#small"') < page.index('href="#plain"')
    assert not (folder / "report.html").exists()


def harmed(folder: Path, how: str) -> Path:
    block = max((folder / "blocks").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    if how == "cut":
        block.write_bytes(block.read_bytes()[:100])
    elif how == "missing":
        block.unlink()
    elif how == "manifest":
        (folder / "manifest.json").write_text("[1, 2")
    elif how == "configuration":
        (folder / "manifest.json").write_text('{"configuration": {"name": "x"}}')
    elif how == "elsewhere":
        return folder / "nowhere"
    else:
        shutil.rmtree(folder / "blocks")
        (folder / "manifest.json").unlink()
    return folder


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("cut", " of stay, is missing or damaged: run the experiment again to repair it"),
        ("missing", " of stay, is missing or damaged: run the experiment again to repair it"),
        ("manifest", "manifest.json is not a manifest of results"),
        ("configuration", "horizon: Field required"),
        ("elsewhere", "holds no results: it is not a folder"),
        ("empty", "holds no results: there is no manifest.json in it or in its folders"),
    ],
)
def test_results_that_are_none_are_a_clear_error(folder: Path, how: str, said: str) -> None:
    with pytest.raises(ResultsError, match=re.escape(said)):
        collected_results(harmed(folder, how))


def test_without_results_the_command_says_why_and_writes_nothing(folder: Path) -> None:
    done = report(harmed(folder, "cut"))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert ".npz, runs 3 to 4 of stay, is missing or damaged" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (folder / "report.html").exists()


def test_a_folder_whose_name_is_too_long_is_refused() -> None:
    with pytest.raises(ResultsError, match="holds no results: File name too long"):
        collected_results(Path("1" * 400))
