"""`matroidlab show`: a portrait on one screen, as JSON, and as a picture."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from matroidlab import GraphicMatroid, OracleMatroid, UniformMatroid
from matroidlab.cli import main
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.structure import Portrait, portrait


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["show", *arguments])


def test_a_portrait_names_counts_and_reasons() -> None:
    done = run("named", "--param", "name=fano")
    assert done.exit_code == 0, done.output
    lines = dict(re.split("  +", line.strip(), maxsplit=1) for line in done.output.splitlines()[1:])
    assert done.output.startswith("F7 (Fano): ")
    assert (lines["size"], lines["rank"], lines["bases"], lines["circuits"]) == (
        "7",
        "3",
        "28",
        "14",
    )
    assert lines["flats by rank (Whitney, second kind)"] == "[1, 7, 7, 1]"
    assert lines["automorphisms"] == "168"
    assert lines["characteristic polynomial"] == "t^3 - 7t^2 + 14t - 8"
    assert lines["ternary"] == "no: F7 is itself an excluded minor"
    assert "Deleting {5} leaves the excluded minor M(K4)" in lines["strongly base-orderable"]
    assert len(done.output.splitlines()) < 40


def test_json_says_the_same() -> None:
    (data,) = json.loads(run("uniform", "--param", "size=5", "--param", "rank=2", "--json").output)
    assert data["title"] == "U(2,5): UniformMatroid(size=5, rank=2)"
    assert (data["bases"], data["Tutte polynomial"]) == (10, "y^3 + x^2 + 2y^2 + 3x + 3y")
    assert data["is"]["binary"]["holds"] is False
    assert data["is"]["strongly base-orderable"]["holds"] is True


def test_all_examples_are_shown_without_parameters() -> None:
    done = run("graphic", "--json")
    assert len(json.loads(done.output)) == 3


def test_labels_travel_along() -> None:
    shown = str(portrait(GraphicMatroid([(0, 1), (1, 2), (0, 2), (0, 1), (4, 4)])))
    assert re.search("  loops +{4-4}\n", shown)
    assert re.search("  parallel classes +{0-1, 0-1}\n", shown)


def test_a_notebook_shows_the_same_as_a_table() -> None:
    shown = portrait(catalogue["k4"].matroid)
    page = shown._repr_html_()
    assert page.startswith("<table><caption>M(K4) = M(W3): ")
    assert all(f"<th>{name}</th>" in page for name, _ in shown.rows)
    assert "&lt;b&gt;</td>" in Portrait("x", {"y": "<b>"})._repr_html_()


def test_too_large_is_refused_at_once_with_size_and_limit() -> None:
    done = run("uniform", "--param", "size=40", "--param", "rank=20")
    assert done.exit_code == 2
    assert "at most 22 elements, got 40" in done.output


@pytest.mark.parametrize("kind", ["graph", "points", "lattice"])
@pytest.mark.parametrize("ending", ["svg", "png"])
def test_pictures_are_drawn(tmp_path: Path, kind: str, ending: str) -> None:
    picture = tmp_path / f"k4.{ending}"
    done = run("named", "--param", "name=k4", "--picture", str(picture), "--as", kind)
    assert done.exit_code == 0, done.output
    start = picture.read_bytes()[:100]
    assert start.startswith(b"<svg") if ending == "svg" else start.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["named", "--param", "name=k4", "--picture", "k4.gif"],
            "a picture must end in .svg or .png, got 'k4.gif'",
        ),
        (["graphic", "--picture", "x.svg"], "--picture draws one matroid, and there are 3"),
        (
            ["named", "--param", "name=fano", "--picture", "x.svg", "--as", "graph"],
            "is not graphic",
        ),
        (
            ["named", "--param", "name=vamos", "--picture", "x.svg", "--as", "points"],
            "for rank 2 or 3, got rank 4",
        ),
        (
            ["named", "--param", "name=fano", "--picture", "x.svg", "--as", "solid"],
            "solids are drawn for ag32, ",
        ),
        (["nonsense"], "nonsense"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.exit_code == 2
    assert message in done.output


def test_what_is_not_decided_is_said_to_be_open() -> None:
    shown = portrait(UniformMatroid(17, 1))
    assert str(shown.answers["matroid"]).startswith("open: not checked for more than 16 elements")


def test_what_is_no_matroid_is_said_first() -> None:
    shown = portrait(OracleMatroid(4, lambda part: len(part) <= 1 or part.tolist() == [2, 3]))
    (answer,) = shown.answers.values()
    assert (
        str(answer)
        == "no: [0] and [2, 3] are independent, but no element of the second extends the first"
    )


def test_sets_are_numbers_for_machines() -> None:
    (data,) = json.loads(
        run("graphic", "--param", "edges=[[0, 1], [1, 2], [0, 1], [4, 4]]", "--json").output
    )
    assert (data["loops"], data["coloops"], data["parallel classes"]) == ([3], [1], [[0, 2]])


def test_a_terminal_gets_whole_words_only() -> None:
    shown = portrait(catalogue["fano"].matroid)
    for columns in (60, 80, 120):
        text = shown.wrapped(columns)
        assert max(map(len, text.splitlines())) <= columns
        assert text.split() == str(shown).split()


@pytest.mark.parametrize(("name", "title"), [("fano", "F7 (Fano): "), ("M(K4)", "M(K4) = M(W3): ")])
def test_a_name_or_title_of_the_catalogue_is_shown(name: str, title: str) -> None:
    done = run(name)
    assert done.exit_code == 0, done.output
    assert done.output.startswith(title)
