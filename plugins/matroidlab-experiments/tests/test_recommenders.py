"""Worlds of recommenders: one game either way, counted right, resumed where it stopped."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from matroidlab.bandits import SafeThompson
from matroidlab.errors import ConfigurationError
from matroidlab_experiments.commands.recommenders import command
from matroidlab_experiments.recommenders import (
    CatalogueWorld,
    ChangingWorld,
    LinearWorld,
    Totals,
    best_fixed_list,
)
from matroidlab_experiments.recommenders.cases import Case
from matroidlab_experiments.recommenders.file import read_file
from matroidlab_experiments.recommenders.games import WorldGame
from matroidlab_experiments.recommenders.results import play_cases

SMALL = """
title = "Small"
lists = [20, 40]
runs = 2

[ways]
"default" = {}
"pairs" = { certificates = "pairs" }

[[worlds]]
name = "shops"
world = "catalogue"
items = [20, 30]
ways = ["default"]

[[worlds]]
name = "season"
world = "changing"
change = "season"
size = 10
rank = 2
period = 15
ways = ["pairs"]
"""


def figures(totals: list[Totals]) -> list[tuple[float, ...]]:
    """All but the time."""
    return [
        (t.lists, t.clicks, t.staying, t.best, t.worst, t.bad, t.own, t.trusted or 0)
        for t in totals
    ]


@pytest.mark.parametrize("segments", [1, 3])
def test_the_loop_is_the_game_step_by_step(segments: int) -> None:
    world = CatalogueWorld(items=100, segments=segments, spread=0.5)
    found = []
    for loops in (False, True):
        policy = SafeThompson(
            world.matroid, world.baseline, lanes=segments, segments=segments > 1, seed=1
        )
        game = WorldGame(policy, world, [15, 24], seed=2)
        while game.share_played() < 1.0:
            loop = game.find_loop()
            assert loop is not None
            if loops:
                game.play_compiled(loop.plain)
            else:
                game.play_round()
        found.append(figures(game.totals))
    assert found[0] == found[1]


def test_staying_gains_nothing() -> None:
    world = CatalogueWorld(items=20)
    policy = SafeThompson(world.matroid, world.baseline, seed=1)
    policy.plan = lambda: world.baseline[None, None]  # type: ignore[method-assign]
    game = WorldGame(policy, world, [30], seed=2)
    while game.share_played() < 1.0:
        game.play_round()
    (totals,) = game.totals
    assert totals.gain == pytest.approx(0.0)
    assert totals.trusted == pytest.approx(0.0)
    assert (totals.lists, totals.bad) == (30, 0)
    assert totals.worst == pytest.approx(0.0)
    assert totals.regret > 0


def test_bad_lists_are_judged_by_the_means_of_their_moment() -> None:
    world = ChangingWorld("swap", size=10, rank=2, period=10)
    policy = SafeThompson(world.matroid, world.baseline, seed=1)
    policy.plan = lambda: np.argsort(-world.means(0))[None, :, :2]  # type: ignore[method-assign]
    game = WorldGame(policy, world, [10, 25], seed=2)
    while game.share_played() < 1.0:
        game.play_round()
    assert [totals.bad for totals in game.totals] == [0, 15]


def test_the_means_of_a_season_come_back() -> None:
    world = ChangingWorld("season", size=6, rank=2, period=10)
    assert world.lists_until_change(13) == 7
    assert world.means(0).tolist() == world.means(25).tolist()
    assert world.means(0).tolist() == (0.4 * world.means(10)).tolist()


def test_a_ranker_has_the_correlation_that_is_asked_for() -> None:
    world = CatalogueWorld(items=20_000, ranker=0.6)
    assert world.scores is not None
    correlation = np.corrcoef(world.scores, np.log(world.means(0)[0]))[0, 1]
    assert correlation == pytest.approx(0.6, abs=0.02)


def test_the_best_fixed_list_beats_the_baseline() -> None:
    assert 0 < best_fixed_list(LinearWorld(), seed=1) < 1


def small(folder: Path, text: str = SMALL) -> Path:
    file = folder / "small.toml"
    file.write_text(text)
    return file


def test_a_game_that_was_played_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = read_file(small(tmp_path)).cases
    assert len(cases) == 6
    rows = play_cases(cases, tmp_path)
    assert [(row["world"], row["way"], row["lists"]) for row in rows][:3] == [
        ("items 20", "default", 20),
        ("items 20", "default", 40),
        ("items 30", "default", 20),
    ]
    assert all(row["bad"] == 0 for row in rows)

    def run(_: Case) -> list[Totals]:
        raise AssertionError("played again")

    monkeypatch.setattr(Case, "run", run)
    assert play_cases(cases, tmp_path) == rows


def test_a_damaged_result_is_played_again(tmp_path: Path) -> None:
    cases = read_file(small(tmp_path), names=("season",)).cases
    rows = play_cases(cases, tmp_path)
    file = tmp_path / "blocks" / cases[0].name
    file.write_text(file.read_text().replace("clicks", "licks"))
    again = play_cases(cases, tmp_path)
    assert [row["clicks"] for row in again] == [row["clicks"] for row in rows]


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ('ways = ["default"]', 'ways = ["defualt"]', "did you mean 'default'"),
        ("items = [20, 30]", "items = [20, 31]", "multiple of 5"),
        ('world = "catalogue"', 'world = "catalog"', "catalogue, changing, features"),
        ("items = [20, 30]", "itms = [20, 30]", "itms"),
        ("runs = 2", "runs = 0", "runs must be at least 1"),
        ("lists =", "list =", "did you mean 'lists'"),
        ('"pairs" }', '"paris" }', "paris"),
    ],
)
def test_a_fault_of_a_file_is_named(tmp_path: Path, before: str, after: str, named: str) -> None:
    with pytest.raises(ConfigurationError, match=named):
        read_file(small(tmp_path, SMALL.replace(before, after)))


def test_the_command_prints_a_row_for_each_mark(tmp_path: Path) -> None:
    arguments = [str(small(tmp_path)), "--executor", "serial", "--out", str(tmp_path)]
    shown = CliRunner().invoke(command, arguments)
    assert shown.exit_code == 0, shown.output
    assert shown.output.count("items 20") == 2
    rows = json.loads(CliRunner().invoke(command, [*arguments, "--json"]).stdout)
    assert len(rows) == 6


def test_our_file_names_all_worlds_of_its_kinds() -> None:
    names = {"catalogue", "rankers", "segments", "seasons", "swap", "fading", "features"}
    text = read_file(quick=True, names=("seasons", "features"))
    assert {case.world["world"] for case in text.cases} == {"changing", "features"}
    with pytest.raises(ConfigurationError, match="there is no world"):
        read_file(names=(*names, "others"))
