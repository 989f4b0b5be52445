"""``matroidlab orderability FAMILY``: verdict, counterexample, picture, exit status."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from matroidlab.cli import main
from support.named import K4_EDGES, NAMED
from support.strangers import STRANGERS

MATROIDLAB = str(Path(sys.executable).with_name("matroidlab"))
K4 = f"edges={[list(edge) for edge in K4_EDGES]}"

BLACK_BOX = """
from dataclasses import dataclass
from matroidlab import Family, MatroidBase, hookimpl

@dataclass(frozen=True)
class BlackBox(MatroidBase):
    size: int

    def is_independent(self, elements):
        return 2 * len(elements) <= self.size

@hookimpl
def matroidlab_families():
    return [Family("black-box", BlackBox)]
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["orderability", *arguments])


def test_examples_are_judged_when_nothing_is_asked() -> None:
    done = run("transversal")
    assert done.exit_code == 0
    assert "strongly base-orderable" in done.stdout
    assert "transversal 2" in done.stdout


def test_a_counterexample_is_shown_by_its_edges_and_exit_status_1() -> None:
    done = run("graphic", "--param", K4)
    assert done.exit_code == 1
    assert "not base-orderable" in done.stdout
    assert "have no bijection of symmetric exchanges: 0 and 5 can only be exchanged" in done.stdout
    assert "  [0, 3, 5]: 0-1, 1-2, 2-3\n" in done.stdout


def test_json_has_the_violation() -> None:
    done = run("graphic", "--param", K4, "--json")
    assert done.exit_code == 1
    (member,) = json.loads(done.stdout)["members"]
    assert member["verdict"] == "not base-orderable"
    assert sorted(member["violation"]["source"] + member["violation"]["target"]) == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]


def test_exhaustion_tells_p8_from_vamos(tmp_path: Path) -> None:
    for name, verdict, code in (
        ("P8", "base-orderable, not strongly", 1),
        ("Vamos", "strongly base-orderable", 0),
    ):
        (named,) = (named for named in NAMED if named.name == name)
        (tmp_path / "it.toml").write_text(
            f"size = 8\nbases = {[list(basis) for basis in named.bases]}\n"
        )
        done = run("explicit", "--file", str(tmp_path / "it.toml"), "--json")
        (member,) = json.loads(done.stdout)["members"]
        assert (member["verdict"], done.exit_code) == (verdict, code)
        assert member["method"] == "all pairs of bases"


def test_what_would_take_hours_says_so_before_it_starts_and_sampling_is_the_way_out(
    tmp_path: Path,
) -> None:
    (tmp_path / "black_box.py").write_text(BLACK_BOX)
    command = [MATROIDLAB, "orderability", "black-box", "-p", "black_box", "--param", "size=30"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=30
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Error: black-box: ")
    assert "155117520 sets of 15 of 30 elements" in done.stderr
    assert "--sample N or --patience SECONDS" in done.stderr
    sampled = subprocess.run(
        [*command, "--sample", "5", "--json"], cwd=tmp_path, capture_output=True, check=False
    )
    assert sampled.returncode == 0
    assert json.loads(sampled.stdout)["members"][0]["verdict"] == "not decided"


def test_a_family_without_examples_asks_for_parameters(tmp_path: Path) -> None:
    (tmp_path / "black_box.py").write_text(BLACK_BOX)
    command = [MATROIDLAB, "orderability", "black-box", "-p", "black_box"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert (
        "family 'black-box' has no examples: give its parameters with --param; it has size"
        in done.stderr
    )


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
        (["graphic", "--sample", "0"], "0 is not in the range x>=1"),
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


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run the command on a member of the strange family."""
    (tmp_path / "strangers.py").write_text(STRANGERS)
    monkeypatch.syspath_prepend(tmp_path)
    return lambda kind, *more: run("stranger", "-p", "strangers", "--param", f"kind={kind}", *more)


@pytest.mark.parametrize("kind", ["rank-3-on-6", "rank-5-on-11", "rank-2-on-5"])
def test_what_is_no_matroid_is_not_certified(stranger: Callable[..., Result], kind: str) -> None:
    for options in ((), ("--distrust",), ("--sample", "5")):
        done = stranger(kind, *options)
        assert done.exit_code == 2
        assert done.stdout == ""
        assert done.stderr.startswith("Error: stranger: this is not a matroid: ")
        assert "are independent, but no element of the second extends the first" in done.stderr


def test_a_yes_says_how_many_pairs_and_sets_it_rests_on(stranger: Callable[..., Result]) -> None:
    done = stranger("honest")
    assert done.exit_code == 0
    assert "all 2346 pairs of bases" in done.stdout
    assert "The axioms of a matroid are decided, on all sets." in done.stdout
    (member,) = json.loads(stranger("honest", "--json").stdout)["members"]
    assert (member["known_by"], member["pairs"]) == ("all 2346 pairs of bases", 2346)
    assert member["axioms"] == {"sets": 256, "decided": True}


def test_a_claim_is_told_as_one_and_distrusted_on_request() -> None:
    size = ("uniform", "--param", "size=8", "--param", "rank=4")
    assert "its own claim, checked on 100 pairs" in run(*size).stdout
    assert "its own claim, checked on 7 pairs" in run(*size, "--sample", "7").stdout
    assert "all 2415 pairs of bases" in run(*size, "--distrust").stdout
    large = run("uniform", "--param", "size=60", "--param", "rank=30")
    assert large.exit_code == 0
    assert "the axioms of a matroid were tried on" in large.stdout


def test_a_false_claim_convinces_nobody(stranger: Callable[..., Result]) -> None:
    for options in ((), ("--distrust",)):
        done = stranger("claims", *options, "--json")
        assert done.exit_code == 1
        assert json.loads(done.stdout)["members"][0]["verdict"] == "not base-orderable"


def test_a_call_that_raises_is_an_error_and_named_with_its_argument(
    stranger: Callable[..., Result],
) -> None:
    done = stranger("raises")
    assert done.exit_code == 2
    assert (
        "stranger: is_independent([0, 1]) raised ZeroDivisionError: integer division or modulo by zero"
        in done.stderr
    )


def test_wrong_names_do_not_hide_a_counterexample(stranger: Callable[..., Result]) -> None:
    done = stranger("names")
    assert done.exit_code == 1
    assert "  [0, 2, 3]: 0, 2, 3\n" in done.stdout


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


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("exits", "is_independent([0, 1]) raised SystemExit: 0"),
        ("short-table", "Error: stranger: "),
    ],
)
def test_no_error_has_the_status_of_an_answer(
    stranger: Callable[..., Result], kind: str, error: str
) -> None:
    done = stranger(kind)
    assert done.exit_code == 2
    assert error in done.output
