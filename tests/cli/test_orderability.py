"""``matroidlab orderability FAMILY``: verdict, counterexample, exit status."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import matroidlab.cli.orderability as cli_orderability
from support import commands
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
    return commands.run("orderability", *arguments)


def test_examples_are_judged_when_nothing_is_asked() -> None:
    done = run("transversal")
    assert done.exit_code == 0
    assert "strongly base-orderable" in done.stdout
    assert "transversal 2" in done.stdout


def test_a_counterexample_is_shown_by_its_edges_and_exit_status_1() -> None:
    done = run("graphic", "--param", K4)
    assert done.exit_code == 1
    assert "not base-orderable" in done.stdout
    assert (
        "have no bijection of symmetric exchanges, because 0-1 and 2-3 can each be" in done.stdout
    )
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


def test_a_wrong_number_of_pairs_is_answered_with_exit_status_2() -> None:
    done = run("graphic", "--sample", "0")
    assert done.exit_code == 2
    assert "0 is not in the range x>=1" in done.stderr


def test_without_a_plugin_that_draws_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cli_orderability, "pictures", lambda _: None)
    done = run("graphic", "--param", K4, "--picture", "it.svg")
    assert done.exit_code == 2
    assert "--picture needs matroidlab-atlas: pip install ./plugins/matroidlab-atlas" in done.stderr


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
        "stranger: is_independent([0, 1]) raised ZeroDivisionError: "
        "integer division or modulo by zero" in done.stderr
    )


def test_wrong_names_do_not_hide_a_counterexample(stranger: Callable[..., Result]) -> None:
    done = stranger("names")
    assert done.exit_code == 1
    assert "not base-orderable: {0, 2, 3} and {" in done.stdout


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
    assert error in done.stdout + done.stderr
