"""The distribution as users meet it: installed, found by its entry point, tried on the real data if
they are there."""

import os
import subprocess
import sys
import time
from importlib.metadata import entry_points
from pathlib import Path

import numpy as np
import pytest

from matroidlab import PartitionMatroid, UniformMatroid, max_weight_basis
from matroidlab.registry import problems
from matroidlab_movielens import (
    MissingDataError,
    MovieLensProblem,
    data_directory,
    default_directory,
    read_catalogue,
)
from matroidlab_movielens.places import VARIABLE, looked_for

with_data = pytest.mark.skipif(
    VARIABLE not in os.environ, reason=f"{VARIABLE} names no directory with MovieLens 1M"
)


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without the data; returns its cache directory."""
    monkeypatch.delenv(VARIABLE, raising=False)
    for variable in ("HOME", "LOCALAPPDATA", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    return default_directory()


def test_the_entry_point_names_the_module() -> None:
    (point,) = entry_points(group="matroidlab", name="movielens")
    assert point.dist is not None
    assert (point.value, point.dist.name) == ("matroidlab_movielens", "matroidlab-movielens")


def test_the_problem_is_found_by_name() -> None:
    family = problems()["movielens"]
    assert (family.required, set(family.types)) == (("constraint",), {"constraint", "ratings"})
    assert family.summary.startswith("Lists of 10 of the 200 movies of MovieLens 1M")


def test_the_plugin_is_light_until_it_is_used() -> None:
    unwanted = "{'pooch', 'requests', 'networkx'}"
    program = f"import matroidlab_movielens, sys; sys.exit(bool({unwanted} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_cache_directory_is_the_users_own(nowhere: Path, tmp_path: Path) -> None:
    assert tmp_path / "home" in nowhere.parents
    assert nowhere.parts[-2:] == ("matroidlab", "ml-1m")


def test_data_that_are_nowhere_are_an_error_that_says_how_to_get_them(nowhere: Path) -> None:
    with pytest.raises(MissingDataError) as caught:
        problems()["movielens"].build(constraint="top-k")
    message = str(caught.value)
    assert message.startswith(f"there is no MovieLens 1M in the cache directory ({nowhere}): ")
    assert all(
        way in message
        for way in ("matroidlab data fetch ml-1m --accept-licence", "--ratings DIR", VARIABLE)
    )


def test_the_directory_given_comes_before_the_environment_and_that_before_the_cache(
    nowhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere.mkdir(parents=True)
    assert data_directory() == nowhere
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert data_directory() == tmp_path
    assert data_directory(str(tmp_path / "home")) == tmp_path / "home"
    with pytest.raises(MissingDataError, match="in ratings "):
        data_directory(str(tmp_path / "none"))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "none"))
    with pytest.raises(MissingDataError, match=f"in {VARIABLE} "):
        data_directory()


def test_where_it_is_looked_for_says_what_is_there(nowhere: Path) -> None:
    states = [row["state"] for row in looked_for()]
    nowhere.mkdir(parents=True)
    (nowhere / "movies.dat").touch()
    states += [row["state"] for row in looked_for()]
    (nowhere / "ratings.dat").touch()
    assert states + [row["state"] for row in looked_for()] == [
        "not set",
        "not there",
        "not set",
        "without ratings.dat",
        "not set",
        "found",
    ]


def test_an_unknown_constraint_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="constraint must be 'top-k' or 'diverse', got 'top'"):
        problems()["movielens"].build(constraint="top", ratings=str(tmp_path))


@with_data
def test_the_order_of_genres_is_that_of_the_theory() -> None:
    catalogue = read_catalogue(data_directory())
    assert catalogue.genres == (
        "Comedy",
        "Drama",
        "Action",
        "Thriller",
        "Sci-Fi",
        "Romance",
        "Adventure",
        "Crime",
        "Horror",
        "Children's",
    )
    assert len({movie.number for row in catalogue.movies for movie in row}) == 200
    assert catalogue.watched.shape == (6040, 200)


@with_data
def test_the_problems_are_those_of_the_paper() -> None:
    family = problems()["movielens"]
    for example in family.examples:
        problem = family.build(**example)
        assert family.parameters(problem) == {**example, "ratings": ""}
        assert family.build(**family.parameters(problem)) == problem
        assert len(problem.labels) == len(set(problem.labels)) == problem.matroid.size == 200
    top, diverse = (family.build(constraint=constraint) for constraint in ("top-k", "diverse"))
    assert top.matroid == UniformMatroid(size=200, rank=10)
    assert diverse.matroid == PartitionMatroid(blocks=np.arange(200).reshape(10, 20).tolist())
    # Staying at the baseline for 500,000 steps costs 330,546 and 188,742.
    for problem, regret in ((top, 330_546), (diverse, 188_742)):
        means = problem.rewards.means
        gap = means[max_weight_basis(problem.matroid, means)].sum() - means[problem.baseline].sum()
        assert 500_000 * gap == pytest.approx(regret, abs=0.5)


@with_data
def test_reading_takes_seconds(tmp_path: Path) -> None:
    for name in ("ratings.dat", "rated-pairs.dat.gz", "movies.dat"):
        if (data_directory() / name).exists():
            (tmp_path / name).symlink_to(data_directory() / name)
    start = time.process_time()
    MovieLensProblem("top-k", ratings=str(tmp_path))
    assert time.process_time() - start < 10
