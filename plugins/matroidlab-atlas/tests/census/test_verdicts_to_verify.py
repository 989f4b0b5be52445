"""Files of verdicts, and the program of 80 lines that verifies them: what it must refuse."""

import json
import lzma
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from matroidlab.cli import main
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.census import checker
from matroidlab_atlas.formats import bases_string

Lines = list[dict[str, Any]]


def census(*arguments: str, out: Path) -> Result:
    return CliRunner().invoke(
        main, ["census", *arguments, "--out", str(out / "out"), "--executor", "serial"]
    )


def verify(path: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["verify", str(path), *options])


def written(path: Path, lines: Lines) -> Path:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> str:
    """All matroids on up to 6 elements: M(K4) is the only one that is not base-orderable."""
    folder = tmp_path_factory.mktemp("verdicts")
    path = folder / "verdicts.jsonl"
    assert census("base-orderable", "--size", "6", "--verdicts", str(path), out=folder).stdout
    return path.read_text()


def of_k4(lines: Lines) -> dict[str, Any]:
    (found,) = (line for line in lines[1:] if line["answer"] == "no")
    return found


@pytest.mark.parametrize(
    "words",
    [
        ["base-orderable", "--size", "6"],
        ["k-base-orderable", "--size", "6", "--param", "k=2"],
        ["binary", "--size", "5"],
        ["ternary", "--size", "7", "--rank", "2"],
        ["graphic", "--size", "5"],
        ["minor-free", "--size", "6", "--param", "minor=k4"],
        ["paving", "--size", "5", "--simple"],
    ],
    ids=" ".join,
)
def test_verdicts_verify_and_a_no_of_a_changed_matroid_does_not(
    words: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "verdicts.jsonl"
    assert census(*words, "--verdicts", str(path), out=tmp_path).exit_code == 0
    done = verify(path, "--yes")
    assert done.exit_code == 0, done.stdout
    assert ", 0 wrong" in done.stdout
    lines: Lines = list(map(json.loads, path.read_text().splitlines()))
    no = next(line for line in lines[1:] if line["answer"] == "no")
    no["bases"] = no["bases"].replace("*", "0")
    assert verify(written(path, lines)).exit_code == 1


def swap(lines: Lines) -> None:
    """Say yes of M(K4), which has a witness, and no of another, which has none."""
    of_k4(lines)["answer"] = "yes"
    lines[50]["answer"] = "no"


def invent_a_no(lines: Lines) -> None:
    bases = [[0, 1, 2], [3, 4, 5]]
    uniform = next(line for line in lines[1:] if line["bases"] == "*" * 20)
    uniform |= {"answer": "no", "witness": {"source": bases[0], "target": bases[1]}}
    lines[0]["counts"] |= {"6 yes": 96, "6 no": 2}


def name_a_served_pair(lines: Lines) -> None:
    of_k4(lines)["witness"]["target"] = of_k4(lines)["witness"]["source"]


def name_no_bases(lines: Lines) -> None:
    of_k4(lines)["witness"] = {"source": [0, 1], "target": [7, 8]}


def drop_one(lines: Lines) -> None:
    del lines[50]


def drop_one_and_count_again(lines: Lines) -> None:
    lines[0]["counts"][f"{lines.pop(50)['size']} yes"] -= 1


def say_it_twice(lines: Lines) -> None:
    lines.append(lines[50])


def say_it_twice_in_place_of_another(lines: Lines) -> None:
    places = [i for i, line in enumerate(lines) if line.get("size") == 6]
    lines[places[5]] = lines[places[6]]


def relabel_one_in_place_of_another(lines: Lines) -> None:
    twins = [line for line in lines[1:] if (line["size"], line["rank"]) == (6, 1)]
    twins[1]["bases"] = "".join(reversed(twins[2]["bases"]))


def change_a_count(lines: Lines) -> None:
    lines[0]["counts"]["6 no"] = 2


def take_a_basis_away(lines: Lines) -> None:
    uniform = next(line for line in lines[1:] if line["bases"] == "*" * 20)
    uniform["bases"] = "*" + "0" * 18 + "*"


def leave_no_basis(lines: Lines) -> None:
    lines[50]["bases"] = "0" * len(lines[50]["bases"])


def forget_a_size(lines: Lines) -> None:
    lines[:] = [line for line in lines if line.get("size") != 5]
    del lines[0]["counts"]["5 yes"]


ATTACKS: list[Callable[[Lines], None]] = [
    swap,
    invent_a_no,
    name_a_served_pair,
    name_no_bases,
    drop_one,
    drop_one_and_count_again,
    say_it_twice,
    say_it_twice_in_place_of_another,
    relabel_one_in_place_of_another,
    change_a_count,
    take_a_basis_away,
    leave_no_basis,
    forget_a_size,
]


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_a_file_that_was_tampered_with_is_refused(
    attack: Callable[[Lines], None], verdicts: str, tmp_path: Path
) -> None:
    lines: Lines = list(map(json.loads, verdicts.splitlines()))
    attack(lines)
    done = verify(written(tmp_path / "changed.jsonl", lines))
    assert done.exit_code == 1, done.stdout
    assert "wrong" in done.stdout.splitlines()[0]


@pytest.mark.parametrize(
    "change",
    [
        {"size": 10**9},
        {"size": -1},
        {"rank": -1},
        {"rank": 10**9},
        {"bases": "**"},
        {"bases": None},
        {"witness": [1]},
        {"witness": {"source": "abc"}},
    ],
    ids=str,
)
def test_a_line_without_sense_ends_with_2(
    change: dict[str, object], verdicts: str, tmp_path: Path
) -> None:
    lines: Lines = list(map(json.loads, verdicts.splitlines()))
    of_k4(lines).update(change)
    done = verify(written(tmp_path / "changed.jsonl", lines))
    assert done.exit_code == 2
    assert "is not a file of verdicts" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a file of verdicts"),
        (b"nonsense\n", "is not a file of verdicts"),
        (b"\xff\xfe", "expected text in UTF-8"),
    ],
)
def test_other_files_end_with_2(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(content)
    done = verify(path)
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())
    absent = verify(tmp_path / "absent.jsonl")
    assert absent.exit_code == 2
    assert "No such file" in absent.stderr


def test_a_truncated_compressed_file_ends_with_2(verdicts: str, tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl.xz"
    packed = lzma.compress(verdicts.encode())
    path.write_bytes(packed)
    assert verify(path).exit_code == 0
    path.write_bytes(packed[:-100])
    done = verify(path)
    assert done.exit_code == 2
    assert "damaged" in done.stderr


def test_a_wrong_yes_is_found_by_trying_all_pairs_of_bases(tmp_path: Path) -> None:
    k4 = {"size": 6, "rank": 3, "bases": bases_string(catalogue["k4"].matroid), "answer": "yes"}
    head = {
        "question": "base-orderable",
        "parameters": {},
        "excluded": [],
        "from_file": True,
        "complete": -1,
        "counts": {"6 yes": 1},
    }
    path = written(tmp_path / "verdicts.jsonl", [head, k4])
    assert verify(path).stdout == "0 right, 0 wrong, 1 not checked\n"
    assert verify(path, "--yes").exit_code == 1


def test_the_checker_is_short_and_stands_alone(verdicts: str) -> None:
    program = Path(str(checker.__file__))
    text = program.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 80
    assert "import matroidlab" not in text
    assert "from matroidlab" not in text
    done = subprocess.run(
        [sys.executable, "-I", str(program)],
        input=verdicts,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "1 right, 0 wrong, 167 not checked\n"
