"""matroidlab census, as a user calls it."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from atlas_support.strange_questions import Few
from matroidlab.cli import main
from matroidlab_atlas.census.judging import in_words
from matroidlab_atlas.commands.census import _shortened


def census(*arguments: str, out: Path) -> Result:
    return CliRunner().invoke(
        main, ["census", *arguments, "--out", str(out), "--executor", "serial"]
    )


def test_it_prints_a_table_and_the_excluded_minors_and_says_where_the_rest_is(
    tmp_path: Path,
) -> None:
    done = census("base-orderable", "--size", "6", out=tmp_path)
    assert done.exit_code == 0
    assert "6         98    97    1" in done.stdout
    assert "Excluded minors: 1\n  6 elements, rank 3, M(K4) = M(W3): the bases {" in done.stdout
    assert "have no bijection of symmetric exchanges" in done.stdout
    assert "no, by rank" in done.stdout
    assert '"' not in done.stdout  # no JSON for people
    assert str(tmp_path / "census" / "base-orderable") in done.stderr
    assert "blocks" not in done.stderr  # nothing was there to be found


def test_json_and_csv_are_for_machines_and_are_in_the_files_too(tmp_path: Path) -> None:
    found = json.loads(
        census("minor-free", "--param", "minor=u24", "--size", "4", "--json", out=tmp_path).stdout
    )
    assert [minor["name"] for minor in found["excluded_minors"]] == ["U(2,4)"]
    assert found["parameters"] == {"minor": "u24"}
    folder = tmp_path / "census" / "minor-free-minor-u24"
    assert json.loads((folder / "census.json").read_text()) == found
    text = census("minor-free", "--param", "minor=u24", "--size", "4", "--csv", out=tmp_path).stdout
    assert text == (folder / "counts.csv").read_text()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert sum(int(row["matroids"]) for row in rows if row["size"] == "4") == 17
    (no,) = csv.DictReader(io.StringIO((folder / "no.csv").read_text()))
    assert json.loads(no["witness"]) == {"deleted": [], "contracted": [], "left": [0, 1, 2, 3]}


@pytest.mark.parametrize("option", ["--yes", "--no", "--verdicts"])
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    option: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    target = str(tmp_path / "file" / "found.jsonl")
    done = census("binary", "--size", "3", option, target, out=tmp_path)
    assert done.exit_code == 2
    assert "is not a folder to write to" in done.stderr
    assert not (tmp_path / "census").exists()


def test_an_excluded_minor_without_a_name_is_shortened() -> None:
    assert _shortened("0" * 5 + "*" * 65) == f"65 bases, 00000{'*' * 15}..."
    assert _shortened("**0") == "bases **0"


def test_a_question_that_is_not_closed_under_minors_has_no_excluded_minors(tmp_path: Path) -> None:
    done = census("transversal", "--size", "6", "--rank", "2", out=tmp_path)
    assert "Excluded" not in done.stdout
    assert "1 of rank 2" in done.stdout


def test_a_plugin_s_question_is_found_by_p(tmp_path: Path) -> None:
    done = census(
        "few",
        "--size",
        "3",
        "--param",
        "most=1",
        "-p",
        "atlas_support.strange_questions",
        out=tmp_path,
    )
    assert done.exit_code == 0, done.output
    assert "2 of rank 2" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["binray", "--size", "3"], "there is no question 'binray'; did you mean 'binary'?"),
        (["binary"], "Missing option '--size' or '--from'"),
        (["girth", "--size", "3", "--verdicts", "v.jsonl"], "girth has no yes and no"),
        (["binary", "--size", "-1"], "-1 is not in the range x>=0"),
        (["binary", "--size", "10"], "are generated on at most 9 elements, got 10"),
        (["binary", "--size", "3", "--rank", "4"], "rank must lie in 0..3, got 4"),
        (["k-base-orderable", "--size", "3"], "k: missing"),
        (["k-base-orderable", "--size", "3", "--param", "k=0"], "k must be"),
        (["k-base-orderable", "--size", "3", "--param", "k=two"], "is not a TOML value"),
        (["k-base-orderable", "--size", "3", "--param", f"k={'[' * 5000}"], "is not a TOML value"),
        (
            ["minor-free", "--size", "3", "--param", f"minor={'[' * 5000}"],
            "a name of the catalogue, got '[[",
        ),
        (
            ["minor-free", "--size", "3", "--param", "minor=k99"],
            "a name of the catalogue, got 'k99'",
        ),
        (["binary", "--size", "3", "--param", "k=2"], "k: not a parameter of 'binary'"),
        (["binary", "--size", "3", "--executor", "many"], "executor must be serial, local"),
        (
            ["divides", "--size", "3", "-p", "atlas_support.strange_questions"],
            "divides: ZeroDivisionError: division by zero",
        ),
        (
            ["leaves", "--size", "3", "-p", "atlas_support.strange_questions"],
            "SystemExit: 3 while asking 'leaves' of 0",
        ),
        (
            ["wrongyes", "--size", "4", "-p", "atlas_support.strange_questions"],
            "brute force does not confirm it: 4 1 ****",
        ),
    ],
)
def test_a_wrong_question_ends_with_2_and_the_reason(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    done = CliRunner().invoke(
        main, ["census", "--executor", "serial", "--out", str(tmp_path), *arguments]
    )
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())


def test_plugins_lists_the_questions() -> None:
    assert "strongly-base-orderable" in CliRunner().invoke(main, ["plugins", "--json"]).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["graphic", "--size", "5"], "4 elements, rank 2, U(2,4): it is itself an excluded minor"),
        (
            ["paving", "--size", "4"],
            "3 elements, rank 2, bases 00*: the circuit {0} has fewer elements than a basis",
        ),
        (
            ["minor-free", "--size", "4", "--param", "minor=u24"],
            "4 elements, rank 2, U(2,4): it is itself U(2,4)",
        ),
    ],
)
def test_witnesses_are_printed_as_sentences(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    done = census(*arguments, out=tmp_path)
    assert words in done.stdout
    assert '{"' not in done.stdout


def test_a_witness_of_a_question_without_words_is_its_names_and_values() -> None:
    assert in_words(Few(1), {"bases": [0, 2], "why": "too many"}) == "bases: {0, 2}, why: too many"
