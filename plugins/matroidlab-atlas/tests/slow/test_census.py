"""The census of 8 elements, and one that is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from atlas_support.counted import COUNTED
from matroidlab import Dual
from matroidlab.work import executor
from matroidlab_atlas.census.asked import Asked
from matroidlab_atlas.census.running import Census, run_census
from matroidlab_atlas.census.tables import summary
from matroidlab_atlas.formats import matroid_of_string
from matroidlab_atlas.structure import canonical_form, is_paving
from support.gated import kill_all_in, processes_in, until

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def censuses(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Census]:
    kinds = ("strongly-base-orderable", "base-orderable")
    return {
        kind: run_census(Asked(kind, {}), tmp_path_factory.mktemp(kind), size=8) for kind in kinds
    }


def noes(census: Census, size: int, rank: int) -> dict[str, object]:
    return {
        no.bases: no.witness
        for part in census.findings()
        for no in part.no
        if (part.size, part.rank) == (size, rank)
    }


def test_of_940_of_rank_4_on_8_elements_296_are_not_strongly_and_263_not_base_orderable(
    censuses: dict[str, Census],
) -> None:
    strong, base = (noes(census, 8, 4) for census in censuses.values())
    assert (len(strong), len(base), len(strong.keys() - base.keys())) == (296, 263, 33)
    assert base.keys() <= strong.keys()
    for census in censuses.values():
        assert tuple(count.matroids for count in census.counts() if count.size == 8) == COUNTED[8]


def test_ranks_3_and_5_on_8_elements_have_as_many_and_strong_is_the_same_as_not_strong_there(
    censuses: dict[str, Census],
) -> None:
    for rank in (3, 5):
        strong, base = (noes(census, 8, rank) for census in censuses.values())
        assert len(strong) == 41
        assert strong.keys() == base.keys()


def test_every_excluded_minor_is_the_union_of_two_disjoint_bases(
    censuses: dict[str, Census],
) -> None:
    found: Any = {kind: summary(census)["excluded_minors"] for kind, census in censuses.items()}
    assert {kind: len(minors) for kind, minors in found.items()} == {
        "strongly-base-orderable": 37,
        "base-orderable": 4,
    }
    for minors in found.values():
        assert {(minor["size"], minor["rank"]) for minor in minors} == {(6, 3), (8, 4)}


def test_paving_matroids_without_k4_are_base_orderable_and_excluded_minors_come_with_duals(
    censuses: dict[str, Census],
) -> None:
    """The first by Bonin and Savitsky 2016; base-orderability is closed under duality."""
    for kind, paving in (("strongly-base-orderable", 29), ("base-orderable", 0)):
        minors: Any = summary(censuses[kind])["excluded_minors"]
        found = [matroid_of_string(minor["bases"], 8, 4) for minor in minors if minor["size"] == 8]
        assert sum(map(is_paving, found)) == paving
        assert {canonical_form(Dual(one)) for one in found} == {
            canonical_form(one) for one in found
        }


@pytest.mark.parametrize("kind", ["strongly-base-orderable", "base-orderable"])
def test_the_table_of_the_documentation_is_what_the_command_finds(
    kind: str, censuses: dict[str, Census]
) -> None:
    page = (TESTS.parents[2] / "docs" / "howto" / "census.md").read_text(encoding="utf-8")
    table = page.partition(f"**Not {kind.replace('strongly-', 'strongly ')}**")[2]
    rows = [
        line.strip("| ").split("|")
        for line in table.splitlines()
        if line.startswith(("| 6 |", "| 7 |", "| 8 |"))
    ]
    shown = [[int(word) for word in row if word.strip()] for row in rows[:3]]
    counts = censuses[kind].counts()
    found = {size: [count.no for count in counts if count.size == size] for size in (6, 7, 8)}
    assert shown == [[size, *noes, sum(noes)] for size, noes in found.items()]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "gate").mkdir()
    (tmp_path / "work").mkdir()
    yield tmp_path / "work"
    kill_all_in(tmp_path / "work")


def start(place: Path, spec: str, out: str) -> "subprocess.Popen[bytes]":
    """The command as a user would give it."""
    question = [
        "gated",
        "--size",
        "6",
        "--param",
        f"folder={place.parent / 'gate'}",
        "-p",
        "atlas_support.gated_question",
    ]
    command = [
        sys.executable,
        "-m",
        "matroidlab",
        "census",
        *question,
        "--executor",
        spec,
        "--out",
        out,
    ]
    environment = {**os.environ, "PYTHONPATH": f"{TESTS}{os.pathsep}{TESTS.parents[2] / 'tests'}"}
    with (place / "stderr").open("wb") as errors:
        return subprocess.Popen(
            command, cwd=place, env=environment, stdout=subprocess.DEVNULL, stderr=errors
        )


def contents(folder: Path) -> dict[str, bytes]:
    """All files except partial ones, which a killed process leaves and which are not read."""
    files = (
        path
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".unfinished-")
    )
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.mark.parametrize("spec", ["serial", "local:2", "dask"])
def test_a_census_that_is_killed_and_started_again_writes_the_same_bytes(
    spec: str, place: Path
) -> None:
    if spec == "dask":
        pytest.importorskip("distributed")
    gate = place.parent / "gate"
    first = start(place, spec, "killed")
    until(
        lambda: list(gate.glob("waits-*")) and list(place.glob("killed/census/*/blocks/*.json")),
        seconds=60,
    )
    first.send_signal(signal.SIGKILL)
    first.wait()
    until(lambda: not processes_in(place), seconds=60)  # workers end with it
    (folder,) = place.glob("killed/census/*")
    before = {path.name: path.stat().st_mtime_ns for path in (folder / "blocks").glob("*.json")}
    assert not (folder / "census.json").exists()

    (gate / "opens").touch()
    assert start(place, spec, "killed").wait() == 0
    assert start(place, "serial", "whole").wait() == 0
    assert contents(place / "killed") == contents(place / "whole")
    after = {path.name: path.stat().st_mtime_ns for path in (folder / "blocks").glob("*.json")}
    assert before
    assert before.items() <= after.items()  # and nothing was done twice
    assert len(after) > len(before)


def test_a_census_that_is_interrupted_says_how_to_go_on(place: Path) -> None:
    gate = place.parent / "gate"
    process = start(place, "local:2", "out")
    until(lambda: list(gate.glob("waits-*")), seconds=60)
    # A SIGINT is ignored by what a shell starts in the background.
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) == 128 + signal.SIGTERM
    said = (place / "stderr").read_text()
    assert "Interrupted. Finished blocks are kept in out/census/gated-" in said
    assert "to go on: " in said
    until(lambda: not processes_in(place), seconds=60)


@pytest.mark.skipif(
    "MATROIDLAB_CENSUS_9" not in os.environ,
    reason="minutes on all cores: set MATROIDLAB_CENSUS_9=1",
)
def test_of_9_elements_270_904_are_not_strongly_base_orderable_and_none_is_an_excluded_minor(
    tmp_path: Path,
) -> None:
    census = run_census(
        Asked("strongly-base-orderable", {}), tmp_path, size=9, run=executor("local")
    )
    nine = [count for count in census.counts() if count.size == 9]
    assert tuple(count.matroids for count in nine) == COUNTED[9]
    assert [count.no for count in nine] == [0, 0, 0, 319, 135133, 135133, 319, 0, 0, 0]
    minors: Any = summary(census)["excluded_minors"]
    assert max(minor["size"] for minor in minors) == 8
