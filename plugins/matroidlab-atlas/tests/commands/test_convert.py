"""matroidlab convert, as a user calls it."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from matroidlab.cli import main
from matroidlab_atlas.formats import FORMATS, bases_string
from matroidlab_atlas.structure import all_matroids


def convert(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["convert", *arguments], input=text)


def test_all_matroids_on_4_elements_go_through_every_format_that_holds_them(tmp_path: Path) -> None:
    lines = [f"4 {one.rank} {bases_string(one)}" for one in all_matroids(4)]
    start = tmp_path / "all.revlex"
    start.write_text("\n".join(lines) + "\n")
    place = start
    for name in ("lex", "json", "oscar", "polymake", "sets", "matrix", "revlex"):
        target = tmp_path / f"{name}-of-them{FORMATS[name].ending}"
        done = convert(str(place), str(target))
        assert done.exit_code == 0, done.output
        place = target
    assert place.read_text() == start.read_text()


def test_standard_input_and_output_and_stars_alone() -> None:
    done = convert(
        "-",
        "-",
        "--from",
        "revlex",
        "--to",
        "lex",
        "--size",
        "4",
        "--rank",
        "2",
        text="0*****\n0****0\n",
    )
    assert done.stdout == "4 2 0*****\n4 2 0****0\n"


def test_a_wrong_line_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    source = tmp_path / "wrong.revlex"
    target = tmp_path / "out.lex"
    source.write_text("2 1 **\n2 1 *\n")
    target.write_text("what was there\n")
    done = convert(str(source), str(target))
    assert done.exit_code == 2
    assert f"{source}, line 2: expected 2 letters" in done.stderr
    assert target.read_text() == "what was there\n"
    source.write_bytes(b"2 1 **\n\xff\xfe\n")
    assert "expected text in UTF-8" in convert(str(source), str(target)).stderr


def test_a_matroid_that_a_format_cannot_hold_is_named(tmp_path: Path) -> None:
    source = tmp_path / "two.revlex"
    source.write_text("2 1 **\n4 2 ******\n")
    done = convert(str(source), "-", "--to", "graph")
    assert done.exit_code == 2
    assert (
        "matroid 2: expected a graphic matroid; it is not graphic: U(2,4) is itself" in done.stderr
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.revlex", "-", "--to", "lex"], "none.revlex"),
        (["-", "-", "--to", "lex"], "or name it by --from"),
        (
            ["-", "x.txt", "--from", "lex"],
            "the ending '.txt' of 'x.txt' is not that of a known format",
        ),
        (["-", "-", "--from", "lex", "--to", "nonsense"], "'nonsense' is not one of"),
        (
            ["-", "-", "--from", "lex", "--to", "lex", "--size", "3"],
            "--size and --rank must be used together",
        ),
        (
            ["-", "no-such-folder/x.lex", "--from", "lex"],
            "the folder no-such-folder does not exist",
        ),
    ],
)
def test_a_wrong_question_ends_with_2_and_the_reason(arguments: list[str], message: str) -> None:
    done = convert(*arguments, text="")
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())


def test_nothing_in_a_file_can_run_code(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    evil = f"__import__('pathlib').Path({str(trap)!r}).touch()"
    for name, form in FORMATS.items():
        for line in (
            evil,
            f'{{"size": "{evil}", "bases": []}}',
            f"!!python/object/apply:os.system ['touch {trap}']",
        ):
            source = tmp_path / f"evil{form.ending}"
            source.write_text(line + "\n")
            assert convert(str(source), "-", "--to", "lex").exit_code == 2, name
    assert not trap.exists()
