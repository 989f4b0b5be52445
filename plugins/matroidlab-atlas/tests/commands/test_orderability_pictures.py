"""``matroidlab orderability FAMILY --picture PATH``: counterexamples of graphs are drawn."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from support import commands
from support.named import K4_EDGES
from support.strangers import STRANGERS

K4 = f"edges={[list(edge) for edge in K4_EDGES]}"


def run(*arguments: str) -> Result:
    return commands.run("orderability", *arguments)


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run the command on a member of the strange family."""
    (tmp_path / "strangers.py").write_text(STRANGERS)
    monkeypatch.syspath_prepend(tmp_path)
    return lambda kind, *more: run("stranger", "-p", "strangers", "--param", f"kind={kind}", *more)


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_picture_is_the_same_in_every_run(tmp_path: Path, ending: str) -> None:
    paths = [tmp_path / f"{i}.{ending}" for i in range(2)]
    for path in paths:
        done = run("graphic", "--param", K4, "--picture", str(path))
        assert done.exit_code == 1
        assert str(path) in done.stderr
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_picture_shows_both_trees_and_what_cannot_be_matched(tmp_path: Path) -> None:
    path = tmp_path / "k4.svg"
    run("graphic", "--param", K4, "--picture", str(path), "--json")
    text = path.read_text()
    for shown in (
        "first basis",
        "second basis",
        "cannot all be matched",
        "#1f83c4",
        "#d5620f",
        "#d8b400",
    ):
        assert shown in text


def test_json_stays_json_when_a_picture_is_drawn(tmp_path: Path) -> None:
    done = run("graphic", "--param", K4, "--picture", str(tmp_path / "k4.svg"), "--json")
    assert json.loads(done.stdout)["family"] == "graphic"


def test_no_counterexample_no_picture(tmp_path: Path) -> None:
    done = run(
        "graphic", "--param", "edges=[[0, 1], [1, 2]]", "--picture", str(tmp_path / "none.svg")
    )
    assert done.exit_code == 0
    assert "No picture: there is no counterexample." in done.stderr
    assert not (tmp_path / "none.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["uniform", "--picture", "it.svg"],
            "--picture draws graphs, and UniformMatroid(size=5, rank=2) does not come from one",
        ),
        (
            ["graphic", "--picture", "it.jpg"],
            "--picture: a picture must end in .svg or .png, got 'it.jpg'",
        ),
    ],
)
def test_a_wrong_question_is_answered_with_exit_status_2(
    arguments: list[str], message: str
) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = run("graphic", "--picture", "it.png")
    assert done.exit_code == 2
    assert (
        "pictures in PNG need matplotlib: pip install 'matroidlab-atlas[png]'; SVG needs nothing"
        in done.stderr
    )


def test_svg_needs_no_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert run("graphic", "--param", K4, "--picture", str(tmp_path / "it.svg")).exit_code == 1
    assert (tmp_path / "it.svg").read_text().startswith("<svg")


RESTRICTED = f"parent={{family='graphic', {K4.replace(']]', '], [3, 4]]')}}}"


@pytest.mark.parametrize(
    ("arguments", "label"),
    [
        (["named", "--param", "name=k4"], "first basis"),
        (
            ["restriction", "--param", RESTRICTED, "--param", "kept=[5, 4, 3, 2, 1, 0]"],
            "first basis",
        ),
        (["contraction", "--param", RESTRICTED, "--param", "removed=[6]"], "first basis"),
        (["direct-sum", "--param", f"parts=[{RESTRICTED.removeprefix('parent=')}]"], "in both"),
        (["stranger", "-p", "strangers", "--param", "kind=draws"], "first basis"),
    ],
)
def test_every_matroid_that_comes_from_a_graph_has_a_picture(
    stranger: Callable[..., Result], tmp_path: Path, arguments: list[str], label: str
) -> None:
    assert stranger("draws").exit_code == 1
    done = run(*arguments, "--picture", str(tmp_path / "it.svg"))
    assert (done.exit_code, done.stderr) == (1, f"The counterexample: {tmp_path / 'it.svg'}\n")
    assert label in (tmp_path / "it.svg").read_text()


def test_a_graph_that_is_none_is_refused(stranger: Callable[..., Result]) -> None:
    done = stranger("draws-wrongly", "--picture", "it.svg")
    assert done.exit_code == 2
    assert "graph_edges must be a pair of vertices for each of 6 elements" in done.stderr
