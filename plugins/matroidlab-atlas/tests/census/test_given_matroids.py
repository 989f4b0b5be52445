"""A census of given matroids or of some kinds, and histograms."""

import gzip
import json
import lzma
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from matroidlab.cli import main
from matroidlab.errors import ConfigurationError, UnknownNameError
from matroidlab.registry import questions
from matroidlab_atlas.census import Asked, run_census
from matroidlab_atlas.formats import FORMATS, bases_string, read_matroids
from matroidlab_atlas.structure import (
    all_matroids,
    automorphisms,
    bases,
    girth,
    is_3_connected,
    is_binary,
    is_connected,
    is_paving,
    is_simple,
)

SMALL = [matroid for size in range(6) for matroid in all_matroids(size)]
KINDS = {
    "simple": is_simple,
    "connected": is_connected,
    "3-connected": is_3_connected,
    "paving": is_paving,
}


def census(*arguments: str, out: Path) -> Result:
    return CliRunner().invoke(
        main, ["census", *arguments, "--out", str(out / "out"), "--executor", "serial"]
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_census_of_a_kind_is_about_the_matroids_of_that_kind(kind: str, tmp_path: Path) -> None:
    found = run_census(Asked("binary", {}, among=(kind,)), str(tmp_path), size=5)
    wanted = [matroid for matroid in SMALL if KINDS[kind](matroid)]
    counts = found.counts()
    assert sum(count.matroids for count in counts) == len(wanted)
    assert sum(count.yes for count in counts) == sum(is_binary(matroid) for matroid in wanted)
    assert found.asked.folder == f"binary-{kind}"


def test_kinds_can_be_combined_and_wrong_ones_are_refused(tmp_path: Path) -> None:
    asked = Asked("binary", {}, among=("simple", "connected"))
    found = run_census(asked, tmp_path, size=5)
    wanted = sum(is_simple(matroid) and is_connected(matroid) for matroid in SMALL)
    assert sum(count.matroids for count in found.counts()) == wanted
    with pytest.raises(UnknownNameError, match="did you mean 'simple'"):
        Asked("binary", {}, among=("simpel",))
    with pytest.raises(ConfigurationError, match="size must be given unless matroids are"):
        run_census(asked, tmp_path)


def test_given_matroids_get_the_answers_of_the_census_of_all(tmp_path: Path) -> None:
    asked = Asked("paving", {})
    every = run_census(asked, tmp_path / "all", size=5)
    given = run_census(asked, tmp_path / "given", matroids=SMALL)
    assert given.counts() == every.counts()
    few = run_census(asked, tmp_path / "few", size=4, rank=2, matroids=SMALL)
    assert [(count.size, count.rank, count.matroids) for count in few.counts()] == [
        (2, 2, 1),
        (3, 2, 3),
        (4, 2, 7),
    ]


def test_verdicts_are_the_answers_of_every_matroid(tmp_path: Path) -> None:
    found = run_census(Asked("binary", {}), tmp_path, size=5)
    answers = [
        (member.size, member.rank, bases_string(matroid), no is None)
        for (member, no), matroid in zip(found.verdicts(), SMALL, strict=False)
    ]
    assert len(list(found.verdicts())) == len(SMALL)
    noes = {(part.size, part.rank, no.bases) for part in found.findings() for no in part.no}
    assert len(noes) == sum(no is not None for _, no in found.verdicts())
    assert len(answers) == len(SMALL)


@pytest.mark.parametrize(("ending", "opener"), [("", open), (".gz", gzip.open), (".xz", lzma.open)])
def test_a_file_is_read_and_the_answers_are_written(
    ending: str,
    opener: object,
    tmp_path: Path,
) -> None:
    lines = [f"{m.size} {m.rank} {bases_string(m)}\n" for m in SMALL]
    source = tmp_path / f"small.revlex{ending}"
    with opener(source, "wt") as file:  # type: ignore[operator]
        file.writelines(lines)
    yes = tmp_path / f"yes.revlex{ending}"
    no = tmp_path / "no.jsonl"
    done = census("binary", "--from", str(source), "--yes", str(yes), "--no", str(no), out=tmp_path)
    assert done.exit_code == 0, done.output
    with opener(yes, "rt") as file:  # type: ignore[operator]
        kept = list(read_matroids(file, FORMATS["revlex"]))
    assert len(kept) == sum(map(is_binary, SMALL))
    assert all(map(is_binary, kept))
    others = list(read_matroids(no.read_text().splitlines(), FORMATS["json"]))
    assert len(kept) + len(others) == len(SMALL)
    assert not any(map(is_binary, others))


def test_lines_of_stars_alone_need_a_size_and_rank(tmp_path: Path) -> None:
    source = tmp_path / "allr2n04.txt"
    source.write_text("".join(f"{bases_string(m)}\n" for m in all_matroids(4, 2)))
    shape = ["--format", "revlex", "--size", "4", "--rank", "2"]
    done = census("binary", "--from", str(source), *shape, "--csv", out=tmp_path)
    assert "4,2,7,6,1,6" in done.stdout
    done = census("binary", "--from", str(source), out=tmp_path)
    assert done.exit_code == 2
    assert "name it by --format" in done.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"4 2 0****\n", "line 1: expected 6 letters"), (b"\x1f\x8b\x08nonsense", "damaged")],
)
def test_a_wrong_file_ends_with_2_and_the_reason(
    content: bytes, message: str, tmp_path: Path
) -> None:
    source = tmp_path / ("wrong.revlex.gz" if content[:1] == b"\x1f" else "wrong.revlex")
    source.write_bytes(content)
    done = census("binary", "--from", str(source), out=tmp_path)
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("number-of-bases", lambda m: len(bases(m))),
        ("girth", lambda m: girth(m) or "none"),
        ("automorphisms", lambda m: automorphisms(m).order),
    ],
)
def test_a_statistic_gives_a_histogram(name: str, value: object, tmp_path: Path) -> None:
    statistic = questions()[name].build()
    for matroid in SMALL:
        assert statistic.value(matroid) == statistic.recount(matroid)  # type: ignore[attr-defined]
    found = json.loads(census(name, "--size", "5", "--json", out=tmp_path).stdout)
    wanted = Counter((m.size, m.rank, str(value(m))) for m in SMALL)  # type: ignore[operator]
    rows = found["histogram"]
    assert {(r["size"], r["rank"], r["value"]): r["matroids"] for r in rows} == wanted
    shown = census(name, "--size", "5", out=tmp_path)
    assert "by rank" in shown.stdout
    assert "{" not in shown.stdout
    assert "value" in census(name, "--size", "5", "--csv", out=tmp_path).stdout
