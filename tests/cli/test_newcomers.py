"""What a newcomer types first: help, a tour, what there is to name."""

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from matroidlab.cli import main
from support.distributions import environment_with, write_distribution
from support.terminals import matroidlab_on_terminal, without_codes

MATROIDLAB = str(Path(sys.executable).with_name("matroidlab"))


def run(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, list(arguments))


@cache
def tour() -> str:
    return run("tour").stdout


def test_the_tour_begins_with_the_shop() -> None:
    assert tour().startswith("A shop shows 3 of its 8 items")


def test_the_tour_shows_a_policy_that_comes_to_the_best_list_with_one_doubtful_item() -> None:
    said = tour()
    lists = [shown.split(", ") for shown in re.findall(r"list [\d,]+ shows (.*)\n", said)]
    assert len(lists) == 3
    for shown in lists:
        assert sum(name.endswith("*") for name in shown) <= 1
    assert len({name.strip("*") for name in lists[0]} - {"tea", "rice", "figs"}) <= 1
    assert {name.strip("*") for name in lists[-1]} == {"honey", "bread", "olives"}
    own, learnt, best = map(
        float, re.findall(r"\d\.\d\d", said.partition("a visitor likes")[2])[:3]
    )
    assert own < learnt <= best


def test_the_tour_breaks_no_word_on_a_narrow_terminal() -> None:
    narrow = without_codes(matroidlab_on_terminal("tour", columns=60))
    assert narrow.split() == tour().split()
    assert all(len(line) <= 60 for line in narrow.splitlines())


def test_plugins_says_what_each_is_and_takes() -> None:
    said = run("plugins").stdout
    assert (
        "  partition: blocks, [capacities]\n      The matroid of sets with at most capacities[i]"
        in said
    )
    assert "  stay\n      Always the baseline.\n" in said


OTHERS = """
from matroidlab import Family, Problem, ProblemFamily, QuestionFamily, UniformMatroid, hookimpl
from matroidlab.rewards import Bernoulli

def scale(rank: int, gap: float = 0.1, size: int = 9) -> Problem:
    '''Choose the first items.'''
    means = [0.5] * rank + [0.5 - gap] * (size - rank)
    return Problem(UniformMatroid(size, rank), Bernoulli(means), range(rank))

class Even:
    '''Whether the rank is even.'''
    def __call__(self, matroid):
        return matroid.rank % 2 == 0

@hookimpl
def matroidlab_families():
    return [Family("others", UniformMatroid)]

@hookimpl
def matroidlab_problems():
    return [ProblemFamily("scale", scale)]

@hookimpl
def matroidlab_questions():
    return [QuestionFamily("even", Even)]
"""


@pytest.fixture
def others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed plugin that offers what the core alone does not have."""
    write_distribution(tmp_path, "others", OTHERS)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("others")
def test_plugins_groups_by_kind_and_names_the_distribution() -> None:
    said = run("plugins").stdout
    assert "  others: size, rank  (others 1.0)\n" in said
    assert "  scale: rank, [gap], [size]  (others 1.0)\n      Choose the first items.\n" in said
    titles = [line for line in said.splitlines() if line and not line.startswith(" ")]
    assert titles == ["Families of matroids", "Reward models", "Policies", "Problems", "Questions"]


@pytest.mark.usefixtures("others")
def test_plugins_tells_programs_the_same() -> None:
    rows = {(row["kind"], row["name"]): row for row in json.loads(run("plugins", "--json").stdout)}
    assert rows["problem", "scale"]["parameters"] == [
        {"name": "rank", "required": True},
        {"name": "gap", "required": False},
        {"name": "size", "required": False},
    ]
    assert all(row["description"] for row in rows.values())
    assert rows["policy", "safe-thompson"]["description"].startswith(
        "The heaviest list that may be shown"
    )


def test_help_tells_how_completion_is_switched_on() -> None:
    said = run("--help").stdout
    for shell in ("bash", "zsh", "fish"):
        assert f"_MATROIDLAB_COMPLETE={shell}_source matroidlab" in said
    assert all(len(line) <= 80 for line in said.splitlines())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_what_help_says(shell: str, tmp_path: Path) -> None:
    """For commands of the core, and of any other distribution."""
    write_distribution(tmp_path, "ordinary", "import click\ncommand = click.Command('ordinary')\n")
    points = tmp_path / "ordinary-1.0.dist-info" / "entry_points.txt"
    points.write_text("[matroidlab.commands]\nordinary = ordinary:command\n")
    environment = {**os.environ, "_MATROIDLAB_COMPLETE": f"{shell}_source"}
    done = subprocess.run([MATROIDLAB], env=environment, capture_output=True, text=True, check=True)
    assert "_MATROIDLAB_COMPLETE" in done.stdout
    asked = {
        "_MATROIDLAB_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": "matroidlab ord",
        "COMP_CWORD": "1",
    }
    if shell == "fish":
        asked["COMP_CWORD"] = "ord"
    done = subprocess.run(
        [MATROIDLAB],
        env={**environment_with(tmp_path), **asked},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "orderability" in done.stdout
    assert "ordinary" in done.stdout
    assert "tour" not in done.stdout
