"""A census finds the published facts, also after interruptions, with the same bytes everywhere."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from atlas_support.counted import COUNTED, TOTALS
from matroidlab.errors import ConfigurationError, ConformanceError, ResultsError, TooLargeError
from matroidlab.hookspecs import Question
from matroidlab.work import BLOCKS, Listener, executor
from matroidlab_atlas.census.asked import Asked
from matroidlab_atlas.census.extension_blocks import PARENTS, blocks_of
from matroidlab_atlas.census.running import Census, run_census
from matroidlab_atlas.census.storage import read_findings, write_findings
from matroidlab_atlas.census.tables import rows_by_size, summary, write_tables
from matroidlab_atlas.formats import matroid_of_string

STRONG = Asked("strongly-base-orderable", {})

THIRD_PARTY = ("atlas_support.strange_questions",)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Census:
    census = run_census(STRONG, tmp_path_factory.mktemp("census"), size=7)
    write_tables(census)
    return census


def excluded_minors_of(census: Census) -> Any:
    return summary(census)["excluded_minors"]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_14_of_306_matroids_on_7_elements_are_not_strongly_base_orderable_half_of_rank_3(
    finished: Census,
) -> None:
    no = {(count.size, count.rank): count.no for count in finished.counts() if count.no}
    assert no == {(6, 3): 1, (7, 3): 7, (7, 4): 7}
    assert [row["matroids"] for row in rows_by_size(finished.counts())] == list(TOTALS[:8])
    assert {(count.size, count.rank): count.matroids for count in finished.counts()} == {
        (size, rank): COUNTED[size][rank] for size in range(8) for rank in range(size + 1)
    }


@pytest.mark.parametrize("question", ["strongly-base-orderable", "base-orderable"])
def test_m_k4_is_the_only_excluded_minor_on_up_to_7_elements(
    question: str, tmp_path: Path, finished: Census
) -> None:
    census = (
        finished
        if question == STRONG.question
        else run_census(Asked(question, {}), tmp_path, size=7, rank=3)
    )
    (minor,) = excluded_minors_of(census)
    assert (minor["name"], minor["size"], minor["rank"]) == ("M(K4) = M(W3)", 6, 3)


def test_every_no_in_the_files_carries_a_witness_that_verifies(finished: Census) -> None:
    question = STRONG.question_itself()
    assert isinstance(question, Question)
    rows = [(part, no) for part in finished.findings() for no in part.no]
    assert len(rows) == 15
    for part, no in rows:
        assert question.verify(matroid_of_string(no.bases, part.size, part.rank), no.witness)


def test_the_files_say_it_all(finished: Census) -> None:
    written = json.loads((finished.folder / "census.json").read_text())
    lines = (finished.folder / "counts.csv").read_text().splitlines()
    assert written["question"] == "strongly-base-orderable"
    assert lines[0] == "size,rank,matroids,yes,no,yes_confirmed"
    assert any(line.startswith("7,3,108,101,7,") for line in lines)
    assert len((finished.folder / "no.csv").read_text().splitlines()) == 16


def test_processes_write_the_same_bytes(finished: Census, tmp_path: Path) -> None:
    write_tables(run_census(STRONG, tmp_path, size=7, run=executor("local:2")))
    assert contents(tmp_path) == contents(finished.folder)


def test_a_second_run_does_nothing_again_unless_it_is_told_to(finished: Census) -> None:
    before = contents(finished.folder)
    said: list[str] = []
    calls = list[tuple[int, int]]()
    run_census(
        STRONG,
        finished.folder,
        size=7,
        listener=Listener(said.append, lambda *at: calls.append(at)),
    )
    total = len(finished.blocks)
    assert said == [f"{total} of {total} blocks are already done"]
    assert calls == [(sum(TOTALS[:8]), sum(TOTALS[:8]))]
    run_census(STRONG, finished.folder, size=3, fresh=True, listener=Listener(said.append))
    assert len(said) == 1
    assert contents(finished.folder) == before


@pytest.mark.parametrize("damage", ["cut", "bit", "other", "empty", "gone", "folder"])
def test_a_damaged_block_is_found_and_mended(damage: str, tmp_path: Path) -> None:
    census = run_census(STRONG, tmp_path, size=4)
    write_tables(census)
    before = contents(tmp_path)
    path, other = (tmp_path / BLOCKS / block.name for block in census.blocks[-2:])
    content = path.read_bytes()
    path.unlink()
    if damage == "folder":
        path.mkdir()
        with pytest.raises(ResultsError, match="run the census again"):
            census.counts()
        path.rmdir()
    elif damage != "gone":
        changed = {
            "cut": content[:-9],
            "bit": bytes([content[0] ^ 1]) + content[1:],
            "other": other.read_bytes(),
        }
        path.write_bytes(changed.get(damage, b""))
    assert read_findings(tmp_path / BLOCKS, census.blocks[-2]) is None
    write_tables(run_census(STRONG, tmp_path, size=4))
    assert contents(tmp_path) == before


def test_what_is_sealed_but_no_finding_is_none(tmp_path: Path) -> None:
    (block,) = blocks_of(STRONG, 2, [1])
    found = block.run()
    write_findings(tmp_path, block, found)
    assert read_findings(tmp_path, block) == found
    write_findings(tmp_path, block, [])
    assert read_findings(tmp_path, block) is None


def test_blocks_are_cut_by_parents_and_a_rank_is_asked_with_its_dual() -> None:
    blocks = blocks_of(STRONG, 7, range(8))
    assert {block.ranks for block in blocks} == {(0, 7), (1, 6), (2, 5), (3, 4)}
    assert sum(block.last - block.first for block in blocks if block.rank == 3) == COUNTED[6][3]
    assert max(block.last - block.first for block in blocks) == PARENTS
    assert len({block.identity for block in blocks}) == len(blocks)
    assert blocks_of(STRONG, 7, [4])[0].identity != blocks_of(STRONG, 7, [3, 4])[0].identity


def test_progress_is_told_in_matroids_as_far_as_they_were_counted_and_else_in_blocks(
    tmp_path: Path,
) -> None:
    calls = list[tuple[int, int]]()
    run_census(STRONG, tmp_path, size=5, listener=Listener(progress=lambda *at: calls.append(at)))
    assert calls[0] == (0, sum(TOTALS[:6]))
    assert calls[-1] == (sum(TOTALS[:6]), sum(TOTALS[:6]))
    assert [done for done, _ in calls] == sorted({done for done, _ in calls})
    run_census(
        STRONG, tmp_path, size=10, rank=0, listener=Listener(progress=lambda *at: calls.append(at))
    )
    assert calls[-1] == (11, 11)


def test_one_rank_is_asked_about_alone(tmp_path: Path) -> None:
    counted = run_census(STRONG, tmp_path, size=6, rank=4).counts()
    assert [(count.size, count.rank, count.matroids) for count in counted] == [
        (4, 4, 1),
        (5, 4, 5),
        (6, 4, 23),
    ]


def test_a_plugin_s_question_is_asked_by_its_hook_with_its_parameters(tmp_path: Path) -> None:
    census = run_census(Asked("few", {"most": 1}, THIRD_PARTY), tmp_path / "out", size=3)
    # With one basis every element is a loop or a coloop, and only the number of coloops matters.
    assert [row["yes"] for row in rows_by_size(census.counts())] == [1, 2, 3, 4]
    assert summary(census)["excluded_minors"] is None
    closed = run_census(Asked("fewclosed", {"most": 1}, THIRD_PARTY), tmp_path / "closed", size=3)
    (minor,) = excluded_minors_of(closed)
    assert (minor["size"], minor["rank"], minor["bases"]) == (2, 1, "**")


def test_the_question_of_the_documentation_counts_connected_matroids(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[4] / "docs" / "howto" / "census.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"```python\n(from dataclasses.*?)```", page, flags=re.DOTALL)
    (tmp_path / "documented_question.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    census = run_census(Asked("connected", {}, ("documented_question",)), tmp_path / "out", size=4)
    # Matroids are sums of connected ones: 2 on one element, 1 on two, 2 on three and 4 on four
    # make 2, 4, 8 and 17.
    assert [row["yes"] for row in rows_by_size(census.counts())] == [1, 2, 1, 2, 4]


def test_what_is_built_must_ask_verify_and_hold_and_every_question_has_a_folder_of_its_own() -> (
    None
):
    with pytest.raises(
        ConfigurationError, match="'nothing' builds 3, which lacks one of ask, verify and holds"
    ):
        Asked("nothing", {}, THIRD_PARTY).judge()
    assert Asked("minor-free", {"minor": "k4"}).folder == "minor-free-minor-k4"
    first, second = (Asked("few", {"folder": folder}).folder for folder in ("/a/b", "/a_b"))
    assert first != second
    assert first.startswith("few-folder-_a_b-")


@pytest.mark.parametrize(
    ("question", "fault"),
    [
        ("wrongno", r"'wrongno' answers no, but its witness .* does not verify: 3 . [*0]+"),
        ("wrongyes", r"answers yes, but brute force does not confirm it: 4 1 \*\*\*\*"),
        ("notplain", "returns a witness that is not plain data"),
        ("notable", r"must return None or a table as a witness, got \[1, 2\]"),
        (
            "notclosed",
            r"answers yes, but no if element \d is (deleted|contracted)",
        ),
        ("leaves", "SystemExit: 3"),
    ],
)
def test_an_answer_that_does_not_hold_is_an_error_that_names_the_matroid(
    question: str, fault: str, tmp_path: Path
) -> None:
    kind = RuntimeError if question == "leaves" else ConformanceError
    with pytest.raises(kind, match=fault) as raised:
        run_census(Asked(question, {}, THIRD_PARTY), tmp_path / "out", size=4)
    assert f"while asking '{question}'" in "".join(raised.value.__notes__)


def test_too_many_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(TooLargeError, match="at most 9 elements, got 10"):
        run_census(STRONG, tmp_path / "out", size=10)
    with pytest.raises(ValueError, match="rank"):
        run_census(STRONG, tmp_path / "out", size=3, rank=4)
    assert not (tmp_path / "out").exists()
